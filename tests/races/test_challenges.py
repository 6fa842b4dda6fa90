"""Challenges of races: each player alone against the same bots, or the members of a crew against each other."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

import games
from games.bots import bots_of
from logbook.challenges.access.deals import has_finished
from logbook.challenges.exceptions import MissionsAndRacesMixed, NotAtRealTables, NotInRaces, RacePolicy
from logbook.challenges.models.challenges import Candidate, Challenge, Deal
from logbook.challenges.services import challenges, commit_reveal, reports, rulings
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club, ClubMember
from logbook.crews.models.crews import Crew, CrewMember
from logbook.lib.exceptions import Refusal
from logbook.notifications import club_event_texts
from logbook.notifications.models import ClubEvent
from logbook.notifications.services import outbox
from logbook.people.models.players import Player
from logbook.races.models.results import RaceResult
from logbook.tables.exceptions import NoAttemptsLeft, NotSeated, PeopleOnly, PlaysElsewhere, SeatsFixed
from logbook.tables.models import Attempt, Table
from logbook.tables.selectors.lobby import Lobby
from logbook.tables.selectors.tables import table_page
from logbook.tables.services import deals, tables
from tests.challenges.scenes import NOON, make, stage_of
from tests.conftest import SignedIn, person
from tests.races.challenge_scenes import RACES, of, opened, race_end, raced, three_crews

pytestmark = pytest.mark.django_db


@pytest.fixture
def crews(club: Club, crew: Crew) -> tuple[Crew, Crew, Crew]:
    return three_crews(club, crew)


@pytest.fixture(autouse=True)
def _noon() -> object:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


# --- what is set up


def test_its_seeds_are_those_of_the_contract_and_nothing_is_prepared(club: Club, olga: Player) -> None:
    challenge = opened(club, olga, policy="best-of", max_attempts=2)
    assert challenge.state == Challenge.State.OPEN
    base = challenge.base_seed
    assert not Candidate.objects.exists()
    seeds = list(Deal.objects.order_by("stage__number", "attempt").values_list("seed", flat=True))
    assert seeds == [f"{base}/{s}/{k}" for s in (1, 2) for k in (1, 2)]
    assert (challenge.rivals, challenge.bot, challenge.playouts) == ("bots", next(iter(bots_of("deep-blue"))), 0)
    version = bots_of("deep-blue")[challenge.bot].version
    assert {"rivals: bots", f"bots: {challenge.bot} {version}"} <= set(challenge.facts)
    assert [stage.mission for stage in challenge.stages.order_by("number")] == ["troubled-waters", "storm-ahead"]


def test_a_page_that_waited_for_the_start_gets_its_races(
    club: Club, olga: Player, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    challenge = opened(club, olga)
    answer = signed_in(alice).get(reverse("challenge-progress", args=(challenge.pk,)), {"number": "0"}).text
    own = answer.partition('<div id="own-crews"')[2].partition('<div id="challenge-stages"')[0]
    assert crew.name in own
    assert "Stage 1: Troubled Waters" in re.sub(r"\s+", " ", own)
    assert reverse("challenge-play", args=(challenge.pk,)) in own


@pytest.mark.parametrize(
    ("wishes", "refusal"),
    [
        ({"missions": ["troubled-waters", "planet-nine 4"]}, MissionsAndRacesMixed),
        ({"policy": "until-success"}, RacePolicy),
        ({"policy": "gauntlet"}, RacePolicy),
    ],
)
def test_what_no_challenge_can_be(wishes: dict[str, object], refusal: type[Refusal], club: Club, olga: Player) -> None:
    with pytest.raises(refusal):
        make(club, olga, **(RACES | wishes))
    assert not Challenge.objects.exists()


ANSWERS = {
    "title": "The seven seas",
    "game": "deep-blue",
    "missions": ["troubled-waters", "storm-ahead"],
    "players": "3",
    "rivals": "bots",
    "policy": "single",
    "opens_at": "2026-11-20T13:00",
    "closes_at": "2026-11-21T13:00",
}


def test_scenarios_are_ticked_by_name(club: Club, olga: Player, signed_in: SignedIn) -> None:
    address, client = reverse("challenge-new", args=(club.slug,)), signed_in(olga)
    page = client.get(address, {"game": "deep-blue"})
    boxes = re.findall(r'type="checkbox" name="missions" value="([a-z-]+)"[^>]*>\s*([^<]+)</label>', page.text)
    assert [slug for slug, _title in boxes] == list(games.GAMES["deep-blue"].missions)
    assert ("storm-ahead", "Storm Ahead") in [(slug, title.strip()) for slug, title in boxes]
    assert page.context["form"]["policy"].value() == "single"
    assert 'name="difficulty"' not in page.text
    assert '<textarea name="missions"' in client.get(address).text
    response = client.post(address, ANSWERS | {"rivals": "crew"})
    challenge = Challenge.objects.get()
    assert response.headers["Location"] == reverse("challenge", args=(challenge.pk,))
    assert (challenge.rivals, challenge.policy, challenge.difficulty) == ("crew", "single", "any")
    assert list(challenge.stages.values_list("mission", flat=True)) == ["troubled-waters", "storm-ahead"]


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({"missions": []}, "missions", "Tick at least one scenario."),
        ({"missions": ["calm-sea"]}, "missions", "That scenario doesn’t exist."),
        ({"policy": "gauntlet"}, "policy", "how many races count"),
        ({"policy": "best-of"}, "max_attempts", "how many attempts"),
        ({"rivals": ""}, "rivals", "opponents"),
        (
            {"game": "planet-nine", "missions": "deep-blue troubled-waters\n4"},
            "missions",
            "A challenge has either missions or races. Create two challenges instead.",
        ),
        (
            {"game": "planet-nine", "missions": "deep-blue storm-ahead", "policy": "gauntlet"},
            "policy",
            "the best of several",
        ),
    ],
)
def test_the_form_says_it_at_its_field(
    wrong: dict[str, object], field: str, sentence: str, club: Club, olga: Player, signed_in: SignedIn
) -> None:
    missions = {"difficulty": "any"} if "game" in wrong else {}
    response = signed_in(olga).post(reverse("challenge-new", args=(club.slug,)), ANSWERS | missions | wrong)
    assert response.status_code == 422
    errors_found = response.context["form"].errors
    assert list(errors_found) == [field]
    assert sentence in str(errors_found[field][0])


def test_lists_and_mails_speak_of_races(club: Club, olga: Player, alice: Player, signed_in: SignedIn) -> None:
    challenge = opened(club, olga)
    for address in ("/", "/challenges/"):
        shown = signed_in(alice).get(address).text
        assert "2 races, 3 players" in shown
        assert "missions, 3 players" not in shown
    assert club_event_texts._challenge_summary(challenge) == "2 races of Deep Blue for 3 players."


# --- a table for each player


def test_everybody_has_a_table_of_their_own_with_the_same_bots(
    club: Club, olga: Player, crew: Crew, alice: Player, bob: Player
) -> None:
    challenge = opened(club, olga)
    stage = stage_of(challenge)
    own = [
        challenges.open_challenge_table(challenge=challenge, stage=stage, crew=crew, player=player)
        for player in (alice, bob, alice)
    ]
    assert own[0] == own[2] != own[1]
    for table, player in zip(own, (alice, bob), strict=False):
        seats = list(table.seats.order_by("number").values_list("player", "bot"))
        assert seats == [(player.pk, ""), (None, challenge.bot), (None, challenge.bot)]
        deals.start_attempt(table_id=table.pk, player=player)
    assert len(set(Attempt.objects.values_list("seed", flat=True))) == 1


def test_seats_are_fixed_and_nobody_else_deals(
    club: Club, olga: Player, crew: Crew, alice: Player, bob: Player
) -> None:
    challenge = opened(club, olga)
    table = challenges.open_challenge_table(challenge=challenge, stage=stage_of(challenge), crew=crew, player=alice)
    for change in (
        lambda: tables.leave_seat(table_id=table.pk, player=alice),
        lambda: tables.clear_seat(table_id=table.pk, by=alice, number=1),
        lambda: tables.put_bot(table_id=table.pk, by=alice, number=1, bot="random"),
        lambda: tables.take_seat(table=table, player=bob, number=1),
    ):
        with pytest.raises(SeatsFixed):
            change()
    with pytest.raises(NotSeated):
        deals.start_attempt(table_id=table.pk, player=bob)
    lobby = table_page(table, alice)
    assert isinstance(lobby, Lobby)
    assert (lobby.may_start, lobby.may_arrange, lobby.may_invite, lobby.own_table) == (True, False, False, "")


def test_one_race_a_person_and_with_one_crew(club: Club, olga: Player, crews: tuple[Crew, ...], alice: Player) -> None:
    challenge = opened(club, olga)
    table = raced(challenge, crews[0], alice, [10, 5, 5])
    assert table.state == Table.State.ENDED
    with pytest.raises(NoAttemptsLeft):
        deals.start_attempt(table_id=table.pk, player=alice)
    CrewMember.objects.create(crew=crews[1], player=alice)
    with pytest.raises(PlaysElsewhere):
        challenges.open_challenge_table(challenge=challenge, stage=stage_of(challenge, 2), crew=crews[1], player=alice)


def test_not_on_paper_and_no_cards_to_look_at(
    club: Club, olga: Player, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    challenge = opened(club, olga)
    with pytest.raises(NotAtRealTables):
        reports.hand_out_attempt(challenge=challenge, stage=stage_of(challenge), crew=crew, player=alice, sitters={})
    address = reverse("deal", args=(challenge.pk, 1, 1))
    assert signed_in(alice).get(address).status_code == 404
    assert signed_in(alice).post(address, {"sure": "yes"}).status_code == 404


# --- spoilers


def test_nobody_sees_a_race_before_their_own_is_over(
    club: Club, olga: Player, crews: tuple[Crew, ...], alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    challenge = opened(club, olga, missions=["troubled-waters"])
    theirs = raced(challenge, crews[0], alice, [32109, 5, 5])
    raced(challenge, crews[1], of("Dora"), [31, 5, 5])
    attempt = theirs.attempts.get()
    page, board = f"/challenges/{challenge.pk}/", "/leaderboards/deep-blue/troubled-waters/"
    bobs, replay = signed_in(bob), reverse("replay", args=(attempt.pk,))
    assert isinstance(table_page(theirs, bob), Lobby)
    text = bobs.get(page).text
    assert not re.search(r"\b32,?109\b", text)
    assert "31 points" not in text
    assert bobs.get(page).context["races"].hidden_results == 2
    assert not bobs.get(board).context["board"].entries
    assert bobs.get(replay).status_code == 404
    assert not has_finished(bob, challenge)
    # A player who is racing sees no results either.
    table = challenges.open_challenge_table(challenge=challenge, stage=stage_of(challenge), crew=crews[0], player=bob)
    deals.start_attempt(table_id=table.pk, player=bob)
    assert bobs.get(page).context["races"].people == ()
    race_end(table, None)
    told = bobs.get(page).context["races"]
    assert [line.player.name for line in told.people] == ["Alice", "Dora", "Bob"]
    assert [line.name for line in bobs.get(board).context["board"].entries] == ["Alice", "Dora"]
    # Alice has raced and may see results; Emil, of the crew of a player who has raced, may not.
    assert has_finished(alice, challenge)
    assert not has_finished(of("Emil"), challenge)
    assert signed_in(of("Emil")).get(page).context["races"].people == ()


def test_who_raced_one_of_two_stages_is_told_nothing_of_others(
    club: Club, olga: Player, crews: tuple[Crew, ...], alice: Player, signed_in: SignedIn
) -> None:
    challenge = opened(club, olga)
    raced(challenge, crews[1], of("Dora"), [31, 5, 5])
    raced(challenge, crews[0], alice, [20, 5, 5])
    shown = signed_in(alice).get(f"/challenges/{challenge.pk}/").context
    page, races = shown["page"], shown["races"]
    assert [line.player.name for line in races.people] == ["Alice"]
    assert (page.shows_all, races.hidden_results, races.crews) == (False, 1, ())
    (_aurora, ((_stage, race), *_others)), *_more = races.mine
    assert race.points == 20


def test_mails_about_the_close_go_to_those_who_have_not_raced(
    club: Club, olga: Player, crew: Crew, alice: Player, bob: Player
) -> None:
    challenge = opened(club, olga, missions=["troubled-waters"])
    raced(challenge, crew, alice, [1, 2, 3])
    assert set(outbox._unfinished(challenge)) == {bob}
    assert ClubEvent.objects.filter(challenge=challenge).exists()


# --- to its close


def test_the_best_of_several_counts_and_ties_share_a_rank(
    club: Club, olga: Player, crews: tuple[Crew, ...], alice: Player
) -> None:
    challenge = opened(club, olga, missions=["reefs-ahead"], policy="best-of", max_attempts=2)
    table = raced(challenge, crews[0], alice, [20, 10, 10])
    assert table.state == Table.State.BETWEEN
    deals.start_attempt(table_id=table.pk, player=alice)
    race_end(table, [15, 1, 1])
    raced(challenge, crews[1], of("Dora"), [20, 10, 10])
    lines = challenge.race_standings.filter(player__isnull=False).order_by("player__name")
    assert [(line.rank, line.points, line.races) for line in lines] == [(1, 20, 2), (1, 20, 1)]


def test_standings_are_live_after_each_race(club: Club, olga: Player, crew: Crew, alice: Player, bob: Player) -> None:
    challenge = opened(club, olga)
    for number, (player, points) in enumerate(((alice, 20), (bob, 30)), start=1):
        raced(challenge, crew, player, [points, 5, 5])
        assert challenge.race_standings.filter(player__isnull=False).count() == number
    assert challenge.race_standings.get(rank=1, player__isnull=False).player == bob


def test_a_void_stage_counts_for_nobody_and_other_rulings_are_refused(
    club: Club, olga: Player, crews: tuple[Crew, ...], alice: Player, signed_in: SignedIn
) -> None:
    challenge = opened(club, olga)
    raced(challenge, crews[0], alice, [20, 5, 5])
    decision = Decision(challenge, olga, "The bots were asleep.")
    stage = stage_of(challenge)
    refusals: tuple[Callable[[], object], ...] = (
        lambda: rulings.correct_result(decision, stage=stage, crew=crews[0], won=True, needed=1, distress=False),
        lambda: rulings.merge_entries(decision, crew=crews[0], into=crews[1], counts="better"),
        lambda: rulings.grant_extra_attempt(decision, stage=stage, crew=crews[0]),
    )
    for refused in refusals:
        with pytest.raises(NotInRaces):
            refused()
    kinds = [
        one["kind"] for one in signed_in(olga).get(reverse("challenge-desk", args=(challenge.pk,))).context["offered"]
    ]
    assert kinds == ["pause", "extend", "void", "close", "cancel"]
    ruling = rulings.void_deal(decision, stage=stage)
    assert not challenge.race_standings.exists()
    rulings.take_back_ruling(ruling=ruling, by=olga)
    assert challenge.race_standings.filter(player=alice, points=20).exists()


# --- the people of a crew against each other


def test_the_people_of_a_crew_race_each_other_at_one_table(
    club: Club, olga: Player, crews: tuple[Crew, ...], alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    challenge = opened(club, olga, rivals="crew", players=2, missions=["troubled-waters"])
    stage, (aurora, _borealis, _corona) = stage_of(challenge), crews
    table = challenges.open_challenge_table(challenge=challenge, stage=stage, crew=aurora, player=alice)
    with pytest.raises(PeopleOnly):
        tables.put_bot(table_id=table.pk, by=alice, number=1, bot="random")
    assert challenges.open_challenge_table(challenge=challenge, stage=stage, crew=aurora, player=bob) == table
    deals.start_attempt(table_id=table.pk, player=alice)
    race_end(table, [12, 40])
    assert set(RaceResult.objects.values_list("rivals", flat=True)) == {"people"}
    emils = signed_in(of("Emil")).get(f"/challenges/{challenge.pk}/").context
    assert (emils["page"].shows_all, emils["races"].people, emils["races"].hidden_results) == (False, (), 2)
    own = signed_in(alice).get(f"/challenges/{challenge.pk}/").context
    assert [(line.player.name, line.points) for line in own["races"].people] == [("Bob", 40), ("Alice", 12)]
    assert own["page"].shows_all
    assert commit_reveal._facts(challenge, [("deep-blue", "troubled-waters")])[-2] == "rivals: crew"


def test_the_page_is_the_same_for_all_who_play_it(
    club: Club, olga: Player, crews: tuple[Crew, ...], alice: Player, signed_in: SignedIn
) -> None:
    challenge = opened(club, olga)
    member = person("Mia")
    ClubMember.objects.create(club=club, player=member)
    for player in (olga, alice, member):
        text = signed_in(player).get(f"/challenges/{challenge.pk}/").text
        assert "a navigator bot" in text
        assert "Troubled Waters" in text
        assert "proven" not in text
        assert "isn’t won" not in text
        assert challenge.base_seed not in text
    assert "Race" in signed_in(alice).get(f"/challenges/{challenge.pk}/").text
    assert games.GAMES["deep-blue"].is_race
    assert timedelta(0) < challenge.closes_at - NOON
