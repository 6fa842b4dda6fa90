"""Completeness of exports: every field of a crew's logbook is exported, or listed here with a reason.

A new field of one of these models fails this test until it is exported or listed.
"""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from logbook import models as m
from logbook.campaigns.models import Campaign, MissionLog
from logbook.crews.models.crews import Crew
from logbook.exchange.services.resolve import name_by_itself
from logbook.lib import announcements
from logbook.people.models.players import Player
from tests.exchange.files import bgstats, bring, confirm
from tests.exchange.scenes import by_default, everything, exported, founded

pytestmark = pytest.mark.django_db

# The place of each field in the file: "list.member", or a member of the crew itself. In a list any element counts.
EXPORTED: Final[dict[str, dict[str, str]]] = {
    "Crew": {"name": "crew.name", "created_at": "crew.founded", "became": "crew.became", "became_at": "crew.became.at"},
    "CrewMember": {
        "player": "people.id",
        "role": "people.memberships.role",
        "joined_at": "people.memberships.joined",
        "left_at": "people.memberships.left",
    },
    "Substitute": {"player": "people.id", "since": "people.substitute"},
    "Guest": {"name": "people.name", "claimed_by": "people.claimed_by"},
    "GuestClaim": {
        "guest": "people.id",
        "player": "people.claims.by",
        "state": "people.claims.state",
        "asked_at": "people.claims.asked",
        "answered_by": "people.claims.answered_by",
        "answered_at": "people.claims.answered",
    },
    "CrewMerge": {
        "into": "crew.unions.into",
        "state": "crew.unions.state",
        "asked_by": "crew.unions.asked_by",
        "asked_at": "crew.unions.asked",
        "answered_by": "crew.unions.answered_by",
        "answered_at": "crew.unions.answered",
    },
    "CrewNote": {
        "kind": "notes.kind",
        "at": "notes.at",
        "by": "notes.by",
        "other": "notes.other",
        "other_name": "notes.other_name",
        "key": "notes.key",
    },
    "Campaign": {
        "game": "campaigns.game",
        "name": "campaigns.name",
        "in_order": "campaigns.in_order",
        "opened_by": "campaigns.opened_by",
        "opened_at": "campaigns.opened",
        "closed_at": "campaigns.closed",
        "copied_from": "campaigns.copied_from",
        "came_as_copy": "campaigns.copied",
    },
    "LogEntry": {
        "campaign": "lines.campaign",
        "mission": "lines.mission",
        "won": "lines.won",
        "distress": "lines.distress",
        "players": "lines.players",
        "played_on": "lines.played_on",
        "minutes": "lines.minutes",
        "note": "lines.note",
        "photo": "lines.photo",
        "source": "lines.source",
        "attempt": "lines.attempt",
        "key": "lines.key",
        "copied": "lines.copied",
        "logged_by": "lines.logged_by",
        "logged_at": "lines.logged_at",
        "removed_at": "lines.removed_at",
    },
    "LogEntryChange": {
        "entry": "lines.key",
        "by": "lines.changes.by",
        "at": "lines.changes.at",
        "before": "lines.changes.before",
        "after": "lines.changes.after",
    },
    "Attendance": {
        "entry": "lines.key",
        "player": "lines.people.person",
        "guest": "lines.people.person",
        "captain": "lines.people.captain",
        "substitute": "lines.people.substitute",
    },
    "Table": {
        "game": "tables.game",
        "mission": "tables.mission",
        "players": "tables.players",
        "options": "tables.options",
        "campaign": "tables.campaign",
        "opened_by": "tables.opened_by",
        "state": "tables.state",
        "distress": "tables.distress",
        "watching": "tables.watching",
        "created_at": "tables.opened",
    },
    "Seat": {
        "table": "tables.key",
        "number": "tables.seats.number",
        "player": "tables.seats.person",
        "bot": "tables.seats.bot",
    },
    "Attempt": {
        "table": "tables.key",
        "number": "tables.attempts.number",
        "seed": "tables.attempts.seed",
        "state": "tables.attempts.state",
        "place": "tables.attempts.place",
        "tricks": "tables.attempts.tricks",
        "distress": "tables.attempts.distress",
        "mixed": "tables.attempts.mixed",
        "reason_code": "tables.attempts.reason",
        "started_at": "tables.attempts.started",
    },
    "Comment": {
        "attempt": "tables.attempts.number",
        "player": "tables.attempts.comments.by",
        "step": "tables.attempts.comments.step",
        "text": "tables.attempts.comments.text",
        "created_at": "tables.attempts.comments.written",
        "edited_at": "tables.attempts.comments.edited",
        "removed_at": "tables.attempts.comments.removed",
        "reason": "tables.attempts.comments.reason",
    },
    "Result": {
        "table": "tables.key",
        "won": "tables.result.won",
        "attempts": "tables.result.attempts",
        "distress": "tables.result.distress",
        "score": "tables.result.score",
        "finished_at": "tables.result.finished",
    },
}
OF_THE_CREW = "the file is this crew's"
PLAY = "what was played card by card belongs to the site that dealt it; the attempt's end goes out"
COUNTED = "counted anew from what goes out"
NOW = "of a game that goes on, for the server alone"
LEFT_OUT: Final[dict[str, dict[str, str]]] = {
    "Crew": {"slug": "an address of this site; another one makes its own"},
    "CrewMember": {"crew": OF_THE_CREW},
    "Substitute": {"crew": OF_THE_CREW},
    "Guest": {"crew": OF_THE_CREW},
    "CrewMerge": {"crew": OF_THE_CREW, "token": "its holder may answer; it opens nothing elsewhere"},
    "CrewNote": {"crew": OF_THE_CREW},
    "Campaign": {"crew": OF_THE_CREW, "standing_due": NOW},
    "Attendance": {
        "points": "lines.people.points, of a race where they are known",
        "won": "lines.people.won, of who has won a race",
    },
    "Table": {
        "crew": OF_THE_CREW,
        "soloist": "who sits in the first seat; tables.challenge tells that it is a challenge's",
        "stage": "tables.challenge tells it, of a challenge's table",
        "daily": "a crew's table plays no deal of the day",
        **dict.fromkeys(("practice", "helped"), "a crew's table is no practice"),
        "deal": "only practice has one, and that is no crew's",
        "follows": "which table was opened after which says nothing of the logbook",
        "base_seed": "with it every hand is known; the seeds that are public go out with their attempts",
        "version": NOW,
        "talk_number": NOW,
        "watchers_talk_number": NOW,
        "deadline": NOW,
        "moved_at": "the moments of its attempts say it",
        **dict.fromkeys(("stand_ins", "pace", "bot_speed"), NOW),
    },
    "Seat": dict.fromkeys(("stand_in", "agreed", "awaited_since", "remind_at", "decides_by"), NOW),
    "Attempt": {
        **dict.fromkeys(("declines", "signals_until", "signals_asked", "undone_by", "unwatched"), NOW),
        "watching": "who may open its replay here; of its table, tables.watching goes out",
        "options": "those of its table",
        **dict.fromkeys(("deal", "origin", "copied"), "of a practice table, which no crew has"),
        "rules": "the version of the engine that dealt it",
        "length": PLAY,
        "waiting_on": NOW,
        "phase": NOW,
        "reason_params": "what the reason's sentence speaks of can name cards",
        "reported_by": "tables.attempts.reported_by, of one at a real table",
        "ended_at": "tables.attempts.ended, once it is over",
        "scores": "tables.attempts.scores, of a race that is over",
        "counts": COUNTED,
    },
    "Sitting": dict.fromkeys(
        ("attempt", "number", "player", "guest"), "tables.attempts.sat, of an attempt at a real table"
    ),
    "Event": dict.fromkeys(("attempt", "sequence", "seat", "text", "player", "by_stand_in", "bot_version", "at"), PLAY),
    "Comment": {"removed_by": "the reason says why it was removed; who did it is of no use elsewhere"},
    "PreparedCard": dict.fromkeys(("attempt", "seat", "led", "card"), NOW),
    "SeatRequest": dict.fromkeys(("table", "player", "at"), NOW),
    "MissionLog": dict.fromkeys(
        (
            *("campaign", "game", "mission", "original", "won", "attempts", "distress", "score"),
            *("first_on", "last_on"),
        ),
        COUNTED,
    ),
    "Result": dict.fromkeys(
        (*("crew", "stage", "challenge", "game", "mission", "players", "counts", "mixed", "best", "ended"),),
        COUNTED,
    ),
    "Run": dict.fromkeys(
        (
            *("attempt", "people", "crew", "challenge", "game", "mission", "players", "options", "bots", "won"),
            *("attempts", "distress", "rank_key", "seconds", "place", "finished_at", "tie_key", "order_key"),
        ),
        COUNTED,
    ),
    "RaceResult": dict.fromkeys(
        (
            *("attempt", "table", "seat", "player", "bot", "crew", "stage", "challenge", "club", "game", "scenario"),
            *("players", "points", "margin", "won", "shared", "counts", "mixed", "rivals", "finished_at"),
        ),
        COUNTED,
    ),
    "RaceStanding": dict.fromkeys(
        ("challenge", "crew", "player", "rank", "points", "margin", "wins", "stages", "races", "given_up"),
        "counted anew from what was raced; a challenge is its club's",
    ),
    "Strength": dict.fromkeys(
        ("crew", "game", "mission", "players", "stage", "attempt", "value", "deviation", "tries", "won"), COUNTED
    ),
}
OWN_NUMBER = "id"
"""Primary keys are never exported: keys stand for them."""


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence event streams."""
    monkeypatch.setattr(announcements, "announce", lambda *_told, **_named: None)


@pytest.fixture
def logbook(crew: Crew, alice: Player, bob: Player, charlie: Player) -> Crew:
    return everything(crew, alice, bob, charlie)


def found(value: Any, path: list[str]) -> list[Any]:
    """Return the values at the path, in each element of the lists on the way."""
    if isinstance(value, list):
        return [one for element in value for one in found(element, path)]
    if not path:
        return [value]
    return found(value.get(path[0]), path[1:]) if isinstance(value, dict) else []


@pytest.mark.parametrize("name", sorted({*EXPORTED, *LEFT_OUT}))
def test_every_field_goes_out_or_is_named_with_its_reason(name: str) -> None:
    fields = {field.name for field in getattr(m, name)._meta.concrete_fields} - {OWN_NUMBER}
    out, left = EXPORTED.get(name, {}), LEFT_OUT.get(name, {})
    assert not out.keys() & left.keys()
    assert fields == out.keys() | left.keys()
    assert all(left.values())


def test_what_belongs_to_a_crew_is_all_looked_at() -> None:
    """Every model with a foreign key to a crew, a campaign or an entry is in the lists, or no part of the logbook."""
    others = {
        "Bond": "the challenge's",
        "CalendarEntry": "a club's",
        "CrewTalk": "a choice on this site",
        "TalkLine": "each player's own, gone after 30 days",
        "ClubCrew": "the club's file",
        "ClubCrewRemoval": "the club's",
        "ClubRecord": "the club's file",
        "Import": "how something came in, not what",
        "Invite": "a link into this site",
        "ImportedExtra": "goes out where it came from",
        "DuplicateScore": "the challenge's, which this site alone vouches for",
        "Message": "what one person was told, gone after 30 days",
        "PushMessage": "what one device was sent, gone after a week",
        "Room": "who looks back at a replay, and where they are",
        "Ruling": "the challenge's",
        "SeasonStanding": "the season's",
        "SeatHandout": "a link into this site",
        "Standing": "the challenge's",
        "Thought": "what one person asked the bots, forgotten after an hour",
        "TravellerLine": "read from the attempt's record",
        "TypedDeal": "what phones typed in after a round, gone after 30 days; the entry's note has its deal",
        "TypedTable": "practice with such a deal, which is no crew's",
        "RaceLine": "read from the attempt's record",
        "CampaignStanding": "counted from the entries",
        "DailyResult": "the site's own deals, which belong to no crew",
        "HelpLevel": "one person's progress, at tables that belong to no crew",
        "PlayerLesson": "its author’s text about an attempt, shown without names",
    }
    near = {m.Crew, m.Campaign, m.LogEntry, m.Guest, m.Table, m.Attempt}
    hanging = {
        model.__name__
        for model in (getattr(m, name) for name in m.__all__)
        if any(field.related_model in near for field in model._meta.concrete_fields if field.is_relation)
    }
    unknown = hanging - {*EXPORTED, *LEFT_OUT} - {*others, "Analysis", "DealAccess"}
    assert not unknown


def test_each_field_stands_where_the_list_says(logbook: Crew, alice: Player) -> None:
    m.LogEntry.objects.filter(campaign__crew=logbook, mission="34").update(photo="photos/x.jpg")
    whole = json.loads(exported(logbook, alice))
    for name, fields in EXPORTED.items():
        for field, path in fields.items():
            there = found(whole, path.split("."))
            assert any(one is not None for one in there), f"{name}.{field} is not at {path}"


def test_who_said_no_for_another_crew_is_not_named(logbook: Crew, alice: Player) -> None:
    declined, agreed = json.loads(exported(logbook, alice))["crew"]["unions"]
    assert (declined["state"], declined["into"]) == ("declined", None)
    assert (agreed["state"], agreed["into"]["name"]) == ("agreed", "Corona")
    m.CrewMerge.objects.filter(state="agreed").delete()
    m.Substitute.objects.all().delete()
    m.CrewNote.objects.update(by=None)
    assert "Nora" not in exported(logbook, alice)


def test_a_copy_counts_once_for_the_world_wherever_it_comes_to(logbook: Crew, alice: Player) -> None:
    text = exported(logbook, alice)
    assert not MissionLog.objects.filter(campaign__copied_from__isnull=False, original=True).exists()
    m.Campaign.objects.filter(crew__slug="corona").delete()
    crew, dora = founded("Borealis", "Dora")
    by_default(bring(crew, dora, text.encode()))
    here = MissionLog.objects.filter(campaign__crew=crew)
    assert here.exists()
    # One was a copy there already, the other stands in the crew's own logbook on this very site.
    assert not here.filter(original=True).exists()
    assert Campaign.objects.get(crew=crew, game="planet-nine").copied_from == Campaign.objects.get(
        crew=logbook, game="planet-nine"
    )


def test_the_history_of_a_crew_comes_into_none_that_has_its_own(logbook: Crew, alice: Player, bob: Player) -> None:
    text = exported(logbook, alice)
    crew, dora = founded("Borealis", "Dora")
    m.Table.objects.create(game="planet-nine", mission="1", players=2, crew=crew)
    by_default(bring(crew, dora, text.encode()))
    assert not crew.notes.exists()
    told = json.loads(exported(crew, dora))["crew"]
    assert (told["became"], told["unions"]) == (None, [])


@pytest.mark.parametrize(("language", "name"), [("fr", "Neuvième planète"), ("en", "Planet Nine")])
def test_an_unnamed_campaign_gets_a_name_in_the_importers_language(
    language: str, name: str, crew: Crew, alice: Player
) -> None:
    from django.utils import translation

    with translation.override(language):
        job = bring(crew, alice, bgstats([{"uuid": "1"}]))
    confirm(job)
    assert Campaign.objects.get().name == name_by_itself(job, "planet-nine")
    with translation.override(language):
        from logbook.rounds.text import game_name

        assert Campaign.objects.get().name == game_name("planet-nine")
    assert name


def test_what_was_written_into_a_copy_counts_wherever_it_comes_to(logbook: Crew, alice: Player) -> None:
    """An entry in no other logbook is the crew's own, also on a site that does not have the first campaign."""
    sea = Campaign.objects.get(crew=logbook, game="deep-sea")
    line = m.LogEntry.objects.create(campaign=sea, mission="20", won=True, played_on="2025-03-03")
    text = exported(logbook, alice)
    m.Campaign.objects.all().delete()
    crew, dora = founded("Borealis", "Dora")
    by_default(bring(crew, dora, text.encode()))
    assert m.LogEntry.objects.get(key=line.key).copied is False
    assert list(MissionLog.objects.filter(game="deep-sea", original=True).values_list("mission", flat=True)) == ["20"]
