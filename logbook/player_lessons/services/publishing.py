"""Services of a lesson's way to its readers: draft, by link, in a club, proposed, published."""

from __future__ import annotations

from django.db import transaction

from logbook.clubs.access import clubs_of
from logbook.clubs.models import Club
from logbook.lib import quotas
from logbook.people.models.players import Player
from logbook.player_lessons.access import State, ensure_possible_for_author, is_author, is_for_others
from logbook.player_lessons.exceptions import NothingToLearn, NotInThisState, NotYourClub, OnlyByLink, OwnLesson
from logbook.player_lessons.models import LessonReport, PlayerLesson
from logbook.player_lessons.quotas import REPORTS
from logbook.player_lessons.services import findings
from logbook.player_lessons.services.authoring import changed

BY_AUTHOR = (State.DRAFT, State.LINK, State.CLUB, State.PROPOSED)
"""The states that an author may choose."""


@transaction.atomic
def share(*, lesson: PlayerLesson, by: Player, state: str, club: Club | None = None) -> None:
    """Take the author's lesson to this state; a draft is open to its author alone.

    `club` is read for that state only. Raises for all states but a draft what `ensure_possible_for_author` raises,
    OnlyByLink, NothingToLearn and NotYourClub; for each NotInThisState.
    """
    row = PlayerLesson.objects.select_for_update().filter(pk=lesson.pk).first()
    if row is None or state not in BY_AUTHOR or (row.state == State.PUBLISHED and state != State.DRAFT):
        raise NotInThisState
    if state != State.DRAFT:
        attempt = ensure_possible_for_author(lesson)
        if state != State.LINK and not is_for_others(row, attempt):
            raise OnlyByLink
        if not row.steps.filter(acts=True).exists():
            raise NothingToLearn
        if state == State.CLUB and (club is None or not clubs_of(by).filter(pk=club.pk).exists()):
            raise NotYourClub
    row.state, row.club, row.reason = state, club if state == State.CLUB else None, ""
    changed(row, "state", "club", "reason")
    findings.seek(row)


@transaction.atomic
def publish(*, lesson: PlayerLesson, seen: int) -> None:
    """Publish a proposed lesson in the version `seen` by an administrator.

    Raises what `ensure_possible_for_author` raises, OnlyByLink, NotInThisState.
    """
    if not is_for_others(lesson, ensure_possible_for_author(lesson)):
        raise OnlyByLink
    row = PlayerLesson.objects.select_for_update().filter(pk=lesson.pk, state=State.PROPOSED, version=seen).first()
    if row is None:
        raise NotInThisState
    row.state = State.PUBLISHED
    changed(row, "state")
    findings.seek(row)


@transaction.atomic
def return_lesson(*, lesson: PlayerLesson, reason: str) -> None:
    """Make a lesson a draft again, with a reason for its author. Access has checked who does. Raises NotInThisState.

    A lesson without an author is deleted: no one could change the draft.
    """
    row = PlayerLesson.objects.select_for_update().filter(pk=lesson.pk).exclude(state=State.DRAFT).first()
    if row is None:
        raise NotInThisState
    if row.author_id is None:
        row.delete()
        return
    row.state, row.club, row.reason = State.DRAFT, None, reason
    row.reports.all().delete()
    changed(row, "state", "club", "reason")


@transaction.atomic
def report(*, lesson: PlayerLesson, by: Player, reason: str) -> None:
    """Report a lesson that the player may take to the administrators. Idempotent: the first reason stays.

    Raises OwnLesson, TooManyReports.
    """
    if is_author(by, lesson):
        raise OwnLesson
    if lesson.reports.filter(by=by).exists():
        return
    quotas.take(REPORTS, by.pk)
    LessonReport.objects.create(lesson=lesson, by=by, reason=reason)


def dismiss_reports(*, lesson: PlayerLesson) -> None:
    """Leave a reported lesson as it is, as an administrator. Idempotent."""
    lesson.reports.all().delete()


@transaction.atomic
def forget_author(player: Player) -> None:
    """Delete the player's lessons; those that are published stay, without an author."""
    own = PlayerLesson.objects.filter(author=player)
    own.exclude(state=State.PUBLISHED).delete()
    own.update(author=None)
