"""The desk page: who opens it, which rulings it offers, and which input it refuses."""

from __future__ import annotations

import pytest
import time_machine
from django.urls import reverse

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.rulings import Ruling
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.challenges.rulings_scenes import State
from tests.challenges.scenes import NOON, stage_of
from tests.conftest import SignedIn

pytestmark = pytest.mark.django_db


# --- pages


def test_the_desk_decides_and_the_history_tells(
    played: Challenge, olga: Player, alice: Player, bob: Player, charlie: Player, rivals: Crew, signed_in: SignedIn
) -> None:
    director, address = signed_in(olga), reverse("ruling-make", args=(played.pk, "correct"))
    given = {"crew": rivals.pk, "stage": stage_of(played, 2).pk, "needed": 3, "won": "on", "reason": "<b>misread</b>"}
    with time_machine.travel(NOON, tick=False):
        assert director.post(address, given).status_code == 302
        page = reverse("challenge", args=(played.pk,))
        for reader, told in ((charlie, True), (alice, False), (bob, False)):
            shown = signed_in(reader).get(page).text
            assert ("<del>1 attempt</del>" in shown, "<ins>3 attempts</ins>" in shown) == (told, told)
            assert (
                "Details and reason appear once your crews have finished every stage, or when the challenge ends."
                in shown
            ) is not told, "they may yet play this stage"
            assert ("&lt;b&gt;misread&lt;/b&gt;" in shown) is told, "a reason may tell how it went"
            assert "Undo" not in shown
        desk = director.get(reverse("challenge-desk", args=(played.pk,))).text
        assert "Undo" in desk
        back = reverse("ruling-back", args=(played.pk, Ruling.objects.get().pk))
        assert signed_in(bob).post(back).status_code == 403
        assert director.post(back).status_code == 303
        assert director.post(back).status_code == 409
        assert "undone by Olga" in signed_in(bob).get(page).text
        Challenge.objects.update(state=State.CLOSED)
        assert "<ins>3 attempts</ins>" in signed_in(bob).get(page).text


@pytest.mark.parametrize(
    ("kind", "given", "status", "says"),
    [
        ("void", {"reason": "x"}, 422, "Choose a stage."),
        ("void", {"stage": "0", "reason": "x"}, 422, "This challenge doesn’t have that stage."),
        ("correct", {"reason": ""}, 422, "Give a reason"),
        ("merge", {"crew": "0", "reason": "x"}, 422, "This crew hasn’t played in this challenge."),
        (
            "extend",
            {"closes_at": "2026-11-20 09:00", "reason": "x"},
            422,
            "That time is in the past. Choose a later one.",
        ),
        ("extend", {"closes_at": "2036-11-20 09:00", "reason": "x"}, 422, "up to a year"),
        ("extend", {"closes_at": "never", "reason": "x"}, 422, "Enter a date and time, such as 2026-11-30 18:00."),
        ("pause", {}, 422, "Give a reason"),
        ("resume", {"reason": "x"}, 409, "This challenge isn’t paused."),
        ("dance", {"reason": "x"}, 404, ""),
    ],
)
def test_a_wrong_decision_is_a_sentence(
    played: Challenge, olga: Player, signed_in: SignedIn, kind: str, given: dict[str, str], status: int, says: str
) -> None:
    with time_machine.travel(NOON, tick=False):
        answer = signed_in(olga).post(reverse("ruling-make", args=(played.pk, kind)), given)
    assert (answer.status_code, says in answer.text) == (status, True)
    assert not Ruling.objects.exists()


def test_only_organizers_come_to_the_desk(
    played: Challenge, bob: Player, guest: Player, olga: Player, signed_in: SignedIn
) -> None:
    address = reverse("challenge-desk", args=(played.pk,))
    assert signed_in(olga).get(address).status_code == 200
    assert signed_in(bob).get(address).status_code == 403
    assert signed_in(guest).get(address).status_code == 302
    assert signed_in(bob).post(reverse("ruling-make", args=(played.pk, "cancel")), {"reason": "x"}).status_code == 403


def test_every_kind_of_decision_is_offered_when_it_makes_sense(
    played: Challenge, olga: Player, signed_in: SignedIn
) -> None:
    client = signed_in(olga)
    with time_machine.travel(NOON, tick=False):
        for kind in ("pause", "resume", "extend", "cancel"):
            given = {"reason": "so", "closes_at": "2026-12-01 12:00"}
            assert client.post(reverse("ruling-make", args=(played.pk, kind)), given).status_code == 302, kind
        desk = client.get(reverse("challenge-desk", args=(played.pk,))).text
    assert [ruling.kind for ruling in Ruling.objects.all()] == ["pause", "resume", "extend", "cancel"]
    assert "desk-pause" not in desk
    assert "desk-correct" in desk
