"""A database in which every table has a row: the demo, the small world of `tests/site/world.py`, and what both lack."""

from __future__ import annotations

from datetime import time
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import models, transaction

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.notifications.models import Delivery, PushMessage
from logbook.people.models.players import Player
from logbook.site.services import demo
from tests.challenges.scenes import NOON
from tests.site import world
from tests.site.backups_scenes import accounts_of
from tests.site.world import World

CHOSEN: dict[str, dict[str, Any]] = {
    "logbook.preparedcard": {"led": "G", "card": "G1"},
    "logbook.crewmerge": {"state": "done"},
    "logbook.seathandout": {"player": None},
    "logbook.thought": {"state": "done", "kind": "why", "mark": "0", "variation": [], "answer": {}},
    "logbook.raceline": {"turns": []},
    "logbook.position": {"branches": []},
}
"""What a row needs beyond the first choice, a short text and a one."""


def fill(crew: Crew, club: Club, challenge: Challenge, alice: Player, bob: Player, guest: Player) -> World:
    """Fill every table of the site, and return the world for its addresses."""
    with transaction.atomic():
        made = world.build(crew, club, challenge, alice, bob, guest)
        accounts_of(alice)
    demo.load_demo()
    for model in empty_models():
        fill_table(model)
    assert not empty_models()
    assert Delivery.objects.exists()
    assert PushMessage.objects.exists()
    return made


def empty_models() -> list[type[models.Model]]:
    """Return the models without a row, many-to-many tables included."""
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if not model._base_manager.exists()]


def fill_table(model: type[models.Model]) -> models.Model:
    """Create a row of this model, and first of those that it refers to."""
    chosen = CHOSEN.get(model._meta.label_lower, {})
    values: dict[str, Any] = {}
    for field in model._meta.concrete_fields:
        if field.name in chosen:
            values[field.name] = chosen[field.name]
        elif isinstance(field, models.ForeignKey):
            values[field.name] = None if field.null else _first_of(model, field)
        elif not (field.null or field.has_default() or isinstance(field, models.AutoField)):
            values[field.name] = _value_of(field)
    return model._base_manager.create(**values)


def _first_of(model: type[models.Model], field: models.ForeignKey[Any, Any]) -> models.Model:
    """Return a row that this field may name."""
    target = field.related_model
    assert isinstance(target, type)
    return target._base_manager.order_by("pk").first() or fill_table(target)


def _value_of(field: models.Field[Any, Any]) -> object:
    if field.choices:
        return next(code for code, _label in field.flatchoices if code)
    for kind, value in VALUES.items():
        if isinstance(field, kind):
            return value
    return "words"[: getattr(field, "max_length", None) or 5]


VALUES: dict[type[models.Field[Any, Any]], object] = {
    models.DateTimeField: NOON,
    models.DateField: NOON.date(),
    models.TimeField: time(23),
    models.BooleanField: True,
    models.UUIDField: UUID(int=7),
    models.BinaryField: b"a photo",
    models.JSONField: [],
    models.IntegerField: 1,
    models.FloatField: 1.0,
    models.EmailField: "alice@example.org",
    models.URLField: "https://example.org/",
}
"""A value of each kind of column; a more special kind comes before the more general one."""
