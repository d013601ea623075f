"""Bot accounts: shown as bots wherever a player is shown, and deleted as accounts are."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.bots import MOST_BOTS
from accounts.models import Player, Token
from games.models import Match, Seat
from tests.api.conftest import Caller, Meeting, sit_down
from tests.api.test_bad_input import UNKNOWN, everything, refused
from tests.support.people import register

pytestmark = pytest.mark.django_db(transaction=True)


def person(name: str) -> Caller:
    player, token = register(name)
    return Caller(token=token, name=player.name, player=str(player.id))


@pytest.fixture
def owner(db) -> Caller:
    return person("Owner")


def make_bot(owner: Caller, name: str = "Robot") -> str:
    return owner.post("account/bots", {"name": name})["player"]


def program(owner: Caller, bot: str) -> Caller:
    """The bot, by a token that can do all a bot's token can."""
    wish = {"label": "Program", "scopes": ["play", "read", "layouts"], "bot": bot}
    return Caller(token=owner.post("account/tokens", wish)["token"], player=bot)


def erase(owner: Caller, bot: str) -> Any:
    return owner.call("DELETE", f"account/bots/{bot}")


def play(first: Caller, second: Caller) -> Meeting:
    """A match that first is to play in."""
    meeting = sit_down(first, second)
    first.lay_out(meeting.match)
    second.lay_out(meeting.match)
    return meeting


# --- deleting one


def test_a_deleted_bot_resigns_and_stays_nameless_in_its_opponents_history(owner: Caller, second: Caller):
    bot = make_bot(owner)
    robot = program(owner, bot)
    over, running = play(robot, second), play(second, robot)
    robot.done(robot.command(over.match, "resign"))
    laid_out = sit_down(robot, second)
    robot.post(
        "layouts", {"system": "gunjin", "name": "Mine", "pieces": robot.see(over.match)["layout"]["pieces"]}
    )

    assert erase(owner, bot).status_code == 204

    refused(robot.call("GET", "me"), "unauthenticated")
    assert owner.get("account/bots")["bots"] == []
    assert owner.get("account/tokens")["tokens"] == []
    row = Player.everywhere.get(pk=bot)
    assert row.name.startswith("Deleted ")
    assert (row.kind, row.owner, row.deleted_at is not None) == ("bot", None, True)
    ends = {str(match.pk): match.outcome for match in Match.everywhere.all()}
    assert ends[running.match] == {"winners": ["first"], "termination": "resigned"}
    assert ends[laid_out.match] == {"winners": [], "termination": "abandoned"}
    assert not Seat.everywhere.filter(player=row).exists()
    lines = second.get("me/matches")["matches"]
    assert {over.match, running.match} <= {line["match"] for line in lines}
    opponents = [each for line in lines for each in line["opponents"]]
    assert all((each["name"], each["kind"]) == (row.name, "bot") for each in opponents)
    assert "Robot" not in second.call("GET", f"matches/{over.match}/record").content.decode()


def test_its_name_is_free_again(owner: Caller):
    bot = make_bot(owner)
    assert erase(owner, bot).status_code == 204
    assert make_bot(owner) != bot


def test_a_bot_that_nobody_met_leaves_nothing(owner: Caller):
    bot = make_bot(owner)
    program(owner, bot)
    assert erase(owner, bot).status_code == 204
    assert not Player.everywhere.filter(pk=bot).exists()
    assert not Token.everywhere.filter(player=bot).exists()


def test_only_an_own_bot_is_found(owner: Caller, first: Caller, outsider: Caller):
    bot, rival = make_bot(owner), person("Rival")
    before = everything()
    for caller in (rival, first, outsider):
        refused(erase(caller, bot), "not-found")
    for nobodys in (owner.player, rival.player, first.player, UNKNOWN, "robot"):
        refused(erase(owner, nobodys), "not-found")
    assert everything() == before
    assert erase(owner, bot).status_code == 204
    refused(erase(owner, bot), "not-found")


def test_a_bot_deletes_nobody(owner: Caller):
    bot = make_bot(owner)
    robot = program(owner, bot)
    other = make_bot(owner, "Robot 2")
    for each in (bot, other):
        refused(erase(robot, each), "scope-missing")
    assert len(owner.get("account/bots")["bots"]) == 2


def test_the_place_of_a_deleted_bot_is_free_but_making_is_limited(owner: Caller, settings):
    bots = [make_bot(owner, f"Robot {number}") for number in range(MOST_BOTS)]
    refused(owner.call("POST", "account/bots", {"name": "One more"}), "quota-reached")
    erase(owner, bots[0])
    make_bot(owner, "One more")
    settings.GYOJI = {**settings.GYOJI, "RATE_BOTS_PER_PLAYER": "1/hour"}
    erase(owner, bots[1])
    make_bot(owner, "Two more")
    erase(owner, bots[2])
    refused(owner.call("POST", "account/bots", {"name": "Three more"}), "rate-limited")


# --- being known as one


def shown(value: Any, name: str) -> list[Any]:
    """Every object in an answer that shows the player of this name."""
    if isinstance(value, list):
        return [found for each in value for found in shown(each, name)]
    if not isinstance(value, dict):
        return []
    inner = [found for each in value.values() for found in shown(each, name)]
    return [*inner, value] if value.get("name") == name else inner


def test_wherever_a_player_is_shown_a_bot_is_seen_to_be_one(owner: Caller, second: Caller):
    robot = program(owner, make_bot(owner))
    meeting = sit_down(robot, second, chat="presets")
    robot.post(f"rooms/{meeting.slug}/chat", {"preset": "hello"})
    robot.lay_out(meeting.match)
    second.lay_out(meeting.match)
    robot.play(meeting.match)
    looks = [f"rooms/{meeting.slug}", f"rooms/{meeting.slug}/chat", f"matches/{meeting.match}"]
    looks += [f"matches/{meeting.match}/record", "me/matches"]
    assert robot.get("me")["kind"] == "bot"
    seen = {path: second.get(path) for path in looks}
    robot.done(robot.command(meeting.match, "resign"))
    seen["over"] = second.get(f"matches/{meeting.match}/record")
    seen["own"] = owner.get("account/bots")
    for path, answer in seen.items():
        kinds = [each["kind"] for each in shown(answer, "Robot")]
        assert kinds, path
        assert set(kinds) == {"bot"}, path
