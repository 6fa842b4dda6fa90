"""Registration of all admins. They list no secrets (seeds, links), and show a sealed seed to no reader."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from logbook.campaigns import admin as campaigns_admin
from logbook.challenges import admin as challenges_admin
from logbook.clubs import admin as clubs_admin
from logbook.crews import admin as crews_admin
from logbook.daily import admin as daily_admin
from logbook.exchange import admin as exchange_admin
from logbook.leaderboards import admin as leaderboards_admin
from logbook.notifications import admin as notifications_admin
from logbook.people import admin as people_admin
from logbook.people import sign_in_admin
from logbook.replays import admin as replays_admin
from logbook.seasons import admin as seasons_admin
from logbook.site import admin as site_admin
from logbook.tables import admin as tables_admin
from logbook.travellers import admin as travellers_admin

__all__ = [
    "campaigns_admin",
    "challenges_admin",
    "clubs_admin",
    "crews_admin",
    "daily_admin",
    "exchange_admin",
    "leaderboards_admin",
    "notifications_admin",
    "people_admin",
    "replays_admin",
    "seasons_admin",
    "site_admin",
    "tables_admin",
    "travellers_admin",
]

admin.site.site_header = _("Crewsite")
admin.site.site_title = _("Crewsite")
admin.site.login_form = sign_in_admin.StaffSignIn
