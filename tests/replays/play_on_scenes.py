"""Scenes that the tests of play on share with others."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.urls import reverse

from logbook.people.models.players import Player
from logbook.replays import tasks as replays_tasks
from logbook.replays.models.bot_questions import Thought
from logbook.tables.models import Attempt
from tests.leaderboards.lost_rounds import play_out
from tests.tables.attempts_scenes import open_table, started


@pytest.fixture
def attempt(alice: Player, bob: Player, olga: Player) -> Attempt:
    """A finished attempt of three players at a free table."""
    table = open_table(alice, bob, olga, mission="4")
    attempt = play_out(table, started(table, alice))
    replays_tasks.analyse_attempt.delay(attempt.pk)
    return attempt


def url_of(attempt: Attempt) -> str:
    return reverse("replay-line", args=(attempt.pk,))


def everything() -> dict[str, list[dict[str, Any]]]:
    """Return every row of the app's models, except thoughts, which are deleted after an hour."""
    models = [model for model in apps.get_app_config("logbook").get_models() if model is not Thought]
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}
