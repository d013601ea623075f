"""An account in the browser: from a guest to the end of it, and the ways in between."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from playwright.sync_api import Locator, expect

from bench.stack import Stack
from tests.e2e.accounts import PASSWORD, mailed_code, make_admin
from tests.e2e.people import Person
from tests.e2e.table import Table, play_on
from tests.e2e.test_friend import CLIPBOARD, invite, sit_down
from tests.e2e.test_screens import Tour
from tests.support.provider import NAME

pytestmark = pytest.mark.e2e
# The browser's own lines on answers that are no fault: one more step is due, or a form was refused.
REFUSED = r"Failed to load resource: the server responded with a status of (400|401|403|404|409|429)"
NEW_PASSWORD = "crouching dragon 88"


def new_address() -> str:
    return f"{token_hex(4)}@example.org"


def kept(person: Person, name: str) -> Any:
    """What the page remembers under a name."""
    return person.page.evaluate("(name) => JSON.parse(localStorage.getItem(name))", f"gyoji.{name}")


def by_name(stack: Stack) -> str:
    """Where passkeys can be had: they belong to a name."""
    return stack.url.replace("127.0.0.1", "localhost")


def fill(person: Person, field: str, text: str) -> None:
    box(person, field).fill(text)


def box(person: Person, field: str) -> Locator:
    label = person.page.get_by_label(person.words(f"account.fields.{field}"), exact=True)
    return label.and_(person.page.locator("input"))


def sign_up(person: Person, stack: Stack, address: str) -> None:
    """From any screen to the account's, by the code that is mailed."""
    person.go("/account/sign-up")
    fill(person, "email", address)
    fill(person, "password", PASSWORD)
    person.button("account.signUp").click()
    fill(person, "code", mailed_code(stack, address))
    person.button("account.confirmPage.confirm").click()
    wait_until_in(person)


def sign_in(person: Person, address: str, password: str = PASSWORD) -> None:
    person.go("/account/sign-in")
    give_password(person, address, password)
    wait_until_in(person)


def give_password(person: Person, address: str, password: str = PASSWORD) -> None:
    fill(person, "email", address)
    fill(person, "password", password)
    person.button("account.signIn").click()


def wait_until_in(person: Person) -> None:
    expect(person.button("account.signOut")).to_be_visible()


def sign_out(person: Person) -> None:
    person.button("account.signOut").click()
    expect(person.text("account.you.signedOut")).to_be_visible()


def part(person: Person, path: str) -> None:
    """Open one of the account's parts."""
    person.page.locator("summary").filter(has_text=re.compile(f"^{re.escape(person.words(path))}$")).click()


def prove(person: Person, password: str = PASSWORD) -> None:
    """Whose account it is, where that is asked for."""
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_label(person.words("account.fields.password"), exact=True).fill(password)
    person.in_dialog("account.password.goOn").click()


def heading(person: Person, path: str, *args: Any) -> Locator:
    return person.page.get_by_role("heading", name=person.words(path, *args), exact=True)


def signed_in(person, stack: Stack, size: str = "desktop", **wishes) -> tuple[Person, str]:
    made, address = person(size, expected=REFUSED, **wishes), new_address()
    sign_up(made, stack, address)
    return made, address


def test_a_guest_registers_exports_and_deletes_and_the_opponent_keeps_the_match(
    person, stack: Stack, tmp_path
) -> None:
    aki, friend = a_match_and_a_layout(person)
    player, address = kept(aki, "guest")["player"], new_address()
    aki.go("/account")
    aki.link("account.signUp").click()
    sign_up(aki, stack, address)
    expect(aki.text("account.joining.adopted")).to_be_visible()
    assert kept(aki, "account")["player"] == player
    assert kept(aki, "guest") is None
    take_name(aki, "Aki the fox")
    finds_the_match_and_the_layout(aki)

    aki.go("/account")
    sign_out(aki)
    assert kept(aki, "account") is None

    elsewhere = person("phone", expected=REFUSED)
    sign_in(elsewhere, address)
    assert kept(elsewhere, "account")["player"] == player
    match = finds_the_match_and_the_layout(elsewhere)
    elsewhere.go("/account")
    with zipfile.ZipFile(download(elsewhere, tmp_path / "gyoji.zip")) as files:
        assert match in files.read("matches.json").decode()
        assert "Fox" in files.read("layouts.json").decode()

    delete(elsewhere, "Aki the fox")
    assert kept(elsewhere, "account") is None
    friend.go("/history")
    expect(friend.page.get_by_text(re.compile(r"Deleted \w+"))).to_be_visible()
    expect(friend.page.get_by_text(friend.words("history.results.lost"))).to_be_visible()
    elsewhere.go("/account/sign-in")
    give_password(elsewhere, address)
    expect(
        elsewhere.page.get_by_text(elsewhere.words("account.faults.email_password_mismatch"))
    ).to_be_visible()


