"""What one press makes of a typed deal: a table to play it again, a link for friends, a play in BG Stats."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import games
from logbook.challenges.models.challenges import Challenge, Deal
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.player_lessons.access import refusal_of
from logbook.player_lessons.exceptions import StillSealed
from logbook.tables import event_replay
from logbook.tables.counting import Counts
from logbook.tables.models import Attempt, SeatRequest, Table
from logbook.tables.services import deals as table_deals
from logbook.tables.services import tables as tables_services
from logbook.typed_deals.models import TypedDeal, TypedTable
from logbook.typed_deals.services import answers, setups, tables
from logbook.typed_deals.services.playable_deals import is_still_playable
from tests.conftest import SignedIn
from tests.site.secrecy_scenes import CHANGES_EVERY_TIME
from tests.typed_deals.scenes import dealt, entered, hands_of, over, page_of

pytestmark = pytest.mark.django_db

ANSWER = {"verdict": "won", "line": [], "rounds": 200, "wins": 76, "strong_rounds": 40, "strong_wins": 31}
DOORS = ("Play it again online", "Make a link for friends")


@pytest.fixture
def phones() -> list[Client]:
    return [Client() for _phone in range(4)]


@pytest.fixture(autouse=True)
def unqueued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logbook.lib.queue.later", lambda *_call, **_options: None)


@pytest.fixture
def deal(phones: list[Client]) -> TypedDeal:
    deal = over(phones, entered(phones, dealt()))
    TypedDeal.objects.update(answer=ANSWER, state=TypedDeal.State.DONE)
    deal.refresh_from_db()
    return deal


def link_for_friends(phone: Client, deal: TypedDeal) -> str:
    assert phone.post(f"/won/{deal.code}/friends/").status_code == 303
    deal.refresh_from_db()
    return f"/same-deal/{deal.friends_code}/"


def deal_cards(table: Table, bot: str = "random") -> Attempt:
    tables_services.fill_with_bots(table_id=table.pk, by=table.opened_by, bot=bot)
    table_deals.start_attempt(table_id=table.pk, player=table.opened_by)
    return table.attempts.get()


def test_one_press_makes_a_table_with_the_deal(phones: list[Client], deal: TypedDeal) -> None:
    answer = phones[1].post(f"/won/{deal.code}/play/")
    table = Table.objects.get()
    assert answer.headers["Location"] == f"/tables/{table.pk}/"
    lobby = phones[1].get(f"/tables/{table.pk}/").content.decode()
    assert "Create an invitation link" in lobby
    own = table.seats.get(player=table.opened_by)
    assert own.number == 1, "the seat whose hand this phone entered"
    attempt = deal_cards(table)
    state = event_replay.state_of(attempt)
    assert hands_of(state) == hands_of(dealt())
    assert [task["task"] for task in state.view(None)["tasks"]] == deal.tasks.split()
    assert (
        "This is practice with a deal from a real table. It doesn’t count anywhere."
        in phones[1].get(f"/tables/{table.pk}/").content.decode()
    )


def test_the_round_played_again_becomes_a_lesson(
    phones: list[Client], deal: TypedDeal, signed_in: SignedIn, alice: Player, bob: Player
) -> None:
    browser, other = signed_in(alice), signed_in(bob)
    assert "After the round, you can make a lesson from its replay." in page_of(browser, deal)
    browser.post(f"/won/{deal.code}/play/")
    table = Table.objects.get()
    tables_services.take_seat(table=table, player=alice)
    attempt = deal_cards(table)
    door = f"/replays/{attempt.pk}/lesson/"
    assert door not in page_of(browser, deal), "the round is on"
    Attempt.objects.update(state=Attempt.State.FAILURE, ended_at=timezone.now(), length=1)
    Table.objects.update(state=Table.State.ENDED)
    assert f'href="{door}"' in page_of(browser, deal)
    assert browser.get(door).status_code == 200
    assert f'href="/replays/{attempt.pk}/"' in page_of(browser, deal)
    assert browser.get(f"/replays/{attempt.pk}/").status_code == 200
    for stranger in (other, phones[0]):
        assert door not in page_of(stranger, deal), "the replay is for those who sat there"


def test_the_round_of_friends_is_no_lesson_of_the_crews(
    phones: list[Client], deal: TypedDeal, signed_in: SignedIn, alice: Player
) -> None:
    browser = signed_in(alice)
    browser.post(link_for_friends(phones[0], deal))
    table = Table.objects.get()
    tables_services.take_seat(table=table, player=alice)
    deal_cards(table)
    Attempt.objects.update(state=Attempt.State.FAILURE, ended_at=timezone.now(), length=1)
    Table.objects.update(state=Table.State.ENDED)
    assert "/lesson/" not in page_of(browser, deal)


def test_the_known_deal_counts_nowhere(phones: list[Client], deal: TypedDeal) -> None:
    phones[0].post(f"/won/{deal.code}/play/")
    friends = Client()
    friends.post(link_for_friends(phones[0], deal))
    for table in Table.objects.all():
        assert deal_cards(table).counts == Counts.NOTHING
        assert table.practice
        assert table.crew is None
        assert table.campaign is None


def test_each_table_plays_the_deal_once(phones: list[Client], deal: TypedDeal) -> None:
    phones[0].post(f"/won/{deal.code}/play/")
    table = Table.objects.get()
    deal_cards(table)
    Attempt.objects.update(state=Attempt.State.FAILURE)
    Table.objects.update(state=Table.State.ENDED)
    answer = phones[0].post(f"/tables/{table.pk}/retry/", {"seen": Table.objects.get().version})
    assert answer.status_code == 409
    assert "You’ve already played this deal." in answer.content.decode()
    assert table.attempts.count() == 1


def test_friends_meet_the_deal_sealed(phones: list[Client], deal: TypedDeal) -> None:
    address = link_for_friends(phones[2], deal)
    assert link_for_friends(phones[0], deal) == address, "once for all"
    assert address in page_of(phones[3], deal)
    friend = Client()
    pages = [friend.get(address).content.decode()]
    answer = friend.post(address)
    table = Table.objects.get()
    assert answer.headers["Location"] == f"/tables/{table.pk}/"
    pages += [friend.get(f"/tables/{table.pk}/").content.decode(), friend.get(address).content.decode()]
    for page in pages:
        text = CHANGES_EVERY_TIME.sub("", page)
        assert deal.code not in text
        assert str(setups.setup_of(deal).deal) not in text
    assert friend.post(address).headers["Location"] == f"/tables/{table.pk}/", "a second press, the same table"
    assert Table.objects.count() == 1


def test_two_presses_at_once_open_one_table(
    phones: list[Client], deal: TypedDeal, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deal is locked before its tables are read: the second press reads them once the first one is stored."""
    address = link_for_friends(phones[0], deal)
    order: list[object] = []
    lock, look = QuerySet.select_for_update, tables.friends_table_of

    def locked(rows: QuerySet[Any], *args: Any, **options: Any) -> QuerySet[Any]:
        order.append(rows.model)
        return lock(rows, *args, **options)

    def looked(deal: TypedDeal, player: Player | None) -> Table | None:
        order.append(look)
        return look(deal, player)

    browser = signed_in(alice)
    monkeypatch.setattr(QuerySet, "select_for_update", locked)
    monkeypatch.setattr(tables, "friends_table_of", looked)
    browser.post(address)
    browser.post(address)
    assert order.count(look) == 2
    assert order[: order.index(look)] == [TypedDeal]
    assert Table.objects.count() == 1


