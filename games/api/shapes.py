"""What answers look like, for the API document; the values come from queries and redaction as they are."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s

from accounts.models import Chat
from games.api.docs import ReasonShape
from games.api.fields import WORK_SCHEMA
from games.levels import LEVELS
from games.models import Match, Room
from games.rules.core import Side

SIDES = [str(side) for side in Side]
AUDIENCES = [*SIDES, "watch"]
FACTS = [
    "origin", "moved", "stepped", "sidestepped", "jumped", "ran-sideways", "ran-ahead", "ran-far", "ran-back",
    "beat", "lost-to", "tied", "stood-in-headquarters", "match-went-on", "counts", "flag-behind",
    "turned", "bounced", "shown", "flag-was-shown", "flag-was-not-shown", "headquarters-was-shown",
    "headquarters-was-not-shown", "beat-unseen", "lost-to-unseen", "tied-unseen", "bounced-unseen",
]  # fmt: skip


def text(**more: Any) -> s.CharField:
    return s.CharField(**more)


class GuestShape(s.Serializer[Any]):
    """The only moment at which the token and the recovery code can be read."""

    player = s.UUIDField()
    name = text()
    kind = s.ChoiceField(choices=["guest", "person", "bot"])
    token = text()
    expires_at = s.DateTimeField()
    recovery_code = text()


class SystemLineShape(s.Serializer[Any]):
    key = text()
    ruleset = text()


class SystemsShape(s.Serializer[Any]):
    systems = SystemLineShape(many=True)


class OptionShape(s.Serializer[Any]):
    key = text()
    default = s.JSONField(allow_null=True)
    choices = s.ListField(child=s.JSONField(allow_null=True))


class LayoutFormatShape(s.Serializer[Any]):
    """A file that one layout is read from and written to."""

    key = text()
    extension = text()
    media_type = text()


class SystemShape(s.Serializer[Any]):
    """Board, kinds, win table and rules text under the options asked for.

    More members are the system's own.
    """

    key = text()
    ruleset = text()
    name = text()
    options = OptionShape(many=True)
    options_in_force = s.DictField()
    sides = s.ListField(child=s.ChoiceField(choices=SIDES))
    has_layout = s.BooleanField()
    presets = s.DictField(
        child=s.DictField(),
        help_text="Named sets of options, each with the value of every option that its variant knows.",
    )
    layout_formats = LayoutFormatShape(many=True)


@extend_schema_field(
    {"oneOf": [{"type": "string", "enum": [*LEVELS, None], "nullable": True}, WORK_SCHEMA]},
)
class ShownLevelField(s.Field[Any, Any, Any, Any]):
    """A computer's level; null for people."""


class PlayerShape(s.Serializer[Any]):
    name = text()
    kind = s.ChoiceField(choices=["guest", "person", "bot"])
    level = ShownLevelField()


class RoomSeatShape(s.Serializer[Any]):
    """`link_secret` and `link` of a free seat, for who sits in the room."""

    number = s.IntegerField()
    side = s.ChoiceField(choices=SIDES)
    player = PlayerShape(allow_null=True)
    yours = s.BooleanField()
    connected = s.BooleanField()
    last_seen_at = s.DateTimeField(allow_null=True)
    offers_rematch = s.BooleanField()
    link_secret = text(allow_null=True)
    link = text(allow_null=True)


