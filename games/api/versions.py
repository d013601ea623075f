"""`"e1-v42"`: the epoch of the tenant and the version of a match, as ETag, If-Match and If-None-Match."""

from __future__ import annotations

import re

from accounts.errors import BadRequest
from games.api.fields import LARGEST_VERSION
from games.models import Match

FORM = re.compile(r'(?:W/)?"e([0-9]{1,10})-v([0-9]{1,10})"', re.ASCII)


def etag(epoch: int, version: int) -> str:
    return f'"e{epoch}-v{version}"'


def etag_of(match: Match) -> str:
    return etag(match.tenant.epoch, match.version)


def read_etag(header: str) -> tuple[int, int]:
    """Epoch and version. Raises BadRequest."""
    found = FORM.fullmatch(header.strip())
    if found is None or int(found[2]) > LARGEST_VERSION:
        raise BadRequest('If-Match must look like "e1-v42", with the quotes.', fields=["If-Match"])
    return int(found[1]), int(found[2])


def is_known(header: str | None, current: str) -> bool:
    """Whether If-None-Match names the current version; what is malformed names nothing."""
    if header is None:
        return False
    return any(each.strip().removeprefix("W/") in {current, "*"} for each in header.split(","))
