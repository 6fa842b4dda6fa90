"""Analyses and what players ask bots."""

from __future__ import annotations

from django.contrib import admin

from logbook.lib.admin import ReadOnly
from logbook.replays.models.analyses import Analysis
from logbook.replays.models.thoughts import Thought


@admin.register(Thought)
class ThoughtAdmin(ReadOnly):
    """What somebody asked the bots, and was answered, is for nobody else."""

    list_display = ("made_at", "player", "kind", "state", "steps", "tries")
    list_select_related = ("player",)
    exclude = ("attempt", "mark", "asked", "hurried", "answer")


@admin.register(Analysis)
class AnalysisAdmin(ReadOnly):
    """That an attempt was analysed, never what was found: its deal may still be played."""

    list_display = ("attempt", "solver", "tries", "tried_at")
    list_select_related = ("attempt",)
    fields = list_display
