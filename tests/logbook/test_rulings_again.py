"""Rulings that are withdrawn, chained and repeated: what counts is what is in force, however it came about."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine

from logbook import access
from logbook.models import Challenge, Club, ClubCrew, Crew, CrewMember, Deal, Look, Player, Result, Ruling, Table
from logbook.selectors.challenges import challenge_page
from logbook.services import attempts, challenges, errors, looks, results, rulings
from logbook.services.rulings import Decision
from tests.conftest import person
from tests.logbook.challenges import NOON, deal, end, make, stage_of, table_of
from tests.logbook.test_rulings import by, counted_whole, lines, play

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON + timedelta(minutes=1), tick=False):
        yield


@pytest.fixture
def dora() -> Player:
    return person("Dora")


@pytest.fixture
def third(club: Club, dora: Player) -> Crew:
    """Cygnus: Dora's."""
    found = Crew.objects.create(name="Cygnus", slug="cygnus")
    CrewMember.objects.create(crew=found, player=dora, role=CrewMember.Role.FOUNDER)
    ClubCrew.objects.create(club=club, crew=found)
    return found


Cast = dict[str, tuple[Crew, Player]]
"""By letter, a crew and who plays for it."""


@pytest.fixture
def cast(crew: Crew, rivals: Crew, third: Crew, alice: Player, charlie: Player, dora: Player) -> Cast:
    return {"A": (crew, alice), "B": (rivals, charlie), "C": (third, dora)}


def counting(number: int = 1) -> dict[str, tuple[str, int | None]]:
    """By crew that stands at a stage, whose table counts for it, and the score; None where it is not won."""
    found = Result.objects.filter(stage__number=number).select_related("crew", "table__crew")
    return {row.crew.name: (row.table.crew.name, row.score if row.won else None) for row in found}  # type: ignore[union-attr]


def merge(challenge: Challenge, olga: Player, crew: Crew, into: Crew, counts: str = "better") -> Ruling:
    return rulings.crews_merge(by(challenge, olga), crew=crew, into=into, counts=counts)


def ended(crew: Crew, minutes: int) -> None:
    """The crew's attempts at the first stage ended so late."""
    table = Table.objects.get(crew=crew, stage__number=1)
    table.attempts.update(ended_at=NOON + timedelta(minutes=minutes))
    results.result_recompute(table_id=table.pk)


# --- A into B into C


@pytest.fixture
def three(
    running: Challenge, crew: Crew, rivals: Crew, third: Crew, alice: Player, charlie: Player, dora: Player
) -> Challenge:
    """Aurora has won stage 1 at the second attempt and stage 2; Borealis stage 1; Cygnus has lost there once."""
    play(table_of(running, crew, alice), alice, "lw")
    play(table_of(running, crew, alice, 2), alice, "w")
    play(table_of(running, rivals, charlie), charlie, "w")
    play(table_of(running, third, dora), dora, "l")
    return running


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
    page = challenge_page(three, None, Crew.objects.all(), told=True)
    assert {part.crew.name: part.into for part in page.mine} == {"Aurora": "Cygnus", "Borealis": "Cygnus", "Cygnus": ""}
    rulings.ruling_take_back(ruling=second, by=olga)
    assert counted_whole() == joined
    rulings.ruling_take_back(ruling=first, by=olga)
    assert counted_whole() == apart


def test_the_first_of_two_mergers_is_taken_back_while_the_second_stands(
    three: Challenge, crew: Crew, rivals: Crew, third: Crew, olga: Player
) -> None:
    apart = counted_whole()
    first, second = merge(three, olga, crew, rivals), merge(three, olga, rivals, third)
    rulings.ruling_take_back(ruling=first, by=olga)
    assert counting(1) == {"Aurora": ("Aurora", 2), "Cygnus": ("Borealis", 1)}
    assert counting(2) == {"Aurora": ("Aurora", 1)}
    counted_whole()
    with pytest.raises(errors.NotMergeable):
        merge(three, olga, crew, rivals)
    again = merge(three, olga, crew, third)
    assert lines() == [(1, "Cygnus", 2, 2)]
    for ruling in (second, again):
        rulings.ruling_take_back(ruling=ruling, by=olga)
    assert counted_whole() == apart


