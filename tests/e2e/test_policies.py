"""The content security policies in a real browser: pages that are not the client's work, and break none."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.e2e


def test_the_page_about_the_api_works_under_its_policy(person) -> None:
    reader = person()
    page = reader.go("/api/docs")
    expect(page.locator(".opblock").first).to_be_visible()
    page.locator(".opblock-summary-control").first.click()
    expect(page.locator(".opblock-body").first).to_be_visible()


def test_the_desks_sign_in_has_its_colours_under_its_policy(person) -> None:
    visitor = person()
    page = visitor.go("/admin/login/")
    expect(page.get_by_role("button")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).getPropertyValue('--color-primary-600')").strip()
