"""The demo: a club, four crews, weekly challenges, and logbooks of all games that bots have filled.

It uses the services that the site itself uses. Loading it again adds only what is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import games
from games.bots import bots_of
from logbook.campaigns.services import campaigns as campaign_services
from logbook.campaigns.services.online_campaigns import OnlineCampaign
from logbook.challenges import policies
from logbook.challenges.models.challenges import Challenge, Stage
from logbook.challenges.services import challenges, lifecycle
from logbook.clubs.models import Club, ClubMember
from logbook.clubs.services import clubs
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.services import crews
from logbook.leaderboards.services import mission_ratings
from logbook.leaderboards.services.mission_ratings import RatedMission
from logbook.notifications.services import messages
from logbook.people.models.players import Player
from logbook.people.services import players
from logbook.site.services import demo_logbook, demo_season
from logbook.tables import event_replay
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.services import attempts, bot_seed, bots, deals, tables

DOMAIN = "@demo.example"
PASSWORD = "logbook"  # noqa: S105 - It is public; the command loads it in development only.
BOT = "careful"
RECKLESS = "random"
PLAYERS = 4
RATED = "planet-nine"
RATED_ROUNDS = 2
"""The rounds of bots that say how hard each mission of a game is with four players: few, since they take time."""
PATIENCE = 6
"""The number of attempts after which a demo crew goes on to the next mission."""
CREWS = {"Aurora": ("Ana", "Ben"), "Borealis": ("Cleo", "Dev"), "Corona": ("Eva", "Finn"), "Dorado": ("Gia", "Hal")}
MISTAKES = {"Aurora": 0.1, "Borealis": 0.03, "Corona": 0.4, "Dorado": 0.2}
"""The share of a crew's own decisions that are made by chance, so that its results are its own."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The demo's plan of one game."""

    game: str
    title: str | Promise
    """The title of its challenge, with the week's number."""
    campaign: Mapping[str, int]
    """The number of missions that each crew has finished."""
    stages: Sequence[str]
    stages_played: Mapping[str, int]
    """The number of stages that each crew has played; Aurora waits for the visitor."""
    in_twos: Mapping[str, int] = field(default_factory=dict)
    """The number of missions that each crew of two has played without bots: they lead the boards of people."""
    playouts: int = 0
    """The number of bot rounds that rate a deal: they take time."""

    def mission(self, number: int) -> str:
        """Return the game's name of its mission of this number."""
        return games.GAMES[self.game].missions[number - 1]

    @property
    def tries(self) -> Mapping[str, Any]:
        """Return the attempts policy of a stage: until it is won, or once where there are points."""
        if kind_of(self.game).has_points:
            return {"policy": policies.DEFAULT_FOR_POINTS, "max_attempts": 1}
        return {"max_attempts": PATIENCE}


PLANS = (
    Plan(
        "planet-nine",
        gettext_lazy("Week %(number)s"),
        campaign={"Aurora": 5, "Borealis": 4, "Corona": 3},
        stages=("2", "4", "6"),
        stages_played={"Borealis": 3, "Corona": 1, "Dorado": 2},
        in_twos={"Aurora": 3, "Borealis": 4, "Corona": 1, "Dorado": 2},
        playouts=5,
    ),
    Plan(
        "deep-sea",
        gettext_lazy("Week %(number)s, Mission Deep Sea"),
        campaign={"Aurora": 2, "Borealis": 3},
        stages=("3", "5", "14"),
        stages_played={"Borealis": 2, "Corona": 1},
    ),
    Plan(
        "deep-blue",
        gettext_lazy("Week %(number)s, the race"),
        campaign={"Aurora": 1},
        stages=("troubled-waters",),
        stages_played={},  # Its bots think for long, and the demo must load fast.
    ),
)


@dataclass(frozen=True, slots=True)
class SignIn:
    """The sign-in of a demo person."""

    email: str
    password: str
    text: str


