"""What tenants decide for themselves, and how requests find them."""

import pytest
from django.core.exceptions import ValidationError

from accounts.directory import forget_tenants, resolve_tenant
from accounts.errors import NotFound, RateLimited
from accounts.identity import Actor
from accounts.limits import spend
from accounts.models import Tenant
from accounts.policy import check_branding, check_languages, check_rates
from games.models import Room
from games.rooms import NewRoom, create_room
from games.rules.core import RuleViolation
from tests.support.rooms import make_tenant

# --- which tenant


@pytest.fixture
def club(db) -> Tenant:
    return make_tenant(hosts=["club.example"])


@pytest.fixture
def other(db) -> Tenant:
    return make_tenant(hosts=["other.example"])


def test_a_host_or_a_client_key_names_the_tenant(club: Tenant, other: Tenant):
    assert resolve_tenant("club.example") == club
    assert resolve_tenant("unknown.example", club.client_key) == club
    assert resolve_tenant("club.example", club.client_key) == club


def test_a_key_of_another_tenant_opens_nothing_on_this_host(club: Tenant, other: Tenant):
    with pytest.raises(NotFound):
        resolve_tenant("club.example", other.client_key)


def test_a_slug_is_no_key_but_for_the_default_tenant(club: Tenant):
    default, _ = Tenant.objects.get_or_create(slug="default", defaults={"name": "Gyoji", "hosts": ["*"]})
    forget_tenants()
    assert resolve_tenant("app.example", "default") == default
    with pytest.raises(NotFound):
        resolve_tenant("app.example", club.slug)


def test_a_suspended_tenant_is_not_there(club: Tenant):
    Tenant.objects.filter(pk=club.pk).update(is_active=False)
    with pytest.raises(NotFound):
        resolve_tenant("app.example", club.client_key)


# --- what it may write


@pytest.mark.parametrize(
    "branding",
    [
        {},
        {"name": "Club", "accent": "#7a1f1f", "background": "#FFFFFF", "logo_url": "https://x.example/a.svg"},
        {"logo_url": "/logo.svg", "accent": ""},
    ],
)  # fmt: skip
def test_brandings(branding: object):
    check_branding(branding)


@pytest.mark.parametrize(
    "branding",
    [
        [], "x", {"css": "x"}, {"name": 3}, {"name": "x" * 81},
        {"accent": "red"}, {"accent": "#fff"}, {"background": "#7a1f1f;}body{}"}, {"accent": "#7a1f1f\n"},
        {"logo_url": "http://x.example/a.svg"}, {"logo_url": "//x.example/a.svg"},
        {"logo_url": "javascript:x"},
        {"logo_url": "data:image/svg+xml,x"}, {"logo_url": 'https://x.example/"onload="'},
        {"logo_url": "https://"},
        {"logo_url": "https://[x"}, {"logo_url": "/\\x.example"},
    ],
)  # fmt: skip
def test_brandings_that_could_carry_more_than_a_look_are_refused(branding: object):
    with pytest.raises(ValidationError):
        check_branding(branding)


@pytest.mark.parametrize("languages", [{}, "ja", ["Japanese"], [3], ["ja", ""], ["ja_JP"]])
def test_bad_languages_are_refused(languages: object):
    check_languages([])
    check_languages(["en", "ja", "zh-Hans", "pt-BR"])
    with pytest.raises(ValidationError):
        check_languages(languages)


@pytest.mark.parametrize(
    "rates",
    [
        [], {"RATE_ROOMS_PER_PLAYER": "often"}, {"RATE_ROOMS_PER_PLAYER": 3}, {"RATE_NOTHING": "1/day"},
        {"ROOM_IDLE_MINUTES": "1/day"}, {"RATE_REQUESTS_PER_ADDRESS": "1/day"},
    ],
)  # fmt: skip
def test_bad_rates_are_refused(rates: object):
    check_rates({"RATE_ROOMS_PER_PLAYER": "5/minute"})
    with pytest.raises(ValidationError):
        check_rates(rates)


def test_a_tenants_own_rate_counts_instead(valkey, club: Tenant, other: Tenant):
    club.rates = {"RATE_ROOMS_PER_PLAYER": "1/hour"}
    spend("RATE_ROOMS_PER_PLAYER", "somebody", club)
    with pytest.raises(RateLimited):
        spend("RATE_ROOMS_PER_PLAYER", "somebody", club)
    spend("RATE_ROOMS_PER_PLAYER", "somebody", other)


def test_fixed_options_win_over_what_a_player_asks(first: Actor):
    first.tenant.system_options = {"gunjin": {"plane_jump": "none"}}
    asked = {"plane_jump": "own_only", "quiet_draw": 50}
    room = create_room(first, NewRoom(system="gunjin", options=asked))
    assert (room.options["plane_jump"], room.options["quiet_draw"]) == ("none", 50)


def test_fixed_options_that_do_not_exist_open_no_room(first: Actor):
    first.tenant.system_options = {"gunjin": {"nosuch": 1}}
    with pytest.raises(RuleViolation):
        create_room(first, NewRoom(system="gunjin"))
    assert not Room.everywhere.filter(tenant=first.tenant).exists()
