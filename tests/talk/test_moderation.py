"""Moderation of talk: mute, report, hide; lines end after 30 days; off by a setting; the voice room of a crew."""

from __future__ import annotations

import pytest
import time_machine
from django.db.models import QuerySet
from django.test import Client
from pytest_django.fixtures import Settings

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.crews.exceptions import NotAFounder
from logbook.crews.models.crews import Crew
from logbook.notifications.models import Message, MessageChoice, MessageKind
from logbook.people.models.players import Player
from logbook.people.services.players import merge_guest
from logbook.tables.models import Table
from logbook.tables.services import attempts, deals
from logbook.talk import moderation, services
from logbook.talk.exceptions import OwnLine, TalkIsOff, TooManyReports
from logbook.talk.models import ClubTalk, CrewTalk, Mute, TalkReport
from logbook.talk.quotas import REPORTS
from logbook.talk.selectors import talk_of
from logbook.talk.services import say
from tests.challenges.scenes import HOUR, NOON, table_of
from tests.conftest import SignedIn, person
from tests.reviews.scenes import finished
from tests.tables.attempts_scenes import open_table, started
from tests.talk.moderation_scenes import numbers, page, table, words

__all__ = ["table"]  # A fixture.

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def about_talk() -> QuerySet[Message]:
    return Message.objects.filter(kind__in=(MessageKind.TALK_SAID, MessageKind.TALK_REPORTED))


# --- mute