class RoomShape(s.Serializer[Any]):
    slug = text()
    id = s.UUIDField()
    link = text()
    system = text()
    options = s.DictField()
    opponent = s.ChoiceField(choices=Room.Opponent.values)
    spectators_allowed = s.BooleanField()
    spectators_delay = s.IntegerField(help_text="How many plies behind who watches is, until the end.")
    deductions_allowed = s.BooleanField()
    chat = s.ChoiceField(choices=Chat.values, help_text="What may be said here now.")
    is_listed = s.BooleanField(help_text="Open to strangers.")
    invited = text(allow_null=True, help_text="Name of who is invited; null for who does not sit here.")
    may_join = s.BooleanField(help_text="Whether the caller may take the free seat without a secret.")
    abandon_after_seconds = s.IntegerField(help_text="How long an opponent must be gone to be replaced.")
    created_at = s.DateTimeField()
    expires_at = s.DateTimeField()
    full = s.BooleanField()
    match = s.UUIDField(allow_null=True)
    match_number = s.IntegerField()
    phase = s.ChoiceField(choices=Match.Phase.values)
    seats = RoomSeatShape(many=True)


class OutcomeShape(s.Serializer[Any]):
    winners = s.ListField(child=s.ChoiceField(choices=SIDES))
    termination = text()


class MatchSeatShape(s.Serializer[Any]):
    side = s.ChoiceField(choices=SIDES)
    player = PlayerShape(allow_null=True)
    confirmed = s.BooleanField()
    commitments = s.DictField(child=text(), allow_null=True)


class OwnLayoutShape(s.Serializer[Any]):
    revision = s.IntegerField()
    confirmed = s.BooleanField()
    pieces = s.DictField(child=text(), allow_null=True)


class DealShape(s.Serializer[Any]):
    """What the server dealt and committed to before the first ply, where the system deals."""

    commitments = s.DictField(child=text())


class MatchShape(s.Serializer[Any]):
    """All the caller's audience may know now.

    `view` belongs to the game system; for Gunjin Shogi see the schema GunjinView.
    """

    match = s.UUIDField()
    room = text(allow_null=True)
    system = text()
    ruleset = text()
    options = s.DictField()
    epoch = s.IntegerField()
    version = s.IntegerField()
    phase = s.ChoiceField(choices=Match.Phase.values)
    audience = s.ChoiceField(choices=AUDIENCES)
    turn = s.ChoiceField(choices=SIDES, allow_null=True)
    ply_count = s.IntegerField()
    outcome = OutcomeShape(allow_null=True)
    seats = MatchSeatShape(many=True)
    layout = OwnLayoutShape(allow_null=True)
    deal = DealShape(allow_null=True)
    view = s.DictField(allow_null=True)
    legal_plies = s.ListField(child=s.ListField(child=text()))
    reveal = s.DictField(allow_null=True)


class FactShape(s.Serializer[Any]):
    """Why a piece is none of the kinds in `excludes`. `kind`: the own or ally's piece it fought."""

    code = s.ChoiceField(choices=FACTS)
    kind = text(allow_null=True)
    excludes = s.ListField(child=text())


class DeductionShape(s.Serializer[Any]):
    """One piece of the opponent, fallen ones too, by its starting square."""

    origin = text()
    kinds = s.ListField(child=text(), help_text="What it may be, in order of strength.")
    facts = FactShape(many=True)


class DeductionsShape(s.Serializer[Any]):
    """What follows from the caller's own layout and what the caller was told, up to `version`."""

    match = s.UUIDField()
    version = s.IntegerField()
    audience = s.ChoiceField(choices=SIDES)
    pieces = DeductionShape(many=True)


class RatedPlyShape(s.Serializer[Any]):
    ply = s.ListField(child=text())
    odds = s.FloatField(help_text="To win, from 0 to 1.")


class ThoughtShape(s.Serializer[Any]):
    """Before ply `number`. `beliefs`: origin of an enemy piece, then kind, then how likely, from 0 to 1."""

    number = s.IntegerField()
    side = s.ChoiceField(choices=SIDES)
    plies = RatedPlyShape(many=True, help_text="The best plies and the played one, the best first.")
    worlds = s.IntegerField(help_text="Guessed layouts that were looked into.")
    positions = s.IntegerField(help_text="Positions that were looked at.")
    beliefs = s.DictField(child=s.DictField(child=s.FloatField()))


