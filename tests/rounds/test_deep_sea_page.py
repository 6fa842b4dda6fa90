"""Page of a Deep Sea table: phases in words, choices, conditions, and task cards."""

from __future__ import annotations

from typing import Any

import pytest

from logbook.rounds import text as rounds_text
from logbook.rounds.view.news import action_sentence
from logbook.rounds.view.parts import RoundPage
from logbook.rounds.view.status import Names
from tests.rounds import sea_views as sea
from tests.rounds.deep_sea_page_scenes import BARE
from tests.rounds.page_scenes import group, offered
from tests.rounds.round_views import NAMES, a_page
from tests.rounds.sea_views import SEA_MOMENTS, a_sea_view
from tests.rounds.templates_scenes import controls, rendered

CREW = Names(dict(enumerate(NAMES[:4])), 0, "deep-sea")


@pytest.mark.parametrize("moment", SEA_MOMENTS)
def test_the_page_offers_exactly_what_is_legal(moment: str) -> None:
    view = SEA_MOMENTS[moment]
    html = rendered(view)

    assert offered(a_page(view)) | {"agree", "decline"} >= set(view["legal"])
    assert sorted(controls(html).actions) == sorted(view["legal"])


@pytest.mark.parametrize("moment", SEA_MOMENTS)
def test_every_button_has_a_name_and_no_id_stands_twice(moment: str) -> None:
    found = controls(rendered(SEA_MOMENTS[moment]))

    assert all(found.named)
    assert len(found.ids) == len(set(found.ids))


@pytest.mark.parametrize("moment", SEA_MOMENTS)
def test_nobody_reads_the_name_of_a_task(moment: str) -> None:
    assert not BARE.search(rendered(SEA_MOMENTS[moment]))


@pytest.mark.parametrize(
    ("moment", "status"),
    [
        ("choosing", "Choose a task"),
        ("tonojas_choice", "Choose a task for Tonoja"),
        ("volunteering", "Do you volunteer? Answer below"),
        ("volunteering_elsewhere", "Waiting for Ben to answer yes or no"),
        ("splitting", "Share the tasks between the two of you"),
        ("selecting", "Agree who takes which task: make a proposal"),
        ("last_one", "Agree who takes “Win all four 3s”"),
        ("agreeing", "Agree who takes all the tasks"),
        ("offering", "Keep all the tasks, or offer them to another player"),
        ("accepting", "The captain offers you all the tasks: answer below"),
        ("predicting", "Say how many tricks you will win"),
        ("predicting_elsewhere", "Waiting for Cleo to announce a number of tricks"),
        ("playing", "Your turn: a submarine was led"),
    ],
)
def test_the_status_says_what_is_awaited(moment: str, status: str) -> None:
    assert a_page(SEA_MOMENTS[moment]).status == status


def test_a_task_is_taken_by_its_words() -> None:
    choice = group(a_page(sea.CHOOSING), "take").choices[0]

    assert (choice.label, choice.short) == ("Take “Win all four 3s”", "Win all four 3s.")
    assert choice.task is not None
    assert choice.task.kind == "win_cards"


def test_the_captain_chooses_for_tonoja() -> None:
    page = a_page(sea.TONOJAS_CHOICE)

    assert group(page, "robot-take").title == "A task for Tonoja"
    assert group(page, "robot-pass").choices[0].label == "Tonoja passes"


def test_free_selection_has_a_row_a_task_and_a_column_a_seat() -> None:
    rows = group(a_page(sea.SELECTING), "propose-task")

    assert (rows.style, rows.folded) == ("rows", False)
    assert [(choice.short, choice.place) for choice in rows.choices[:4]] == [
        ("You", 1),
        ("Ben", 2),
        ("Cleo", 3),
        ("Dan", 4),
    ]
    assert rows.choices[1].label == "Propose: “Win all four 3s” to Ben"
    assert group(a_page(sea.SELECTING), "propose-all").choices[2].label == "Propose: All tasks to Cleo"


