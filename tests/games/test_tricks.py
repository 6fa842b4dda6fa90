"""Leading, following, winning: one test a sentence of the rulebook (p. 3–5, 8–11)."""

from __future__ import annotations

import pytest

import games
from tests.games.builders import act, cards, spell, table, texts, trick


def test_the_highest_card_of_the_suit_led_wins() -> None:
    assert trick(1, "0: Y2 Y8 Y6 Y1").winning_play == (1, "Y8")


def test_a_higher_card_of_another_colour_does_not_win() -> None:
    assert trick(1, "2: G3 P9 G5 Y9").winning_play == (0, "G5")


def test_a_rocket_wins_over_every_colour_card() -> None:
    assert trick(1, "0: B3 B7 R1 B9").winning_play == (2, "R1")


def test_the_highest_rocket_wins() -> None:
    assert trick(1, "0: R3 R2 P9 R4").winning_play == (3, "R4")


def test_the_holder_of_rocket_4_is_captain_and_leads_the_first_trick() -> None:
    state = table("16", {2: "R4"})
    assert state.captain == 2
    assert state.waiting_on == {2}


def test_whoever_won_leads_the_next_trick() -> None:
    state = act(
        table("16", {0: "R4 P1", 1: "P8", 2: "P2", 3: "P3"}), "0 play P1", "1 play P8", "2 play P2", "3 play P3"
    )
    assert state.waiting_on == {1}
    assert state.tricks_won == (0, 1, 0, 0)


def test_who_can_follow_must() -> None:
    state = act(table("16", {0: "R4 P1", 1: "P8 Y5"}), "0 play P1")
    with pytest.raises(games.IllegalAction, match="Seat 1 must follow pink: yellow 5 doesn’t"):
        act(state, "1 play Y5")


def test_rockets_are_followed_like_a_colour() -> None:
    state = act(table("16", {0: "R4", 1: "R1 Y5"}), "0 play R4")
    plays = [text for text in texts(state, 1) if text.startswith("play")]
    assert plays == ["play R1"]
    with pytest.raises(games.IllegalAction, match="Seat 1 must follow suit with a rocket: yellow 5 isn’t one"):
        act(state, "1 play Y5")


def test_who_cannot_follow_plays_what_he_likes() -> None:
    no_pink = "B1 B2 B3 B4 B5 G1 G2 Y1 Y2 R1"
    state = act(table("16", {0: "R4 P1", 1: no_pink}), "0 play P1")
    assert [text for text in texts(state, 1) if text.startswith("play")] == sorted(
        f"play {card}" for card in no_pink.split()
    )


def test_nobody_has_to_win() -> None:
    state = act(table("16", {0: "R4 P5", 1: "P9 P2"}), "0 play P5", "1 play P2")
    assert state.trick is not None
    assert state.trick.plays[-1] == (1, "P2")


@pytest.mark.parametrize(("players", "tricks"), [(2, 13), (3, 13), (4, 10), (5, 8)])
def test_how_many_tricks_there_are(players: int, tricks: int) -> None:
    assert games.deal(games.Setup("planet-nine", "1", players, "x")).view(None)["tricks_total"] == tricks


def test_the_three_player_challenge_has_ten_tricks_and_no_green() -> None:
    view = games.deal(games.Setup("planet-nine", "1", 3, "x", ("three-player-challenge",))).view(0)
    assert view["tricks_total"] == 10
    assert not any(card.startswith("G") or card == "R1" for card in view["hand"])


