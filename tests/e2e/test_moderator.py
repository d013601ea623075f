"""A moderator's day: what players say of each other, what the desk makes of it, and what players see then."""

from __future__ import annotations

import re

import psycopg
import pytest
from playwright.sync_api import Page, expect

from bench.stack import Stack
from tests.e2e.accounts import PASSWORD, make_admin, sign_up
from tests.e2e.axe import violations
from tests.e2e.people import SIZES, Person
from tests.e2e.table import Table, play_on
from tests.e2e.test_faults import REFUSED
from tests.e2e.test_friend import sit_down

pytestmark = pytest.mark.e2e
ADMIN, MODERATOR = "chief@example.org", "mori@example.org"
NOTE = "Calls me names, and 先手 in every message. 😠"
OFFICE, WHY, PARDON, WARNING = "Knows the club.", "Insulted a guest.", "Said sorry by mail.", "Once more."
UNFOLDS = re.compile(r"moderate (landmark-one-main|landmark-unique|region)\b")
# How the page's sockets were closed, by code.
CLOSES = """globalThis.closes = [];
globalThis.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("close", ({ code }) => globalThis.closes.push(code));
  }
};"""


def look(person: Person, name: str) -> None:
    """A picture of the page at both sizes, and what axe says of it; no size scrolls sideways.

    Where the desk's frame has no landmarks is unfold's.
    """
    page, size = person.page, person.size
    wrong = []
    for each in ("phone", "desktop"):
        person.size = each
        page.set_viewport_size(SIZES[each]["viewport"])
        page.wait_for_timeout(200)
        person.shot(f"moderation-{name}", whole=False if page.get_by_role("dialog").count() else None)
        wide, shown = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        wrong += [f"scrolls sideways on a {each}: {wide} > {shown}"] if wide > shown else []
        wrong += [line for line in violations(page) if not UNFOLDS.match(line)]
    person.size = size
    page.set_viewport_size(SIZES[size]["viewport"])
    assert not wrong, f"{name}: {wrong}"


def open_desk(person: Person, address: str) -> Page:
    """Sign in at the desk's own form."""
    page = person.go("/admin/")
    page.get_by_label("Email").fill(address)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(re.compile(r"/admin/$"))
    return page


def do(page: Page, title: str, why: str, **choices: str) -> None:
    """An act at the desk: the button that leads to it, its form, and the button that does it."""
    page.get_by_role("link", name=title).click()
    for field, choice in choices.items():
        page.locator(f"[name={field}]").select_option(choice)
    page.get_by_label("Why").fill(why)
    page.locator("form").get_by_role("button", name=title.split(maxsplit=1)[0]).click()
    expect(page.get_by_text("done.")).to_be_visible()


def forget_reports(stack: Stack) -> None:
    """Those of tests that used this server before."""
    with psycopg.connect(host=str(stack.data / "run"), user="postgres", dbname="gyoji") as connection:
        connection.execute("DELETE FROM accounts_report")


def give_office(person: Person) -> None:
    """An admin makes a moderator of somebody who has signed up."""
    page = open_desk(person, ADMIN)
    expect(page.get_by_role("heading", name="No open reports")).to_be_visible()
    look(person, "01-nothing-to-do")
    page.goto("/admin/accounts/membership/add/")
    page.get_by_label("E-mail address").fill(MODERATOR)
    page.get_by_label("Role").select_option("moderator")
    page.get_by_label("Why").fill(OFFICE)
    look(person, "02-new-moderator")
    page.get_by_role("button", name="Add a member").click()
    expect(page.get_by_text(f"{MODERATOR} works here now")).to_be_visible()


def report(person: Person) -> None:
    """Out of the menu at the opponent's name."""
    page, words = person.page, person.words
    menu = page.get_by_role("button", name=words.around("players.menu"))
    menu.click()
    look(person, "03-menu")
    page.get_by_role("button", name=words("players.report"), exact=True).click()
    dialog = page.get_by_role("dialog")
    send = dialog.get_by_role("button", name=words("moderation.report.send"))
    send.click()
    expect(dialog.get_by_role("alert")).to_have_text(words("moderation.report.reasonMissing"))
    dialog.get_by_label(words("moderation.report.reasons.abuse")).check()
    dialog.get_by_role("textbox").fill(NOTE)
    expect(dialog.get_by_text(words("moderation.report.count", len(NOTE), 500))).to_be_visible()
    look(person, "04-report")
    send.click()
    expect(dialog.get_by_role("status")).to_have_text(words("moderation.report.sent"))
    look(person, "05-reported")
    dialog.get_by_role("button", name=words("app.close"), exact=True).last.click()
    expect(menu).to_be_focused()