def load_demo() -> list[SignIn]:
    """Load the missing parts of the demo; return its sign-ins."""
    cast = {name: _person(name) for names in CREWS.values() for name in names}
    own = {name: _crew(name, [cast[member] for member in members]) for name, members in CREWS.items()}
    club = _club(cast, own)
    for plan in PLANS:
        for name, missions in plan.campaign.items():
            for mission in range(1, missions + 1):
                _play(_campaign_table(plan.game, own[name], plan.mission(mission)))
        for name, missions in plan.in_twos.items():
            for mission in range(1, missions + 1):
                _play(_table_of_two(plan.game, own[name], plan.mission(mission), [cast[one] for one in CREWS[name]]))
        _play_challenge(_challenge(club, cast["Ana"], plan), plan, own)
        _waiting_table(plan, own["Aurora"], cast["Ana"], cast["Ben"])
    for name, members in CREWS.items():
        demo_logbook.fill_demo_logbook(own[name], *(cast[member] for member in members))
    demo_season.load_demo_season(
        club=club, by=cast["Ana"], crews=list(own.values()), monday=_monday(timezone.now()), play=_play_stage
    )
    for rated in games.GAMES[RATED].missions if RATED_ROUNDS else ():
        mission_ratings.rate(RatedMission(RATED, rated, PLAYERS), rounds=RATED_ROUNDS)
    for player in cast.values():
        messages.read_all(player=player)  # What the demo's bots did is no news.
    return sign_ins()


def sign_ins() -> list[SignIn]:
    """Return the demo's sign-ins, if it is loaded."""
    emails = set(User.objects.filter(email__endswith=DOMAIN).values_list("email", flat=True))
    return [sign_in for name, text in _roles() if (sign_in := _sign_in(name, text)).email in emails]


def is_empty() -> bool:
    """Return whether the site has no player yet."""
    return not Player.objects.exists()


def _roles() -> Iterable[tuple[str, str]]:
    yield "Ana", _("club owner and founder of Aurora, which hasn’t played the challenges yet")
    yield "Ben", _("organizes the club’s challenges; also in Aurora")
    yield "Cleo", _("founder of Borealis, leading in two challenges")
    yield "Eva", _("founder of Corona, which has started the challenges")
    yield "Gia", _("founder of Dorado, second in Planet Nine’s challenge")


def _email(name: str) -> str:
    return f"{name.lower()}{DOMAIN}"


def _sign_in(name: str, role: str) -> SignIn:
    return SignIn(_email(name), PASSWORD, f"{name} {role}")


# --- people, crews, the club


def _person(name: str) -> Player:
    email = _email(name)
    user = User.objects.filter(email=email).first()
    if user is None:
        user = User.objects.create_user(username=email, email=email, password=PASSWORD)
    EmailAddress.objects.get_or_create(user=user, email=email, defaults={"verified": True, "primary": True})
    return players.open_player(user=user, name=name)


def _crew(name: str, members: list[Player]) -> Crew:
    founder = members[0]
    membership = CrewMember.objects.filter(player=founder, crew__name=name, left_at=None).select_related("crew").first()
    crew = membership.crew if membership else crews.create_crew(player=founder, name=name)
    for member in members:
        crews.join_crew(crew=crew, player=member)
    return crew


def _club(cast: dict[str, Player], own: dict[str, Crew]) -> Club:
    owner, name = cast["Ana"], "Night Watch"
    member = ClubMember.objects.filter(player=owner, club__name=name).select_related("club").first()
    about = _("Four crews and their bots. New sealed challenges every week.")
    club = member.club if member else clubs.create_club(player=owner, name=name, about=about, public=True)
    for player in cast.values():
        clubs.join_club(club=club, player=player)
    if club.members.filter(role=ClubMember.Role.OWNER, player=owner).exists():
        clubs.change_role(club=club, by=owner, player=cast["Ben"], role=ClubMember.Role.ORGANIZER)
    for crew_name, crew in own.items():
        clubs.enter_crew(club=club, crew=crew, player=cast[CREWS[crew_name][0]])
    return club


# --- the logbooks


def _founder(crew: Crew) -> Player:
    return crew.members.filter(left_at=None).earliest("joined_at", "pk").player


def _campaign_table(
    game: str, crew: Crew, mission: str, players: int = PLAYERS, campaign: OnlineCampaign | None = None
) -> Table:
    existing = Table.objects.filter(crew=crew, game=game, mission=mission, players=players, stage=None)
    table = existing.exclude(state=Table.State.GATHERING).first() or existing.first()
    if table is None:
        table = tables.open_table(
            player=_founder(crew), game=game, mission=mission, players=players, crew=crew, campaign=campaign
        )
    return table


def _table_of_two(game: str, crew: Crew, mission: str, members: Sequence[Player]) -> Table:
    name = _("Online, for two")
    campaign = crew.campaigns.filter(game=game, name=name).first() or campaign_services.open_campaign(
        crew=crew, by=members[0], game=game, name=name
    )
    table = _campaign_table(game, crew, mission, len(members), OnlineCampaign(campaign))
    if table.state == Table.State.GATHERING:
        for member in members:
            tables.take_seat(table=table, player=member)
    return table


