"""Access to lessons by players: of which attempts they may be made, and who may take, change and publish them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

import games
from logbook.challenges.access.replays import open_attempts
from logbook.challenges.active_rulings import active_rulings_at
from logbook.challenges.outcomes import ActiveRulings
from logbook.clubs.access import clubs_of, is_inside, organizes
from logbook.lib.exceptions import Refusal
from logbook.lib.registry import Registry
from logbook.people.models.players import Player
from logbook.player_lessons.exceptions import (
    EarlierRules,
    NoLessonOfRaces,
    NothingPlayed,
    ReplayHidden,
    RoundDeleted,
    RoundVoided,
    StillSealed,
)
from logbook.player_lessons.models import PlayerLesson
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt

State = PlayerLesson.State
UNSEEN_DEALS: Final[Registry[Callable[[Collection[int]], set[int]]]] = Registry()
"""Functions by subject: they return the tables among these with a deal that others can still play unseen."""
_PARTS = ("attempt__table__stage__challenge", "attempt__analysis", "attempt__origin__table", "club", "author__user")


def may_become_a_lesson(attempt: Attempt) -> bool:
    """True if `ensure_possible` allows a lesson of the attempt."""
    return refusal_of(attempt) is None


def refusal_of(attempt: Attempt | None) -> Refusal | None:
    """Return why the attempt, whose replay the reader may see, can't be a lesson; None if it can."""
    return refusals_of([attempt])[0]


def refusals_of(attempts: Collection[Attempt | None]) -> list[Refusal | None]:
    """Return the same of many attempts, in their order, in a fixed number of queries."""
    found = [attempt for attempt in attempts if attempt is not None]
    stages = {attempt.table.stage_id for attempt in found if attempt.table.stage_id is not None}
    rulings = active_rulings_at(stages) if stages else ActiveRulings()
    tables = {attempt.pk: set(_tables_of_deal(attempt)) for attempt in found}
    unseen = _unseen(set().union(*tables.values()))

    def refusal(attempt: Attempt | None) -> Refusal | None:
        if attempt is None:
            return RoundDeleted()
        if not kind_of(attempt.table.game).has_analysis:
            return NoLessonOfRaces()
        if not attempt.is_unsealed or tables[attempt.pk] & unseen:
            return StillSealed()
        if attempt.rules != games.GAMES[attempt.table.game].rules:
            return EarlierRules()
        if _is_void(attempt, rulings):
            return RoundVoided()
        return None if attempt.length else NothingPlayed()

    return [refusal(attempt) for attempt in attempts]


def ensure_possible(attempt: Attempt | None) -> Attempt:
    """Return the attempt if a lesson may show it. Raises the refusal that says why not."""
    refusal = refusal_of(attempt)
    if refusal is not None or attempt is None:
        raise refusal or RoundDeleted()
    return attempt


def refusal_for_author(lesson: PlayerLesson) -> Refusal | None:
    """Return why its author can't change or share the lesson; None if they can.

    It asks again whether they may see the replay: they may have left the crew since they made the lesson.
    """
    attempt = lesson.attempt
    refusal = refusal_of(attempt)
    if refusal is not None or attempt is None:
        return refusal or RoundDeleted()
    return None if attempt.pk in open_attempts(lesson.author, [attempt]) else ReplayHidden()


def ensure_possible_for_author(lesson: PlayerLesson) -> Attempt:
    """Return the attempt of a lesson that its author may change and share. Raises the refusal that says why not."""
    refusal = refusal_for_author(lesson)
    if refusal is not None or lesson.attempt is None:
        raise refusal or RoundDeleted()
    return lesson.attempt


def is_for_others(lesson: PlayerLesson, attempt: Attempt) -> bool:
    """True if the lesson may be shared beyond a link: its replay is public, or the learner plays the author's hand."""
    return attempt.is_public or attempt.sittings.filter(number=lesson.seat, player=lesson.author_id).exists()


def lesson_for(player: Player | None, key: str) -> PlayerLesson:
    """Return a lesson that the player may take, or raise 404.

    A draft is its author's; one shared by link is open to all who have the key, one of a club to its members, a
    proposed one to administrators too. A published one is open to everyone.
    """
    lesson = get_object_or_404(PlayerLesson.objects.select_related(*_PARTS), key=key)
    if not _may_take(player, lesson):
        raise Http404
    return lesson


