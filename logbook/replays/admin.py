"""Admin of analyses and thoughts."""

from __future__ import annotations

from django.contrib import admin

from logbook.lib.admin import ReadOnly
from logbook.replays.models.analyses import Analysis
from logbook.replays.models.bot_questions import Thought


@admin.register(Thought)
class ThoughtAdmin(ReadOnly):
    """It hides questions and answers: they belong to the player who asked."""

    list_display = ("made_at", "player", "kind", "state", "steps", "tries")
    list_select_related = ("player",)
    exclude = ("attempt", "mark", "variation", "hurried", "answer")


@admin.register(Analysis)
class AnalysisAdmin(ReadOnly):
    """It hides the result of an analysis: its deal may still be played."""

    list_display = ("attempt", "solver", "tries", "tried_at")
    list_select_related = ("attempt",)
    fields = list_display