def test_the_friends_page_depends_on_no_card(phones: list[Client], deal: TypedDeal) -> None:
    address, friend = link_for_friends(phones[0], deal), Client()
    before = CHANGES_EVERY_TIME.sub("", friend.get(address).content.decode())
    for hand, other in zip(deal.hands.order_by("seat"), hands_of(dealt(seed="another")), strict=False):
        deal.hands.filter(pk=hand.pk).update(cards=" ".join(other))
    assert CHANGES_EVERY_TIME.sub("", friend.get(address).content.decode()) == before


@pytest.mark.parametrize(
    ("state", "distress", "words"),
    [
        (Attempt.State.SUCCESS, False, "won"),
        (Attempt.State.SUCCESS, True, "won with the distress signal"),
        (Attempt.State.FAILURE, False, "lost"),
        (Attempt.State.ABANDONED, False, "lost"),
        (Attempt.State.PLAYING, False, "in progress"),
    ],
)
def test_results_of_friends_stand_beside_the_crews(
    phones: list[Client], deal: TypedDeal, state: str, distress: bool, words: str
) -> None:
    phones[0].post(f"/won/{deal.code}/result/", {"result": "won", "distress": "1"})
    address, friend = link_for_friends(phones[0], deal), Client()
    assert "No friend has opened a table yet." in page_of(phones[0], deal)
    friend.post(address)
    table = Table.objects.get()
    shown = friends_part(page_of(phones[0], deal))
    assert "not dealt yet" in shown
    assert table.opened_by is not None
    assert str(table.opened_by.name) in shown
    deal_cards(table)
    Attempt.objects.update(state=state, distress=distress)
    assert f"<strong>{words}" in friends_part(page_of(phones[0], deal))
    theirs = friend.get(address).content.decode()
    assert ("The crew’s round:" in theirs) == (state != Attempt.State.PLAYING), "only after their own round"


