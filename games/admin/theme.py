"""The desk's colours as a stylesheet: unfold writes them into pages, where the policy allows no styles."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from unfold.settings import get_config
from unfold.utils import convert_color


def theme(_request: HttpRequest) -> HttpResponse:
    """The colours and corners of `settings.UNFOLD`, under the names that Unfold's own styles use."""
    config = get_config()
    colors: Mapping[str, Mapping[str, str]] = config["COLORS"]
    lines = [f"--border-radius: {config['BORDER_RADIUS']};"]
    lines += [
        f"--color-{name}-{weight}: {convert_color(color)};"
        for name, weights in colors.items()
        for weight, color in weights.items()
    ]
    headers = {"Cache-Control": "max-age=3600"}
    return HttpResponse(f":root {{\n{chr(10).join(lines)}\n}}\n", content_type="text/css", headers=headers)