def test_muted_player_is_not_read_and_not_told(table: Table, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    line = say(table_id=table.pk, by=bob, text="Faster!")
    browser = signed_in(alice)
    assert page("talk-line", table.pk, line.pk) in browser.get(page("table", table.pk)).text
    answer = browser.post(page("talk-line", table.pk, line.pk), {"mute": "1"}, follow=True)
    assert "You won’t see what this player writes." in answer.text
    assert words(table, alice) == []
    assert words(table, bob) == ["Faster!"]
    assert not about_talk().exists()
    assert "Bob" in browser.get(page("talk-own")).text
    browser.post(page("talk-own"), {"unmute": str(bob.pk)})
    assert words(table, alice) == ["Faster!"]


def test_player_mutes_and_reports_no_line_of_their_own(table: Table, alice: Player, signed_in: SignedIn) -> None:
    line = say(table_id=table.pk, by=alice, text="Hello")
    answer = signed_in(alice).post(page("talk-line", table.pk, line.pk), {"reason": "Hm"})
    assert answer.status_code == 409
    assert "This is your own line." in answer.text
    with pytest.raises(OwnLine):
        moderation.mute(player=alice, muted=alice)


def test_guest_undoes_a_mute_and_owns_their_lines(alice: Player, guest: Player, signed_in: SignedIn) -> None:
    table, browser = open_table(alice, guest, bots=1), signed_in(guest)
    say(table_id=table.pk, by=guest, text="Mine")
    line = say(table_id=table.pk, by=alice, text="Faster!")
    answer = browser.post(page("talk-line", table.pk, line.pk), {"mute": "1"}, follow=True)
    assert "You can undo this on “My talk”." in answer.text
    assert f'href="{page("talk-own")}"' in browser.get(page("home")).text
    assert "Unmute Alice" in browser.get(page("talk-own")).text
    browser.post(page("talk-own"), {"unmute": str(alice.pk)})
    assert words(table, guest) == ["Mine", "Faster!"]
    assert [row["words"] for row in browser.get(page("talk-export")).json()["lines"]] == ["Mine"]
    browser.post(page("talk-own"), {"delete": "1"})
    assert words(table, guest) == ["Faster!"]
    assert Client().get(page("talk-own")).status_code == 302


def test_mutes_and_reports_of_a_guest_are_handed_over(
    table: Table, bob: Player, guest: Player, charlie: Player
) -> None:
    line = say(table_id=table.pk, by=bob, text="Faster!")
    moderation.mute(player=guest, muted=bob)
    moderation.mute(player=bob, muted=guest)
    moderation.report(line=line, by=guest, reason="Rude")
    merge_guest(guest=guest, player=charlie)
    assert {(one.player, one.muted) for one in Mute.objects.all()} == {(charlie, bob), (bob, charlie)}
    assert TalkReport.objects.get().by == charlie


# --- report and hide


def test_report_reaches_the_founder_with_the_lines_around(
    table: Table, alice: Player, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    staff = person("Sam")
    assert staff.user is not None
    staff.user.is_staff = True
    staff.user.save()
    say(table_id=table.pk, by=alice, text="Before")
    line = say(table_id=table.pk, by=bob, text="Rude words")
    say(table_id=table.pk, by=alice, text="After")
    address = page("talk-line", table.pk, line.pk)
    assert "Give a reason." in signed_in(olga).post(address, {"reason": " \u200b"}).text
    for _press in range(2):
        signed_in(olga).post(address, {"reason": "Rude"})
    assert TalkReport.objects.count() == 1
    told = Message.objects.filter(kind=MessageKind.TALK_REPORTED)
    assert {message.player for message in told} == {alice, staff}
    for moderator in (alice, staff):
        html = signed_in(moderator).get(page("talk-reports")).text
        assert all(text in html for text in ("Before", "Rude words", "After", "Olga reports: Rude"))
        assert page("talk-reports") in signed_in(moderator).get(page("message-list")).text
    assert "Rude words" not in signed_in(bob).get(page("talk-reports")).text
    assert signed_in(bob).get(page("talk-hide", line.pk)).status_code == 404
    signed_in(alice).post(page("talk-hide", line.pk), {"reason": "We are friends here"})
    html = signed_in(olga).get(page("table", table.pk)).text
    assert "Rude words" not in html
    assert "A moderator hid this line: We are friends here" in html
    assert "Rude words" not in signed_in(staff).get(page("talk-reports")).text


def test_moderators_find_the_reports(table: Table, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    link = f'href="{page("talk-reports")}"'
    for name, keys in (("talk-own", ()), ("crew-talk", (crew.slug,))):
        assert link in signed_in(alice).get(page(name, *keys)).text
        assert link not in signed_in(bob).get(page(name, *keys)).text


def test_founder_reads_no_watchers_line_by_a_report_before_the_end(
    table: Table, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    Table.objects.filter(pk=table.pk).update(watching=Table.Watching.LINK)
    one, other = person("Otto"), person("Wanda")
    deals.start_attempt(table_id=table.pk, player=alice)
    line = say(table_id=table.pk, by=one, text="Bob has the nine")
    moderation.report(line=line, by=other, reason="Spoiler")
    assert not about_talk().filter(player=alice).exists()
    browser = signed_in(alice)
    for address in (page("talk-reports"), page("talk-hide", line.pk), page("talk-line", table.pk, line.pk)):
        assert "Bob has the nine" not in browser.get(address).text
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    assert "Bob has the nine" in browser.get(page("talk-reports")).text


def test_organizer_reads_nothing_about_deals_that_they_may_play(
    running: Challenge, crew: Crew, alice: Player, bob: Player, olga: Player, clock: time_machine.Traveller,
    signed_in: SignedIn,
) -> None:  # fmt: skip
    clock.move_to(NOON + HOUR)
    table = table_of(running, crew, alice)
    say(table_id=table.pk, by=alice, text="Ready?")
    deals.start_attempt(table_id=table.pk, player=alice)
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    line = say(table_id=table.pk, by=alice, text="The nine was with Bob")
    TalkReport.objects.create(line=line, by=person("Otto"), reason="Hm")
    assert moderation.may_moderate(olga, table)
    assert "The nine" not in signed_in(olga).get(page("talk-reports")).text
    assert [row.text for row in moderation.moderated(table, olga)] == ["Ready?"]


def test_reports_have_a_quota(table: Table, bob: Player, olga: Player) -> None:
    lines = [say(table_id=table.pk, by=bob, text=str(number)) for number in range(REPORTS.most + 1)]
    for line in lines[:-1]:
        moderation.report(line=line, by=olga, reason="Hm")
    with pytest.raises(TooManyReports):
        moderation.report(line=lines[-1], by=olga, reason="Hm")


def test_table_is_told_of_a_hidden_watchers_line_after_the_end(table: Table, alice: Player, bob: Player) -> None:
    Table.objects.filter(pk=table.pk).update(watching=Table.Watching.LINK)
    deals.start_attempt(table_id=table.pk, player=alice)
    otto = person("Otto")
    watchers = [say(table_id=table.pk, by=otto, text=text) for text in ("Spoiler", "Another")]
    own = say(table_id=table.pk, by=bob, phrase="hello")
    before = numbers(table)
    moderation.hide(line=watchers[0], by=alice, reason="Spoiler")
    assert numbers(table) == (before[0], before[1] + 1)
    moderation.hide(line=own, by=alice, reason="Too loud")
    assert numbers(table) == (before[0] + 1, before[1] + 1)
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    moderation.hide(line=watchers[1], by=alice, reason="Spoiler")
    assert numbers(table) == (before[0] + 2, before[1] + 1)


# --- off


def test_crew_turns_talk_off(table: Table, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    say(table_id=table.pk, by=alice, text="Hello")
    assert signed_in(bob).post(page("crew-talk", crew.slug), {}).status_code == 403
    with pytest.raises(NotAFounder):
        services.choose_crew_talk(crew=crew, by=bob, is_on=False, voice_room="")
    assert signed_in(alice).post(page("crew-talk", crew.slug), {"voice_room": ""}).status_code == 302
    assert not CrewTalk.objects.get().is_on
    assert 'id="talk"' not in signed_in(bob).get(page("table", table.pk)).text
    answer = signed_in(bob).post(page("talk", table.pk), {"text": "Hello"})
    assert answer.status_code == 403
    assert "Talk is turned off at this table." in answer.text


def test_club_turns_talk_off_at_its_challenges(
    running: Challenge, club: Club, crew: Crew, alice: Player, olga: Player, clock: time_machine.Traveller,
    signed_in: SignedIn,
) -> None:  # fmt: skip
    clock.move_to(NOON + HOUR)
    table, own = table_of(running, crew, alice), open_table(alice, olga, bots=1)
    assert signed_in(olga).post(page("club-talk", club.slug), {}).status_code == 302
    assert not ClubTalk.objects.get().is_on
    with pytest.raises(TalkIsOff):
        say(table_id=table.pk, by=alice, text="Hello")
    say(table_id=own.pk, by=alice, text="Hello")


def test_site_turns_talk_off(table: Table, alice: Player, settings: Settings) -> None:
    settings.TALK = False
    assert talk_of(table, alice) is None
    with pytest.raises(TalkIsOff):
        say(table_id=table.pk, by=alice, text="Hello")


# --- the voice room


@pytest.mark.parametrize(
    "address",
    ["http://meet.example.org/", "javascript:alert(1)", "https://", "meet.example.org", "https://a@meet.example.org/",
     "https://meet.example.org/ x", "https://" + "x" * 10_000 + ".org", "ftp://meet.example.org"],
)  # fmt: skip
def test_voice_room_is_a_complete_https_address(address: str, table: Table, alice: Player, signed_in: SignedIn) -> None:
    assert table.crew is not None
    answer = signed_in(alice).post(page("crew-talk", table.crew.slug), {"is_on": "on", "voice_room": address})
    assert answer.status_code == 422
    assert answer.text.count("Enter a complete address that begins with https://") == 1
    assert not CrewTalk.objects.exists()


def test_voice_room_is_shown_to_those_seated(
    table: Table, crew: Crew, alice: Player, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    address = "https://meet.example.org/polaris"
    Table.objects.filter(pk=table.pk).update(watching=Table.Watching.LINK)
    signed_in(alice).post(page("crew-talk", crew.slug), {"is_on": "on", "voice_room": address})
    for player in (alice, bob, olga):
        assert f'href="{address}"' in signed_in(player).get(page("table", table.pk)).text
    for browser in (signed_in(person("Otto")), Client()):
        assert address not in browser.get(page("table", table.pk)).text


def test_voice_room_is_shown_with_talk_off(
    table: Table, crew: Crew, alice: Player, bob: Player, olga: Player, signed_in: SignedIn, settings: Settings
) -> None:
    address = "https://meet.example.org/polaris"
    Table.objects.filter(pk=table.pk).update(watching=Table.Watching.LINK)
    signed_in(alice).post(page("crew-talk", crew.slug), {"voice_room": address})
    for site_has_talk in (True, False):
        settings.TALK = site_has_talk
        for player in (alice, bob, olga):
            html = signed_in(player).get(page("table", table.pk)).text
            assert (html.count(f'href="{address}"'), 'id="talk"' in html) == (1, False)
        panel = signed_in(bob).get(page("talk", table.pk), headers={"hx-request": "true"}).text
        assert panel.count(f'href="{address}"') == 1
    for browser in (signed_in(person("Otto")), Client()):
        for name in ("table", "talk"):
            assert address not in browser.get(page(name, table.pk)).text


def test_voice_room_is_shown_in_the_room_with_talk_off(
    crew: Crew, alice: Player, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    attempt = finished(alice, bob, olga)
    Table.objects.update(crew=crew)
    CrewTalk.objects.create(crew=crew, is_on=False, voice_room="https://meet.example.org/polaris")
    for name, number in (("room", attempt.pk), ("table", attempt.table_id)):
        assert signed_in(bob).get(page(name, number)).text.count('href="https://meet.example.org/polaris"') == 1, name


# --- the bell


def test_bell_tells_of_a_line_where_the_player_wants_it(table: Table, alice: Player, bob: Player, olga: Player) -> None:
    say(table_id=table.pk, by=alice, text="Hello")
    assert not about_talk().exists()
    for player in (bob, olga):
        MessageChoice.objects.create(player=player, kind=MessageKind.TALK_SAID, page=True, push=False, mail=False)
    moderation.mute(player=olga, muted=alice)
    for text in ("Is anyone here?", "Hello?"):
        say(table_id=table.pk, by=alice, text=text)
    message = about_talk().get()
    assert (message.player, message.by, message.table) == (bob, alice, table)


def test_bell_is_silent_about_watchers(table: Table, alice: Player, bob: Player) -> None:
    Table.objects.filter(pk=table.pk).update(watching=Table.Watching.LINK)
    MessageChoice.objects.create(player=bob, kind=MessageKind.TALK_SAID, page=True, push=False, mail=False)
    started(table, alice)
    say(table_id=table.pk, by=person("Otto"), text="Bob has the nine")
    assert not about_talk().exists()
