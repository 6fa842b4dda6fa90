"""Forms of a campaign's pages: attempts, failures, corrections, photos."""

from __future__ import annotations

import io
import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.storage import default_storage
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from logbook.campaigns.models import Campaign, LogEntry, MissionLog
from logbook.campaigns.selectors import entries
from logbook.campaigns.services import entries as entry_services
from logbook.campaigns.services.entries import Attendee
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.crews.services import crews
from logbook.people.models.players import Player
from tests.campaigns.logging_scenes import picture, upload
from tests.campaigns.scenes import add, campaign, filled, media, post
from tests.conftest import SignedIn

__all__ = ["campaign", "media"]

pytestmark = pytest.mark.once


# --- logging


def test_two_taps_log_an_attempt(campaign: Campaign, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    """The first tap opens the preset form; the second chooses the result."""
    client = signed_in(bob)
    add(campaign, alice, attendance=[Attendee(alice), Attendee(bob)])
    form = client.get(reverse("campaign-log", args=[campaign.pk])).text
    told = dict(re.findall(r'<input type="(?:hidden|date)" name="(\w+)" value="([^"]+)"', form))
    chips = re.findall(r'name="present" value="(\w+)"[^>]* checked', form)
    assert sorted(chips) == sorted([f"p{alice.pk}", f"p{bob.pk}"])
    assert '<option value="1" selected>' in form
    answer = client.post(
        reverse("campaign-log", args=[campaign.pk]), told | {"mission": "1", "present": chips, "won": "yes"}
    )
    assert answer.status_code == 303
    entry = LogEntry.objects.order_by("-pk")[0]
    assert (entry.won, entry.players, entry.played_on, entry.logged_by) == (True, 2, timezone.localdate(), bob)


def test_everything_that_can_be_told(campaign: Campaign, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    answer = post(
        signed_in(alice),
        campaign,
        won="yes",
        distress="on",
        present=[f"p{alice.pk}", f"p{bob.pk}"],
        guest="  Gus ",
        captain=f"p{bob.pk}",
        substitutes=[f"p{bob.pk}"],
        minutes="35",
        note="Close!\r\nVery.",
    )
    assert answer.status_code == 303
    entry = LogEntry.objects.get()
    assert (entry.won, entry.distress, entry.players, entry.minutes) == (True, True, 3, 35)
    assert entry.note == "Close!\nVery."
    people = entry.attendances.values_list("player__name", "guest__name", "captain", "substitute")
    assert list(people) == [("Alice", None, False, False), ("Bob", None, True, True), (None, "Gus", False, False)]


def test_a_line_break_is_one_letter_of_a_note(campaign: Campaign, alice: Player, signed_in: SignedIn) -> None:
    note = "\r\n".join(["seven l"] * 62)  # 495 characters in the text area, 556 as browsers send them
    assert post(signed_in(alice), campaign, note=note).status_code == 303
    assert LogEntry.objects.get().note == note.replace("\r\n", "\n")
    assert post(signed_in(alice), campaign, note=note + "\r\nlonger").status_code == 422


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"won": ""}, "Choose “Success” or “Failure”."),
        ({"won": "maybe"}, "Choose “Success” or “Failure”."),
        ({"mission": ""}, "Choose a mission."),
        ({"mission": "9"}, "Mission 9 is still locked. This campaign is played in order: mission 1 is next."),
        ({"mission": "99"}, "This game’s logbook has no mission 99."),
        ({"played_on": "2999-01-01"}, "This date is in the future."),
        ({"played_on": "2026-02-30"}, "Enter a valid date"),
        ({"played_on": ""}, "Choose a date."),
        ({"minutes": "0"}, "from 1 to 999"),
        ({"minutes": "long"}, "from 1 to 999"),
        ({"guest": "x" * 41}, "up to 40 characters"),
        ({"note": "kept words" + "x" * 500}, "Keep it to 500 characters"),
        ({"present": ["p999999"]}, "Choose only the crew’s members, substitutes and guests"),
        ({"present": ["'; --"]}, "Choose only the crew’s members, substitutes and guests"),
        ({"captain": "p1"}, "Choose the captain from"),
        ({"key": "no key"}, "Reload the page"),
    ],
)
def test_what_is_wrong_is_said_once_and_nothing_is_lost(
    campaign: Campaign, alice: Player, signed_in: SignedIn, told: dict[str, Any], sentence: str
) -> None:
    page = post(signed_in(alice), campaign, **({"note": "kept words"} | told))
    assert page.status_code == 422
    assert page.text.count(sentence) == 1
    assert "kept words" in page.text
    assert not LogEntry.objects.exists()
    assert not Guest.objects.exists()


