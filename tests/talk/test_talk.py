"""Talk at a table: who says what and when, and who reads it."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.crews.services import anonymise
from logbook.lib.exceptions import Unreadable
from logbook.people.models.players import Player
from logbook.people.selectors import GUEST_KEY
from logbook.people.services.players import merge_guest
from logbook.tables.models import Table
from logbook.tables.services import attempts, deals, tables
from logbook.tables.services.watching import send_watchers_away
from logbook.talk.exceptions import (
    NotAtTheTable,
    PhrasesForGuests,
    PhrasesUsedUp,
    PhraseTooSoon,
    SilentAttempt,
    TooManyLines,
)
from logbook.talk.models import TalkLine
from logbook.talk.phrases import PHRASES
from logbook.talk.quotas import LINES
from logbook.talk.selectors import Talk, talk_of
from logbook.talk.services import PHRASE_PAUSE, say
from tests.challenges.scenes import HOUR, NOON, table_of
from tests.conftest import SignedIn
from tests.daily.scenes import MORNING, begin, open_deals
from tests.tables.attempts_scenes import open_table, started

pytestmark = [pytest.mark.django_db, pytest.mark.once]

W = Table.Watching


@pytest.fixture
def table(alice: Player, bob: Player) -> Table:
    """A table of Alice and Bob with a bot, in its lobby."""
    return open_table(alice, bob, bots=1)


def panel(table: Table, reader: Player | None) -> Talk | None:
    return talk_of(Table.objects.get(pk=table.pk), reader)


def words(table: Table, reader: Player | None) -> list[str]:
    """What the reader reads, and does not find folded."""
    talk = panel(table, reader)
    assert talk is not None
    return [line.words for line in talk.lines]


def page(table: Table, name: str = "talk") -> str:
    return reverse(name, args=(table.pk,))


def give_up(table: Table, player: Player) -> None:
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=player, seen=table.version)


# --- text and phrases


def test_a_line_in_the_lobby_is_read_by_the_others(
    table: Table, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    answer = signed_in(alice).post(page(table), {"text": "Shall we play mission 2?"})
    assert (answer.status_code, answer.headers["Location"]) == (303, page(table, "table"))
    html = signed_in(bob).get(page(table, "table")).text
    assert "Shall we play mission 2?" in html
    assert 'id="talk"' in html
    line = TalkLine.objects.get()
    assert (line.player, line.attempt, line.audience) == (alice, None, "table")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Write something first."),
        (" \u200b\u202e\n ", "Write something first."),
        ("x" * 10_000, "A line has up to 300 characters; yours has 10000."),
        ("x" * 301, "A line has up to 300 characters; yours has 301."),
    ],
)
def test_wrong_text_gets_a_sentence_and_is_kept(
    text: str, sentence: str, table: Table, alice: Player, signed_in: SignedIn
) -> None:
    for headers in ({}, {"hx-request": "true"}):
        answer = signed_in(alice).post(page(table), {"text": text}, headers=headers)
        assert answer.status_code == 422
        assert sentence in answer.text
        assert f'value="{text}"' in answer.text
    assert not TalkLine.objects.exists()


def test_signs_that_show_nothing_are_left_out(table: Table, alice: Player, signed_in: SignedIn) -> None:
    text = "\u202eOne\u200b \u2066two\r\nthr\u0065\u0301e" + "\u200b" * 400
    signed_in(alice).post(page(table), {"text": text})
    assert TalkLine.objects.get().text == "One two thr\u00e9e"


def test_text_stays_text(table: Table, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    say(table_id=table.pk, by=alice, text="<script>alert(1)</script>{{7*7}}")
    html = signed_in(bob).get(page(table, "table")).text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;{{7*7}}" in html


def test_form_sent_twice_says_it_once(table: Table, alice: Player, signed_in: SignedIn) -> None:
    fields = {"text": "Once", "form_key": "5f0c7a8e-0f8b-4f5e-9a53-0d9f3b8f2a11"}
    browser = signed_in(alice)
    assert [browser.post(page(table), fields).status_code for _press in range(2)] == [303, 302]
    assert TalkLine.objects.count() == 1


def test_there_are_twelve_phrases_and_an_unknown_one_is_refused(table: Table, alice: Player) -> None:
    assert len(PHRASES) == 12
    for given in ({"phrase": "blue-7"}, {"phrase": "hello", "text": "And more"}, {}):
        with pytest.raises(Unreadable):
            say(table_id=table.pk, by=alice, **given)


def test_players_have_phrases_alone_during_an_attempt(
    table: Table, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    started(table, alice)
    answer = signed_in(alice).post(page(table), {"text": "I have no blue"})
    assert answer.status_code == 409
    assert "During an attempt you can only send phrases." in answer.text
    assert 'value="I have no blue"' in answer.text  # The text is not lost.
    assert signed_in(alice).post(page(table), {"phrase": "well-played"}).status_code == 303
    assert words(table, bob) == ["Well played!"]
    bob.language = "fr"
    bob.save()
    french = signed_in(bob).get(page(table), headers={"accept-language": "fr"}).text
    assert "Bien joué" in french


def test_a_phrase_every_fifteen_seconds_and_six_an_attempt(table: Table, alice: Player, bob: Player) -> None:
    started(table, alice)
    with time_machine.travel(NOON, tick=False) as clock:
        say(table_id=table.pk, by=alice, phrase="hello")
        clock.shift(PHRASE_PAUSE - timedelta(seconds=1))
        with pytest.raises(PhraseTooSoon):
            say(table_id=table.pk, by=alice, phrase="hello")
        say(table_id=table.pk, by=bob, phrase="hello")
        clock.shift(timedelta(seconds=1))
        for _phrase in range(5):
            say(table_id=table.pk, by=alice, phrase="sorry")
            clock.shift(PHRASE_PAUSE)
        with pytest.raises(PhrasesUsedUp, match="6 phrases"):
            say(table_id=table.pk, by=alice, phrase="thanks")
        give_up(table, alice)
        started(table, alice)
        say(table_id=table.pk, by=alice, phrase="thanks")


def test_a_phrase_a_second_is_refused_with_a_sentence(table: Table, alice: Player, signed_in: SignedIn) -> None:
    started(table, alice)
    browser = signed_in(alice)
    answers = [browser.post(page(table), {"phrase": "sorry"}) for _second in range(3)]
    assert [answer.status_code for answer in answers] == [303, 429, 429]
    assert "You can send a phrase every 15 seconds." in answers[-1].text
    assert TalkLine.objects.count() == 1


def test_lines_have_a_quota(table: Table, alice: Player) -> None:
    for number in range(LINES.most):
        say(table_id=table.pk, by=alice, text=str(number))
    with pytest.raises(TooManyLines):
        say(table_id=table.pk, by=alice, text="one more")


def test_what_was_said_before_a_deal_is_folded_then(
    table: Table, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    say(table_id=table.pk, by=alice, text="In the lobby")
    assert words(table, bob) == ["In the lobby"]
    started(table, alice)
    say(table_id=table.pk, by=alice, phrase="good-luck")
    talk = panel(table, bob)
    assert talk is not None
    assert [line.words for line in talk.lines] == ["Good luck!"]
    assert [line.words for line in talk.earlier] == ["In the lobby"]
    assert '<details class="fold fold--quiet" id="talk-earlier">' in signed_in(bob).get(page(table, "table")).text
    give_up(table, alice)
    say(table_id=table.pk, by=alice, text="Again?")
    assert words(table, bob) == ["In the lobby", "Good luck!", "Again?"]


# --- attempts that rank


def silent(table: Table, player: Player) -> None:
    for given in ({"phrase": "hello"}, {"text": "Hello"}):
        with pytest.raises(SilentAttempt):
            say(table_id=table.pk, by=player, **given)
    talk = panel(table, player)
    if talk is not None:
        assert (talk.may_write, talk.phrases) == (False, ())


def test_a_challenge_is_silent(running: Challenge, crew: Crew, alice: Player, clock: time_machine.Traveller) -> None:
    clock.move_to(NOON + HOUR)
    table = table_of(running, crew, alice)
    say(table_id=table.pk, by=alice, text="Ready?")
    deals.start_attempt(table_id=table.pk, player=alice)
    silent(table, alice)


def test_a_deal_of_the_day_is_silent_while_it_ranks(clock: time_machine.Traveller, alice: Player) -> None:
    clock.move_to(MORNING)
    table = begin(open_deals()["planet-nine"], alice)
    silent(table, alice)


def test_a_race_is_silent_and_its_lobby_is_not(alice: Player, bob: Player) -> None:
    table = open_table(alice, bob, game="deep-blue", mission="troubled-waters")
    say(table_id=table.pk, by=alice, text="Ready?")
    started(table, alice)
    silent(table, bob)


# --- who takes part


def test_strangers_find_no_talk(table: Table, olga: Player, signed_in: SignedIn) -> None:
    for browser in (signed_in(olga), Client()):
        assert browser.get(page(table)).status_code == 404
        assert browser.post(page(table), {"text": "Hello"}).status_code == 404


def test_those_who_may_not_watch_have_no_panel(crew: Crew, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    table = tables.open_table(player=alice, game="planet-nine", mission="6", players=3, crew=crew)
    Table.objects.filter(pk=table.pk).update(watching=W.PLAYERS)
    assert panel(table, bob) is None
    answer = signed_in(bob).post(page(table), {"text": "Hello"})
    assert answer.status_code == 403
    assert "Take a seat to talk at this table." in answer.text
    with pytest.raises(NotAtTheTable):
        say(table_id=table.pk, by=bob, text="Hello")


def test_a_visitor_reads_what_everyone_may_watch_and_writes_nothing(table: Table, alice: Player) -> None:
    Table.objects.filter(pk=table.pk).update(watching=W.LINK)
    say(table_id=table.pk, by=alice, text="Welcome")
    browser = Client()
    assert "Welcome" in browser.get(page(table, "table")).text
    answer = browser.post(page(table), {"text": "Hello"})
    assert answer.status_code == 403
    assert "Sign in to talk at this table." in answer.text


def test_a_player_alone_with_bots_has_no_panel(alice: Player, signed_in: SignedIn) -> None:
    table = open_table(alice, bots=2)
    assert panel(table, alice) is None
    assert 'id="talk"' not in signed_in(alice).get(page(table, "table")).text


def as_guest(guest: Player) -> Client:
    client = Client()
    session = client.session
    session[GUEST_KEY] = guest.pk
    session.save()
    return client


def test_guests_whom_nobody_invited_have_phrases_alone(alice: Player, bob: Player, guest: Player) -> None:
    own, invited = open_table(guest, bob, bots=1), open_table(alice, guest, bots=1)
    answer = as_guest(guest).post(page(own), {"text": "Hello"})
    assert answer.status_code == 403
    assert "Guests without an invitation can only send phrases." in answer.text
    assert 'value="Hello"' in answer.text
    say(table_id=own.pk, by=guest, phrase="hello")
    say(table_id=invited.pk, by=guest, text="Hello")
    Table.objects.filter(pk=invited.pk).update(watching=W.EVERYONE)
    watched = open_table(alice, bob, bots=1)
    Table.objects.filter(pk=watched.pk).update(watching=W.EVERYONE)
    with pytest.raises(PhrasesForGuests):
        say(table_id=watched.pk, by=guest, text="Hello")


# --- watchers


def watched(alice: Player, bob: Player) -> Table:
    table = open_table(alice, bob, bots=1)
    Table.objects.filter(pk=table.pk).update(watching=W.LINK)
    started(table, alice)
    return table


def test_the_table_reads_its_watchers_once_the_attempt_is_over(alice: Player, bob: Player, olga: Player) -> None:
    table = watched(alice, bob)
    before = panel(table, alice)
    say(table_id=table.pk, by=olga, text="They should keep the nine")
    say(table_id=table.pk, by=bob, phrase="one-moment")
    assert words(table, olga) == ["They should keep the nine", "One moment"]
    talk = panel(table, alice)
    assert before is not None
    assert talk is not None
    assert [line.words for line in talk.lines] == ["One moment"]
    assert talk.number == before.number + 1  # It tells nothing of the watcher's line either.
    give_up(table, alice)
    assert words(table, alice) == ["They should keep the nine", "One moment"]
    table.refresh_from_db()
    assert (table.talk_number, table.watchers_talk_number) == (1, 1)


def test_watchers_who_were_sent_away_neither_read_nor_write(alice: Player, bob: Player, olga: Player) -> None:
    table = watched(alice, bob)
    send_watchers_away(table_id=table.pk, by=alice)
    assert panel(table, olga) is None
    with pytest.raises(NotAtTheTable):
        say(table_id=table.pk, by=olga, text="Hello")
    give_up(table, alice)
    say(table_id=table.pk, by=olga, text="Hello")


def test_a_new_player_reads_nothing_of_sealed_deals_before(
    running: Challenge, crew: Crew, alice: Player, bob: Player, olga: Player, clock: time_machine.Traveller
) -> None:
    clock.move_to(NOON + HOUR)
    table = table_of(running, crew, alice)
    say(table_id=table.pk, by=alice, text="Ready?")
    deals.start_attempt(table_id=table.pk, player=alice)
    give_up(table, alice)
    say(table_id=table.pk, by=alice, text="The nine was with Bob")
    assert words(table, alice) == ["Ready?", "The nine was with Bob"]
    table.seats.filter(player=alice).update(player=olga)
    assert words(table, olga) == ["Ready?"]


# --- the rest of a line's life


def test_a_guest_who_signs_in_keeps_their_lines(alice: Player, guest: Player, charlie: Player) -> None:
    table = open_table(alice, guest, bots=1)
    say(table_id=table.pk, by=guest, text="Hello")
    merge_guest(guest=guest, player=charlie)
    assert TalkLine.objects.get().player == charlie


def test_a_crew_that_forgets_a_player_forgets_their_lines(crew: Crew, alice: Player, bob: Player) -> None:
    table = tables.open_table(player=alice, game="planet-nine", mission="6", players=3, crew=crew)
    tables.take_seat(table=table, player=bob)
    for player in (alice, bob):
        say(table_id=table.pk, by=player, text="Hello")
    crew.members.filter(player=bob).update(left_at=NOON)
    anonymise.anonymise_member(crew=crew, player=bob)
    assert [line.player for line in TalkLine.objects.all()] == [alice]


def test_a_table_without_talk_costs_no_query_for_lines(
    table: Table, alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    row = Table.objects.get(pk=table.pk)
    with django_assert_num_queries(2):  # Its seats, and its latest attempt.
        talk_of(row, alice)
    say(table_id=table.pk, by=alice, text="Hello")
    row.refresh_from_db()
    with django_assert_num_queries(3):
        talk_of(row, alice)
