"""Replays of races: access, step by step with all hands open, with the odds after the game, and as a record."""

from __future__ import annotations

import re
from html import unescape

import pytest
import time_machine
from django.test import Client
from django.utils import translation

import games
from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.races.selectors import replays as races
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts
from tests.challenges.scenes import HOUR, NOON, stage_of
from tests.conftest import SignedIn
from tests.races.race_scenes import RECORDS, race_of, raced, written

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def over(alice: Player) -> Attempt:
    """A race of three in the Sunken City's scenario Troubled Waters, played to its end."""
    return raced(race_of(alice), seed="test/1")


def words(html: str) -> str:
    """Return the text of a page."""
    bare = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", bare)).split())


def seen(client: Client, attempt: Attempt, step: int = 0) -> str:
    response = client.get(f"/replays/{attempt.pk}/?step={step}")
    assert response.status_code == 200
    return response.content.decode()


def test_an_ended_race_lies_open_to_anybody(over: Attempt, client: Client) -> None:
    html = seen(client, over)
    assert f"0/{over.length}" in html
    assert "The game is set up." in html


@pytest.mark.parametrize("share", [0, 0.25, 0.5, 0.75, 1])
def test_every_hand_and_rest_is_open_at_every_step(over: Attempt, client: Client, share: float) -> None:
    step = round(over.length * share)
    html = words(seen(client, over, step))
    setup, actions = event_replay.setup_of(over), event_replay.actions_of(over)
    state = races.moments_of(setup, actions)[step]
    for fleet in state.fleets:
        for card in (*fleet.hand, *fleet.rest):
            assert state.box.cards[card].names["en"] in html
    places = dict(zip(state.box.board.sites, state.sites, strict=True))
    hidden = [space for space, site in places.items() if site.tile and not site.face_up]
    assert ("Still hidden" in html) == bool(hidden)


@pytest.mark.parametrize("step", [99_999, 99_999_999_999])
def test_a_step_beyond_the_end_is_the_end(step: int, over: Attempt, client: Client) -> None:
    html = words(seen(client, over, step))
    assert f"{over.length}/{over.length}" in html
    assert str(max(over.scores or [])) in html


def test_actions_are_told_in_words_and_lead_on(over: Attempt, client: Client) -> None:
    html = seen(client, over, 1)
    assert f'href="/replays/{over.pk}/?step=2"' in html
    assert 'aria-current="step"' in html
    assert "ST_" not in words(html)


def test_the_odds_of_the_bag_are_told_after_the_game(alice: Player, client: Client) -> None:
    record = games.Record.parse((RECORDS / "deep-blue-03-players-5.txt").read_text(encoding="utf-8"))
    table = race_of(alice, "scattered-wealth", 5)
    attempt = table.attempts.select_related("table").get()
    attempt.seed = record.setup.seed
    attempt = written(attempt, record.replay())
    stories = races.stories_of(record.setup, record.actions)
    drawn = next(one for dive in stories for one in dive.drawn if one.gem == "black" and one.is_hazard)
    html = words(seen(client, attempt, drawn.step))
    assert f"The chance of a second black gem was {drawn.chance * 100:.0f}%.".replace("\xa0", " ") in html.replace(
        "\xa0", " "
    )
    decision = next(decision for dive in stories for decision in dive.decisions if decision.against)
    assert "clearly against the odds" in words(seen(client, attempt, decision.step + 1))
    assert "All dives and their odds" in html
    assert "Luck of the draw" in html


def test_odds_are_told_before_a_word_and_not_what_was_chosen(over: Attempt, client: Client) -> None:
    setup, actions = event_replay.setup_of(over), event_replay.actions_of(over)
    dive = next(dive for dive in races.stories_of(setup, actions) if dive.decisions)
    html = words(seen(client, over, dive.decisions[0].step))
    odds = html[html.index("Odds from the bag") : html.index("All dives and their odds")]
    assert "Drawing is worth" in odds
    assert re.search(r"(draws on|ends the dive)\.", odds[: odds.index("All hands")].partition("Map")[0]) is None


