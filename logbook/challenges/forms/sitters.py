"""Form of the people at a real table: for each seat a member or guest of the crew, or a new name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from logbook.crews.models.guests import Guest
from logbook.lib.names import name_key, validate_single_line
from logbook.people.models.players import Player

NAME_LENGTH: Final = 40
Sitter = Player | Guest


def sitter_key(person: Sitter) -> str:
    """Return the value of a choice: `p12` for a player, `g3` for a guest."""
    return f"{'p' if isinstance(person, Player) else 'g'}{person.pk}"


class SeatsForm(forms.Form):
    """A choice and a name for each of these seats; `people` holds the crew's members, then its guests, and
    `labels` what tells namesakes apart, by the values of choices.
    """

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        people: Sequence[Sitter],
        labels: Mapping[str, str] | None = None,
        seats: Sequence[int],
        sitters: Mapping[int, Sitter] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self.people_by_key = {sitter_key(person): person for person in people}
        self.labels = labels or {}
        self.seats = tuple(seats)
        for seat in self.seats:
            before = (sitters or {}).get(seat)
            self.fields[f"seat_{seat}"] = self._who(seat, sitter_key(before) if before else "")
            self.fields[f"name_{seat}"] = self._name(seat)

    def _who(self, seat: int, before: str) -> forms.ChoiceField:
        names = [(key, self.labels.get(key, person.name)) for key, person in self.people_by_key.items()]
        return forms.ChoiceField(
            label=_("Seat %(number)s") % {"number": seat + 1},
            choices=[("", _("a new guest")), *names],
            initial=before,
            required=False,
            error_messages={"invalid_choice": _("Choose a member or a guest of the crew.")},
        )

    def _name(self, seat: int) -> forms.CharField:
        return forms.CharField(
            label=_("Name of the new guest in seat %(number)s") % {"number": seat + 1},
            validators=[validate_single_line],
            required=False,
            max_length=NAME_LENGTH,
            error_messages={"max_length": _("Use up to 40 characters.")},
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )

    def clean(self) -> dict[str, Any]:
        """Require one person or name for each seat, and one seat for each person."""
        data = super().clean() or self.cleaned_data
        persons: set[str] = set()
        for seat in self.seats:
            key, name = data.get(f"seat_{seat}", ""), data.get(f"name_{seat}", "")
            if not key and not name and not self.errors.keys() & {f"seat_{seat}", f"name_{seat}"}:
                self.add_error(f"seat_{seat}", ValidationError(_("Choose who sits here.")))
            elif key and name:
                self.add_error(f"name_{seat}", ValidationError(_("Choose a person or enter a new name, not both.")))
            elif (one := key or name_key(name)) and one in persons:
                self.add_error(f"seat_{seat}", ValidationError(_("Each person can take only one seat.")))
            persons.add(key or name_key(name))
        return data

    @property
    def sitters(self) -> dict[int, Sitter | str]:
        """Return the person or the new name at each seat."""
        data = self.cleaned_data
        return {seat: self.people_by_key.get(data[f"seat_{seat}"]) or data[f"name_{seat}"] for seat in self.seats}
