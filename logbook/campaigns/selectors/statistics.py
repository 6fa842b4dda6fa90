"""Statistics of a crew: how often it wins, with whom, how fast, and the trend.

Entries are read once, as plain columns, and the database counts people: so the number of queries is fixed, and the page
stays fast with years of entries.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter
from statistics import median
from typing import Any, Final, NamedTuple

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from logbook.campaigns.models import Attendance, Campaign, LogEntry, MissionLog
from logbook.campaigns.selectors import statistics_plots
from logbook.campaigns.selectors.campaigns import streaks
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.leaderboards import ranking, rating
from logbook.leaderboards.models.strengths import Strength
from logbook.lib.plots.beside import Beside
from logbook.lib.plots.figures import Bars
from logbook.lib.plots.figures import LineChart as Curve
from logbook.people.models.players import Player
from logbook.tables.kinds import games_not_won


@dataclass(frozen=True, slots=True)
class Share:
    """The attempts won, of all attempts under some condition."""

    name: str
    tries: int
    won: int

    @property
    def enough(self) -> bool:
        """Whether the attempts suffice for a share."""
        return self.tries >= ranking.ENOUGH_TRIES

    @property
    def share(self) -> float:
        """In percent."""
        return 100 * self.won / self.tries if self.tries else 0.0

    @property
    def interval(self) -> ranking.Interval:
        """The 95% confidence interval, in percent."""
        bounds = ranking.interval(wins=self.won, tries=self.tries)
        return ranking.Interval(100 * bounds.least, 100 * bounds.most)


@dataclass(frozen=True, slots=True)
class Shares:
    """Several shares under one heading, to compare; or none."""

    title: str
    column: str
    rows: tuple[Share, ...]
    empty: str


@dataclass(frozen=True, slots=True)
class Year:
    """A year of the crew."""

    year: int
    days: int
    signals: int
    minutes: int
    share: Share

    @property
    def hours(self) -> float:
        """The hours played, as far as entries state them."""
        return self.minutes / 60


@dataclass(frozen=True, slots=True)
class Durations:
    """The durations, as far as entries state them."""

    days: int
    entries: int
    minutes: int
    middle: float
    longest: int
    busiest: date
    on_busiest: int

    @property
    def hours(self) -> float:
        """The sum in hours."""
        return self.minutes / 60


@dataclass(frozen=True, slots=True)
class InARow:
    """Streaks of missions without a fault, and of attempts: the current and the longest."""

    clean: int
    clean_longest: int
    won: int
    won_longest: int
    lost_longest: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The page of a crew's statistics; `whole` has no attempts where there are no entries."""

    crew: Crew
    campaigns: tuple[Campaign, ...]
    """The crew's campaigns, to choose from."""
    selected_campaigns: tuple[Campaign, ...]
    whole: Share
    signals: int
    beside: tuple[Beside, ...]
    curve: Curve
    attempts_bars: Bars
    compared: tuple[Shares, ...]
    years: tuple[Year, ...]
    durations: Durations | None
    in_a_row: InARow
    strength: rating.RatingRange | None
    """The strength by all the crew's attempts, whatever is selected; None with too few attempts or crews."""

    @property
    def games(self) -> tuple[str, ...]:
        """The campaigns' games, to choose from."""
        return tuple(sorted({one.game for one in self.campaigns}))


Who = tuple[str, int]
"""A player or a guest, by primary key."""


class EntryColumns(NamedTuple):
    """The columns of an entry that statistics count."""

    won: bool
    distress: bool
    players: int | None
    played_on: date
    minutes: int | None


def statistics_of(crew: Crew, *, game: str = "", campaign_id: int | None = None) -> Statistics:
    """Return the crew's statistics, over all campaigns, one game's, or one; races have statistics of people instead."""
    campaigns = tuple(crew.campaigns.exclude(game__in=games_not_won()).order_by("-opened_at", "-pk"))
    selected = tuple(one for one in campaigns if game in ("", one.game) and campaign_id in (None, one.pk))
    keys = [one.pk for one in selected]
    entries = LogEntry.objects.filter(campaign__in=keys, removed_at=None).order_by("played_on", "pk")
    played = list(map(EntryColumns._make, entries.values_list(*EntryColumns._fields)))
    boxes = list(MissionLog.objects.filter(campaign__in=keys))
    return Statistics(
        crew=crew,
        campaigns=campaigns,
        selected_campaigns=selected,
        whole=_share("", played),
        signals=sum(entry.distress for entry in played),
        beside=statistics_plots.beside_others(crew.pk, boxes),
        curve=statistics_plots.curve([entry.won for entry in played], [entry.played_on for entry in played]),
        attempts_bars=statistics_plots.attempts_needed(boxes),
        compared=_compared(played, keys),
        years=tuple(_years(played)),
        durations=_durations(played),
        in_a_row=_in_a_row(played, boxes),
        strength=_strength(crew),
    )


FEWEST_CREWS: Final = 5
"""The fewest other crews with which a crew is compared."""


def _strength(crew: Crew) -> rating.RatingRange | None:
    strengths = Strength.objects.filter(crew__isnull=False, tries__gte=rating.ENOUGH)
    others, own = strengths.exclude(crew=crew).count(), strengths.filter(crew=crew).first()
    return rating.rating_range(own.value, own.deviation) if own and others >= FEWEST_CREWS else None


