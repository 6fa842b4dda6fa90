"""The kind of the games whose missions a crew wins or loses together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

import games
from logbook.rounds import text
from logbook.rounds.view.parts import Moment, RoundPage, SeatFace
from logbook.tables.kinds import MISSIONS, ChallengeWords, DailyWords, EntryWords, FormWords, LobbyWords, Results
from logbook.tables.missions import UNTIMED
from logbook.tables.models import Attempt, Table
from logbook.tables.selectors.rounds import given_up_fields, round_table_page
from logbook.tables.selectors.seat_labels import mission_text_of, say_with_names

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

EPILOGUE_SHOWN: Final = 8
"""Missions of an endless epilogue in a list; the text field takes any of them."""
USUAL_PLAYERS: Final = 4


class Missions:
    """A crew plays tricks together, and wins or loses."""

    code = MISSIONS
    slugs: Sequence[str] = tuple(game.slug for game in games.GAMES.values() if not game.is_race)

    is_won = True
    has_points = False
    has_tricks = True
    has_analysis = True
    done_state: str = Table.State.WON
    shows_every_state = False

    has_custom_missions = True
    is_numbered = True
    suits_stand_ins = True

    is_proven = True
    has_sheets = True
    suits_series = True
    deals_last_a_week = False

    results: Results | None = None
    comparison_of = None
    record_of = None
    ends_from_outside: Mapping[str, StrOrPromise] = {
        "given-up": _("The attempt was given up."),
        "window-closed": _("The challenge closed before the attempt was over."),
    }
    lobby_words = LobbyWords(
        mission="",
        start=_("Deal the cards"),
        fill_and_start=_("Fill and deal"),
        others_start=_("The players at the table deal the cards."),
        starts_when_full=_("You can deal once every seat is taken. Add bots to fill empty seats."),
    )
    form_words = FormWords(
        mission=_("Mission"),
        unknown=_("This mission doesn’t exist. Choose another one."),
        choose=_("Choose a mission, or write a custom one."),
    )
    challenge_words = ChallengeWords(
        lede=_(
            "Every crew in the club plays the same sealed deals. The seed stays secret until the challenge closes; its "
            "fingerprint is public from the start."
        ),
        same_for_all=_("Every crew plays the same deals, fixed before the start."),
        stage_pages=_(
            "Traveller: all attempts at the deal. Tree: where the crews played differently. Comparison: two attempts, "
            "trick by trick."
        ),
        note="",
    )
    daily_words = DailyWords(
        name="", play=pgettext_lazy("alone", "Play now"), alone=_("Solo with three bots. Your first try counts.")
    )
    entry_words = EntryWords(
        log=_("Log an attempt"),
        more=_("Date, captain, substitutes, minutes, note, photo"),
        others=_("All attempts at this mission"),
    )
    templates: Mapping[str, str] = {
        "table": "tables/table.html",
        "part": "tables/_round.html",
        "lesson": "lessons/_lesson.html",
        "head": "tables/_round_head.html",
        "replay_head": "replays/_head.html",
        "own_crews": "challenges/_own_crews.html",
        "standings": "challenges/_standings.html",
        "challenge_lede": "challenges/_lede.html",
        "challenge_size": "challenges/_size.html",
        "stage_attempts": "challenges/_stage_attempts.html",
        "stage_window": "challenges/_stage_window.html",
        "deal_played": "challenges/_deal_played.html",
        "entry_people": "campaigns/_entry_people.html",
        "entry_end": "campaigns/_entry_end.html",
        "comparison": "travellers/compare.html",
        "foot": "tables/_round_foot.html",
    }
    color_scheme = "dark"

    def has_mission(self, game: str, mission: str) -> bool:
        """True if the printed logbook, or its epilogue, has a mission of this number."""
        return games.has_mission(game, mission)

    def mission_after(self, game: str, mission: str) -> str | None:
        """Return the number that follows."""
        if not mission.isdecimal():
            return None
        following = str(int(mission) + 1)
        return following if self.has_mission(game, following) else None

    def missions_offered(self, game: str) -> list[tuple[str, str]]:
        """Return the missions by number and tasks, and the first ones after the end of a logbook that goes on."""
        return list(_offered(game, get_language()))

    def table_state_after(self, attempt_state: str) -> str:
        """Return won, or between attempts."""
        return Table.State.WON if attempt_state == Attempt.State.SUCCESS else Table.State.BETWEEN

    def columns_of(self, view: games.View) -> dict[str, Any]:
        """Return the tricks, and whether the distress signal is active."""
        return {"tricks": sum(view["tricks_won"]), "distress": bool(view["distress"]["active"])}

    def is_won_by(self, attempt: Attempt, seat: int) -> bool:
        """True if the crew has won: every player has."""
        return attempt.state == Attempt.State.SUCCESS

    def winners_of(self, attempt: Attempt) -> Sequence[int]:
        """Return none."""
        return ()

    def deserves_entry(self, attempt_state: str) -> bool:
        """True for every attempt that is over: one that was given up failed."""
        return attempt_state != Attempt.State.PLAYING

    def view_given_up(self, reason: str) -> dict[str, Any]:
        """Return the fields of an attempt that failed."""
        return given_up_fields(reason)

    def refusal_text(self, error: games.GameError, table: Table, faces: Sequence[SeatFace]) -> str:
        """Return the refusal, with the names of the seats."""
        return say_with_names(error.code, error.params, faces)

    def mission_text(self, game: str, mission: str, players: int, options: str = "") -> str:
        """Return all that is said of the mission."""
        return mission_text_of(game, mission, players, options)

    def table_page(
        self,
        attempt: Attempt,
        states: Sequence[games.State],
        faces: Sequence[SeatFace],
        own_seat: int | None,
        moment: Moment,
        since: int | None,
    ) -> RoundPage:
        """Return the round."""
        return round_table_page(attempt, states, faces, own_seat, moment, since)

    def log_of(self, attempt: Attempt, faces: Sequence[SeatFace], own_seat: int | None) -> None:
        """Return None: the tricks lie on the table."""


@cache
def _offered(game: str, _language: str | None) -> tuple[tuple[str, str], ...]:
    """Return the missions with their texts in the language: the list of an end's page, the same one each time."""
    book = games.GAMES[game]
    last = len(book.missions)
    epilogue = range(last + 1, last + EPILOGUE_SHOWN + 1) if UNTIMED in book.options else ()
    return tuple((mission, _in_short(game, mission)) for mission in (*book.missions, *map(str, epilogue)))


def _in_short(game: str, mission: str) -> str:
    return text.mission_in_short(mission, games.describe(games.Setup(game, mission, USUAL_PLAYERS)).params)
