"""The kind of the games in which players race each other for points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

import games
from games.deep_blue.component_sets import component_set
from logbook.races import race_games
from logbook.races.selectors.replays import race_record_of
from logbook.races.selectors.tables import given_up_race_fields, race_log, race_table_page
from logbook.races.selectors.travellers import RaceComparison, race_comparison
from logbook.races.services import lines, results, standings
from logbook.races.view.page import words_at
from logbook.races.view.parts import LogTurn, RacePage
from logbook.rounds import text
from logbook.rounds.view.parts import Moment, SeatFace
from logbook.tables.kinds import RACES, ChallengeWords, DailyWords, EntryWords, FormWords, LobbyWords, Results
from logbook.tables.models import Attempt, Table
from logbook.tables.selectors.seat_labels import subtitle_text

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class RaceResults:
    """The results of people, their standings, and the lines of races."""

    def count_tables(self, tables: Sequence[int]) -> None:
        """Write a row for each seat of each finished race."""
        results.count_races(tables)

    def uncounted_tables(self, tables: QuerySet[Table], *, before: datetime) -> list[int]:
        """Return the tables with a race that has no results."""
        return results.uncounted_tables(tables, before=before)

    def wrong_attempts(self) -> Iterator[int]:
        """Yield the races with a result that counts for something else."""
        return results.wrong_attempts()

    def count_everything(self) -> int:
        """Write the results of all races."""
        return results.count_everything()

    def write_standings(self, challenges: Sequence[int]) -> None:
        """Write the standings of people and of crews."""
        standings.write_standings(challenges)

    def write_lines(self, attempts: Iterable[int]) -> None:
        """Write the lines of these races."""
        lines.LINES.write(attempts)

    def overlooked_attempts(self, *, before: datetime) -> list[int]:
        """Return races without a line."""
        return lines.LINES.overlooked(before=before)


class Races:
    """Each player scores points. A table races one scenario once."""

    code = RACES
    slugs: Sequence[str] = race_games.RACES

    is_won = False
    has_points = True
    has_tricks = False
    has_analysis = False
    done_state: str = Table.State.ENDED
    shows_every_state = True

    has_custom_missions = False
    is_numbered = False
    suits_stand_ins = False

    is_proven = False
    has_sheets = False
    suits_series = False
    deals_last_a_week = True

    results: Results | None = RaceResults()
    ends_from_outside: Mapping[str, StrOrPromise] = {
        "given-up": _("The race was given up."),
        "window-closed": _("The challenge closed before the race was over."),
    }
    lobby_words = LobbyWords(
        mission=_("scenario"),
        start=_("Start the race"),
        fill_and_start=_("Fill and start"),
        others_start=_("The players at the table start the race."),
        starts_when_full=_("You can start once every seat is taken. Add bots to fill empty seats."),
    )
    form_words = FormWords(
        mission=_("Scenario"),
        unknown=_("That scenario doesn’t exist."),
        choose=_("Choose a scenario."),
    )
    challenge_words = ChallengeWords(
        lede=_(
            "Everyone plays the same sealed races. The seed stays secret until the challenge closes; its fingerprint "
            "is public from the start."
        ),
        same_for_all=_("Everyone plays the same races, fixed before the start."),
        stage_pages=_("See every race of each stage, or compare two side by side."),
        note=_("races"),
    )
    daily_words = DailyWords(
        name=_("Race of the week"), play=_("Race online"), alone=_("Solo against three bots. Your first try counts.")
    )
    entry_words = EntryWords(
        log=_("Log a race"),
        more=_("Date, substitutes, minutes, note, photo"),
        others=_("All races of this scenario"),
    )
    templates: Mapping[str, str] = {
        "table": "races/table.html",
        "part": "races/_race.html",
        "lesson": "lessons/_race.html",
        "head": "races/_head.html",
        "drawings": "races/_sprite.svg",
        "replay_head": "races/_replay_head.html",
        "log": "races/log.html",
        "own_crews": "races/_own.html",
        "standings": "races/_standings.html",
        "challenge_lede": "races/_challenge_lede.html",
        "challenge_size": "races/_challenge_size.html",
        "stage_attempts": "races/_stage_attempts.html",
        "stage_window": "races/_stage_window.html",
        "deal_played": "races/_deal_played.html",
        "entry_people": "races/_entry_people.html",
        "entry_end": "races/_entry_end.html",
        "comparison": "races/compare.html",
        "pieces": "races/_pieces_link.html",
    }
    color_scheme = "light dark"

    def has_mission(self, game: str, mission: str) -> bool:
        """True if the book has the scenario."""
        return mission in games.GAMES[game].missions

    def mission_after(self, game: str, mission: str) -> str | None:
        """Return the next scenario, in the order of the book."""
        scenarios = (*games.GAMES[game].missions, None)
        return scenarios[scenarios.index(mission) + 1]

    def missions_offered(self, game: str) -> list[tuple[str, str]]:
        """Return the scenarios with their titles."""
        return [(scenario, text.scenario_title(scenario)) for scenario in games.GAMES[game].missions]

    def table_state_after(self, attempt_state: str) -> str:
        """Return that it is over. Another race needs another table, so this table's seed may be shown."""
        return Table.State.ENDED

    def columns_of(self, view: games.View) -> dict[str, Any]:
        """Return neither tricks nor a distress signal."""
        return {"tricks": 0, "distress": False}

    def is_won_by(self, attempt: Attempt, seat: int) -> bool:
        """True for the player with the most points, and for those who share the win."""
        return seat in self.winners_of(attempt)

    def winners_of(self, attempt: Attempt) -> Sequence[int]:
        """Return the seats with the most points; none of a race that was given up."""
        return tuple(attempt.reason_params.get("winners", ()))

    def deserves_entry(self, attempt_state: str) -> bool:
        """True for a finished race: one that was given up has no result."""
        return attempt_state == Attempt.State.FINISHED

    def view_given_up(self, reason: str) -> dict[str, Any]:
        """Return the fields of a race without a winner."""
        return given_up_race_fields(reason)

    def refusal_text(self, error: games.GameError, table: Table, faces: Sequence[SeatFace]) -> str:
        """Return the refusal in the words of the table's components."""
        return words_at(None, faces, component_set(tuple(table.options.split()))).say(error.code, error.params)

    def mission_text(self, game: str, mission: str, players: int, options: str = "") -> str:
        """Return the text without the title: a scenario is not named twice."""
        return subtitle_text(game, mission, players, options)

    def table_page(
        self,
        attempt: Attempt,
        states: Sequence[games.State],
        faces: Sequence[SeatFace],
        own_seat: int | None,
        moment: Moment,
        since: int | None,
    ) -> RacePage:
        """Return the race."""
        return race_table_page(attempt, states, faces, own_seat, moment, since=since)

    def comparison_of(self, deal: Any, *numbers: int, names_people: bool) -> RaceComparison:
        """Return two races side by side."""
        return race_comparison(deal, *numbers, names_people=names_people)

    def record_of(self, attempt: Attempt) -> str | None:
        """Return the race with its seed: its chance comes from the seed until the end, so no deal can be written."""
        return race_record_of(attempt)

    def log_of(self, attempt: Attempt, faces: Sequence[SeatFace], own_seat: int | None) -> tuple[LogTurn, ...]:
        """Return the log of the race."""
        return race_log(attempt, faces, own_seat)
