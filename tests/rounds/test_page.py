"""Page of a table, moment by moment, from hand-written views."""

from __future__ import annotations

from typing import Any

import pytest

from logbook.rounds.view.choices import ON_CARDS, ChoiceGroup
from logbook.rounds.view.page import winning_card
from tests.rounds import round_views as views
from tests.rounds.page_scenes import group, offered
from tests.rounds.round_views import MOMENTS, a_page, a_view


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_page_offers_exactly_what_is_legal(moment: str) -> None:
    view = MOMENTS[moment]

    assert offered(a_page(view)) == set(view["legal"])


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_choice_and_card_has_a_name(moment: str) -> None:
    page = a_page(MOMENTS[moment])

    groups = (*page.choices, *page.folded)
    assert all(choice.label.strip() for found in groups for choice in found.choices)
    assert all(found.title for found in groups)
    assert all(held.name for held in page.hand or ())
    assert page.status


@pytest.mark.parametrize(
    ("moment", "status"),
    [
        ("before_trick_one", "You lead trick 1"),
        ("in_trick", "Your turn: blue was led"),
        ("somebody_else", "Trick 3 (blue led): waiting for Dan"),
        ("settled", "Cleo leads trick 3"),
        ("window", "Signal a card or skip signalling"),
        ("choosing", "Choose a task"),
        ("poll", "The captain is asking you: answer below"),
        ("naming", "Name a player"),
        ("deciding", "Decide who takes all the tasks"),
        ("distributing", "Give this task to a player"),
        ("proposal", "New proposal: do you agree?"),
        ("giving", "Choose a card to pass left"),
        ("robot", "Choose JARVIS’s card: blue was led"),
        ("spectator", "Trick 3 (blue led): waiting for Ana"),
        ("success", "Mission accomplished"),
        ("failure", "Mission failed"),
    ],
)
def test_the_status_says_whose_turn_it_is(moment: str, status: str) -> None:
    assert a_page(MOMENTS[moment]).status == status


def test_a_hand_lies_by_suit_then_rank_with_trumps_last() -> None:
    page = a_page(a_view())

    assert page.hand is not None
    assert [held.card for held in page.hand] == ["P3", "P9", "B1", "B7", "G5", "G8", "Y2", "Y9", "R1", "R4"]


def test_a_card_that_cannot_be_played_says_why() -> None:
    page = a_page(views.IN_TRICK)

    assert page.hand is not None
    held = {card.card: card for card in page.hand}
    assert held["B7"].action == "play B7"
    assert held["B7"].action_name == "Play blue 7"
    assert held["G8"].action == ""
    assert held["G8"].why_not == "You must follow blue"


def test_out_of_turn_the_cards_say_who_is_awaited() -> None:
    assert a_page(views.SOMEBODY_ELSE).hand_hint == "Waiting for Dan"


def test_a_spectator_has_no_hand_and_nothing_to_do() -> None:
    page = a_page(views.SPECTATOR)

    assert page.hand is None
    assert page.choices == page.folded == ()
    assert not page.seated
    assert page.me is None


@pytest.mark.parametrize(("players", "places"), [(2, 3), (3, 3), (4, 4), (5, 5)])
def test_seats_are_counted_clockwise_from_the_reader(players: int, places: int) -> None:
    view = a_view(players=players, seat=1, waiting_on=[0])
    if players == 2:
        view["robot"] = views.ROBOT["robot"]

    page = a_page(view)

    assert [seat.place for seat in page.seats] == list(range(places))
    assert [seat.number for seat in page.seats] == [(1 + step) % places for step in range(places)]
    assert page.seats[0].mine


def test_a_seat_shows_what_it_has_and_owes() -> None:
    cleo = next(seat for seat in a_page(views.IN_TRICK).seats if seat.name == "Cleo")

    assert (cleo.tricks, cleo.cards, cleo.may_signal) == (1, 7, False)
    assert [task.task for task in cleo.tasks] == ["G4", "Y8"]
    assert cleo.signal is not None
    assert (cleo.signal.card, cleo.signal.says) == ("Y8", "highest")


def test_signal_tells_no_position_in_a_dead_zone() -> None:
    page = a_page(views.DEAD_ZONE)

    cleo = next(seat for seat in page.seats if seat.name == "Cleo")
    assert cleo.signal is not None
    assert (cleo.signal.says, cleo.signal.words) == ("", "position hidden")
    assert group(page, "signal").choices[0].says == "hidden"
    assert [condition.words for condition in page.conditions] == ["Dead zone: signals without position"]
    assert [condition.topic for condition in page.conditions] == ["dead-zone"]


def test_the_trick_shows_who_led_who_wins_and_who_is_to_come() -> None:
    trick = a_page(views.IN_TRICK).trick

    assert trick is not None
    assert [(card.name, card.leads, card.winning) for card in trick.cards] == [
        ("Cleo", True, False),
        ("Dan", False, True),
    ]
    assert [(slot.name, slot.next) for slot in trick.slots] == [("Ana", True), ("Ben", False)]