def _play(table: Table) -> None:
    """Play attempts until the mission is won or PATIENCE runs out. Bots decide for the person too."""
    person = table.seats.exclude(player=None).order_by("number").select_related("player").first()
    if person is None or person.player is None:
        return
    _seat_bots(table, person.player)
    while table.attempts.count() < PATIENCE or table.state == Table.State.PLAYING:
        if table.state in {Table.State.WON, Table.State.ENDED}:
            return
        if table.state != Table.State.PLAYING:
            deals.start_attempt(table_id=table.pk, player=person.player)
        _play_out(table)
        table.refresh_from_db()


def _seat_bots(table: Table, by: Player) -> None:
    for seat in table.seats.filter(player=None, bot=""):
        tables.put_bot(table_id=table.pk, by=by, number=seat.number, bot=BOT)


def _play_out(table: Table) -> None:
    """Play the current attempt to its end: the bots for themselves, and a bot's choice for each person."""
    people_here = {seat.number: seat for seat in table.seats.exclude(player=None).select_related("player")}
    while (attempt := table.attempts.filter(state=Attempt.State.PLAYING).first()) is not None:
        table.refresh_from_db()
        waited_on = [people_here[number] for number in attempt.waiting_on if number in people_here]
        if waited_on:
            _act_for(table, attempt, waited_on[0])
        elif bots.play_bot_step(attempt_id=attempt.pk, seen=table.version) is None:
            # The last action ended the attempt.
            attempt.refresh_from_db()
            if attempt.state == Attempt.State.PLAYING:
                raise RuntimeError(f"{attempt} waits for no seat.")


def _act_for(table: Table, attempt: Attempt, seat: Seat) -> None:
    attempt.table = table
    view = event_replay.state_of(attempt).view(seat.number)
    chance = bot_seed.chance_of(attempt, view, attempt.length)
    mistaken = table.crew is not None and chance.random() < MISTAKES[table.crew.name]
    text = bots_of(table.game)[RECKLESS if mistaken else BOT].choose(view, chance)
    attempts.act(table_id=table.pk, player=seat.player, text=text or view["legal"][0], seen=table.version)


def _waiting_table(plan: Plan, crew: Crew, *members: Player) -> None:
    """Create a table at the crew's next mission, with its people and two bots seated and ready."""
    mission = plan.mission(plan.campaign[crew.name] + 1)
    if Table.objects.filter(crew=crew, game=plan.game, mission=mission, stage=None).exists():
        return
    table = tables.open_table(player=members[0], game=plan.game, mission=mission, players=PLAYERS, crew=crew)
    for member in members:
        tables.take_seat(table=table, player=member)
    _seat_bots(table, members[0])


# --- the challenges


def _challenge(club: Club, owner: Player, plan: Plan) -> Challenge:
    """Return the game's open challenge of this week."""
    monday = _monday(timezone.now())
    challenge = Challenge.objects.filter(club=club, series=None, opens_at=monday, stages__game=plan.game).first()
    if challenge is None:
        challenge_plan = challenges.ChallengePlan(
            title=str(plan.title) % {"number": monday.isocalendar().week},
            game=plan.game,
            missions=plan.stages,
            players=PLAYERS,
            **plan.tries,
            playouts=plan.playouts,
            opens_at=monday,
            closes_at=monday + timedelta(days=7),
        )
        challenge = challenges.create_challenge(club=club, by=owner, plan=challenge_plan)
    challenges.prepare_challenge(challenge_id=challenge.pk)
    lifecycle.open_and_close_due()
    challenge.refresh_from_db()
    return challenge


def _monday(now: datetime) -> datetime:
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight - timedelta(days=midnight.weekday())


def _play_challenge(challenge: Challenge, plan: Plan, own: dict[str, Crew]) -> None:
    for name, stages in plan.stages_played.items():
        for stage in challenge.stages.order_by("number")[:stages]:
            if challenge.state == Challenge.State.OPEN:
                _play_stage(challenge, stage, own[name])


def _play_stage(challenge: Challenge, stage: Stage, crew: Crew) -> None:
    table = challenges.open_challenge_table(challenge=challenge, stage=stage, crew=crew, player=_founder(crew))
    if table.state == Table.State.GATHERING:
        for member in crew.members.filter(left_at=None).select_related("player"):
            tables.take_seat(table=table, player=member.player)
    _play(table)
