"""Selectors of reviews. The access layer decides who may see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from logbook.challenges.access.replays import open_attempts
from logbook.people.models.players import Player
from logbook.reviews.access import may_moderate, may_write
from logbook.reviews.models import Comment
from logbook.reviews.services import is_editable
from logbook.tables.models import Attempt

MOST_OWN: Final = 200
"""The most comments of one player in a list; with one deleted, the next older one is in it."""


@dataclass(frozen=True, slots=True)
class Place:
    """The page beside which a review is shown: the replay, the attempt as it was played, or the room."""

    attempt_id: int
    step: int
    """The moment shown there."""
    as_played: bool = False
    in_room: bool = False

    def href(self, step: int) -> str:
        """Return the address of a moment, at its comments."""
        name = "replay-as-played" if self.as_played else "room" if self.in_room else "replay"
        return f"{reverse(name, args=(self.attempt_id,))}?step={step}#review"

    def href_after(self, step: int) -> str:
        """Return where a comment's form leads: to the moment, or back to all others in the room."""
        return reverse("room", args=(self.attempt_id,)) + "#review" if self.in_room else self.href(step)

    @property
    def query(self) -> str:
        """The query that leads back here from a page of a comment."""
        if self.in_room:
            return f"?{urlencode({'room': 1})}"
        return f"?{urlencode({'as-played': 1})}" if self.as_played else ""


@dataclass(frozen=True, slots=True)
class CommentLine:
    """A comment in the list."""

    pk: int
    step: int
    text: str
    author: str
    written_at: datetime
    edited: bool
    is_removed: bool
    reason: str
    moment: str
    """Its moment, in words."""
    href: str
    """The address of its moment."""
    is_here: bool
    may_edit: bool
    may_delete: bool
    """The reader is its author."""
    may_remove: bool
    """The reader moderates."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The text that a reader has typed, and what was refused."""

    text: str = ""
    error: str = ""
    refusal: str = ""
    """The refusal of something else than the text."""


NO_DRAFT: Final = Draft()


@dataclass(frozen=True, slots=True)
class Review:
    """The review of an attempt as far as the reader has come."""

    place: Place
    comments: tuple[CommentLine, ...]
    """In the order of moments."""
    step: int
    """The moment that a new comment is about."""
    moment: str
    """That moment, in words."""
    may_write: bool
    is_known: bool
    """The reader is a player; a visitor can sign in to comment."""
    draft: Draft = NO_DRAFT

    @property
    def back_href(self) -> str:
        """The address of the moment, beside its page."""
        return self.place.href_after(self.step)

    @property
    def own(self) -> int:
        """The number of the reader's own comments that are shown."""
        return sum(comment.may_delete for comment in self.comments)


@dataclass(frozen=True, slots=True)
class OwnComment:
    """A comment as its author finds it beside no replay: nothing of the attempt but its mission."""

    comment: Comment
    mission: str
    """The mission's name, as the filter `mission_title` takes it."""
    href: str
    """The address of its moment; "" where the replay is not open to the author."""


def own_comments(player: Player) -> list[OwnComment]:
    """Return the player's comments on all attempts, at most `MOST_OWN`, the newest first."""
    rows = Comment.objects.filter(player=player).select_related("attempt__table__stage__challenge").order_by("-pk")
    comments = list(rows[:MOST_OWN])
    seen = open_attempts(player, {row.attempt for row in comments})
    return [
        OwnComment(
            comment=row,
            mission=row.attempt.table.mission,
            href=Place(row.attempt_id, row.step).href(row.step) if row.attempt_id in seen else "",
        )
        for row in comments
    ]


def exported_comments(player: Player) -> list[dict[str, Any]]:
    """Return all comments of the player, as facts for a file."""
    rows = Comment.objects.filter(player=player).select_related("attempt__table").order_by("pk")
    return [
        {
            "attempt": row.attempt_id,
            "mission": row.attempt.table.mission,
            "step": row.step,
            "text": row.text,
            "written": row.created_at.isoformat(),
            "edited": row.edited_at.isoformat() if row.edited_at else None,
            "removed": row.removed_at.isoformat() if row.removed_at else None,
            "reason": row.reason,
        }
        for row in rows
    ]


def review_of(attempt: Attempt, reader: Player | None, place: Place, draft: Draft = NO_DRAFT) -> Review:
    """Return the review beside this page. As it was played, it ends with the comments on the moment shown."""
    comments = comments_of(attempt)
    if place.as_played:
        comments = comments.filter(step__lte=place.step)
    rows = list(comments)
    step = min(place.step, attempt.length)
    return Review(
        place=place,
        comments=tuple(_lines(rows, attempt, reader, place)),
        step=step,
        moment=moment_label(step),
        may_write=may_write(reader, attempt),
        is_known=reader is not None,
        draft=draft,
    )


def comments_of(attempt: Attempt) -> QuerySet[Comment]:
    """Return all comments in the order of moments, with their authors."""
    return attempt.comments.select_related("player").order_by("step", "pk")


def moment_label(step: int) -> str:
    """Return a moment in words."""
    return _("Moment %(number)d") % {"number": step} if step else _("The start")


def author_of(comment: Comment) -> str:
    """Return the author's name."""
    return comment.player.name if comment.player is not None else _("a former player")


def _lines(rows: Sequence[Comment], attempt: Attempt, reader: Player | None, place: Place) -> list[CommentLine]:
    own = reader.pk if reader is not None else 0
    moderates = any(row.player_id != own and not row.is_removed for row in rows) and may_moderate(reader, attempt)
    return [
        CommentLine(
            pk=row.pk,
            step=row.step,
            text=row.text,
            author=author_of(row),
            written_at=row.created_at,
            edited=row.edited_at is not None,
            is_removed=row.is_removed,
            reason=row.reason,
            moment=moment_label(row.step),
            href=place.href(row.step),
            is_here=row.step == min(place.step, attempt.length),
            may_edit=is_editable(row, reader),
            may_delete=row.player_id == own,
            may_remove=moderates and row.player_id != own and not row.is_removed,
        )
        for row in rows
    ]
