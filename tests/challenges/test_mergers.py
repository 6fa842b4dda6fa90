"""Merged entries: in chains, by several rules, in ties, taken back and repeated."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine

from logbook.challenges.exceptions import EntriesNotMergeable, EntryMerged, MergedResultCounts, NotInRaces
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.selectors.challenges import challenge_page
from logbook.challenges.services import challenges, deal_access, rulings
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards.models.results import Result
from logbook.people.models.players import Player
from logbook.tables.exceptions import PlaysElsewhere
from logbook.tables.models import Table
from tests.challenges.completion_scenes import opened
from tests.challenges.conftest import lines, play
from tests.challenges.mergers import Cast, cast, counting, dora, ended, merge, third, three
from tests.challenges.rulings_scenes import by, counted_whole
from tests.challenges.scenes import NOON, deal, end, make, stage_of, table_of

__all__ = ["cast", "dora", "third", "three"]

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON + timedelta(minutes=1), tick=False):
        yield


# --- A into B into C


def test_a_crew_that_became_part_of_another_goes_on_with_it(
    three: Challenge, crew: Crew, rivals: Crew, third: Crew, olga: Player
) -> None:
    """At a stage that the last two have never begun, too."""
    apart = counted_whole()
    first = merge(three, olga, crew, rivals)
    assert (counting(1)["Borealis"], counting(2)) == (("Borealis", 1), {"Borealis": ("Aurora", 1)})
    joined = counted_whole()
    second = merge(three, olga, rivals, third)
    assert (counting(1), counting(2)) == ({"Cygnus": ("Borealis", 1)}, {"Cygnus": ("Aurora", 1)})
    assert lines() == [(1, "Cygnus", 2, 2)]
    counted_whole()
    page = challenge_page(three, None, Crew.objects.all(), shows_all=True)
    assert {part.crew.name: part.into for part in page.mine} == {"Aurora": "Cygnus", "Borealis": "Cygnus", "Cygnus": ""}
    rulings.take_back_ruling(ruling=second, by=olga)
    assert counted_whole() == joined
    rulings.take_back_ruling(ruling=first, by=olga)
    assert counted_whole() == apart


def test_the_first_of_two_mergers_is_undone_while_the_second_stands(
    three: Challenge, crew: Crew, rivals: Crew, third: Crew, olga: Player
) -> None:
    apart = counted_whole()
    first, second = merge(three, olga, crew, rivals), merge(three, olga, rivals, third)
    rulings.take_back_ruling(ruling=first, by=olga)
    assert counting(1) == {"Aurora": ("Aurora", 2), "Cygnus": ("Borealis", 1)}
    assert counting(2) == {"Aurora": ("Aurora", 1)}
    counted_whole()
    with pytest.raises(EntriesNotMergeable):
        merge(three, olga, crew, rivals)
    again = merge(three, olga, crew, third)
    assert lines() == [(1, "Cygnus", 2, 2)]
    for ruling in (second, again):
        rulings.take_back_ruling(ruling=ruling, by=olga)
    assert counted_whole() == apart


def test_a_result_of_merged_crews_is_corrected_where_it_was_played(
    three: Challenge, crew: Crew, rivals: Crew, third: Crew, olga: Player
) -> None:
    merge(three, olga, crew, rivals)
    merge(three, olga, rivals, third)
    decision, before = by(three, olga), counted_whole()
    with pytest.raises(MergedResultCounts, match="Borealis"):
        rulings.correct_result(decision, stage=stage_of(three), crew=crew, won=True, needed=3, distress=False)
    correction = rulings.correct_result(
        decision, stage=stage_of(three), crew=rivals, won=True, needed=3, distress=False
    )
    assert counting(1) == {"Cygnus": ("Aurora", 2)}, "now the other is the better one"
    counted_whole()
    void = rulings.void_deal(decision, stage=stage_of(three), attempt=2)
    assert counting(1) == {"Cygnus": ("Borealis", 3)}
    counted_whole()
    for ruling in (void, correction):
        rulings.take_back_ruling(ruling=ruling, by=olga)
    assert counted_whole() == before


# --- two mergers, each with its own rule


GOOD, BAD, LOST = ("Aurora", 1), ("Borealis", 4), ("Cygnus", None)


@pytest.mark.parametrize(
    ("mergers", "counts"),
    [
        (["AB earlier", "CB better"], BAD),
        (["AB better", "CB earlier"], LOST),
        (["AB better", "CB better"], GOOD),
        (["CB earlier", "AB better"], GOOD),
        (["CB better", "AB earlier"], BAD),
        (["AB earlier", "BC better"], BAD),
        (["AB better", "BC earlier"], LOST),
        (["AC better", "BC better"], GOOD),
        (["BC better", "AC earlier"], BAD),
    ],
)
def test_each_merger_counts_by_its_own_rule(
    running: Challenge, cast: Cast, olga: Player, mergers: list[str], counts: tuple[str, int | None]
) -> None:
    """Aurora's entry is the best and the latest, that of Borealis worse and earlier, and Cygnus lost first of all."""
    for letter, text, minutes in (("A", "w", 5), ("B", "lLw", 2), ("C", "l", 0)):
        crew, player = cast[letter]
        play(table_of(running, crew, player), player, text)
        ended(crew, minutes)
    before = counted_whole()
    made = []
    for words in mergers:
        (crew, _one), (into, _other) = cast[words[0]], cast[words[1]]
        made.append(merge(running, olga, crew, into, words[3:]))
    assert counting() == {into.name: counts}
    counted_whole()
    for ruling in made:
        rulings.take_back_ruling(ruling=ruling, by=olga)
        counted_whole()
    assert counted_whole() == before


