"""Signing in without a password: by a passkey, and by another site."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from bench.stack import Stack
from tests.e2e.axe import violations
from tests.e2e.people import Person
from tests.e2e.test_account import (
    REFUSED,
    box,
    by_name,
    fill,
    give_password,
    heading,
    new_address,
    part,
    prove,
    sign_out,
    sign_up,
    signed_in,
    wait_until_in,
)
from tests.support.provider import AGREE, NAME, REFUSE, Provider, claims

pytestmark = pytest.mark.e2e
PHONE: dict[str, Any] = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def give_authenticator(person: Person) -> CDPSession:
    """A phone's, whose owner shows a finger whenever it is asked for; as long as the session lasts."""
    devtools = person.context.new_cdp_session(person.page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": PHONE})
    return devtools


def test_a_passkey_is_added_signs_in_is_a_second_step_and_is_removed(person, stack: Stack) -> None:
    aki = person("phone", expected=REFUSED, url=by_name(stack))
    address = new_address()
    sign_up(aki, stack, address)
    devtools = give_authenticator(aki)
    part(aki, "account.passkeys.title")
    fill(aki, "passkeyName", "My phone")
    aki.button("account.passkeys.add").click()
    prove(aki)
    expect(aki.text("account.passkeys.added")).to_be_visible()
    expect(heading(aki, "account.factor.codes")).to_be_visible()
    aki.button("account.passkeys.renameOf", "My phone").click()
    name = box(aki, "passkeyName").first
    expect(name).to_be_focused()
    name.fill("Old phone")
    aki.shot("account-passkeys")
    wrong = violations(aki.page, devtools)
    aki.page.get_by_role("form", name=aki.words("account.passkeys.renameOf", "My phone")).get_by_role(
        "button", name=aki.words("account.save")
    ).click()
    expect(aki.text("account.passkeys.renamed", "Old phone")).to_be_visible()
    sign_out(aki)

    aki.go("/account/sign-in")
    aki.button("account.passkeys.signIn").click()
    wait_until_in(aki)
    sign_out(aki)

    aki.go("/account/sign-in")
    give_password(aki, address)
    expect(heading(aki, "account.secondFactorPage.title")).to_be_visible()
    expect(box(aki, "secondFactor")).to_be_visible()
    aki.shot("account-second-step-passkey")
    wrong += violations(aki.page, devtools)
    aki.button("account.passkeys.use").click()
    wait_until_in(aki)

    part(aki, "account.passkeys.title")
    aki.button("account.passkeys.removeOf", "Old phone").click()
    expect(aki.in_dialog("account.passkeys.use")).to_be_visible()
    aki.shot("account-proof")
    wrong += violations(aki.page, devtools)
    aki.in_dialog("account.passkeys.use").click()
    expect(aki.text("account.passkeys.removed")).to_be_visible()
    expect(aki.text("account.passkeys.none")).to_be_visible()
    assert not wrong, "\n".join(wrong)


def test_another_site_signs_in_is_declined_linked_and_unlinked(
    person, stack: Stack, provider: Provider
) -> None:
    address = new_address()
    provider.claims = claims(address, verified=True, sub=address)
    mio = person(expected=REFUSED)
    mio.go("/account/sign-in?next=/layouts")
    mio.button("account.providers.signInWith", NAME).click()
    mio.page.get_by_role("link", name=REFUSE).click()
    expect(mio.text("account.providers.failures.cancelled")).to_be_visible()
    mio.link("account.signIn").click()
    mio.button("account.providers.signInWith", NAME).click()
    mio.page.get_by_role("link", name=AGREE).click()
    expect(mio.page).to_have_url(f"{stack.url}/layouts")
    mio.go("/account")
    part(mio, "account.providers.title")
    expect(mio.button("account.providers.unlinkOf", NAME)).to_be_visible()
    mio.shot("account-other-sites", whole=True)
    mio.button("account.providers.unlinkOf", NAME).click()
    expect(mio.text("account.faults.no_password")).to_be_visible()

    aki, address = signed_in(person, stack, "phone")
    provider.claims = claims("private@example.org", verified=False, sub=f"of {address}")
    part(aki, "account.providers.title")
    aki.button("account.providers.link", NAME).click()
    prove(aki)
    aki.page.get_by_role("link", name=AGREE).click()
    expect(aki.text("account.providers.linked")).to_be_visible()
    part(aki, "account.providers.title")
    aki.button("account.providers.unlinkOf", NAME).click()
    expect(aki.text("account.providers.unlinked", NAME)).to_be_visible()