def report_again(person: Person) -> None:
    """It says that once is enough."""
    page, words = person.page, person.words
    page.get_by_role("button", name=words.around("players.menu")).click()
    page.get_by_role("button", name=words("players.report"), exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(words("moderation.report.reasons.spam")).check()
    dialog.get_by_role("button", name=words("moderation.report.send")).click()
    expect(dialog.get_by_role("alert")).to_have_text(words("moderation.report.problems.already-reported"))
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_report_leads_to_a_ban_that_is_seen_explained_and_lifted(person, stack) -> None:
    forget_reports(stack)
    make_admin(stack, ADMIN)
    sign_up(stack, MODERATOR)
    give_office(person("desktop"))
    first, second = sit_down(person, expected=REFUSED, scripts=(CLOSES,))
    first.confirm()
    second.confirm()
    play_on([first, second], 2)
    report(second.person)
    report_again(second.person)

    desk = person("desktop")
    page = open_desk(desk, MODERATOR)
    expect(page.get_by_text("1 open report ")).to_be_visible()
    look(desk, "06-desk")
    page.get_by_role("link", name="Reports").click()
    expect(page.get_by_text(NOTE)).to_be_visible()
    look(desk, "07-queue")
    page.locator("#result_list tbody th a").click()
    look(desk, "08-report")
    report_page, _ = page.url.split("?")
    name = page.get_by_role("link", name=re.compile("^Guest")).first.inner_text()
    page.get_by_role("link", name=name, exact=True).first.click()
    expect(page.get_by_role("heading", name="Sanctions")).to_be_visible()
    look(desk, "09-account")
    player_page = page.url
    page.goto(report_page)
    page.get_by_role("link", name=f"Ban {name}").click()
    look(desk, "10-ban")
    page.go_back()
    do(page, f"Ban {name}", WHY, span="1 day", message="be-kind")
    expect(page).to_have_url(report_page)

    banned = first.person
    sees_the_ban(banned)
    do(page, "Uphold the report", WHY)
    look(desk, "12-upheld")
    reads_the_log(desk, name)

    page.goto(player_page)
    do(page, "Lift a mute or ban", PARDON)
    do(page, "Warn", WARNING, message="fair-play")
    look(desk, "15-account-after")
    comes_back(first)


def sees_the_ban(person: Person) -> None:
    page, words = person.page, person.words
    expect(page.get_by_role("heading", name=words("moderation.banned.title"))).to_be_visible(timeout=3_000)
    assert page.evaluate("() => globalThis.closes") == [4403]
    expect(page.get_by_text(words("moderation.texts.be-kind"))).to_be_visible()
    expect(page.get_by_text(words.around("moderation.banned.until"))).to_be_visible()
    expect(page.get_by_role("grid")).to_have_count(0)
    look(person, "11-banned")
    page.reload()
    expect(page.get_by_role("heading", name=words("moderation.banned.title"))).to_be_visible()
    person.button("moderation.banned.again").click()
    expect(page.get_by_text(words("moderation.banned.still"))).to_be_visible()
    page.get_by_role("main").get_by_role("link", name=words("nav.rules")).click()
    expect(page.locator(".rules-text")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name=words("moderation.banned.title"))).to_be_visible()
    assert WHY not in page.content()


def reads_the_log(desk: Person, name: str) -> None:
    """Who, what, to whom, when and why."""
    page = desk.page
    page.get_by_role("link", name="Audit log").click()
    entry = page.get_by_role("row").filter(has_text=WHY).filter(has_text=f"player {name}")
    for told in (MODERATOR, "ban", re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC")):
        expect(entry).to_contain_text(told)
    look(desk, "13-audit")
    entry.get_by_role("link").first.click()
    for told in ("until: 20", "message: Please be kind", WHY):
        expect(page.get_by_text(told).first).to_be_visible()
    look(desk, "14-entry")


def comes_back(table: Table) -> None:
    """The ban is over, the match goes on, and the warning is shown until it was read."""
    person = table.person
    page, words = person.page, person.words
    person.button("moderation.banned.again").click()
    table.wait_for_board()
    assert table.wait_for_turn()
    page.reload()
    dialog = page.get_by_role("dialog", name=words("moderation.notices.titles.warn"))
    expect(dialog).to_contain_text(words("moderation.texts.fair-play"))
    look(person, "16-warned")
    dialog.get_by_role("button", name=words("moderation.notices.read")).click()
    expect(dialog).to_have_count(0)
    page.reload()
    table.wait_for_board()
    page.wait_for_timeout(500)
    expect(page.get_by_role("dialog")).to_have_count(0)
    table.play()
