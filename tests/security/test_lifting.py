"""Ways to lift a corner of the cover that other programs left open, each tried by name."""

from __future__ import annotations

import uuid
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

from accounts.directory import forget_tenants
from accounts.models import Tenant
from games.bots import layout_answer, ply_answer
from games.rules.core import Ply, Side
from games.sockets.database import in_database
from tests.support import leaks_scenes as scenes
from tests.support.leaks import assert_blind, names_kind
from tests.support.leaks_seen import Party
from tests.support.leaks_stage import RecordingSocket, Stage, stage

NOWHERE = "00000000-0000-7000-8000-000000000000"


async def begun(made: Stage, world: str) -> tuple[Party, Party, Party]:
    """The first two players and who watches a match in which nothing was played yet, nobody on a socket."""
    await scenes.begun(made, scenes.short(world))
    return made.players()[0], made.players()[1], made.people()[-1]


def stage_of(world: str) -> AbstractAsyncContextManager[Stage]:
    twins = scenes.short(world)
    return stage(twins.options, twins.system)


async def stranger(made: Stage, tenant: str = "") -> Party:
    party = made.seen.parties["stranger"] = Party("stranger", None)
    headers = {"x-gyoji-tenant": tenant} if tenant else {}
    party.token = (await made.http(party, "POST", "players/guest", {}, **headers)).value["token"]
    return party


def answer(entry) -> tuple:
    """What can be told from an answer, but for the address and second of asking, and its random name."""
    headers = sorted(header for header in entry.headers if header[0] not in ("Date", "X-Request-ID"))
    value = entry.value
    if isinstance(value, dict):
        value = {key: each for key, each in value.items() if key != "request_id"}
    return entry.status, value, entry.size, headers


# --- what is shown


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_the_first_events_show_no_piece_to_who_may_not_know_it(world) -> None:
    """From version 0 on, as the initial state of other programs showed all 23."""
    async with stage_of(world) as made:
        first, _, watcher = await begun(made, world)
        own = len(made.seen.layouts.get(first.side, {}))
        for party, known in ((first, own), (watcher, 0)):
            entry = await made.http(party, "GET", f"matches/{made.match}/events?since=0")
            told = [event["d"].get("layout") for event in entry.value["events"]]
            assert sum(len(layout["pieces"]) for layout in told if layout) == known
    assert_blind(made.seen)


# --- what is sent


def lies(ply: list[str]) -> list[dict[str, Any]]:
    """A legal ply, and more about it than a client can know."""
    return [
        {"ply": ply, "kind": "general"},
        {"ply": ply, "result": "attacker"},
        {"ply": ply, "battle": {"winner": "first"}},
        {"ply": [*ply, "general"]},
        {"ply": [[ply[0], "general"], *ply[1:]]},
    ]


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_kinds_and_results_that_a_client_sends_are_refused(world) -> None:
    async with stage_of(world) as made:
        first, *_ = await begun(made, world)
        await made.listen()
        before = (await made.http(first, "GET", f"matches/{made.match}")).value
        for args in lies(before["legal_plies"][0]):
            for by in ("rest", "socket"):
                refused = await made.command(first, "play", args, expect=made.version, by=by)
                assert refused.get("d", refused)["code"] in ("bad-request", "illegal-ply")
        assert (await made.http(first, "GET", f"matches/{made.match}")).value == before
    assert_blind(made.seen)


OFF_THE_BOARD = ("a0 a1", "a99 a1", "g1 a1", " ", "a1 а2", "-1 99", "A1 A2")


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_squares_off_the_board_are_refused_and_crash_nothing(world) -> None:
    async with stage_of(world) as made:
        first, *_ = await begun(made, world)
        for words in OFF_THE_BOARD:
            refused = await made.command(first, "play", {"ply": words.split(" ")}, expect=made.version)
            assert refused["code"] in ("illegal-ply", "bad-request")
        pieces = made.seen.layouts.get(first.side, {})
        somewhere = next(iter(pieces), "a1")
        for wrong in (
            {**pieces, "z9": "mine"},
            {somewhere: "general"},
            {},
            {**pieces, somewhere: "king"},
        ):
            body = {"system": made.system, "options": made.options, "pieces": wrong}
            checked = await made.http(first, "POST", "layouts/check", body)
            assert checked.value["legal"] is False
        seen = await made.http(first, "GET", f"matches/{made.match}")
        assert seen.value["version"] == made.version


