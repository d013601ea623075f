"""A site's own name and colours."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.axe import violations

pytestmark = pytest.mark.e2e
BUTTON = "() => getComputedStyle(document.querySelector('.button.main')).backgroundColor"


@pytest.mark.parametrize(
    ("size", "scheme", "shown"), [("phone", "light", "rgb(22, 75, 53)"), ("desktop", "dark", None)]
)
def test_a_sites_name_and_colours_are_shown_where_they_can_be_read(person, size, scheme, shown) -> None:
    visitor = person(size, color_scheme=scheme)
    club = {"name": "The Go and Shogi Club of Upper Example", "accent": "#164b35", "background": "#e4efe6"}

    def answer(route: Route) -> None:
        site = route.fetch().json()
        route.fulfill(json={**site, "branding": {**club, "logo_url": "/icons/icon.svg"}})

    visitor.context.route("**/api/v1/site", answer)
    page = visitor.go("/account")
    expect(page.locator(".brand")).to_have_text(club["name"])
    expect(page).to_have_title(f"{visitor.words('nav.account')} · {club['name']}")
    if shown:
        assert page.evaluate(BUTTON) == shown
    assert violations(page) == []
    expect(visitor.button("nav.settings")).to_be_in_viewport(ratio=1)
    visitor.shot(f"brand-{scheme}")
    visitor.context.unroute("**/api/v1/site")
    page.reload()
    expect(page.locator(".brand")).to_have_text(visitor.words("app.name"))
