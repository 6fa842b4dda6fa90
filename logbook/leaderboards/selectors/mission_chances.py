"""Selectors of missions' chances: how often a mission is won, by people and by the bots that rated it beforehand.

Each attempt of people and each round of bots counts once. Bots' rounds are few, so people's attempts soon outweigh
them; every page says how many of each there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import games
from games.crew.rating import Rating
from logbook.challenges import difficulty
from logbook.leaderboards import ranking
from logbook.leaderboards.models.mission_ratings import MissionRating
from logbook.leaderboards.selectors import tallies
from logbook.lib.plots.figures import LineChart, Moment, PlotText


class MissionPlayers(NamedTuple):
    """A mission at a number of players."""

    game: str
    mission: str
    players: int


@dataclass(frozen=True, slots=True)
class Chance:
    """The wins of a mission: by people in `won` of `attempts`, by bots in `wins` of `rounds`."""

    attempts: int = 0
    won: int = 0
    rounds: int = 0
    wins: int = 0

    def __add__(self, other: Chance) -> Chance:
        return Chance(
            self.attempts + other.attempts, self.won + other.won, self.rounds + other.rounds, self.wins + other.wins
        )

    @property
    def tries(self) -> int:
        """Return the number of attempts and rounds."""
        return self.attempts + self.rounds

    @property
    def share(self) -> float:
        """Return the percentage won of all attempts and rounds; 0 where there are none."""
        return 100 * (self.won + self.wins) / self.tries if self.tries else 0.0

    @property
    def interval(self) -> ranking.Interval:
        """Return Wilson's interval of that share, in percent."""
        bounds = ranking.interval(wins=self.won + self.wins, tries=self.tries)
        return ranking.Interval(100 * bounds.least, 100 * bounds.most)

    @property
    def difficulty(self) -> difficulty.Label | None:
        """Return how hard it is, by the share won, as certified deals are rated; None with too few tries."""
        rated = self.tries >= difficulty.FIRST_LOOK
        return difficulty.label_of(Rating(self.won + self.wins, self.tries)) if rated else None


def chances(game: str = "", mission: str | None = None) -> Mapping[MissionPlayers, Chance]:
    """Return the chances of the missions of a game (or all), or of one mission, in three queries.

    The results of challenges that are not over yet are left out.
    """
    chosen = Q(**{name: value for name, value in (("game", game), ("mission", mission)) if value})
    found: dict[MissionPlayers, Chance] = {}
    for *key, rounds, wins in MissionRating.objects.filter(chosen).values_list(
        *MissionPlayers._fields, "rounds", "wins"
    ):
        found[MissionPlayers(*key)] = Chance(rounds=rounds, wins=wins)
    for place, (attempts, won) in tallies.sums(chosen).items():
        key = MissionPlayers(*place)
        found[key] = found.get(key, Chance()) + Chance(attempts=attempts, won=won)
    return found


def curve(game: str, players: int, found: Mapping[MissionPlayers, Chance], *, marked: str = "") -> LineChart:
    """Return the shares won of a book's missions with so many players, one after the other; one may be `marked`."""
    own = {str(one): found.get(MissionPlayers(game, str(one), players), Chance()) for one in games.GAMES[game].missions}
    whole = sum(own.values(), Chance())
    text = PlotText(
        title=_("How often each mission is won with %(players)s players") % {"players": players},
        description=_marked_words(marked, own[marked]) if marked in own else chance_words(whole),
        empty=_("These missions haven’t been rated by bots or played by people yet."),
        across=_("Mission"),
        up=_("Won (%)"),
    )
    moments = (_moment(mission, chance, is_marked=mission == marked) for mission, chance in own.items())
    return LineChart(text, tuple(moments))


def _moment(mission: str, chance: Chance, *, is_marked: bool) -> Moment:
    if not chance.tries:
        return Moment(mission, None)
    bounds = chance.interval
    return Moment(mission, chance.share, bounds.least, bounds.most, of=chance.tries, is_marked=is_marked)


def _marked_words(mission: str, chance: Chance) -> str:
    if not chance.tries:
        return _("Neither people nor bots have played mission %(mission)s yet.") % {"mission": mission}
    return _("The ring marks mission %(mission)s.") % {"mission": mission} + " " + chance_words(chance)


def chance_words(chance: Chance) -> str:
    """Return how much of it people played, and how much bots, in a sentence each."""
    people = ngettext(
        "People won %(won)s of %(number)s attempt.", "People won %(won)s of %(number)s attempts.", chance.attempts
    )
    bots = ngettext("Bots won %(won)s of %(number)s round.", "Bots won %(won)s of %(number)s rounds.", chance.rounds)
    said = [people % {"won": chance.won, "number": chance.attempts}] if chance.attempts else []
    said += [bots % {"won": chance.wins, "number": chance.rounds}] if chance.rounds else []
    return " ".join(said)
