"""A site with one object of everything, and its addresses, for tests of the whole API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from django.test import Client
from django.utils import timezone

from logbook.campaigns.services import campaigns as campaign_services
from logbook.campaigns.services import entries
from logbook.campaigns.services.entries import Attendee
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.handouts import SeatHandout
from logbook.challenges.services import challenges, lifecycle, reports, rulings
from logbook.clubs.models import Club, JoinRequest
from logbook.clubs.services import news, removals
from logbook.crews.models.crews import Crew
from logbook.crews.services import guests, merge
from logbook.notifications.models import Webhook
from logbook.people.models.players import Player
from logbook.people.services import invitations, tokens
from logbook.reviews import services as reviews
from logbook.seasons.models.seasons import Season, Series
from logbook.seasons.services import series
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals, tables
from tests.challenges.scenes import HOUR, make
from tests.daily.scenes import unproven_deal
from tests.exchange.files import HEADER, bring, name_columns

TODAY = date(2026, 11, 20)
ALL = ("read", "play", "write", "manage")


@dataclass(frozen=True)
class World:
    """The objects by the names of the API's path parameters."""

    key: str
    here: Mapping[str, Any]

    def value(self, path: str, name: str) -> Any:
        """Return the value of a path parameter; of several objects with one name, the first whose path matches."""
        found = self.here[name]
        if not isinstance(found, dict):
            return found
        return next(value for place, value in found.items() if place in path)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}


def key_of(player: Player, *scopes: str) -> str:
    _token, key = tokens.create_token(player=player, name="test", scopes=scopes or ALL, days=30)
    return key


def bearer(player: Player, *scopes: str) -> dict[str, str]:
    """Return headers for Django's test client."""
    return {"authorization": f"Bearer {key_of(player, *scopes)}"}


class Program:
    """A player's program, with a token of these scopes."""

    def __init__(self, player: Player, *scopes: str) -> None:
        self.client, self.headers = Client(), bearer(player, *scopes)

    def __call__(self, method: str, address: str, body: Any = None, *, status: int = 200) -> Any:
        call = getattr(self.client, method)
        data = () if method == "get" else (body or {}, "application/json")
        answer = call(f"/api/v1/{address}", *data, headers=self.headers)
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None


def a_table(player: Player, *, crew: Crew | None = None, dealt: bool = True) -> Table:
    """Return a table of the player and two bots."""
    table = tables.open_table(player=player, game="planet-nine", mission="1", players=3, crew=crew)
    for number in (1, 2):
        tables.put_bot(table_id=table.pk, by=player, number=number, bot="random")
    if dealt:
        deals.start_attempt(table_id=table.pk, player=player)
    return Table.objects.get(pk=table.pk)


def finished(player: Player) -> Attempt:
    """Return an abandoned attempt, at a table of its own."""
    table = a_table(player)
    attempts.abandon_attempt(table_id=table.pk, player=player, seen=table.version)
    return table.attempts.get()


def open_challenge(club: Club, by: Player) -> Challenge:
    """Return an open challenge."""
    now = timezone.now()
    challenge = make(club, by, missions=["1"], opens_at=now - HOUR, closes_at=now + 48 * HOUR)
    challenges.prepare_challenge(challenge_id=challenge.pk)
    challenge.refresh_from_db()
    return challenge