def own_lesson_for(player: Player, key: str) -> PlayerLesson:
    """Return a lesson of this author, or raise 404: others may know its key."""
    return get_object_or_404(PlayerLesson.objects.select_related(*_PARTS), key=key, author=player)


def returnable_lesson_for(player: Player, key: str) -> PlayerLesson:
    """Return a lesson that the player may return to its author; 404 if they may not see it, else 403.

    Administrators return any lesson that they may see, organizers of its club a lesson shared there.
    """
    lesson = lesson_for(player, key)
    if not may_return(player, lesson):
        raise PermissionDenied(_("Only administrators and the club’s organizers can return a lesson."))
    return lesson


def publishable_lesson_for(player: Player, key: str) -> PlayerLesson:
    """Return a lesson for an administrator to publish; 404 if they may not see it, 403 for others."""
    lesson = lesson_for(player, key)
    if not is_administrator(player):
        raise PermissionDenied(_("Only administrators can publish a lesson."))
    return lesson


def may_return(player: Player | None, lesson: PlayerLesson) -> bool:
    """True if the player may return the lesson to its author, who is another person or they themselves."""
    if lesson.state == State.CLUB and lesson.club is not None and organizes(player, lesson.club):
        return True
    return lesson.state != State.DRAFT and is_administrator(player)


def is_administrator(player: Player | None) -> bool:
    """True for administrators of the site."""
    return player is not None and player.user is not None and player.user.is_staff


def is_author(player: Player | None, lesson: PlayerLesson) -> bool:
    """True if the player has made the lesson."""
    return player is not None and lesson.author_id == player.pk


def listed_lessons(player: Player | None) -> QuerySet[PlayerLesson]:
    """The lessons that lists may name to the player: published ones, their own, and those of their clubs.

    Administrators see the proposed ones, too. `open_lessons` leaves out those that can't be shown.
    """
    listed = Q(state=State.PUBLISHED)
    if player is not None:
        listed |= Q(author=player) | Q(state=State.CLUB, club__in=clubs_of(player))
    if is_administrator(player):
        listed |= Q(state=State.PROPOSED)
    return PlayerLesson.objects.filter(listed)


def open_lessons(lessons: Sequence[PlayerLesson]) -> list[PlayerLesson]:
    """Return those of these lessons that can be shown, in a fixed number of queries."""
    refusals = refusals_of([lesson.attempt for lesson in lessons])
    return [lesson for lesson, refusal in zip(lessons, refusals, strict=True) if refusal is None]


def follows_current_rules() -> Q:
    """Return the condition, for rows of lessons, under which the engine still plays by the rules of the record."""
    current = (Q(attempt__table__game=game, attempt__rules=engine.rules) for game, engine in games.GAMES.items())
    return reduce(or_, current)


def _may_take(player: Player | None, lesson: PlayerLesson) -> bool:
    if lesson.state in (State.PUBLISHED, State.LINK) or is_author(player, lesson):
        return True
    if lesson.state == State.CLUB:
        in_the_club = lesson.club is not None and is_inside(player, lesson.club)
        return in_the_club or is_administrator(player)
    return lesson.state == State.PROPOSED and is_administrator(player)


def _is_void(attempt: Attempt, rulings: ActiveRulings) -> bool:
    stage: Any = attempt.table.stage_id
    return stage in rulings.void_stages or (stage, attempt.number) in rulings.void_deals


def _tables_of_deal(attempt: Attempt) -> Iterator[int]:
    """Yield the attempt's table, and those from which its deal was taken: practice goes on from another attempt.

    Only tables that were opened with a deal are asked about, so that the page of any other replay needs no query.
    """
    origin: Attempt | None = attempt
    while origin is not None:
        if origin.table.deal:
            yield origin.table_id
        origin = origin.origin


def _unseen(tables: Collection[int]) -> set[int]:
    return set().union(*(unseen(tables) for unseen in UNSEEN_DEALS.values())) if tables else set()
