"""Playing the deal of the day: one first attempt, five more tries, the same cards each time."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
import time_machine
from django.contrib.auth.models import User

import games
from games.crew.bots import BOTS
from logbook.challenges.access.replays import open_attempts
from logbook.challenges.models.challenges import Challenge
from logbook.daily import schedule
from logbook.daily.exceptions import AlreadyPlayed, DealNotOpen, DealStillOpen, NeedsACrew, TooLateToStart
from logbook.daily.models import DailyDeal, DailyResult, DailySeat
from logbook.daily.services import days, plays
from logbook.leaderboards.models.results import Result
from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.services import results, runs
from logbook.people.models.players import Player
from logbook.people.services import players
from logbook.tables import event_replay
from logbook.tables.exceptions import NoAttemptsLeft, PlayStopped, SeatsFixed
from logbook.tables.missions import mission_after
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, bot_seed, bots, deals, tables
from tests.conftest import SignedIn
from tests.daily.plays_scenes import seats_awaited
from tests.daily.scenes import CLOSE, begin, close, lose, open_deals, win
from tests.daily.scenes import again as try_again

pytestmark = pytest.mark.django_db

KEY_OF = bot_seed.bot_key


def test_a_day_has_a_deal_of_each_game_and_monday_a_race(today: dict[str, DailyDeal]) -> None:
    assert set(today) == {"planet-nine-easy", "planet-nine", "deep-sea-easy", "deep-sea", "deep-blue"}
    assert all(deal.is_open for deal in today.values())
    assert [stage.number for stage in today["planet-nine"].challenge.stages.order_by("number")] == [1, 2]
    assert today["deep-blue"].challenge.closes_at - today["deep-blue"].challenge.opens_at == timedelta(days=7)
    assert days.make_coming_days(today=today["deep-sea"].date, ahead=0) == []


def test_cards_differ_alone_and_as_a_crew(deal: DailyDeal) -> None:
    alone, crews = deal.challenge.stages.order_by("number")
    assert alone.deals.get().seed != crews.deals.get().seed
    assert f"bots: careful {BOTS['careful'].version}" in deal.challenge.facts


def test_a_second_press_finds_the_first_table(deal: DailyDeal, alice: Player) -> None:
    table = begin(deal, alice)
    assert begin(deal, alice) == table
    assert table.attempts.count() == 1
    assert [seat.bot for seat in table.seats.order_by("number")] == ["", "careful", "careful", "careful"]


def test_a_visitor_becomes_a_guest(deal: DailyDeal) -> None:
    table = begin(deal, None)
    assert table.opened_by is not None
    assert table.opened_by.is_guest
    assert DailySeat.objects.get().player == table.opened_by


def test_every_try_has_the_same_cards_until_one_wins(deal: DailyDeal, alice: Player) -> None:
    table = begin(deal, alice)
    lose(table, alice)
    try_again(table, alice)
    win(table)
    first, second = table.attempts.order_by("number")
    assert first.seed == second.seed
    result = DailyResult.objects.get(table=table)
    assert [one["won"] for one in result.tries] == [False, True]
    assert (result.solved_on, result.won_first) == (2, False)
    table.refresh_from_db()
    assert table.state == Table.State.WON


def test_table_ends_after_six_tries(deal: DailyDeal, alice: Player) -> None:
    table = begin(deal, alice)
    for _try in range(5):
        lose(table, alice)
        try_again(table, alice)
    lose(table, alice)
    table.refresh_from_db()
    assert table.state == Table.State.ENDED
    with pytest.raises(NoAttemptsLeft):
        try_again(table, alice)


def test_no_first_attempt_begins_in_the_last_hour(
    deal: DailyDeal, alice: Player, bob: Player, clock: time_machine.Traveller
) -> None:
    table = begin(deal, alice)
    clock.move_to(CLOSE - timedelta(minutes=59))
    with pytest.raises(TooLateToStart):
        begin(deal, bob)
    assert not Player.objects.filter(name__startswith="Guest").exists()
    lose(table, alice)
    try_again(table, alice)  # A further try may.


def test_the_close_ends_a_running_attempt(deal: DailyDeal, alice: Player, clock: time_machine.Traveller) -> None:
    table = begin(deal, alice)
    clock.move_to(CLOSE)
    with pytest.raises(PlayStopped):
        attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version + 1)
    close()
    attempt = table.attempts.get()
    assert (attempt.state, attempt.reason_code) == (Attempt.State.ABANDONED, "window-closed")
    result = DailyResult.objects.get()
    assert [one["won"] for one in result.tries] == [False]
    assert result.percentile is not None


def test_a_crew_needs_two_people_and_takes_the_bots_of_the_deal(deal: DailyDeal, alice: Player, bob: Player) -> None:
    table = plays.open_for_crew(deal=deal, player=alice, address="192.0.2.1")
    tables.fill_with_bots(table_id=table.pk, by=alice, bot="careful")
    with pytest.raises(NeedsACrew):
        deals.start_attempt(table_id=table.pk, player=alice)
    tables.clear_seat(table_id=table.pk, by=alice, number=1)
    tables.take_seat(table=table, player=bob)
    deals.start_attempt(table_id=table.pk, player=bob)
    result = DailyResult.objects.get()
    assert (result.people, result.is_alone) == (2, False)
    assert plays.open_for_crew(deal=deal, player=bob, address="192.0.2.1") == table


def test_a_player_plays_in_one_crew_a_day(deal: DailyDeal, alice: Player, bob: Player, charlie: Player) -> None:
    first = plays.open_for_crew(deal=deal, player=alice, address="192.0.2.1")
    second = plays.open_for_crew(deal=deal, player=charlie, address="192.0.2.1")
    for table in (first, second):
        tables.take_seat(table=table, player=bob)
        tables.fill_with_bots(table_id=table.pk, by=bob, bot="careful")
    deals.start_attempt(table_id=first.pk, player=alice)
    with pytest.raises(AlreadyPlayed, match="Bob"):
        deals.start_attempt(table_id=second.pk, player=charlie)
    assert DailyResult.objects.count() == 1


def test_nobody_sees_a_replay_before_the_close(deal: DailyDeal, alice: Player, clock: time_machine.Traveller) -> None:
    attempt = win(begin(deal, alice))
    attempt.table.refresh_from_db()
    assert not open_attempts(alice, [Attempt.objects.select_related("table__stage__challenge").get()])
    clock.move_to(CLOSE)
    close()
    assert open_attempts(None, [Attempt.objects.select_related("table__stage__challenge").get()])


def test_a_guests_first_attempt_becomes_the_accounts(deal: DailyDeal, alice: Player, guest: Player) -> None:
    table = begin(deal, guest)
    lose(table, guest)
    players.merge_guest(guest=guest, player=alice)
    assert DailySeat.objects.get().player == alice
    assert begin(deal, alice) == table
    try_again(table, alice)


@pytest.mark.parametrize("guest_first", [True, False])
def test_earlier_of_two_first_attempts_counts(
    deal: DailyDeal, alice: Player, guest: Player, *, guest_first: bool
) -> None:
    order = [guest, alice] if guest_first else [alice, guest]
    first, second = (begin(deal, player) for player in order)
    players.merge_guest(guest=guest, player=alice)
    assert DailyResult.objects.get().table == first
    assert DailySeat.objects.get().player == alice
    assert begin(deal, alice) == first
    second.refresh_from_db()
    lose(second, alice)
    lose(first, alice)
    try_again(first, alice)
    with pytest.raises(AlreadyPlayed):
        try_again(second, alice)
    assert len(DailyResult.objects.get().tries) == 1


@pytest.mark.parametrize("guest_first", [False, True])
def test_the_attempt_that_saw_the_cards_first_counts_finished_or_not(
    guest_first: bool, deal: DailyDeal, alice: Player, guest: Player
) -> None:
    """A hand that was seen and left is not replaced by a better second try."""
    first, second = (guest, alice) if guest_first else (alice, guest)
    seen = begin(deal, first)
    win(begin(deal, second))
    players.merge_guest(guest=guest, player=alice)
    result = DailyResult.objects.get()
    assert (result.table, result.won_first, result.seats.get().player) == (seen, False, alice)


def test_bots_of_the_archive_draw_from_the_secret_of_the_day(
    deal: DailyDeal, alice: Player, clock: time_machine.Traveller, real_key: None
) -> None:
    lose(begin(deal, alice), alice)
    clock.move_to(CLOSE)
    close()
    closed = DailyDeal.objects.get(pk=deal.pk)
    archived = plays.play_archive(deal=closed, player=alice, address="192.0.2.1")
    of_the_day = Attempt.objects.get(table__stage__challenge=deal.challenge_id)
    assert bot_seed.bot_key(archived.attempts.get()) == bot_seed.bot_key(of_the_day)


def test_a_merged_guests_crew_keeps_its_result(deal: DailyDeal, alice: Player, bob: Player, guest: Player) -> None:
    for opener, other in ((alice, None), (bob, guest)):
        table = plays.open_for_crew(deal=deal, player=opener, address="192.0.2.1")
        tables.take_seat(table=table, player=other or Player.objects.create(name="Zoe"))
        tables.fill_with_bots(table_id=table.pk, by=opener, bot="careful")
        deals.start_attempt(table_id=table.pk, player=opener)
    players.merge_guest(guest=guest, player=alice)
    assert DailyResult.objects.count() == 2
    assert DailySeat.objects.filter(player=alice).count() == 1


def test_a_race_counts_its_points(today: dict[str, DailyDeal], alice: Player) -> None:
    table = begin(today["deep-blue"], alice)
    assert table.seats.filter(bot="").count() == 1
    lose(table, alice)
    result = DailyResult.objects.get()
    assert result.tries[0] == {"won": False, "points": 0, "margin": 0, "given_up": True}


def test_a_deal_that_could_not_be_prepared_is_missing(db: None, clock: time_machine.Traveller) -> None:
    (deal, *_others) = days.make_coming_days(ahead=0)
    Challenge.objects.filter(pk=deal.challenge_id).update(state=Challenge.State.FAILED)
    assert DailyDeal.objects.get(pk=deal.pk).is_missing
    assert open_deals() == {}


def test_a_closed_deal_is_played_again_outside_the_ranking(
    deal: DailyDeal, alice: Player, clock: time_machine.Traveller
) -> None:
    with pytest.raises(DealStillOpen):
        plays.play_archive(deal=deal, player=alice, address="192.0.2.1")
    first = begin(deal, alice)
    lose(first, alice)
    clock.move_to(CLOSE)
    close()
    deal.refresh_from_db()
    deal.challenge.refresh_from_db()
    table = plays.play_archive(deal=deal, player=alice, address="192.0.2.1")
    assert table.attempts.get().seed == first.attempts.get().seed
    assert plays.play_archive(deal=deal, player=alice, address="192.0.2.1") == table
    lose(table, alice)
    try_again(table, alice)
    assert len(set(table.attempts.values_list("seed", flat=True))) == 1
    assert DailyResult.objects.count() == 1
    results.count_table(table_id=table.pk)
    runs.write_all_runs()
    assert not Result.objects.exists()
    assert not Run.objects.exists()
    assert mission_after(table) is None


@pytest.fixture
def real_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site's own source of the bots' chance."""
    monkeypatch.setattr(bot_seed, "bot_key", KEY_OF)