def test_two_volunteers_share_in_rows_too() -> None:
    page = a_page(sea.SPLITTING)
    rows = group(page, "split")

    assert [found.key for found in page.choices] == ["split"]
    assert {(choice.text, choice.short, choice.place) for choice in rows.choices} == {
        ("take T20", "You", 1),
        ("propose T20 1", "Ben", 2),
        ("take T74", "You", 1),
        ("propose T74 1", "Ben", 2),
    }
    assert [choice.task.name for choice in rows.choices if choice.task] == ["T20", "T20", "T74", "T74"]


def test_tasks_to_share_stand_as_they_lie_on_the_table() -> None:
    turned = sea.SELECTING | {"tasks": sea.SELECTING["tasks"][::-1]}
    rows = group(a_page(turned), "propose-task")

    assert [choice.task.name for choice in rows.choices if choice.task] == ["T74"] * 4 + ["T20"] * 4


def test_yes_comes_before_no() -> None:
    assert [choice.text for choice in group(a_page(sea.VOLUNTEERING), "answer").choices] == ["answer yes", "answer no"]


def test_signals_stand_as_the_hand_lies() -> None:
    legal = ["signal B7 only", "signal G2 lowest", "signal P9 highest", "signal Y1 lowest"]
    view = sea.SEA_MOMENTS["playing"] | {"phase": "gap", "legal": legal}

    assert [choice.card for choice in group(a_page(view), "signal").choices] == ["P9", "B7", "G2", "Y1"]


@pytest.mark.parametrize(
    ("moment", "first"),
    [("choosing", True), ("selecting", True), ("splitting", True), ("volunteering", False), ("playing", False)],
)
def test_who_shares_tasks_out_looks_at_the_hand_first(moment: str, first: bool) -> None:
    assert a_page(SEA_MOMENTS[moment]).hand_first == first


def test_the_captain_says_a_number_for_tonoja() -> None:
    view = sea.PREDICTING | {"legal": [f"robot predict T90 {number}" for number in range(3)]}

    assert a_page(view).status == "Say how many tricks Tonoja will win"


def test_a_proposal_says_which_task() -> None:
    proposal = a_page(sea.PROPOSED).proposal

    assert proposal is not None
    assert proposal.words == "Cleo proposes: “Win all four 3s” to Dan"


def test_a_question_stands_until_it_is_answered() -> None:
    for view, question in (
        (sea.VOLUNTEERING, "Do you volunteer to take the tasks?"),
        (sea.ACCEPTING, "Will you take all the tasks?"),
    ):
        poll = a_page(view).poll
        assert poll is not None
        assert (poll.question, poll.waiting) == (question, ("Ana",))


def test_an_offer_asks_nobody_until_it_is_made() -> None:
    poll = {"question": "accept-all", "asked": [], "answers": []}

    assert a_page(sea.OFFERING | {"poll": poll}).poll is None
    refused = a_page(sea.OFFERING | {"poll": poll | {"asked": [2], "answers": [[2, "no"]]}}).poll
    assert refused is not None
    assert refused.answers == (("Cleo", "No"),)


def test_each_prediction_is_one_row_of_numbers() -> None:
    page = a_page(sea.PREDICTING)
    open_one, secret = group(page, "predict-T90"), group(page, "predict-T91")

    assert [choice.label for choice in secret.choices] == [str(number) for number in range(11)]
    assert open_one.hint == "Everyone will see the number."
    assert secret.hint == "Only you will see the number."


def said(page: RoundPage) -> tuple[str, ...]:
    return tuple(condition.words for condition in page.conditions)


@pytest.mark.parametrize(
    ("moment", "conditions"),
    [
        ("currents", ("Currents: signals without position",)),
        ("rapture", ("Shared signals left: 1 of 2",)),
        ("no_signals", ("No signals in this attempt",)),
        ("first_only", ("Signals only before the first trick",)),
        ("terrain", ()),
    ],
)
def test_conditions_in_words(moment: str, conditions: tuple[str, ...]) -> None:
    assert said(a_page(SEA_MOMENTS[moment])) == conditions


