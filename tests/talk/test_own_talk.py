"""One's own talk: lines are deleted and exported, with mutes, reports and comments."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from logbook.people.models.players import Player
from logbook.reviews import services as reviews
from logbook.tables.models import Table
from logbook.tables.services import attempts, deals
from logbook.talk import moderation, services
from logbook.talk.exceptions import PhrasesUsedUp, PhraseTooSoon
from logbook.talk.models import Mute, TalkLine, TalkReport
from logbook.talk.services import say
from tests.challenges.scenes import NOON
from tests.conftest import SignedIn, person
from tests.reviews.scenes import finished
from tests.tables.attempts_scenes import open_table
from tests.talk.moderation_scenes import numbers, page, table

__all__ = ["table"]  # A fixture.

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_lines_are_deleted_after_thirty_days(table: Table, alice: Player, olga: Player) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        line = say(table_id=table.pk, by=alice, text="Old")
        moderation.report(line=line, by=olga, reason="Hm")
        clock.shift(timedelta(days=2))
        say(table_id=table.pk, by=alice, text="New")
        clock.shift(timedelta(days=28, seconds=1))
        services.delete_old_lines()
    assert [row.text for row in TalkLine.objects.all()] == ["New"]
    assert not TalkReport.objects.exists()


def test_player_exports_and_deletes_their_lines(table: Table, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    say(table_id=table.pk, by=alice, text="Mine")
    say(table_id=table.pk, by=bob, text="His")
    browser = signed_in(alice)
    (line,) = browser.get(page("talk-export")).json()["lines"]
    assert (line["table"], line["words"], line["audience"]) == (table.pk, "Mine", "table")
    browser.post(page("talk-own"), {"delete": "1"})
    assert [row.text for row in TalkLine.objects.all()] == ["His"]


def test_phrases_that_are_counted_stay_until_the_end(
    table: Table, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    say(table_id=table.pk, by=bob, text="Before the deal")
    deals.start_attempt(table_id=table.pk, player=alice)
    browser, stays = signed_in(bob), "once it’s over"
    assert stays not in browser.get(page("talk-own")).text
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _phrase in range(services.MOST_PHRASES):
            clock.shift(services.PHRASE_PAUSE)
            say(table_id=table.pk, by=bob, phrase="sorry")
            browser.post(page("talk-own"), {"delete": "1"})
            with pytest.raises(PhraseTooSoon):
                say(table_id=table.pk, by=bob, phrase="sorry")
        clock.shift(services.PHRASE_PAUSE)
        with pytest.raises(PhrasesUsedUp):
            say(table_id=table.pk, by=bob, phrase="sorry")
    assert {line.phrase for line in TalkLine.objects.all()} == {"sorry"}
    html = browser.get(page("talk-own")).text
    assert stays in html
    assert 'name="delete"' not in html
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    browser.post(page("talk-own"), {"delete": "1"})
    assert not TalkLine.objects.exists()


def test_tables_are_told_of_deleted_lines(table: Table, alice: Player, bob: Player) -> None:
    other, otto = open_table(alice, bob, bots=1), person("Otto")
    Table.objects.filter(pk=table.pk).update(watching=Table.Watching.LINK)
    say(table_id=table.pk, by=bob, text="Here")
    say(table_id=other.pk, by=bob, text="There")
    deals.start_attempt(table_id=table.pk, player=alice)
    say(table_id=table.pk, by=otto, text="Spoiler")
    before = numbers(table), numbers(other)
    services.delete_own_lines(otto)
    assert (numbers(table), numbers(other)) == ((before[0][0], before[0][1] + 1), before[1])
    for _press in range(2):
        services.delete_own_lines(bob)
    assert (numbers(table), numbers(other)) == ((before[0][0] + 1, before[0][1] + 1), (before[1][0] + 1, 0))


def test_account_that_is_deleted_takes_all_its_talk(table: Table, alice: Player, bob: Player, olga: Player) -> None:
    say(table_id=table.pk, by=bob, text="Mine")
    line = say(table_id=table.pk, by=alice, text="Hers")
    for reporter in (bob, olga):
        moderation.report(line=line, by=reporter, reason=f"{reporter} is cross")
    for one, other in ((bob, alice), (alice, bob), (olga, alice)):
        moderation.mute(player=one, muted=other)
    before = numbers(table)
    assert bob.user is not None
    bob.user.delete()
    assert [row.text for row in TalkLine.objects.all()] == ["Hers"]
    assert [row.by for row in TalkReport.objects.all()] == [olga]
    assert [(row.player, row.muted) for row in Mute.objects.all()] == [(olga, alice)]
    assert numbers(table) == (before[0] + 1, before[1])


def test_export_holds_mutes_reports_and_comments(
    table: Table, alice: Player, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    line = say(table_id=table.pk, by=alice, text="Hers")
    moderation.report(line=line, by=bob, reason="Rude")
    moderation.mute(player=bob, muted=alice)
    attempt = finished(alice, bob, olga)
    for player, text in ((bob, "Why not the nine?"), (alice, "I had to")):
        reviews.write_comment(attempt=attempt, by=player, step=2, text=text)
    facts = signed_in(bob).get(page("talk-export")).json()
    assert facts["lines"] == []
    assert [one["player"] for one in facts["mutes"]] == ["Alice"]
    assert [(one["table"], one["reason"]) for one in facts["reports"]] == [(table.pk, "Rude")]
    assert [(one["attempt"], one["step"], one["text"]) for one in facts["comments"]] == [
        (attempt.pk, 2, "Why not the nine?")
    ]
    assert "Hers" not in str(facts)
