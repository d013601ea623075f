"""Rooms, matches and what happened in them. Columns named `sealed_*` hold full knowledge.

Only the referee, rooms and redaction open sealed columns; no serializer, admin list or log line names one.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import models
from django.utils.crypto import salted_hmac

from accounts.ids import room_slug, row_id
from accounts.models import Chat, Player, Tenant, User
from accounts.tenancy import TenantModel
from games.events import EventType
from games.rules.core import GameSystem, Layout, Ply, Position, Side, judge
from games.rules.systems import SYSTEMS

SIDE_LENGTH = 8
PAIR = 2
MOST_SPECTATORS_DELAY = 20


class Room(TenantModel):
    """The link people meet at. A closed room stays for a while as a tombstone: its link can say so."""

    class Opponent(models.TextChoices):
        FRIEND = "friend"
        COMPUTER = "computer"
        SAME_SCREEN = "same_screen"

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    slug = models.CharField(max_length=20, default=room_slug)
    system = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    opponent = models.CharField(max_length=12, choices=Opponent.choices)
    spectators_allowed = models.BooleanField(default=False)
    spectators_delay = models.PositiveSmallIntegerField(
        default=0, help_text="How many plies behind who watches is, until the end."
    )
    deductions_allowed = models.BooleanField(default=True, help_text="The deduction aid may be shown.")
    creator = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    chat = models.CharField(max_length=8, choices=Chat, default=Chat.OFF)
    is_listed = models.BooleanField(default=False, help_text="Strangers may find it and take the free seat.")
    invited = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="invitations"
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_presence_at = models.DateTimeField()
    warned_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_reason = models.CharField(max_length=20, blank=True)

    class Meta(TenantModel.Meta):
        abstract = False
        constraints = (
            models.UniqueConstraint(fields=("tenant", "slug"), name="room_slug_unique_per_tenant"),
            models.UniqueConstraint(fields=("tenant", "id"), name="room_tenant_id"),
        )
        indexes = (
            models.Index(
                fields=("last_presence_at",), condition=models.Q(closed_at__isnull=True), name="room_idle"
            ),
            models.Index(
                fields=("expires_at",), condition=models.Q(closed_at__isnull=True), name="room_expiry"
            ),
            models.Index(
                fields=("tenant", "-created_at"),
                condition=models.Q(is_listed=True, closed_at__isnull=True),
                name="room_lobby",
            ),
        )

    def __str__(self) -> str:
        return self.slug

    @property
    def rules(self) -> GameSystem[Position]:
        return SYSTEMS[self.system]

    def current_match(self) -> Match:
        """The latest match; every room has one from its creation."""
        return self.matches.order_by("-number")[0]

    def is_open_to(self, player: Player) -> bool:
        """Whether a free seat needs no secret."""
        return self.is_listed or self.invited_id == player.id

    def chat_allowed(self, tenant: Tenant) -> Chat:
        """What may be said now: what room and tenant both allow, and nothing where nobody else plays."""
        if self.opponent != self.Opponent.FRIEND:
            return Chat.OFF
        return Chat(self.chat).at_most(Chat(tenant.chat))


class Seat(TenantModel):
    """A place in a room. Who sits here keeps it from match to match; the side may swap."""

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=SIDE_LENGTH)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats")
    bot_level = models.CharField(max_length=20, blank=True)
    link_number = models.PositiveIntegerField(default=1, help_text="Grows when the secret link is spent.")
    offers_rematch = models.BooleanField(default=False)
    last_seen_at = models.DateTimeField(null=True, blank=True)

    class Meta(TenantModel.Meta):
        abstract = False
        constraints = (
            models.UniqueConstraint(fields=("tenant", "room", "number"), name="seat_number_unique_per_room"),
        )
        ordering = ("number",)

    def __str__(self) -> str:
        return f"seat {self.number}"

    @property
    def is_free(self) -> bool:
        return self.player_id is None and not self.bot_level

    @property
    def as_side(self) -> Side:
        return Side(self.side)

    def link_secret(self) -> str:
        """The secret of this seat's link, 128 bits; derived, so that nothing stored opens a seat."""
        text = f"{self.room_id}:{self.number}:{self.link_number}"
        return salted_hmac("gyoji.seat-link", text, algorithm="sha256").hexdigest()[:32]


