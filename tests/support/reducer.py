"""What a client knows: a snapshot, and every event since applied to it. Uses only what the wire carries."""

from __future__ import annotations

import copy
from typing import Any

from games.rules.gunjin.board import SQUARES
from games.rules.gunjin.kinds import KINDS

Frame = dict[str, Any]
SIDES = ("first", "second")


def after(snapshot: Frame, events: list[tuple[int, Frame]]) -> Frame:
    """The snapshot that a client would have without asking for a new one."""
    state = copy.deepcopy(snapshot)
    for version, event in events:
        assert version == state["version"] + 1, f"gap: {state['version']} -> {version}"
        state["version"] = version
        _APPLY[event["type"]](state, event)
    return state


def _layout(state: Frame, event: Frame) -> None:
    seat = _seat(state, event["side"])
    seat["commitments"] = event["commitments"]
    seat["confirmed"] = event["commitments"] is not None
    if "layout" in event:
        state["layout"] = event["layout"]


def _start(state: Frame, event: Frame) -> None:
    viewer = state["audience"] if state["audience"] in SIDES else None
    state |= {"phase": "playing", "turn": event["turn"], "legal_plies": event.get("legal_plies", [])}
    pieces = [
        {"square": square, "side": side, "origin": square, "moved": False, "kind": None}
        for side in SIDES
        for square in _seat(state, side)["commitments"]
    ]
    for piece in pieces:
        if piece["side"] == viewer:
            piece["kind"] = state["layout"]["pieces"][piece["square"]]
    state["view"] = {
        "viewer": viewer,
        "turn": event["turn"],
        "number": 0,
        "quiet_plies": 0,
        "quiet_limit": state["options"]["quiet_draw"],
        "pieces": _in_board_order(pieces),
        "removed": {side: {"count": 0, "kinds": [] if side == viewer else None} for side in SIDES},
        "last": None,
        "outcome": None,
    }


def _ply(state: Frame, event: Frame) -> None:
    view, battle = state["view"], event["battle"]
    start, end = event["ply"]
    by_square = {piece["square"]: piece for piece in view["pieces"]}
    mover, target = by_square.pop(start), by_square.get(end)
    lost = []
    if battle is not None:
        lost = [piece for piece in (mover, target) if piece["side"] != battle["winner"]]
        state["_fought"] = {piece["side"]: piece for piece in (mover, target)}
    if target in lost:
        del by_square[end]
    if mover not in lost:
        mover |= {"square": end, "moved": True}
        by_square[end] = mover
    view["pieces"] = _in_board_order(by_square.values())
    for piece in lost:
        state.setdefault("_graves", []).append(piece)
        _bury(view["removed"][piece["side"]], piece["kind"])
    state |= {
        "ply_count": event["number"], "turn": event["turn"], "legal_plies": event.get("legal_plies", []),
    }  # fmt: skip
    view |= {
        "number": event["number"], "turn": event["turn"], "quiet_plies": event["quiet_plies"],
        "last": {key: event[key] for key in ("ply", "quiet_plies", "battle")},
    }  # fmt: skip


def _bury(losses: Frame, kind: str | None) -> None:
    losses["count"] += 1
    if losses["kinds"] is not None:
        losses["kinds"] = sorted([*losses["kinds"], kind], key=KINDS.index)


def _end(state: Frame, event: Frame) -> None:
    state |= {"phase": "over", "turn": None, "legal_plies": [], "outcome": event["outcome"]}
    state["reveal"] = event["reveal"]
    if state["view"] is None:
        return
    view = state["view"]
    view |= {"turn": None, "outcome": event["outcome"]}
    if event["reveal"] is None:
        return
    layouts = {side: event["reveal"][side]["layout"] for side in SIDES}
    for piece in view["pieces"]:
        piece["kind"] = layouts[piece["side"]][piece["origin"]]
    standing = {(piece["side"], piece["origin"]) for piece in view["pieces"]}
    for side, layout in layouts.items():
        gone = [kind for square, kind in layout.items() if (side, square) not in standing]
        view["removed"][side]["kinds"] = sorted(gone, key=KINDS.index)
    if view["last"] is not None and view["last"]["battle"] is not None:
        fought = state["_fought"]
        view["last"]["battle"]["pieces"] = {
            side: layouts[side][fought[side]["origin"]] for side in SIDES
        }  # fmt: skip


def _seat(state: Frame, side: str) -> Frame:
    return next(seat for seat in state["seats"] if seat["side"] == side)


def _in_board_order(pieces) -> list[Frame]:
    return sorted(pieces, key=lambda piece: SQUARES.index(piece["square"]))


def public(state: Frame) -> Frame:
    """Without the reducer's own notes."""
    return {key: value for key, value in state.items() if not key.startswith("_")}


_APPLY = {
    "layout.confirmed": _layout,
    "layout.withdrawn": _layout,
    "match.started": _start,
    "ply": _ply,
    "match.ended": _end,
}