def friends_part(page: str) -> str:
    part = page.partition('class="typed-friends"')[2].partition("</ul>")[0]
    return part.replace("<strong>\n", "<strong>")


def test_no_lesson_shows_a_deal_that_friends_play(phones: list[Client], deal: TypedDeal) -> None:
    phones[0].post(f"/won/{deal.code}/play/")
    again = deal_cards(Table.objects.get())
    Attempt.objects.update(state=Attempt.State.FAILURE, length=1)
    assert refusal_of(Attempt.objects.get(pk=again.pk)) is None, "nobody else gets to play it"
    Client().post(link_for_friends(phones[0], deal))
    friends = deal_cards(Table.objects.get(typed__sealed=True))
    Attempt.objects.update(state=Attempt.State.FAILURE, length=1)
    for attempt in (again, friends):
        assert isinstance(refusal_of(Attempt.objects.get(pk=attempt.pk)), StillSealed)


def test_the_crew_is_no_friend(phones: list[Client], deal: TypedDeal, signed_in: SignedIn, charlie: Player) -> None:
    address = link_for_friends(phones[0], deal)
    deal.hands.filter(seat=1).update(player=charlie)
    for knows in (phones[0], signed_in(charlie)):
        answer = knows.post(address)
        assert answer.status_code == 409
        assert "You’ve entered a hand of this deal, so you know it." in answer.content.decode()
    assert not Table.objects.exists()


def invitation(friend: Client, table: Table) -> str:
    assert friend.post(f"/tables/{table.pk}/invite/").status_code == 303
    return reverse("invite", args=(Invite.objects.latest("pk").token,))


def test_the_crew_finds_no_seat_among_its_friends(
    phones: list[Client], deal: TypedDeal, signed_in: SignedIn, charlie: Player
) -> None:
    """A link to the friends' table leads in no player, and no phone, that has entered a hand of the deal."""
    friend = Client()
    friend.post(link_for_friends(phones[0], deal))
    table = Table.objects.get()
    address = invitation(friend, table)
    deal.hands.filter(seat=1).update(player=charlie)
    for knows in (phones[0], signed_in(charlie)):
        answer = knows.post(address, {"name": "Bea"})
        assert answer.status_code == 409
        assert "You’ve entered a hand of this deal, so you know it." in answer.content.decode()
    assert table.seats.exclude(player=None).count() == 1
    assert Client().post(address, {"name": "Cleo"}).status_code == 302
    assert table.seats.exclude(player=None).count() == 2
    tables_services.fill_with_bots(table_id=table.pk, by=table.opened_by, bot="random")
    assert phones[0].post(f"{address}ask/", {"name": "Bea"}).status_code == 409, "nor by asking for one"
    assert not SeatRequest.objects.exists()
    assert Client().post(f"{address}ask/", {"name": "Dora"}).status_code == 302
    assert SeatRequest.objects.count() == 1


def test_the_crew_sits_at_its_own_table(phones: list[Client], deal: TypedDeal) -> None:
    phones[0].post(f"/won/{deal.code}/play/")
    address = invitation(phones[0], Table.objects.get())
    assert phones[1].post(address, {"name": "Ben"}).status_code == 302


def test_a_corrected_hand_stays_its_first_players(
    phones: list[Client], signed_in: SignedIn, charlie: Player, olga: Player
) -> None:
    phones[0] = signed_in(charlie)
    hands = hands_of(dealt())
    deal = entered(phones, dealt())
    deal.hands.filter(seat=1).update(cards=" ".join(hands[0]))
    over(phones, deal)
    assert signed_in(olga).post(f"/won/{deal.code}/hand/0/", {"card": hands[0]}).status_code == 303
    assert deal.hands.get(seat=0).player == charlie
    assert deal.hands.get(seat=1).player is None
    assert signed_in(olga).post(f"/won/{deal.code}/hand/1/", {"card": hands[1]}).status_code == 303
    assert deal.hands.get(seat=1).player is None