def test_the_first_two_tricks_may_differ() -> None:
    assert said(a_page(a_sea_view(communication_from=2))) == ("No signals before trick 2",)
    assert said(a_page(a_sea_view(communication_until=3))) == ("No signals once trick 3 has started",)


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("P3", "calm water, normal signals"),
        ("B5", "currents, signals without position"),
        ("G7", "rapture of the deep, shared signals"),
    ],
)
def test_the_card_of_the_terrain_says_what_it_means(card: str, words: str) -> None:
    terrain = a_page(a_sea_view(terrain=card)).terrain

    assert terrain is not None
    assert terrain.words == words


def test_shared_signals_are_nobodys_own() -> None:
    assert not any(seat.has_signals for seat in a_page(sea.RAPTURE).seats)
    assert all(seat.has_signals for seat in a_page(sea.CURRENTS).seats)


def test_a_signal_in_currents_shows_no_place() -> None:
    choice = group(a_page(sea.CURRENTS), "signal")

    assert choice.choices[0].label == "blue 7, position hidden"
    assert choice.hint.startswith("Currents:")


def test_the_clock_waits_for_the_preparations() -> None:
    clock = a_page(sea.CLOCK).clock

    assert clock is not None
    assert (clock.figures, clock.running) == ("3:30", False)
    assert 'role="timer"' in rendered(sea.CLOCK)


def tasks_of(page: RoundPage) -> dict[str, Any]:
    return {task.task: task for task in page.tasks}


def test_a_task_card_says_what_it_asks_and_how_far_it_is() -> None:
    tasks = tasks_of(a_page(sea.PLAYING))

    assert tasks["T22"].words == "Win at least three 9s."
    assert tasks["T22"].progress == "Win pink 3."
    assert (tasks["T67"].status_words, tasks["T67"].progress) == ("done", "")
    assert tasks["T22"].card is not None
    assert tasks["T22"].card.difficulty == 4


def test_a_number_is_told_as_far_as_the_reader_may_know_it() -> None:
    tasks = tasks_of(a_page(sea.PLAYING))

    assert tasks["T91"].said == "number written down in secret"
    assert tasks["T90"].said == "announced: 4 tricks"
    own = sea.PLAYING | {"predictions": [[0, "T91", 1]]}
    assert tasks_of(a_page(own))["T91"].said == "you wrote down 1 trick"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("take T20", "Ben takes the task “Win all four 3s”."),
        ("robot take T20", "Ben gives Tonoja the task “Win all four 3s”."),
        ("robot play S2", "Ben plays Tonoja’s submarine 2."),
        ("propose T20 2", "Ben proposes: “Win all four 3s” to Cleo."),
        ("assign all 2", "Ben gives all the tasks to Cleo."),
        ("predict T90 3", "Ben announces 3 tricks."),
        ("predict T91 3", "Ben has secretly written down a number of tricks."),
        ("robot predict T90 1", "Ben announces 1 trick for Tonoja."),
        ("signal B7", "Ben signals blue 7: no position."),
    ],
)
def test_what_happened_in_words(text: str, words: str) -> None:
    assert action_sentence(1, text, CREW) == words


def test_all_is_told_where_all_cards_lie_open() -> None:
    assert action_sentence(1, "predict T91 3", CREW, open_cards=True) == "Ben announces 3 tricks."


def test_sentences_of_the_engine_quote_a_task() -> None:
    words = rounds_text.say("captain-takes-hardest", {"seat": 1, "task": "T4"}, {1: "Ana"}.__getitem__)

    assert words == "Ana must take the hardest task first, and that isn’t “Win more tricks than the captain”."


def test_a_bound_is_that_of_the_table() -> None:
    assert "28" in rounds_text.task_sentence("T48", 4)
    assert "31" in rounds_text.task_sentence("T48", 5)
    assert rounds_text.task_sentence("T48", 2) == rounds_text.task_sentence("T48", 3)
    assert rounds_text.card_name("T99") == "T99"
