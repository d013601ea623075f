"""Ways to lift a corner of the cover that other programs left open, each tried by name."""

from __future__ import annotations

import uuid

import pytest

from accounts.directory import forget_tenants
from accounts.models import Tenant
from games.bots import layout_answer, ply_answer
from games.rules.core import Ply, Side
from games.sockets.database import in_database
from tests.support import leaks_scenes as scenes
from tests.support.leaks import assert_blind, names_kind
from tests.support.leaks_seen import Party, Seen
from tests.support.leaks_stage import CLIENT_ADDRESS, RecordingSocket, Stage, perform, stage

RECORDED: dict[str, Seen] = {}
NOWHERE = "00000000-0000-7000-8000-000000000000"


async def recorded() -> Seen:
    """One match to its end, played once for all tests of this file that only read."""
    if "match" not in RECORDED:
        RECORDED["match"] = await perform(scenes.short(), scenes.short().layouts, thorough=False, at=[4])
    return RECORDED["match"]


async def begun(made: Stage, *, plies: int = 0) -> tuple[Party, Party, Party]:
    """A match in play, nobody on a socket."""
    twins = scenes.short()
    await made.meet()
    made.seen.layouts = {side: dict(layout) for side, layout in twins.layouts.items()}
    first, second, watcher = made.people()
    for party in (first, second):
        await made.command(party, "layout.confirm", {"pieces": twins.layouts[party.side]})
    await made.fast_forward(twins, plies)
    return first, second, watcher


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


async def test_losses_of_the_other_side_are_a_number() -> None:
    seen = await recorded()
    for name, others in (("first", ["second"]), ("second", ["first"]), ("watch", ["first", "second"])):
        snapshots = [e.value for e in seen.party(name).before_end() if e.channel == "rest match"]
        losses = [snap["view"]["removed"] for snap in snapshots if snap.get("view")]
        assert losses
        assert any(lost[side]["count"] for lost in losses for side in others)
        assert all(lost[side]["kinds"] is None for lost in losses for side in others)


async def test_every_ply_has_one_event_shape_whatever_fought() -> None:
    seen = await recorded()
    for name in ("first", "second", "watch"):
        events = [e.value["d"] for e in seen.party(name).before_end() if e.channel == "stream"]
        plies = [event for event in events if event["type"] == "ply"]
        battles = [event["battle"] for event in plies if event["battle"] is not None]
        assert len(battles) >= 4
        assert len({tuple(battle) for battle in battles}) == 1
        assert len({tuple(key for key in event if key != "legal_plies") for event in plies}) == 1


async def test_legal_plies_are_the_own_ones_on_the_own_turn() -> None:
    seen = await recorded()
    for name in ("first", "second", "watch"):
        for entry in seen.party(name).before_end():
            if entry.channel == "rest match" and entry.status == 200:
                snap = entry.value
                assert bool(snap["legal_plies"]) == (snap["turn"] == name)
            if entry.channel == "stream" and "legal_plies" in entry.value["d"]:
                assert entry.value["d"]["turn"] == name


async def test_the_first_events_show_no_piece_to_who_may_not_know_it() -> None:
    """From version 0 on, as the initial state of other programs showed all 23."""
    async with stage() as made:
        first, _, watcher = await begun(made)
        for party, known in ((first, 23), (watcher, 0)):
            entry = await made.http(party, "GET", f"matches/{made.match}/events?since=0")
            told = [event["d"].get("layout") for event in entry.value["events"]]
            assert sum(len(layout["pieces"]) for layout in told if layout) == known
    assert_blind(made.seen)


async def test_after_the_end_a_replay_from_a_seat_is_what_that_seat_saw() -> None:
    seen = await recorded()
    for name in ("first", "second", "watch"):
        own = [{"v": e.value["v"], **e.value["d"]} for e in seen.party(name).entries if e.channel == "stream"]
        replays = [
            entry.value
            for party in ("first", "second", "watch")
            for entry in seen.party(party).after_end()
            if entry.channel == "rest record" and f"of={name}" in entry.asked
        ]
        assert len(replays) == 3
        assert all(replay["events"] == own for replay in replays)


async def test_nobody_receives_a_network_address() -> None:
    seen = await recorded()
    for party in seen.parties.values():
        for entry in party.entries:
            assert CLIENT_ADDRESS not in str(entry.value) + str(entry.headers), entry


# --- what is sent


LIES = [
    {"ply": ["a1", "a2"], "kind": "general"},
    {"ply": ["a1", "a2"], "result": "attacker"},
    {"ply": ["a1", "a2"], "battle": {"winner": "first"}},
    {"ply": ["a1", "a2", "general"]},
    {"ply": [["a1", "general"], "a2"]},
]


