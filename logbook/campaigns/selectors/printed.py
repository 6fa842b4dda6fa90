"""Selectors of a printed logbook: the players, mission by mission, the notes, and the sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db.models import Count, Max, Min
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from logbook.campaigns.models import Attendance, Campaign, LogEntry
from logbook.campaigns.pdf.pages import Fact, Labels, Note, Person, Printed, PrintedRow
from logbook.campaigns.selectors.campaigns import CampaignPage, MissionBox, campaign_page
from logbook.campaigns.selectors.entries import attendance_by_entry
from logbook.campaigns.selectors.races import RaceLog, ScenarioBox
from logbook.campaigns.selectors.statistics import Statistics, statistics_of
from logbook.campaigns.selectors.volumes import Volume
from logbook.crews.models.crews import CrewMember
from logbook.crews.models.guests import Guest
from logbook.lib.time_zones import date_text
from logbook.people.models.players import Player
from logbook.rounds import text as rounds_text

SHORT: Final = "SHORT_DATE_FORMAT"


def printed(campaign: Campaign, volume: Volume | None = None) -> Printed:
    """Return the whole logbook, in the reader's language; the notes of one volume only, if requested."""
    page = campaign_page(campaign)
    figures = statistics_of(campaign.crew, campaign_id=campaign.pk)
    until = campaign.closed_at or max((box.on for box in page.boxes if box.on), default=page.since)
    return Printed(
        title=_title(campaign, volume),
        crew=campaign.crew.name,
        game=rounds_text.game_name(campaign.game),
        since=date_text(page.since),
        until=date_text(until),
        people=tuple(_people(campaign)),
        rows=tuple(map(_race_row, page.races.boxes)) if page.races else tuple(map(_row, filter(_has_row, page.boxes))),
        blank=() if page.races else tuple(box.mission for box in page.boxes if not _has_row(box)),
        notes=tuple(_notes(campaign, volume)),
        titled=page.races is not None,
        facts=tuple(_race_facts(page.races) if page.races else _facts(page, figures)),
    )


def _title(campaign: Campaign, volume: Volume | None) -> str:
    if volume is None or volume.of == 1:
        return campaign.name
    params = {"title": campaign.name, "number": volume.number, "of": volume.of}
    return _("%(title)s, volume %(number)s of %(of)s") % params


def _has_row(box: MissionBox) -> bool:
    """Return whether a mission has a row: played ones and the next. Others need only their number."""
    return bool(box.attempts) or box.is_next


def _row(box: MissionBox) -> PrintedRow:
    return PrintedRow(
        mission=box.mission,
        attempts=box.attempts,
        won=box.won,
        distress=box.distress,
        score=box.score if box.won or box.noted else None,
        on=date_text(box.on, SHORT) if box.on else "",
        names=box.names,
    )


def _race_row(box: ScenarioBox) -> PrintedRow:
    """Return a scenario's row: how often it was raced, the most points, and the winners."""
    return PrintedRow(
        mission=box.title,
        attempts=box.races,
        won=False,
        distress=False,
        score=box.best,
        on=date_text(box.on, SHORT) if box.on else "",
        names=box.won_by,
    )


# --- people


def _people(campaign: Campaign) -> Iterable[Person]:
    """Yield the people of the entries in the order of their first attempt; then members who have not played yet."""
    rows = list(_attendance_rows(campaign))
    players = Player.objects.in_bulk({row[0] for row in rows if row[0]})
    guests = Guest.objects.select_related("claimed_by").in_bulk({row[1] for row in rows if row[1]})
    members = dict(_members(campaign))
    former = dict(members)
    for player, guest, first, last, number in rows:
        person = players[player] if player else guests[guest].claimed_by or guests[guest]
        is_member = isinstance(person, Player) and person.pk in members
        kind = _("member") if is_member else _("guest") if guest else _("former member")
        yield Person(person.name, kind, date_text(first, SHORT), date_text(last, SHORT), _attempts(number))
        if isinstance(person, Player):
            former.pop(person.pk, None)
    for name in former.values():
        yield Person(name, _("member"), "", "", _attempts(0))