class ThoughtsShape(s.Serializer[Any]):
    """By ply. `next` is the `since` to ask for the rest, null when there is none."""

    match = s.UUIDField()
    thoughts = ThoughtShape(many=True)
    next = s.IntegerField(allow_null=True)


class EventDataShape(s.Serializer[Any]):
    """More members depend on the type: a ply carries `number`, `turn`, `ply` and what its battle showed."""

    type = s.ChoiceField(
        choices=["layout.confirmed", "layout.withdrawn", "match.started", "ply", "match.ended"]
    )
    side = s.ChoiceField(choices=SIDES, allow_null=True)
    at = s.DateTimeField()


class EventShape(s.Serializer[Any]):
    """`d` is null where the audience may only learn that something happened."""

    v = s.IntegerField()
    d = EventDataShape(allow_null=True)


class EventsShape(s.Serializer[Any]):
    """`version` is the match's own: greater than the last `v` when there is more to ask for."""

    match = s.UUIDField()
    epoch = s.IntegerField()
    version = s.IntegerField()
    events = EventShape(many=True)


class RecordShape(s.Serializer[Any]):
    """`gyoji-seen-1`: what one audience saw. `gyoji-record-1`: all, as `games.rules.verify` reads it."""

    format = s.ChoiceField(choices=["gyoji-seen-1", "gyoji-record-1"])
    match = s.UUIDField()
    system = text()
    ruleset = text()
    options = s.DictField()


class SavedLayoutShape(s.Serializer[Any]):
    """`reasons` against it under the options asked for, else under the defaults; none where it is legal."""

    id = s.UUIDField()
    system = text()
    name = text(allow_blank=True)
    is_last = s.BooleanField()
    pieces = s.DictField(child=text())
    updated_at = s.DateTimeField()
    reasons = ReasonShape(many=True)


class SavedLayoutsShape(s.Serializer[Any]):
    layouts = SavedLayoutShape(many=True)


class PiecesShape(s.Serializer[Any]):
    pieces = s.DictField(child=text())


class ReadFileShape(PiecesShape):
    """What stands in a layout file, and every reason why the options do not allow it."""

    reasons = ReasonShape(many=True)


class SetupShape(ReadFileShape):
    """A layout to start from. `name`, where it has one, is as it was published."""

    key = text()
    name = text(allow_blank=True)


class SetupsShape(s.Serializer[Any]):
    setups = SetupShape(many=True)


class MeShape(s.Serializer[Any]):
    player = s.UUIDField()
    name = text()
    kind = s.ChoiceField(choices=["guest", "person", "bot"])
    tenant = text()
    epoch = s.IntegerField()
    settings = s.DictField(help_text="What the player's clients keep here.")


@extend_schema_field(
    {
        "type": "array",
        "items": {"allOf": [{"$ref": "#/components/schemas/PlayerShape"}], "nullable": True},
    }
)
class PlayersField(s.ListField):
    """drf-spectacular forgets that a listed object may be null."""


class HistoryLineShape(s.Serializer[Any]):
    match = s.UUIDField()
    system = text()
    opponent = s.ChoiceField(choices=Room.Opponent.values)
    side = s.ChoiceField(choices=SIDES)
    phase = s.ChoiceField(choices=Match.Phase.values)
    opponents = PlayersField()
    ply_count = s.IntegerField()
    outcome = OutcomeShape(allow_null=True)
    started_at = s.DateTimeField(allow_null=True)
    ended_at = s.DateTimeField(allow_null=True)


class HistoryShape(s.Serializer[Any]):
    matches = HistoryLineShape(many=True)
    next = text(allow_null=True)


class TurnShape(s.Serializer[Any]):
    match = s.UUIDField()
    room = text(allow_null=True)
    system = text()
    side = s.ChoiceField(choices=SIDES)
    phase = s.ChoiceField(choices=Match.Phase.values)
    version = s.IntegerField()


class TurnsShape(s.Serializer[Any]):
    matches = TurnShape(many=True)
