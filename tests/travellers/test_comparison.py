"""Two crews on a deal side by side: trick by trick, with the first difference and both turning points."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse

from logbook.challenges.models.challenges import Challenge, Deal
from logbook.clubs.models import Club
from logbook.people.models.players import Player
from logbook.replays.models.analyses import Analysis
from logbook.tables.models import Attempt
from logbook.travellers.models import TravellerLine
from logbook.travellers.selectors.comparison import (
    ComparedMove,
    ComparedRow,
    ComparedTrick,
    Comparison,
    comparison,
    split,
)
from tests.challenges.scenes import stage_of
from tests.conftest import SignedIn
from tests.travellers.positions_scenes import close, noon, played
from tests.travellers.tree_scenes import Way, write

__all__ = ["noon", "played"]  # Fixtures.

pytestmark = pytest.mark.django_db

Pair = tuple[Attempt, Attempt]


def compared(challenge: Challenge, pair: Pair) -> Comparison:
    deal = Deal.objects.select_related("stage__challenge").get(stage=stage_of(challenge), attempt=1)
    return comparison(deal, pair[0].pk, pair[1].pk)


def address(challenge: Challenge, *picks: object, attempt: int = 1) -> str:
    query = "&".join(f"pick={pick}" for pick in picks)
    return reverse("compare", args=(challenge.pk, 1, attempt)) + f"?{query}"


def cards(trick: ComparedTrick | None) -> list[str]:
    return [move.card for move in trick.cards] if trick else []


def plays(attempt: Attempt) -> list[str]:
    texts = attempt.events.order_by("sequence").values_list("text", flat=True)
    return [text.removeprefix("play ") for text in texts if text.startswith("play ")]


def test_both_lines_are_there_trick_by_trick(played: Pair, running: Challenge) -> None:
    page = compared(running, played)
    tricks = [row for row in page.rows if row.number]
    assert [card for row in tricks for card in cards(row.first)] == plays(played[0])
    assert [card for row in tricks for card in cards(row.second)] == plays(played[1])
    assert all(len(cards(row.first)) == 3 for row in tricks if row.first and row.first.winner)


def test_the_first_difference_is_marked_in_both(played: Pair, running: Challenge) -> None:
    page = compared(running, played)
    (row,) = [row for row in page.rows if row.is_first_difference]
    marked = [[move.card for move in trick.moves if move.differs] for trick in (row.first, row.second) if trick]
    pairs = list(zip(plays(played[0]), plays(played[1]), strict=False))
    first = next(pair for pair in pairs if pair[0] != pair[1])
    assert marked == [[first[0]], [first[1]]]
    assert all(one.is_same for one in page.rows if one.number < row.number)
    swapped = compared(running, (played[1], played[0]))
    assert [one.number for one in swapped.rows if one.is_first_difference] == [row.number]


def test_equal_lines_have_no_difference(played: Pair, running: Challenge) -> None:
    assert compared(running, (played[0], played[0])).differs is False


def test_the_turning_point_is_marked(played: Pair, running: Challenge) -> None:
    lost = played[1]
    Attempt.objects.filter(pk=lost.pk).update(state=Attempt.State.FAILURE)
    fifth = lost.events.filter(text__startswith="play ").order_by("sequence")[4]
    Analysis.objects.create(attempt=lost, solver=1, fatal=fifth.sequence - 1, lost_in=2)
    page = compared(running, played)
    (move,) = [move for row in page.rows if row.second for move in row.second.moves if move.lost]
    assert move.card == plays(lost)[4]
    assert page.attempts[1].turning_point == "Trick 2"


def test_it_has_a_stable_address_that_the_traveller_leads_to(
    played: Pair, running: Challenge, alice: Player, signed_in: SignedIn
) -> None:
    close(running)
    client = signed_in(alice)
    page = client.get(address(running, *(attempt.pk for attempt in played)))
    assert page.status_code == 200
    assert "The first difference is marked." in page.text
    for name in ("Aurora", "Borealis"):
        assert name in page.text
    traveller = client.get(reverse("traveller", args=(running.pk, 1, 1))).text
    assert f'name="pick" value="{played[0].pk}"' in traveller


def test_one_attempt_leads_back_to_choose_the_other(
    played: Pair, running: Challenge, alice: Player, signed_in: SignedIn
) -> None:
    close(running)
    answer = signed_in(alice).get(address(running, played[0].pk), follow=True)
    assert answer.redirect_chain == [(reverse("traveller", args=(running.pk, 1, 1)) + f"?with={played[0].pk}", 302)]
    assert "Choose the attempt to compare with this one: Aurora." in answer.text
    assert f'<input type="hidden" name="pick" value="{played[0].pk}">' in answer.text


def test_wrong_choices_are_refused_with_a_sentence(
    played: Pair, running: Challenge, alice: Player, signed_in: SignedIn
) -> None:
    close(running)
    client = signed_in(alice)
    nothing = client.get(address(running))
    assert (nothing.status_code, "Choose two different attempts to compare." in nothing.text) == (422, True)
    TravellerLine.objects.filter(attempt=played[1]).update(positions=b"", moves=[])
    unread = client.get(address(running, *(attempt.pk for attempt in played)))
    assert (unread.status_code, "We don’t have the cards of one of these attempts" in unread.text) == (422, True)
    for picks in ((played[0].pk, 999_999), ("x", "y"), (played[0].pk, "9" * 30)):
        assert client.get(address(running, *picks)).status_code == 404
    assert client.get(address(running, *(one.pk for one in played), attempt=2)).status_code == 404


def test_nothing_is_compared_before_the_close(
    played: Pair, running: Challenge, alice: Player, client: Client, signed_in: SignedIn
) -> None:
    picks = [attempt.pk for attempt in played]
    assert signed_in(alice).get(address(running, *picks)).status_code == 404
    assert client.get(address(running, *picks)).status_code == 302


def sitters(attempt: Attempt) -> list[str]:
    """Return who sat there, in the order of the seats."""
    seats = attempt.table.seats.order_by("number").select_related("player")
    return [seat.player.name if seat.player else f"Bot {seat.number + 1}" for seat in seats]


def test_it_says_names_and_no_seat(played: Pair, running: Challenge, alice: Player, signed_in: SignedIn) -> None:
    close(running)
    page = signed_in(alice).get(address(running, *(attempt.pk for attempt in played)))
    first, second = map(sitters, played)
    assert "Seat " not in page.text
    attempts = page.context["page"].attempts
    assert [list(one.players) for one in attempts] == [first, second]
    (row,) = [row for row in page.context["page"].rows if row.is_first_difference]
    assert {move.seat for move in row.first.moves} <= set(first)
    assert {move.seat for move in row.second.moves} <= set(second)


def test_what_both_did_alike_is_folded_under_the_names_of_both(played: Pair, running: Challenge) -> None:
    page = compared(running, played)
    groups = page.groups
    assert [row for group in groups for row in group.rows] == list(page.rows)
    assert all(group.is_same == all(row.is_same for row in group.rows) for group in groups)
    assert not any(one.is_same and other.is_same for one, other in pairwise(groups))
    (whole,) = compared(running, (played[0], played[0])).groups
    assert whole.is_same
    pairs = zip(sitters(played[0]), sitters(played[1]), strict=True)
    both = {one if one == other else f"{one} / {other}" for one, other in pairs}
    shared = [row.shared for group in groups if group.is_same for row in group.rows]
    named = {move.seat for trick in shared if trick for move in trick.moves}
    assert named
    assert named <= both


def test_equal_moves_before_the_first_trick_are_folded() -> None:
    def trick(*actions: str) -> ComparedTrick:
        return ComparedTrick(tuple(ComparedMove(one, one, "", "", False, False) for one in actions), "", "")

    row = ComparedRow(0, trick("0 take", "1 pass"), trick("0 take", "1 take"), trick("0 take", "1 pass"), True)
    same, differing = split(row)
    assert (same.is_same, differing.is_first_difference) == (True, True)
    assert [[move.action for move in one.moves] for one in (same.first, differing.first, differing.second) if one] == [
        ["0 take"], ["1 pass"], ["1 take"],
    ]  # fmt: skip
    alone = ComparedRow(0, trick("1 pass"), trick("1 take"), trick("1 pass"), True)
    assert split(alone) == (alone,)
    assert split(ComparedRow(3, trick("0 take"), None, None, True)) == (
        ComparedRow(3, trick("0 take"), None, None, True),
    )


def test_each_stage_of_a_closed_challenge_leads_to_its_pages(
    played: Pair, running: Challenge, alice: Player, signed_in: SignedIn
) -> None:
    client, here = signed_in(alice), reverse("challenge", args=(running.pk,))
    assert not client.get(here).context["stage_pages"]
    close(running)
    page = client.get(here)
    (deal,) = page.context["stage_pages"][0].deals
    assert (deal.attempt, deal.played) == (1, 2)
    assert set(deal.pair) == {attempt.pk for attempt in played}
    for name in ("traveller", "tree"):
        there = reverse(name, args=(running.pk, 1, 1))
        assert f'href="{there}"' in page.text
        assert client.get(there).status_code == 200
    assert client.get(address(running, *deal.pair)).status_code == 200
    assert address(running, *deal.pair).replace("&", "&amp;") in page.text


@pytest.mark.parametrize(
    ("ways", "pair", "tree"),
    [
        ([("ab", True)], None, False),
        ([("ab", True), ("ab", True), ("ab", True)], None, True),
        ([("ab", True), ("ab", True), ("ac", True), ("ab", True)], (0, 2), True),
        ([("ab", False), ("ac", False), ("ab", False)], (0, 1), True),
        ([("ab", True), ("ad", True), ("ac", False), ("ab", True)], (0, 2), True),
    ],
)
def test_a_comparison_opens_on_different_attempts(
    ways: list[Way], pair: tuple[int, int] | None, tree: bool, running: Challenge, alice: Player, signed_in: SignedIn
) -> None:
    attempts = write(running, ways)
    close(running)
    page = signed_in(alice).get(reverse("challenge", args=(running.pk,)))
    (deal,) = page.context["stage_pages"][0].deals
    assert deal.pair == (None if pair is None else tuple(attempts[place].pk for place in pair))
    assert (address(running) in page.text) == (pair is not None)
    assert (f'href="{reverse("tree", args=(running.pk, 1, 1))}"' in page.text) == tree


def test_the_tree_says_names_and_no_seat(played: Pair, running: Challenge, alice: Player, signed_in: SignedIn) -> None:
    close(running)
    text = signed_in(alice).get(reverse("tree", args=(running.pk, 1, 1))).text
    assert "Seat " not in text
    assert any(f"{name} " in text for name in sitters(played[0]))


def test_strangers_read_no_names_of_people(played: Pair, running: Challenge, client: Client) -> None:
    close(running)
    Club.objects.update(public=True)
    people = {name for one in played for name in sitters(one) if not name.startswith("Bot")}
    compared_page = client.get(address(running, *(attempt.pk for attempt in played))).text
    tree = client.get(reverse("tree", args=(running.pk, 1, 1))).text
    for text in (compared_page, tree):
        assert "Seat 1" in text
        assert not [name for name in people if f"{name} " in text or f"{name}," in text]