def a_match_and_a_layout(person) -> tuple[Person, Person]:
    """Two guests who played; the first one won, and kept a layout called Fox."""
    first, second = sit_down(person, expected=REFUSED)
    winner = first.person
    winner.unfold("layout.saved")
    winner.page.get_by_label(winner.words("layout.name")).fill("Fox")
    winner.button("layout.save").click()
    first.confirm()
    second.confirm()
    play_on([first, second], 4)
    second.resign()
    expect(first.result).to_have_text(winner.words("end.won"))
    return winner, second.person


def take_name(person: Person, name: str) -> None:
    """Whom the server named is asked for a name of their own: the part is open."""
    fill(person, "name", name)
    person.button("account.save").click()
    expect(person.text("account.you.renamed", name)).to_be_visible()


def finds_the_match_and_the_layout(person: Person) -> str:
    """Answers the match."""
    person.go("/layouts")
    expect(person.page.get_by_role("heading", name="Fox", exact=True)).to_be_visible()
    person.go("/history")
    expect(person.page.get_by_text(person.words("history.results.won"))).to_be_visible()
    return str(person.link("history.open").get_attribute("href")).rsplit("/", 1)[1]


def download(person: Person, to: Path) -> Path:
    part(person, "account.archive.title")
    with person.page.expect_download() as coming:
        person.button("account.archive.get").click()
    coming.value.save_as(to)
    return to


def delete(person: Person, name: str) -> None:
    """The account; a name that is not typed as it is deletes nothing."""
    part(person, "account.erasure.title")
    person.button("account.erasure.open").click()
    for typed in (name[:-1], name):
        fill(person, "name", typed)
        person.button("account.erasure.delete").click()
        if typed != name:
            expect(person.page.get_by_text(person.words("account.faults.wrong-name"))).to_be_visible()
    expect(person.text("account.erasure.deleted")).to_be_visible()


def test_what_is_wrong_stands_at_its_field_and_has_the_focus(person) -> None:
    visitor = person("phone", expected=REFUSED)
    visitor.go("/account/sign-in")
    visitor.button("account.signIn").click()
    email = box(visitor, "email")
    expect(email).to_be_focused()
    expect(email).to_have_attribute("aria-invalid", "true")
    expect(email).to_have_accessible_description(visitor.words("account.faults.required"))
    give_password(visitor, "nobody@example.org", "wrong password 1")
    password = box(visitor, "password")
    expect(password).to_be_focused()
    expect(password).to_have_accessible_description(visitor.words("account.faults.email_password_mismatch"))
    visitor.link("account.signUp").click()
    fill(visitor, "password", "short 1")
    visitor.button("account.signUp").click()
    expect(password).to_have_accessible_description(
        re.compile(re.escape(visitor.words("account.faults.password_too_short")))
    )


def test_password_managers_know_the_fields(person) -> None:
    visitor = person()  # whose console is quiet: nothing is asked about a sign-in that was never begun
    marks = "() => [...document.querySelectorAll('input')].map((field) => field.autocomplete)"
    for path, wanted in (
        ("sign-in", {"username", "current-password"}),
        ("sign-up", {"username", "new-password"}),
        ("reset", {"username"}),
    ):
        visitor.go(f"/account/{path}")
        expect(visitor.page.locator("input").first).to_be_visible()
        assert wanted <= set(visitor.page.evaluate(marks)), path


