"""What every act of a moderator needs: a reason, perhaps a text for the player, and the right to act."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from accounts.errors import BadRequest
from accounts.models import Player
from accounts.staff import Staff, role_of
from games.errors import Forbidden

# Codes of what a player is told. Clients have the words in their languages; these are for moderators.
TEMPLATES = {
    "be-kind": "Please be kind to the people you play with.",
    "fair-play": "Playing unfairly spoils the game for others.",
    "no-spam": "Please do not send the same thing again and again, or advertise.",
    "choose-name": "Your name was not acceptable here. Please choose another.",
    "house-rules": "Please keep to the rules of this site.",
}
LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class Why:
    """`reason` is for the staff alone, `message` a code of TEMPLATES or empty; `report` led to it."""

    reason: str
    message: str = ""
    report: UUID | None = None

    @property
    def told(self) -> dict[str, str | None]:
        """What of it goes into the audit entry's data."""
        known = {"message": self.message, "report": str(self.report or "")}
        return {key: value for key, value in known.items() if value}


def require_reason(why: Why) -> None:
    """Raises BadRequest."""
    if not why.reason.strip():
        raise BadRequest("Say why.")
    if len(why.reason) > LONGEST_REASON:
        raise BadRequest(f"A reason has at most {LONGEST_REASON} characters.")
    if why.message and why.message not in TEMPLATES:
        raise BadRequest("There is no such message.")


def require_above(staff: Staff, player: Player) -> None:
    """Nobody acts on themselves, nor on staff of their own role or a higher one. Raises Forbidden."""
    user = player.user
    if user is None:
        return
    if user == staff.user:
        raise Forbidden("Nobody may act on themselves.")
    role = role_of(user)
    if role is not None and role >= staff.role:
        raise Forbidden("Only somebody of a higher role may act on this player.")


def require_apart(staff: Staff, players: Iterable[Player | None]) -> None:
    """Who takes part does not judge. Raises Forbidden."""
    if any(player is not None and player.user_id == staff.user.pk for player in players):
        raise Forbidden("Nobody may judge a match or room of their own.")
