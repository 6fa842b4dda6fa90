"""Services of talk: say something, delete what is old."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from logbook.clubs.models import Club
from logbook.crews.exceptions import NotAFounder
from logbook.crews.models.crews import Crew
from logbook.crews.services import crews
from logbook.lib import announcements, quotas
from logbook.lib.exceptions import Unreadable
from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.services.attempts import lock_table
from logbook.talk.access import Allowed, Place, allowed, is_on, place_of
from logbook.talk.exceptions import (
    NotAtTheTable,
    PhrasesDuringPlay,
    PhrasesForGuests,
    PhrasesUsedUp,
    PhraseTooSoon,
    SilentAttempt,
    TalkIsOff,
)
from logbook.talk.models import ClubTalk, CrewTalk, Mute, TalkLine, TalkReport
from logbook.talk.phrases import PHRASES
from logbook.talk.quotas import LINES
from logbook.talk.selectors import counted_phrases, told_to_the_table
from logbook.talk.signals import line_said

PHRASE_PAUSE: Final = timedelta(seconds=15)
"""The time between two phrases of a player at a table."""
MOST_PHRASES: Final = 6
"""The phrases of a player in an attempt."""
KEPT: Final = timedelta(days=30)
"""The time after which a line is deleted."""


@transaction.atomic
def say(*, table_id: int, by: Player, text: str = "", phrase: str = "") -> TalkLine:
    """Write a line at a table whose page the player may open: plain text, as `forms.LineForm` cleans it, or a phrase.

    The table is locked, so a line belongs either to an attempt or to the time before it. Raises TalkIsOff,
    NotAtTheTable, SilentAttempt, PhrasesDuringPlay, PhrasesForGuests, PhraseTooSoon, PhrasesUsedUp, TooManyLines, and
    Unreadable for an unknown phrase.
    """
    if bool(text) == bool(phrase) or (phrase and phrase not in PHRASES):
        raise Unreadable
    table = lock_table(table_id)
    if not is_on(table):
        raise TalkIsOff
    place = place_of(table, by)
    if place is None:
        raise NotAtTheTable
    _ensure_allowed(place, by, is_phrase=bool(phrase))
    if phrase:
        _ensure_phrase_left(place, by)
    quotas.take(LINES, by.pk)
    line = TalkLine.objects.create(
        table=table, attempt=place.attempt, player=by, audience=place.audience, text=text, phrase=phrase
    )
    announce_talk(table, to_the_table=place.is_seated or place.running is None)
    if place.is_seated:
        line_said.send(sender=TalkLine, line=line)
    return line


def _ensure_allowed(place: Place, by: Player, *, is_phrase: bool) -> None:
    may = allowed(place, by)
    if may is Allowed.NOTHING:
        raise SilentAttempt
    if may is Allowed.PHRASES and not is_phrase:
        raise PhrasesDuringPlay if place.is_seated and place.running else PhrasesForGuests


def _ensure_phrase_left(place: Place, by: Player) -> None:
    own = TalkLine.objects.filter(table=place.table, player=by).exclude(phrase="")
    if own.filter(at__gt=timezone.now() - PHRASE_PAUSE).exists():
        raise PhraseTooSoon
    if place.running is not None and counted_phrases(by).filter(attempt=place.running).count() >= MOST_PHRASES:
        raise PhrasesUsedUp(most=MOST_PHRASES)


def announce_talk(table: Table, *, to_the_table: bool) -> None:
    """Write the next number of the locked table's talk, or of its watchers' own, and announce it on commit."""
    field = "talk_number" if to_the_table else "watchers_talk_number"
    setattr(table, field, getattr(table, field) + 1)
    table.save(update_fields=(field,))
    number = table.talk_number + table.watchers_talk_number
    transaction.on_commit(partial(announcements.announce, table.pk, number, kind=announcements.TALK))


def delete_old_lines() -> None:
    """Delete the lines that are older than 30 days, and their reports. Idempotent."""
    TalkLine.objects.filter(at__lt=timezone.now() - KEPT).delete()


def delete_own_lines(player: Player) -> None:
    """Delete what the player has said, for good, as they ask. Idempotent.

    Their phrases of an attempt that runs stay until it is over: they are counted.
    """
    delete_lines(TalkLine.objects.filter(player=player).exclude(pk__in=counted_phrases(player).values("pk")))


@transaction.atomic
def forget_account(player: Player) -> None:
    """Delete what the player has said and reported, whom they have muted, and the mutes of others. Idempotent."""
    delete_lines(TalkLine.objects.filter(player=player))
    TalkReport.objects.filter(by=player).delete()
    Mute.objects.filter(Q(player=player) | Q(muted=player)).delete()


def delete_lines(lines: QuerySet[TalkLine]) -> None:
    """Delete these lines for good, and announce it at their tables. Idempotent."""
    for table_id in sorted(set(lines.order_by().values_list("table", flat=True))):  # Locked in one order by all.
        _delete_at(table_id, lines)


@transaction.atomic
def _delete_at(table_id: int, lines: QuerySet[TalkLine]) -> None:
    table = lock_table(table_id)
    here = lines.filter(table=table)
    is_told = told_to_the_table(here).exists()
    if here.delete()[0]:
        announce_talk(table, to_the_table=is_told)


def choose_crew_talk(*, crew: Crew, by: Player, is_on: bool, voice_room: str) -> None:
    """Set whether the crew's tables have talk, and the address of its voice room. Raises NotAFounder."""
    if not crews.is_founder(crew, by):
        raise NotAFounder
    CrewTalk.objects.update_or_create(crew=crew, defaults={"is_on": is_on, "voice_room": voice_room})


def choose_club_talk(*, club: Club, is_on: bool) -> None:
    """Set whether the tables of the club's challenges have talk. Access has checked that an organizer does."""
    ClubTalk.objects.update_or_create(club=club, defaults={"is_on": is_on})
