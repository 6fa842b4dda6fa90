"""API views of comments."""

from __future__ import annotations

from http import HTTPStatus

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import (
    Operation,
    no_content,
    operation,
    parse_body,
    respond,
    serialize_many,
    validate_form,
)
from logbook.api.callers import caller, person
from logbook.api.pagination import paged
from logbook.api.permissions import Scope
from logbook.challenges.access.replays import replay_for
from logbook.challenges.services import deal_access
from logbook.reviews import services
from logbook.reviews.access import comment_for, comment_to_delete_for, may_moderate, may_write
from logbook.reviews.api.serializers import (
    CommentInputSerializer,
    CommentRemovalSerializer,
    CommentSerializer,
    CommentTextSerializer,
)
from logbook.reviews.exceptions import AccountWanted, NotYoursToRemove
from logbook.reviews.forms import CommentForm, RemovalForm
from logbook.reviews.selectors import comments_of


class CommentListView(Operation):
    """An attempt's comments."""

    is_open = True
    scope = Scope.WRITE

    @operation("listComments", CommentSerializer, listed=True)
    def get(self, request: Request, attempt: int) -> Response:
        """List the comments on a finished attempt, in the order of its moments.

        404 unless the caller may see all cards of the attempt. Reading about a deal of a running challenge is recorded
        in its access log.
        """
        player = caller(request)
        attempt_now = replay_for(player, attempt)
        deal_access.record_replay_access(attempt_now, player)
        own = player.pk if player is not None else None
        return paged(
            request,
            comments_of(attempt_now),
            lambda page: serialize_many(CommentSerializer, page, caller=own),
            "step",
            "pk",
        )

    @operation("writeComment", CommentSerializer, body=CommentInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, attempt: int) -> Response:
        """Comment on a moment of a finished attempt.

        Guests can comment on attempts that they played in. 404 unless the caller may see all cards of the attempt.
        """
        player = person(request)
        attempt_now = replay_for(player, attempt)
        if not may_write(player, attempt_now):
            raise AccountWanted
        data = parse_body(CommentInputSerializer, request)
        text = validate_form(CommentForm(data))["text"]
        comment = services.write_comment(attempt=attempt_now, by=player, step=data["step"], text=text)
        return respond(CommentSerializer, comment, status=HTTPStatus.CREATED, caller=player.pk)


class CommentDetailView(Operation):
    """A comment."""

    scope = Scope.WRITE

    @operation("changeComment", CommentSerializer, body=CommentTextSerializer)
    def put(self, request: Request, attempt: int, comment: int) -> Response:
        """Edit a comment within ten minutes.

        Its author only.
        """
        player = person(request)
        row = comment_for(player, attempt, comment)
        text = validate_form(CommentForm(parse_body(CommentTextSerializer, request)))["text"]
        services.edit_comment(comment=row, by=player, text=text)
        return respond(CommentSerializer, comment_for(player, attempt, comment), caller=player.pk)

    @operation("deleteComment", {204: None})
    def delete(self, request: Request, attempt: int, comment: int) -> Response:
        """Delete a comment.

        Its author only, also if they may no longer see the replay; moderators remove it instead.
        """
        player = person(request)
        services.delete_comment(comment=comment_to_delete_for(player, attempt, comment), by=player)
        return no_content()


class CommentRemovalView(Operation):
    """The removal of a comment."""

    scope = Scope.WRITE

    @operation("removeComment", CommentSerializer, body=CommentRemovalSerializer)
    def put(self, request: Request, attempt: int, comment: int) -> Response:
        """Remove another player's comment as a moderator.

        Founders of the crew, organizers of the challenge's club and administrators only. The text is deleted, and the
        reason stays. The first removal stands.
        """
        player = person(request)
        row = comment_for(player, attempt, comment)
        if row.player_id == player.pk or not may_moderate(player, row.attempt):
            raise NotYoursToRemove
        reason = validate_form(RemovalForm(parse_body(CommentRemovalSerializer, request)))["reason"]
        services.remove_comment(comment=row, by=player, reason=reason)
        return respond(CommentSerializer, comment_for(player, attempt, comment), caller=player.pk)
