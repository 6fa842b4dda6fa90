"""Watching: who finds a table and its running attempt, what watchers see, and when they are sent away."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.conf import settings
from django.http import Http404
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from logbook.challenges.access.replays import open_attempts
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import lifecycle
from logbook.clubs.models import Club, ClubMember
from logbook.crews.models.crews import Crew, CrewMember
from logbook.lib import queue
from logbook.lib.exceptions import Unreadable
from logbook.people.models.players import Player
from logbook.tables.access import followed_table_for, watched_table_for
from logbook.tables.exceptions import NothingRunning, NotSeated, WatchedByNone, WatchingFixed
from logbook.tables.live_parts import LiveTable, Reader, still_reading
from logbook.tables.models import Table
from logbook.tables.services import attempts, deals, other_missions, tables
from logbook.tables.services.watching import choose_watching, send_watchers_away
from tests.api.world import bearer
from tests.challenges.scenes import HOUR, NOON, table_of
from tests.conftest import SignedIn, person
from tests.daily.scenes import MORNING, begin, open_deals

pytestmark = pytest.mark.django_db

W = Table.Watching
Task = tuple[object, ...]
HIDDEN = "You are watching. Hands stay hidden"


@pytest.fixture
def readers(crew: Crew, club: Club, alice: Player, bob: Player, guest: Player) -> dict[str, Player | None]:
    """One reader of each kind; Bob is a member of the crew without a seat."""
    in_club, rival, account = person("Clara"), person("Rita"), person("Otto")
    ClubMember.objects.create(club=club, player=in_club)
    rivals = Crew.objects.create(name="Castor", slug="castor")
    CrewMember.objects.create(crew=rivals, player=rival, role=CrewMember.Role.FOUNDER)
    return {
        "player": alice,
        "crew": bob,
        "club": in_club,
        "rival": rival,
        "account": account,
        "guest": guest,
        "visitor": None,
    }


@pytest.fixture
def table(crew: Crew, alice: Player) -> Table:
    """Alice's table of the crew, the others bots', with a running attempt."""
    table = tables.open_table(player=alice, game="planet-nine", mission="6", players=3, crew=crew)
    tables.fill_with_bots(table_id=table.pk, by=alice, bot="random")
    return table


def seen_by(table: Table, reader: Player | None, signed_in: SignedIn) -> str:
    """What the table's page is to the reader: "round", "watched", "lobby", or "" where they do not find it."""
    browser = signed_in(reader) if reader else Client()
    answer = browser.get(reverse("table", args=(table.pk,)))
    if answer.status_code == 404:
        assert browser.get(reverse("table-round", args=(table.pk,))).status_code == 404
        return ""
    if 'class="lobby"' in answer.text:
        return "lobby"
    return "watched" if HIDDEN in answer.text else "round"


EVERYBODY = ("player", "crew", "club", "rival", "account", "guest", "visitor")
FREE = {
    W.PLAYERS: {"player": "round", "crew": "lobby"},
    W.CREW: {"player": "round", "crew": "watched"},
    W.CLUB: {"player": "round", "crew": "watched", "club": "watched"},
    W.LINK: {"player": "round", **dict.fromkeys(EVERYBODY[1:], "watched")},
    W.EVERYONE: {"player": "round", **dict.fromkeys(EVERYBODY[1:], "watched")},
}


@pytest.mark.parametrize("watching", W.values)
def test_each_value_lets_its_circle_watch(
    watching: str, table: Table, alice: Player, readers: dict[str, Player | None], signed_in: SignedIn
) -> None:
    choose_watching(table_id=table.pk, by=alice, watching=watching)
    deals.start_attempt(table_id=table.pk, player=alice)
    found = {kind: seen_by(table, reader, signed_in) for kind, reader in readers.items()}
    assert found == {kind: FREE[W(watching)].get(kind, "") for kind in EVERYBODY}
    for kind, reader in readers.items():
        for access in (watched_table_for, followed_table_for):
            assert finds(access, table, reader) == (kind in FREE[W(watching)]), (kind, access)


def finds(access: Callable[[Player | None, int], Table], table: Table, reader: Player | None) -> bool:
    try:
        return access(reader, table.pk) == table
    except Http404:
        return False


# --- a contest decides


