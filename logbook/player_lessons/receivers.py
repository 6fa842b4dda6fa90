"""Receivers of lessons by players: a guest signs in, an account is deleted."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models.signals import pre_delete

from logbook.people import handover
from logbook.people.models.players import Player
from logbook.player_lessons.models import LessonLearner
from logbook.player_lessons.services import publishing


def listen() -> None:
    """Subscribe to accounts, and register what a guest hands over."""
    pre_delete.connect(_account_deleted, sender=User, dispatch_uid="player-lessons")
    handover.HANDED_OVER.register("LessonLearner.player", _learners)
    handover.stays("PlayerLesson.author", "LessonReport.by")


def _learners(guest: Player, player: Player) -> None:
    """Hand over the guest's progress; where the player has their own in a lesson, that stays."""
    same = list(LessonLearner.objects.filter(player=player).values_list("lesson", flat=True))
    LessonLearner.objects.filter(player=guest).exclude(lesson__in=same).update(player=player)
    LessonLearner.objects.filter(player=guest).delete()


def _account_deleted(*, instance: User, **_params: Any) -> None:
    """Delete the account's lessons but those that are published: they stay without an author."""
    for player in Player.objects.filter(user=instance):
        publishing.forget_author(player)
