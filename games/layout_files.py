"""One layout as a file of a form that its game system knows; the system alone knows what stands in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from accounts.errors import BadRequest
from accounts.identity import Actor
from games.catalog import find_system, known_side, options_of
from games.commands import LayoutPieces
from games.layouts import saved_layout
from games.rules.core import GameSystem, Json, Layout, LayoutFormat, Position, Reason, Side


@dataclass(frozen=True, slots=True)
class LayoutFile:
    """`name` is for people's disks; it may hold any letter."""

    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Form:
    """Which file is meant: a system's format, and the side on whose squares the pieces are."""

    system: GameSystem[Position]
    format: LayoutFormat
    side: Side

    def file(self, name: str, layout: Layout) -> LayoutFile:
        """Raises IllegalLayout."""
        content = self.format.write(layout, self.side)
        return LayoutFile(f"{name}.{self.format.extension}", self.format.media_type, content)


def find_form(actor: Actor, system_key: str, format_key: str, side: Side | None) -> Form:
    """`side` None is the owner's view. Raises NotFound, BadRequest."""
    system = find_system(actor.tenant, system_key)
    for each in system.layout_formats:
        if each.key == format_key:
            return Form(system, each, known_side(system.layout_sides, side))
    raise BadRequest("This game system has no such layout file.", fields=["format"])


def read_file(
    actor: Actor, form: Form, content: bytes, options: Mapping[str, Json]
) -> tuple[Layout, tuple[Reason, ...]]:
    """What stands in a file, and every reason why the options do not allow it; the tenant's go first.

    Raises IllegalLayout for what is no such file, BadOptions.
    """
    parsed = options_of(actor.tenant, form.system, options)
    layout = form.format.read(content, form.side)
    return layout, form.system.check_layout(parsed, form.side, layout.items())


def write_file(form: Form, pieces: LayoutPieces) -> LayoutFile:
    """Also of a layout that is not finished. Raises IllegalLayout for what the file has no place for."""
    return form.file("layout", dict(pieces))


def saved_file(actor: Actor, layout_id: UUID, format_key: str) -> LayoutFile:
    """Raises NotFound, BadRequest."""
    row = saved_layout(actor, layout_id)
    form = find_form(actor, row.system, format_key, None)
    return form.file(row.name or "last", row.sealed_pieces)
