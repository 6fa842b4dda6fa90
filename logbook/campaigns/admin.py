"""Admin of campaigns and their entries."""

from __future__ import annotations

from django.contrib import admin

from logbook.campaigns.models import Campaign
from logbook.lib.admin import SafeModelAdmin


@admin.register(Campaign)
class CampaignAdmin(SafeModelAdmin):
    list_display = ("name", "crew", "game", "in_order", "opened_at", "closed_at")
    list_filter = ("game",)
    list_select_related = ("crew",)
    search_fields = ("name", "crew__name")
    raw_id_fields = ("crew", "opened_by", "copied_from")