def test_a_refused_line_leaves_no_guest(campaign: Campaign, alice: Player, signed_in: SignedIn) -> None:
    assert post(signed_in(alice), campaign, guest="Gus", mission="9").status_code == 422
    assert not Guest.objects.exists()


def test_a_second_sending_is_answered_as_the_first(campaign: Campaign, alice: Player, signed_in: SignedIn) -> None:
    client, told = signed_in(alice), filled(guest="Gus")
    address = reverse("campaign-log", args=[campaign.pk])
    answers = [client.post(address, told, headers={"Accept": "application/json"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json() == {"entry": LogEntry.objects.get().pk}


def test_a_script_hears_a_refusal_as_one_sentence(campaign: Campaign, alice: Player, signed_in: SignedIn) -> None:
    address = reverse("campaign-log", args=[campaign.pk])
    answer = signed_in(alice).post(address, filled(mission="9"), headers={"Accept": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["sentence"].startswith("Mission 9 is still locked")


# --- the tally


def test_one_more_failure_in_one_tap(campaign: Campaign, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    client = signed_in(bob)
    add(campaign, alice, distress=True, attendance=[Attendee(alice, captain=True), Attendee(bob)])
    page = client.get(reverse("campaign", args=[campaign.pk])).text
    told = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]+)"', page.partition("/tally/")[2]))
    address = reverse("campaign-tally", args=[campaign.pk])
    assert client.post(address, told).status_code == 303
    part = client.post(address, told, headers={"HX-Request": "true"})
    assert part.status_code == 200
    assert part.text.lstrip().startswith('<div id="logbook"')
    entry = LogEntry.objects.order_by("-pk")[0]
    assert LogEntry.objects.count() == 2, "the same key stands once"
    assert (entry.won, entry.distress, entry.attendances.count(), entry.played_on) == (
        False,
        True,
        2,
        timezone.localdate(),
    )
    assert not entry.attendances.filter(captain=True).exists()


def test_a_tally_that_cannot_be(campaign: Campaign, alice: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(alice), reverse("campaign-tally", args=[campaign.pk])
    for told, status, sentence in (
        ({"key": "x", "mission": "1"}, 400, "couldn’t read"),
        ({"key": str(uuid4()), "mission": "7"}, 422, "Mission 7 is still locked"),
        ({"key": str(uuid4())}, 422, "has no mission"),
    ):
        page = client.post(address, told)
        assert page.status_code == status
        assert sentence in page.text
    assert not LogEntry.objects.exists()


# --- correcting


def test_a_line_is_corrected_and_tells_what_it_said(
    campaign: Campaign, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    entry = add(campaign, alice, note="first words")
    client, address = signed_in(bob), reverse("campaign-entry", args=[campaign.pk, entry.pk])
    assert "No corrections yet" in client.get(address).text
    told = filled(won="yes", note="other words", present=[f"p{alice.pk}", f"p{bob.pk}"], seen="0")
    assert client.post(address, told).status_code == 303
    page = client.get(address).text
    for words in ("first words", "other words", "failure", "success", "Alice, Bob"):
        assert words in page
    for late in (told | {"note": "late words"}, {**told, "note": "late words", "seen": ""}):
        again = client.post(address, late)
        assert again.status_code == 409
        assert "This entry has changed since you opened it" in again.text
        assert "late words" in again.text
        assert '<input type="hidden" name="seen" value="1"' in again.text, "who saves once more has been told"
    assert client.post(address, told | {"seen": "many"}).status_code == 422
    entry.refresh_from_db()
    assert entry.note == "other words"
    assert client.post(address, told | {"note": "late words", "seen": "1"}).status_code == 303


def test_who_took_their_name_away_stays_somebody(
    campaign: Campaign, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    entry = add(campaign, alice, attendance=[Attendee(alice), Attendee(bob, captain=True)])
    entry_services.correct_entry(entry_id=entry.pk, by=alice, attendance=(Attendee(alice), Attendee(bob)))
    crews.leave_crew(crew=crew, player=bob)
    entry.attendances.filter(player=bob).update(player=None)
    address = reverse("campaign-entry", args=[campaign.pk, entry.pk])
    page = signed_in(alice).get(address).text
    assert "Bob" not in page
    assert "someone" in page
    signed_in(alice).post(address, filled(present=[f"p{alice.pk}"], note="new", seen="1"))
    assert entry.attendances.count() == 2, "a correction leaves them there"


def test_removing_and_taking_it_back(campaign: Campaign, alice: Player, signed_in: SignedIn) -> None:
    entry = add(campaign, alice, won=True)
    client, address = signed_in(alice), reverse("campaign-entry", args=[campaign.pk, entry.pk])

    def turn(what: str) -> Any:
        return client.post(reverse("campaign-entry-turn", args=[campaign.pk, entry.pk, what]))

    assert turn("remove").status_code == 303
    page = client.get(address).text
    assert "it no longer counts" in page
    assert "Restore this entry" in page
    assert not MissionLog.objects.exists()
    assert client.post(address, filled()).status_code == 409
    assert turn("restore").status_code == 303
    assert MissionLog.objects.get().won
    assert turn("burn").status_code == 404


def test_somebodys_old_name_is_not_offered(campaign: Campaign, crew: Crew, alice: Player, bob: Player) -> None:
    entry = add(campaign, alice, attendance=[Attendee(bob)])
    crews.leave_crew(crew=crew, player=bob)
    assert [person.name for person in entries.people_of(crew)] == ["Alice"]
    assert [person.name for person in entries.people_of(crew, entry)] == ["Alice", "Bob"]


# --- photos


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photo_is_drawn_anew_and_shown_to_the_crew(
    campaign: Campaign, alice: Player, charlie: Player, signed_in: SignedIn, kind: str
) -> None:
    client = signed_in(alice)
    content = picture(kind, (2400, 1200)) + b"<script>hidden</script>"
    assert post(client, campaign, photo=upload(content)).status_code == 303
    entry = LogEntry.objects.get()
    address = reverse("campaign-photo", args=[campaign.pk, entry.pk])
    shown = client.get(address)
    kept = b"".join(shown.streaming_content)  # type: ignore[attr-defined]
    assert shown.headers["Content-Type"] == "image/jpeg"
    assert b"SECRET" not in kept
    assert b"hidden" not in kept
    with Image.open(io.BytesIO(kept)) as seen:
        assert (seen.format, seen.size) == ("JPEG", (800, 1600))
        assert not seen.getexif()
    assert signed_in(charlie).get(address).status_code == 404
    assert address in client.get(reverse("campaign-entry", args=[campaign.pk, entry.pk])).text


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "We can’t read this photo"),
        (b"GIF89a nothing", "We can’t read this photo"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "We can’t read this photo"),
        (picture()[:200], "We can’t read this photo"),
        (("PNG", (20000, 10000), "1"), "too large"),
        (("PNG", (9400, 9400), "1"), "up to 12 MB and 30 megapixels"),
        (b"\xff\xd8" + b"x" * (12 * 1024 * 1024), "too large"),
    ],
)
def test_what_is_no_photo_is_refused_and_the_words_stay(
    campaign: Campaign, alice: Player, signed_in: SignedIn, content: bytes | tuple[Any, ...], sentence: str
) -> None:
    photo = upload(picture(*content) if isinstance(content, tuple) else content)
    page = post(signed_in(alice), campaign, photo=photo, note="kept words")
    assert page.status_code == 422
    assert sentence in page.text
    assert "kept words" in page.text
    assert not LogEntry.objects.exists()
    assert not default_storage.exists("photos") or not default_storage.listdir("photos")[1]


@pytest.mark.django_db(transaction=True)
def test_photos_that_no_line_shows_are_gone(campaign: Campaign, alice: Player, signed_in: SignedIn) -> None:
    client, told = signed_in(alice), filled()
    address = reverse("campaign-log", args=[campaign.pk])
    for _ in range(2):
        client.post(address, told | {"photo": upload(picture())})
    assert post(client, campaign, mission="9", photo=upload(picture())).status_code == 422
    entry = LogEntry.objects.get()
    assert default_storage.listdir("photos")[1] == [(entry.photo.name or "").removeprefix("photos/")]
    client.post(reverse("campaign-entry", args=[campaign.pk, entry.pk]), filled(without_photo="on", seen="0"))
    entry.refresh_from_db()
    assert not entry.photo
    assert default_storage.listdir("photos")[1] == []
    assert entry.changes.get().before["photo"]


# --- only the author sends an entry


@pytest.mark.parametrize("name", ["campaign-log", "campaign-tally"])
def test_what_somebody_else_wrote_on_this_phone_is_not_ours(
    campaign: Campaign, alice: Player, bob: Player, signed_in: SignedIn, name: str
) -> None:
    client, address = signed_in(bob), reverse(name, args=[campaign.pk])
    assert client.get(reverse("campaign-log", args=[campaign.pk])).headers["X-Crewsite-Person"] == str(bob.pk)
    told = filled(person=str(alice.pk), note="Alice's words")
    answer = client.post(address, told, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["waits"]) == (409, True)
    assert answer.json()["sentence"].startswith("Another player logged this on this phone.")
    page = client.post(address, told)
    assert page.status_code == 409
    assert page.text.count("Another player logged this on this phone") == 1
    assert not LogEntry.objects.exists()
    assert client.post(address, told | {"person": str(bob.pk)}).status_code == 303
