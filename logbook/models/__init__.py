"""What Crewsite keeps: people and crews, tables and their events, challenges and results.

The record is the game: an attempt is its seed and its events. Every other column about a round is a
projection of them, written in the same transaction, so that lists never replay a game.
"""

from .account_mails import AccountMail
from .analyses import Analysis
from .bonds import Bond
from .campaigns import Attendance, Campaign, Guest, Line, LineChange, MissionLog
from .challenges import Candidate, Challenge, Deal, Stage, Standing, Stir
from .clubs import Club, ClubCrew, ClubCrewRemoval, ClubMember, ClubRemoval, JoinRequest, News
from .crew_people import CrewNote, CrewUnion, GuestClaim, Substitute
from .crews import Crew, CrewMember
from .handouts import SeatHandout
from .identity import SiteIdentity
from .imports import ClubRecord, Import, ImportPhoto, ImportPiece, Keepsake
from .integrity import IntegrityCheck
from .invites import Invite
from .kept_answers import KeptAnswer
from .looks import Look
from .merits import Merit, SeasonStanding
from .notices import (
    CalendarEntry,
    CalendarLink,
    Delivery,
    Happening,
    Notice,
    NotificationChoice,
    Webhook,
)
from .people import Player
from .races import RaceResult, RaceStanding
from .results import Result, Tally
from .rulings import Ruling
from .seasons import Season, SeasonNote, Series
from .strengths import Strength
from .tables import Attempt, Event, Seat, Sitting, Table
from .thoughts import Thought
from .tokens import ApiToken

__all__ = [
    "AccountMail",
    "Analysis",
    "ApiToken",
    "Attempt",
    "Attendance",
    "Bond",
    "CalendarEntry",
    "CalendarLink",
    "Campaign",
    "Candidate",
    "Challenge",
    "Club",
    "ClubCrew",
    "ClubCrewRemoval",
    "ClubMember",
    "ClubRecord",
    "ClubRemoval",
    "Crew",
    "CrewMember",
    "CrewNote",
    "CrewUnion",
    "Deal",
    "Delivery",
    "Event",
    "Guest",
    "GuestClaim",
    "Happening",
    "Import",
    "ImportPhoto",
    "ImportPiece",
    "IntegrityCheck",
    "Invite",
    "JoinRequest",
    "Keepsake",
    "KeptAnswer",
    "Line",
    "LineChange",
    "Look",
    "Merit",
    "MissionLog",
    "News",
    "Notice",
    "NotificationChoice",
    "Player",
    "RaceResult",
    "RaceStanding",
    "Result",
    "Ruling",
    "Season",
    "SeasonNote",
    "SeasonStanding",
    "Seat",
    "SeatHandout",
    "Series",
    "SiteIdentity",
    "Sitting",
    "Stage",
    "Standing",
    "Stir",
    "Strength",
    "Substitute",
    "Table",
    "Tally",
    "Thought",
    "Webhook",
]
