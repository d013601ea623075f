"""The proof that these tests can fail: redaction is broken on purpose, once per channel, and a scene is red.

Each break is what a slip in that place would do. The scenes are those of the other files here.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction

from config import logs
from games import bots, chat, layouts, publish, queries, redaction, referee, rooms
from games.admin.rooms import MatchPages
from games.api import events as api_events
from games.api import matches as api_matches
from games.api.endpoint import in_reader
from games.errors import CommandIdReused
from games.events import Audience, EventType
from games.models import ChatMessage, Match, MatchEvent, MatchSeat, Room, SavedLayout, Thought
from games.referee import Receipt, laying, playing, table
from games.rules.core import IllegalPly, RuleViolation, Side
from games.rules.gunjin.kinds import KINDS
from games.rules.gunjin.position import Position
from games.sockets import attendance, conversation, subscriptions
from tests.support import leaks_behind as behind
from tests.support import leaks_scenes as scenes

Patch = pytest.MonkeyPatch
FIRST, SECOND = Side.FIRST, Side.SECOND
VARIANTS = [world for world in scenes.WORLDS if world != "gunjin"]
OTHER = {FIRST: SECOND, SECOND: FIRST, None: SECOND}
OTHER |= {Side.SOUTH: Side.EAST, Side.EAST: Side.SOUTH, Side.NORTH: Side.WEST, Side.WEST: Side.NORTH}


# --- what slips show


def whole_event(match: Match, event: MatchEvent, audience: Audience, *, revealed: bool = False) -> Any:
    """An event whose ruling is shown as after the end."""
    data = redaction.event_data(match, event, audience)
    if event.sealed_ruling is not None:
        data |= match.rules.redact_ruling(event.sealed_ruling, match.options, audience.side, revealed=True)
    return data


def whole_events(seen: queries.SeenMatch, since: int) -> Any:
    with queries.tenant_scope(seen.match.tenant_id):
        rows = MatchEvent.objects.filter(match_id=seen.match.id, version__gt=since).order_by("version")
        return [{"v": row.version, "d": whole_event(seen.match, row, seen.audience)} for row in rows]


def all_hidden(match: Match) -> Any:
    """Every layout, and what the server dealt."""
    return [match.sealed_deal, *(seat.sealed_layout for seat in MatchSeat.everywhere.filter(match=match))]


def kind_at(match: Match, square: str) -> str:
    return match.sealed().pieces[square].kind


# --- REST


def snapshot_whole(patch: Patch) -> None:
    def broken(seen):
        data = redaction.snapshot(seen.match, seen.seats, seen.audience, epoch=1)
        if seen.match.sealed_position:
            view = seen.match.rules.redact(seen.match.sealed(), seen.audience.side, revealed=True)
            data["view"] = view.to_json()
        return data

    patch.setattr(queries, "match_snapshot", broken)


def snapshot_with_the_layout_of_another_seat(patch: Patch) -> None:
    real = redaction._own_layout

    def broken(match, seats, asked):
        return real(match, seats, Audience(OTHER[asked.side]))

    patch.setattr(redaction, "_own_layout", broken)


def snapshot_reveals_before_the_end(patch: Patch) -> None:
    def broken(match, seats):
        return {seat.side: {"layout": seat.sealed_layout, "salts": seat.sealed_salts} for seat in seats}

    patch.setattr(redaction, "reveal_data", broken)


def snapshot_with_salts(patch: Patch) -> None:
    real = redaction._seat_data
    patch.setattr(redaction, "_seat_data", lambda seat: {**real(seat), "proof": seat.sealed_salts})


def snapshot_with_the_sealed_position(patch: Patch) -> None:
    real = queries.match_snapshot
    patch.setattr(queries, "match_snapshot", lambda seen: {**real(seen), "state": seen.match.sealed_position})


def pieces_ordered_by_kind(patch: Patch) -> None:
    real = redaction._view_data

    def broken(match, audience):
        data = real(match, audience)
        data["view"]["pieces"].sort(key=lambda piece: KINDS.index(kind_at(match, piece["square"])))
        return data

    patch.setattr(redaction, "_view_data", broken)


def ids_made_of_kinds(patch: Patch) -> None:
    real = redaction._view_data

    def broken(match, audience):
        data = real(match, audience)
        for piece in data["view"]["pieces"]:
            piece["id"] = KINDS.index(kind_at(match, piece["square"]))
        return data

    patch.setattr(redaction, "_view_data", broken)


def a_counter_of_material(patch: Patch) -> None:
    real = redaction._view_data

    def broken(match, audience):
        data = real(match, audience)
        pieces = match.sealed().pieces.values()
        data["view"]["strength"] = {
            side: sum(KINDS.index(piece.kind) for piece in pieces if piece.side is side)
            for side in (FIRST, SECOND)
        }
        return data

    patch.setattr(redaction, "_view_data", broken)


def events_whole(patch: Patch) -> None:
    patch.setattr(queries, "events_since", whole_events)


def long_poll_whole(patch: Patch) -> None:
    real = api_events._wait_for_events

    async def broken(reader):
        await real(reader)
        return await in_reader(whole_events)(reader.seen, reader.since)

    patch.setattr(api_events, "_wait_for_events", broken)


def stream_whole(patch: Patch) -> None:
    real = api_events._lines

    async def broken(reader):
        async for line in real(reader):
            version = json.loads(line)["v"] if line.strip() else 0
            for event in await in_reader(whole_events)(reader.seen, version - 1):
                if event["v"] == version:
                    yield json.dumps(event) + "\n"

    patch.setattr(api_events, "_lines", broken)


def command_answer_whole(patch: Patch) -> None:
    def broken(match, event, side):
        return {"v": event.version, "d": whole_event(match, event, Audience(side))}

    patch.setattr(queries, "applied_event", broken)


def record_not_guarded(patch: Patch) -> None:
    real = queries.match_record

    def broken(seen, *, view_of=None):
        seen.match.phase = Match.Phase.OVER
        return real(seen, view_of=view_of)

    patch.setattr(queries, "match_record", broken)


def record_of_another_audience(patch: Patch) -> None:
    real = queries.match_record

    def broken(seen, *, view_of=None):
        return real(replace(seen, audience=view_of or seen.audience), view_of=view_of)

    patch.setattr(queries, "match_record", broken)


def record_of_a_layout_phase(patch: Patch) -> None:
    real = queries.match_record

    def broken(seen, *, view_of=None):
        if view_of is not None and seen.match.is_over:
            seen = replace(seen, audience=view_of)
        return real(seen, view_of=view_of)

    patch.setattr(queries, "match_record", broken)


def seat_not_checked(patch: Patch) -> None:
    real = queries._audience
    patch.setattr(
        queries, "_audience", lambda *args: Audience(args[3]) if args[3] is not None else real(*args)
    )


def deductions_of_the_truth(patch: Patch) -> None:
    """One that looks at the layout it is to be guessed."""
    real = queries.deductions_data

    def broken(match, seat, events):
        data = real(match, seat, events)
        layouts = {
            square: kind
            for other in MatchSeat.everywhere.filter(match=match)
            for square, kind in (other.sealed_layout or {}).items()
        }
        for piece in data["pieces"]:
            piece["kinds"] = [layouts[piece["origin"]]]
        return data

    patch.setattr(queries, "deductions_data", broken)


def deductions_of_another_seat(patch: Patch) -> None:
    real = queries.deductions_data

    def broken(match, seat, events):
        other = MatchSeat.everywhere.filter(match=match).exclude(pk=seat.pk).get()
        return real(match, other, events)

    patch.setattr(queries, "deductions_data", broken)


def thoughts_not_guarded(patch: Patch) -> None:
    def broken(match, thoughts):
        del match
        return [{"number": each.number, "side": each.side, **each.sealed_thinking} for each in thoughts]

    patch.setattr(queries, "thoughts_data", broken)


def snapshot_with_thoughts(patch: Patch) -> None:
    real = queries.match_snapshot

    def broken(seen):
        thoughts = Thought.everywhere.filter(match=seen.match)
        return {**real(seen), "thoughts": [thought.sealed_thinking for thought in thoughts]}

    patch.setattr(queries, "match_snapshot", broken)


def history_with_layouts(patch: Patch) -> None:
    real = queries.history_line
    patch.setattr(
        queries,
        "history_line",
        lambda seat: {**real(seat), "seats": [each.sealed_layout for each in seat.match.seats.all()]},
    )


def turns_with_layouts(patch: Patch) -> None:
    real = queries.turns

    def broken(actor):
        lines = real(actor)
        for line in lines:
            seats = MatchSeat.everywhere.filter(match=line["match"])
            line["seats"] = [each.sealed_layout for each in seats]
        return lines

    patch.setattr(queries, "turns", broken)


def room_with_layouts(patch: Patch) -> None:
    real = queries.room_data

    def broken(actor, room, seats, match):
        rows = MatchSeat.everywhere.filter(match=match)
        return {**real(actor, room, seats, match), "layouts": [row.sealed_layout for row in rows]}

    patch.setattr(queries, "room_data", broken)


def saved_layouts_of_others(patch: Patch) -> None:
    patch.setattr(layouts, "saved_layout", lambda actor, layout_id: SavedLayout.everywhere.get(pk=layout_id))


def etag_of_the_position(patch: Patch) -> None:
    real = api_matches.etag_of
    patch.setattr(
        api_matches,
        "etag_of",
        lambda match: real(match)[:-1] + f"-{sum(map(ord, match.sealed_position)) % 9973}" + '"',
    )


def refusal_names_the_piece(patch: Patch) -> None:
    real = Position._read

    def broken(self, ply, side):
        try:
            return real(self, ply, side)
        except IllegalPly as error:
            piece = self.pieces.get(ply[0]) if ply else None
            raise IllegalPly(f"{error.detail} There is a {piece.kind if piece else 'gap'}.") from error

    patch.setattr(Position, "_read", broken)


def refusal_depends_on_the_piece(patch: Patch) -> None:
    real = Position._read

    def broken(self, ply, side):
        try:
            return real(self, ply, side)
        except IllegalPly as error:
            piece = self.pieces.get(ply[0]) if ply else None
            moves = piece is not None and piece.kind not in ("mine", "flag", "engineer", "plane")
            raise IllegalPly("Not so." if moves else "It cannot do that.") from error

    patch.setattr(Position, "_read", broken)


def a_check_that_comes_too_early(patch: Patch) -> None:
    """The rules are asked before the turn and the seat are checked: the code of the refusal tells."""
    real = referee._held_seat

    def broken(table, actor, side):
        if side is not None:
            for seat in table.seats:
                if (
                    seat.side == side
                    and seat.sealed_layout
                    and "mine" in list(seat.sealed_layout.values())[:5]
                ):
                    raise RuleViolation("No.")
        return real(table, actor, side)

    patch.setattr(referee, "_held_seat", broken)


def repeat_answered_to_anyone(patch: Patch) -> None:
    def broken(table, seat, command):
        event = MatchEvent.objects.filter(match=table.match, command_id=command.command_id).first()
        if event is None:
            return None
        if event.command_digest != command.digest():
            raise CommandIdReused
        return Receipt(table.match, event, Side(event.side), table.match.version, repeated=True)

    patch.setattr(referee, "_repeat", broken)


# --- what is stored for everybody


def layout_confirmed_in_public(patch: Patch) -> None:
    real = laying._layout_happening

    def broken(event, seat):
        made = real(event, seat)
        return replace(made, public={**made.public, **made.private[seat.as_side]})

    patch.setattr(laying, "_layout_happening", broken)


def withdrawn_layout_in_public(patch: Patch) -> None:
    real = laying._layout_happening

    def broken(event, seat):
        made = real(event, seat)
        if event is not EventType.LAYOUT_WITHDRAWN:
            return made
        return replace(made, public={**made.public, "draft": seat.sealed_layout})

    patch.setattr(laying, "_layout_happening", broken)


def kept_layout_in_public(patch: Patch) -> None:
    """Of a match that ended before play, where the others go on in a new one."""
    real = rooms.take_over_layouts

    def broken(table, unplayed, now):
        kept = real(table, unplayed, now)
        return [replace(made, public={**made.public, **made.private[made.side]}) for made in kept]

    patch.setattr(rooms, "take_over_layouts", broken)


def legal_plies_for_the_wrong_side(patch: Patch) -> None:
    real = table.next_plies

    def broken(match, position):
        return {side: data for data in real(match, position).values() for side in (FIRST, SECOND)}

    for module in (laying, playing):
        patch.setattr(module, "next_plies", broken)


# --- what the server deals


def deal_beside_its_commitments(patch: Patch) -> None:
    real = redaction.snapshot

    def broken(match, seats, audience, *, epoch):
        return {**real(match, seats, audience, epoch=epoch), "dealt": match.sealed_deal}

    patch.setattr(queries, "snapshot", broken)


def deal_told_when_play_begins(patch: Patch) -> None:
    real = laying._start

    def broken(table, now):
        started, *more = real(table, now)
        return [replace(started, public={**started.public, "deal": table.match.sealed_deal}), *more]

    patch.setattr(laying, "_start", broken)


def face_down_pieces_in_an_order_of_kinds(patch: Patch) -> None:
    real = redaction._view_data

    def broken(match, audience):
        data = real(match, audience)
        data["view"]["pieces"].sort(key=lambda piece: (piece["kind"] or "", kind_at(match, piece["square"])))
        return data

    patch.setattr(redaction, "_view_data", broken)


def plies_that_know_what_lies_face_down(patch: Patch) -> None:
    """Turning up is offered as the deal would have it."""
    real = table.next_plies

    def broken(match, position):
        told = real(match, position)
        for data in told.values():
            data["legal_plies"].sort(key=lambda ply: position.pieces[ply[0]].code)
        return told

    for module in (laying, playing):
        patch.setattr(module, "next_plies", broken)


# --- sockets and channel layer


def socket_snapshot_whole(patch: Patch) -> None:
    def broken(seen):
        data = redaction.snapshot(seen.match, seen.seats, seen.audience, epoch=1)
        if seen.match.sealed_position:
            view = seen.match.rules.redact(seen.match.sealed(), seen.audience.side, revealed=True)
            data["view"] = view.to_json()
        return data

    patch.setattr(subscriptions, "match_snapshot", broken)


def missed_events_whole(patch: Patch) -> None:
    patch.setattr(subscriptions, "events_since", whole_events)


def frames_whole(patch: Patch) -> None:
    def broken(match, event, audience):
        return {"v": event.version, "d": whole_event(match, event, audience)}

    patch.setattr(publish, "event_frame", broken)


def frame_of_a_seat_to_the_spectators(patch: Patch) -> None:
    real = publish.event_frame
    patch.setattr(
        publish,
        "event_frame",
        lambda match, event, audience: real(match, event, Audience(audience.side or FIRST)),
    )


def frame_of_a_seat_to_the_spectators_of_four(patch: Patch) -> None:
    real = publish.event_frame
    patch.setattr(
        publish,
        "event_frame",
        lambda match, event, audience: real(match, event, Audience(audience.side or Side.SOUTH)),
    )


def frames_of_the_seats_exchanged(patch: Patch) -> None:
    real = publish.event_frame
    patch.setattr(
        publish,
        "event_frame",
        lambda match, event, audience: real(match, event, Audience(OTHER[audience.side])),
    )


def ruling_beside_the_frame(patch: Patch) -> None:
    """The socket forwards the frame only, but it lies in the channel layer for whoever reads that."""
    real = publish.event_message

    def broken(match, event, audience, epoch):
        return {**real(match, event, audience, epoch), "ruling": json.dumps(event.sealed_ruling)}

    patch.setattr(publish, "event_message", broken)


def one_more_message_for_some_kinds(patch: Patch) -> None:
    """Sockets leave out what they have, but the layer carries it twice."""
    real = referee.publish_on_commit

    def broken(match, seats, events):
        real(match, seats, events)
        battle = (events[0].sealed_ruling or {}).get("battle")
        if battle is not None and battle["pieces"]["second"] in scenes.told_apart():
            real(match, seats, events)

    patch.setattr(referee, "publish_on_commit", broken)


def longer_frames_for_some_kinds(patch: Patch) -> None:
    real = publish.event_message

    def broken(match, event, audience, epoch):
        message = real(match, event, audience, epoch)
        battle = (event.sealed_ruling or {}).get("battle")
        if battle is not None:
            message["frame"] += " " * KINDS.index(battle["pieces"]["second"])
        return message

    patch.setattr(publish, "event_message", broken)


def acknowledgement_with_the_ruling(patch: Patch) -> None:
    real_obey, real_frame, rulings = conversation.obey, conversation.server_frame, {}

    def obey(actor, command):
        receipt = real_obey(actor, command)
        rulings[receipt.event.version] = receipt.event.sealed_ruling
        return receipt

    def server_frame(kind, data, **more):
        if kind == "ok":
            data = {**data, "ruling": rulings.get(data.get("v"))}
        return real_frame(kind, data, **more)

    patch.setattr(conversation, "obey", obey)
    patch.setattr(conversation, "server_frame", server_frame)


def presence_with_what_is_hidden(patch: Patch) -> None:
    real = attendance.server_frame

    def broken(kind, data, **more):
        match = Room.everywhere.get(pk=more["subject"]).current_match()
        return real(kind, {**data, "board": all_hidden(match)}, **more)

    patch.setattr(attendance, "server_frame", broken)


# --- chat


def watchers_heard_by_players(patch: Patch) -> None:
    def broken(listener):
        return ChatMessage.objects.select_related("player").filter(room=listener.room)

    patch.setattr(chat._Listener, "heard", broken)


def line_in_the_layer(patch: Patch) -> None:
    def broken(room_id, message_id):
        text = ChatMessage.objects.get(pk=message_id).text
        bell = {"type": "chat.said", "room": str(room_id), "message": str(message_id), "text": text}
        transaction.on_commit(lambda: publish.send([(publish.room_group(room_id), bell)]))

    patch.setattr(chat, "ring", broken)


def line_with_the_position(patch: Patch) -> None:
    real = chat._shown

    def broken(message, actor):
        return {**real(message, actor), "board": message.room.current_match().sealed_position}

    patch.setattr(chat, "_shown", broken)


# --- computers, log, operators, failures


def computer_asked_with_the_other_audience(patch: Patch) -> None:
    real = bots.snapshot
    patch.setattr(
        bots,
        "snapshot",
        lambda match, seats, audience, epoch: real(match, seats, Audience(OTHER[audience.side]), epoch=epoch),
    )


def computer_asked_with_whole_history(patch: Patch) -> None:
    patch.setattr(bots, "ply_data", whole_event)


def computer_asked_with_what_is_hidden(patch: Patch) -> None:
    real = bots.question

    def broken(match, *about):
        return {**real(match, *about), "board": all_hidden(match)}

    patch.setattr(bots, "question", broken)


def position_in_the_log(patch: Patch) -> None:
    real = referee.play_ply

    def broken(table, seat, command, now):
        made = real(table, seat, command, now)
        logging.getLogger("games.referee").debug("ply: %s", made[0].ruling)
        return made

    patch.setattr(referee, "play_ply", broken)


def hidden_on_operators_pages(patch: Patch) -> None:
    def board(_page, match):
        return str(all_hidden(match))

    patch.setattr(MatchPages, "board", board, raising=False)
    patch.setattr(MatchPages, "fields", (*MatchPages.fields, "board"))


def failure_names_what_happened(patch: Patch) -> None:
    def fails(match, happenings, now, command=None):
        raise RuntimeError(f"cannot store {happenings}")

    patch.setattr(behind, "_fails", fails)


def log_quotes_the_database(patch: Patch) -> None:
    patch.setattr(logs, "QUOTED", re.compile("(?!)(x)"))


def layouts_in_webhooks(patch: Patch) -> None:
    real = table.public_facts

    def broken(match):
        rows = MatchSeat.everywhere.filter(match=match)
        return {**real(match), "layouts": {seat.side: seat.sealed_layout for seat in rows}}

    for module in (laying, table):
        patch.setattr(module, "public_facts", broken)


# --- the end


def end_without_reveal(patch: Patch) -> None:
    patch.setattr(table, "reveal_data", lambda match, seats: None)


def leaving_without_reveal(patch: Patch) -> None:
    def broken(table, seat, now):
        return [replace(made, public={**made.public, "reveal": None}) for made in real(table, seat, now)]

    real = rooms.give_up
    patch.setattr(rooms, "give_up", broken)


async def leaving(world: str) -> None:
    async def end(made: Any) -> None:
        await made.give_up(scenes.short(world), 3, leaves=True)

    await scenes.ended(end, scenes.short(world), ahead=3)


BREAKS: dict[str, tuple[Callable[[Patch], None], Callable[..., Any]]] = {
    "REST snapshot: shown whole": (snapshot_whole, scenes.short_match),
    "REST snapshot: layout of another seat": (snapshot_with_the_layout_of_another_seat, scenes.short_match),
    "REST snapshot: reveal before the end": (snapshot_reveals_before_the_end, scenes.short_match),
    "REST snapshot: salts": (snapshot_with_salts, scenes.short_match),
    "REST snapshot: sealed position": (snapshot_with_the_sealed_position, scenes.short_match),
    "REST snapshot: pieces ordered by kind": (pieces_ordered_by_kind, scenes.short_match),
    "REST snapshot: ids made of kinds": (ids_made_of_kinds, scenes.short_match),
    "REST snapshot: a counter of material": (a_counter_of_material, scenes.short_match),
    "REST snapshot: ETag of the position": (etag_of_the_position, scenes.short_match),
    "REST any: seat not checked": (seat_not_checked, scenes.short_match),
    "REST events: shown whole": (events_whole, scenes.short_match),
    "REST long poll: shown whole": (long_poll_whole, scenes.short_match),
    "REST stream: shown whole": (stream_whole, scenes.short_match),
    "REST command answer: shown whole": (command_answer_whole, scenes.short_match),
    "REST command answer: repeat answered to anyone": (repeat_answered_to_anyone, scenes.repeated_commands),
    "REST record: not guarded": (record_not_guarded, scenes.short_match),
    "REST record: of another audience": (record_of_another_audience, scenes.short_match),
    "REST record: of an abandoned layout phase": (record_of_a_layout_phase, scenes.layout_phase),
    "REST deductions: of the truth": (deductions_of_the_truth, scenes.short_match),
    "REST deductions: of another seat": (deductions_of_another_seat, scenes.short_match),
    "REST thoughts: not guarded": (thoughts_not_guarded, scenes.short_match),
    "REST thoughts: in the snapshot": (snapshot_with_thoughts, scenes.short_match),
    "REST history: with layouts": (history_with_layouts, scenes.short_match),
    "REST turns: with layouts": (turns_with_layouts, scenes.short_match),
    "REST room: with layouts": (room_with_layouts, scenes.short_match),
    "REST layouts: of others": (saved_layouts_of_others, scenes.short_match),
    "errors: refusal names the piece": (refusal_names_the_piece, scenes.short_match),
    "errors: refusal depends on the piece": (refusal_depends_on_the_piece, scenes.short_match),
    "errors: a check that comes too early": (a_check_that_comes_too_early, scenes.short_match),
    "events: confirmed layout in public": (layout_confirmed_in_public, scenes.short_match),
    "events: withdrawn layout in public": (withdrawn_layout_in_public, scenes.short_match),
    "events: legal plies for the wrong side": (legal_plies_for_the_wrong_side, scenes.short_match),
    "socket snap: shown whole": (socket_snapshot_whole, scenes.short_match),
    "socket ev: missed events shown whole": (missed_events_whole, scenes.short_match),
    "socket ev: shown whole": (frames_whole, scenes.short_match),
    "socket ev: a seat's frame to the spectators": (frame_of_a_seat_to_the_spectators, scenes.short_match),
    "socket ev: frames of the seats exchanged": (frames_of_the_seats_exchanged, scenes.short_match),
    "socket ev: longer for some kinds": (longer_frames_for_some_kinds, scenes.short_match),
    "socket ok: with the ruling": (acknowledgement_with_the_ruling, scenes.short_match),
    "socket presence: with the layout": (presence_with_what_is_hidden, scenes.presence),
    "chat: watchers heard by players": (watchers_heard_by_players, scenes.chat),
    "chat: the line in the channel layer": (line_in_the_layer, scenes.chat),
    "chat: with the position": (line_with_the_position, scenes.short_match),
    "channel layer: ruling beside the frame": (ruling_beside_the_frame, scenes.short_match),
    "computers: the other audience": (computer_asked_with_the_other_audience, behind.computer),
    "computers: whole history": (computer_asked_with_whole_history, behind.computer),
    "channel layer: one more message for some kinds": (one_more_message_for_some_kinds, scenes.short_match),
    "webhooks: with the layouts": (layouts_in_webhooks, scenes.short_match),
    "log: a position": (position_in_the_log, scenes.short_match),
    "operators: layouts": (hidden_on_operators_pages, behind.operators_pages),
    "failures: the ruling": (failure_names_what_happened, behind.failure),
    "failures: a row the database refused": (log_quotes_the_database, behind.database_failure),
    "end: nothing revealed": (end_without_reveal, scenes.short_match),
    "end: nothing revealed to who stays": (leaving_without_reveal, leaving),
}


# What is hidden otherwise than in Gunjin Shogi, and whether the scenes see it there. Pages and rows in the
# log are broken only where they would show another thing: a deal, or a layout before there is a ply.
WORLD_BREAKS: list[tuple[str, Callable[[Patch], None], Callable[..., Any]]] = [
    ("dark", legal_plies_for_the_wrong_side, scenes.short_match),
    ("open", layout_confirmed_in_public, scenes.short_match),
    ("flip", deal_beside_its_commitments, scenes.short_match),
    ("flip", deal_told_when_play_begins, scenes.short_match),
    ("flip", face_down_pieces_in_an_order_of_kinds, scenes.short_match),
    ("flip", plies_that_know_what_lies_face_down, scenes.short_match),
    ("four", snapshot_with_the_layout_of_another_seat, scenes.short_match),
    ("four", frame_of_a_seat_to_the_spectators_of_four, scenes.short_match),
    ("dark", withdrawn_layout_in_public, scenes.layout_phase),
    ("open", withdrawn_layout_in_public, scenes.layout_phase),
    ("four", kept_layout_in_public, scenes.layout_phase),
    ("flip", hidden_on_operators_pages, behind.operators_pages),
    ("open", log_quotes_the_database, behind.database_failure),
    ("flip", log_quotes_the_database, behind.database_failure),
    *((world, presence_with_what_is_hidden, scenes.presence) for world in VARIANTS),
    *((world, watchers_heard_by_players, scenes.chat) for world in VARIANTS),
    *((world, repeat_answered_to_anyone, scenes.repeated_commands) for world in VARIANTS),
    *((world, computer_asked_with_what_is_hidden, behind.computer) for world in VARIANTS),
    *((world, failure_names_what_happened, behind.failure) for world in VARIANTS),
]
WITH_MISTAKES = (behind.failure, behind.database_failure)


async def noticed(scene: Callable[..., Any], monkeypatch: Patch, world: str = "gunjin") -> None:
    with pytest.raises(AssertionError) as found:
        await (scene(monkeypatch, world) if scene in WITH_MISTAKES else scene(world))
    assert str(found.value), "say what leaked"


@pytest.mark.parametrize("name", BREAKS)
async def test_redaction_broken_on_purpose_is_noticed(name, monkeypatch) -> None:
    break_it, scene = BREAKS[name]
    break_it(monkeypatch)
    await noticed(scene, monkeypatch)


@pytest.mark.parametrize(
    ("world", "break_it", "scene"),
    WORLD_BREAKS,
    ids=[f"{world}-{break_it.__name__}" for world, break_it, _ in WORLD_BREAKS],
)
async def test_it_is_noticed_in_every_variant(world, break_it, scene, monkeypatch) -> None:
    break_it(monkeypatch)
    await noticed(scene, monkeypatch, world)


async def test_the_scenes_are_green_as_long_as_nothing_is_broken() -> None:
    """The other scenes, and all variants: `test_channels` and `test_permutation`."""
    await scenes.short_match()
