"""Forms of imports: upload a file, and describe its contents."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

import games
from logbook.rounds import text

FIELDS: Final = {
    "mission": _("Mission"),
    "date": _("Date"),
    "result": _("Won or lost"),
    "attempts": _("Number of attempts"),
    "distress": _("Distress signal"),
    "players": _("Number of players"),
    "people": _("Who played"),
    "captain": _("Captain"),
    "substitutes": _("Substitutes"),
    "minutes": _("Minutes"),
    "note": _("Note"),
    "game": _("Game"),
    "campaign": _("Campaign"),
    "key": _("Entry key (from our exports)"),
}
"""The meanings of a column, in the form's order."""
NO_COLUMN: Final = -1


class UploadForm(forms.Form):
    """The upload of a file."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("Up to 64 MB, or 128 MB for a ZIP. A ZIP can be one of our exports or contain a single file."),
        error_messages={
            "required": _("Choose a file."),
            "empty": _("The file is empty."),
            "missing": _("Choose a file."),
        },
        widget=forms.FileInput(attrs={"accept": ".json,.csv,.tsv,.txt,.xml,.zip,.bgsplay"}),
    )


ENCODINGS: Final = {
    "utf-8": "UTF-8",
    "cp1252": _("Western Europe (Windows-1252)"),
    "iso8859-15": _("Western Europe (ISO 8859-15)"),
    "latin-1": _("Western Europe (ISO 8859-1)"),
    "mac_roman": _("Western Europe (Macintosh)"),
    "cp1250": _("Central Europe (Windows-1250)"),
    "iso8859-2": _("Central Europe (ISO 8859-2)"),
    "cp1251": _("Cyrillic (Windows-1251)"),
    "koi8_r": _("Cyrillic (KOI8-R)"),
    "cp1253": _("Greek (Windows-1253)"),
    "cp1254": _("Turkish (Windows-1254)"),
    "cp1255": _("Hebrew (Windows-1255)"),
    "cp1257": _("Baltic (Windows-1257)"),
    "shift_jis": _("Japanese (Shift-JIS)"),
    "euc_jp": _("Japanese (EUC-JP)"),
    "gb18030": _("Chinese (GB 18030)"),
    "big5": _("Chinese (Big5)"),
    "euc_kr": _("Korean (EUC-KR)"),
    "utf-16": "UTF-16",
}
"""Labels of `logbook.exchange.formats.text.CHOICES`."""


class EncodingForm(forms.Form):
    """The encoding of a table, for the case that our guess shows wrong letters."""

    encoding = forms.ChoiceField(
        label=_("Encoding (if letters look wrong)"),
        choices=[("", _("detect automatically")), *ENCODINGS.items()],
        required=False,
    )


class ColumnsForm(forms.Form):
    """The meanings of a table's columns."""

    def __init__(self, *arguments: Any, headers: list[str], plan: dict[str, Any], **options: Any) -> None:
        super().__init__(*arguments, **options)
        columns: list[tuple[int, Any]] = [(NO_COLUMN, _("no column"))]
        columns += [(place, header or f"{place + 1}") for place, header in enumerate(headers)]
        for name, label in FIELDS.items():
            self.fields[name] = forms.TypedChoiceField(
                label=label,
                choices=columns,
                coerce=int,
                empty_value=str(NO_COLUMN),
                initial=plan["columns"].get(name, NO_COLUMN),
                required=False,
            )
        self.fields["the_game"] = forms.ChoiceField(
            label=_("Game, if no column names it"),
            choices=[("", "—"), *((slug, text.game_name(slug)) for slug in games.GAMES)],
            initial=plan["game"],
            required=False,
        )
        self.fields["day_order"] = forms.ChoiceField(
            label=_("03/04/2024 means"),
            choices=[("", _("detect automatically")), ("dmy", _("3 April")), ("mdy", _("4 March"))],
            initial="" if plan["days_doubtful"] else plan["day_order"],
            required=False,
        )

    @property
    def columns(self) -> dict[str, int]:
        """The columns with a chosen meaning."""
        return {name: int(self.cleaned_data[name]) for name in FIELDS if int(self.cleaned_data[name]) != NO_COLUMN}
