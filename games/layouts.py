"""Layouts outside a match: a player's saved ones, and the tools that deal, mirror and check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import SystemRandom
from uuid import UUID

from django.db import transaction

from accounts.errors import BadRequest, NotFound
from accounts.identity import Actor
from accounts.names import claim_name, clean_label
from accounts.tenancy import tenant_scope
from games.catalog import find_system, known_side, offered, options_of
from games.commands import LayoutPieces
from games.errors import TooManyLayouts
from games.models import SavedLayout
from games.rules.core import Json, JsonObject, Layout, Reason, Side

dice = SystemRandom()
LAYOUTS_PER_PLAYER = 100
TAKEN = "You already have a layout of this name."


def saved_layouts(actor: Actor, system: str | None = None) -> list[SavedLayout]:
    with tenant_scope(actor.tenant.id):
        rows = SavedLayout.objects.filter(player=actor.player).order_by("system", "-is_last", "name")
        return list(rows.filter(system=system) if system else rows)


def saved_layout(actor: Actor, layout_id: UUID) -> SavedLayout:
    """Raises NotFound, also for another player's."""
    with tenant_scope(actor.tenant.id):
        row = SavedLayout.objects.filter(player=actor.player, id=layout_id).first()
    if row is None:
        raise NotFound
    return row


def save_layout(
    actor: Actor, system_key: str, name: str, pieces: LayoutPieces, side: Side | None
) -> SavedLayout:
    """Keep a legal layout under a name. `side` says whose territory the squares are in; None: the owner's.

    Raises NotFound, IllegalLayout, NameTaken, TooManyLayouts, BadRequest.
    """
    own_view = _owners_view(actor, system_key, pieces, side)
    name = clean_label(name)
    with tenant_scope(actor.tenant.id):
        if SavedLayout.objects.filter(player=actor.player).count() >= LAYOUTS_PER_PLAYER:
            raise TooManyLayouts
        with claim_name(TAKEN):
            return SavedLayout.objects.create(
                player=actor.player, system=system_key, name=name, sealed_pieces=own_view
            )


def change_layout(
    actor: Actor,
    layout_id: UUID,
    *,
    name: str | None = None,
    pieces: LayoutPieces | None = None,
    side: Side | None = None,
) -> SavedLayout:
    """Rename, or replace the pieces, whose squares are those of `side`; None is the owner's view.

    The last layout keeps itself: changing it raises BadRequest.
    """
    row = saved_layout(actor, layout_id)
    if row.is_last:
        raise BadRequest("The last layout is kept automatically; save it under a name to change it.")
    if name is not None:
        row.name = clean_label(name)
    if pieces is not None:
        row.sealed_pieces = _owners_view(actor, row.system, pieces, side)
    with tenant_scope(actor.tenant.id), claim_name(TAKEN):
        row.save(update_fields=["name", "sealed_pieces", "updated_at"])
    return row


def delete_layout(actor: Actor, layout_id: UUID) -> None:
    row = saved_layout(actor, layout_id)
    with tenant_scope(actor.tenant.id):
        row.delete()


def export_layouts(actor: Actor) -> list[JsonObject]:
    """The named layouts, from the owner's point of view, as `import_layouts` reads them."""
    return [
        {"system": row.system, "name": row.name, "pieces": dict(row.sealed_pieces)}
        for row in saved_layouts(actor)
        if not row.is_last
    ]


def import_layouts(actor: Actor, items: Sequence[tuple[str, str, LayoutPieces]]) -> list[SavedLayout]:
    """Keep all of (system, name, pieces) or none; what is already there with the same pieces is left alone.

    Raises NotFound, IllegalLayout, NameTaken, TooManyLayouts, BadRequest.
    """
    with transaction.atomic():
        known = {(row.system, row.name): row for row in saved_layouts(actor) if not row.is_last}
        kept = []
        for system, name, pieces in items:
            same = known.get((system, clean_label(name)))
            if same is None or same.sealed_pieces != _owners_view(actor, system, pieces, None):
                same = save_layout(actor, system, name, pieces, None)
                known[system, same.name] = same
            kept.append(same)
    return kept


def _owners_view(actor: Actor, system_key: str, pieces: LayoutPieces, side: Side | None) -> dict[str, str]:
    """What is kept, judged by the default options, under which all is legal that any options allow."""
    system = find_system(actor.tenant, system_key)
    side = known_side(system.layout_sides, side)
    layout = system.read_layout(system.parse_options({}), side, pieces)
    return dict(system.turn_layout(layout, side=side, to=system.layout_sides[0]))


def pieces_for(actor: Actor, row: SavedLayout, side: Side | None) -> Layout:
    """A saved layout's pieces on the squares of `side`, on its board; None is the owner's view."""
    system = find_system(actor.tenant, row.system)
    to = known_side(system.layout_sides, side)
    return system.turn_layout(row.sealed_pieces, side=system.layout_sides[0], to=to)


@dataclass(frozen=True, slots=True)
class Look:
    """How saved layouts are looked at: on the squares of which side, and by which options they are judged."""

    side: Side | None = None
    options: Mapping[str, Json] = field(default_factory=dict)


def show_layout(actor: Actor, row: SavedLayout, look: Look) -> JsonObject:
    """With every reason why the options do not allow it; the tenant's go first.

    Raises NotFound, BadRequest, BadOptions.
    """
    system = find_system(actor.tenant, row.system)
    side = known_side(system.layout_sides, look.side)
    pieces = pieces_for(actor, row, side)
    reasons = system.check_layout(options_of(actor.tenant, system, look.options), side, pieces.items())
    return {**layout_json(row, pieces), "reasons": [reason.to_json() for reason in reasons]}


def show_layouts(actor: Actor, system: str | None, look: Look) -> list[JsonObject]:
    """Those of the systems that are offered here. Raises BadRequest, BadOptions."""
    if look.options and system is None:
        raise BadRequest("Options are those of one game system: name it, too.", fields=["system"])
    keys = {each.key for each in offered(actor.tenant)}
    return [show_layout(actor, row, look) for row in saved_layouts(actor, system) if row.system in keys]


def random_layout(actor: Actor, system_key: str, options: dict[str, Json], side: Side | None) -> Layout:
    """Uniform over the legal layouts under `options`. Raises NotFound, BadOptions."""
    system = find_system(actor.tenant, system_key)
    parsed = system.parse_options(options)
    return system.random_layout(parsed, known_side(system.sides(parsed), side), dice)


def mirror_layout(
    actor: Actor, system_key: str, options: dict[str, Json], pieces: LayoutPieces, side: Side | None
) -> Layout:
    """Left and right exchanged. Raises IllegalLayout for a layout that is not legal before."""
    system = find_system(actor.tenant, system_key)
    parsed = system.parse_options(options)
    own = known_side(system.sides(parsed), side)
    return system.mirror_layout(system.read_layout(parsed, own, pieces))


def check_layout(
    actor: Actor, system_key: str, options: dict[str, Json], pieces: LayoutPieces, side: Side | None
) -> tuple[Reason, ...]:
    """Every reason why this is no legal layout; empty when it is."""
    system = find_system(actor.tenant, system_key)
    parsed = system.parse_options(options)
    return system.check_layout(parsed, known_side(system.sides(parsed), side), pieces)


def layout_json(row: SavedLayout, pieces: Layout) -> JsonObject:
    """A saved layout as its owner gets it."""
    return {
        "id": str(row.id),
        "system": row.system,
        "name": row.name,
        "is_last": row.is_last,
        "pieces": dict(pieces),
        "updated_at": row.updated_at.isoformat(),
    }
