"""Selectors of talk: the panel of a table for one reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from logbook.people.models.players import Player
from logbook.tables.contest import contest_of
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt, Table
from logbook.talk.access import Allowed, Place, allowed, is_on, place_of
from logbook.talk.models import CrewTalk, Mute, TalkLine, TalkReport
from logbook.talk.phrases import PHRASES, words_of

MOST_LINES: Final = 100
"""The most lines of a panel, the newest."""


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A line as one reader reads it."""

    pk: int
    author: str
    words: str
    """Its text, or the phrase in the reader's language; "" for a hidden one."""
    at: datetime
    by_watcher: bool
    is_own: bool
    is_hidden: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Draft:
    """The text that the reader has typed, and what was refused."""

    text: str = ""
    error: str = ""


NO_DRAFT: Final = Draft()


@dataclass(frozen=True, slots=True)
class Talk:
    """The panel of talk at a table, for one reader."""

    table_id: int
    number: int
    """The number of the talk that is shown."""
    is_seated: bool
    lines: tuple[SaidLine, ...]
    """Since the latest deal, or all where no attempt runs; the oldest first."""
    earlier: tuple[SaidLine, ...]
    """Before the deal of the running attempt: folded."""
    may_write: bool
    phrases: tuple[tuple[str, str], ...]
    """The keys and words that may be sent."""
    note: str
    """The limits of what the reader may write, or the reason why they write nothing."""
    voice_room: str
    """The address of the crew's voice room; "" for none."""
    draft: Draft

    @property
    def own(self) -> int:
        """The reader's last line: with the next one, the page shows an empty field."""
        return max((line.pk for line in (*self.lines, *self.earlier) if line.is_own), default=0)


def talk_of(table: Table, reader: Player | None, draft: Draft = NO_DRAFT) -> Talk | None:
    """Return the panel for a reader who may open the table's page; None where there is nothing for them.

    That is where talk is off, at a table that they may not watch, and for a player alone whom nobody can join.
    """
    if not is_on(table):
        return None
    place = place_of(table, reader)
    if place is None or not _has_others(place):
        return None
    rows = _lines(place, reader)
    running = place.running
    earlier = [row for row in rows if running is not None and row.attempt_id != running.pk]
    lines = [row for row in rows if row not in earlier]
    may = allowed(place, reader) if reader is not None else Allowed.NOTHING
    return Talk(
        table_id=table.pk,
        number=place.number,
        is_seated=place.is_seated,
        lines=_said(lines, reader),
        earlier=_said(earlier, reader),
        may_write=may is Allowed.TEXT,
        phrases=_phrases(table) if may is Allowed.PHRASES else (),
        note=_note(place, reader, may),
        voice_room=_voice_room(table) if place.is_seated else "",
        draft=draft,
    )


def readable(place: Place, reader: Player | None) -> QuerySet[TalkLine]:
    """Return the lines that a reader at this place may read.

    A player reads watchers' lines once the attempt is over. In an open contest, a player who took a seat between two
    attempts reads nothing about deals that they were not dealt.
    """
    lines = TalkLine.objects.filter(table=place.table)
    if not place.is_seated:
        return lines
    if place.running is not None:
        lines = lines.exclude(audience=TalkLine.Audience.WATCHERS, attempt=place.running)
    contest = contest_of(place.table)
    if contest.may_be_watched(place.table):
        return lines
    numbers = lines.exclude(attempt=None).order_by().values_list("attempt__number", flat=True).distinct()
    dealt = [number for number in numbers if contest.was_dealt(place.table, number, reader)]
    return lines.filter(Q(attempt=None) | Q(attempt__number__in=dealt))


def told_to_the_table(lines: QuerySet[TalkLine]) -> QuerySet[TalkLine]:
    """Return the lines that players at the table may hear of: a watcher's line only after its attempt has ended."""
    return lines.exclude(audience=TalkLine.Audience.WATCHERS, attempt__state=Attempt.State.PLAYING)


def line_words(line: TalkLine) -> str:
    """Return a line's text, or its phrase in the reader's language."""
    return line.text or words_of(line.phrase)


def own_lines(player: Player) -> QuerySet[TalkLine]:
    """Return all that the player has said, the oldest first."""
    return TalkLine.objects.filter(player=player).order_by("pk")


def counted_phrases(player: Player) -> QuerySet[TalkLine]:
    """Return the player's phrases of attempts that run: the limits of phrases count them."""
    return own_lines(player).filter(attempt__state=Attempt.State.PLAYING).exclude(phrase="")