def test_a_second_tab_signs_in_and_out_with_the_first(person, stack: Stack) -> None:
    aki = person(expected=REFUSED)
    address = new_address()
    sign_up(aki, stack, address)
    tab = aki.context.new_page()
    tab.goto("/history")
    expect(tab.get_by_text(aki.words("history.empty"))).to_be_visible()
    aki.button("account.signOut").click()
    expect(tab.get_by_text(aki.words("problems.signed-out.title"))).to_be_visible()
    assert kept(aki, "guest") is None, "nobody became a guest without saying so"
    sign_in(aki, address)
    expect(tab.get_by_text(aki.words("history.empty"))).to_be_visible()


def test_a_game_goes_on_while_its_guest_registers_in_another_tab(person, stack: Stack) -> None:
    first, second = sit_down(person, expected=REFUSED)
    first.confirm()
    second.confirm()
    play_on([first, second], 2)
    game, first.person.page = first.person.page, first.person.context.new_page()
    sign_up(first.person, stack, new_address())
    first.person.page = game
    play_on([first, second], 2)
    second.resign()
    expect(first.result).to_have_text(first.words("end.won"))
    assert kept(first.person, "guest") is None


def test_who_is_signed_out_from_elsewhere_is_told_and_chooses(person, stack: Stack) -> None:
    aki, address = signed_in(person, stack)
    phone = person("phone", expected=REFUSED)
    sign_in(phone, address)
    part(phone, "account.devices.title")
    expect(phone.page.locator(".line")).to_have_count(2)
    phone.button("account.devices.everywhere").click()
    phone.in_dialog("account.devices.everywhere").click()
    expect(phone.text("account.you.signedOut")).to_be_visible()

    aki.go()
    aki.button("levels.beginner").click()
    expect(aki.text("problems.signed-out.title")).to_be_visible()
    assert kept(aki, "guest") is None
    aki.button("problemActions.sign-in").click()
    aki.button("account.goOn").click()
    aki.button("levels.beginner").click()
    Table(aki).wait_for_pieces()
    assert kept(aki, "guest")["player"]


def test_who_is_banned_can_still_sign_out(person, stack: Stack) -> None:
    aki, _ = signed_in(person, stack)
    refusal = {"code": "banned", "detail": "", "message": "be-kind"}
    aki.context.route("**/api/v1/account", lambda route: route.fulfill(status=403, json=refusal))
    aki.page.reload()
    expect(heading(aki, "problems.banned.title")).to_be_visible()
    sign_out(aki)
    assert kept(aki, "account") is None


def test_a_forgotten_password_is_replaced(person, stack: Stack) -> None:
    aki, address = signed_in(person, stack)
    used = mailed_code(stack, address)
    sign_out(aki)
    aki.go("/account/sign-in?next=/layouts")
    aki.link("account.signInPage.forgot").click()
    fill(aki, "email", address)
    aki.button("account.resetPage.send").click()
    fill(aki, "code", "AAAA-AAAA")
    fill(aki, "newPassword", NEW_PASSWORD)
    aki.button("account.resetPage.set").click()
    expect(aki.page.get_by_text(aki.words("account.faults.incorrect_code"))).to_be_visible()
    fill(aki, "code", mailed_code(stack, address, used))
    aki.button("account.resetPage.set").click()
    expect(aki.text("account.resetPage.isSet")).to_be_visible()
    give_password(aki, address, NEW_PASSWORD)
    expect(aki.page).to_have_url(re.compile("/layouts$"))


