"""Every model, so that Django finds them. Code imports a model from its subject: `logbook.tables.models`.

The record is the game: an attempt is its seed and its events. Every other column about a round is a projection of
them, written in the same transaction, so that lists never replay a game.
"""

from __future__ import annotations

from logbook.campaigns.models import Attendance, Campaign, CampaignStanding, LogEntry, LogEntryChange, MissionLog
from logbook.challenges.models.bonds import Bond
from logbook.challenges.models.challenges import Candidate, Challenge, Deal, SeedContribution, Stage, Standing
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.handouts import SeatHandout
from logbook.challenges.models.rulings import Ruling
from logbook.clubs.models import (
    Club,
    ClubCrew,
    ClubCrewRemoval,
    ClubMember,
    ClubRemoval,
    FormerClubMember,
    JoinRequest,
    News,
)
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest, GuestClaim, Substitute
from logbook.crews.models.merges import CrewMerge
from logbook.crews.models.notes import CrewNote
from logbook.daily.models import DailyDeal, DailyResult, DailySeat
from logbook.exchange.models import ClubRecord, Import, ImportedExtra, ImportPhoto, ImportPiece
from logbook.leaderboards.models.mission_ratings import MissionRating
from logbook.leaderboards.models.results import Result, Tally
from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.models.strengths import Strength
from logbook.lessons.models import HelpLevel
from logbook.notifications.models import (
    CalendarEntry,
    CalendarLink,
    ClubEvent,
    Delivery,
    Message,
    MessageChoice,
    NotificationChoice,
    OutboxMail,
    PushMessage,
    PushSubscription,
    Webhook,
)
from logbook.people.models.account_mails import AccountMail
from logbook.people.models.addresses import AddressChange, PendingAddress
from logbook.people.models.idempotency import IdempotencyRecord
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.models.quiet_times import Holiday, QuietHours
from logbook.people.models.sessions import Session
from logbook.people.models.site_identity import SiteIdentity
from logbook.people.models.tokens import ApiToken
from logbook.player_lessons.models import LessonLearner, LessonReport, LessonStep, PlayerLesson
from logbook.races.models.lines import RaceLine
from logbook.races.models.results import RaceResult, RaceStanding
from logbook.replays.models.analyses import Analysis
from logbook.replays.models.bot_questions import Thought
from logbook.reviews.models import Comment
from logbook.rooms.models import Mark, Room
from logbook.seasons.models.scores import DuplicateScore, SeasonStanding
from logbook.seasons.models.seasons import Season, SeasonNote, Series
from logbook.site.models import IntegrityCheck
from logbook.tables.models import Attempt, Event, PreparedCard, Seat, SeatRequest, Sitting, Table
from logbook.talk.models import ClubTalk, CrewTalk, Mute, TalkLine, TalkReport
from logbook.travellers.models import Position, TravellerLine
from logbook.typed_deals.models import TypedDeal, TypedHand, TypedTable

__all__ = [
    "AccountMail",
    "AddressChange",
    "Analysis",
    "ApiToken",
    "Attempt",
    "Attendance",
    "Bond",
    "CalendarEntry",
    "CalendarLink",
    "Campaign",
    "CampaignStanding",
    "Candidate",
    "Challenge",
    "Club",
    "ClubCrew",
    "ClubCrewRemoval",
    "ClubEvent",
    "ClubMember",
    "ClubRecord",
    "ClubRemoval",
    "ClubTalk",
    "Comment",
    "Crew",
    "CrewMember",
    "CrewMerge",
    "CrewNote",
    "CrewTalk",
    "DailyDeal",
    "DailyResult",
    "DailySeat",
    "Deal",
    "DealAccess",
    "Delivery",
    "DuplicateScore",
    "Event",
    "FormerClubMember",
    "Guest",
    "GuestClaim",
    "HelpLevel",
    "Holiday",
    "IdempotencyRecord",
    "Import",
    "ImportPhoto",
    "ImportPiece",
    "ImportedExtra",
    "IntegrityCheck",
    "Invite",
    "JoinRequest",
    "LessonLearner",
    "LessonReport",
    "LessonStep",
    "LogEntry",
    "LogEntryChange",
    "Mark",
    "Message",
    "MessageChoice",
    "MissionLog",
    "MissionRating",
    "Mute",
    "News",
    "NotificationChoice",
    "OutboxMail",
    "PendingAddress",
    "Player",
    "PlayerLesson",
    "Position",
    "PreparedCard",
    "PushMessage",
    "PushSubscription",
    "QuietHours",
    "RaceLine",
    "RaceResult",
    "RaceStanding",
    "Result",
    "Room",
    "Ruling",
    "Run",
    "Season",
    "SeasonNote",
    "SeasonStanding",
    "Seat",
    "SeatHandout",
    "SeatRequest",
    "SeedContribution",
    "Series",
    "Session",
    "SiteIdentity",
    "Sitting",
    "Stage",
    "Standing",
    "Strength",
    "Substitute",
    "Table",
    "TalkLine",
    "TalkReport",
    "Tally",
    "Thought",
    "TravellerLine",
    "TypedDeal",
    "TypedHand",
    "TypedTable",
    "Webhook",
]