def _share(name: str, played: Iterable[EntryColumns]) -> Share:
    outcomes = [entry.won for entry in played]
    return Share(name, len(outcomes), sum(outcomes))


# --- conditions


def _compared(played: Sequence[EntryColumns], campaigns: Sequence[int]) -> tuple[Shares, ...]:
    attended, captained = _people(campaigns)
    return (
        Shares(
            _("By number of players"), _("Players"), _by_players(played), _("No entry gives the number of players yet.")
        ),
        Shares(_("By captain"), _("Captain"), captained, _("No entry names a captain yet.")),
        Shares(_("By player"), _("Player"), attended, _("No entry says who played yet.")),
        Shares(_("Distress signal"), pgettext("noun", "Signal"), _by_signal(played), ""),
    )


def _by_players(played: Sequence[EntryColumns]) -> tuple[Share, ...]:
    by_number: dict[int, list[EntryColumns]] = defaultdict(list)
    for entry in played:
        if entry.players:
            by_number[entry.players].append(entry)
    return tuple(
        _share(ngettext("%(count)s player", "%(count)s players", players) % {"count": players}, by_number[players])
        for players in sorted(by_number)
    )


def _by_signal(played: Sequence[EntryColumns]) -> tuple[Share, ...]:
    with_signal = [entry for entry in played if entry.distress]
    return (
        _share(_("sent"), with_signal),
        _share(_("not sent"), (entry for entry in played if not entry.distress)),
    )


def _people(campaigns: Sequence[int]) -> tuple[tuple[Share, ...], tuple[Share, ...]]:
    """Return the people and the captains, the most frequent first. Removed names appear in neither list."""
    attended: dict[Who, list[int]] = defaultdict(lambda: [0, 0])
    captained: dict[Who, list[int]] = defaultdict(lambda: [0, 0])
    rows = _attendances(campaigns)
    guests: dict[int, tuple[int | None, str]] = {
        key: (claimed, name) for key, claimed, name in _guests(row[1] for row in rows)
    }
    for player, guest, captain, won, number in rows:
        claimed = guests[guest][0] if guest else None
        key: Who = ("player", player or claimed or 0) if player or claimed else ("guest", guest)
        for counts in (attended, captained) if captain else (attended,):
            counts[key][0] += number
            counts[key][1] += number * won
    players = Player.objects.filter(pk__in=[key for kind, key in attended if kind == "player"])
    names: dict[Who, str] = {("player", key): name for key, name in players.values_list("pk", "name")}
    names |= {("guest", key): name for key, (_claimed, name) in guests.items()}
    return _shares_by_name(attended, names), _shares_by_name(captained, names)


def _attendances(campaigns: Sequence[int]) -> list[tuple[Any, ...]]:
    """Return the number of attendances by person and outcome, without names, which would repeat in each row."""
    rows = Attendance.objects.filter(entry__campaign__in=campaigns, entry__removed_at=None)
    rows_with_name = rows.exclude(player=None, guest=None).order_by()
    return list(rows_with_name.values_list("player", "guest", "captain", "entry__won").annotate(number=Count("pk")))


def _guests(keys: Iterable[int | None]) -> list[tuple[Any, ...]]:
    guests = Guest.objects.filter(pk__in={key for key in keys if key})
    return list(guests.values_list("pk", "claimed_by", "name"))


def _shares_by_name(counts: dict[Who, list[int]], names: dict[Who, str]) -> tuple[Share, ...]:
    shares = [Share(names[key], tries, won) for key, (tries, won) in counts.items()]
    return tuple(sorted(shares, key=lambda share: (-share.tries, share.name)))


# --- time


def _years(played: Sequence[EntryColumns]) -> Iterator[Year]:
    for year, own in groupby(played, key=lambda entry: entry.played_on.year):
        entries = list(own)
        yield Year(
            year=year,
            days=len({entry.played_on for entry in entries}),
            signals=sum(entry.distress for entry in entries),
            minutes=sum(entry.minutes or 0 for entry in entries),
            share=_share(str(year), entries),
        )


def _durations(played: Sequence[EntryColumns]) -> Durations | None:
    if not played:
        return None
    by_day = Counter(map(attrgetter("played_on"), played))
    busiest, on_busiest = by_day.most_common(1)[0]
    minutes = [entry.minutes for entry in played if entry.minutes]
    return Durations(
        days=len(by_day),
        entries=len(minutes),
        minutes=sum(minutes),
        middle=median(minutes) if minutes else 0,
        longest=max(minutes, default=0),
        busiest=busiest,
        on_busiest=on_busiest,
    )


def _in_a_row(played: Sequence[EntryColumns], boxes: Sequence[MissionLog]) -> InARow:
    clean, longest = streaks(boxes)
    runs = [(won, sum(1 for _entry_fields in own)) for won, own in groupby(played, key=attrgetter("won"))]
    return InARow(
        clean=clean,
        clean_longest=longest,
        won=runs[-1][1] if runs and runs[-1][0] else 0,
        won_longest=max((length for won, length in runs if won), default=0),
        lost_longest=max((length for won, length in runs if not won), default=0),
    )
