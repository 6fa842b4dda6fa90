"""Playing on from the replay of a race, alone or with bots: nothing is stored."""

from __future__ import annotations

import pytest
from django.test import Client

from logbook.people.models.players import Player
from logbook.races.selectors import variations as race_variations
from logbook.replays.services import play_on
from logbook.replays.variations import Variation
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from tests.conftest import SignedIn
from tests.races.race_scenes import controls_of, race_of, raced, texts_of
from tests.replays.play_on_scenes import everything, url_of
from tests.replays.scenes import follow
from tests.rounds.templates_scenes import controls

pytestmark = [pytest.mark.django_db, pytest.mark.once]

EARLY = 6
"""A moment near the start of a race."""


@pytest.fixture
def over(alice: Player) -> Attempt:
    """A race of three, played to its end."""
    return raced(race_of(alice), seed="test/1")


def test_one_plays_on_for_everybody_and_nothing_is_kept(over: Attempt, alice: Player, signed_in: SignedIn) -> None:
    client, before = signed_in(alice), everything()
    fields = dict(client.get(f"/replays/{over.pk}/", {"step": EARLY}).context["replay"].fields)
    page = client.get(url_of(over), fields).context["replay"]
    setup, record = event_replay.setup_of(over), event_replay.actions_of(over)
    for number in range(1, 4):
        state = event_replay.state_after(setup, (*record[:EARLY], *Variation.read(dict(page.fields)).moves))
        actor = min(state.waiting_on)
        assert set(texts_of(page.page)) == set(state.view(actor).as_dict()["legal"])
        page = follow(client, url_of(over), dict(page.fields) | {"action": texts_of(page.page)[-1]})
        assert (page.step, page.last) == (EARLY + number, EARLY + number)
        assert page.aside.sentence.startswith("You play every seat")
    accesses = {"DealAccess"}
    assert {name: rows for name, rows in everything().items() if name not in accesses} == {
        name: rows for name, rows in before.items() if name not in accesses
    }


def test_bots_play_until_it_is_ones_turn_again(over: Attempt, alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    page = follow(client, url_of(over), {"from": str(EARLY), "moves": "", "seat": "0", "bot": "careful", "go": "1"})
    assert page.page.your_turn
    again = follow(client, url_of(over), dict(page.fields) | {"action": texts_of(page.page)[-1]})
    assert again.page.your_turn or again.page.end
    assert again.last > page.last
    earlier = client.get(again.back_href)
    assert earlier.status_code == 200
    assert not controls(earlier.text).actions or earlier.context["replay"].step < again.last


def test_what_is_offered_is_on_the_page_and_goes_by_its_address(
    over: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    html = signed_in(alice).get(url_of(over), {"from": str(EARLY), "moves": ""})
    page, moment = html.context["replay"].page, html.text.split('id="moment"')[1]
    assert set(controls(moment).actions) - {""} == controls_of(page)
    assert "/act/" not in moment
    assert "Give up this race" not in moment


@pytest.mark.parametrize(
    "fields",
    [
        {"from": "99999"},
        {"from": "x"},
        {"from": "0", "moves": "7 rest"},
        {"from": "0", "seat": "9", "bot": "careful"},
        {"from": "0", "seat": "0", "bot": "nobody"},
    ],
)
def test_an_address_that_leads_nowhere_is_not_found(fields: dict[str, str], over: Attempt, client: Client) -> None:
    assert client.get(url_of(over), fields).status_code == 404


def test_what_cannot_be_done_is_refused_in_words(over: Attempt, client: Client) -> None:
    response = client.post(url_of(over), {"from": "0", "moves": "", "action": "dive A9"})
    assert response.status_code == 422
    assert "can’t dive at A9" in response.text


def test_strangers_without_a_name_play_without_bots(over: Attempt, client: Client) -> None:
    assert "practise-alone" in client.get(f"/replays/{over.pk}/?step={EARLY}").text
    assert "practise-bots" not in client.get(f"/replays/{over.pk}/?step={EARLY}").text
    fields = {"from": str(EARLY), "seat": "0", "bot": "careful", "go": "1"}
    assert client.post(url_of(over), fields).status_code == 404


def test_a_line_ends_where_its_address_does(
    over: Attempt, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (race_variations, play_on):
        monkeypatch.setattr(module, "MOST_MOVES", 2)
    fields = {"from": str(EARLY), "moves": "", "seat": "0", "bot": "random", "go": "1"}
    page = follow(signed_in(alice), url_of(over), fields)
    while page.fields:
        page = follow(signed_in(alice), url_of(over), dict(page.fields) | {"action": texts_of(page.page)[-1]})
    assert page.last == EARLY + 2
    assert "ends here" in page.aside.sentence
