"""A small world with an object for every address of the site, and the people who request them.

Alice owns the club and founded the crew; Olga organizes; Bob is a member of both; Gus, a guest, sits at the crew's
free table by a link; Charlie has another crew and another club; Ada is on the site's staff.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.urls import URLPattern, URLResolver, get_resolver

from logbook.campaigns.models import Campaign, LogEntry
from logbook.campaigns.services import campaigns as campaign_services
from logbook.campaigns.services import entries
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import lifecycle, rulings
from logbook.clubs.models import Club, ClubCrewRemoval, ClubMember
from logbook.clubs.services import news, removals
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.services import guests
from logbook.daily.services import plays, results
from logbook.daily.sharing import result_token
from logbook.notifications.models import Webhook
from logbook.people.models.players import Player
from logbook.people.services import invitations, tokens
from logbook.player_lessons.models import PlayerLesson
from logbook.replays.models.bot_questions import Thought
from logbook.reviews import services as reviews
from logbook.seasons.models.seasons import Season, Series
from logbook.seasons.services import series
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, tables
from logbook.talk.models import TalkLine
from logbook.typed_deals.services import deals as typed_deals
from tests.challenges.scenes import HOUR, NOON
from tests.challenges.scenes import deal as deal_out
from tests.conftest import person
from tests.daily.scenes import unproven_deal
from tests.exchange.files import HEADER, bring
from tests.player_lessons.scenes import given_up, whole

ROLES = ("stranger", "guest", "member", "other", "organizer", "owner", "staff")
"""The roles: no player, Gus, Bob, Charlie, Olga, Alice and Ada."""


@dataclass(frozen=True)
class World:
    """The objects that addresses name."""

    crew: Crew
    club: Club
    challenge: Challenge
    free: Table
    played: Table
    attempt: Attempt
    campaign: Campaign
    line: LogEntry
    words: dict[str, object]

    def fill(self, name: str, key: str) -> object:
        """Return the value of a parameter in this page's address."""
        return word_for(self.words, name, key)


def word_for(words: Mapping[str, object], name: str, key: str) -> object:
    """Return the value of a parameter in this page's address, or None."""
    by_page = f"{name}.{key}"
    if by_page in words:
        return words[by_page]
    prefix = next((f"{start}*.{key}" for start in STARTS if name.startswith(start)), "")
    return words.get(prefix, words.get(key))


_API = ("api-club", "api-crew", "api-campaign", "api-challenge", "api-season", "api-table")
NOBODYS = 999_999
"""A key without a row, for pages whose row this world does not have."""
STARTS = (*_API, "club", "crew", "campaign")


def build(crew: Crew, club: Club, challenge: Challenge, alice: Player, bob: Player, guest: Player) -> World:
    """Create the world, with one object of everything that an address can name."""
    free = tables.open_table(player=alice, game="planet-nine", mission="4", players=4, crew=crew)
    invited = invitations.create_invitation(by=alice, table=free)
    tables.take_seat(table=free, player=guest)
    played, attempt = _played(crew, challenge, alice)
    campaign = campaign_services.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter")
    line = entries.add_entry(campaign=campaign, by=alice, key=UUID(int=1), mission="1", won=True, played_on=NOON.date())
    words: dict[str, object] = {
        "game": "planet-nine", "mission": "4", "scenario": "reefs-ahead", "stage": 1, "attempt": 1, "number": 1,
        "seat": 0, "players": 4, "paper": "a5", "topic": "clock", "what": "nothing", "kind": "void", "player": bob.pk,
        "word": "par", "campaign-board-csv.kind": "proven", "campaign-board-picture.kind": "proven",
        "token": "nobodys", "pk": NOBODYS,
        "campaign*.pk": campaign.pk, "api-campaign*.pk": campaign.pk, "campaign": campaign.pk, "entry": line.pk,
        "invite-revoke.pk": invited.pk, "invitation": invited.pk,
        "invite-ask.token": invited.token, "api-link.token": invited.token, "api-link-accept.token": invited.token,
        **_words_of_tables(free, attempt, alice), **_words_of_crews(crew, alice, bob),
        **_words_of_clubs(club, alice, bob), **_words_of_challenges(challenge, alice),
        **_words_of_members(crew, club, alice), **_words_of_lessons(alice),
    }  # fmt: skip
    return World(crew, club, challenge, free, played, attempt, campaign, line, words)


def _played(crew: Crew, challenge: Challenge, alice: Player) -> tuple[Table, Attempt]:
    """Return a table of the challenge, and its attempt that was given up."""
    stage = challenge.stages.get(number=1)
    played = Table.objects.create(game="planet-nine", mission="1", players=3, crew=crew, stage=stage, opened_by=alice)
    tables.create_seats(played, [alice])
    for number in (1, 2):
        tables.put_bot(table_id=played.pk, by=alice, number=number, bot="random")
    attempt = deal_out(played, alice)
    attempts.abandon_attempt(table_id=played.pk, player=alice, seen=Table.objects.get(pk=played.pk).version)
    return played, attempt


