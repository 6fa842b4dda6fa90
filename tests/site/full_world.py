"""The small world, filled to the maxima of all quotas, and beyond what a club has where there is no quota."""

from __future__ import annotations

from datetime import timedelta
from itertools import islice
from uuid import uuid4

from django.utils import timezone

from logbook.campaigns.models import Attendance, Campaign, LogEntry
from logbook.challenges.models.challenges import Stage, Standing
from logbook.challenges.plan_fields import MOST_STAGES
from logbook.clubs.models import ClubCrew, ClubMember, News
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest
from logbook.leaderboards.models.results import Result
from logbook.notifications.models import Delivery, Message, MessageKind, PushSubscription, Webhook
from logbook.notifications.services.messages import MOST as MOST_MESSAGES
from logbook.notifications.services.push_subscriptions import MOST_DEVICES
from logbook.notifications.services.webhooks import MOST_DELIVERIES, MOST_HOOKS
from logbook.people.models.players import Player
from logbook.player_lessons.models import LessonLearner, LessonStep, PlayerLesson
from logbook.player_lessons.selectors.lists import MOST_LISTED
from logbook.player_lessons.services.authoring import MOST_STEPS
from logbook.tables.models import Seat, Table
from logbook.tables.services.tables import MOST_OPEN
from tests.exchange.files import HEADER, bring, name_columns
from tests.site.world import World

ENTRIES = 5_000
NOTE = "word " * 100
GUESTS = 1_700
PEOPLE = 300
CREWS = 200
CAMPAIGNS = 60
MISSIONS = 50
POSTS = 500


def fill(world: World, alice: Player) -> None:
    """Add what the quotas allow."""
    _people(world, alice)
    _logbooks(world, alice)
    _club(world, alice)
    _results(world, alice)
    _tables(world, alice)
    _messages(world, alice)
    _imports(world, alice)
    _lessons(world, alice)


def _people(world: World, alice: Player) -> None:
    players = Player.objects.bulk_create(Player(name=f"Player {number:04}") for number in range(PEOPLE))
    CrewMember.objects.bulk_create(CrewMember(crew=world.crew, player=player) for player in players)
    ClubMember.objects.bulk_create(ClubMember(club=world.club, player=player) for player in players)
    Guest.objects.bulk_create(Guest(crew=world.crew, name=f"Guest {number:04}") for number in range(GUESTS))


def _lessons(world: World, alice: Player) -> None:
    """Lessons by players beyond what the list shows, each with as many steps as it may have, and many learners."""
    taught = PlayerLesson.objects.get(key=world.words["key"])
    lessons = PlayerLesson.objects.bulk_create(
        PlayerLesson(attempt=taught.attempt, author=alice, seat=0, title="word " * 16, language="en", state="published")
        for _number in range(2 * MOST_LISTED)
    )
    LessonStep.objects.bulk_create(
        LessonStep(lesson=lesson, moment=moment, says="word " * 60)
        for lesson in (taught, *lessons)
        for moment in {*range(MOST_STEPS)} - {step.moment for step in lesson.steps.all()}
    )
    players = list(Player.objects.filter(name__startswith="Player"))
    LessonLearner.objects.bulk_create(
        LessonLearner(lesson=lesson, player=player, seconds=90, finished_at=timezone.now(), vote=True)
        for lesson in lessons[:50]
        for player in players
    )


def _logbooks(world: World, alice: Player) -> None:
    """Thousands of entries with long notes and five people each, and many campaigns."""
    guests = list(Guest.objects.filter(crew=world.crew).values_list("pk", flat=True)[:GUESTS])
    first = timezone.now().date() - timedelta(days=ENTRIES)
    made = LogEntry.objects.bulk_create(
        LogEntry(
            campaign=world.campaign,
            mission=str(1 + number % MISSIONS),
            won=number % 3 == 0,
            players=5,
            played_on=first + timedelta(days=number),
            minutes=30,
            note=NOTE,
            key=uuid4(),
            logged_by=alice,
        )
        for number in range(ENTRIES)
    )
    Attendance.objects.bulk_create(
        (
            Attendance(entry=entry, guest_id=guests[(number * 7 + place * 331) % len(guests)], captain=place == 0)
            for number, entry in enumerate(made)
            for place in range(5)
        ),
        batch_size=5_000,
    )
    Campaign.objects.bulk_create(
        Campaign(crew=world.crew, game="planet-nine", name=f"Campaign {number}", opened_by=alice)
        for number in range(CAMPAIGNS)
    )


