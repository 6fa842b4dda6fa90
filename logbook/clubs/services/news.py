"""Services of a club's news."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from logbook.clubs.models import Club, News
from logbook.clubs.signals import news_posted
from logbook.people.models.players import Player


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
    """Delete the post; its unsent messages are not sent."""
    news.delete()
