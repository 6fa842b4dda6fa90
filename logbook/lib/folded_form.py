"""A form whose less common fields are folded on the page."""

from __future__ import annotations

from typing import ClassVar

from django import forms


class FoldedForm(forms.Form):
    """A form whose less common fields are folded on the page."""

    MORE: ClassVar[frozenset[str]] = frozenset()
    """The names of the folded fields."""

    @property
    def main_fields(self) -> list[forms.BoundField]:
        """Return the visible fields that are always in sight."""
        return [field for field in self.visible_fields() if field.name not in self.MORE]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """Return the folded fields."""
        return [field for field in self.visible_fields() if field.name in self.MORE]

    @property
    def needs_more(self) -> bool:
        """True if a folded field has an error."""
        return any(field.errors for field in self.more_fields)
