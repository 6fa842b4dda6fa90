"""What a page shows first: the open action, the standings, and what a word means."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.commit_reveal import Step
from logbook.challenges.models.challenges import Challenge
from logbook.people.models.players import Player
from logbook.rounds.site_words import SITE_WORDS
from logbook.templatetags.site import step_words
from tests.conftest import SignedIn
from tests.site.pseudo_scenes import rank_the_season, world
from tests.site.world import World

__all__ = ["world"]

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def closed(world: World) -> Challenge:
    return Challenge.objects.get(state="closed")


def test_a_closed_challenge_has_its_standings_first(closed: Challenge, alice: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).get(reverse("challenge", args=[closed.pk])).text
    headings = ('id="standings"', 'id="crew-', "<summary><h2 id=")
    places = [page.index(heading) for heading in headings]
    assert places == sorted(places)
    assert page.count('<details class="fold"><summary><h2') >= 2


def test_the_public_proof_folds_nothing(closed: Challenge) -> None:
    page = Client().get(reverse("challenge", args=[closed.pk])).text
    assert '<details class="fold" open><summary><h2 id="stage-pages">' in page


def test_a_season_shows_standings_before_weeks(world: World, alice: Player, signed_in: SignedIn) -> None:
    address = reverse("season", args=[world.words["season"]])
    before = signed_in(alice).get(address).text
    assert before.index('id="weeks"') < before.index('id="crews-season"')
    rank_the_season(world)
    after = signed_in(alice).get(address).text
    assert after.index('id="crews-season"') < after.index('id="weeks"')


@pytest.mark.parametrize("word", SITE_WORDS)
def test_every_word_has_its_page(word: str) -> None:
    page = Client().get(reverse("word", args=[word])).text
    title, sentences = SITE_WORDS[word]
    assert f"<h1>{title}</h1>" in page
    assert page.count("<p>") >= len(sentences)


def test_other_words_have_none() -> None:
    assert Client().get("/rules/words/whatever/").status_code == 404


def test_a_check_is_told_in_the_language_of_its_reader() -> None:
    step = Step(True, "in English", "seal-complete", {"number": 3})
    with translation.override("fr"):
        assert step_words(step) == "Toutes les donnes annoncées y sont (3)"
    refused = {
        "figures": {"code": "must-follow", "params": {"seat": 1, "suit": "G", "card": "B7"}},
        "stage": 1,
        "attempt": 2,
    }
    assert step_words(Step(False, "", "seal-refused", refused)).startswith(
        "Stage 1, attempt 2: Seat 2 must follow green"
    )
    assert step_words(Step(None, "no code")) == "no code"