def test_the_same_play_gets_the_same_answers(
    deal: DailyDeal, alice: Player, bob: Player, charlie: Player, real_key: None
) -> None:
    """Bots answer by what their seat has seen: the same to the same play, at every table and at every try."""
    first, second = (_played_by_the_bots(begin(deal, player), player) for player in (alice, bob))
    assert first == second
    table = begin(deal, charlie)
    lose(table, charlie)
    try_again(table, charlie)
    assert _played_by_the_bots(table, charlie) == first
    assert KEY_OF(table.attempts.get(number=2)) == deal.challenge.secret.encode()


def _played_by_the_bots(table: Table, player: Player) -> list[str]:
    """Play the running attempt to its end, the player by the first legal action; return its actions."""
    attempt = table.attempts.get(state=Attempt.State.PLAYING)
    while attempt.state == Attempt.State.PLAYING:
        seen = Table.objects.values_list("version", flat=True).get(pk=table.pk)
        if bots.play_bot_step(attempt_id=attempt.pk, seen=seen, hurried=True) is None and 0 in seats_awaited(attempt):
            legal = event_replay.state_of(attempt).view(0)["legal"]
            attempts.act(table_id=table.pk, player=player, text=str(legal[0]), seen=seen)
        attempt.refresh_from_db()
    return [f"{event.seat} {event.text}" for event in attempt.events.order_by("sequence")]


