"""Names people give to themselves and to what they keep: which are allowed, and which look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from string import ascii_lowercase

from confusable_homoglyphs.categories import unique_aliases
from confusable_homoglyphs.confusables import confusables_data
from django.db import IntegrityError, transaction

from accounts.errors import BadName, BadRequest, NameTaken

LENGTH = range(1, 25)
RESERVED = ("admin", "administrator", "computer", "gyoji", "moderator", "operator", "system")
RESERVED_STARTS = ("Deleted ", "Merged ")  # what we call players who are gone
MARKS_IN_A_ROW = 2
# What shows nothing and yet is no control character: fillers, joiners, selectors, the blank Braille cell.
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f")
NO_SCRIPT = frozenset({"COMMON", "INHERITED"})
# Written together every day in East Asia; anything else is mixed to deceive.
MIXED = frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})
LOOK_LIKE_ONE = (("rn", "m"), ("vv", "w"))


def clean_label(text: str) -> str:
    """A name only its owner reads, as stored: NFKC, single spaces. Raises BadRequest."""
    text = " ".join(unicodedata.normalize("NFKC", text).split())
    if len(text) not in LENGTH:
        raise BadRequest("A name has 1 to 24 characters.")
    if _is_invisible(text):
        raise BadRequest("A name may not hold invisible or control characters.")
    return text


def clean_name(name: str, *, reserved: Iterable[str] = ()) -> str:
    """A player's name as stored; others read it, so it may not pass for another's. Raises BadName.

    `reserved` are names nobody may take here besides `RESERVED`, such as the tenant's.
    """
    try:
        name = clean_label(name)
    except BadRequest as error:
        raise BadName(error.detail) from error
    if has_heaped_marks(name):
        raise BadName("A name may not begin with a combining mark, nor heap them up.")
    if not _is_of_one_script(name):
        raise BadName("A name may not mix these scripts.")
    key = name_key(name)
    if key in {name_key(word) for word in (*RESERVED, *reserved)}:
        raise BadName("This name is reserved.")
    if key.startswith(tuple(name_key(start) for start in RESERVED_STARTS)):
        raise BadName("This name is reserved.")
    return name


@contextmanager
def claim_name(detail: str = "") -> Iterator[None]:
    """Around the write of a name that must be free; a transaction around it can go on. Raises NameTaken."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise NameTaken(detail) from error


def _is_invisible(text: str) -> bool:
    return any(unicodedata.category(each)[0] == "C" or each in BLANK for each in text)


def has_heaped_marks(text: str, most: int = MARKS_IN_A_ROW) -> bool:
    """Whether combining marks stand first, or more than `most` in a row."""
    in_a_row = most  # as if marks stood before it: none may come first
    for character in text:
        in_a_row = in_a_row + 1 if unicodedata.category(character)[0] == "M" else 0
        if in_a_row > most:
            return True
    return False


def _is_of_one_script(name: str) -> bool:
    scripts = set(unique_aliases(name)) - NO_SCRIPT
    return len(scripts) <= 1 or scripts <= MIXED


def name_key(name: str) -> str:
    """Equal for names that cannot be told apart: what Unicode calls the skeleton, without case in ASCII.

    At most 96 characters for a name of 24. Source: Unicode Technical Standard 39, section 4.
    """
    looks = _looks()
    key = look(name)
    for two, one in LOOK_LIKE_ONE:
        key = key.replace(looks.get(two[0], two[0]) + looks.get(two[1], two[1]), looks.get(one, one))
    return key[:96]


def look(text: str) -> str:
    """The text with every character replaced by the one that stands for all that look like it."""
    looks = _looks()
    return "".join(looks.get(each, each) for each in unicodedata.normalize("NFKD", text))


@lru_cache(maxsize=1)
def _looks() -> dict[str, str]:
    """From a character to the one that stands for all that look like it.

    ASCII letters look like their other case too; those of other scripts must not: the Greek capital nu
    looks like N and the small one like v.
    """
    parents: dict[str, str] = {}

    def stands_for(character: str) -> str:
        while (above := parents.setdefault(character, character)) != character:
            character = above
        return character

    pairs = [(letter, letter.upper()) for letter in ascii_lowercase]
    for character, alike in confusables_data.items():
        pairs += [(character, each["c"]) for each in alike if len(character) == len(each["c"]) == 1]
    for one, other in pairs:
        first, second = sorted((stands_for(one), stands_for(other)))
        parents[second] = first
    return {character: stands_for(character) for character in parents}
