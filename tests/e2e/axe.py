"""axe-core, as the web client pins it, asked about a page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import CDPSession, Page

SCRIPT = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.map(({ id, impact, help, nodes }) =>
    `${impact} ${id}: ${help} (${nodes.length}) ` +
      nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | "));
}"""


def violations(page: Page, devtools: CDPSession | None = None) -> list[str]:
    """One line for each rule the page breaks. The page's policy does not bind a debugger.

    `devtools` where the page has a virtual authenticator: whichever session is detached takes that away.
    """
    if not page.evaluate("() => typeof axe === 'object'"):
        session = devtools or page.context.new_cdp_session(page)
        session.send("Runtime.evaluate", {"expression": SCRIPT.read_text(), "returnByValue": True})
        if devtools is None:
            session.detach()
    found: list[str] = page.evaluate(RUN)
    return found
