"""Tasks of talk: delete what is old."""

from __future__ import annotations

from celery import shared_task

from logbook.talk import services


@shared_task
def delete_old_lines() -> None:
    """Delete the lines that are older than 30 days, and their reports."""
    services.delete_old_lines()