def _words_of_tables(free: Table, attempt: Attempt, alice: Player) -> dict[str, object]:
    typed = typed_deals.begin_deal(game="planet-nine", mission="4", players=4, device="", address="192.0.2.1")
    shared = plays.play_alone(deal=unproven_deal(NOON.date()), player=alice, address="192.0.2.1").daily_result
    results.note_end(shared.table, attempt)
    comment = reviews.write_comment(attempt=attempt, by=alice, step=0, text="Why not the nine?")
    line = TalkLine.objects.create(table=free, player=alice, audience=TalkLine.Audience.TABLE, text="Hello")
    Table.objects.filter(pk=free.pk).update(talk_number=1)
    return {
        "code": typed.code, "table_id": free.pk, "table": free.pk, "api-table*.pk": free.pk, "attempt_id": attempt.pk,
        "api-attempt.attempt": attempt.pk, "api-replay.attempt": attempt.pk, "api-replay-moments.attempt": attempt.pk,
        "api-replay-record.attempt": attempt.pk, "comment": comment.pk,
        "talk-line.line": line.pk, "talk-hide.line": line.pk,
        "api-attempt-comments.attempt": attempt.pk, "api-attempt-comment.attempt": attempt.pk,
        "api-attempt-comment-removal.attempt": attempt.pk,
        "day": NOON.date(), "daily-shared.token": result_token(shared), "daily-picture.token": result_token(shared),
    }  # fmt: skip


def _words_of_crews(crew: Crew, alice: Player, bob: Player) -> dict[str, object]:
    gone = guests.ensure_guest(crew=crew, name="Walter")
    claim = guests.claim_guest(guest=gone, player=bob)
    job = bring(crew, alice, HEADER.encode() + b"1,2026-03-01,won,no,3,Alice,\n", "rows.csv")
    token, _key = tokens.create_token(player=alice, name="bot", scopes=[], days=1)
    return {
        "slug": crew.slug, "crew_slug": crew.slug, "crew": crew.slug, "stage-at-table.slug": crew.slug,
        "lesson.slug": "follow-suit", "lesson-act.slug": "follow-suit", "lesson-again.slug": "follow-suit",
        "import-new.slug": crew.slug, "import-new-lines.slug": crew.slug,
        "guest": gone.pk, "claim": claim.pk, "job": job.pk, "profile-token-revoke.pk": token.pk,
    }  # fmt: skip


def _words_of_clubs(club: Club, alice: Player, bob: Player) -> dict[str, object]:
    post = news.write_news(club=club, by=alice, title="Hello", text="All")
    season = series.create_season(club=club, by=alice, name="Winter", starts_on=NOON.date(), ends_on=NOON.date())
    hook = Webhook.objects.create(club=club, created_by=alice, url="https://example.org/hook", kinds=["news"])
    return {
        "club*.slug": club.slug, "api-club*.slug": club.slug, "season-list.slug": club.slug,
        "season-new.slug": club.slug, "challenge-new.slug": club.slug, "club-member.pk": bob.pk,
        "club-news-edit.pk": post.pk, "club-news-delete.pk": post.pk, "api-club-post.pk": post.pk,
        "season": season.pk, "season.pk": season.pk, "season-edit.pk": season.pk, "series-new.pk": season.pk,
        "api-season*.pk": season.pk, "series": _weekly(season, alice).pk, "webhook": hook.pk,
    }  # fmt: skip


def _words_of_challenges(challenge: Challenge, alice: Player) -> dict[str, object]:
    why = rulings.Decision(challenge, alice, "Snow")
    ruling = lifecycle.extend_challenge(why, closes_at=challenge.closes_at + HOUR)
    return {
        "challenge": challenge.pk, "challenge_id": challenge.pk, "api-challenge*.pk": challenge.pk, "ruling": ruling.pk,
    }  # fmt: skip


def _words_of_members(crew: Crew, club: Club, by: Player) -> dict[str, object]:
    """Add a member who may be removed, and remove a player and a crew; none of them has a role in the tests."""
    goes, went = Player.objects.create(name="Mia"), Player.objects.create(name="Rex")
    CrewMember.objects.create(crew=crew, player=goes)
    ClubMember.objects.create(club=club, player=goes)
    removals.remove_member(club=club, by=by, player=went)
    out = Crew.objects.create(name="Dorado", slug="dorado")
    ClubCrewRemoval.objects.create(club=club, crew=out, removed_by=by)
    return {
        "club-member-remove.pk": goes.pk, "api-club-member.player": goes.pk,
        "crew-member-remove.player": goes.pk, "api-crew-member.player": goes.pk,
        "club-let-back.pk": went.pk, "api-club-removal.player": went.pk, "club-crew-let-back.crew_slug": out.slug,
    }  # fmt: skip


def _words_of_lessons(alice: Player) -> dict[str, object]:
    """Add a lesson that Alice has proposed: she and the staff see it."""
    taught = given_up(alice)
    lesson = whole(taught, alice)
    # Its replay is not open to everyone, so that the page that makes a lesson has its own readers.
    PlayerLesson.objects.filter(pk=lesson.pk).update(state="proposed")
    Thought.objects.all().delete()  # The solver's answers are in no backup.
    return {"player-lesson-make.attempt_id": taught.pk, "moment": 0, "key": lesson.key}


def _weekly(season: Season, by: Player) -> Series:
    return Series.objects.create(
        season=season, created_by=by, title="Fridays", weekday=4, hour=18, time_zone="UTC", window_hours=48,
        game="planet-nine", rotation=[["1"]], players=3,
    )  # fmt: skip


def staff() -> Player:
    """Return a player on the site's staff, in no crew and no club."""
    ada = person("Ada")
    assert ada.user is not None
    ada.user.is_staff = True
    ada.user.save()
    return ada


def patterns() -> list[tuple[str, list[str]]]:
    """Return every named address of the site outside the admin: its name and parameters."""
    return sorted(_patterns(get_resolver().url_patterns))


def _patterns(found: list[URLPattern | URLResolver]) -> list[tuple[str, list[str]]]:
    named = []
    for pattern in found:
        if isinstance(pattern, URLResolver):
            if pattern.namespace != "admin":
                named += _patterns(pattern.url_patterns)
        elif pattern.name:
            named.append((pattern.name, list(pattern.pattern.regex.groupindex)))
    return named
