"""Pages of tables with stand-ins: the offer, the buttons, and what the players read."""

from __future__ import annotations

import pytest
from django.urls import reverse

from logbook.notifications.message_texts import message_text
from logbook.notifications.models import Message, MessageKind
from logbook.notifications.services.relevance import still_matters
from logbook.people.models.players import Player
from logbook.tables import presence
from logbook.tables.models import Table
from logbook.tables.services import stand_ins
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import open_table, started
from tests.tables.presence_scenes import beat
from tests.tables.stand_ins_scenes import agree, awaited, others_of, real_redis, table

__all__ = ["real_redis", "table"]  # Fixtures.
pytestmark = pytest.mark.django_db


def page(table: Table, player: Player, signed_in: SignedIn) -> str:
    return signed_in(player).get(reverse("table", args=(table.pk,))).text


def post(table: Table, player: Player, signed_in: SignedIn, **fields: object) -> tuple[int, str]:
    answer = signed_in(player).post(reverse("table-stand-in", args=(table.pk,)), fields)
    return answer.status_code, answer.text


def test_the_page_offers_it_and_says_what_is_going_on(table: Table, signed_in: SignedIn) -> None:
    number, player = awaited(table)
    first, second = others_of(table, number)
    assert f'id="stand-in-{number}"' in page(table, first, signed_in)
    assert f'id="stand-in-{number}"' not in page(table, player, signed_in)
    beat(presence.beat_token(table.pk, second.pk))
    assert post(table, first, signed_in, change="agree", number=number)[0] == 303
    assert "The other players haven’t agreed yet." in page(table, first, signed_in)
    assert "Agree to let a bot play" in page(table, second, signed_in)
    assert post(table, second, signed_in, change="agree", number=number)[0] == 303
    assert "a bot plays" in page(table, first, signed_in)
    own = page(table, player, signed_in)
    assert "Take your seat back" in own
    assert 'name="action" value="take ' not in own, "no action is offered meanwhile"
    assert post(table, player, signed_in, change="return")[0] == 303
    assert "Take your seat back" not in page(table, player, signed_in)


def test_the_player_reads_who_let_a_bot_play_for_them(table: Table) -> None:
    number, player = awaited(table)
    other = others_of(table, number)[0]
    assert agree(table, number, other)
    message = Message.objects.get(kind=MessageKind.STOOD_IN)
    assert (message.player, message.by) == (player, other)
    assert message_text(message).sentence.startswith(f"{other.name} let a bot play for you: Mission ")
    assert still_matters(message)


def test_who_leaves_on_purpose_needs_no_message(table: Table, alice: Player) -> None:
    stand_ins.leave(table_id=table.pk, player=alice)
    assert not Message.objects.filter(kind=MessageKind.STOOD_IN).exists()


def test_the_button_says_what_a_bot_costs_and_asks_once(table: Table, signed_in: SignedIn) -> None:
    """Without scripts, too: the first press opens the words, the second one agrees."""
    number, player = awaited(table)
    html = page(table, others_of(table, number)[0], signed_in)
    fold = html[html.index(f'<details id="fold-stand-in-{number}">') :].partition("</details>")[0]
    asks, _summary, agrees = fold.partition("</summary>")
    assert f"Let a bot play for {player.name}" in asks
    assert "button" not in asks
    assert f"Let a bot play for {player.name}; a win then doesn’t count on any leaderboard" in " ".join(agrees.split())


def test_a_refusal_is_one_sentence(table: Table, signed_in: SignedIn) -> None:
    number, player = awaited(table)
    other = others_of(table, number)[0]
    beat(presence.beat_token(table.pk, player.pk))
    status, html = post(table, other, signed_in, change="agree", number=number)
    assert (status, "was here less than two minutes ago" in html) == (409, True)
    assert post(table, other, signed_in, change="other")[0] == 400
    assert post(table, other, signed_in, change="agree", number="x")[0] == 400


def test_leaving_is_offered_where_other_people_play(table: Table, alice: Player, signed_in: SignedIn) -> None:
    assert "Leave and let a bot play" in page(table, alice, signed_in)
    alone = open_table(alice, bots=3)
    started(alone, alice)
    assert "Leave and let a bot play" not in page(alone, alice, signed_in)
    assert "Give up this attempt" in page(alone, alice, signed_in)
