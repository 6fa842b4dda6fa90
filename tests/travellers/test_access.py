"""Who may read the field on a deal: no player who could still play it, and nothing of free tables."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import rulings
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.tables.services import tables
from logbook.travellers.selectors.traveller import RowReader
from logbook.travellers.services import lines
from tests.challenges.rulings_scenes import by
from tests.challenges.scenes import deal, stage_of, table_of
from tests.conftest import SignedIn
from tests.travellers.positions_scenes import close, noon, parting, played
from tests.travellers.tree_scenes import write

__all__ = ["noon", "played"]  # Fixtures.

pytestmark = pytest.mark.django_db

PAGES = ("traveller", "tree", "compare", "deal-picture", "traveller-csv", "tree-csv")
API = ("traveller/", "tree/")


def addresses(challenge: Challenge) -> list[str]:
    pages = [reverse(name, args=(challenge.pk, 1, 1)) for name in PAGES]
    return [*pages, *(f"/api/v1/challenges/{challenge.pk}/deals/1/1/{name}" for name in API)]


@pytest.mark.parametrize("state", [state for state in Challenge.State if state not in Challenge.OVER])
def test_no_page_of_a_deal_opens_before_its_challenge_is_over(
    state: Challenge.State, running: Challenge, alice: Player, olga: Player, signed_in: SignedIn
) -> None:
    write(running, [("ab", True), ("ac", False)])
    Challenge.objects.filter(pk=running.pk).update(state=state)
    Club.objects.update(public=True)
    for reader in (alice, olga):
        client = signed_in(reader)
        assert {client.get(address).status_code for address in addresses(running)[: len(PAGES)]} == {404}


def test_a_deal_on_a_running_table_of_the_reader_stays_closed_to_them(
    played: tuple[Attempt, Attempt], running: Challenge, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    """A close ends attempts a moment later: until then their players read nothing."""
    close(running)
    step, _move = parting(played)
    replay = reverse("replay", args=(played[0].pk,)) + f"?step={step}"
    assert "Other crews in this position" in signed_in(charlie).get(replay).text
    Attempt.objects.filter(pk=played[1].pk).update(state=Attempt.State.PLAYING)
    for address in addresses(running)[: len(PAGES)]:
        assert signed_in(charlie).get(address).status_code == 404
    assert "Other crews in this position" not in signed_in(charlie).get(replay).text
    assert signed_in(alice).get(reverse("tree", args=(running.pk, 1, 1))).status_code == 200


def test_every_free_table_has_deals_of_its_own(alice: Player) -> None:
    """So no two attempts share a deal outside of challenges, and there is nothing to compare."""
    opened = [tables.open_table(player=alice, game="planet-nine", mission="4", players=3) for _number in range(3)]
    assert len({table.base_seed for table in opened}) == 3


def test_a_public_club_opens_every_page_to_strangers(
    played: tuple[Attempt, Attempt], running: Challenge, client: Client
) -> None:
    close(running)
    assert {client.get(address).status_code for address in addresses(running)[: len(PAGES)]} == {302}
    assert {client.get(address).status_code for address in addresses(running)[len(PAGES) :]} == {404}
    Club.objects.update(public=True)
    statuses = [client.get(address).status_code for address in addresses(running)]
    assert statuses == [422 if "compare" in address else 200 for address in addresses(running)]


def test_no_address_and_no_page_holds_a_seed(
    played: tuple[Attempt, Attempt], running: Challenge, alice: Player, signed_in: SignedIn
) -> None:
    close(running)
    seeds = set(Attempt.objects.values_list("seed", flat=True))
    for address in addresses(running)[: len(PAGES)]:
        answer = signed_in(alice).get(address)
        content = answer.getvalue() if answer.streaming else answer.content
        assert not any(seed.encode() in content for seed in seeds)


def test_merged_entries_say_so(running: Challenge, olga: Player, alice: Player, signed_in: SignedIn) -> None:
    attempts = write(running, [("ab", True), ("ac", False), ("ad", False)])
    crews = [Crew.objects.get(tables=attempt.table) for attempt in attempts]
    rulings.merge_entries(by(running, olga), crew=crews[2], into=crews[0], counts="better")
    close(running)
    text = signed_in(alice).get(reverse("traveller", args=(running.pk, 1, 1))).text
    assert text.count("entry merged by an organizer") == 1
    assert re.search(r"Crew 2.*?entry merged by an organizer", text, re.DOTALL)


def test_a_player_who_is_gone_has_no_name_on_the_traveller(
    running: Challenge, crew: Crew, alice: Player, signed_in: SignedIn, rivals: Crew, charlie: Player
) -> None:
    table = table_of(running, crew, alice)
    attempt = deal(table, alice)
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.FAILURE)
    lines.LINES.write([attempt.pk])
    Table.objects.get(pk=table.pk).seats.filter(player=alice).update(player=None)
    close(running)
    page = signed_in(charlie).get(reverse("traveller", args=(running.pk, 1, 1)))
    main = page.text.partition("<main")[2]
    assert "Alice" not in main
    assert "Aurora" in main
    found = stage_of(running).deals.select_related("stage__challenge").get(attempt=1)
    assert RowReader.of(found, None).merits