def test_an_open_challenge_is_for_its_players_alone(
    running: Challenge,
    crew: Crew,
    rivals: Crew,
    readers: dict[str, Player | None],
    clock: time_machine.Traveller,
    signed_in: SignedIn,
) -> None:
    alice, charlie = readers["player"], rivals.members.get().player
    assert alice is not None
    clock.move_to(NOON + HOUR)
    table = table_of(running, crew, alice)
    deals.start_attempt(table_id=table.pk, player=alice)
    outside = {**readers, "charlie": charlie}
    Table.objects.filter(pk=table.pk).update(watching=W.EVERYONE)
    found = {kind: seen_by(table, reader, signed_in) for kind, reader in outside.items()}
    assert found == {**dict.fromkeys(outside, ""), "player": "round", "crew": "lobby"}
    with pytest.raises(WatchedByNone):
        choose_watching(table_id=table.pk, by=alice, watching=W.EVERYONE)
    with pytest.raises(WatchedByNone):
        send_watchers_away(table_id=table.pk, by=alice)
    assert reverse("table", args=(table.pk,)) not in Client().get(reverse("now-playing")).text
    running.refresh_from_db()
    clock.move_to(running.closes_at + HOUR)
    lifecycle.open_and_close_due()
    assert seen_by(table, charlie, signed_in) != ""  # It is over: every visitor may see the cards.


def test_an_open_deal_of_the_day_has_no_watchers(clock: time_machine.Traveller, alice: Player, bob: Player) -> None:
    clock.move_to(MORNING)
    table = begin(open_deals()["planet-nine"], alice)
    Table.objects.filter(pk=table.pk).update(watching=W.EVERYONE)
    page = reverse("table", args=(table.pk,))
    assert Client().get(page).status_code == 404
    assert not finds(watched_table_for, table, bob)
    assert page not in Client().get(reverse("now-playing")).text
    with pytest.raises(WatchedByNone):
        choose_watching(table_id=table.pk, by=alice, watching=W.LINK)


def test_the_lobby_of_a_challenge_says_why_there_is_no_choice(
    running: Challenge, crew: Crew, alice: Player, clock: time_machine.Traveller, signed_in: SignedIn
) -> None:
    clock.move_to(NOON + HOUR)
    html = signed_in(alice).get(reverse("table", args=(table_of(running, crew, alice).pk,))).text
    assert "Others play the same deals, so only the players can see an attempt in progress here." in html
    assert 'id="watching"' not in html


# --- the choice


def test_only_players_choose_and_not_amid_an_attempt(table: Table, alice: Player, bob: Player) -> None:
    for stranger in (bob, None):
        with pytest.raises(NotSeated):
            choose_watching(table_id=table.pk, by=stranger, watching=W.EVERYONE)
    with pytest.raises(Unreadable):
        choose_watching(table_id=table.pk, by=alice, watching="nobody")
    deals.start_attempt(table_id=table.pk, player=alice)
    with pytest.raises(WatchingFixed):
        choose_watching(table_id=table.pk, by=alice, watching=W.EVERYONE)
    table.refresh_from_db()
    assert table.watching == W.CREW


def test_a_choice_is_a_new_number_and_the_same_choice_is_none(table: Table, alice: Player) -> None:
    before = Table.objects.get(pk=table.pk).version
    for _press in range(2):
        choose_watching(table_id=table.pk, by=alice, watching=W.LINK)
    table.refresh_from_db()
    assert (table.watching, table.version) == (W.LINK, before + 1)


def test_form_and_lobby_choose(alice: Player, table: Table, signed_in: SignedIn) -> None:
    browser, page = signed_in(alice), reverse("table", args=(table.pk,))
    fields = {"game": "planet-nine", "mission": "3", "players": "4", "watching": "everyone"}
    browser.post(reverse("table-new"), fields)
    assert Table.objects.order_by("-pk")[0].watching == W.EVERYONE
    assert '<option value="crew" selected>' in browser.get(page).text
    browser.post(reverse("table-watching", args=(table.pk,)), {"watching": "players"})
    assert '<option value="players" selected>' in browser.get(page).text
    refused = browser.post(reverse("table-watching", args=(table.pk,)), {"watching": "all"})
    assert refused.status_code == 400


