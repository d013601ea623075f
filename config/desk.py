"""How the desk looks; `settings.UNFOLD`. The colours are the web client's: paper, ink and vermilion."""

from typing import Any

STEPS = ("50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950")
PAPER = (
    "98.5% .006 85", "96% .01 84", "91.5% .015 82", "85% .02 80", "70% .022 75", "55% .022 70",
    "44% .02 68", "36% .018 66", "28% .013 64", "21% .01 62", "15% .008 60",
)  # fmt: skip
VERMILION = (
    "97% .015 40", "94% .03 40", "88% .06 39", "80% .1 38", "71% .135 37", "62% .155 36",
    "49.5% .155 34", "43% .14 34", "37% .115 34", "31% .09 34", "22% .06 34",
)  # fmt: skip


def _scale(colours: tuple[str, ...]) -> dict[str, str]:
    return {step: f"oklch({colour})" for step, colour in zip(STEPS, colours, strict=True)}


UNFOLD: dict[str, Any] = {
    "SITE_SYMBOL": "gavel",
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": "/icons/icon.svg"},
        {"rel": "icon", "type": "image/png", "sizes": "32x32", "href": "/icons/favicon-32.png"},
    ],
    "SHOW_VIEW_ON_SITE": False,
    "BORDER_RADIUS": "6px",
    "COLORS": {"base": _scale(PAPER), "primary": _scale(VERMILION)},
    "SIDEBAR": {"navigation": "games.admin.navigation.sidebar"},
}
