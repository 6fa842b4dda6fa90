"""Everything in Django's admin. Secrets (seeds, links) are not listed, and a sealed seed is shown to nobody."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from logbook.admin import campaigns, challenges, club_life, clubs, crew_people, imports, programs, signing_in, tables

__all__ = [
    "campaigns",
    "challenges",
    "club_life",
    "clubs",
    "crew_people",
    "imports",
    "programs",
    "signing_in",
    "tables",
]

admin.site.site_header = _("Crewsite")
admin.site.site_title = _("Crewsite")
admin.site.login_form = signing_in.StaffSignIn
