"""What a site tells everybody, and what it fixes for its own."""

from accounts.directory import forget_tenants
from accounts.models import Tenant
from tests.api.conftest import Caller
from tests.api.test_bad_input import refused


def test_a_site_tells_how_it_looks_and_how_one_gets_in(db, settings):
    settings.OIDC_PROVIDERS = [
        {
            "id": "uni",
            "name": "University",
            "server_url": "https://x",
            "client_id": "a",
            "client_secret": "hush",
        }
    ]
    Tenant.objects.filter(slug="default").update(
        branding={"accent": "#7a1f1f"}, languages=["ja"], system_options={"gunjin": {"plane_jump": "none"}}
    )
    forget_tenants()
    assert Caller().get("site") == {
        "slug": "default",
        "name": "Gyoji",
        "registration": "open",
        "languages": ["ja"],
        "systems": [
            {"key": "gunjin", "fixed_options": {"plane_jump": "none"}},
            {"key": "luzhanqi", "fixed_options": {}},
        ],
        "chat": "presets",
        "branding": {"name": "Gyoji", "accent": "#7a1f1f", "background": "", "logo_url": ""},
        "providers": [{"id": "uni", "name": "University"}],
    }


def test_the_rules_page_shows_the_options_a_site_has_fixed(db):
    Tenant.objects.filter(slug="default").update(system_options={"gunjin": {"plane_jump": "none"}})
    forget_tenants()
    asked = 'systems/gunjin?options={"plane_jump":"own_only"}'
    assert Caller().get(asked) == Caller().get('systems/gunjin?options={"plane_jump":"none"}')


def test_a_full_site_says_which_limit_is_reached(first: Caller):
    Tenant.objects.filter(slug="default").update(quota_rooms=0)
    forget_tenants()
    body = refused(first.call("POST", "rooms", {"system": "gunjin", "opponent": "friend"}), "quota-reached")
    assert (body["quota"], body["limit"]) == ("rooms", 0)


def test_an_app_shows_the_client_key_and_not_the_slug(outsider: Caller):
    other = Tenant.objects.get(slug="other")
    app = Caller(token=outsider.token)
    for key, status in ((other.client_key, 200), ("other", 404)):
        assert app.call("GET", "me", X_Gyoji_Tenant=key).status_code == status
