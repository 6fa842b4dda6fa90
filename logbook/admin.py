"""Registration of all admins. They list no secrets (seeds, links), and show a sealed seed to no reader.

Most models are records or projections, which only services write: they are registered here, read-only, each with the
columns that nobody reads in the admin. Those that administrators change are registered by their subjects.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.apps import apps
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from logbook.campaigns import admin as campaigns_admin
from logbook.challenges import admin as challenges_admin
from logbook.clubs import admin as clubs_admin
from logbook.crews import admin as crews_admin
from logbook.lib.admin import register_read_only
from logbook.notifications import admin as notifications_admin
from logbook.people import admin as people_admin
from logbook.people import sign_in_admin
from logbook.seasons import admin as seasons_admin
from logbook.tables import admin as tables_admin

__all__ = [
    "campaigns_admin",
    "challenges_admin",
    "clubs_admin",
    "crews_admin",
    "notifications_admin",
    "people_admin",
    "seasons_admin",
    "tables_admin",
]

HIDDEN: Final[Mapping[str, str]] = MappingProxyType(
    {
        # Cards, seeds and whatever tells of them, also of deals that may still be played; links, keys and texts that
        # belong to one reader. A model that is in neither place fails its test.
        "AccountMail": "body",
        "PendingAddress": "",
        "AddressChange": "",
        "IdempotencyRecord": "key fingerprint body headers",
        "ApiToken": "digest",
        "GuestClaim": "",
        "CrewMerge": "token",
        "CrewNote": "key",
        "JoinRequest": "",
        "SeatRequest": "",
        "Attempt": "seed waiting_on phase reason_params scores mixed declines signals_until signals_asked undone_by",
        "Event": "text by_stand_in bot_version",
        "PreparedCard": "led card",
        "Sitting": "",
        "LogEntry": "key copied",
        "LogEntryChange": "",
        "Attendance": "",
        "MissionLog": "",
        "CampaignStanding": "people",
        "SeedContribution": "",
        "Stage": "",
        "Deal": "seed",
        "Standing": "",
        "Bond": "",
        "DealAccess": "",
        "SeatHandout": "token secret_hash",
        "Ruling": "",
        "DailyDeal": "plays wins places",
        "DailyResult": "table tries solved_on won_first rank_key is_placed place percentile in_field guest_mark",
        "DailySeat": "result",
        "RaceStanding": "",
        "RaceResult": "",
        "Result": "",
        "Tally": "",
        "Run": "",
        "Strength": "",
        "MissionRating": "",
        "Series": "next_week shifted",
        "SeasonNote": "",
        "DuplicateScore": "",
        "SeasonStanding": "",
        "Analysis": "winnable fatal saving lost_in options passing passing_at tried_with",
        "Thought": "attempt mark variation hurried answer",
        "Comment": "text reason",
        "Room": "variation",
        "Mark": "card",
        "HelpLevel": "attempt trick about answer",
        "TalkLine": "text reason",
        "Mute": "",
        "TalkReport": "reason",
        "CrewTalk": "voice_room",
        "ClubTalk": "",
        "PlayerLesson": "key",
        "LessonStep": "played offered right judged",
        "LessonLearner": "choices",
        "LessonReport": "reason",
        "TypedDeal": "code tasks owners over_asked_by answer",
        "TypedHand": "cards device",
        "TypedTable": "deal",
        "TravellerLine": "tasks signals moves positions is_placed is_later",
        "RaceLine": "seat points margin turns",
        "Position": "number won is_parting is_start branches",
        "ClubEvent": "",
        "MessageChoice": "",
        "Message": "",
        "OutboxMail": "",
        "CalendarLink": "token",
        "CalendarEntry": "",
        "Webhook": "url",
        "Delivery": "",
        "PushSubscription": "endpoint public_key secret",
        "PushMessage": "",
        "Import": "body plan findings choices resolved",
        "ImportPiece": "reads keys_written",
        "ImportPhoto": "body",
        "ImportedExtra": "facts",
        "ClubRecord": "facts",
        "IntegrityCheck": "",
    }
)
"""The read-only models, each with its hidden columns."""

for name, columns in HIDDEN.items():
    register_read_only(apps.get_model("logbook", name), frozenset(columns.split()))

admin.site.site_header = _("Crewsite")
admin.site.site_title = _("Crewsite")
admin.site.login_form = sign_in_admin.StaffSignIn
