"""A challenge closes before its time: by an organizer's decision, or once every crew is done."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.urls import reverse

from logbook.challenges.exceptions import ConflictOfInterest, NotOpen, RulingFinal
from logbook.challenges.models.challenges import Challenge, Standing
from logbook.challenges.services import challenges, lifecycle, rulings
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Attempt
from tests.challenges.scenes import HOUR, NOON, deal, end, make, table_of
from tests.conftest import SignedIn

pytestmark = pytest.mark.django_db

State = Challenge.State


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


def opened(club: Club, by: Player, **wishes: object) -> Challenge:
    with time_machine.travel(NOON - HOUR, tick=False):
        challenge = make(club, by, **{"missions": ["1"], "max_attempts": 1, "opens_at": NOON - HOUR / 2} | wishes)
    challenges.prepare_challenge(challenge_id=challenge.pk)
    challenge.refresh_from_db()
    return challenge


def play(challenge: Challenge, crew: Crew, player: Player) -> None:
    table = table_of(challenge, crew, player)
    deal(table, player)
    end(table, won=True)


def now(challenge: Challenge) -> Challenge:
    challenge.refresh_from_db()
    return challenge


def test_an_organizer_closes_it_now(
    club: Club, crew: Crew, alice: Player, olga: Player, clock: time_machine.Traveller
) -> None:
    challenge = opened(club, olga)
    attempt = deal(table_of(challenge, crew, alice), alice)
    clock.shift(HOUR)
    ruling = lifecycle.close_challenge_early(Decision(challenge, olga, "We all go home."))
    closed = now(challenge)
    assert (closed.state, closed.closes_at, closed.closed_at) == (State.CLOSED, NOON + HOUR, NOON + HOUR)
    assert closed.counted_at is not None
    attempt.refresh_from_db()
    assert attempt.state != Attempt.State.PLAYING, "an unfinished attempt is not won"
    with pytest.raises(RulingFinal):
        rulings.take_back_ruling(ruling=ruling, by=olga)
    with pytest.raises(NotOpen):
        lifecycle.close_challenge_early(Decision(closed, olga, "Once more."))


def test_an_organizer_who_plays_waits_for_the_others(
    club: Club, crew: Crew, alice: Player, olga: Player, signed_in: SignedIn
) -> None:
    club.members.filter(player=alice).update(role="organizer")
    challenge = opened(club, olga)
    rivals = Crew.objects.create(name="Corona", slug="corona")
    rivals.members.create(player=olga)
    ClubCrew.objects.create(club=club, crew=rivals)
    play(challenge, crew, alice)
    decision = Decision(challenge, alice, "We are ahead.")
    with pytest.raises(ConflictOfInterest):
        lifecycle.close_challenge_early(decision)
    desk = signed_in(alice).get(reverse("challenge-desk", args=[challenge.pk])).text
    assert "you can close it once every crew is done" in desk
    play(challenge, rivals, olga)
    desk = signed_in(alice).get(reverse("challenge-desk", args=[challenge.pk])).text
    assert "you can close it once every crew is done" not in desk
    lifecycle.close_challenge_early(decision)
    assert now(challenge).state == State.CLOSED


def test_it_closes_by_itself_once_every_crew_is_done(club: Club, crew: Crew, alice: Player, olga: Player) -> None:
    challenge, waits = opened(club, olga, closes_when_done=True), opened(club, olga)
    lifecycle.open_and_close_due()
    assert now(challenge).state == State.OPEN, "nobody has begun"
    for one in (challenge, waits):
        play(one, crew, alice)
    late = Crew.objects.create(name="Corona", slug="corona")
    entry = ClubCrew.objects.create(club=club, crew=late)
    lifecycle.open_and_close_due()
    assert now(challenge).state == State.OPEN, "a crew of the club may still begin"
    entry.delete()
    lifecycle.open_and_close_due()
    assert (now(challenge).state, now(waits).state) == (State.CLOSED, State.OPEN)
    assert Standing.objects.get(challenge=challenge).crew == crew


def test_nobody_else_is_waited_for_after_entry_has_ended(
    club: Club, crew: Crew, alice: Player, olga: Player, clock: time_machine.Traveller
) -> None:
    challenge = opened(club, olga, closes_when_done=True, entry_until=NOON + HOUR / 2)
    ClubCrew.objects.create(club=club, crew=Crew.objects.create(name="Corona", slug="corona"))
    play(challenge, crew, alice)
    lifecycle.open_and_close_due()
    assert now(challenge).state == State.OPEN
    clock.shift(HOUR)
    lifecycle.open_and_close_due()
    assert now(challenge).state == State.CLOSED


def test_the_desk_and_the_page_say_so(club: Club, crew: Crew, alice: Player, olga: Player, signed_in: SignedIn) -> None:
    challenge = opened(club, olga, closes_when_done=True)
    desk, client = reverse("challenge-desk", args=[challenge.pk]), signed_in(olga)
    assert "It closes early once every crew is done." in client.get(reverse("challenge", args=[challenge.pk])).text
    assert "Close now" in client.get(desk).text
    make_address = reverse("ruling-make", args=[challenge.pk, "close"])
    assert client.post(make_address, {"reason": ""}).status_code == 422
    page = client.post(make_address, {"reason": "The evening is over."}, follow=True).text
    assert "Decision published" in page
    assert "The evening is over." in client.get(reverse("challenge", args=[challenge.pk])).text
    assert now(challenge).state == State.CLOSED


def test_a_crew_made_from_a_clubs_page_is_in_the_club(club: Club, olga: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(olga), f"{reverse('crew-new')}?club={club.slug}"
    assert f"It will play in {club.name}." in client.get(address).text
    page = client.post(address, {"name": "Meteors"}, follow=True)
    assert page.redirect_chain[-1][0] == reverse("club", args=[club.slug])
    assert f"Meteors is now in {club.name}." in page.text
    assert ClubCrew.objects.get(crew__name="Meteors").club == club
    assert client.get(f"{reverse('crew-new')}?club=nowhere").status_code == 404
