"""Names and titles on one line, without line breaks, control characters or marks that change the direction of
writing: with those, one name could pass for another, or for two.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

SENTENCE: Final = _("Use a single line, without invisible characters.")
NO_ADDRESS: Final = _("Use a name without a web or email address.")
_ADDRESS: Final = re.compile(r"\S*(?://|[^\s.]@[^\s.]|\w\.[^\W\d_]{2,}|\d\.\d+\.\d+\.\d)\S*", re.IGNORECASE)
_DIRECTIONS: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_UNSEEN: Final = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Unicode's signs that are shown as nothing (Default_Ignorable_Code_Point), the tags and further selectors included,
and two that are empty by design: the blank Braille pattern and the musical null notehead.
"""
# Joiners of letters (\u200c, \u200d) and the selectors of emoji (\ufe00-\ufe0f) belong to writing, and stay.
_BREAKS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_MARKS: Final = re.compile(f"[{_DIRECTIONS}{_UNSEEN}]")
_EMPTY_LINES: Final = re.compile("\n{3,}")
_BETWEEN: Final = re.compile(r"\s*[;,/&+|]\s*|\s+(?:and|et|und|with|avec|mit)\s+", re.IGNORECASE)
"""The separators of names in a list."""
_JOINERS: Final = re.compile("[\u200c\u200d\ufe00-\ufe0f]")


def validate_single_line(text: str) -> None:
    """Refuse a text with several lines or misleading characters, and one without visible characters."""
    if _BREAKS.search(text) or _MARKS.search(text) or not _shows(text):
        raise ValidationError(SENTENCE, code="one-line")


def validate_no_address(text: str) -> None:
    """Refuse a text with a web or email address: a name stands in mails that the site sends to strangers."""
    if _ADDRESS.search(unicodedata.normalize("NFKC", text)):
        raise ValidationError(NO_ADDRESS, code="no-address")


def without_address(text: str) -> str:
    """Return the text with spaces in its addresses: for imported files, whose author cannot correct them."""
    return _ADDRESS.sub(lambda found: re.sub(r"[.:/@]+", " ", found.group()), unicodedata.normalize("NFKC", text))


def plain(text: str) -> str:
    """Return the text as one line without such characters, in Unicode's normal form NFC: for imported files, whose
    author cannot correct them, and for what is stored.
    """
    text_without_marks = " ".join(_MARKS.sub("", _BREAKS.sub(" ", text)).split())
    return unicodedata.normalize("NFC", text_without_marks) if _shows(text_without_marks) else ""


def plain_lines(text: str) -> str:
    """Return a text of several lines without such characters, in NFC; "" for one that shows nothing.

    Each line is `plain`, and of several empty lines in a row one stays.
    """
    lines = "\n".join(plain(line) for line in text.splitlines())
    return _EMPTY_LINES.sub("\n\n", lines).strip("\n")


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """Return the form in which names are compared: two names with the same key look like one.

    Letter case, the width of letters, accents as signs of their own, and joiners make no other name.
    """
    text = unicodedata.normalize("NFKC", _JOINERS.sub("", plain(name))).casefold()
    return unicodedata.normalize("NFKC", text)


def split_names(text: str) -> tuple[str, ...]:
    """Return the names that a list in one line holds, each once: "Ole, Pia and Quim"."""
    names = (plain(part) for part in _BETWEEN.split(text))
    return tuple({name_key(name): name for name in names if name}.values())


def _shows(text: str) -> bool:
    return not text or any(unicodedata.category(sign)[0] in "LNPS" for sign in text)


if TYPE_CHECKING:
    _Text = models.CharField[str, str]
else:
    _Text = models.CharField


class NameField(_Text):
    """A name or a title. Forms and the API refuse a text that is not one line; on any other way it is stored as one."""

    default_validators = [*models.CharField.default_validators, validate_single_line]

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Return the value to store."""
        value = super().pre_save(model_instance, add)
        if isinstance(value, str):
            value = plain(value)[: self.max_length]
            setattr(model_instance, self.attname, value)
        return value
