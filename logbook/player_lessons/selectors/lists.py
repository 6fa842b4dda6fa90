"""Selectors of the lists of lessons by players, and of what learners made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import mean
from typing import Final

from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils.translation import get_language

from logbook.lessons.selectors import WRITTEN_IN
from logbook.people.models.players import Player
from logbook.player_lessons.access import State, follows_current_rules, is_administrator, listed_lessons, open_lessons
from logbook.player_lessons.models import LessonLearner, PlayerLesson

MOST_LISTED: Final = 100
"""The most lessons of each list."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a lesson: its learners and their votes."""

    begun: int = 0
    finished: int = 0
    minutes: float | None = None
    """The median time of those who finished."""
    helped: int = 0
    votes: int = 0

    @property
    def share(self) -> int:
        """The share of learners who finished, in percent."""
        return round(100 * self.finished / self.begun) if self.begun else 0


@dataclass(frozen=True, slots=True)
class ListedLesson:
    """A lesson in a list."""

    lesson: PlayerLesson
    decisions: int
    figures: Figures
    written_in: str
    """The language in words, where it is not the reader's."""


@dataclass(frozen=True, slots=True)
class PlayerLessonLists:
    """The lessons by players on the page of lessons, for its reader."""

    published: list[ListedLesson]
    own: list[ListedLesson]
    of_clubs: list[ListedLesson]
    proposed: list[ListedLesson]
    reported: list[PlayerLesson]
    """The lessons with reports, for administrators."""


def player_lesson_lists(player: Player | None) -> PlayerLessonLists:
    """Return the lessons by players that this reader may know of, the latest first. The number of queries is fixed."""
    shown = listed_lessons(player).filter(follows_current_rules())
    published = open_lessons(_latest(shown.filter(state=State.PUBLISHED)))
    own = _latest(PlayerLesson.objects.filter(author=player)) if player is not None else []
    clubs = open_lessons(_latest(shown.filter(state=State.CLUB).exclude(author=player))) if player is not None else []
    proposed = open_lessons(_latest(shown.filter(state=State.PROPOSED))) if is_administrator(player) else []
    listed = _listed({row.pk: row for row in (*published, *own, *clubs, *proposed)})
    return PlayerLessonLists(
        published=[listed[row.pk] for row in published],
        own=[listed[row.pk] for row in own],
        of_clubs=[listed[row.pk] for row in clubs],
        proposed=[listed[row.pk] for row in proposed],
        reported=_reported() if is_administrator(player) else [],
    )


def _latest(lessons: QuerySet[PlayerLesson]) -> list[PlayerLesson]:
    """Return the latest of these lessons, with the number of their decisions."""
    rows = lessons.select_related("club", "author", "attempt__table__stage__challenge", "attempt__origin__table")
    # A query that counts has no order of its own: the model's is lost with its groups.
    counted = rows.annotate(decisions=Count("steps", filter=Q(steps__acts=True))).order_by("-changed_at", "-pk")
    return list(counted[:MOST_LISTED])


def figures_of(lessons: Iterable[PlayerLesson]) -> dict[int, Figures]:
    """Return the figures by lesson; the author counts in none. Two queries."""
    keys = [lesson.pk for lesson in lessons]
    learners = LessonLearner.objects.filter(lesson__in=keys).exclude(player=F("lesson__author"))
    counts = learners.values("lesson").annotate(
        begun=Count("pk"),
        finished=Count("pk", filter=Q(finished_at__isnull=False)),
        helped=Count("pk", filter=Q(vote=True, player__isnull=False)),
        votes=Count("pk", filter=Q(vote__isnull=False, player__isnull=False)),
    )
    times = _median_minutes(learners)
    return {
        row["lesson"]: Figures(row["begun"], row["finished"], times.get(row["lesson"]), row["helped"], row["votes"])
        for row in counts
    }


def _reported() -> list[PlayerLesson]:
    found = PlayerLesson.objects.filter(reports__isnull=False).exclude(state=State.DRAFT).distinct()
    return list(found.prefetch_related("reports__by")[:MOST_LISTED])


def _listed(lessons: Mapping[int, PlayerLesson]) -> dict[int, ListedLesson]:
    figures, language = figures_of(lessons.values()), get_language()
    return {
        key: ListedLesson(
            lesson=one,
            decisions=getattr(one, "decisions", 0),
            figures=figures.get(key, Figures()),
            written_in="" if one.language == language else str(WRITTEN_IN.get(one.language, "")),
        )
        for key, one in lessons.items()
    }


def _median_minutes(learners: QuerySet[LessonLearner]) -> dict[int, float]:
    """Return the median time of those who finished, by lesson. At least a tenth of a minute.

    The database picks the rows in the middle.
    """
    finished = learners.filter(finished_at__isnull=False).annotate(
        rank=Window(RowNumber(), partition_by="lesson", order_by=("seconds", "pk")),
        number=Window(Count("pk"), partition_by="lesson"),
    )
    middle = finished.annotate(twice=F("rank") * 2).filter(twice__gte=F("number"), twice__lte=F("number") + 2)
    times: dict[int, list[int]] = {}
    for key, seconds in middle.values_list("lesson", "seconds"):
        times.setdefault(key, []).append(seconds)
    return {key: max(0.1, round(mean(both) / 60, 1)) for key, both in times.items()}
