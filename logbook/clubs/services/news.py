"""Services of a club's news."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from logbook.clubs.exceptions import NotYours
from logbook.clubs.models import Club, ClubMember, News
from logbook.clubs.signals import news_posted
from logbook.people.exceptions import Overtaken
from logbook.people.models.players import Player
from logbook.people.undo import LASTS


@transaction.atomic
def write_news(*, club: Club, by: Player, title: str, text: str) -> News:
    """Write a post on the club's page, and pass it on."""
    news = News.objects.create(club=club, author=by, title=title, text=text)
    news_posted.send(Club, news=news)
    return news


def edit_news(*, news: News, title: str, text: str) -> None:
    """Edit a post without a new announcement."""
    news.title, news.text, news.edited_at = title, text, timezone.now()
    news.save(update_fields=["title", "text", "edited_at"])


def delete_news(*, news: News) -> None:
    """Delete the post; its unsent messages wait. `purge_news` deletes both for good."""
    news.deleted_at = timezone.now()
    news.save(update_fields=["deleted_at"])


@transaction.atomic
def restore_news(*, news: int, by: Player) -> None:
    """Undo the deletion of a post, as an organizer; its unsent messages go out. Idempotent.

    Raises NotYours, and Overtaken if the post is gone for good.
    """
    post = News.with_deleted.select_for_update(of=("self",)).select_related("club").filter(pk=news).first()
    if post is None:
        raise Overtaken
    if not post.club.members.filter(player=by).exclude(role=ClubMember.Role.MEMBER).exists():
        raise NotYours
    post.deleted_at = None
    post.save(update_fields=["deleted_at"])


def purge_news() -> None:
    """Delete the posts for good whose deletion cannot be undone any more."""
    News.with_deleted.filter(deleted_at__lt=timezone.now() - 2 * LASTS).delete()