def test_a_won_trick_stays_in_the_middle_until_the_next_card() -> None:
    trick = a_page(views.SETTLED).trick

    assert trick is not None
    assert trick.settled
    assert trick.words == "Cleo won trick 2"
    assert trick.winner_place == 2


@pytest.mark.parametrize(
    ("cards", "best"),
    [(["B4", "B9"], "B9"), (["B4", "G9"], "B4"), (["B9", "R1", "R3"], "R3"), (["R2", "B9"], "R2"), ([], None)],
)
def test_the_winning_card(cards: list[str], best: str | None) -> None:
    assert winning_card(cards) == best


def test_tasks_say_where_their_card_is_as_far_as_the_reader_knows() -> None:
    notes = {task.task: task.note for task in a_page(views.ROBOT).tasks}

    assert notes == {"P4": "face up in JARVIS’s row", "B9": "face up in JARVIS’s row", "Y1": ""}
    assert {task.task: task.note for task in a_page(views.IN_TRICK).tasks}["B1"] == "in your hand"


def test_a_face_down_task_has_no_card() -> None:
    first = a_page(views.DECIDING).tasks[0]

    assert first.hidden
    assert first.name == "a face-down task"


def test_pips_count_the_tricks() -> None:
    pips = a_page(views.IN_TRICK).pips

    assert pips == ("done", "done", "now", *["ahead"] * 7)


def test_the_robot_has_seven_columns_and_waits_for_the_captain() -> None:
    robot = a_page(views.ROBOT).robot

    assert robot is not None
    assert len(robot.columns) == 7
    assert [column.card for column in robot.columns if column.action] == ["B2", "B9"]
    assert robot.columns[1].action_name == "Play JARVIS’s blue 2"
    assert [column.covered for column in robot.columns] == [True, True, True, False, True, True, False]


def test_long_lists_of_proposals_are_one_choice_of_whole_actions() -> None:
    hand_over = group(a_page(views.FIVE_HANDING_OVER), "propose-hand")

    assert hand_over.style == "select"
    assert hand_over.folded
    assert hand_over.choices[0].text == "propose hand P1 1"
    assert hand_over.choices[0].label == "pink 1 (>) to Ben"


def test_what_the_table_waits_for_lies_open() -> None:
    assert not group(a_page(views.WINDOW), "signal").folded
    assert group(a_page(views.SETTLED), "signal").folded
    assert not group(a_page(views.ROLES), "propose-roles").folded


def test_a_proposal_is_told_in_words() -> None:
    proposal = a_page(views.PROPOSAL).proposal

    assert proposal is not None
    assert proposal.words == "Ben proposes the distress signal: Everyone passes left"
    assert proposal.agreed == ("Cleo",)
    assert proposal.mine_to_answer


def test_a_poll_is_put_away_once_the_first_trick_is_awaited() -> None:
    assert a_page(views.IN_TRICK | {"poll": views.POLL["poll"]}).poll is None


def test_a_poll_shows_the_answers_so_far() -> None:
    poll = a_page(views.POLL).poll

    assert poll is not None
    assert poll.question == "How are you feeling?"
    assert poll.answers == (("Ben", "I feel good"),)


def test_the_end_says_why() -> None:
    end = a_page(views.FAILURE, reason="Cleo won it.").end

    assert end is not None
    assert not end.success
    assert end.reason == "Cleo won it."
    assert end.distress
    assert a_page(views.SUCCESS).end is not None


def test_duties_stand_at_the_seat() -> None:
    marks = {seat.name: seat.mark for seat in a_page(views.THREE).seats}
    roles = {seat.name: seat.mark for seat in a_page(a_view(roles=[1, 3])).seats}
    named = {seat.name: seat.mark for seat in a_page(a_view(mission="5", named=2)).seats}

    assert marks["Ben"] == "must win every pink card"
    assert roles["Ben"] == "wins the first four tricks"
    assert roles["Dan"] == "wins the last trick"
    assert named["Cleo"] == "must win no trick"


def test_what_is_spoken_is_the_news_or_the_error() -> None:
    news = ("Dan plays blue 9.",)

    assert a_page(views.IN_TRICK, news=news).spoken == "Dan plays blue 9. Your turn: blue was led."
    assert a_page(views.IN_TRICK, news=news, error="You must follow blue.").spoken == "You must follow blue."


def test_cards_are_clicked_where_they_lie() -> None:
    keys: set[str] = {found.key for view in MOMENTS.values() for found in _groups(view)}

    assert not keys & {key.replace(" ", "-") for key in ON_CARDS}


def _groups(view: dict[str, Any]) -> tuple[ChoiceGroup, ...]:
    page = a_page(view)
    return (*page.choices, *page.folded)


def test_the_winner_of_a_trick_is_spoken_once_it_has_ended() -> None:
    view = a_view(last_trick=views.LAST)
    assert "won trick 2." in a_page(view, trick_won=True).spoken
    assert "won trick" not in a_page(view).spoken