# --- ties under "the earlier"


@pytest.mark.parametrize(
    ("ends", "counts"),
    [
        (("lw", "w"), ("Borealis", 1)),
        (("w", "lw"), ("Aurora", 1)),
        (("l", "lw"), ("Borealis", 2)),
        (("lW", "lw"), ("Borealis", 2)),
        (("w", "w"), ("Borealis", 1)),
        (("ll", "l"), ("Borealis", None)),
    ],
)
@pytest.mark.parametrize("how", ["earlier", "better"])
def test_the_better_of_two_entries_counts_then_the_remaining_crews(
    running: Challenge, cast: Cast, olga: Player, ends: tuple[str, str], counts: tuple[str, int | None], how: str
) -> None:
    """Whichever of the two was there first."""
    for (crew, player), text in zip(cast.values(), ends, strict=False):
        play(table_of(running, crew, player), player, text)
    merge(running, olga, cast["A"][0], cast["B"][0], how)
    assert counting() == {"Borealis": counts}
    counted_whole()


def test_the_earlier_entry_is_the_one_whose_last_attempt_ended_first(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player, olga: Player
) -> None:
    play(table_of(running, crew, alice), alice, "lw")
    play(table_of(running, rivals, charlie), charlie, "lll")
    ended(rivals, 3)
    aurora = Table.objects.get(crew=crew)
    for number, minutes in ((1, 1), (2, 4)):
        aurora.attempts.filter(number=number).update(ended_at=NOON + timedelta(minutes=minutes))
    merge(running, olga, crew, rivals, "earlier")
    assert counting() == {"Borealis": ("Borealis", None)}
    counted_whole()


# --- once more


def test_entries_are_merged_parted_and_merged_again_by_another_rule(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player, olga: Player
) -> None:
    play(table_of(running, crew, alice), alice, "w")
    play(table_of(running, rivals, charlie), charlie, "lw")
    ended(crew, 5)
    apart = counted_whole()
    for into, other, how, counts in (
        (rivals, crew, "better", ("Aurora", 1)),
        (rivals, crew, "earlier", ("Borealis", 2)),
        (crew, rivals, "earlier", ("Borealis", 2)),
        (rivals, crew, "better", ("Aurora", 1)),
    ):
        ruling = merge(running, olga, other, into, how)
        assert counting() == {into.name: counts}
        counted_whole()
        with pytest.raises(EntryMerged):
            challenges.open_challenge_table(
                challenge=running, stage=stage_of(running), crew=other, player=alice if other == crew else charlie
            )
        rulings.take_back_ruling(ruling=ruling, by=olga)
        assert counted_whole() == apart
    assert challenges.open_challenge_table(challenge=running, stage=stage_of(running, 2), crew=crew, player=alice).pk
    assert Ruling.objects.exclude(taken_back_at=None).count() == 4


# --- the best of several


def test_the_better_entry_has_the_best_attempt_where_that_counts(club: Club, olga: Player, cast: Cast) -> None:
    """As the logbook counts, that of Borealis would be the better one."""
    challenge = opened(club, olga, policy="best-of", max_attempts=3)
    for letter, text in (("A", "llw"), ("B", "W")):
        crew, player = cast[letter]
        play(table_of(challenge, crew, player), player, text)
    merge(challenge, olga, cast["A"][0], cast["B"][0])
    assert Result.objects.get(crew=cast["B"][0]).table.crew == cast["A"][0]
    assert [(line.score, line.stages_won) for line in challenge.standings.all()] == [(1, 1)]
    counted_whole()


# --- who is dealt what, after a merger was taken back


def test_members_of_merged_crews_are_of_one_crew_while_it_holds(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player, olga: Player
) -> None:
    table = table_of(running, crew, alice)
    deal(table, alice)
    end(table, won=False)
    rivals.members.create(player=alice)
    other = table_of(running, rivals, charlie)
    ruling = None
    for _time in range(2):
        with pytest.raises(PlaysElsewhere):
            deal_access.ensure_not_with_another_crew(other, alice)
        ruling = merge(running, olga, crew, rivals)
        deal_access.ensure_not_with_another_crew(other, alice)
        rulings.take_back_ruling(ruling=ruling, by=olga)
    assert ruling is not None


def test_solo_merger_is_refused_in_races(club: Club, olga: Player, crew: Crew, rivals: Crew) -> None:
    challenge = make(club, olga, game="deep-blue", missions=["troubled-waters"], policy="single")
    with pytest.raises(NotInRaces):
        merge(challenge, olga, crew, rivals)
