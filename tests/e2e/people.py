"""People in browsers: who they are, what they look through, and what their console said."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import TracebackType
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, sync_playwright

from tests.e2e.words import Words

SHOTS = Path(__file__).with_name("shots")
FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
# Chromium draws WebGL on the processor where it finds no graphics card.
DRAWN = [*FLAGS, "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
BLIND = [*FLAGS, "--disable-gpu", "--disable-3d-apis"]
NOISE = ("GPU stall due to ReadPixels", "fallback to software WebGL", "KHR_parallel_shader_compile extension")
SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1366, "height": 768}},
}
LOCALES = {"en": "en-GB", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW", "ja": "ja-JP"}


class Browsers:
    """One Chromium that draws in 3D and one that cannot, each started when first wanted."""

    def __init__(self, program: str) -> None:
        self.program = program
        self._open: dict[bool, Browser] = {}

    def __enter__(self) -> Browsers:
        self.playwright = sync_playwright().start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for browser in self._open.values():
            browser.close()
        self.playwright.stop()

    def get(self, webgl: bool) -> Browser:
        if webgl not in self._open:
            self._open[webgl] = self.playwright.chromium.launch(
                executable_path=self.program, args=DRAWN if webgl else BLIND
            )
        return self._open[webgl]


class Person:
    """Somebody with a browser of their own: a context, its first page, and the words they read."""

    def __init__(
        self,
        browsers: Browsers,
        url: str,
        words: Words,
        size: str = "desktop",
        *,
        webgl: bool = False,
        settings: dict[str, Any] | None = None,
        scripts: tuple[str, ...] = (),
        expected: str = r"$^",
        **context: Any,
    ) -> None:
        self.url, self.words, self.size = url, words, size
        self.complaints: list[str] = []
        self.expected = re.compile(expected)
        """What the console may say in this test: the browser's own lines on refused requests, say."""
        self.context: BrowserContext = browsers.get(webgl).new_context(
            base_url=url,
            **{"locale": LOCALES[words.lang], "reduced_motion": "reduce", **SIZES[size], **context},
        )
        self.context.set_default_timeout(10_000)
        for script in scripts:
            self.context.add_init_script(script)
        if settings:
            self.context.add_init_script(remember(settings))
        self.context.on("console", self._hear)
        self.context.on("weberror", lambda error: self._complain(f"unhandled: {error.error}"))
        self.page: Page = self.context.new_page()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self._is_chromium_noise(message.text):
            self._complain(f"{message.type}: {message.text}")

    def _is_chromium_noise(self, text: str) -> bool:
        # Remarks on drawing without a graphics card.
        return any(remark in text for remark in NOISE)

    def _complain(self, text: str) -> None:
        if not self.expected.search(text):
            self.complaints.append(f"[{self.words.lang} {self.size}] {text}")

    def close(self) -> None:
        self.context.close()

    # --- finding things by the names people see ------------------------------------

    def go(self, path: str = "/") -> Page:
        self.page.goto(path)
        return self.page

    def button(self, path: str, *args: Any) -> Locator:
        return self.page.get_by_role("button", name=self.words(path, *args), exact=True)

    def in_dialog(self, path: str) -> Locator:
        return self.page.get_by_role("dialog").get_by_role("button", name=self.words(path), exact=True)

    def unfold(self, path: str) -> None:
        """Open, or close, a panel that folds away."""
        self.page.locator("summary").filter(has_text=self.words(path)).first.click()

    def link(self, path: str, *args: Any) -> Locator:
        return self.page.get_by_role("link", name=self.words(path, *args), exact=True)

    def text(self, path: str, *args: Any) -> Locator:
        return self.page.get_by_text(self.words(path, *args))

    def around(self, path: str, count: int = 1) -> Locator:
        return self.page.get_by_text(self.words.around(path, count))

    def shot(self, name: str, whole: bool | None = None) -> None:
        """The page as it is: all of its length on a phone, the first screen on a desktop."""
        SHOTS.mkdir(exist_ok=True)
        whole = self.size == "phone" if whole is None else whole
        self.page.screenshot(
            path=SHOTS / f"{name}-{self.size}-{self.words.lang}.png",
            full_page=whole,
            animations="disabled",
            timeout=60_000,  # a 3D board is drawn anew for it, on a processor that may be busy
        )


def remember(settings: dict[str, Any]) -> str:
    """A script that keeps settings as the settings screen would."""
    lines = [
        f"localStorage.setItem({json.dumps('gyoji.setting.' + name)}, {json.dumps(json.dumps(value))});"
        for name, value in settings.items()
    ]
    return "try {" + "".join(lines) + "} catch {}"
