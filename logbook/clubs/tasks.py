"""Tasks of clubs: send mailed invitations, and delete news for good."""

from __future__ import annotations

from celery import shared_task

from logbook.clubs.services import mailed_invitations, news


@shared_task
def send_invitation(invite_id: int) -> None:
    """Send a mailed invitation."""
    mailed_invitations.send_invitation(invite_id=invite_id)


@shared_task
def purge_news() -> None:
    """Delete the posts for good whose deletion cannot be undone any more."""
    news.purge_news()