def exported(player: Player) -> dict[str, list[dict[str, Any]]]:
    """Return the player's lines, mutes and reports, as facts for a file. What others wrote is not among them."""
    reports = TalkReport.objects.filter(by=player).select_related("line").order_by("pk")
    return {
        "lines": [
            {"table": line.table_id, "at": line.at.isoformat(), "audience": line.audience, "words": line_words(line)}
            for line in own_lines(player)
        ],
        "mutes": [{"player": mute.muted.name, "at": mute.at.isoformat()} for mute in mutes_of(player)],
        "reports": [{"table": one.line.table_id, "at": one.at.isoformat(), "reason": one.reason} for one in reports],
    }


def hearers_of(line: TalkLine) -> list[Player]:
    """Return the other players with an account at the table, without those who have muted the author."""
    others = Player.objects.filter(seats__table=line.table_id, user__isnull=False).exclude(pk=line.player_id)
    return list(others.exclude(pk__in=Mute.objects.filter(muted=line.player_id).values("player")))


def mutes_of(player: Player) -> QuerySet[Mute]:
    """Return whom the player has muted, by name."""
    return Mute.objects.filter(player=player).select_related("muted").order_by("muted__name", "pk")


def voice_room_of(table: Table, reader: Player | None) -> str:
    """Return the address of the crew's voice room for those who sit at its table, also with talk off; "" for others."""
    if reader is None or table.crew_id is None or not table.seats.filter(player=reader).exists():
        return ""
    return _voice_room(table)


def _voice_room(table: Table) -> str:
    if table.crew_id is None:
        return ""
    return CrewTalk.objects.filter(crew=table.crew_id).values_list("voice_room", flat=True).first() or ""


def _lines(place: Place, reader: Player | None) -> list[TalkLine]:
    """Return the newest lines, the oldest first. A table without talk costs no query."""
    if not place.table.talk_number + place.table.watchers_talk_number:
        return []
    return list(_unmuted(place, reader).order_by("-pk")[:MOST_LINES])[::-1]


def _unmuted(place: Place, reader: Player | None) -> QuerySet[TalkLine]:
    lines = readable(place, reader).select_related("player")
    return lines.exclude(player__in=Mute.objects.filter(player=reader).values("muted")) if reader is not None else lines


def lines_for(table: Table, reader: Player | None) -> QuerySet[TalkLine]:
    """Return the lines that a reader who may open the table's page reads; none where they have no place in its talk."""
    place = place_of(table, reader) if is_on(table) else None
    return TalkLine.objects.none() if place is None else _unmuted(place, reader)


def _has_others(place: Place) -> bool:
    """True if the reader can meet somebody here: a player, a watcher, or the words of one."""
    table = place.table
    if not place.is_seated or place.number or sum(bool(seat.player_id) for seat in place.seats) > 1:
        return True
    has_room = any(not seat.player_id and not seat.bot for seat in place.seats)
    own_circle = table.watching in (Table.Watching.CREW, Table.Watching.CLUB) and table.crew_id is None
    is_watched = table.watching != Table.Watching.PLAYERS and not own_circle
    return has_room or (is_watched and contest_of(table).may_be_watched(table))


def _phrases(table: Table) -> tuple[tuple[str, str], ...]:
    """Return the phrases with their words; a race has no distress signal."""
    has_signal = kind_of(table.game).has_tricks
    return tuple((key, str(words)) for key, words in PHRASES.items() if has_signal or key != "distress")


def _said(rows: Sequence[TalkLine], reader: Player | None) -> tuple[SaidLine, ...]:
    return tuple(
        SaidLine(
            pk=row.pk,
            author=row.player.name,
            words="" if row.is_hidden else line_words(row),
            at=row.at,
            by_watcher=row.audience == TalkLine.Audience.WATCHERS,
            is_own=reader is not None and row.player_id == reader.pk,
            is_hidden=row.is_hidden,
            reason=row.reason,
        )
        for row in rows
    )


def _note(place: Place, reader: Player | None, may: Allowed) -> str:
    if reader is None:
        return _("Sign in to talk with the others who are watching.")
    if may is Allowed.NOTHING:
        return _("There’s no talk during this attempt, because it’s ranked.")
    if not place.is_seated:
        return _("The players can read what watchers write once the attempt is over.")
    if place.running is not None:
        return _("During an attempt you can send six phrases, one every 15 seconds.")
    return _("Guests without an invitation can send phrases.") if may is Allowed.PHRASES else ""