class Match(TenantModel):
    """One play-through from layout to outcome. A rematch is a new match in the same room."""

    class Phase(models.TextChoices):
        LAYOUT = "layout"
        PLAYING = "playing"
        OVER = "over"

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    room = models.ForeignKey(Room, null=True, on_delete=models.SET_NULL, related_name="matches")
    number = models.PositiveIntegerField()
    system = models.CharField(max_length=20)
    ruleset = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    opponent = models.CharField(max_length=12, choices=Room.Opponent.choices)
    spectators_allowed = models.BooleanField(default=False)
    spectators_delay = models.PositiveSmallIntegerField(
        default=0, help_text="How many plies behind who watches is, until the end."
    )
    phase = models.CharField(max_length=8, choices=Phase.choices, default=Phase.LAYOUT)
    version = models.PositiveIntegerField(default=0)
    ply_count = models.PositiveIntegerField(default=0)
    turn = models.CharField(max_length=SIDE_LENGTH, blank=True)
    sealed_position = models.TextField(blank=True)
    sealed_deal = models.JSONField(null=True, blank=True, help_text="What the server dealt, by square.")
    sealed_deal_salts = models.JSONField(null=True, blank=True)
    deal_commitments = models.JSONField(null=True, blank=True)
    outcome = models.JSONField(null=True, blank=True)
    bot_asked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta(TenantModel.Meta):
        abstract = False
        verbose_name_plural = "matches"
        constraints = (
            models.UniqueConstraint(fields=("tenant", "room", "number"), name="match_number_unique_per_room"),
            models.UniqueConstraint(fields=("tenant", "id"), name="match_tenant_id"),
        )
        indexes = (
            models.Index(
                fields=("bot_asked_at",),
                condition=models.Q(bot_asked_at__isnull=False),
                name="match_bot_asked",
            ),
        )

    def __str__(self) -> str:
        return f"{self.system} match {self.number}"

    @property
    def rules(self) -> GameSystem[Position]:
        return SYSTEMS[self.system]

    @property
    def lays_out(self) -> bool:
        """Whether its sides arrange their pieces before play."""
        return self.rules.has_layout(self.options)

    @property
    def turn_side(self) -> Side | None:
        return Side(self.turn) if self.turn else None

    @property
    def is_over(self) -> bool:
        return self.phase == self.Phase.OVER

    @property
    def is_revealed(self) -> bool:
        """Nothing is hidden any more: it was played and is over. One that ended before play stays sealed."""
        return self.is_over and bool(self.sealed_position)

    def sealed(self) -> Position:
        """The full position; for the referee and redaction alone."""
        return self.rules.decode(self.sealed_position, self.options)

    def sides_in_play(self) -> tuple[Side, ...]:
        """None but while it is played."""
        return self.rules.in_play(self.sealed()) if self.phase == self.Phase.PLAYING else ()

    def is_left_to_computers(self, seats: Sequence[MatchSeat]) -> bool:
        """Whether no person plays any more, but computers do; between two it is over then."""
        if len(seats) == PAIR:
            return False
        playing = self.sides_in_play()
        return bool(playing) and all(seat.bot_level for seat in seats if seat.as_side in playing)

    def replay(self) -> None:
        """Make the sealed position that of this version; for a copy of the past, which is never saved."""
        seats = self.seats.exclude(sealed_layout=None)
        layouts = {seat.as_side: seat.sealed_layout for seat in seats if seat.sealed_layout is not None}
        position = self.rules.restart(self.options, layouts, self.sealed_deal or {})
        for event in self.plies():
            assert event.sealed_ruling is not None, "a ply has a ruling"
            position, _ = judge(self.rules, position, Ply(*event.sealed_ruling["ply"]), Side(event.side))
        self.sealed_position = self.rules.encode(position)

    def plies(self) -> list[MatchEvent]:
        """Those up to this version: one stored since the match was read may have ended it.

        Read without the columns that only its moment needed, such as the next legal plies.
        """
        plies = MatchEvent.objects.filter(match=self, type=EventType.PLY, version__lte=self.version)
        return list(plies.only("version", "type", "side", "sealed_ruling").order_by("version"))


