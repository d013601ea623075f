"""What a tenant may write into its own settings; validators of the columns of `Tenant`."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from limits import parse

COLOUR = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?")
# What protects the whole deployment is not a tenant's to change.
FOR_ALL = ("RATE_REQUESTS_PER_ADDRESS", "RATE_FRAMES_PER_SOCKET")
BRANDING = ("name", "accent", "background", "logo_url")


def check_branding(value: object) -> None:
    """Texts under the keys of `BRANDING`; the page writes them into style and image addresses."""
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise ValidationError("Branding is an object of texts.")
    unknown = sorted(set(value) - set(BRANDING))
    if unknown:
        raise ValidationError(f"Branding has no {', '.join(unknown)}.")
    if len(value.get("name", "")) > 80:
        raise ValidationError("A brand's name has at most 80 characters.")
    for key in ("accent", "background"):
        if value.get(key) and not COLOUR.fullmatch(value[key]):
            raise ValidationError(f"{key} is a colour such as #7a1f1f.")
    if value.get("logo_url") and not _is_image_address(value["logo_url"]):
        raise ValidationError("logo_url begins with https:// or with / on this host.")


def _is_image_address(url: str) -> bool:
    if len(url) > 500 or not url.isprintable() or any(character in url for character in " \"'\\<>"):
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    if parts.scheme == "https":
        return bool(parts.hostname)
    return not parts.scheme and not parts.netloc and url.startswith("/")


def check_languages(value: object) -> None:
    """A list of language tags such as "ja" and "zh-Hant"."""
    if not isinstance(value, list) or not all(
        isinstance(tag, str) and LANGUAGE.fullmatch(tag) for tag in value
    ):
        raise ValidationError('Languages are a list of tags such as "ja" or "zh-Hant".')


def check_rates(value: object) -> None:
    """`{RATE_ key of the settings: "20/minute"}`, without those of `FOR_ALL`."""
    if not isinstance(value, dict):
        raise ValidationError("Rates are an object.")
    for bucket, rate in value.items():
        if not str(bucket).startswith("RATE_") or bucket in FOR_ALL or bucket not in settings.GYOJI:
            raise ValidationError(f"There is no rate {bucket}.")
        try:
            parse(rate)
        except (TypeError, ValueError) as error:
            raise ValidationError(f"{bucket}: not a rate like 20/second.") from error