def test_nothing_of_the_solver_is_offered(over: Attempt, alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    assert "Where’s the turning point" not in seen(client, over, 5)
    for query in ("why=1", "cards=1", "wait=1", "step=x"):
        assert client.get(f"/replays/{over.pk}/?{query}").status_code == 200


def test_the_record_of_an_ended_race_has_its_seed_and_replays(over: Attempt, client: Client) -> None:
    assert f'href="/replays/{over.pk}/record.txt"' in seen(client, over)
    text = client.get(f"/replays/{over.pk}/record.txt").content.decode()
    record = games.Record.parse(text)
    assert record.setup.seed == over.seed
    outcome = record.replay().outcome
    assert outcome is not None
    assert list(outcome.scores or ()) == over.scores


def test_a_race_under_way_has_no_replay_for_anybody(alice: Player, signed_in: SignedIn) -> None:
    attempt = raced(race_of(alice), most=20)
    for client in (signed_in(alice), Client()):
        assert client.get(f"/replays/{attempt.pk}/").status_code == 404
        assert client.get(f"/replays/{attempt.pk}/record.txt").status_code == 404


def test_a_race_given_up_lies_open_to_those_who_sat_there(alice: Player, signed_in: SignedIn, client: Client) -> None:
    table = race_of(alice)
    attempt = raced(table, most=20)
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=Table.objects.get(pk=table.pk).version)
    html = seen(signed_in(alice), attempt, 20)
    assert "The race was given up" in words(html)
    assert client.get(f"/replays/{attempt.pk}/").status_code == 404


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_speaks_the_readers_language(over: Attempt, language: str) -> None:
    client = Client(headers={"accept-language": language})
    html = words(seen(client, over, 3))
    assert ("Toutes les mains" in html) == (language == "fr")
    with translation.override(language):
        assert races.race_replay_of(over, step=3).happened in html


def test_the_table_says_of_no_race_where_it_was_lost(over: Attempt, alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    assert client.get(f"/tables/{over.table_id}/lost/").status_code == 204
    raced_table = client.get(f"/tables/{over.table_id}/")
    assert raced_table.status_code == 200
    assert f'href="/replays/{over.pk}/"' in raced_table.content.decode()


# --- challenges: players who finished see their race; the odds, the hidden tiles and the seed are public later


@pytest.fixture
def raced_sealed(running: Challenge, crew: Crew, alice: Player) -> Attempt:
    """A race of Ana's in an open challenge."""
    with time_machine.travel(NOON, tick=False):
        attempt = raced(race_of(alice))
        Table.objects.filter(pk=attempt.table_id).update(stage=stage_of(running), crew=crew)
        return Attempt.objects.select_related("table__stage__challenge").get(pk=attempt.pk)


def test_only_those_who_have_raced_see_it_in_an_open_challenge(
    raced_sealed: Attempt, alice: Player, charlie: Player, signed_in: SignedIn, client: Client
) -> None:
    with time_machine.travel(NOON, tick=False):
        assert "All hands" in seen(signed_in(alice), raced_sealed, 4)
        for other in (client, signed_in(charlie)):
            assert other.get(f"/replays/{raced_sealed.pk}/").status_code == 404


def test_an_open_challenge_tells_no_odds_hidden_gems_or_seed(
    raced_sealed: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    client = signed_in(alice)
    with time_machine.travel(NOON, tick=False):
        html = seen(client, raced_sealed, 4)
        for path in ("record.txt", "line/?from=4&moves="):
            assert client.get(f"/replays/{raced_sealed.pk}/{path}").status_code == 404
    assert "/line/" not in html
    assert "Still hidden" not in html
    assert "record.txt" not in html
    assert raced_sealed.seed not in html
    assert "appear once the challenge closes" in html
    assert "All dives and their odds" not in html


def test_all_of_it_is_told_once_it_is_closed(raced_sealed: Attempt, running: Challenge, client: Client) -> None:
    Challenge.objects.filter(pk=running.pk).update(state=Challenge.State.CLOSED)
    with time_machine.travel(NOON + 3 * HOUR, tick=False):
        html = seen(client, raced_sealed, 4)
        record = client.get(f"/replays/{raced_sealed.pk}/record.txt").content.decode()
    assert "Still hidden" in html
    assert f"seed: {raced_sealed.seed}" in record


def test_stepping_through_asks_the_database_equally_often(
    over: Attempt, client: Client, django_assert_max_num_queries: object
) -> None:
    seen(client, over, 1)
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        seen(client, over, over.length)
