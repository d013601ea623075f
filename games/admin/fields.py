"""Fields of the desk's forms for what is kept as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from games.admin.acts import Area


class Lines(forms.CharField):
    """A list of texts, one a line."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, widget=Area(attrs={"rows": 4}), **kwargs)

    def prepare_value(self, value: object) -> object:
        if isinstance(value, str) or not isinstance(value, Sequence):
            return value
        return "\n".join(map(str, value))

    def clean(self, value: Any) -> Any:
        return [line.strip() for line in super().clean(value).splitlines() if line.strip()]


class Pairs(forms.CharField):
    """An object of texts, one `name = value` a line."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, widget=Area(attrs={"rows": 4}), **kwargs)

    def prepare_value(self, value: object) -> object:
        if isinstance(value, Mapping):
            return "\n".join(f"{name} = {text}" for name, text in value.items())
        return value

    def clean(self, value: Any) -> Any:
        pairs: dict[str, str] = {}
        for line in super().clean(value).splitlines():
            if not line.strip():
                continue
            name, equals, text = (part.strip() for part in line.partition("="))
            if not equals or not name or not text:
                raise forms.ValidationError(f"{line.strip()}: write name = value.")
            pairs[name] = text
        return pairs


class Pretty(forms.JSONField):
    """Any JSON, indented to be read."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, widget=Area(attrs={"rows": 8, "spellcheck": "false"}), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, str):
            return value
        return json.dumps(value, indent=2, ensure_ascii=False)

    def clean(self, value: Any) -> Any:
        found = super().clean(value)
        return {} if found is None else found