def _attendance_rows(campaign: Campaign) -> Iterable[tuple[Any, ...]]:
    attendances = Attendance.objects.filter(entry__campaign=campaign, entry__removed_at=None).exclude(
        player=None, guest=None
    )
    grouped = attendances.order_by().values_list("player", "guest")
    return sorted(
        grouped.annotate(first=Min("entry__played_on"), last=Max("entry__played_on"), number=Count("pk")),
        key=lambda row: (row[2], -row[4], row[0] or 0, row[1] or 0),
    )


def _members(campaign: Campaign) -> Iterable[tuple[int, str]]:
    members_now = CrewMember.objects.filter(crew=campaign.crew_id, left_at=None).order_by("joined_at", "pk")
    return members_now.values_list("player", "player__name")


def _attempts(number: int) -> str:
    return ngettext("%(count)s attempt", "%(count)s attempts", number) % {"count": number}


# --- notes and sums


def _notes(campaign: Campaign, volume: Volume | None) -> Iterable[Note]:
    entries = LogEntry.objects.filter(campaign=campaign, removed_at=None).exclude(note="").order_by("played_on", "pk")
    if volume is not None:
        entries = entries.filter(pk__in=volume.entries)
    rows = list(entries.values_list("pk", "mission", "won", "played_on", "note"))
    names = attendance_by_entry([row[0] for row in rows])
    for key, mission, won, day, text in rows:
        notes = [
            rounds_text.mission_title(mission),
            *([] if campaign.kind.has_points else [_("success") if won else _("failure")]),
            date_text(day),
        ]
        yield Note(" · ".join([*notes, *([names[key]] if key in names else [])]), text)


def _facts(page: CampaignPage, figures: Statistics) -> Sequence[Fact]:
    facts = [
        Fact(_("Missions won"), _("%(won)s of %(printed)s") % {"won": page.won, "printed": page.printed}),
        Fact(_("Score"), str(page.score)),
        Fact(_("Attempts"), str(page.entries)),
        Fact(_("Distress signals"), str(page.signals)),
        Fact(_("Missions recorded as 10"), str(page.noted)),
        Fact(_("Longest clean streak"), str(page.longest)),
    ]
    if figures.durations is not None:
        facts.append(Fact(_("Days played"), str(figures.durations.days)))
        if figures.durations.entries:
            facts.append(Fact(_("Hours logged"), number_format(figures.durations.hours, 1)))
    return facts


def _race_facts(races: RaceLog) -> Sequence[Fact]:
    params = {"raced": races.raced, "of": len(races.boxes)}
    wins = [Fact(_("Wins: %(name)s") % {"name": one.name}, str(one.wins)) for one in races.racers]
    return [
        Fact(_("Scenarios raced"), _("%(raced)s of %(of)s") % params),
        Fact(_("Races"), str(races.races)),
        *wins,
    ]


# --- words


def labels(printed: Printed) -> Labels:
    """Return the fixed words of a printed logbook, in the reader's language."""
    return Labels(
        logbook=_("Logbook"),
        people=_("Who played"),
        missions=_("Scenarios") if printed.titled else _("Missions"),
        notes=_("Notes"),
        sums=_("Summary"),
        lozenges=_("A lozenge (◊) replaces a character this file can’t show. Print from the browser to see it."),
        columns=_columns_of_races() if printed.titled else _columns(),
    )


def _columns() -> tuple[str, str, str, str, str]:
    return (
        pgettext("number of a mission", "No."),
        _("Attempts"),
        _("Score"),
        pgettext("column of a table", "When"),
        pgettext("column of a table", "Who"),
    )


def _columns_of_races() -> tuple[str, str, str, str, str]:
    return _("Scenario"), _("Races"), _("Most points"), pgettext("column of a table", "When"), _("Won by")
