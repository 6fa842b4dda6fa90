"""Scenes of exchange: a crew's whole logbook, its export, and another site that imports it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from logbook.campaigns.models import Campaign, LogEntry, MissionLog
from logbook.campaigns.services.campaigns import close_campaign, open_campaign, recompute_missions
from logbook.campaigns.services.entries import Attendee, EntryData, add_entry, correct_entry, remove_entry
from logbook.challenges.access.replays import open_attempts
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest, GuestClaim, Substitute
from logbook.crews.models.merges import CrewMerge
from logbook.crews.models.notes import CrewNote
from logbook.exchange.models import Import, ImportedExtra
from logbook.exchange.selectors import crews
from logbook.exchange.selectors.imports import chosen_in, import_page
from logbook.leaderboards.models.results import Result
from logbook.people import site_identity
from logbook.people.models.players import Player
from logbook.people.models.site_identity import SiteIdentity, secret_new
from logbook.reviews.models import Comment
from logbook.tables.models import Attempt, Seat, Table
from tests.conftest import person
from tests.exchange.files import confirm


def exported(crew: Crew, player: Player | None = None) -> str:
    attempts = Attempt.objects.filter(table__crew=crew).select_related("table__stage__challenge")
    return "".join(crews.crew_json(crew, open_attempts(player, list(attempts))))


def as_table(crew: Crew, language: str = "en") -> str:
    return "".join(crews.crew_table(crew, language))


def everything(crew: Crew, alice: Player, bob: Player, charlie: Player) -> Crew:
    """A crew with everything: two campaigns, guests, corrections, removed entries, tables, a former member."""
    CrewMember.objects.create(crew=crew, player=charlie, left_at=datetime(2025, 1, 1, tzinfo=UTC))
    gus, zoe = (Guest.objects.create(crew=crew, name=name) for name in ("Gus", "Zoë; the =1st"))
    Guest.objects.create(crew=crew, name="Never there", claimed_by=bob)
    space = open_campaign(crew=crew, by=alice, game="planet-nine", name="Mondays")
    sea = open_campaign(crew=crew, by=bob, game="deep-sea", name="=Under\twater", in_order=False)
    everybody = (Attendee(alice, captain=True), Attendee(bob), Attendee(guest=gus, substitute=True), Attendee())
    lines = [
        add_entry(
            campaign=space,
            by=(alice, bob)[number % 2],
            key=uuid4(),
            mission=str(1 + number // 2),
            won=number % 2 == 1,
            distress=number == 3,
            played_on=date(2024, 3, 1) + timedelta(days=number),
            players=4,
            minutes=None if number % 3 else 12,
            note=("", "=cmd|' /C calc'!A0", 'été "–"; 日本,\nline', "-1", "'=x", "\t=1")[number % 6],
            attendance=everybody[: number % 4 + 1],
        )
        for number in range(12)
    ]
    found = EntryData(mission="34", won=True, played_on=date(2024, 5, 1), attendance=(Attendee(guest=zoe),))
    line_of(sea, found)
    correct_entry(entry_id=lines[3].pk, by=bob, won=False, attendance=everybody[:2], note="corrected")
    correct_entry(
        entry_id=lines[3].pk, by=alice, won=True, attendance=(Attendee(bob), Attendee(guest=zoe, captain=True))
    )
    remove_entry(entry_id=lines[5].pk, by=alice)
    close_campaign(campaign_id=sea.pk, by=alice)
    played = EntryData(mission="4", won=True, played_on=date(2024, 6, 1))
    line_of(space, played, source="online", attempt=_played_online(crew, alice, bob, space))
    _history(crew, alice, bob, gus, sea)
    return crew


def _played_online(crew: Crew, alice: Player, bob: Player, campaign: Campaign) -> Attempt:
    """A table that was won at its second attempt, which has comments; returns that attempt."""
    table = Table.objects.create(
        game="planet-nine", mission="4", players=2, crew=crew, opened_by=alice, campaign=campaign, state="won"
    )
    Seat.objects.create(table=table, number=0, player=alice)
    Seat.objects.create(table=table, number=1, bot="careful")
    for number, state in ((1, "failure"), (2, "success")):
        attempt = table.attempts.create(
            number=number, seed=f"{table.base_seed}/{number}", rules=1, state=state, reason_code="why", tricks=7
        )
    said = datetime(2025, 1, 2, tzinfo=UTC)
    Comment.objects.create(attempt=attempt, player=alice, step=3, text="Why not\nthe nine?", edited_at=said)
    Comment.objects.create(attempt=attempt, player=bob, step=0, removed_at=said, reason="Rude")
    Result.objects.create(
        table=table, crew=crew, game="planet-nine", mission="4", players=2, won=True, attempts=2,
        distress=False, score=2, finished_at=datetime(2025, 1, 1, tzinfo=UTC),
    )  # fmt: skip
    return attempt


def _history(crew: Crew, alice: Player, bob: Player, gus: Guest, sea: Campaign) -> None:
    """Add a substitute, a claimed guest, a request to another crew, a crew split off, and a copied campaign."""
    nora, said = person("Nora"), datetime(2025, 2, 2, tzinfo=UTC)
    other = Crew.objects.create(name="Corona", slug="corona")
    Substitute.objects.create(crew=crew, player=nora, since=said)
    GuestClaim.objects.create(
        guest=gus, player=bob, state="declined", asked_at=said, answered_by=alice, answered_at=said
    )
    CrewMerge.objects.create(crew=crew, asked_by=alice, state="declined", answered_by=nora, answered_at=said)
    CrewMerge.objects.create(crew=crew, asked_by=bob, into=other, state="agreed", answered_by=nora, answered_at=said)
    CrewNote.objects.create(crew=crew, kind="came-of", by=nora, other=other, other_name="Corona", at=said)
    CrewNote.objects.create(crew=crew, kind="name-taken", at=said)
    Crew.objects.filter(pk=crew.pk).update(became=other, became_at=said)
    crew.refresh_from_db()
    first = Campaign.objects.create(crew=other, game="deep-sea", name="The first")
    Campaign.objects.filter(pk__in=(first.pk, sea.pk)).update(opened_at=said)
    Campaign.objects.filter(pk=sea.pk).update(copied_from=first)
    sea.entries.update(copied=True)
    recompute_missions(sea.pk)


def another_site(monkeypatch: pytest.MonkeyPatch, settings_: Any) -> None:
    """Delete everything, continue the primary keys elsewhere, and change the site's keys."""
    for model in (ImportedExtra, Import, LogEntry, MissionLog, Campaign, Guest, Result, Table, CrewMember, Crew):
        model.objects.all().delete()
    Player.objects.all().delete()
    settings_.SECRET_KEY = "another site's"
    SiteIdentity.objects.update(secret=secret_new())
    site_identity.forget()


def founded(name: str, founder: str) -> tuple[Crew, Player]:
    ana = person(founder)
    crew = Crew.objects.create(name=name, slug=f"{name.lower()}-2")
    CrewMember.objects.create(crew=crew, player=ana, role=CrewMember.Role.FOUNDER)
    return crew, ana


def by_default(job: Import) -> Import:
    """Confirm the import with the choices that its page suggests."""
    page = import_page(job)
    chosen = {one.field: one.suggestion for one in (*page.people, *page.campaigns)}
    return confirm(job, chosen_in(job, "people", chosen), chosen_in(job, "campaigns", chosen))


def line_of(campaign: Campaign, said: EntryData, **more: Any) -> None:
    add_entry(
        campaign=campaign, by=None, key=uuid4(), **{name: getattr(said, name) for name in EntryData.__slots__}, **more
    )
