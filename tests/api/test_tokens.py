"""API tokens and scopes: a token opens what it was made for and nothing else; bots act by tokens alone."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.access import Scope
from accounts.bots import MOST_BOTS
from accounts.identity import authenticate
from accounts.models import Membership, Player, Tenant, Token
from accounts.tenancy import tenant_scope
from accounts.tokens import MOST_TOKENS
from tests.api.conftest import Caller, Meeting, guest, sit_down
from tests.api.test_bad_input import UNKNOWN, everything, refused
from tests.support.people import register

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def owner(db) -> Caller:
    """A registered player."""
    player, token = register("Owner")
    return Caller(token=token, name=player.name, player=str(player.id))


def make(caller: Caller, *scopes: str, **more: Any) -> Any:
    return caller.post("account/tokens", {"label": "Program", "scopes": list(scopes), **more})


def program(caller: Caller, *scopes: str, **more: Any) -> Caller:
    """Whoever holds a new token of the caller's."""
    return Caller(token=make(caller, *scopes, **more)["token"], player=caller.player)


def make_bot(owner: Caller, name: str = "Robot") -> Any:
    return owner.post("account/bots", {"name": name})


# --- tokens


def test_a_token_is_shown_once_listed_by_its_beginning_and_revoked(first: Caller):
    made = make(first, "read", "play", days=7)
    assert made["token"].startswith(made["prefix"])
    assert len(made["prefix"]) == 14
    assert (made["scopes"], made["bot"], made["last_used_at"]) == (["play", "read"], None, None)
    assert Caller(token=made["token"]).get("me")["player"] == first.player
    listed = first.get("account/tokens")["tokens"]
    assert [each["id"] for each in listed] == [made["id"]]
    assert "token" not in listed[0]
    assert listed[0]["last_used_at"] is not None
    row = Token.everywhere.get(pk=made["id"])
    assert row.expires_at - row.created_at == pytest.approx(timedelta(days=7), abs=timedelta(minutes=1))
    assert made["token"] not in str(Token.everywhere.filter(pk=row.pk).values())
    assert first.call("DELETE", f"account/tokens/{made['id']}").status_code == 204
    refused(Caller(token=made["token"]).call("GET", "me"), "unauthenticated")
    assert first.get("account/tokens")["tokens"] == []
    refused(first.call("DELETE", f"account/tokens/{made['id']}"), "not-found")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"label": "x", "scopes": []},
        {"label": "", "scopes": ["read"]},
        {"label": "x" * 41, "scopes": ["read"]},
        {"label": "x", "scopes": ["account"]},
        {"label": "x", "scopes": ["everything"]},
        {"label": "x", "scopes": "read"},
        {"label": "x", "scopes": ["read"], "days": 366},
        {"label": "x", "scopes": ["read"], "days": 0},
        {"label": "x", "scopes": ["read"], "bot": "me"},
        {"label": "x", "scopes": ["read"], "kind": "device"},
        {"label": "x", "scopes": ["read"], "player": UNKNOWN},
    ],
)
def test_a_bad_wish_makes_no_token(first: Caller, body: dict[str, Any]):
    before = everything()
    refused(first.call("POST", "account/tokens", body), "bad-request")
    assert everything() == before


def test_another_players_token_is_not_found(first: Caller, second: Caller, outsider: Caller):
    token = make(first, "read")
    for other in (second, outsider):
        refused(other.call("DELETE", f"account/tokens/{token['id']}"), "not-found")
        assert other.get("account/tokens")["tokens"] == []
    refused(outsider.call("GET", "me", Authorization=f"Bearer {token['token']}"), "unauthenticated")
    assert Caller(token=token["token"]).call("GET", "me").status_code == 200


def test_there_is_a_limit_to_tokens_and_to_making_them(first: Caller, settings):
    for _ in range(MOST_TOKENS):
        last = make(first, "read")
    body = refused(first.call("POST", "account/tokens", {"label": "x", "scopes": ["read"]}), "quota-reached")
    assert (body["quota"], body["limit"]) == ("tokens", MOST_TOKENS)
    first.call("DELETE", f"account/tokens/{last['id']}")
    settings.GYOJI = {**settings.GYOJI, "RATE_TOKENS_PER_PLAYER": "1/hour"}
    make(first, "read")
    refused(first.call("POST", "account/tokens", {"label": "x", "scopes": ["read"]}), "rate-limited")


def test_last_use_is_written_every_ten_minutes(first: Caller):
    used = timezone.now() - timedelta(minutes=9)
    Token.everywhere.filter(player=first.player).update(last_used_at=used)
    first.get("me")
    assert Token.everywhere.get(player=first.player).last_used_at == used
    Token.everywhere.filter(player=first.player).update(last_used_at=used - timedelta(minutes=2))
    first.get("me")
    assert Token.everywhere.get(player=first.player).last_used_at > used
    assert Player.everywhere.get(pk=first.player).last_seen_at > used


# --- scopes


def test_the_document_says_who_may_call_what():
    document = Client().get("/api/v1/openapi.json").json()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            access, scope = operation["x-gyoji-access"], operation.get("x-gyoji-scope")
            assert access in {"public", "player", "session"}, (path, method)
            assert (scope is None) == (access != "player"), (path, method)
            if path.startswith("/api/v1/account"):
                assert (access, scope) in {("player", "account"), ("session", None)}, path


def example(parameter: re.Match[str]) -> str:
    return "1" if parameter[0] == "{number}" else UNKNOWN


