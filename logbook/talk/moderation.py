"""Moderation of talk: mute a player, report a line, hide one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from logbook.clubs.access import organized_clubs_of, organizes
from logbook.clubs.models import ClubMember
from logbook.crews.access import founded_crews_of
from logbook.crews.models.crews import CrewMember
from logbook.lib import quotas
from logbook.people.models.players import Player
from logbook.tables.access import watched_table_for
from logbook.tables.contest import contest_of
from logbook.tables.models import Table
from logbook.tables.services.attempts import lock_table
from logbook.talk.access import is_on, place_of
from logbook.talk.exceptions import OwnLine
from logbook.talk.models import Mute, TalkLine, TalkReport
from logbook.talk.quotas import REPORTS
from logbook.talk.selectors import line_words, readable, told_to_the_table
from logbook.talk.services import announce_talk
from logbook.talk.signals import line_reported

AROUND: Final = 5
"""The lines before and after a reported one that a moderator reads."""
MOST_REPORTS: Final = 50


@dataclass(frozen=True, slots=True)
class Reported:
    """A report, with the lines around the reported one."""

    report: TalkReport
    around: tuple[tuple[TalkLine, str], ...]
    """The lines with their words, in their order, the reported one among them."""


def line_for(reader: Player | None, table_id: int, pk: int) -> TalkLine:
    """Return a line that the reader may read at the table, or raise 404."""
    table = watched_table_for(reader, table_id)
    place = place_of(table, reader) if is_on(table) else None
    if place is None:
        raise Http404
    line = get_object_or_404(readable(place, reader).filter(hidden_at=None).select_related("player"), pk=pk)
    line.table = table
    return line


def moderated_line_for(moderator: Player, pk: int) -> TalkLine:
    """Return a line that the player moderates and may read now, or raise 404."""
    tables = "table__crew", "table__stage__challenge__club"
    line = get_object_or_404(TalkLine.objects.select_related("player", *tables), pk=pk)
    if not may_moderate(moderator, line.table) or not moderated(line.table, moderator).filter(pk=pk).exists():
        raise Http404
    return line


def mute(*, player: Player, muted: Player) -> None:
    """Show the player no line of this one any more. Idempotent. Raises OwnLine."""
    if player.pk == muted.pk:
        raise OwnLine
    Mute.objects.get_or_create(player=player, muted=muted)


def unmute(*, player: Player, muted_id: int) -> None:
    """Show the player the lines of this one again. Idempotent."""
    Mute.objects.filter(player=player, muted=muted_id).delete()


@transaction.atomic
def report(*, line: TalkLine, by: Player, reason: str) -> None:
    """Report a line that the player can read to those who moderate its table. Idempotent: the first reason stays.

    Moderators who may not read the line yet are told nothing, and find the report later.

    Raises OwnLine, TooManyReports.
    """
    if line.player_id == by.pk:
        raise OwnLine
    if TalkReport.objects.filter(line=line, by=by).exists():
        return
    quotas.take(REPORTS, by.pk)
    row = TalkReport.objects.create(line=line, by=by, reason=reason)
    others = [one for one in moderators_of(line.table) if one.pk not in (by.pk, line.player_id)]
    moderators = [one for one in others if moderated(line.table, one).filter(pk=line.pk).exists()]
    line_reported.send(sender=TalkReport, report=row, moderators=moderators)


@transaction.atomic
def hide(*, line: TalkLine, by: Player, reason: str) -> None:
    """Hide a line as a moderator: readers see the reason in its place. Idempotent: the first reason stays.

    While an attempt runs, its table is not told that watchers talk. Access has checked that the player moderates it.
    """
    table = lock_table(line.table_id)
    hidden = TalkLine.objects.filter(pk=line.pk, hidden_at=None).update(
        hidden_at=timezone.now(), hidden_by=by, reason=reason
    )
    if hidden:
        announce_talk(table, to_the_table=told_to_the_table(TalkLine.objects.filter(pk=line.pk)).exists())


def may_moderate(player: Player | None, table: Table) -> bool:
    """True for founders of the crew, organizers of the challenge's club, and administrators of the site."""
    if player is None or player.user is None:
        return False
    if player.user.is_staff or (table.crew is not None and founded_crews_of(player).contains(table.crew)):
        return True
    return table.stage is not None and organizes(player, table.stage.challenge.club)


def moderates(player: Player) -> bool:
    """True if the player moderates any tables: as a founder, an organizer, or an administrator."""
    if player.user is None:
        return False
    return player.user.is_staff or founded_crews_of(player).exists() or organized_clubs_of(player).exists()


def moderators_of(table: Table) -> list[Player]:
    """Return those who moderate the table."""
    people = Q(user__is_staff=True)
    if table.crew_id is not None:
        founders = CrewMember.objects.filter(crew=table.crew_id, role=CrewMember.Role.FOUNDER, left_at=None)
        people |= Q(pk__in=founders.values("player"))
    if table.stage is not None:
        roles = (ClubMember.Role.OWNER, ClubMember.Role.ORGANIZER)
        organizers = ClubMember.objects.filter(club=table.stage.challenge.club_id, role__in=roles)
        people |= Q(pk__in=organizers.values("player"))
    return list(Player.objects.filter(people, user__is_active=True))


def moderated(table: Table, moderator: Player) -> QuerySet[TalkLine]:
    """Return the lines of a table that its moderator may read.

    One who sits there reads what the table reads. Where others play the same deals, no one else reads about them before
    the contest is over: a moderator may play them too.
    """
    place = place_of(table, moderator)
    if place is not None and place.is_seated:
        return readable(place, moderator)
    lines = TalkLine.objects.filter(table=table)
    return lines if contest_of(table).may_be_watched(table) else lines.filter(attempt=None)


def reports_for(moderator: Player) -> list[Reported]:
    """Return the latest reports of lines that the player moderates, may read, and has not hidden."""
    found: list[Reported] = []
    rows = TalkReport.objects.filter(line__hidden_at=None).exclude(by=moderator).exclude(line__player=moderator)
    tables = "line__table__crew", "line__table__stage__challenge__club"
    for row in rows.select_related("line__player", "by", *tables).order_by("-pk")[: MOST_REPORTS * 4]:
        table = row.line.table
        if len(found) < MOST_REPORTS and may_moderate(moderator, table):
            lines = moderated(table, moderator)
            if lines.filter(pk=row.line_id).exists():
                found.append(Reported(row, _around(lines, row.line)))
    return found


def _around(lines: QuerySet[TalkLine], line: TalkLine) -> tuple[tuple[TalkLine, str], ...]:
    same = lines.filter(audience=line.audience).select_related("player")
    before = list(same.filter(pk__lt=line.pk).order_by("-pk")[:AROUND])
    after = list(same.filter(pk__gt=line.pk).order_by("pk")[:AROUND])
    return tuple((row, line_words(row)) for row in (*reversed(before), line, *after))
