"""The pages on Luzhanqi's rules: in every language, of every variant, and as the room has them."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import violations
from tests.e2e.table import Table
from tests.e2e.words import LANGUAGES

pytestmark = pytest.mark.e2e
PICTURES = 7  # the board, moves, and moves to where others begin


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_variant_is_told_in_words_and_pictures(person, lang) -> None:
    reader = person("phone", lang)
    for variant in ("dark", "flip", "four"):
        reader.go(f"/rules/luzhanqi?{urlencode({'options': json.dumps({'variant': variant})})}")
        expect(reader.link(f"variants.{variant}")).to_have_attribute("aria-current", "true")
        article = reader.page.locator("article")
        expect(article.get_by_role("img")).to_have_count(PICTURES)
        expect(
            article.locator("dt").filter(has_text=reader.words("luzhanqi.options.variant"))
        ).to_be_visible()
        assert reader.page.evaluate("() => document.documentElement.scrollWidth") == 360
        assert violations(reader.page) == []
    reader.shot("rules-luzhanqi-four")
    reader.page.locator("article a.rules-cite").first.click()
    expect(reader.page.locator("article").get_by_role("listitem")).to_have_count(8)


def test_a_room_leads_to_the_rules_it_is_played_by(person) -> None:
    player = person()
    player.go()
    for choice in ("systems.luzhanqi", "variants.flip"):
        player.page.get_by_role("radio", name=player.words(choice), exact=True).check()
    player.button("levels.beginner").click()
    Table(player).wait_for_board()
    player.link("nav.rules").first.click()
    expect(player.link("variants.flip")).to_have_attribute("aria-current", "true")
    player.link("systems.gunjin").click()
    expect(player.page.locator("article h1")).to_be_visible()
    expect(player.link("variants.flip")).to_have_count(0)
