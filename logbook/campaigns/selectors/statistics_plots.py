"""Plots of a crew's statistics: its missions beside other crews', its trend, its attempts per mission."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from statistics import mean
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from logbook.campaigns.models import MissionLog
from logbook.campaigns.selectors.campaigns import number_of
from logbook.campaigns.selectors.other_crews import medians_of_others
from logbook.leaderboards import ranking
from logbook.lib.plots.beside import Beside, Pair
from logbook.lib.plots.figures import Bar, Bars, LineChart, Moment, PlotText
from logbook.rounds import text

LONGEST_WINDOW: Final = 50
SHORTEST_WINDOW: Final = ranking.ENOUGH_TRIES
MOMENTS: Final = 20
MOST_BARS: Final = 10


def beside_others(crew_id: int, boxes: Iterable[MissionLog]) -> tuple[Beside, ...]:
    """Return, for each game, the attempts of each mission and the median of other crews."""
    by_game: dict[str, list[MissionLog]] = defaultdict(list)
    for box in boxes:
        by_game[box.game].append(box)
    return tuple(_beside(game, own, medians_of_others(game, crew_id)) for game, own in sorted(by_game.items()))


def _beside(game: str, boxes: Iterable[MissionLog], world: dict[str, float]) -> Beside:
    by_mission: dict[str, list[MissionLog]] = defaultdict(list)
    for box in boxes:
        by_mission[box.mission].append(box)
    pairs = tuple(
        _pair(mission, by_mission[mission], world.get(mission)) for mission in sorted(by_mission, key=number_of)
    )
    return Beside(_beside_labels(game, pairs), pairs, own_label=_("You"), others_label=_("Other crews"))


def _pair(mission: str, boxes: Sequence[MissionLog], others: float | None) -> Pair:
    """Return a pair of values: over several campaigns, the mean of those that won the mission."""
    won = [box.attempts for box in boxes if box.won]
    return Pair(mission, mean(won or [box.attempts for box in boxes]), others, open=not won)


def _beside_labels(game: str, pairs: Sequence[Pair]) -> PlotText:
    closed_pairs = [pair for pair in pairs if pair.others is not None and not pair.open]
    fewer = sum(pair.own < (pair.others or 0) for pair in closed_pairs)
    more = sum(pair.own > (pair.others or 0) for pair in closed_pairs)
    too_few = _("Too few other crews have won these missions to compare.")
    described = _(
        "Compared with the median crew, you needed fewer attempts on %(fewer)s of %(known)s missions "
        "won, the same number on %(same)s and more on %(more)s."
    ) % {"known": len(closed_pairs), "fewer": fewer, "same": len(closed_pairs) - fewer - more, "more": more}
    return PlotText(
        title=_("Attempts per mission: %(game)s") % {"game": text.game_name(game)},
        description=described if closed_pairs else too_few,
        empty=_("No missions attempted yet."),
        across=_("Mission"),
        up=_("Attempts"),
    )


def window_of(tries: int) -> int:
    """Return the number of consecutive attempts over which the win rate is computed."""
    return min(LONGEST_WINDOW, max(SHORTEST_WINDOW, tries // 5))


def curve(won: Sequence[bool], days: Sequence[date]) -> LineChart:
    """Return the win rate over a sliding window, by time; nothing with too few attempts."""
    window = window_of(len(won))
    ends = _ends(len(won), window)
    moments = tuple(_moment(won[end - window : end], days[end - 1]) for end in ends)
    return LineChart(_words_of_curve(window, moments), moments)


def _ends(tries: int, window: int) -> list[int]:
    """Return the attempts after which to sample: evenly spaced, with the first and the last."""
    if tries < window:
        return []
    steps = min(MOMENTS - 1, tries - window)
    return sorted({window + round((tries - window) * n / steps) for n in range(steps + 1)}) if steps else [tries]


def _moment(won: Sequence[bool], day: date) -> Moment:
    bounds = ranking.interval(wins=sum(won), tries=len(won))
    share = 100 * sum(won) / len(won)
    return Moment(date_format(day, "m/y"), share, 100 * bounds.least, 100 * bounds.most, of=len(won))


def _words_of_curve(window: int, moments: Sequence[Moment]) -> PlotText:
    described = ""
    if moments:
        described = _(
            "You won %(first)s%% of your first %(window)s attempts and %(last)s%% of your last %(window)s."
        ) % {"window": window, "first": round(moments[0].share or 0), "last": round(moments[-1].share or 0)}
    return PlotText(
        title=_("Rolling win rate over %(window)s attempts") % {"window": window},
        description=described,
        empty=_("There aren’t enough attempts yet."),
        across=_("Month/year"),
        up=_("Win rate (%)"),
    )


def attempts_needed(boxes: Iterable[MissionLog]) -> Bars:
    """Return how many missions needed one attempt, two, three ...; very many share one bar."""
    counts: Counter[int] = Counter(min(box.attempts, MOST_BARS) if box.won else 0 for box in boxes)
    bars = [Bar(f"{n}+" if n == MOST_BARS else str(n), counts[n]) for n in range(1, max(counts, default=0) + 1)]
    if counts[0]:
        bars.append(Bar(_("not won"), counts[0], hatched=True))
    described = _("Missions won on the first attempt: %(once)s of %(missions)s. Not won yet: %(not)s.") % {
        "missions": counts.total(),
        "once": counts[1],
        "not": counts[0],
    }
    return Bars(
        PlotText(
            title=_("Attempts until success"),
            description=described,
            empty=_("No missions attempted yet."),
            across=_("Missions"),
            up=_("Attempts"),
        ),
        tuple(bars),
    )