@pytest.mark.parametrize("world", scenes.LAID_OUT)
async def test_a_layout_on_the_squares_of_the_other_side_is_refused_as_such(world) -> None:
    async with stage_of(world) as made:
        await made.meet()
        first, second = made.players()[:2]
        pieces = scenes.short(world).layouts
        made.seen.layouts = {side: dict(layout) for side, layout in pieces.items()}
        await made.command(second, "layout.confirm", {"pieces": pieces[second.side]})
        refused = await made.command(first, "layout.confirm", {"pieces": pieces[second.side]})
        assert refused["code"] == "illegal-layout"
        codes = {reason["code"] for reason in refused["reasons"]}
        assert codes in ({"outside_territory", "incomplete"}, {"outside_territory", "empty_station"})


# --- whose it is


@pytest.mark.parametrize("world", ["gunjin", "four"])
async def test_the_secret_of_a_seat_opens_it_once(world) -> None:
    async with stage_of(world) as made:
        await made.meet()
        third, seats = await stranger(made), len(made.players())
        secret = next(word for word, name in made.seen.words.items() if name == "<link>")
        for number in range(1, seats + 1):
            path = f"rooms/{made.slug}/seats/{number}/claim"
            refused = await made.http(third, "POST", path, {"secret": secret})
            assert (refused.status, refused.value["code"]) == (409, "room-full")
        room = await made.http(third, "GET", f"rooms/{made.slug}")
        assert [seat["yours"] for seat in room.value["seats"]] == [False] * seats
        assert [seat["link_secret"] for seat in room.value["seats"]] == [None] * seats


@pytest.mark.parametrize("world", ["gunjin", "four"])
async def test_a_free_seat_opens_to_its_own_secret_only(world) -> None:
    async with stage_of(world) as made:
        first = made.people()[0]
        first.token = (await made.http(first, "POST", "players/guest", {})).value["token"]
        wanted = {"system": made.system, "options": made.options}
        rooms = [(await made.http(first, "POST", "rooms", wanted)).value for _ in range(2)]
        own, *others = [seat["link_secret"] for room in rooms for seat in room["seats"][1:]]
        third = await stranger(made)
        for wrong in ("", "0" * 32, *others, own[:-1], own.upper() + " "):
            path = f"rooms/{rooms[0]['slug']}/seats/2/claim"
            refused = await made.http(third, "POST", path, {"secret": wrong})
            assert refused.value["code"] in ("forbidden", "bad-request")
        looked = await made.http(third, "GET", f"rooms/{rooms[0]['slug']}")
        assert {seat["link_secret"] for seat in looked.value["seats"]} == {None}
        assert looked.value["match"] is None


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_the_token_of_one_seat_gives_no_command_for_the_other(world) -> None:
    async with stage_of(world) as made:
        first, second, watcher = await begun(made, world)
        await made.listen()
        seen = (await made.http(first, "GET", f"matches/{made.match}")).value
        ply = {"ply": seen["legal_plies"][0]}
        for by in ("rest", "socket"):
            for party in (second, watcher):
                refused = await made.command(
                    party, "play", ply, expect=made.version, seat=str(first.side), by=by
                )
                assert refused.get("d", refused)["code"] == "not-your-seat"
            refused = await made.command(second, "play", ply, expect=made.version, by=by)
            assert refused.get("d", refused)["code"] == "not-your-turn"
            refused = await made.command(watcher, "resign", by=by)
            assert refused.get("d", refused)["code"] == "not-your-seat"
        assert (await made.http(first, "GET", f"matches/{made.match}")).value["version"] == made.version
    assert_blind(made.seen)


