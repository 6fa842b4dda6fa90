"""As it was played: a moment's page holds nothing of later ones."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.test import Client

import games
from logbook.people.models.players import Player
from logbook.replays.models.analyses import Analysis
from logbook.reviews import services
from logbook.reviews.models import Comment
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Seat, Table
from tests.conftest import SignedIn
from tests.reviews.scenes import address, attempt_with, finished, lines
from tests.site.secrecy_scenes import CHANGES_EVERY_TIME
from tests.tables.attempts_scenes import open_table, started
from tests.wide import WIDE

pytestmark = [pytest.mark.django_db, pytest.mark.once]

GAMES = {
    "planet-nine": {"game": "planet-nine", "mission": "4"},
    "deep-sea": {"game": "deep-sea", "mission": "12"},
    "deep-blue": {"game": "deep-blue", "mission": "troubled-waters"},
}


@pytest.fixture
def three(alice: Player, bob: Player, olga: Player) -> list[Player]:
    return [alice, bob, olga]


def page_of(client: Client, attempt: Attempt, step: int) -> str:
    """Return the page of a moment; numbers of attempts and tables are left out, and what each request draws anew."""
    answer = client.get(address(attempt, "replay-as-played"), {"step": step})
    assert answer.status_code == 200
    page = CHANGES_EVERY_TIME.sub("", answer.text)
    return re.sub(r"/(replays|tables)/\d+/", r"/\1/N/", page)


def setup_for(players: list[Player], game: str) -> games.Setup:
    table = open_table(*players, game=GAMES[game]["game"], mission=GAMES[game]["mission"])
    return event_replay.setup_of(started(table, players[0]))


def spoil(attempt: Attempt, players: list[Player], same: int) -> None:
    """Add everything to an attempt that could tell of its later moments."""
    for number in range(3):
        services.write_comment(
            attempt=attempt, by=players[number % 3], step=min(same + 1 + number, attempt.length), text=f"later {number}"
        )
    Analysis.objects.create(
        attempt=attempt, solver=1, winnable=[True] * (same + 1) + [False] * (attempt.length - same), fatal=same
    )
    Seat.objects.filter(table=attempt.table, number=1).update(stand_in="careful", agreed=[0])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12 if WIDE else 2))
@pytest.mark.parametrize("game", GAMES)
def test_equal_beginnings_give_equal_pages(game: str, seed: int, three: list[Player], signed_in: SignedIn) -> None:
    one, other, same = lines(setup_for(three, game), seed)
    attempts = [attempt_with(three, actions, **GAMES[game]) for actions in (one, other)]
    spoil(attempts[1], three, same)
    client, chance = signed_in(three[0]), Random(seed)
    for step in {0, same, *chance.sample(range(same + 1), min(same, 4))}:
        assert page_of(client, attempts[0], step) == page_of(client, attempts[1], step), step
    assert page_of(client, attempts[0], same + 1) != page_of(client, attempts[1], same + 1)


@pytest.mark.parametrize("game", GAMES)
def test_end_from_outside_stays_hidden(game: str, three: list[Player], signed_in: SignedIn) -> None:
    """An attempt that was given up looks like one that goes on, until the step after its last action."""
    whole, _other, _same = lines(setup_for(three, game), 1)
    ended, played = (attempt_with(three, actions, **GAMES[game]) for actions in (whole[:5], whole))
    client = signed_in(three[0])
    assert page_of(client, ended, 5) == page_of(client, played, 5)
    last = page_of(client, ended, 6)
    assert "given up" in last
    assert "Open the replay" in last
    assert page_of(client, ended, 7).replace("step=7", "step=6") == last


@pytest.mark.parametrize("game", GAMES)
def test_end_leads_to_the_replay(game: str, three: list[Player], signed_in: SignedIn) -> None:
    whole, _other, _same = lines(setup_for(three, game), 1)
    attempt, client = attempt_with(three, whole, **GAMES[game]), signed_in(three[0])
    for step, is_end in ((0, False), (len(whole) - 1, False), (len(whole), True), (10**8, True)):
        page = page_of(client, attempt, step)
        assert ("Open the replay" in page) == is_end
        assert ('data-step="forward"' in page) != is_end
        assert f"{len(whole)}" not in re.findall(r'stepper__figure figures">(.*?)<', page) or is_end
    assert (
        address(attempt, "replay") + "?step=" in client.get(address(attempt, "replay-as-played"), {"step": 10**8}).text
    )


def test_comments_appear_as_they_are_reached(three: list[Player], signed_in: SignedIn) -> None:
    attempt, client = finished(*three), signed_in(three[1])
    for step in (2, 5):
        services.write_comment(attempt=attempt, by=three[0], step=step, text=f"at {step}")
    shown = {step: re.findall(r"at \d", page_of(client, attempt, step)) for step in (1, 2, 4, 5)}
    assert shown == {1: [], 2: ["at 2"], 4: ["at 2"], 5: ["at 2", "at 5"]}


def test_comment_written_there_leads_back_there(three: list[Player], signed_in: SignedIn) -> None:
    attempt, client = finished(*three), signed_in(three[0])
    services.write_comment(attempt=attempt, by=three[1], step=9, text="Spoiler")
    fields = {"step": "2", "text": "So far so good", "as-played": "1"}
    answer = client.post(address(attempt), fields)
    assert answer.headers["Location"] == f"{address(attempt, 'replay-as-played')}?step=2#review"
    own = Comment.objects.get(step=2)
    refused = client.post(address(attempt), fields | {"text": ""})
    assert refused.status_code == 422
    for page in (
        refused.text,
        client.get(f"{address(attempt)}?as-played=1&step=2").text,
        client.get(address(attempt, "comment", own.pk) + "?as-played=1").text,
        client.get(address(attempt, "comment-delete", own.pk) + "?as-played=1").text,
    ):
        assert "Spoiler" not in page
        assert f"{address(attempt, 'replay-as-played')}?step=2#review" in page
        assert f"{address(attempt, 'replay')}?" not in page
    edit = address(attempt, "comment", own.pk) + "?as-played=1"
    assert edit in client.get(address(attempt, "replay-as-played"), {"step": "2"}).text
    assert client.post(edit, {"text": "Still good"}).headers["Location"] == answer.headers["Location"]
    gone = client.post(address(attempt, "comment-delete", own.pk) + "?as-played=1")
    assert gone.headers["Location"] == answer.headers["Location"]


def test_replay_links_it_and_strangers_find_nothing(three: list[Player], charlie: Player, signed_in: SignedIn) -> None:
    attempt = finished(*three)
    page = signed_in(three[0]).get(address(attempt, "replay")).text
    assert f'href="{address(attempt, "replay-as-played")}"' in page
    assert f'data-share="http://testserver{address(attempt, "replay-as-played")}"' in page
    for client in (signed_in(charlie), Client()):
        assert client.get(address(attempt, "replay-as-played")).status_code == 404
    Attempt.objects.update(state="success")
    Table.objects.update(state="won")
    assert Client().get(address(attempt, "replay-as-played")).status_code == 200