class MatchSeat(TenantModel):
    """Who played a side in one match, and the layout they confirmed; stays when the room is gone."""

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    order = models.PositiveSmallIntegerField(help_text="Place of the side in the order of play.")
    side = models.CharField(max_length=SIDE_LENGTH)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="match_seats"
    )
    bot_level = models.CharField(max_length=20, blank=True)
    layout_revision = models.PositiveIntegerField(default=0)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    commitments = models.JSONField(null=True, blank=True)
    sealed_layout = models.JSONField(null=True, blank=True)
    sealed_salts = models.JSONField(null=True, blank=True)

    class Meta(TenantModel.Meta):
        abstract = False
        constraints = (
            models.UniqueConstraint(fields=("tenant", "match", "side"), name="match_side_unique"),
            models.UniqueConstraint(fields=("tenant", "id"), name="match_seat_tenant_id"),
        )
        indexes = (models.Index(fields=("player", "match"), name="match_seat_of_player"),)
        ordering = ("order",)

    def __str__(self) -> str:
        return self.side

    @property
    def as_side(self) -> Side:
        return Side(self.side)

    @property
    def is_confirmed(self) -> bool:
        return self.confirmed_at is not None


class MatchEvent(TenantModel):
    """One numbered event; append only. A command's id stands on its first event."""

    id = models.BigAutoField(primary_key=True)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="events")
    version = models.PositiveIntegerField()
    type = models.CharField(max_length=20)
    side = models.CharField(max_length=SIDE_LENGTH, blank=True)
    public = models.JSONField(default=dict)
    sealed_private = models.JSONField(default=dict)
    sealed_ruling = models.JSONField(null=True, blank=True)
    command_id = models.UUIDField(null=True, blank=True)
    command_digest = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        abstract = False
        constraints = (
            models.UniqueConstraint(fields=("tenant", "match", "version"), name="event_version_unique"),
            models.UniqueConstraint(fields=("tenant", "match", "command_id"), name="event_command_unique"),
        )
        ordering = ("version",)

    def __str__(self) -> str:
        return f"{self.type} {self.version}"


class Thought(TenantModel):
    """What a computer thought before one of its plies; shown when the match is revealed, gone with it."""

    id = models.BigAutoField(primary_key=True)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="thoughts")
    number = models.PositiveIntegerField(help_text="Of the ply, from 1.")
    side = models.CharField(max_length=SIDE_LENGTH)
    sealed_thinking = models.JSONField()

    class Meta(TenantModel.Meta):
        abstract = False
        constraints = (
            models.UniqueConstraint(fields=("tenant", "match", "number"), name="thought_unique_per_ply"),
        )
        ordering = ("number",)

    def __str__(self) -> str:
        return f"thought {self.number}"


class SavedLayout(TenantModel):
    """A layout a player keeps, from the owner's point of view; at most one per system is the last used."""

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="saved_layouts")
    system = models.CharField(max_length=20)
    name = models.CharField(max_length=40, blank=True)
    is_last = models.BooleanField(default=False)
    sealed_pieces = models.JSONField()
    updated_at = models.DateTimeField(auto_now=True)

    class Meta(TenantModel.Meta):
        abstract = False
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "player", "system", "name"),
                condition=models.Q(is_last=False),
                name="layout_name_unique_per_player",
            ),
            models.UniqueConstraint(
                fields=("tenant", "player", "system"),
                condition=models.Q(is_last=True),
                name="one_last_layout_per_player",
            ),
            models.UniqueConstraint(fields=("tenant", "id"), name="saved_layout_tenant_id"),
        )

    def __str__(self) -> str:
        return self.name or "last layout"

    @classmethod
    def keep_last(cls, player_id: UUID, system: str, pieces: Layout) -> None:
        """Remember the layout a player confirmed last, from the owner's point of view."""
        cls.objects.update_or_create(
            player_id=player_id, system=system, is_last=True, defaults={"sealed_pieces": dict(pieces)}
        )


class ChatMessage(TenantModel):
    """A line said in a room: `preset`, a code the client has words for, or `text`. Deleted ones are empty."""

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="messages")
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Number of the seat; null watches."
    )
    preset = models.CharField(max_length=20, blank=True)
    text = models.CharField(max_length=300, blank=True)
    command_id = models.UUIDField(null=True, blank=True, help_text="The writer's own, to know a repeat by.")
    at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True, blank=True)
    deleted_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+", help_text="A moderator."
    )

    class Meta(TenantModel.Meta):
        abstract = False
        indexes = (models.Index(fields=("room", "at"), name="chat_of_room"),)

    def __str__(self) -> str:
        return f"message {self.id}"
