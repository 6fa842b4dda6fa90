"""Campaign standings: what counts, for whom, and the first logbook of the same people."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from logbook.campaigns import tasks
from logbook.campaigns.models import Campaign, CampaignStanding
from logbook.campaigns.services import entries, standings
from logbook.campaigns.services.entries import Attendee
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.services import anonymise, guests, merge
from logbook.lib import queue
from logbook.people.models.players import Player
from tests.campaigns.logbooks import by_hand, crew_of, dealt, opened, ranked, row_of, rows_of
from tests.conftest import person

pytestmark = pytest.mark.django_db

Scene = tuple[Crew, list[Player], Campaign]


@pytest.fixture
def corona() -> Scene:
    crew, people = crew_of("Corona", "Ada", "Ben", "Cleo")
    return crew, people, opened(crew, people[0])


def kinds(campaign: Campaign) -> list[str]:
    return [row["kind"] for row in ranked(campaign)]


def test_what_was_dealt_here_is_proven(corona: Scene) -> None:
    _crew, people, campaign = corona
    dealt(campaign, people, "1")
    dealt(campaign, people, "2", won=False, distress=True)
    dealt(campaign, people, "2")
    (row,) = ranked(campaign)
    expected = {"kind": "proven", "game": "planet-nine", "players": 3, "missions_won": 2, "score": 1 + 3}
    assert expected.items() <= row.items()
    assert (row["clean_missions"], row["streak"], row["ironman"], row["is_first"]) == (1, 1, 1, True)


def test_entries_by_hand_have_a_row_with_the_whole_logbook(corona: Scene) -> None:
    _crew, people, campaign = corona
    dealt(campaign, people, "1")
    by_hand(campaign, people, "2", won=False)
    by_hand(campaign, people, "2")
    proven, written = ranked(campaign)
    assert (proven["kind"], proven["missions_won"], proven["score"]) == ("proven", 1, 1)
    assert (written["kind"], written["missions_won"], written["score"]) == ("by-hand", 2, 3)


def test_bots_and_stand_ins_make_an_attempt_count_for_nothing(corona: Scene) -> None:
    _crew, people, campaign = corona
    dealt(campaign, people, "1")
    dealt(campaign, people[:2], "2", players=3)
    dealt(campaign, people, "3", mixed=True)
    (row,) = ranked(campaign)
    assert row["missions_won"] == 1


def test_a_substitute_makes_other_people(corona: Scene) -> None:
    _crew, people, campaign = corona
    for mission in ("1", "3"):
        dealt(campaign, people, mission)
    dealt(campaign, [*people[:2], person("Zoe")], "2")
    (row,) = ranked(campaign)
    assert (row["missions_won"], row["ironman"]) == (2, 1)


def test_guests_are_people_and_are_the_player_who_claims_them(corona: Scene) -> None:
    crew, people, campaign = corona
    guest = guests.ensure_guest(crew=crew, name="Walter")
    here = [Attendee(people[0]), Attendee(people[1]), Attendee(guest=guest)]
    by_hand(campaign, people, attendance=here)
    assert ranked(campaign)[0]["people"] == f"g{guest.pk} p{people[0].pk} p{people[1].pk}"
    claim = guests.claim_guest(guest=guest, player=people[2])
    guests.grant_claim(claim=claim, by=people[0])
    assert standings.changed_campaigns() == [campaign.pk]
    assert ranked(campaign)[0]["people"] == " ".join(sorted(f"p{player.pk}" for player in people))
    guests.take_back_claim(claim=claim, by=people[2])
    assert ranked(campaign)[0]["people"] == f"g{guest.pk} p{people[0].pk} p{people[1].pk}"


def test_entries_that_do_not_say_who_played_count_for_nothing(corona: Scene) -> None:
    _crew, people, campaign = corona
    by_hand(campaign, people, attendance=[], players=3)
    by_hand(campaign, people, "2", attendance=[Attendee(people[0])], players=3)
    assert ranked(campaign) == []


def test_a_correction_does_not_change_what_was_dealt(corona: Scene) -> None:
    _crew, people, campaign = corona
    lost = dealt(campaign, people, won=False)
    dealt(campaign, people)
    (before,) = ranked(campaign)
    entries.correct_entry(entry_id=lost.pk, by=people[0], mission="7", won=True, attendance=(Attendee(people[0]),))
    entries.correct_entry(entry_id=lost.pk, by=people[0], attendance=(Attendee(people[1]),))
    entries.remove_entry(entry_id=lost.pk, by=people[0])
    assert standings.changed_campaigns() == [campaign.pk]
    assert ranked(campaign) == [before]


def test_a_correction_counts_in_what_was_written_by_hand(corona: Scene) -> None:
    _crew, people, campaign = corona
    lost = by_hand(campaign, people, won=False)
    by_hand(campaign, people)
    assert ranked(campaign)[0]["score"] == 2
    entries.remove_entry(entry_id=lost.pk, by=people[0])
    assert ranked(campaign)[0]["score"] == 1
    entries.restore_entry(entry_id=lost.pk, by=people[0])
    assert ranked(campaign)[0]["score"] == 2


def test_races_have_no_campaign_board(corona: Scene) -> None:
    crew, people, _campaign = corona
    campaign = opened(crew, people[0], "deep-blue")
    by_hand(campaign, people, "reefs-ahead")
    assert ranked(campaign) == []


# --- the first logbook


def test_only_the_first_logbook_of_the_same_people_ranks(corona: Scene) -> None:
    crew, people, first = corona
    other, _members = crew_of("Nova", "Dan")
    for player in people:
        CrewMember.objects.create(crew=other, player=player)
    second, deep = opened(other, people[0]), opened(crew, people[0], "deep-sea")
    dealt(first, people, won=False)
    dealt(second, people[::-1])
    dealt(deep, people)
    ranked(second, deep, first)
    assert [row_of(one).is_first for one in (first, second, deep)] == [True, False, True]


def test_the_order_of_attempts_says_which_logbook_was_first(corona: Scene) -> None:
    crew, people, older = corona
    newer = opened(crew, people[0])
    dealt(newer, people, after=0)
    dealt(older, people, after=60)
    ranked(older)
    assert row_of(older).is_first
    ranked(newer)
    assert [row_of(one).is_first for one in (older, newer)] == [False, True]


def test_each_kind_has_a_first_logbook_of_its_own(corona: Scene) -> None:
    crew, people, first = corona
    second = opened(crew, people[0])
    by_hand(first, people)
    dealt(second, people)
    ranked(first, second)
    assert row_of(first, "by-hand").is_first
    assert row_of(second, "proven").is_first


def test_the_next_logbook_ranks_once_the_first_has_other_people(corona: Scene) -> None:
    crew, people, first = corona
    second, third = opened(crew, people[0]), opened(crew, people[0])
    entry = by_hand(first, people)
    for campaign in (second, third):
        by_hand(campaign, people)
    ranked(first, second, third)
    entries.correct_entry(entry_id=entry.pk, by=people[0], attendance=tuple(map(Attendee, people[:2])))
    ranked(first)
    found = [row_of(one, "by-hand").is_first for one in (first, second, third)]
    assert found == [True, True, False]
    second.delete()
    standings.decide_undecided()
    assert row_of(third, "by-hand").is_first


def test_a_player_who_removes_their_name_leaves_one_first_logbook(corona: Scene) -> None:
    crew, people, first = corona
    second = opened(crew, people[0])
    for campaign in (first, second):
        dealt(campaign, people)
    ranked(first, second)
    CrewMember.objects.filter(crew=crew, player=people[2]).delete()
    anonymise.forget(crew=crew, player=people[2], photos=False)
    assert standings.changed_campaigns() == [first.pk, second.pk]
    ranked(first, second)
    assert [row_of(one).is_first for one in (first, second)] == [True, False]
    assert str(people[2].pk) not in row_of(first).people.replace("p", "").split()


# --- copies


def merged(crew: Crew, into: Crew, by: Player, other: Player) -> None:
    for one, player in ((crew, by), (into, other)):
        CrewMember.objects.filter(crew=one, player=player).update(role=CrewMember.Role.FOUNDER)
    merge.accept_merge(proposal=merge.propose_merge(crew=crew, by=by), into=into, by=other)


def test_a_merged_logbook_counts_once_in_the_crew_that_goes_on(corona: Scene) -> None:
    crew, people, campaign = corona
    dealt(campaign, people)
    ranked(campaign)
    nova, (dan,) = crew_of("Nova", "Dan")
    merged(crew, nova, people[0], dan)
    copy = Campaign.objects.get(copied_from=campaign)
    assert standings.changed_campaigns() == [campaign.pk, copy.pk]
    dealt(copy, people, "2")
    assert ranked(campaign, copy) == rows_of(copy)
    assert (row_of(copy).missions_won, row_of(copy).is_first) == (2, True)


def test_the_copy_of_a_crew_that_split_off_does_not_count(corona: Scene) -> None:
    _crew, people, campaign = corona
    dealt(campaign, people)
    nova, _members = crew_of("Nova", "Dan")
    copy = Campaign.objects.create(crew=nova, game="planet-nine", name="Winter", copied_from=campaign)
    imported = Campaign.objects.create(crew=nova, game="planet-nine", name="Winter", came_as_copy=True)
    for other in (copy, imported):
        dealt(other, people)
    assert [row["campaign_id"] for row in ranked(campaign, copy, imported)] == [campaign.pk]


# --- workers


def everything(*_campaigns: Campaign) -> None:
    standings.recompute_everything()


def one_by_one(*campaigns: Campaign) -> None:
    for campaign in campaigns:
        tasks.recompute_standing(campaign.pk)


@pytest.mark.parametrize("write", [everything, one_by_one])
def test_written_one_by_one_or_all_at_once_the_rows_are_the_same(corona: Scene, write: Callable[..., None]) -> None:
    crew, people, first = corona
    second, third = opened(crew, people[0]), opened(crew, people[0], "deep-sea")
    every = (first, second, third)
    for campaign in every:
        dealt(campaign, people, "1", won=campaign is not first)
        by_hand(campaign, people, "2", won=campaign is first)
        write(*every)
    entries.remove_entry(entry_id=first.entries.get(mission="2").pk, by=people[0])
    write(*every)
    before = rows_of()
    CampaignStanding.objects.all().delete()
    call_command("recompute", stdout=StringIO())
    assert [row | {"id": 0} for row in rows_of()] == [row | {"id": 0} for row in before]
    assert [(row["campaign_id"], row["kind"]) for row in before if not row["is_first"]] == [(second.pk, "proven")]
    assert not Campaign.objects.filter(standing_due=True).exists()


@pytest.mark.django_db(transaction=True)
def test_a_lost_task_is_found_by_the_sweep(corona: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    _crew, people, campaign = corona
    sent: list[Any] = []
    with monkeypatch.context() as lost:
        lost.setattr(queue, "send", lambda task, *arguments, **_named: sent.append((task, *arguments)))
        dealt(campaign, people)
    assert sent == [("campaigns.recompute_standing", campaign.pk)]
    assert rows_of(campaign) == []
    tasks.recompute_overlooked_standings()
    assert row_of(campaign).is_first
    assert standings.changed_campaigns() == []


def test_a_row_that_a_dying_worker_left_undecided_is_decided(corona: Scene) -> None:
    _crew, people, campaign = corona
    dealt(campaign, people)
    ranked(campaign)
    CampaignStanding.objects.update(is_first=None)
    tasks.recompute_overlooked_standings()
    assert row_of(campaign).is_first


def test_an_unchanged_logbook_is_not_written_again(corona: Scene, django_assert_num_queries: Any) -> None:
    _crew, people, campaign = corona
    dealt(campaign, people)
    (before,) = ranked(campaign)
    assert ranked(campaign) == [before]
