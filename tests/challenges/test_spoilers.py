"""The spoiler lock of the whole site: no response depends on what a reader must not know of a running challenge.

After a random history each reader fetches every address. Then everything that they must not know changes: the cards of
deals they have not finished, their seeds and their difficulty, and other crews' results. Every response stays the same,
byte for byte.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import product
from random import Random

import pytest
import time_machine
from django.db import transaction
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import NoReverseMatch, URLResolver, reverse
from django.urls.resolvers import URLPattern

from logbook.campaigns.models import Campaign, LogEntry
from logbook.campaigns.services import campaigns
from logbook.challenges.access.deals import has_finished, known_deals_in
from logbook.challenges.models.challenges import Candidate, Challenge, Deal
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.services import deal_access, reports
from logbook.challenges.services.reports import Report
from logbook.challenges.services.sitters import PersonOrName
from logbook.clubs.models import Club, ClubCrew, ClubMember
from logbook.crews.models.crews import Crew, CrewMember
from logbook.leaderboards.services import results
from logbook.lib.exceptions import Refusal
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Seat, Sitting, Table
from logbook.urls import urlpatterns
from tests import wide
from tests.challenges.scenes import NOON, deal, end, stage_of, table_of
from tests.conftest import SignedIn, person
from tests.site.secrecy_scenes import CHANGES_EVERY_TIME

pytestmark = [pytest.mark.django_db, pytest.mark.once]

UNENDING = {"table-stream", "challenge-stream", "import-stream"}
BEARERS = {"seat-page", "invite", "mail-stop", "calendar"}
"""Pages for any holder of a secret address."""
SUMS = {"mission", "mission-list", "leaderboard-list"}
"""Sums over all attempts at a mission: they change with every run, and name no player."""
DONE = (Table.State.WON, Table.State.ENDED)

Key = tuple[int, int]


@pytest.fixture
def cast(
    club: Club, crew: Crew, rivals: Crew, alice: Player, bob: Player, charlie: Player, olga: Player
) -> list[Player]:
    """Alice and Bob in one crew, Bob and Charlie in another, Dora alone in a third; Olga and Eve in none."""
    dora, eve = person("Dora"), person("Eve")
    CrewMember.objects.create(crew=rivals, player=bob)
    third = Crew.objects.create(name="Cygnus", slug="cygnus")
    CrewMember.objects.create(crew=third, player=dora)
    ClubCrew.objects.create(club=club, crew=third)
    ClubMember.objects.create(club=club, player=eve)
    campaign = Campaign.objects.create(crew=crew, game="planet-nine", name="Winter")
    campaign.entries.create(mission="4", won=False, played_on=NOON.date())
    campaigns.recompute_missions(campaign.pk)
    return [alice, bob, charlie, dora, eve, olga]


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    with time_machine.travel(NOON + timedelta(minutes=5), tick=False):
        yield


# --- a random history


def play_on(chance: Random, challenge: Challenge, people: list[Player]) -> None:
    """Something that may happen: a deal, online or on paper, the end of one, or a player who gives one up."""
    crew, number = chance.choice(list(Crew.objects.order_by("pk"))), chance.choice((1, 2))
    members = list(Player.objects.filter(crew_memberships__crew=crew).order_by("pk"))
    player, stage = chance.choice(members), stage_of(challenge, number)
    table = Table.objects.filter(crew=crew, stage=stage).first()
    running = table.attempts.filter(state="playing").first() if table else None
    if chance.random() < 0.2:
        deal_access.give_up_deal(player=chance.choice(people), stage=stage, number=chance.choice((1, 2, 3)))
    elif table is not None and running is not None:
        _end(chance, table, running, player)
    elif chance.random() < 0.4:
        named: dict[int, PersonOrName] = {0: player if chance.random() < 0.5 else "Ann", 1: "Ben", 2: "Cleo"}
        reports.hand_out_attempt(challenge=challenge, stage=stage, crew=crew, player=player, sitters=named)
    else:
        table = table or table_of(challenge, crew, player, number)
        sitters = table.seats.exclude(player=None).first()
        for seat in table.seats.filter(player=None, bot=""):
            Seat.objects.filter(pk=seat.pk).update(bot="careful")
        if sitters is not None and sitters.player is not None:
            deal(table, sitters.player)


def _end(chance: Random, table: Table, running: Attempt, player: Player) -> None:
    won, distress = chance.random() < 0.4, chance.random() < 0.3
    if running.is_at_a_real_table:
        sitters: dict[int, PersonOrName] = {0: player if chance.random() < 0.7 else "Ann", 1: "Ben", 2: "Cleo"}
        told = Report(success=won, distress=distress, tricks=chance.randint(1, 9), sitters=sitters)
        reports.report_attempt(table_id=table.pk, number=running.number, player=player, report=told)
        results.recompute_result(table_id=table.pk)
    else:
        end(table, won=won, distress=distress)


# --- what a reader may know, said once more and otherwise


def crews_in(player: Player, challenge: Challenge) -> list[Crew]:
    return [entry.crew for entry in challenge.club.entries.all() if entry.crew.members.filter(player=player).exists()]


def knows(player: Player, challenge: Challenge, key: Key) -> bool:
    stage, number = key
    if DealAccess.objects.filter(player=player, stage=stage, attempt=number, how__in=("gave-up", "director")).exists():
        return True
    ended = [one for one in Attempt.objects.filter(table__stage=stage, number=number) if one.state != "playing"]
    mine = [one for one in ended if _was_there(player, one)]
    return bool(mine) and all(_is_past(crew, key) for crew in crews_in(player, challenge))


def _was_there(player: Player, attempt: Attempt) -> bool:
    if attempt.place == "table":
        return Sitting.objects.filter(attempt=attempt, player=player).exists()
    return Seat.objects.filter(table=attempt.table, player=player).exists()


def _is_past(crew: Crew, key: Key) -> bool:
    table = Table.objects.filter(crew=crew, stage=key[0]).first()
    if table is None:
        return False
    return table.state in DONE or table.attempts.filter(number=key[1]).exclude(state="playing").exists()


def is_done(player: Player, challenge: Challenge) -> bool:
    crews = crews_in(player, challenge)
    if not crews:
        return player.name == "Olga"
    over = Table.objects.filter(crew__in=crews, stage__challenge=challenge, state__in=DONE).count()
    return over == len(crews) * challenge.stages.count()


def in_hand(player: Player, key: Key) -> bool:
    """Whether the person holds cards of this deal now, or has just put them down: their own they see."""
    seats = Seat.objects.filter(player=player, table__stage=key[0]).values("table")
    return Attempt.objects.filter(table__in=seats, number=key[1], place="online").exists()


# --- every address


def _pages(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _pages(pattern.url_patterns)
        else:
            yield pattern


def addresses(challenge: Challenge) -> list[tuple[str, str]]:
    values: dict[str, list[object]] = {
        "challenge_id": [challenge.pk],
        "stage": [1, 2],
        "attempt": [1, 2, 3],
        "number": [1, 2, 3],
        "table_id": list(Table.objects.order_by("pk").values_list("pk", flat=True)),
        "attempt_id": list(Attempt.objects.order_by("pk").values_list("pk", flat=True)),
        "crew_slug": list(Crew.objects.order_by("pk").values_list("slug", flat=True)),
        "pk": [challenge.created_by_id, Player.objects.get(name="Bob").pk],
        "game": ["planet-nine"],
        "paper": ["a5"],
        "mission": ["1", "4"],
        "entry": list(LogEntry.objects.order_by("pk").values_list("pk", flat=True)),
    }
    people, logbooks = values["pk"], list(Campaign.objects.order_by("pk").values_list("pk", flat=True))
    found = []
    for pattern in _pages(urlpatterns):
        name, wanted = pattern.name or "", list(pattern.pattern.converters)
        if name in UNENDING | BEARERS:
            continue
        clubs = name.startswith(("club", "challenge"))
        values["pk"] = list(logbooks) if name.startswith("campaign") else people
        values["slug"] = [challenge.club.slug] if clubs else list(values["crew_slug"])
        for chosen in product(*(values.get(key, ["x"]) for key in wanted)):
            with contextlib.suppress(NoReverseMatch):
                found.append((name, reverse(name, kwargs=dict(zip(wanted, chosen, strict=True)))))
    # Opening a deal is itself recorded, so the list of deal access is read last.
    return sorted(found, key=lambda place: place[0] == "challenge-accesses")


def read(client: Client, places: list[tuple[str, str]]) -> dict[tuple[str, str], str]:
    answers = {}
    for place in places:
        answer = client.get(place[1])
        text = "" if answer.status_code == 405 else said(answer)
        answers[place] = f"{answer.status_code} {answer.headers.get('Location', '')} {CHANGES_EVERY_TIME.sub('', text)}"
    return answers


def said(answer: HttpResponseBase) -> str:
    """All of an answer, also of one that is written while it is sent, or is no text."""
    return b"".join(answer).decode(errors="replace")


# --- another world


def change_deals(unknown: list[Key], *, hardness: bool) -> None:
    """Other cards, another seed, another difficulty."""
    for stage, number in unknown:
        seed = f"another/{stage}/{number}"
        Deal.objects.filter(stage=stage, attempt=number).update(seed=seed)
        Attempt.objects.filter(table__stage=stage, number=number).update(seed=seed)
        if hardness:
            picked = Candidate.objects.filter(deal__stage=stage, deal__attempt=number, picked=True)
            picked.update(wins=1, playouts=997, random_share=0.5, rejected="too-hard")


def change_others(challenge: Challenge, own: list[Crew]) -> None:
    """The other crews fared otherwise in what they have finished."""
    others = Table.objects.filter(stage__challenge=challenge).exclude(crew__in=own)
    for attempt in Attempt.objects.filter(table__in=others).exclude(state="playing"):
        attempt.state = "failure" if attempt.state == "success" else "success"
        attempt.distress, attempt.tricks = not attempt.distress, attempt.tricks + 1
        attempt.save()
    for table in others:
        results.recompute_result(table_id=table.pk)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(wide.of(1, 10)))
def test_no_page_hangs_on_what_its_reader_must_not_know(
    seed: int, running: Challenge, cast: list[Player], signed_in: SignedIn
) -> None:
    chance = Random(seed)
    for _step in range(20):
        with contextlib.suppress(Refusal):
            play_on(chance, running, cast)
    places = addresses(running)
    keys = [(stage.pk, number) for stage in running.stages.all() for number in (1, 2, 3)]
    locked = 0
    for player in chance.sample(cast, wide.of(1, 2)):
        unknown = [key for key in keys if not knows(player, running, key)]
        done = is_done(player, running)
        assert known_deals_in(player, running) == set(keys) - set(unknown)
        assert has_finished(player, running) == done
        unknown = [key for key in unknown if not in_hand(player, key)]
        locked += _compare(signed_in(player), running, unknown, crews_in(player, running), places, done=done)
    assert locked > 3
    if seed == 0:
        _compare(Client(), running, keys, [], places, done=False)


def _compare(
    client: Client,
    challenge: Challenge,
    unknown: list[Key],
    own: list[Crew],
    places: list[tuple[str, str]],
    *,
    done: bool,
) -> int:
    read(client, [place for place in places if place[0] == "deal"])  # This adds their deal access to the list.
    before = read(client, places)
    seeds = {challenge.secret, challenge.base_seed, *Deal.objects.values_list("seed", flat=True)}
    told = "".join(before.values())
    assert not [seed for seed in seeds if seed in told]
    readable = [place for place in places if not before[place].startswith("405")]
    with transaction.atomic():
        change_deals(unknown, hardness=not done)
        assert _changed(client, [place for place in readable if place[0] in SUMS], before) == []
        if not done:
            change_others(challenge, own)
        assert _changed(client, [place for place in readable if place[0] not in SUMS], before) == []
        transaction.set_rollback(True)
    return len(unknown)


def _changed(
    client: Client, places: list[tuple[str, str]], before: dict[tuple[str, str], str]
) -> list[tuple[str, str]]:
    after = read(client, places)
    return [place for place in places if before[place] != after[place]]
