"""Tasks of clubs: send mailed invitations."""

from __future__ import annotations

from celery import shared_task

from logbook.clubs.services import mailed_invitations


@shared_task
def send_invitation(invite_id: int) -> None:
    """Send a mailed invitation."""
    mailed_invitations.send_invitation(invite_id=invite_id)