def test_a_second_factor_is_set_up_and_asked_for(person, stack: Stack) -> None:
    aki, address = signed_in(person, stack)
    part(aki, "account.factor.title")
    aki.button("account.factor.setUp").click()
    prove(aki, "wrong password 1")
    dialog = aki.page.get_by_role("dialog")
    expect(dialog.get_by_text(aki.words("account.faults.incorrect_password"))).to_be_visible()
    prove(aki)
    expect(aki.page.get_by_role("img", name=aki.words("account.factor.picture"))).to_be_visible()
    secret = aki.page.locator(".secret code").inner_text()
    aki.shot("account-second-factor", whole=True)
    fill(aki, "secondFactor", totp(secret))
    aki.button("account.factor.switchOn").click()
    expect(heading(aki, "account.factor.codes")).to_be_visible()
    recovery = aki.page.locator(".recovery-codes code").first.inner_text()

    phone = person("phone", expected=REFUSED)
    phone.go("/account/sign-in")
    give_password(phone, address)
    expect(heading(phone, "account.secondFactorPage.title")).to_be_visible()
    fill(phone, "secondFactor", "000000")
    phone.button("account.signIn").click()
    expect(phone.page.get_by_text(phone.words("account.faults.incorrect_code"))).to_be_visible()
    phone.shot("account-second-step")
    fill(phone, "secondFactor", recovery)
    phone.button("account.signIn").click()
    wait_until_in(phone)