def make_world(alice: Player, bob: Player, charlie: Player, crew: Crew, club: Club) -> World:
    """Create the world: Alice owns the club and founded the crew, Charlie asks to join and is a substitute."""
    campaign = campaign_services.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter")
    line = entries.add_entry(
        campaign=campaign, by=alice, key=uuid4(), mission="1", won=True, played_on=TODAY, attendance=[Attendee(alice)]
    )
    here = {
        "crew": crew.slug,
        "game": "planet-nine",
        "day": unproven_deal(timezone.now().date()).date.isoformat(),
        "players": 4,
        "mission": "1",
        "campaign": campaign.pk,
        "entry": line.pk,
        **_people(crew, bob, charlie),
        **_in_club(club, alice, charlie),
        **_challenged(club, crew, alice),
        **_brought(crew, alice),
    }
    invited = invitations.create_invitation(by=alice, crew=crew)
    removed = Player.objects.create(name="Rex")
    removals.remove_member(club=club, by=alice, player=removed)
    here["player"]["/removed/"] = removed.pk
    here["slug"] = {"/clubs/": club.slug, "/crews/": crew.slug}
    ended = finished(alice)
    here["attempt"] = {"/deals/": 1, "": ended.pk}
    here["comment"] = reviews.write_comment(attempt=ended, by=alice, step=0, text="Why not the nine?").pk
    asked = merge.propose_merge(crew=crew, by=alice)
    here["token"] = {"/links/": invited.token, "/seats/": here.pop("seat"), "/merges/": asked.token}
    here["seat"] = 0
    here["invitation"] = invited.pk
    return World(key_of(alice), here)


def _people(crew: Crew, bob: Player, charlie: Player) -> dict[str, Any]:
    guest = guests.ensure_guest(crew=crew, name="Walter")
    guests.add_substitute(crew=crew, player=charlie)
    claim = guests.claim_guest(guest=guest, player=bob)
    return {"guest": guest.pk, "claim": claim.pk, "player": {"/substitutes/": charlie.pk, "/members/": bob.pk}}


def _in_club(club: Club, alice: Player, charlie: Player) -> dict[str, Any]:
    Club.objects.filter(pk=club.pk).update(public=True)
    season = series.create_season(
        club=club, by=alice, name="Spring", starts_on=TODAY, ends_on=TODAY + timedelta(days=90), best_n=3
    )
    asking = JoinRequest.objects.create(club=club, player=charlie, words="Hello")
    post = news.write_news(club=club, by=alice, title="News", text="We play on Fridays.")
    hook = Webhook.objects.create(club=club, url="https://example.org/hook", kinds=["news"], created_by=alice)
    return {
        "id": {"/requests/": asking.pk, "/news/": post.pk},
        "season": season.pk,
        "series": weekly(season, alice).pk,
        "webhook": hook.pk,
    }


def weekly(season: Season, by: Player) -> Series:
    """Return a series of the season, every Friday evening."""
    rhythm = {"weekday": 4, "hour": 18, "time_zone": "Europe/Berlin", "window_hours": 48}
    return series.create_series(
        season=season, by=by, title="Fridays", game="planet-nine", rotation=[["1"]], players=3, **rhythm
    )


def _challenged(club: Club, crew: Crew, alice: Player) -> dict[str, Any]:
    """Create a challenge with a ruling, whose first attempt the crew plays at a real table."""
    challenge = open_challenge(club, alice)
    later = challenge.closes_at + HOUR
    ruling = lifecycle.extend_challenge(rulings.Decision(challenge, alice, "Snow"), closes_at=later)
    stage = challenge.stages.get()
    sitters = dict(enumerate(("Ann", "Ben", "Cleo", "Dan", "Ed")[: challenge.players]))
    handed = reports.hand_out_attempt(challenge=challenge, stage=stage, crew=crew, player=alice, sitters=sitters)
    return {
        "challenge": challenge.pk,
        "ruling": ruling.pk,
        "table_id": {"/{number}/": handed.table_id, "/tables/": a_table(alice).pk},
        "number": 1,
        "stage": 1,
        "seat": SeatHandout.objects.get(attempt=handed.attempt_id, seat=0).token,
    }


def _brought(crew: Crew, alice: Player) -> dict[str, Any]:
    """Create an import with columns to name, and one that waits for a decision."""
    rows = f"{HEADER}1,2024-03-01,won,no,3,Alice; Zoe,\n".encode()
    waiting = name_columns(bring(crew, alice, rows, "rows.csv"))
    return {"job": {"/columns/": bring(crew, alice, rows, "rows.csv").pk, "/imports/": waiting.pk}}