def test_a_table_without_a_crew_offers_neither_crew_nor_club(alice: Player, signed_in: SignedIn) -> None:
    table = tables.open_table(player=alice, game="planet-nine", mission="6", players=3)
    html = signed_in(alice).get(reverse("table", args=(table.pk,))).text
    assert '<option value="players" selected>' in html
    assert '<option value="link">' in html
    assert '<option value="club">' not in html


def test_tables_that_follow_keep_the_choice(table: Table, alice: Player) -> None:
    choose_watching(table_id=table.pk, by=alice, watching=W.LINK)
    deals.start_attempt(table_id=table.pk, player=alice)
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    other = other_missions.open_other_table(table_id=table.pk, player=alice, mission="7", players=3)
    assert other.watching == W.LINK
    Table.objects.filter(pk=other.pk).update(state=Table.State.WON)
    assert tables.open_next_table(table_id=other.pk, player=alice).watching == W.LINK


# --- sent away


def test_watchers_are_sent_away_until_the_next_attempt(
    table: Table, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    choose_watching(table_id=table.pk, by=alice, watching=W.LINK)
    deals.start_attempt(table_id=table.pk, player=alice)
    for other in (bob, charlie, None):
        with pytest.raises(NotSeated):
            send_watchers_away(table_id=table.pk, by=other)
        assert seen_by(table, other, signed_in) == "watched"
    alices = signed_in(alice)
    assert "Send watchers away" in alices.get(reverse("table", args=(table.pk,))).text
    alices.post(reverse("table-send-away", args=(table.pk,)))
    for other in (bob, charlie, None):
        html = (signed_in(other) if other else Client()).get(reverse("table", args=(table.pk,))).text
        assert "The players are playing this attempt without watchers." in html
        assert not finds(followed_table_for, table, other)
    assert "Watchers were sent away from this attempt." in alices.get(reverse("table", args=(table.pk,))).text
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    with pytest.raises(NothingRunning):
        send_watchers_away(table_id=table.pk, by=alice)
    deals.start_attempt(table_id=table.pk, player=alice)
    for other in (bob, charlie, None):
        assert seen_by(table, other, signed_in) == "watched"


def test_sending_away_ends_the_parts_of_watchers_alone(table: Table, alice: Player, bob: Player) -> None:
    deals.start_attempt(table_id=table.pk, player=alice)
    readers = [Reader(table.pk, one, "s", "en", ZoneInfo("UTC"), "", str(one.pk)) for one in (alice, bob)]
    live, since = LiveTable(table.pk), Table.objects.get(pk=table.pk).version
    assert None not in live.parts([(reader, since) for reader in readers])
    send_watchers_away(table_id=table.pk, by=alice)
    alices, bobs = live.parts([(reader, since) for reader in readers])
    assert bobs is None
    assert alices is not None
    assert b"Watchers were sent away" in alices.event


def test_readers_of_a_table_for_everyone_are_checked_together(
    table: Table, alice: Player, charlie: Player, signed_in: SignedIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    choose_watching(table_id=table.pk, by=alice, watching=W.EVERYONE)
    deals.start_attempt(table_id=table.pk, player=alice)
    people = (charlie, person("Otto"), person("Rita"))
    keys = [signed_in(one).cookies[settings.SESSION_COOKIE_NAME].value for one in people]
    readers = [Reader(table.pk, one, key, "en", ZoneInfo("UTC"), "", "") for one, key in zip(people, keys, strict=True)]
    with django_assert_num_queries(3):
        assert still_reading(readers) == [True, True, True]
    send_watchers_away(table_id=table.pk, by=alice)
    assert still_reading(readers) == [False, False, False]


def test_bots_go_on_after_watchers_were_sent_away(table: Table, alice: Player, queued: list[Task]) -> None:
    deals.start_attempt(table_id=table.pk, player=alice)
    queued.clear()
    for _press in range(2):
        send_watchers_away(table_id=table.pk, by=alice)
    table.refresh_from_db()
    assert queued == [("tables.play_bots", table.attempts.get().pk, table.version)]


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[Task]:
    """The tasks that are queued, with their arguments."""
    tasks: list[Task] = []
    monkeypatch.setattr(queue, "later", lambda *task, **_when: tasks.append(task))
    return tasks


# --- after the end


@pytest.mark.parametrize(
    ("watching", "strangers"), [(W.PLAYERS, False), (W.CREW, False), (W.LINK, True), (W.EVERYONE, True)]
)
def test_those_who_might_watch_see_all_after_the_end(
    watching: str, strangers: bool, table: Table, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    """Alice and Bob are in the table's crew, and see its replays; Charlie is a stranger."""
    choose_watching(table_id=table.pk, by=alice, watching=watching)
    lose(table, alice)
    choose_watching(table_id=table.pk, by=alice, watching=W.CREW)
    replay, room = (reverse(name, args=(table.attempts.get().pk,)) for name in ("replay", "room"))
    for reader, may in ((alice, True), (bob, True), (charlie, strangers)):
        assert (signed_in(reader).get(replay).status_code == 200) == may
        assert (signed_in(reader).get(room).status_code == 200) == may
    assert (Client().get(replay).status_code == 200) == strangers


def test_nobody_sees_more_because_the_table_is_opened_later(
    table: Table, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    lose(table, alice)
    choose_watching(table_id=table.pk, by=alice, watching=W.EVERYONE)
    page, replay = reverse("table", args=(table.pk,)), reverse("replay", args=(table.attempts.get().pk,))
    browser = signed_in(charlie)
    assert replay not in browser.get(page).text
    assert browser.get(replay).status_code == 404


def test_watchers_who_were_sent_away_see_nothing_at_the_end(table: Table, alice: Player, charlie: Player) -> None:
    choose_watching(table_id=table.pk, by=alice, watching=W.EVERYONE)
    deals.start_attempt(table_id=table.pk, player=alice)
    send_watchers_away(table_id=table.pk, by=alice)
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    assert open_attempts(charlie, table.attempts.all()) == set()
    assert open_attempts(alice, table.attempts.all()) == {table.attempts.get().pk}


def test_members_of_the_club_see_all_after_the_end(
    table: Table, club: Club, alice: Player, charlie: Player, olga: Player
) -> None:
    choose_watching(table_id=table.pk, by=alice, watching=W.CLUB)
    lose(table, alice)
    ended = table.attempts.all()
    assert open_attempts(olga, ended) == {ended.get().pk}
    assert open_attempts(charlie, ended) == open_attempts(None, ended) == set()


def lose(table: Table, player: Player) -> None:
    """Deal an attempt, and give it up."""
    deals.start_attempt(table_id=table.pk, player=player)
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=player, seen=table.version)


def test_watchers_may_do_nothing_at_the_table(
    table: Table, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    choose_watching(table_id=table.pk, by=alice, watching=W.EVERYONE)
    for name in ("act", "seats", "start", "retry", "abandon", "next", "invite", "watching", "send-away", "nudge"):
        assert signed_in(charlie).post(f"/tables/{table.pk}/{name}/").status_code == 404, name


# --- the API


def test_the_api_tells_and_changes_it(table: Table, alice: Player, charlie: Player) -> None:
    address = f"/api/v1/tables/{table.pk}/"
    alices, charlies = bearer(alice), bearer(charlie)
    client = Client()
    assert client.get(address, headers=charlies).status_code == 404
    changed = client.post(f"{address}watching/", {"watching": "link"}, "application/json", headers=alices)
    assert (changed.status_code, changed.json()["watching"]) == (200, "link")
    deals.start_attempt(table_id=table.pk, player=alice)
    view = client.get(f"{address}view/", headers=charlies).json()["view"]
    assert (view["seat"], view.get("hand"), view["legal"]) == (None, None, [])
    assert client.post(f"{address}watchers/send-away/", headers=charlies).status_code == 404
    assert client.post(f"{address}watchers/send-away/", headers=alices).status_code == 204
    assert client.get(f"{address}view/", headers=charlies).json()["view"] is None
    late = client.post(f"{address}watching/", {"watching": "crew"}, "application/json", headers=alices)
    assert (late.status_code, late.json()["code"]) == (409, "watching-fixed")
    opened = client.post(
        "/api/v1/tables/",
        {"game": "planet-nine", "mission": "1", "players": 3, "watching": "players"},
        "application/json",
        headers=alices,
    )
    assert opened.json()["watching"] == "players"