def totp(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def test_who_would_play_against_oneself_is_told_and_goes_on_as_the_guest(person, stack: Stack) -> None:
    aki, address = signed_in(person, stack, permissions=CLIPBOARD)
    link = invite(aki)
    guest = person("phone", expected=REFUSED)
    guest.go(link)
    guest.button("lobby.join").click()
    Table(guest, "second").wait_for_pieces()
    player = kept(guest, "guest")["player"]
    guest.go("/account/sign-in")
    give_password(guest, address)
    expect(heading(guest, "account.joining.bothSeats.title")).to_be_visible()
    guest.shot("account-both-seats")
    guest.button("account.goOn").click()
    expect(guest.button("levels.beginner")).to_be_visible()
    assert kept(guest, "guest")["player"] == player
    guest.go("/account")
    expect(guest.link("account.signIn")).to_be_visible()


def test_a_recovery_code_brings_the_guest_to_another_browser(person) -> None:
    guest = person("phone")
    guest.go()
    guest.button("levels.beginner").click()
    Table(guest).wait_for_pieces()
    guest.go("/account")
    part(guest, "account.guest.recovery")
    guest.button("account.guest.showCode").click()
    code = guest.page.locator(".secret code").inner_text()
    other = person("phone", expected=REFUSED)
    other.go("/account")
    fill(other, "recovery", "wrong-code")
    other.button("account.guest.useIt").click()
    expect(other.page.get_by_text(other.words("account.faults.wrong-recovery"))).to_be_visible()
    fill(other, "recovery", code)
    other.button("account.guest.useIt").click()
    expect(other.text("account.guest.lead")).to_be_visible()
    assert kept(other, "guest")["player"] == kept(guest, "guest")["player"]


def test_a_bot_and_a_token_for_it_are_made(person, stack: Stack) -> None:
    aki, _ = signed_in(person, stack)
    robot = f"Robot {token_hex(2)}"
    part(aki, "account.programs.title")
    aki.page.get_by_label(aki.words("account.programs.newBot"), exact=True).fill(robot)
    aki.button("account.programs.makeBot").click()
    expect(aki.text("account.programs.madeBot", robot)).to_be_visible()
    aki.page.get_by_role("combobox", name=aki.words("account.programs.as")).select_option(robot)
    fill(aki, "label", "at home")
    aki.button("account.programs.make").click()
    secret = aki.page.locator(".secret code")
    expect(secret).to_have_text(re.compile(r"^gyoji_\S{20,}$"))
    aki.shot("account-programs", whole=True)
    aki.button("account.programs.endOf", "at home").click()
    expect(aki.text("account.programs.noTokens")).to_be_visible()


def test_the_address_and_the_password_are_changed(person, stack: Stack) -> None:
    aki, _ = signed_in(person, stack)
    address = new_address()
    part(aki, "account.email.title")
    fill(aki, "newEmail", address)
    aki.button("account.email.change").click()
    prove(aki)
    fill(aki, "code", mailed_code(stack, address))
    aki.button("account.email.confirm").click()
    expect(aki.text("account.email.now", address)).to_be_visible()
    part(aki, "account.password.title")
    fill(aki, "currentPassword", "wrong password 1")
    fill(aki, "newPassword", NEW_PASSWORD)
    aki.button("account.password.change").click()
    expect(aki.page.get_by_text(aki.words("account.faults.enter_current_password"))).to_be_visible()
    fill(aki, "currentPassword", PASSWORD)
    aki.button("account.password.change").click()
    expect(aki.text("account.password.changed").first).to_be_visible()
    phone = person("phone", expected=REFUSED)
    sign_in(phone, address, NEW_PASSWORD)


def test_a_moderator_signs_in_to_the_desk(person, stack: Stack) -> None:
    make_admin(stack, "desk@example.org")
    admin = person(expected=REFUSED)
    admin.go("/account/sign-in?next=/admin/")
    expect(admin.text("account.signInPage.desk")).to_be_visible()
    give_password(admin, "desk@example.org")
    expect(admin.page).to_have_url(re.compile("/admin/$"))
    assert kept(admin, "account") is None, "who only works here plays as nobody"


def test_a_sign_in_leads_to_no_other_site(person, stack: Stack) -> None:
    aki = person(expected=REFUSED)
    address = new_address()
    sign_up(aki, stack, address)
    sign_out(aki)
    aki.go("/account/sign-in?next=//evil.example/")
    give_password(aki, address)
    wait_until_in(aki)
    assert aki.page.url == f"{stack.url}/account"


@pytest.mark.parametrize(
    ("lang", "size", "scheme"),
    [
        ("en", "phone", "light"),
        ("en", "desktop", "dark"),
        ("ja", "phone", "dark"),
        ("zh-Hans", "phone", "light"),
        ("zh-Hant", "desktop", "light"),
    ],
)
def test_every_screen_of_the_account(person, stack: Stack, lang: str, size: str, scheme: str) -> None:
    visitor = person(size, lang, color_scheme=scheme, expected=REFUSED, url=by_name(stack))
    tour, page = Tour(visitor, scheme), visitor.page
    for path in ("sign-in", "sign-up", "reset"):
        visitor.go(f"/account/{path}")
        expect(page.locator("input").first).to_be_visible()
        tour.look(f"account-{path}")
    visitor.go("/account")
    expect(page.get_by_label(visitor.words("account.fields.recovery"), exact=True)).to_be_visible()
    tour.look("account-nobody")
    visitor.go("/account/sign-in")
    visitor.button("account.signIn").click()
    tour.look("account-refused")
    visitor.go("/account/confirm")
    expect(visitor.link("account.confirmPage.begin")).to_be_visible()
    tour.look("account-nothing")
    visitor.go("/account/provider?error=cancelled")
    expect(visitor.text("account.providers.failures.cancelled")).to_be_visible()
    tour.look("account-not-signed-in")

    visitor.go()
    visitor.button("levels.beginner").click()
    Table(visitor).wait_for_pieces()
    visitor.go("/account")
    for name in ("you.name", "guest.recovery", "archive.title", "erasure.guestTitle"):
        part(visitor, f"account.{name}")
    visitor.button("account.erasure.open").click()
    tour.look("account-guest")

    visitor.go("/account/sign-up")
    address = new_address()
    fill(visitor, "email", address)
    fill(visitor, "password", PASSWORD)
    visitor.button("account.signUp").click()
    expect(visitor.button("account.confirmPage.confirm")).to_be_visible()
    tour.look("account-confirm")
    fill(visitor, "code", mailed_code(stack, address))
    visitor.button("account.confirmPage.confirm").click()
    wait_until_in(visitor)
    tour.look("account-user")
    for name in ("email", "password", "passkeys", "factor", "providers", "devices", "programs"):
        part(visitor, f"account.{name}.title")
    expect(visitor.button("account.passkeys.add")).to_be_visible()
    expect(visitor.button("account.providers.link", NAME)).to_be_visible()
    expect(visitor.button("account.programs.makeBot")).to_be_visible()
    expect(visitor.button("account.devices.everywhere")).to_be_visible()
    tour.look("account-parts")
    assert not tour.wrong, "\n".join(tour.wrong)
