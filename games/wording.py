"""What free text between strangers may hold: nothing invisible, no links, no words the tenant mutes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

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
    if any(_stands_in(str(word).strip().casefold(), plain) for word in muted_words if str(word).strip()):
        raise BadMessage("Some word in this cannot be sent.")


def _stands_in(word: str, text: str) -> bool:
    """Anywhere in scripts without blanks, else as a whole word, also in letters that look like its own."""
    word = unicodedata.normalize("NFKC", word)
    if UNSPACED.search(word):
        return word in text
    return re.search(rf"(?<!\w){re.escape(look(word))}(?!\w)", look(text)) is not None
