"""The front page of a visitor: a round that was just won, wins and open challenges, and nothing that is not public."""

from __future__ import annotations

import gzip
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.test import Client
from django.utils.formats import date_format
from pytest_django.fixtures import DjangoAssertNumQueries

import games
from games.crew.bots import BOTS
from logbook.campaigns.models import Campaign
from logbook.campaigns.services.campaigns import open_campaign
from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.site.selectors.front_page import FrontPage, front_page
from logbook.tables.models import Attempt, Event, Table
from tests.challenges.completion_scenes import opened
from tests.challenges.scenes import NOON
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import open_table, started

pytestmark = [pytest.mark.django_db, pytest.mark.once]

MOST_KILOBYTES = 60


@pytest.fixture
def won(alice: Player) -> Attempt:
    """Return a round of the first mission that careful bots have won."""
    attempt = started(open_table(alice, count=4, bots=3, mission="1"), alice)
    seed, state = _winning(attempt)
    Event.objects.filter(attempt=attempt).delete()
    Event.objects.bulk_create(
        Event(attempt=attempt, sequence=number, seat=action.seat, text=action.text)
        for number, action in enumerate(state.log, start=1)
    )
    Attempt.objects.filter(pk=attempt.pk).update(seed=seed, state="success", length=len(state.log), ended_at=NOON)
    Table.objects.update(state=Table.State.WON)
    return Attempt.objects.select_related("table").get(pk=attempt.pk)


def _winning(attempt: Attempt) -> tuple[str, games.State]:
    for number in range(40):
        seed, chance = f"front/{number}", Random(number)
        state = games.deal(games.Setup("planet-nine", "1", 4, seed))
        while state.outcome is None:
            seat = min(state.waiting_on)
            state = state.apply(games.Action(seat, str(BOTS["careful"].choose(state.view(seat), chance))))
        if state.outcome.success:
            return seed, state
    raise AssertionError(f"no win for attempt {attempt.pk}")


def page(client: Client) -> FrontPage:
    found = client.get("/").context["page"]
    assert isinstance(found, FrontPage)
    return found


def test_the_last_public_win_is_shown_trick_by_trick(won: Attempt, client: Client) -> None:
    shown = page(client)
    assert [win.attempt for win in shown.wins] == [won.pk]
    played = [event.text.removeprefix("play ") for event in won.events.order_by("sequence") if "play " in event.text]
    assert [play.card for trick in shown.tricks for play in trick.plays] == played[: 4 * len(shown.tricks)]
    assert all(sum(play.wins for play in trick.plays) == 1 for trick in shown.tricks)
    assert f"/replays/{won.pk}/" in client.get("/").text


@pytest.mark.parametrize("state", ["failure", "playing", "abandoned"])
def test_only_wins_are_shown(state: str, won: Attempt, client: Client) -> None:
    Attempt.objects.update(state=state)
    assert (page(client).wins, page(client).tricks) == ((), ())


def test_a_win_in_a_running_challenge_is_not_shown(won: Attempt, club: Club, olga: Player, client: Client) -> None:
    with time_machine.travel(NOON, tick=False):
        challenge = opened(club, olga)
    Table.objects.update(stage=challenge.stages.get(number=1))
    assert page(client).wins == ()
    Challenge.objects.update(state=Challenge.State.CLOSED)
    assert len(page(client).wins) == 1


def test_open_challenges_are_those_of_public_clubs(club: Club, olga: Player, client: Client) -> None:
    with time_machine.travel(NOON, tick=False):
        challenge = opened(club, olga)
    assert page(client).challenges == ()
    Club.objects.update(public=True)
    assert page(client).challenges == (challenge,)
    assert f"/clubs/{club.slug}/" in client.get("/").text


def test_rules_that_are_gone_replay_nothing(won: Attempt, client: Client) -> None:
    Attempt.objects.update(rules=0)
    shown = page(client)
    assert (len(shown.wins), shown.shown, shown.tricks) == (1, None, ())


def test_the_page_is_light_and_asks_little(
    won: Attempt, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/")
    with django_assert_num_queries(5):  # wins, seats, challenges, deals of the day, tables to watch
        front_page()
    assert len(gzip.compress(client.get("/").content)) < MOST_KILOBYTES * 1000


# --- the home page of a player


def test_the_home_page_lists_the_open_campaigns_of_the_players_crews(
    crew: Crew, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    going = open_campaign(by=alice, crew=crew, game="planet-nine", name="Winter")
    closed = open_campaign(by=alice, crew=crew, game="planet-nine", name="Summer")
    Campaign.objects.filter(pk=closed.pk).update(closed_at=NOON)
    html = signed_in(alice).get("/").text
    assert f"/campaigns/{going.pk}/" in html
    assert "Summer" not in html
    assert "Winter" not in signed_in(charlie).get("/").text


def test_a_challenge_that_closes_at_midnight_is_open_the_day_before(club: Club, olga: Player, client: Client) -> None:
    with time_machine.travel(NOON, tick=False):
        challenge = opened(club, olga)
        midnight = NOON.replace(hour=0) + timedelta(days=20)
        Challenge.objects.filter(pk=challenge.pk).update(closes_at=midnight)
        Club.objects.update(public=True)
        before = date_format(midnight - timedelta(days=1), "MONTH_DAY_FORMAT")
        assert f"{before}, midnight</time>" in client.get("/").text
        Challenge.objects.filter(pk=challenge.pk).update(state=Challenge.State.CLOSED)
        assert f"{before}, midnight</time>" in client.get(f"/clubs/{club.slug}/").text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("planet-nine", "50 missions, won or lost together"),
        ("deep-sea", "32 missions, won or lost together"),
        ("deep-blue", "scenarios, a race for treasure"),
    ],
)
def test_each_game_has_its_sign_and_its_deed(client: Client, game: str, said: str) -> None:
    page = client.get("/").content.decode()
    row = page[page.index(f'href="/missions/?game={game}"') :].partition("</li>")[0]
    assert f'href="#game-{game}"' in row
    assert f'<symbol id="game-{game}"' in page
    assert said in " ".join(row.split())
