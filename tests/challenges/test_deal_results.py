"""A deal's results after a correction, after a void, and after either was taken back: the same on every page.

Results, standings, duplicate scores, the field, the challenge's page, the deal's page and a mission's win rate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from logbook.challenges.models.challenges import Candidate, Challenge
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.selectors.challenges import challenge_page
from logbook.challenges.services import rulings
from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew, CrewMember
from logbook.leaderboards.models.results import Result
from logbook.leaderboards.selectors.mission_difficulty import hardness
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.seasons.selectors.duplicate_scores import field_page
from logbook.seasons.services import standings as standing_services
from tests.challenges.conftest import play
from tests.challenges.rulings_scenes import by, counted_whole
from tests.challenges.scenes import NOON, stage_of, table_of
from tests.conftest import SignedIn, person

pytestmark = pytest.mark.django_db

Rule = Callable[[], Ruling | None]
AtOnce = Callable[[Rule], Ruling | None]
Told = dict[str, tuple[object, ...]]


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON + timedelta(minutes=1), tick=False):
        yield


@pytest.fixture
def at_once(django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> AtOnce:
    """What a ruling has a worker do is done with it."""

    def done(rule: Rule) -> Ruling | None:
        with django_capture_on_commit_callbacks(execute=True):
            return rule()

    return done


@pytest.fixture
def field(running: Challenge, club: Club, crew: Crew, rivals: Crew, alice: Player, charlie: Player) -> Challenge:
    """Closed: Aurora has lost deal 1 and won deal 2, Borealis has won deal 1, Cygnus has lost both."""
    third, dora = Crew.objects.create(name="Cygnus", slug="cygnus"), person("Dora")
    CrewMember.objects.create(crew=third, player=dora)
    ClubCrew.objects.create(club=club, crew=third)
    Candidate.objects.update(wins=10, playouts=20)
    for own, player, text in ((crew, alice, "lw"), (rivals, charlie, "w"), (third, dora, "ll")):
        play(table_of(running, own, player), player, text)
    Challenge.objects.filter(pk=running.pk).update(state=Challenge.State.CLOSED, max_attempts=2)
    running.refresh_from_db()
    standing_services.recompute_duplicate_scores(challenge_id=running.pk)
    return running


def told(challenge: Challenge) -> Told:
    """By crew, what stage 1 comes to: result, standing, duplicate score, in the field, and on the challenge's page."""
    counted = {row.crew.name: (row.won, row.attempts, row.score) for row in Result.objects.all() if row.crew}
    standings = challenge.standings.select_related("crew")
    places = {row.crew.name: (row.rank, row.stages_won, row.score) for row in standings}
    scores = {row.crew.name: (row.percent, row.margin) for row in challenge.duplicate_scores.select_related("crew")}
    page = field_page(challenge, frozenset())
    fields = (
        {line.crew.name: (line.won, line.score, line.points.points) for line in page.stages[0].rows} if page else {}
    )
    parts = challenge_page(challenge, None, Crew.objects.none(), shows_all=True).others
    shown = {part.crew.name: (part.rank, part.stages[0].score) for part in parts}
    names = ("Aurora", "Borealis", "Cygnus")
    return {name: tuple(one.get(name) for one in (counted, places, scores, fields, shown)) for name in names}


def hard() -> tuple[int, int, int]:
    """How many runs the mission has seen, how many of them were won, and in how many attempts."""
    whole = hardness("planet-nine", "1").whole
    return whole.results, whole.won, whole.attempts


PAR = 1.75
"""1 · ½ + 2 · ¼ + 3 · ¼: bots win each deal every other time."""


def test_a_deal_is_told_as_it_was_played(field: Challenge) -> None:
    assert told(field) == {
        "Aurora": ((True, 2, 2), (2, 1, 2), (25.0, PAR - 2), (True, 2, 1.0), (2, 2)),
        "Borealis": ((True, 1, 1), (1, 1, 1), (50.0, PAR - 1), (True, 1, 2.0), (1, 1)),
        "Cygnus": ((False, 2, 2), (3, 0, 0), (0.0, PAR - 3), (False, 0, 0.0), (None, None)),
    }
    assert hard() == (3, 2, 5)