@pytest.mark.parametrize("tenant", ["", "elsewhere"])
async def test_a_match_one_may_not_watch_answers_as_one_that_does_not_exist(tenant) -> None:
    if tenant:
        await in_database(other_tenant)
    async with stage() as made:
        first = made.people()[0]
        first.token = (await made.http(first, "POST", "players/guest", {})).value["token"]
        room = (await made.http(first, "POST", "rooms", {"system": "gunjin"})).value
        third, headers = await stranger(made, tenant), {"x-gyoji-tenant": tenant} if tenant else {}
        for path in (
            "",
            "?seat=first",
            "/events",
            "/events?wait=1",
            "/record",
            "/record?of=first",
            "/stream",
        ):
            found = [
                await made.http(third, "GET", f"matches/{match}{path}", channel="probe", **headers)
                for match in (room["match"], NOWHERE)
            ]
            assert found[0].status == 404
            assert answer(found[0]) == answer(found[1])
        for kind in ("resign", "claim.abandoned", "layout.withdraw"):
            keys = {"idempotency-key": str(uuid.uuid4()), **headers}
            found = [
                await made.http(third, "POST", f"matches/{match}/commands", {"type": kind}, **keys)
                for match in (room["match"], NOWHERE)
            ]
            assert found[0].status == 404
            assert answer(found[0]) == answer(found[1])
        socket = made.sockets["stranger"] = RecordingSocket(made, third)
        await socket.open()
        await socket.hello(third.token, **({"tenant": tenant} if tenant else {}))
        refused = [
            (await socket.sub(name))["d"]
            for name in (room["match"], room["id"], room["slug"], NOWHERE, "no-such-slug")
        ]
        assert all(each == refused[-1] for each in refused)


def other_tenant() -> None:
    # why the default host moves: a client key that disagrees with the host's tenant is refused
    Tenant.objects.filter(slug="default").update(hosts=["*"])
    Tenant.objects.create(
        slug="elsewhere", name="Elsewhere", client_key="elsewhere", hosts=["elsewhere.example"]
    )
    forget_tenants()


async def test_guessed_slugs_answer_alike() -> None:
    async with stage() as made:
        await in_database(other_tenant)
        first = made.people()[0]
        first.token = (await made.http(first, "POST", "players/guest", {})).value["token"]
        room = (await made.http(first, "POST", "rooms", {"system": "gunjin"})).value
        outsider = await stranger(made, "elsewhere")
        headers = {"x-gyoji-tenant": "elsewhere"}
        found = [
            await made.http(outsider, "GET", f"rooms/{slug}", **headers)
            for slug in (room["slug"], "a" * len(room["slug"]))
        ]
        assert found[0].status == 404
        assert answer(found[0]) == answer(found[1])
        claims = [
            await made.http(
                outsider, "POST", f"rooms/{slug}/seats/2/claim",
                {"secret": room["seats"][1]["link_secret"]}, **headers,
            )
            for slug in (room["slug"], "a" * len(room["slug"]))
        ]  # fmt: skip
        assert claims[0].status == 404
        assert answer(claims[0]) == answer(claims[1])


# --- computers' ids, kinds as words


def test_ids_of_computers_commands_cannot_be_foretold(settings) -> None:
    match = uuid.uuid4()
    ply, layout = Ply("a5", "a4"), scenes.short().layouts[Side.SECOND]

    def ids() -> list[uuid.UUID]:
        answers = (ply_answer(match, "second", 4, ply), layout_answer(match, "second", layout))
        return [answer.command_id for answer in answers]

    before = ids()
    assert ids() == before
    settings.SECRET_KEY = "another deployment"
    assert not set(ids()) & set(before)


def test_kinds_are_found_as_words_and_not_as_parts_of_words() -> None:
    assert all(map(names_kind, ("mine", "There is a general.", "lt_general", "军旗", "敌方上将")))
    assert not any(map(names_kind, ("target", "determined", "9RLEspyVB", "Misspy", "quiet-100")))
