"""Deal access, giving up a deal, and the consequences of having seen one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.urls import reverse

from logbook.challenges import tasks
from logbook.challenges.access.deals import deal_access_for, knows_deal
from logbook.challenges.exceptions import AttemptsUsed, DealAlreadyKnown, DealStillToPlay, ShutOutOfDeal
from logbook.challenges.models.challenges import Candidate, Challenge
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.services import deal_access, reports, rulings
from logbook.challenges.services.reports import Report
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.services import tables
from tests.challenges.real_tables_scenes import guests, hand_out, tell
from tests.challenges.scenes import HOUR, NOON, deal, end, stage_of, table_of
from tests.conftest import SignedIn

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


def give_up(challenge: Challenge, player: Player, number: int = 1) -> DealAccess:
    return deal_access.give_up_deal(player=player, stage=stage_of(challenge), number=number)


def closed(challenge: Challenge) -> None:
    Challenge.objects.filter(pk=challenge.pk).update(state=Challenge.State.CLOSED)
    challenge.refresh_from_db()


# --- giving up


def test_a_deal_given_up_by_two_clicks_at_once_still_opens(
    running: Challenge, bob: Player, signed_in: SignedIn
) -> None:
    first = give_up(running, bob)
    DealAccess.objects.create(player=bob, stage=first.stage, attempt=1, how=first.how)
    assert give_up(running, bob) == first
    answer = signed_in(bob).post(reverse("deal", args=(running.pk, 1, 1)), {"sure": "yes"}, follow=True)
    assert (answer.status_code, "data-card" in answer.text) == (200, True)


def test_a_deal_is_given_up_on_its_page_after_a_question(
    running: Challenge, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    table = table_of(running, crew, alice)
    attempt = deal(table, alice)
    end(table, won=False)
    client, address = signed_in(bob), reverse("deal", args=(running.pk, 1, 1))
    asked = client.get(address)
    assert ("Give up this deal" in asked.text, "data-card" in asked.text) == (True, False)
    assert client.get(reverse("replay", args=(attempt.pk,))).status_code == 404
    assert client.post(address).status_code == 422
    assert not DealAccess.objects.filter(player=bob).exists()
    assert client.post(address, {"sure": "yes"}).status_code == 302
    shown = client.get(address).text
    assert shown.count('data-card="') >= 40
    assert reverse("replay", args=(attempt.pk,)) in shown
    assert client.get(reverse("replay", args=(attempt.pk,))).status_code == 200
    assert attempt.seed not in shown
    assert "Give up this deal" in client.get(reverse("deal", args=(running.pk, 1, 2))).text
    assert list(DealAccess.objects.filter(player=bob).values_list("how", "attempt")) == [("gave-up", 1), ("replay", 1)]


def test_who_gave_up_sits_at_no_table_of_the_deal(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, bob: Player, charlie: Player
) -> None:
    rivals.members.create(player=bob)
    give_up(running, bob)
    for own, opener in ((crew, alice), (rivals, charlie)):
        table = table_of(running, own, opener)
        tables.clear_seat(table_id=table.pk, by=opener, number=1)
        with pytest.raises(ShutOutOfDeal, match="Bob has seen the cards of attempt 1 and can’t play that deal"):
            tables.put_in_seat(table_id=table.pk, by=opener, player=bob, number=1)
    with pytest.raises(ShutOutOfDeal):
        hand_out(running, crew, bob)
    attempt = hand_out(running, rivals, charlie)
    with pytest.raises(ShutOutOfDeal):
        tell(attempt, charlie, sitters={0: bob})


def test_a_later_deal_given_up_is_not_dealt_either(running: Challenge, crew: Crew, alice: Player, bob: Player) -> None:
    table = table_of(running, crew, alice)
    tables.clear_seat(table_id=table.pk, by=alice, number=1)
    tables.put_in_seat(table_id=table.pk, by=alice, player=bob, number=1)
    with pytest.raises(DealStillToPlay, match="play at your table with Aurora"):
        give_up(running, bob, number=2)
    DealAccess.objects.create(player=bob, stage=stage_of(running), attempt=2, how="gave-up")
    deal(table, alice)
    end(table, won=False)
    with pytest.raises(ShutOutOfDeal, match="attempt 2"):
        deal(table, alice)


def test_who_sits_before_a_deal_cannot_be_shown_it(
    running: Challenge, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    table = table_of(running, crew, alice)
    deal(table, alice)
    response = signed_in(alice).post(reverse("deal", args=(running.pk, 1, 1)), {"sure": "yes"})
    assert (response.status_code, "You still have this deal to play at your table with" in response.text) == (409, True)
    assert not DealAccess.objects.filter(how="gave-up").exists()


def test_nothing_is_given_up_before_the_opening_or_beyond_the_deals(
    challenge: Challenge, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    address = reverse("deal", args=(challenge.pk, 1, 1))
    assert signed_in(alice).post(address, {"sure": "yes"}).status_code == 409
    Challenge.objects.update(state=Challenge.State.OPEN)
    assert signed_in(alice).get(reverse("deal", args=(challenge.pk, 1, 9))).status_code == 404
    assert signed_in(alice).get(reverse("deal", args=(challenge.pk, 9, 1))).status_code == 404
    assert signed_in(charlie).get(address).status_code == 404
    assert not DealAccess.objects.exists()


def test_a_director_lets_somebody_back_in_and_out_again(
    running: Challenge, crew: Crew, alice: Player, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    access, client, stage = give_up(running, bob), signed_in(olga), stage_of(running)
    assert knows_deal(bob, stage, 1)
    page = client.get(reverse("challenge-desk", args=(running.pk,))).text
    assert "Bob: stage 1, attempt 1" in page
    said = {"access": access.pk, "reason": "The wrong button."}
    assert client.post(reverse("ruling-make", args=(running.pk, "restore")), said).status_code == 302
    assert not knows_deal(bob, stage, 1)
    refused = client.post(reverse("ruling-make", args=(running.pk, "restore")), said)
    assert (
        refused.status_code,
        "You can’t readmit this player: the access log entry no longer counts, or belongs to another challenge."
        in refused.text,
    ) == (422, True)
    ruling = Ruling.objects.get()
    told = client.get(reverse("challenge", args=(running.pk,))).text
    assert "can’t play this deal" in told
    assert "can play this deal" in told
    rulings.take_back_ruling(ruling=ruling, by=olga)
    assert knows_deal(bob, stage, 1)


def test_who_was_let_back_in_and_dealt_the_cards_stays_in(
    running: Challenge, crew: Crew, alice: Player, bob: Player, olga: Player
) -> None:
    access = give_up(running, bob)
    ruling = rulings.restore_player(Decision(running, olga, "The wrong button."), access=access)
    table = table_of(running, crew, alice)
    tables.clear_seat(table_id=table.pk, by=alice, number=1)
    tables.put_in_seat(table_id=table.pk, by=alice, player=bob, number=1)
    deal(table, alice)
    with pytest.raises(AttemptsUsed, match="Bob"):
        rulings.take_back_ruling(ruling=ruling, by=olga)
    assert DealAccess.objects.get(pk=access.pk).taken_back_by == olga


def test_an_organizer_without_a_crew_looks_as_a_director(running: Challenge, olga: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(olga), reverse("deal", args=(running.pk, 1, 1))
    assert "View as an organizer?" in client.get(address).text
    client.post(address, {"sure": "yes"})
    assert list(DealAccess.objects.values_list("player__name", "how")) == [("Olga", "director")]
    assert 'data-card="' in client.get(address).text


# --- who knows a deal


def test_finished_is_finished_with_every_crew(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, bob: Player, charlie: Player
) -> None:
    stage = stage_of(running)
    table = table_of(running, crew, alice)
    deal(table, alice)
    assert not knows_deal(alice, stage, 1)
    end(table, won=False)
    assert knows_deal(alice, stage, 1)
    assert not knows_deal(alice, stage, 2)
    assert not knows_deal(bob, stage, 1)
    rivals.members.create(player=alice)
    assert not knows_deal(alice, stage, 1)
    other = table_of(running, rivals, charlie)
    deal(other, charlie)
    assert not knows_deal(alice, stage, 1)
    end(other, won=False)
    assert knows_deal(alice, stage, 1)
    assert not knows_deal(None, stage, 1)
    closed(running)
    assert knows_deal(None, stage_of(running), 3)


def test_who_sat_at_the_real_table_knows_the_deal(running: Challenge, crew: Crew, alice: Player, bob: Player) -> None:
    tell(hand_out(running, crew, alice), alice, success=False, sitters={0: bob})
    assert knows_deal(bob, stage_of(running), 1)
    assert not knows_deal(alice, stage_of(running), 1)


def test_how_hard_a_deal_is_is_told_to_who_knows_it(
    running: Challenge, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    picked = Candidate.objects.filter(picked=True, deal__stage__number=1, deal__attempt=1)
    picked.update(wins=123, playouts=997)
    address = reverse("challenge", args=(running.pk,))
    table = table_of(running, crew, alice)
    deal(table, alice)
    assert "123 of 997" not in signed_in(alice).get(address).text
    end(table, won=False)
    assert "123 of 997" in signed_in(alice).get(address).text
    assert "123 of 997" not in signed_in(bob).get(address).text
    give_up(running, bob)
    assert "123 of 997" in signed_in(bob).get(address).text


# --- the standings of others


def test_a_deal_looked_at_by_who_has_played_it_is_in_the_ledger_once(
    running: Challenge, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    table = table_of(running, crew, alice)
    deal(table, alice)
    end(table, won=False)
    address = reverse("deal", args=(running.pk, 1, 1))
    for _time in (1, 2):
        assert signed_in(alice).get(address).status_code == 200
    give_up(running, bob)
    assert signed_in(bob).get(address).status_code == 200
    seen = DealAccess.objects.exclude(how="dealt").values_list("player__name", "how", "attempt")
    assert list(seen) == [("Alice", "opened", 1), ("Bob", "gave-up", 1)]
    deal(table, alice)  # She is not out of other deals.
    end(table, won=False)
    Challenge.objects.update(state=Challenge.State.CLOSED)
    assert signed_in(alice).get(reverse("deal", args=(running.pk, 1, 2))).status_code == 200
    assert DealAccess.objects.filter(how="opened").count() == 1


def test_how_others_fare_is_told_when_nothing_is_left_to_play(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player, olga: Player, signed_in: SignedIn
) -> None:
    rival = table_of(running, rivals, charlie)
    deal(rival, charlie)
    end(rival, won=True)
    page = reverse("challenge", args=(running.pk,))
    board = f"{reverse('leaderboard', args=('planet-nine', '1'))}?board=bots"

    def told(player: Player) -> bool:
        client = signed_in(player)
        assert client.get(board).context["board"].entries == (), "boards wait for the end"
        return "Borealis" in client.get(page).text

    assert not told(alice)
    assert "1 other crew has played." in signed_in(alice).get(page).text
    assert told(olga)
    assert told(charlie)
    for number in (1, 2):
        table = table_of(running, crew, alice, number)
        deal(table, alice)
        end(table, won=True)
    assert told(alice)


# --- the list of deal access


def test_who_reads_which_lines(
    running: Challenge, crew: Crew, alice: Player, bob: Player, olga: Player, charlie: Player, signed_in: SignedIn
) -> None:
    tell(hand_out(running, crew, alice), alice, success=False, sitters={0: bob})
    give_up(running, bob, number=3)
    address = reverse("challenge-accesses", args=(running.pk,))

    def lines(player: Player) -> list[tuple[str, str]]:
        shown = signed_in(player).get(address).context["lines"]
        return [(line.who, line.text) for line in shown]

    gave_up, sat = ("Bob", "gave up the deal"), ("Bob", "played at a real table (seat 1)")
    others = [("Cleo", "played at a real table (seat 3)"), ("Ben", "played at a real table (seat 2)")]
    hers = [("Alice", "reported the result"), ("Alice", "started the attempt at a real table")]
    every = [gave_up, *others, sat, *hers]
    assert lines(bob) == [gave_up, sat]
    assert lines(alice) == hers
    assert lines(olga) == every
    assert signed_in(charlie).get(address).status_code == 404
    closed(running)
    assert lines(bob) == lines(alice) == every


def test_an_organizer_who_plays_reads_of_others_only_what_they_know(
    running: Challenge, club: Club, crew: Crew, rivals: Crew, alice: Player, charlie: Player
) -> None:
    table = table_of(running, rivals, charlie)
    deal(table, charlie)
    assert not deal_access_for(alice, running).exists()
    give_up(running, alice)
    assert list(deal_access_for(alice, running).values_list("how", flat=True)) == ["dealt", "gave-up"]


def test_looks_after_the_close_are_none(running: Challenge, crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    table = table_of(running, crew, alice)
    attempt = deal(table, alice)
    end(table, won=False)
    with time_machine.travel(NOON + 3 * HOUR):
        tasks.open_and_close_due.delay()
        client = signed_in(alice)
        assert client.get(reverse("replay", args=(attempt.pk,))).status_code == 200
        assert client.post(reverse("deal", args=(running.pk, 1, 2)), {"sure": "yes"}).status_code == 302
        assert client.get(reverse("deal", args=(running.pk, 1, 2))).status_code == 200
    assert list(DealAccess.objects.values_list("how", flat=True)) == ["dealt"]


def test_a_replay_looked_at_is_in_the_ledger_once(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    table = table_of(running, crew, alice)
    attempt = deal(table, alice)
    end(table, won=False)
    for _time in (1, 2):
        assert signed_in(alice).get(reverse("replay", args=(attempt.pk,))).status_code == 200
    assert DealAccess.objects.filter(how="replay").count() == 1
    rivals.members.create(player=alice)
    given, report = hand_out(running, rivals, charlie), Report(success=True, sitters=guests(3, s0=alice))
    with pytest.raises(DealAlreadyKnown):
        reports.report_attempt(table_id=given.table_id, number=1, player=charlie, report=report)