def test_a_result_that_has_come_down_a_chain_is_corrected_and_void_where_it_was_played(
    three: Challenge, crew: Crew, rivals: Crew, third: Crew, olga: Player
) -> None:
    merge(three, olga, crew, rivals)
    merge(three, olga, rivals, third)
    decision, before = by(three, olga), counted_whole()
    with pytest.raises(errors.CountsElsewhere, match="Borealis"):
        rulings.result_correct(decision, stage=stage_of(three), crew=crew, won=True, needed=3, distress=False)
    correction = rulings.result_correct(
        decision, stage=stage_of(three), crew=rivals, won=True, needed=3, distress=False
    )
    assert counting(1) == {"Cygnus": ("Aurora", 2)}, "now the other is the better one"
    counted_whole()
    void = rulings.deal_void(decision, stage=stage_of(three), attempt=2)
    assert counting(1) == {"Cygnus": ("Borealis", 3)}
    counted_whole()
    for ruling in (void, correction):
        rulings.ruling_take_back(ruling=ruling, by=olga)
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
        rulings.ruling_take_back(ruling=ruling, by=olga)
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
def test_of_entries_that_ended_at_once_the_better_counts_then_that_of_the_crew_that_goes_on(
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
        with pytest.raises(errors.MergedAway):
            challenges.challenge_play(
                challenge=running, stage=stage_of(running), crew=other, player=alice if other == crew else charlie
            )
        rulings.ruling_take_back(ruling=ruling, by=olga)
        assert counted_whole() == apart
    assert challenges.challenge_play(challenge=running, stage=stage_of(running, 2), crew=crew, player=alice).pk
    assert Ruling.objects.exclude(taken_back_at=None).count() == 4


def test_what_was_void_and_counts_again_can_be_void_again(
    three: Challenge, crew: Crew, rivals: Crew, olga: Player
) -> None:
    decision, stage = by(three, olga), stage_of(three)
    before = counted_whole()
    first = rulings.deal_void(decision, stage=stage, attempt=1)
    without = counted_whole()
    assert counting() == {"Aurora": ("Aurora", 1)}
    with pytest.raises(errors.NothingChanges):
        rulings.deal_void(decision, stage=stage, attempt=1)
    rulings.ruling_take_back(ruling=first, by=olga)
    assert counted_whole() == before
    again = rulings.deal_void(decision, stage=stage, attempt=1)
    assert counted_whole() == without
    whole = rulings.deal_void(decision, stage=stage)
    assert counting() == {}
    rulings.ruling_take_back(ruling=again, by=olga)
    assert counting() == {}, "the whole stage is void still"
    rulings.ruling_take_back(ruling=whole, by=olga)
    assert counted_whole() == before


def test_of_two_corrections_the_later_holds_and_without_it_the_earlier(
    three: Challenge, crew: Crew, olga: Player
) -> None:
    decision, stage = by(three, olga), stage_of(three)
    before = counted_whole()
    first = rulings.result_correct(decision, stage=stage, crew=crew, won=True, needed=3, distress=True)
    once = counted_whole()
    second = rulings.result_correct(decision, stage=stage, crew=crew, won=False, needed=1, distress=False)
    assert counting()["Aurora"] == ("Aurora", None)
    twice = counted_whole()
    assert (second.before["attempts"], second.before["won"]) == (3, True)
    rulings.ruling_take_back(ruling=second, by=olga)
    assert (counted_whole(), counting()["Aurora"]) == (once, ("Aurora", 4))
    other = rulings.result_correct(decision, stage=stage, crew=crew, won=False, needed=1, distress=False)
    rulings.ruling_take_back(ruling=first, by=olga)
    assert counted_whole() == twice
    rulings.ruling_take_back(ruling=other, by=olga)
    assert counted_whole() == before


def test_a_crew_is_readmitted_twice(running: Challenge, crew: Crew, alice: Player, olga: Player) -> None:
    decision, stage = by(running, olga), stage_of(running)
    table = play(table_of(running, crew, alice), alice, "lll")
    first = rulings.crew_readmit(decision, stage=stage, crew=crew)
    with pytest.raises(errors.PlaysOn):
        rulings.crew_readmit(decision, stage=stage, crew=crew)
    prepared(stage.challenge)
    table.refresh_from_db()
    play(table, alice, "l")
    with pytest.raises(errors.NoAttemptsLeft):
        attempts.attempt_start(table_id=table.pk, player=alice)
    second = rulings.crew_readmit(decision, stage=stage, crew=crew)
    assert (second.before["allowed"], second.after["allowed"]) == (4, 5)
    rulings.ruling_take_back(ruling=first, by=olga)
    with pytest.raises(errors.PlayedSince):
        rulings.ruling_take_back(ruling=second, by=olga)
    table.refresh_from_db()
    assert table.state == Table.State.ENDED, "one of the two is left, and used"
    counted_whole()


def test_a_readmission_that_was_taken_back_is_made_again_with_the_same_deal(
    running: Challenge, crew: Crew, alice: Player, olga: Player
) -> None:
    decision, stage = by(running, olga), stage_of(running)
    table = play(table_of(running, crew, alice), alice, "lll")
    for _time in range(2):
        ruling = rulings.crew_readmit(decision, stage=stage, crew=crew)
        assert ruling.after["allowed"] == 4
        rulings.ruling_take_back(ruling=ruling, by=olga)
    rulings.crew_readmit(decision, stage=stage, crew=crew)
    prepared(running)
    assert Deal.objects.filter(stage=stage, attempt__gt=3).count() == 1
    table.refresh_from_db()
    play(table, alice, "w")
    assert counting() == {"Aurora": ("Aurora", 4)}
    counted_whole()


def test_what_a_merged_crew_has_played_uses_up_nothing_of_the_other(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player, olga: Player
) -> None:
    for own, player in ((crew, alice), (rivals, charlie)):
        play(table_of(running, own, player), player, "lll")
    ruling = rulings.crew_readmit(by(running, olga), stage=stage_of(running), crew=rivals)
    merge(running, olga, crew, rivals)
    rulings.ruling_take_back(ruling=ruling, by=olga)
    assert set(Table.objects.values_list("state", flat=True)) == {Table.State.ENDED}
    counted_whole()


def prepared(challenge: Challenge) -> None:
    """What was added is ready to be dealt."""
    Deal.objects.filter(stage__challenge=challenge, seed="").update(seed="added", state="ready")
    Deal.objects.filter(stage__challenge=challenge).update(state="ready")


# --- give up, let back, give up again


def test_who_was_let_back_gives_up_again_and_is_let_back_again(
    running: Challenge, crew: Crew, alice: Player, bob: Player, olga: Player
) -> None:
    stage, decision = stage_of(running), Decision(running, olga, "The wrong button.")
    table = table_of(running, crew, alice)

    def out() -> bool:
        assert access.known_in(bob, running) <= {(stage.pk, 1)}
        try:
            looks.deal_check(table, 1, [bob])
        except errors.OutOfDeal:
            assert access.knows_deal(bob, stage, 1)
            return True
        assert not access.knows_deal(bob, stage, 1)
        return False

    made = []
    for time in (1, 2):
        look = looks.deal_give_up(player=bob, stage=stage, number=1)
        assert out()
        made.append(rulings.player_let_back(decision, look=look))
        assert not out()
        assert Look.objects.filter(player=bob, how="gave-up").count() == time, "each is a line of its own"
        with pytest.raises(errors.NothingChanges):
            rulings.player_let_back(decision, look=look)
    look = looks.deal_give_up(player=bob, stage=stage, number=1)
    for ruling in made:
        rulings.ruling_take_back(ruling=ruling, by=olga)
    rulings.player_let_back(decision, look=look)
    assert not out(), "all three lines are taken back with the last"
    assert Look.objects.filter(player=bob, how="gave-up", taken_back_at=None).count() == 0


def test_who_was_let_back_and_is_out_again_is_let_back_once_more(running: Challenge, bob: Player, olga: Player) -> None:
    stage, decision = stage_of(running), Decision(running, olga, "The wrong button.")
    look = looks.deal_give_up(player=bob, stage=stage, number=1)
    known = []
    for _time in range(2):
        ruling = rulings.player_let_back(decision, look=look)
        known.append(access.knows_deal(bob, stage, 1))
        rulings.ruling_take_back(ruling=ruling, by=olga)
        known.append(access.knows_deal(bob, stage, 1))
        with pytest.raises(errors.StaysRuled):
            rulings.ruling_take_back(ruling=ruling, by=olga)
    assert known == [False, True, False, True]


def test_other_deals_stay_as_they_are_while_one_is_given_back(running: Challenge, bob: Player, olga: Player) -> None:
    stage = stage_of(running)
    first, _second = (looks.deal_give_up(player=bob, stage=stage, number=number) for number in (1, 2))
    rulings.player_let_back(Decision(running, olga, "The wrong button."), look=first)
    assert access.known_in(bob, running) == {(stage.pk, 2)}


# --- who is dealt what, after a merger was taken back


def test_the_members_of_merged_crews_are_of_one_crew_as_long_as_it_holds(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player, olga: Player
) -> None:
    table = table_of(running, crew, alice)
    deal(table, alice)
    end(table, won=False)
    rivals.members.create(player=alice)
    other = table_of(running, rivals, charlie)
    ruling = None
    for _time in range(2):
        with pytest.raises(errors.PlaysElsewhere):
            looks.elsewhere_check(other, alice)
        ruling = merge(running, olga, crew, rivals)
        looks.elsewhere_check(other, alice)
        rulings.ruling_take_back(ruling=ruling, by=olga)
    assert ruling is not None


def test_a_solo_merger_of_races_there_is_none(club: Club, olga: Player, crew: Crew, rivals: Crew) -> None:
    challenge = make(club, olga, game="deep-blue", missions=["troubled-waters"], policy="single")
    with pytest.raises(errors.NotInRaces):
        merge(challenge, olga, crew, rivals)
