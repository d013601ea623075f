"""A refusal as the data of an `err` frame: the same code and detail as REST, and what the error adds."""

from __future__ import annotations

from accounts.errors import DomainError
from games.rules.core import JsonObject, RuleViolation


def refusal(error: DomainError | RuleViolation) -> JsonObject:
    if isinstance(error, RuleViolation):
        data: JsonObject = {"code": error.code, "detail": error.detail}
        if error.reasons:
            data["reasons"] = [reason.to_json() for reason in error.reasons]
        return data
    data = {"code": error.code, "detail": error.detail}
    for key, value in error.extra.items():
        if key == "version":
            data["v"] = value
        elif key == "retry_after" and isinstance(value, int):
            data["retry_ms"] = value * 1000
        else:
            data[key] = value
    return data
