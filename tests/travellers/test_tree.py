"""The tree of a deal: where lines part and meet, what share won after each branch, and what the solver says there."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from logbook.challenges.models.challenges import Challenge, Deal
from logbook.challenges.services import rulings
from logbook.clubs.models import Club
from logbook.people.models.players import Player
from logbook.replays.models.analyses import Analysis
from logbook.tables.models import Attempt
from logbook.travellers import tasks
from logbook.travellers.models import Position, TravellerLine
from logbook.travellers.selectors.tree import MOST_BRANCHES, MOST_ROWS, Fate, TreeBranch
from logbook.travellers.selectors.tree_drawing import ROW, drawing_of
from logbook.travellers.selectors.tree_page import TreePage, tree_page
from logbook.travellers.services import positions
from logbook.travellers.services.crossings import crossings_of
from tests.challenges.rulings_scenes import by
from tests.challenges.scenes import stage_of
from tests.conftest import SignedIn
from tests.travellers.positions_scenes import close, noon, played
from tests.travellers.tree_scenes import line, number, write

__all__ = ["noon", "played"]  # Fixtures.

pytestmark = pytest.mark.django_db


def page_of(challenge: Challenge, at: str | None = None, after: int = 0) -> TreePage:
    deal = Deal.objects.select_related("stage__challenge").get(stage=stage_of(challenge), attempt=1)
    return tree_page(deal, at=None if at is None else number(at), after=after)


def shape(branch: TreeBranch) -> list[object]:
    """The branches as nested lists: the cards, how many of how many won, and what comes of them."""
    return [
        (" ".join(move.card for move in one.moves), f"{one.won}/{one.lines}", one.fate.value, *shape(one))
        for one in branch.branches
    ]


def root_of(challenge: Challenge, at: str | None = None) -> TreeBranch:
    root = page_of(challenge, at).root
    assert root is not None
    return root


def address(challenge: Challenge, query: str = "") -> str:
    return reverse("tree", args=(challenge.pk, 1, 1)) + query


# --- where lines cross


def test_only_shared_positions_are_crossings() -> None:
    lines = [line(1, ("abcd", True)), line(2, ("abef", False))]
    found = crossings_of(lambda: lines)
    assert set(found) == {number(""), number("a"), number("ab")}
    assert [found[number(one)].is_parting for one in ("", "a", "ab")] == [True, False, True]
    (start,) = found[number("")].branches.values()
    assert (start.lines, start.won, start.to, start.chain) == (2, 1, number("ab"), ["1 play P2"])
    assert [one.to for one in found[number("ab")].branches.values()] == [None, None]


def test_lines_that_meet_make_a_parting_where_they_meet() -> None:
    lines = [line(1, ("abcd", True)), line(2, ("bacd", True))]
    found = crossings_of(lambda: lines)
    assert found[number("ab")].is_parting
    assert not found[number("abc")].is_parting
    assert {one.to for one in found[number("")].branches.values()} == {number("ab")}


def test_a_line_alone_that_meets_others_later_leads_there() -> None:
    lines = [line(1, ("abcz", True)), line(2, ("cbaz", True)), line(3, ("abcy", False))]
    found = crossings_of(lambda: lines)
    alone = found[number("")].branches["0 play P3"]
    assert (alone.lines, alone.to) == (1, number("abc"))
    assert [move[2:] for move in alone.chain] == ["play P2", "play P1"]


# --- what the page says


def test_branches_have_the_share_that_won_and_folded_chains(running: Challenge) -> None:
    write(running, [("abcd", True), ("abce", False), ("abfg", False), ("hi", False)])
    assert shape(root_of(running)) == [
        ("P1 P2", "1/3", "winnable",
            ("P3", "1/2", "winnable", ("P4", "1/1", "won"), ("P5", "0/1", "lost")),
            ("P6 P7", "0/1", "lost")),
        ("P8 P9", "0/1", "lost"),
    ]  # fmt: skip
    page = page_of(running)
    assert (page.lines, page.root and page.root.won, page.root and page.root.percent_won) == (4, 1, 25.0)


def test_a_position_is_a_page_of_its_own(running: Challenge) -> None:
    write(running, [("abcd", True), ("abce", False), ("hi", False)])
    assert shape(root_of(running, "abc")) == [("P4", "1/1", "won"), ("P5", "0/1", "lost")]
    assert root_of(running, "a").number == number("abc")  # On the way to the next parting.


def test_equal_positions_are_shown_once(running: Challenge) -> None:
    write(running, [("abcd", True), ("bacd", False), ("abce", True)])
    first, second = root_of(running).branches
    assert (first.lines, first.meets, second.lines, second.meets) == (2, False, 1, True)
    assert shape(second) == []
    (together,) = first.branches
    assert (together.lines, [one.lines for one in together.branches]) == (3, [2, 1])
    assert len(drawing_of(root_of(running)).meetings) == 1


def test_small_branches_are_folded_and_open_the_next_level(running: Challenge) -> None:
    ways = [(letter + "xyz"[place % 3], False) for place, letter in enumerate("aabcdefghij")]
    write(running, ways)
    root = root_of(running)
    assert [one.lines for one in root.branches] == [2, 1, 1, 1, 1, 1]
    assert root.folded is not None
    assert (root.folded.lines, root.folded.branches) == (4, 4)
    rest = page_of(running, "", after=MOST_BRANCHES).root
    assert rest is not None
    assert (len(rest.branches), rest.folded) == (4, None)
    assert root.folded.url == f"?at={number('')}&after={MOST_BRANCHES}"


def test_a_single_branch_is_never_folded(running: Challenge) -> None:
    write(running, [(letter, False) for letter in "abcdefg"])
    root = root_of(running)
    assert (len(root.branches), root.folded) == (MOST_BRANCHES + 1, None)


def test_a_page_has_a_limited_number_of_rows(running: Challenge) -> None:
    letters = "abcdef"
    write(running, [(one + two + three, False) for one in letters for two in "ghijkl" for three in "mn"])
    root = root_of(running)
    drawing = drawing_of(root)
    assert drawing.height == ROW * (sum(one.is_leaf for one in drawing.branches) + len(drawing.folds))
    assert drawing.height <= ROW * MOST_ROWS
    assert sum(one.lines for one in root.branches) == 72


def test_lines_that_end_together_are_one_end(running: Challenge) -> None:
    write(running, [("ab", True), ("ab", True), ("ac", False), ("a", False)])
    (first,) = root_of(running).branches
    assert [(one.lines, one.fate, one.is_end) for one in first.branches] == [
        (2, Fate.WON, True), (1, Fate.LOST, True), (1, Fate.LOST, True)]  # fmt: skip
    assert [len(one.moves) for one in first.branches] == [1, 0, 1]
    assert first.branches[0].crews == ("Crew 0", "Crew 1")


# --- the solver's answer


def test_the_solver_answers_by_any_line_through_the_position(running: Challenge) -> None:
    attempts = write(running, [("abcd", False), ("abce", False), ("hi", False)])
    first, _alone = root_of(running).branches
    assert (root_of(running).fate, first.fate) == (Fate.UNKNOWN, Fate.UNKNOWN)
    Analysis.objects.create(attempt=attempts[1], solver=1, winnable=[True, True, None, False, False], fatal=2)
    first, alone = root_of(running).branches
    assert (root_of(running).fate, first.fate, alone.fate) == (Fate.WINNABLE, Fate.LOST, Fate.LOST)
    assert first.is_lost_on_the_way
    assert first.losing == 2


def test_a_position_won_by_a_crew_was_winnable_without_analysis(running: Challenge) -> None:
    write(running, [("abc", True), ("abd", False)])
    (first,) = root_of(running).branches
    assert (root_of(running).fate, first.fate) == (Fate.WINNABLE, Fate.WINNABLE)
    lost = first.branches[1]
    assert (lost.fate, lost.is_lost_on_the_way, lost.losing) == (Fate.LOST, True, None)


def test_the_turning_point_of_a_crew_alone_is_marked_in_its_place(running: Challenge) -> None:
    attempts = write(running, [("abcdef", False), ("xy", True)])
    Analysis.objects.create(attempt=attempts[0], solver=1, winnable=[True] * 4 + [False] * 3, fatal=3)
    lost = next(one for one in root_of(running).branches if not one.won)
    assert (lost.losing, lost.moves[3].card) == (3, "P4")
    drawn = next(one for one in drawing_of(root_of(running)).branches if not one.branch.won)
    assert [band.fate for band in drawn.bands] == [Fate.WINNABLE, Fate.LOST]
    assert drawn.losing_at is not None


# --- which attempts count


def test_a_crew_counts_once_with_its_first_attempt(running: Challenge, olga: Player) -> None:
    attempts = write(running, [("ab", True), ("ac", False), ("ad", False)])
    crews = [attempt.table.crew for attempt in attempts]
    assert crews[0] is not None
    assert crews[2] is not None
    rulings.merge_entries(by(running, olga), crew=crews[2], into=crews[0], counts="better")
    tasks.write_overlooked_lines()
    (first,) = root_of(running).branches
    assert (first.lines, first.won) == (2, 1)
    assert page_of(running).left_out.later == 1
    assert TravellerLine.objects.get(is_later=True).attempt == attempts[2]
    rows = list(Position.objects.order_by("number").values_list("number", "lines", "won", "branches"))
    TravellerLine.objects.update(is_later=False)
    assert positions.rebuild_all() == 1
    assert list(Position.objects.order_by("number").values_list("number", "lines", "won", "branches")) == rows


def test_deals_with_many_lines_are_rebuilt_one_by_one(running: Challenge, monkeypatch: pytest.MonkeyPatch) -> None:
    write(running, [("ab", True), ("ac", False), ("ad", False)])
    rows = list(Position.objects.order_by("number").values_list("number", "lines", "won", "branches"))
    monkeypatch.setattr(positions, "FEW_LINES", 2)
    assert positions.rebuild_all() == 1
    assert list(Position.objects.order_by("number").values_list("number", "lines", "won", "branches")) == rows


def test_attempts_without_a_line_are_counted_beside_the_tree(
    running: Challenge, alice: Player, signed_in: SignedIn
) -> None:
    attempts = write(running, [("ab", True), ("ac", False), ("ad", False), ("ae", False)])
    TravellerLine.objects.filter(attempt=attempts[2]).update(positions=b"", moves=[])
    TravellerLine.objects.filter(attempt=attempts[3]).delete()
    positions.rebuild_positions(positions.Deal(stage_of(running).pk, 1))
    page = page_of(running)
    assert (page.lines, page.left_out.unreadable, page.left_out.waiting) == (2, 1, 1)
    close(running)
    text = signed_in(alice).get(address(running)).text
    assert (
        "1 attempt isn’t in the tree: it was played at a real table, or under an earlier version of the rules." in text
    )
    assert "1 attempt isn’t in the tree yet." in text


def test_one_line_is_no_tree(running: Challenge, alice: Player, signed_in: SignedIn) -> None:
    close(running)
    assert "There’s no card-by-card record of any attempt at this deal" in signed_in(alice).get(address(running)).text
    (attempt,) = write(running, [("ab", True)])
    text = signed_in(alice).get(address(running)).text
    assert "A tree needs two attempts" in text
    assert reverse("replay", args=(attempt.pk,)) in text


def test_tree_is_being_prepared_until_the_positions_are_built(
    running: Challenge, alice: Player, signed_in: SignedIn
) -> None:
    write(running, [("ab", True), ("ac", False)])
    Position.objects.all().delete()
    close(running)
    text = signed_in(alice).get(address(running)).text
    assert "The tree is being prepared" in text
    assert "We have a card-by-card record of 2 attempts at this deal. Reload this page in a minute." in text
    assert "A tree needs two attempts" not in text
    positions.rebuild_positions(positions.Deal(stage_of(running).pk, 1))
    text = signed_in(alice).get(address(running)).text
    assert "The tree is being prepared" not in text
    assert "2 attempts came this far" in text


def test_a_void_deal_has_its_tree_and_says_so(
    running: Challenge, olga: Player, alice: Player, signed_in: SignedIn
) -> None:
    write(running, [("ab", True), ("ac", False)])
    rulings.void_deal(by(running, olga), stage=stage_of(running), attempt=1)
    close(running)
    text = signed_in(alice).get(address(running)).text
    assert "declared this deal void" in text
    assert "2 attempts came this far; 1 won (50%)." in text


# --- the page of real lines


def test_every_branch_leads_to_its_position_or_its_replay(
    played: tuple[Attempt, Attempt], running: Challenge, alice: Player, signed_in: SignedIn
) -> None:
    close(running)
    client = signed_in(alice)
    text = client.get(address(running)).text
    links = set(re.findall(r'class="tree__branch" href="([^"]+)"', text))
    assert links
    for link in links:
        target = link if link.startswith("/") else address(running, link)
        assert client.get(target.replace("&amp;", "&")).status_code == 200
    part = Position.objects.filter(is_parting=True).order_by("pk").last()
    assert part is not None
    page = client.get(address(running, f"?at={part.number}"))
    assert "The position after" in page.text
    assert "Aurora" in page.text
    assert "Borealis" in page.text
    assert "The whole tree" in page.text


def test_a_position_of_earlier_rules_has_its_branches_and_no_cards(
    played: tuple[Attempt, Attempt], running: Challenge, alice: Player, signed_in: SignedIn
) -> None:
    """The rules may have changed since the lines were written: then their records cannot be folded any more."""
    close(running)
    part = Position.objects.filter(is_parting=True).order_by("pk").last()
    assert part is not None
    query = f"?at={part.number}"
    assert "The position after" in signed_in(alice).get(address(running, query)).text
    Attempt.objects.update(rules=99)
    text = signed_in(alice).get(address(running, query)).text
    assert "The position after" not in text
    assert "2 attempts came this far" in text
    picks = "&".join(f"pick={attempt.pk}" for attempt in played)
    compared = signed_in(alice).get(reverse("compare", args=(running.pk, 1, 1)) + f"?{picks}")
    assert (compared.status_code, "We don’t have the cards" in compared.text) == (422, True)


@pytest.mark.parametrize("query", ["?at=1", "?at=x", "?at=99999999999999999999", "?after=-", "?at=--1"])
def test_a_position_that_is_none_is_not_found(
    query: str, played: tuple[Attempt, Attempt], running: Challenge, alice: Player, signed_in: SignedIn
) -> None:
    close(running)
    assert signed_in(alice).get(address(running, query)).status_code == 404


def test_the_tree_opens_with_the_traveller(
    played: tuple[Attempt, Attempt], running: Challenge, alice: Player, client: Client, signed_in: SignedIn
) -> None:
    for state in (Challenge.State.OPEN, Challenge.State.PAUSED, Challenge.State.SCHEDULED):
        Challenge.objects.filter(pk=running.pk).update(state=state)
        assert signed_in(alice).get(address(running)).status_code == 404
    close(running)
    assert signed_in(alice).get(address(running)).status_code == 200
    assert client.get(address(running)).status_code == 302 or Club.objects.get().public
    traveller = signed_in(alice).get(reverse("traveller", args=(running.pk, 1, 1))).text
    assert f'href="{address(running)}"' in traveller