def test_no_one_joins_a_crew_that_has_seen_the_cards(
    deal: DailyDeal, alice: Player, bob: Player, charlie: Player, guest: Player
) -> None:
    """A seat that a merged guest leaves free stays free: who took it would know the cards of another crew's deal."""
    table = plays.open_for_crew(deal=deal, player=alice, address="192.0.2.1")
    tables.take_seat(table=table, player=guest)
    tables.fill_with_bots(table_id=table.pk, by=alice, bot="careful")
    deals.start_attempt(table_id=table.pk, player=alice)
    lose(table, alice)
    players.merge_guest(guest=guest, player=alice)
    assert table.seats.filter(player=None, bot="").count() == 1
    with pytest.raises(SeatsFixed):
        tables.take_seat(table=table, player=charlie)


def test_strangers_do_not_see_a_table_of_the_day(
    deal: DailyDeal, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    table = begin(deal, alice)
    for address in ("", "round/", "stream/", "log/"):
        assert signed_in(bob).get(f"/tables/{table.pk}/{address}").status_code == 404
    for address in ("", "view/"):
        assert signed_in(bob).get(f"/api/v1/tables/{table.pk}/{address}").status_code == 404
    assert signed_in(bob).get(f"/challenges/{deal.challenge_id}/").status_code == 404
    assert signed_in(bob).get(f"/api/v1/challenges/{deal.challenge_id}/").status_code == 404


def test_an_ended_try_shows_the_own_hand_alone(deal: DailyDeal, alice: Player, signed_in: SignedIn) -> None:
    """Between two tries of one deal the page is byte for byte the same, whatever the others held."""
    table = begin(deal, alice)
    attempt = lose(table, alice)
    view = event_replay.state_of(attempt).view(0)
    others = [card for seat in (1, 2, 3) for card in event_replay.state_of(attempt).view(seat)["hand"]]
    html = signed_in(alice).get(f"/tables/{table.pk}/").text
    assert f'id="card-{view["hand"][0]}"' in html
    assert not [card for card in others if f'id="card-{card}"' in html]
    said = signed_in(alice).get(f"/api/v1/tables/{table.pk}/view/").json()["view"]
    assert said["hand"] == list(view["hand"])
    assert "hands" not in said


def test_a_guest_who_signs_up_in_the_middle_plays_on(deal: DailyDeal, guest: Player) -> None:
    table = begin(deal, guest)
    user = User.objects.create_user("gus", "gus@example.org", "a long enough password")
    player = players.open_player(user=user, guest=guest)
    assert begin(deal, player) == table
    win(table)
    result = DailyResult.objects.get()
    assert (result.won_first, result.seats.get().player) == (True, player)


def test_two_guests_of_one_person_have_one_first_attempt(deal: DailyDeal, alice: Player) -> None:
    first, second = begin(deal, None), begin(deal, None)
    for table in (second, first):
        assert table.opened_by is not None
        players.merge_guest(guest=table.opened_by, player=alice)
    assert DailyResult.objects.get().table == first
    assert begin(deal, alice) == first


def test_a_clock_that_is_set_back_opens_nothing_again(
    deal: DailyDeal, alice: Player, bob: Player, clock: time_machine.Traveller
) -> None:
    table = begin(deal, alice)
    lose(table, alice)
    clock.move_to(CLOSE)
    close()
    clock.move_to(CLOSE - timedelta(hours=3))
    deal = DailyDeal.objects.select_related("challenge").get(pk=deal.pk)
    with pytest.raises(DealNotOpen):
        begin(deal, bob)
    with pytest.raises(PlayStopped):
        try_again(table, alice)
    before = DailyResult.objects.values_list("rank_key", "percentile").get()
    close()
    assert DailyResult.objects.values_list("rank_key", "percentile").get() == before


@pytest.mark.parametrize("game", schedule.GAMES)
def test_every_weekday_has_later_missions_than_the_day_before(game: str) -> None:
    week = [[int(mission) for mission in missions] for missions in schedule.MISSIONS[game]]
    assert len(week) == len(schedule.DIFFICULTIES) == 7
    assert all(max(before) < min(after) for before, after in pairwise(week))
    assert all(str(mission) in games.GAMES[game].missions for missions in week for mission in missions)