@pytest.mark.parametrize("args", LIES)
@pytest.mark.parametrize("by", ["rest", "socket"])
async def test_kinds_and_results_that_a_client_sends_are_refused(args, by) -> None:
    async with stage() as made:
        first, *_ = await begun(made)
        await made.listen()
        refused = await made.command(first, "play", args, expect=3, by=by)
        assert refused.get("d", refused)["code"] in ("bad-request", "illegal-ply")
        assert (await made.http(first, "GET", f"matches/{made.match}")).value["version"] == 3
    assert_blind(made.seen)


async def test_squares_off_the_board_are_refused_and_crash_nothing() -> None:
    async with stage() as made:
        first, *_ = await begun(made)
        for words in (
            ["a0", "a1"],
            ["a9", "a1"],
            ["g1", "a1"],
            ["", ""],
            ["a1", "а2"],
            ["-1", "99"],
            ["A1", "A2"],
        ):
            refused = await made.command(first, "play", {"ply": words}, expect=3)
            assert refused["code"] in ("illegal-ply", "bad-request")
        pieces = dict(made.seen.layouts[Side.FIRST])
        for wrong in ({**pieces, "z9": "mine"}, {"a1": "general"}, {}, {**pieces, "a1": "king"}):
            checked = await made.http(first, "POST", "layouts/check", {"system": "gunjin", "pieces": wrong})
            assert checked.value["legal"] is False
        assert (await made.http(first, "GET", f"matches/{made.match}")).value["version"] == 3


async def test_a_layout_on_the_squares_of_the_other_side_is_refused_as_such() -> None:
    async with stage() as made:
        await made.meet()
        first, second, _ = made.people()
        pieces = scenes.short().layouts
        made.seen.layouts = {side: dict(layout) for side, layout in pieces.items()}
        await made.command(second, "layout.confirm", {"pieces": pieces[Side.SECOND]})
        refused = await made.command(first, "layout.confirm", {"pieces": pieces[Side.SECOND]})
        assert refused["code"] == "illegal-layout"
        assert {reason["code"] for reason in refused["reasons"]} == {"outside_territory", "incomplete"}


# --- whose it is


async def test_the_secret_of_a_seat_opens_it_once() -> None:
    async with stage() as made:
        await made.meet()
        third = await stranger(made)
        secret = next(word for word, name in made.seen.words.items() if name == "<link>")
        for number in (1, 2):
            path = f"rooms/{made.slug}/seats/{number}/claim"
            refused = await made.http(third, "POST", path, {"secret": secret})
            assert (refused.status, refused.value["code"]) == (409, "room-full")
        room = await made.http(third, "GET", f"rooms/{made.slug}")
        assert [seat["yours"] for seat in room.value["seats"]] == [False, False]
        assert [seat["link_secret"] for seat in room.value["seats"]] == [None, None]


async def test_a_free_seat_opens_to_its_own_secret_only() -> None:
    async with stage() as made:
        first = made.people()[0]
        first.token = (await made.http(first, "POST", "players/guest", {})).value["token"]
        rooms = [(await made.http(first, "POST", "rooms", {"system": "gunjin"})).value for _ in range(2)]
        secrets = [room["seats"][1]["link_secret"] for room in rooms]
        third = await stranger(made)
        for wrong in ("", "0" * 32, secrets[1], secrets[0][:-1], secrets[0].upper() + " "):
            path = f"rooms/{rooms[0]['slug']}/seats/2/claim"
            refused = await made.http(third, "POST", path, {"secret": wrong})
            assert refused.value["code"] in ("forbidden", "bad-request")
        looked = await made.http(third, "GET", f"rooms/{rooms[0]['slug']}")
        assert [seat["link_secret"] for seat in looked.value["seats"]] == [None, None]
        assert looked.value["match"] is None


async def test_the_token_of_one_seat_gives_no_command_for_the_other() -> None:
    twins = scenes.short()
    async with stage() as made:
        first, second, watcher = await begun(made)
        await made.listen()
        ply = {"ply": list(twins.plies[0])}
        for by in ("rest", "socket"):
            for party in (second, watcher):
                refused = await made.command(party, "play", ply, expect=3, seat="first", by=by)
                assert refused.get("d", refused)["code"] == "not-your-seat"
            refused = await made.command(second, "play", ply, expect=3, by=by)
            assert refused.get("d", refused)["code"] == "not-your-turn"
            refused = await made.command(watcher, "resign", by=by)
            assert refused.get("d", refused)["code"] == "not-your-seat"
        assert (await made.http(first, "GET", f"matches/{made.match}")).value["version"] == 3
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


# --- repeats, layouts


async def test_an_abandoned_layout_phase_shows_nobody_the_layout_of_another() -> None:
    await scenes.layout_phase()


async def test_a_command_of_the_other_side_sent_again_opens_nothing() -> None:
    await scenes.repeated_commands()


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
