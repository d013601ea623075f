"""What free text between strangers may hold: nothing invisible, no links, no words the tenant mutes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from accounts.names import has_heaped_marks, look
from games.errors import BadMessage

LONGEST_TEXT = 300
MARKS_IN_A_ROW = 4  # some scripts need more than a name may have
# No words of a language: "ok.me too" misses a blank after its full stop and is no link.
ENDINGS = (
    "app|biz|br|cc|cn|co|com|de|dev|eu|fr|gg|gl|hk|info|io|jp|kr|ly|net|nl|org|pw|ru|sh|tv|tw|uk|vip|vn|xyz"
)
LINKS = re.compile(
    r"[a-z][a-z0-9+.-]*://|\bwww\.|\bmailto:|\bxn--"
    r"|@[\w-]+\.\w"
    rf"|[\w-]\.(?:{ENDINGS})\b"
    r"|[\w-]\.[a-z]{2,}/\w"
    r"|\b\d{1,3}(?:\.\d{1,3}){3}\b",
    re.IGNORECASE,
)
IDEOGRAPHIC_DOT = re.compile(r"(?<=[a-z0-9-])。(?=[a-z])")  # browsers take it for a dot
NOTHING = r"(?!)"  # a pattern that is found nowhere
# Written without blanks between words, so a muted word is looked for anywhere.
UNSPACED = re.compile(r"[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def clean_text(text: str) -> str:
    """The text as stored: one line in NFC, without what shows nothing. Raises BadMessage."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    # Joiners of emoji go, too: the parts stay.
    text = "".join(each for each in text if unicodedata.category(each) != "Cf").strip()
    if not 1 <= len(text) <= LONGEST_TEXT:
        raise BadMessage(f"A message has 1 to {LONGEST_TEXT} characters.")
    if any(unicodedata.category(each)[0] == "C" for each in text):
        raise BadMessage("A message may not hold control characters.")
    if has_heaped_marks(text, MARKS_IN_A_ROW):
        raise BadMessage("A message may not begin with a combining mark, nor heap them up.")
    return text


def require_fit(text: str, muted_words: Iterable[str]) -> None:
    """Raises BadMessage for a link or a muted word; which word is not told."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    if LINKS.search(IDEOGRAPHIC_DOT.sub(".", plain)):
        raise BadMessage("Links cannot be sent.")
    anywhere, alone = _muted(tuple(map(str, muted_words)))
    if anywhere.search(plain) or alone.search(look(plain)):
        raise BadMessage("Some word in this cannot be sent.")


@lru_cache(maxsize=64)
def _muted(words: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What finds those in scripts without blanks, anywhere; and the others, as whole words in a `look`.

    Made once for all messages of a tenant: it takes as long as there are words.
    """
    plain = [unicodedata.normalize("NFKC", word.strip().casefold()) for word in words if word.strip()]
    unspaced = [re.escape(word) for word in plain if UNSPACED.search(word)]
    others = [re.escape(look(word)) for word in plain if not UNSPACED.search(word)]
    return (
        re.compile("|".join(unspaced) or NOTHING),
        re.compile(rf"(?<!\w)(?:{'|'.join(others) or NOTHING})(?!\w)"),
    )