def test_a_sealed_deal_opens_no_table(running: Challenge, phones: list[Client]) -> None:
    """A deal that could still be played looks like any other that waits, and leads nowhere."""
    sealed = Deal.objects.filter(stage__challenge=running).exclude(seed="").earliest("pk")
    setup = games.Setup(sealed.stage.game, sealed.stage.mission, running.players, sealed.seed)
    deal = over(phones, entered(phones, games.deal(setup)))
    assert answers.answer_step(deal_id=deal.pk, steps=0) is None
    for phone in phones:
        assert not any(door in page_of(phone, deal) for door in DOORS)
        for path in ("play", "friends"):
            answer = phone.post(f"/won/{deal.code}/{path}/")
            assert answer.status_code == 409
            assert "The answer isn’t there yet." in answer.content.decode()
    deal.refresh_from_db()
    assert deal.friends_code is None
    assert not Table.objects.filter(practice=True).exists()
    unknown = over(phones, entered(phones, dealt(deal.mission, deal.players, game=deal.game, seed="unknown")))
    assert alike(page_of(phones[0], deal), deal) == alike(page_of(phones[0], unknown), unknown)


def alike(page: str, deal: TypedDeal) -> str:
    """The page without what names the deal."""
    text = CHANGES_EVERY_TIME.sub("", page).replace(deal.code, "CODE")
    return re.sub(r"wait=[0-9a-f]{16}", "wait=", text)


def test_a_deal_at_a_friends_table_answers_no_other_crew(phones: list[Client], deal: TypedDeal) -> None:
    others = [Client() for _phone in range(4)]
    same = over(others, entered(others, dealt()))
    assert not is_still_playable(same)
    Client().post(link_for_friends(phones[0], deal))
    table = Table.objects.get()
    assert is_still_playable(same), "the cards will be dealt there"
    deal_cards(table)
    assert is_still_playable(same), "the round is on"
    assert answers.answer_step(deal_id=same.pk, steps=0) is None
    Attempt.objects.update(state=Attempt.State.SUCCESS)
    Table.objects.update(state=Table.State.ENDED)
    assert not is_still_playable(same)
    Table.objects.update(state=Table.State.GATHERING, moved_at=timezone.now() - timedelta(days=8))
    assert not is_still_playable(same), "a table that everyone has left"


def test_a_crew_that_plays_its_own_deal_again_keeps_no_answer_back(phones: list[Client], deal: TypedDeal) -> None:
    others = [Client() for _phone in range(4)]
    same = over(others, entered(others, dealt()))
    phones[0].post(f"/won/{deal.code}/play/")
    assert not is_still_playable(same), "the crew knows the cards of its own table"
    deal_cards(Table.objects.get())
    assert not is_still_playable(same)
    assert answers.answer_step(deal_id=same.pk, steps=0) == 1


def test_an_old_link_leads_nowhere(phones: list[Client], deal: TypedDeal) -> None:
    address = link_for_friends(phones[0], deal)
    Client().post(address)
    deal.delete()
    assert Client().get(address).status_code == 404
    assert Table.objects.exists(), "the table keeps its deal"
    assert not TypedTable.objects.exists()


def test_three_and_five_players_get_their_tables(phones: list[Client]) -> None:
    for players in (3, 5):
        deal = over(phones, entered([*phones, Client()], dealt(players=players)))
        TypedDeal.objects.filter(pk=deal.pk).update(answer=ANSWER)
        assert phones[0].post(f"/won/{deal.code}/play/").status_code == 302
        assert hands_of(event_replay.state_of(deal_cards(Table.objects.latest("pk")))) == hands_of(
            dealt(players=players)
        )


def test_a_link_hands_the_round_to_bg_stats(phones: list[Client], deal: TypedDeal) -> None:
    assert "bgstatsapp" not in page_of(phones[0], deal), "the result is missing"
    phones[0].post(f"/won/{deal.code}/result/", {"result": "won"})
    page = page_of(phones[0], deal)
    data = page.partition("https://app.bgstatsapp.com/createPlay.html?data=")[2].partition('"')[0]
    play = json.loads(unquote(data))
    assert play["game"]["bggId"] == 284083
    assert play["board"] == "4"
    assert [player["name"] for player in play["players"]] == ["Anna", "Ben", "Cleo", "Player 4"]
    assert {player["winner"] for player in play["players"]} == {True}
    assert deal.over_at is not None
    assert play["playDate"] == deal.over_at.strftime("%Y-%m-%d %H:%M:%S")
    assert deal.code not in unquote(data), "the page’s address stays with the crew"
