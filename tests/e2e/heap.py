"""What a page holds: every object and text in its memory, and everything it stored."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

STORES = """async () => {
  const held = { local: { ...localStorage }, session: { ...sessionStorage }, databases: [], caches: [] };
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((ok, no) => {
      const asked = indexedDB.open(name);
      asked.onsuccess = () => ok(asked.result);
      asked.onerror = () => no(asked.error);
    });
    for (const store of db.objectStoreNames) {
      const all = db.transaction(store).objectStore(store).getAll();
      held.databases.push(await new Promise((ok) => (all.onsuccess = () => ok(JSON.stringify(all.result)))));
    }
    db.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const type = (await cache.match(request)).headers.get("content-type") ?? "";
      held.caches.push(request.url, type.includes("json") ? await (await cache.match(request)).text() : "");
    }
  }
  return JSON.stringify(held);
}"""


def stored(page: Page) -> str:
    """Everything in the page's storages, as one text."""
    text: str = page.evaluate(STORES)
    return text


def written(page: Page) -> str:
    """The whole document, with what is typed and labelled in it."""
    text: str = page.evaluate("() => document.documentElement.outerHTML")
    return text


@dataclass(frozen=True)
class Heap:
    """A snapshot of the page's memory: texts, and for each object its properties that hold texts."""

    texts: list[str]
    objects: list[dict[str, str]]

    def pieces(self, squares: set[str], kinds: set[str]) -> list[dict[str, str]]:
        """Objects that tell the kind of what stands, or stood at the start, on one of the squares."""
        found = []
        for held in self.objects:
            is_piece = held.get("kind") in kinds and ({held.get("square"), held.get("origin")} & squares)
            is_layout = any(held.get(square) in kinds for square in squares)
            if is_piece or is_layout:
                found.append(held)
        return found

    def told(self, squares: set[str], kinds: set[str]) -> list[str]:
        """Texts, of JSON say, that name one of the squares and a kind as a piece or a layout does."""
        names, words = "|".join(map(re.escape, squares)), "|".join(kinds)
        layout = re.compile(rf'\\?"({names})\\?":\s*\\?"({words})\\?"')
        piece = re.compile(rf'\{{[^{{}}]*"({names})"[^{{}}]*"kind":\s*"({words})"[^{{}}]*\}}')
        piece_too = re.compile(rf'\{{[^{{}}]*"kind":\s*"({words})"[^{{}}]*"({names})"[^{{}}]*\}}')
        return [text[:400] for text in self.texts if any(p.search(text) for p in (layout, piece, piece_too))]


def heap_of(page: Page) -> Heap:
    session = page.context.new_cdp_session(page)
    parts: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: parts.append(event["chunk"]))
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.collectGarbage")
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.detach()
    return _read(json.loads("".join(parts)))


def _read(snapshot: dict[str, Any]) -> Heap:
    meta, names = snapshot["snapshot"]["meta"], snapshot["strings"]
    nodes, edges = snapshot["nodes"], snapshot["edges"]
    width, edge_width = len(meta["node_fields"]), len(meta["edge_fields"])
    type_at, name_at, count_at = (
        meta["node_fields"].index(field) for field in ("type", "name", "edge_count")
    )
    node_types, edge_types = meta["node_types"][0], meta["edge_types"][0]
    string_types = {
        i for i, kind in enumerate(node_types) if kind in ("string", "concatenated string", "sliced string")
    }
    property_type = edge_types.index("property")
    texts, objects, edge = [], [], 0
    for node in range(0, len(nodes), width):
        if nodes[node + type_at] in string_types:
            texts.append(names[nodes[node + name_at]])
        held: dict[str, str] = {}
        for _ in range(nodes[node + count_at]):
            kind, name, to = edges[edge : edge + 3]
            edge += edge_width
            if kind == property_type and nodes[to + type_at] in string_types:
                held[names[name]] = names[nodes[to + name_at]]
        if held:
            objects.append(held)
    return Heap(texts, objects)
