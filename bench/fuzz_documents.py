"""API documents for a fuzzer: with ids that exist, without what would end the run."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from uuid import uuid4

UNKNOWN = str(uuid4())
# By operationId. What ends the account or every session is asked last, by itself.
NEVER = {"streamEvents": "it never ends; tests/api/test_events.py reads it"}
LAST = ("signOutEverywhere", "eraseAccount")
# Of the sign-in library, which names no operations.
SIGN_OUT = {("delete", "auth/session"): "it ends the session that asks"}


def with_ids(document: Mapping[str, Any], known: Mapping[str, Iterable[str]]) -> dict[str, Any]:
    """The document, in which parameters of these names are mostly something that exists.

    Who asks is left out: that is the run's business, and a fuzzer would make credentials of its own.
    """
    made = copy.deepcopy(dict(document))
    made["components"].pop("securitySchemes", None)
    choices = {name: [*dict.fromkeys(values), UNKNOWN] for name, values in known.items()}
    for methods in made["paths"].values():
        for operation in methods.values():
            operation.pop("security", None)
            for parameter in operation.get("parameters", ()):
                if parameter.get("in") in {"path", "query"} and parameter["name"] in choices:
                    parameter["schema"] = {"type": "string", "enum": choices[parameter["name"]]}
    return made


def kept(document: Mapping[str, Any], keep: Callable[[str], bool]) -> dict[str, Any]:
    """The document with those operations alone whose operationId `keep` says yes to."""
    paths = {
        path: {method: each for method, each in methods.items() if keep(each["operationId"])}
        for path, methods in document["paths"].items()
    }
    return {**document, "paths": {path: methods for path, methods in paths.items() if methods}}


def sign_in_document(document: Mapping[str, Any], client: str) -> dict[str, Any]:
    """The sign-in library's own document for one kind of client: "browser" or "app"."""
    made = copy.deepcopy(dict(document))
    made["components"]["parameters"]["Client"]["schema"]["enum"] = [client]
    made["components"].pop("securitySchemes", None)
    paths = made["paths"]
    for path, methods in list(paths.items()):
        kind, _, rest = path.removeprefix("/_allauth/").partition("/v1/")
        for method, operation in list(methods.items()):
            operation.pop("security", None)
            if kind not in {"{client}", client} or "phone" in rest or (method, rest) in SIGN_OUT:
                del methods[method]
        if not methods:
            del paths[path]
    return made
