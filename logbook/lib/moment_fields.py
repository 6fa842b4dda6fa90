"""Form field of a day and a time, in the zone that the page named."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from datetime import datetime
from typing import Any, NamedTuple

from django import forms
from django.utils import timezone

from logbook.lib.time_zones import is_a_day_in_every_zone, time_zone_by_name

MINUTES = "%Y-%m-%dT%H:%M"


class WrittenMoment(NamedTuple):
    """The form's text, and the name of its zone."""

    text: str
    zone: str


class MomentInput(forms.DateTimeInput):
    """The browser's own field, with its zone beside it: the reader's zone may have changed when the form arrives.

    A form that comes back shows what was written in the zone of now: all its times are in one zone.
    """

    template_name = "django/forms/moment.html"

    def __init__(self) -> None:
        super().__init__(attrs={"type": "datetime-local"}, format=MINUTES)

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        text = _text_here(value) if isinstance(value, WrittenMoment) else value
        zone = timezone.get_current_timezone_name()
        return super().get_context(name, text, attrs) | {"zone": zone, "zone_name": f"{name}-zone"}

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> WrittenMoment | None:
        text = data.get(name)
        return None if text is None else WrittenMoment(str(text), str(data.get(f"{name}-zone", "")))


def _text_here(written: WrittenMoment) -> str:
    """Return what was written as the same moment in the current zone; as it is, if it is no moment."""
    zone = time_zone_by_name(written.zone)
    if zone is None:
        return written.text
    try:
        moment = datetime.strptime(written.text, MINUTES).replace(tzinfo=zone)
        return timezone.localtime(moment).strftime(MINUTES)
    except (ValueError, OverflowError):
        return written.text


class MomentField(forms.DateTimeField):
    """A moment. Without a known zone in the form, the text is in the current zone."""

    widget = MomentInput

    def to_python(self, value: Any) -> datetime | None:
        """Return the moment. Raises ValidationError."""
        if not isinstance(value, WrittenMoment):
            return self._checked(super().to_python(value))
        if not value.text.strip():
            return None
        zone = time_zone_by_name(value.zone)
        with timezone.override(zone) if zone else nullcontext():
            return self._checked(super().to_python(value.text))

    def _checked(self, moment: datetime | None) -> datetime | None:
        if moment is not None and not is_a_day_in_every_zone(moment):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return moment