def test_only_the_last_trick_is_open_but_all_played_cards_are_known() -> None:
    state = act(
        table("16", {0: "R4 P1", 1: "P8", 2: "P2", 3: "P3"}), "0 play P1", "1 play P8", "2 play P2", "3 play P3"
    )
    view = state.view(3).as_dict()
    assert view["last_trick"] == {
        "number": 1,
        "leader": 0,
        "plays": [[0, "P1"], [1, "P8"], [2, "P2"], [3, "P3"]],
        "winner": 1,
    }
    assert view["played"] == ["P1", "P8", "P2", "P3"]
    assert view["trick"] == {"number": 2, "leader": 1, "plays": []}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1 play P8", "Seat 1 has to wait: it’s Seat 0’s turn"),
        ("0 play G9", "Seat 0 doesn’t have green 9"),
        ("7 play P1", "There’s no seat 7 at this table. The seats are 0 to 3"),
        ("0 take P1", "Seat 0 can’t do “take P1” now"),
        ("0 name 1", "Seat 0 can’t do “name 1” now"),
        ("1 assign all 2", "Seat 1 has to wait"),
        ("0 propose roles 0 1", "they’re only for mission 50"),
        ("0 propose hand P1 1", "with five players, once"),
        ("0 agree", "there’s no proposal"),
        ("0 robot play P1", "only two-player games have one"),
    ],
)
def test_what_is_refused_says_who_and_why(line: str, why: str) -> None:
    state = table("16", {0: "R4 P1", 1: "P8", 3: "G9"})
    with pytest.raises(games.IllegalAction, match=why):
        act(state, line)


@pytest.mark.parametrize(
    "text",
    ["play", "play P0", "play P10", "shout", "", "take", "name two", "play B7 now", "play S1", "take T5", "name ٣"],
)
def test_what_cannot_be_read_says_what_can(text: str) -> None:
    with pytest.raises(games.UnreadableAction, match="Write one like “play B7”"):
        table("16").apply(games.Action(0, text))


def test_nothing_can_be_done_once_it_is_over() -> None:
    state = act(
        table("16", {0: "R4 P9", 1: "P1", 2: "P2", 3: "P3"}), "0 play P9", "1 play P1", "2 play P2", "3 play P3"
    )
    assert state.outcome is not None
    assert state.waiting_on == frozenset()
    with pytest.raises(games.IllegalAction, match="the attempt is over"):
        act(state, "0 play P1")


def test_cards_know_themselves() -> None:
    blue, rocket = cards("B7 R2")
    assert (blue.suit, blue.rank, blue.is_trump) == ("B", 7, False)
    assert (rocket.rank, rocket.is_trump) == (2, True)


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        (spell({0: "R4"}).replace("P1", "P2", 1), "pink 2 appears twice in the deal"),
        (spell({0: "R4"}).replace("P1 ", "", 1), "pink 1 is missing"),
        (spell({0: "R4"}).replace("P1", "S1", 1), "“submarine 1” isn’t a card|“S1” isn’t a card"),
        (spell({0: "R4"}).replace(" / ", " ", 1), "needs 4 hands, but has 3"),
        (spell({0: "R4"}) + " | jokers P1", "isn’t a section of a deal"),
        (spell({0: "R4"}) + " | tasks P1 P1", "task pink 1 appears twice"),
        (spell({0: "R4"}) + " | tasks R1", "isn’t a task in this setup"),
        (spell({0: "R4"}, tasks="P1"), "too few tasks: 1, but the mission draws 2"),
        ("", "needs 4 hands, but has 1|is missing"),
    ],
)
def test_a_deal_that_is_not_a_whole_deck_is_refused(deal: str, why: str) -> None:
    with pytest.raises(games.UnknownSetup, match=why):
        games.deal(games.Setup("planet-nine", "2", 4, deal=deal))


def test_anybody_of_three_players_may_hold_the_extra_card() -> None:
    short = spell({0: "R4"}, players=3)
    first, second, third = short.split(" / ")
    moved = " / ".join([first.rsplit(" ", 1)[0], second, f"{third} {first.rsplit(' ', 1)[1]}"])
    view = games.deal(games.Setup("planet-nine", "1", 3, deal=moved)).view(None)
    assert view["hand_sizes"] == (13, 13, 14)
