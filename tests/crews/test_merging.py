"""After a merge of two crews: open tables, substitutes, and public results."""

from __future__ import annotations

from uuid import uuid4

import pytest

from logbook.campaigns.models import Campaign, MissionLog
from logbook.campaigns.selectors import other_crews
from logbook.campaigns.services import auto_log, campaigns, entry_form
from logbook.campaigns.services import entries as entry_services
from logbook.campaigns.services.entries import Attendee
from logbook.campaigns.services.online_campaigns import OnlineCampaign
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Substitute
from logbook.crews.services import crews, merge
from logbook.leaderboards.models.strengths import Strength
from logbook.leaderboards.services import strengths
from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.services import tables
from tests.campaigns.auto_log_scenes import given_up, won
from tests.campaigns.scenes import DAY, add, campaign, media

__all__ = ["campaign", "media"]


@pytest.fixture
def borealis(charlie: Player) -> Crew:
    return crews.create_crew(player=charlie, name="Borealis")


def joined(crew: Crew, by: Player, into: Crew, founder: Player) -> Crew:
    return merge.accept_merge(proposal=merge.propose_merge(crew=crew, by=by), into=into, by=founder)


@pytest.mark.django_db(transaction=True)
def test_an_open_table_goes_on_in_the_copy(
    campaign: Campaign, crew: Crew, borealis: Crew, alice: Player, bob: Player, charlie: Player, olga: Player
) -> None:
    table = tables.open_table(
        player=alice, game="planet-nine", mission="1", players=3, crew=crew, campaign=OnlineCampaign(campaign)
    )
    for player in (bob, olga):
        tables.take_seat(table=table, player=player)
    given_up(table, alice)
    joined(crew, alice, borealis, charlie)
    table.refresh_from_db()
    copied = Campaign.objects.get(crew=borealis)
    assert (table.crew, table.campaign) == (borealis, copied)
    given_up(table, alice)
    auto_log.log_everything()
    assert (campaign.entries.count(), copied.entries.count()) == (1, 2)
    won(given_up(table, alice))
    following = tables.open_next_table(table_id=table.pk, player=alice)
    assert (following.crew, following.campaign) == (borealis, copied)


def test_what_is_over_and_what_is_a_challenges_stays(
    campaign: Campaign, crew: Crew, borealis: Crew, alice: Player, charlie: Player
) -> None:
    over = Table.objects.create(game="planet-nine", mission="1", players=3, crew=crew, campaign=campaign, state="ended")
    before = Table.objects.create(game="planet-nine", mission="1", players=3, crew=crew, state="won")
    Table.objects.create(game="planet-nine", mission="2", players=3, crew=crew, state="between", follows=before)
    joined(crew, alice, borealis, charlie)
    assert set(crew.tables.values_list("pk", flat=True)) == {over.pk, before.pk}
    assert borealis.tables.get().campaign is None


def test_substitutes_come_along(
    campaign: Campaign, crew: Crew, borealis: Crew, alice: Player, bob: Player, charlie: Player, olga: Player
) -> None:
    """Who becomes a member by it is no substitute any more; who is one of both is one."""
    for one, player in ((crew, olga), (borealis, olga), (crew, charlie), (borealis, bob)):
        Substitute.objects.create(crew=one, player=player)
    add(campaign, alice, attendance=[Attendee(alice), Attendee(olga, substitute=True)])
    joined(crew, alice, borealis, charlie)
    assert [one.player for one in borealis.substitutes.all()] == [olga]
    copied = Campaign.objects.get(crew=borealis)
    entry = entry_form.add_failure(campaign=copied, by=charlie, key=uuid4(), mission="1", played_on=DAY)
    assert list(entry.attendances.order_by("pk").values_list("player__name", "substitute")) == [
        ("Alice", False),
        ("Olga", True),
    ]


def test_a_merged_crews_play_counts_for_the_world_and_its_rating(
    campaign: Campaign, crew: Crew, borealis: Crew, alice: Player, charlie: Player
) -> None:
    """Mission 1 was won before, at mission 2 they had failed, mission 3 is new."""
    add(campaign, alice, won=True)
    add(campaign, alice, "2")
    joined(crew, alice, borealis, charlie)
    copied = Campaign.objects.get(crew=borealis)
    assert list(copied.entries.values_list("copied", flat=True)) == [True, True]
    assert tries(borealis) is None
    for mission in ("2", "3"):
        add(copied, charlie, mission, won=True)
    boxes = MissionLog.objects.filter(won=True).order_by("mission", "campaign")
    assert list(boxes.values_list("campaign", "mission", "original", "attempts")) == [
        (campaign.pk, "1", True, 1),
        (copied.pk, "1", False, 1),
        (copied.pk, "2", True, 2),
        (copied.pk, "3", True, 1),
    ]
    assert {
        mission: sum(many for _attempts, many in counts)
        for mission, counts in other_crews._all_counts("planet-nine").items()
    } == {
        "1": 1,
        "2": 1,
        "3": 1,
    }
    assert (tries(crew), tries(borealis)) == (2, 2)
    before = list(MissionLog.objects.order_by("pk").values())
    campaigns.recompute_all_missions()
    assert list(MissionLog.objects.order_by("pk").values()) == before


def tries(crew: Crew) -> int | None:
    strengths.recompute_strengths()
    return Strength.objects.filter(crew=crew).values_list("tries", flat=True).first()


def test_a_copied_success_counts_once_however_it_is_corrected(
    campaign: Campaign, crew: Crew, borealis: Crew, alice: Player, charlie: Player
) -> None:
    add(campaign, alice, won=True)
    joined(crew, alice, borealis, charlie)
    entry = Campaign.objects.get(crew=borealis).entries.get()
    entry_services.correct_entry(entry_id=entry.pk, by=charlie, note="remembered")
    add(entry.campaign, charlie, won=True)
    assert not MissionLog.objects.get(campaign=entry.campaign).original
    entry_services.remove_entry(entry_id=entry.pk, by=charlie)
    assert MissionLog.objects.get(campaign=entry.campaign).original
