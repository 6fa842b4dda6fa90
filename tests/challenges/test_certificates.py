"""Certificates: public once the window has closed, and then any reader can check them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.__main__ import main
from games.crew.bots import BOTS
from games.crew.cards import deck
from logbook.challenges.models.challenges import Candidate, Challenge, Deal
from logbook.challenges.services import challenges, lifecycle
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.challenges.scenes import HOUR, NOON, make
from tests.conftest import SignedIn

pytestmark = [pytest.mark.django_db, pytest.mark.once]

NAMES = ("certificate", "certificate-record")


@pytest.fixture(params=[("4", 3, ""), ("1", 2, ""), ("deep-sea 5", 4, ""), ("6", 3, "three-player-challenge")])
def closed(request: pytest.FixtureRequest, club: Club, olga: Player) -> Challenge:
    mission, players, options = request.param
    with time_machine.travel(NOON - HOUR, tick=False) as clock:
        challenge = make(club, olga, missions=[mission], players=players, options=options, policy="single", playouts=2)
        challenges.prepare_challenge(challenge_id=challenge.pk)
        clock.move_to(NOON + 3 * HOUR, tick=False)
        lifecycle.open_and_close_due()
    challenge.refresh_from_db()
    assert challenge.state == Challenge.State.CLOSED
    return challenge


def test_the_page_tells_the_line_and_who_found_it(closed: Challenge, bob: Player, signed_in: SignedIn) -> None:
    client = signed_in(bob)
    address = reverse("certificate", args=(closed.pk, 1, 1))
    assert address in client.get(reverse("challenge", args=(closed.pk,))).text
    text = client.get(address).text
    assert f"{closed.base_seed}/1/1/" in text
    proof = Candidate.objects.get().certificate
    assert proof is not None
    words_of = {"search": "card search", "sat": "SAT solver"}
    engine, nodes = f"<dd>{words_of[proof['engine']]}</dd>", f"<dd>{proof['nodes']:,}</dd>"
    bot = f"careful bot (version {BOTS['careful'].version})"
    for words in (engine, nodes, "Trick 1", "Seat 1 plays", "bots won", bot):
        assert words in text
    # Every card, with the robot's face-down ones.
    cards = re.findall(r'data-card="(..)"', text.partition('class="dealt"')[2].partition("</dl>")[0])
    trump = "S" if closed.stages.get().game == "deep-sea" else "R"
    left_out = {"G", f"{trump}1"} if closed.options else set()
    assert sorted(cards) == sorted(card for card in deck(trump) if not {card, card[0]} & left_out)


def test_the_record_replays_to_success_and_can_be_checked(
    closed: Challenge, bob: Player, signed_in: SignedIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    response = signed_in(bob).get(reverse("certificate-record", args=(closed.pk, 1, 1)))
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "attachment" in response.headers["Content-Disposition"]
    path = tmp_path / "certificate.txt"
    path.write_text(response.text, encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out.startswith("success: ")
    assert main(["solve", "--check", str(path)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("the line: success: ")
    assert said[2] == "the same as its certificate says"


@pytest.mark.parametrize("state", [state for state in Challenge.State.values if state not in Challenge.OVER])
@pytest.mark.parametrize("closed", [("1", 3, "")], indirect=True)
def test_there_is_none_before_the_close(closed: Challenge, olga: Player, state: str, signed_in: SignedIn) -> None:
    Challenge.objects.update(state=state)
    client = signed_in(olga)
    for name in NAMES:
        assert client.get(reverse(name, args=(closed.pk, 1, 1))).status_code == 404
    page = client.get(reverse("challenge", args=(closed.pk,))).text
    assert not [name for name in NAMES if f'"{reverse(name, args=(closed.pk, 1, 1))}"' in page]


@pytest.mark.parametrize("closed", [("1", 3, "")], indirect=True)
@pytest.mark.parametrize(
    ("rating", "words"),
    [
        ({"rated_by": "solver 8"}, "Played by the solver bot (version 8) in every seat"),
        ({"rated_by": ""}, "Played by the careful bot in every seat"),
        ({"rated_by": "", "playouts": 0}, ""),
    ],
)
def test_it_names_the_bot_that_rated_the_deal(
    closed: Challenge, bob: Player, signed_in: SignedIn, rating: dict[str, object], words: str
) -> None:
    Candidate.objects.update(**rating)
    text = " ".join(signed_in(bob).get(reverse("certificate", args=(closed.pk, 1, 1))).text.split())
    assert words in text
    assert ("Played by" in text) == bool(words)


@pytest.mark.parametrize("closed", [("1", 3, "")], indirect=True)
def test_strangers_see_none(closed: Challenge, charlie: Player, olga: Player, signed_in: SignedIn) -> None:
    for name in NAMES:
        assert signed_in(charlie).get(reverse(name, args=(closed.pk, 1, 1))).status_code == 404
        assert signed_in(olga).get(reverse(name, args=(closed.pk, 1, 7))).status_code == 404


@pytest.mark.parametrize("closed", [("1", 3, "")], indirect=True)
def test_deals_of_before_have_none(closed: Challenge, bob: Player, signed_in: SignedIn) -> None:
    Candidate.objects.all().delete()
    assert Deal.objects.exists()
    assert (
        "sealed before this site began proving that deals are winnable"
        in signed_in(bob).get(reverse("challenge", args=(closed.pk,))).text
    )


# --- of a public club


@pytest.mark.parametrize("closed", [("1", 3, "")], indirect=True)
@pytest.mark.parametrize("who", ["stranger", "guest", "charlie"])
def test_everybody_reads_the_proof_of_a_public_clubs_challenge(
    closed: Challenge, guest: Player, charlie: Player, signed_in: SignedIn, who: str
) -> None:
    client = {"stranger": Client(), "guest": signed_in(guest), "charlie": signed_in(charlie)}[who]
    proofs = [reverse(name, args=(closed.pk, 1, 1)) for name in NAMES]
    pages = [reverse(name, args=(closed.pk,)) for name in ("challenge", "challenge-check", "challenge-seal")]
    programs = [
        reverse("api-challenge-seal", args=(closed.pk,)),
        reverse("api-challenge-certificate", args=(closed.pk, 1, 1)),
    ]
    inside = 404 if who == "charlie" else 302
    assert {client.get(address).status_code for address in proofs + pages} == {inside}
    assert {client.get(address).status_code for address in programs} == {404}
    Club.objects.update(public=True)
    assert {client.get(address).status_code for address in proofs + pages + programs} == {200}
    shown = client.get(pages[0]).text
    assert proofs[0] in shown
    assert closed.secret in shown
    checked = client.get(pages[1]).text
    assert ">passed<" in " ".join(checked.split()).replace("> ", ">").replace(" <", "<")
    assert "FAILS" not in checked
    assert pages[0] in client.get(reverse("club", args=(closed.club.slug,))).text


@pytest.mark.parametrize("closed", [("1", 3, "")], indirect=True)
def test_the_public_proof_names_no_standing_and_no_locked_page(closed: Challenge, crew: Crew) -> None:
    Club.objects.update(public=True)
    shown = Client().get(reverse("challenge", args=(closed.pk,))).text
    assert reverse("deal", args=(closed.pk, 1, 1)) not in shown
    assert crew.name not in shown
    for state in (Challenge.State.OPEN, Challenge.State.PAUSED, Challenge.State.SCHEDULED):
        Challenge.objects.update(state=state)
        for name in ("challenge", "challenge-check", "challenge-seal"):
            assert Client().get(reverse(name, args=(closed.pk,))).status_code == 302
        for name in NAMES:
            assert Client().get(reverse(name, args=(closed.pk, 1, 1))).status_code == 302
        assert Client().get(reverse("api-challenge-seal", args=(closed.pk,))).status_code == 404