def test_a_corrected_result_is_the_result_everywhere(
    field: Challenge, rivals: Crew, olga: Player, at_once: AtOnce
) -> None:
    before, counted = told(field), counted_whole()
    decision, stage = by(field, olga), stage_of(field)
    ruling = at_once(
        lambda: rulings.correct_result(decision, stage=stage, crew=rivals, won=True, needed=2, distress=True)
    )
    assert ruling is not None
    assert told(field) == {
        "Aurora": ((True, 2, 2), (1, 1, 2), (50.0, PAR - 2), (True, 2, 2.0), (1, 2)),
        "Borealis": ((True, 2, 3), (2, 1, 3), (25.0, PAR - 3), (True, 3, 1.0), (2, 3)),
        "Cygnus": before["Cygnus"],
    }
    assert hard() == (3, 2, 6)
    again(field)
    lost = at_once(
        lambda: rulings.correct_result(decision, stage=stage, crew=rivals, won=False, needed=1, distress=False)
    )
    assert lost is not None
    assert (told(field)["Borealis"][0], hard()) == ((False, 1, 1), (3, 1, 5))
    again(field)
    for one in (lost, ruling):
        at_once(lambda one=one: rulings.take_back_ruling(ruling=one, by=olga))  # type: ignore[misc]
    assert (told(field), counted_whole()) == (before, counted)


def test_a_void_deal_is_void_everywhere(field: Challenge, olga: Player, at_once: AtOnce) -> None:
    before, counted = told(field), counted_whole()
    ruling = at_once(lambda: rulings.void_deal(by(field, olga), stage=stage_of(field), attempt=1))
    assert ruling is not None
    # One deal is left: par is 1 · ½ + 2 · ½.
    assert told(field) == {
        "Aurora": ((True, 1, 1), (1, 1, 1), (50.0, 0.5), (True, 1, 1.0), (1, 1)),
        "Borealis": (None, None, None, None, None),
        "Cygnus": ((False, 1, 1), (2, 0, 0), (0.0, -0.5), (False, 0, 0.0), (None, None)),
    }
    assert hard() == (2, 1, 2)
    again(field)
    at_once(lambda: rulings.take_back_ruling(ruling=ruling, by=olga))
    assert (told(field), counted_whole()) == (before, counted)


def test_a_correction_outlives_the_void_of_a_deal_it_was_about(
    field: Challenge, rivals: Crew, olga: Player, at_once: AtOnce
) -> None:
    """A ruling is about what the attempts have come to, not about a deal; each is taken back by itself."""
    before, decision, stage = told(field), by(field, olga), stage_of(field)
    correction = at_once(
        lambda: rulings.correct_result(decision, stage=stage, crew=rivals, won=True, needed=2, distress=False)
    )
    void = at_once(lambda: rulings.void_deal(decision, stage=stage, attempt=1))
    assert correction is not None
    assert void is not None
    assert (told(field)["Borealis"][0], told(field)["Aurora"][0]) == ((True, 2, 2), (True, 1, 1))
    again(field)
    at_once(lambda: rulings.take_back_ruling(ruling=correction, by=olga))
    assert told(field)["Borealis"][0] is None
    at_once(lambda: rulings.take_back_ruling(ruling=void, by=olga))
    assert told(field) == before
    again(field)


def again(challenge: Challenge) -> None:
    """Everything counted anew comes to the same, with the duplicate scores."""
    before = told(challenge), hard(), counted_whole()
    results.recompute_everything()
    assert (told(challenge), hard(), counted_whole()) == before


def test_the_pages_say_it_too(
    field: Challenge, rivals: Crew, charlie: Player, olga: Player, signed_in: SignedIn, at_once: AtOnce
) -> None:
    """The page of the deal says how it was played there, whatever was ruled since."""
    field.club.members.create(player=charlie)
    client, decision, stage = signed_in(charlie), by(field, olga), stage_of(field)
    page, deal_page = reverse("challenge", args=(field.pk,)), reverse("deal", args=(field.pk, 1, 1))

    def shown() -> tuple[bool, bool, list[str]]:
        text, deal = client.get(page).text, client.get(deal_page)
        own = text.partition('id="history"')[0]
        states = [attempt.state for attempt in deal.context["page"].attempts]
        return "organizers’ decision" in own, "score 3" in own, states

    assert shown() == (False, False, ["success"])
    ruling = at_once(
        lambda: rulings.correct_result(decision, stage=stage, crew=rivals, won=True, needed=2, distress=True)
    )
    assert ruling is not None
    assert shown() == (True, True, ["success"])
    at_once(lambda: rulings.take_back_ruling(ruling=ruling, by=olga))
    assert shown() == (False, False, ["success"])