def _club(world: World, alice: Player) -> None:
    crews = Crew.objects.bulk_create(
        Crew(name=f"Crew number {number}", slug=f"crew-number-{number}") for number in range(CREWS)
    )
    CrewMember.objects.bulk_create(CrewMember(crew=crew, player=alice, role="founder") for crew in crews)
    ClubCrew.objects.bulk_create(ClubCrew(club=world.club, crew=crew) for crew in crews)
    News.objects.bulk_create(
        News(club=world.club, title=f"Post {number}", text="word " * 400, author=alice) for number in range(POSTS)
    )
    hooks = Webhook.objects.bulk_create(
        Webhook(club=world.club, created_by=alice, url=f"https://example.org/{number}", kinds=["news"])
        for number in range(MOST_HOOKS - 1)
    )
    Delivery.objects.bulk_create(
        Delivery(webhook=hook, due_at=timezone.now(), note="host not found")
        for hook in hooks
        for _number in range(MOST_DELIVERIES)
    )


def _results(world: World, alice: Player) -> None:
    """Every crew of the club has played every stage of the challenge."""
    first = world.challenge.stages.get(number=1)
    taken = set(world.challenge.stages.values_list("number", flat=True))
    for number in {*range(1, MOST_STAGES + 1)} - taken:
        Stage.objects.create(challenge=world.challenge, number=number, game=first.game, mission=str(number))
    stages, crews = list(world.challenge.stages.all()), list(Crew.objects.filter(name__startswith="Crew number"))
    made = [
        (stage, crew, Table(game=stage.game, mission=stage.mission, players=3, crew=crew, stage=stage, state="won"))
        for stage in stages
        for crew in crews
    ]
    Table.objects.bulk_create(table for _stage, _crew, table in made)
    now = timezone.now()
    Result.objects.bulk_create(
        Result(
            table=table,
            crew=crew,
            stage=stage,
            challenge=world.challenge,
            game=stage.game,
            mission=stage.mission,
            players=3,
            won=True,
            attempts=1,
            distress=False,
            score=1,
            finished_at=now,
            best=1,
            ended=1,
        )
        for stage, crew, table in made
    )
    Standing.objects.bulk_create(
        Standing(challenge=world.challenge, crew=crew, rank=number, stages_won=1, score=1, attempts=1, distress=0)
        for number, crew in enumerate(crews, start=10)
    )


def _tables(world: World, alice: Player) -> None:
    """As many open tables as a player may have, of five seats each."""
    opened = Table.objects.bulk_create(
        Table(game="planet-nine", mission=str(1 + number % MISSIONS), players=5, opened_by=alice, state="gathering")
        for number in range(MOST_OPEN)
    )
    Seat.objects.bulk_create(
        Seat(table=table, number=number, player=None if number else alice, bot="random" if number else "")
        for table in opened
        for number in range(5)
    )


def _messages(world: World, alice: Player) -> None:
    Message.objects.bulk_create(
        Message(player=alice, kind=MessageKind.YOUR_TURN, subject=f"turn:{number}", table=world.free)
        for number in range(MOST_MESSAGES)
    )
    PushSubscription.objects.bulk_create(
        PushSubscription(player=alice, endpoint=f"https://push.example.org/{number}", public_key="x", secret="x")
        for number in range(MOST_DEVICES)
    )


def _imports(world: World, alice: Player) -> None:
    """A table with as many names as it may have, each with its question, and one with as many columns as you like."""
    rows = "".join(
        f"{1 + number % MISSIONS},2024-03-{1 + number % 28:02},won,no,,"
        f"{'; '.join(f'Name {(number * 5 + place) % 295:03}' for place in range(5))},\n"
        for number in range(ENTRIES)
    )
    asked = name_columns(bring(world.crew, alice, (HEADER + rows).encode(), "many.csv"))
    columns = ",".join(islice((f"column {number}" for number in range(60_000)), 60_000))
    wide = bring(world.crew, alice, f"{HEADER.strip()},{columns}\n1,2024-03-01,won,no,,Ana\n".encode(), "wide.csv")
    world.words.update({"import.pk": asked.pk, "import-progress.pk": asked.pk, "import-report.pk": asked.pk})
    world.words.update({"import-columns.pk": wide.pk, "api-import.job": asked.pk, "api-import-columns.job": wide.pk})
