"""The files that a layout is read from and written to."""

from __future__ import annotations

from games.rules.core import IllegalLayout, Layout, LayoutFormat, Reason, Side
from games.rules.luzhanqi.jql import read_jql, write_jql
from games.rules.luzhanqi.layout_text import read_text, write_text


def _read_text_file(content: bytes, side: Side) -> Layout:
    """UTF-8, with or without a byte order mark. Raises IllegalLayout, `not_text` for what is no UTF-8."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise IllegalLayout("The file is no text in UTF-8.", [Reason("not_text")]) from error
    return read_text(text, side)


def _write_text_file(layout: Layout, side: Side) -> bytes:
    return f"{write_text(layout, side)}\n".encode()


FORMATS: tuple[LayoutFormat, ...] = (
    LayoutFormat("jql", "jql", "application/octet-stream", read_jql, write_jql),
    LayoutFormat("text", "txt", "text/plain; charset=utf-8", _read_text_file, _write_text_file),
)