def lacking(document: Any) -> list[tuple[str, str, str]]:
    """Every operation that asks for a scope, with a path that leads to some handler."""
    return [
        (method.upper(), re.sub(r"\{\w+\}", example, path).removeprefix("/api/v1/"), scope)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if (scope := operation.get("x-gyoji-scope"))
    ]


def test_every_operation_refuses_a_token_with_all_other_scopes(owner: Caller):
    document = Client().get("/api/v1/openapi.json").json()
    others = {
        scope: program(owner, *sorted({"play", "read", "layouts"} - {scope}))
        for scope in ("play", "read", "layouts", "account")
    }
    before = everything()
    walked = 0
    for method, path, scope in lacking(document):
        body = refused(others[scope].call(method, path), "scope-missing")
        assert body["scope"] == scope
        walked += 1
    assert walked > 30
    assert everything() == before


def test_a_token_with_the_scope_may_do_it(first: Caller, meeting: Meeting):
    assert program(first, "read").see(meeting.match)["audience"] == "first"
    refused(program(first, "read").command(meeting.match, "resign"), "scope-missing")
    player = program(first, "play", "read")
    player.lay_out(meeting.match)
    assert program(first, "layouts").get("layouts")["layouts"][0]["is_last"]


def test_a_guests_own_token_may_do_all_but_moderate(first: Caller):
    row = Token.everywhere.get(player=first.player)
    assert set(row.scopes) == {"play", "read", "layouts", "account"}


def test_only_who_works_here_gives_the_scope_to_moderate_and_it_ends_with_the_work(owner: Caller):
    wish = {"label": "x", "scopes": ["moderate"]}
    assert refused(owner.call("POST", "account/tokens", wish), "scope-missing")["scope"] == "moderate"
    player = Player.everywhere.get(pk=owner.player)
    with tenant_scope(player.tenant_id):
        work = Membership.objects.create(user_id=player.user_id, role=Membership.Role.MODERATOR)
    raw = owner.post("account/tokens", wish)["token"]
    assert Scope.MODERATE in scopes_of(raw)
    bot = make_bot(owner)
    refused(owner.call("POST", "account/tokens", {**wish, "bot": bot["player"]}), "scope-missing")
    Membership.everywhere.filter(pk=work.pk).delete()
    assert scopes_of(raw) == frozenset()


def scopes_of(raw_token: str) -> frozenset[str]:
    return authenticate(Tenant.objects.get(slug="default"), raw_token).scopes


# --- bots


def test_a_bot_plays_by_its_token_and_is_shown_as_a_bot(owner: Caller, second: Caller):
    bot = make_bot(owner)
    assert (bot["name"], bot["kind"]) == ("Robot", "bot")
    assert owner.get("account/bots")["bots"] == [bot]
    robot = program(owner, "play", "read", bot=bot["player"])
    assert robot.get("me")["player"] == bot["player"]
    shown = second.see(sit_down(robot, second).match)["seats"][0]["player"]
    assert shown == {"name": "Robot", "kind": "bot", "level": None}
    assert owner.get("account/tokens")["tokens"][0]["bot"] == bot["player"]


def test_a_bot_that_asks_for_its_turns_is_there_and_a_person_may_be_elsewhere(owner: Caller, second: Caller):
    robot = program(owner, "play", "read", bot=make_bot(owner)["player"])
    room = f"rooms/{sit_down(robot, second).slug}"
    watcher = guest("Watcher")

    def there() -> list[bool]:
        return [seat["connected"] for seat in watcher.get(room)["seats"]]

    second.get("me/turns")
    assert there() == [False, False]
    robot.get("me/turns")
    assert there() == [True, False]


def test_guests_have_no_bots(first: Caller):
    before = everything()
    refused(first.call("POST", "account/bots", {"name": "Robot"}), "forbidden")
    assert first.get("account/bots")["bots"] == []
    assert everything() == before


def test_a_bots_token_cannot_act_on_an_account(owner: Caller):
    bot = make_bot(owner)
    robot = program(owner, "play", "read", "layouts", bot=bot["player"])
    refused(robot.call("POST", "account/bots", {"name": "Robot 2"}), "scope-missing")
    refused(robot.call("POST", "account/tokens", {"label": "x", "scopes": ["read"]}), "scope-missing")


def test_another_players_bot_is_not_found(owner: Caller):
    bot = make_bot(owner)
    _player, token = register("Rival")
    rival = Caller(token=token)
    wish = {"label": "x", "scopes": ["play"], "bot": bot["player"]}
    refused(rival.call("POST", "account/tokens", wish), "not-found")
    refused(owner.call("POST", "account/tokens", {**wish, "bot": UNKNOWN}), "not-found")
    assert rival.get("account/bots")["bots"] == []


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "bad-request"), ("owner", "name-taken"), ("moderator", "bad-name"), ("a\u202eb", "bad-name")],
)
def test_a_bots_name_is_a_players_name(owner: Caller, name: str, code: str):
    before = everything()
    refused(owner.call("POST", "account/bots", {"name": name}), code)
    assert everything() == before


def test_there_is_a_limit_to_bots(owner: Caller):
    for number in range(MOST_BOTS):
        make_bot(owner, f"Robot {number}")
    body = refused(owner.call("POST", "account/bots", {"name": "One more"}), "quota-reached")
    assert (body["quota"], body["limit"]) == ("bots", MOST_BOTS)


def test_a_bot_goes_with_its_banned_owner(owner: Caller):
    robot = program(owner, "play", "read", bot=make_bot(owner)["player"])
    Player.everywhere.filter(pk=owner.player).update(banned_until=timezone.now() + timedelta(days=1))
    refused(robot.call("GET", "me"), "banned")
