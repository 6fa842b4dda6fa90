"""API views of a challenge's rulings, and of deal access that keeps players out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any, Final

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, operation, parse_body, respond, serialize_many, validate_form
from logbook.api.callers import member
from logbook.api.pagination import paged, paged_sequence
from logbook.challenges.access.challenges import challenge_for, organized_challenge_for
from logbook.challenges.access.deals import deal_access_ruled_by, own_part_of
from logbook.challenges.api.serializers import BlockingAccessSerializer, RulingInputSerializer, RulingSerializer
from logbook.challenges.api.views import page_for
from logbook.challenges.conflicts import OwnPart
from logbook.challenges.forms import rulings as forms
from logbook.challenges.forms.rulings import ReasonForm
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.rulings import Ruling as Model
from logbook.challenges.selectors.rulings import RulingRow
from logbook.challenges.services import lifecycle, rulings
from logbook.challenges.services.rulings import Decision
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player

DECIDED: Final[Mapping[str, tuple[type[ReasonForm], Callable[..., Model]]]] = {
    "pause": (forms.ReasonForm, lifecycle.pause_challenge),
    "resume": (forms.ReasonForm, lifecycle.resume_challenge),
    "extend": (forms.ExtendForm, lifecycle.extend_challenge),
    "late-entry": (forms.LateEntryForm, lifecycle.admit_crew_late),
    "correct": (forms.CorrectForm, rulings.correct_result),
    "void": (forms.VoidForm, rulings.void_deal),
    "readmit": (forms.ReadmitForm, rulings.grant_extra_attempt),
    "restore": (forms.RestoreForm, rulings.restore_player),
    "merge": (forms.MergeForm, rulings.merge_entries),
    "close": (forms.ReasonForm, lifecycle.close_challenge_early),
    "cancel": (forms.ReasonForm, lifecycle.cancel_challenge),
}


class RulingListView(Operation):
    """A challenge's rulings."""

    @operation("listRulings", RulingSerializer, listed=True)
    def get(self, request: Request, challenge: int) -> Response:
        """List the rulings on a challenge, newest first.

        Details that would be spoilers for the caller are hidden for now.
        """
        player = member(request)
        page = page_for(player, challenge_for(player, challenge))
        tell = partial(_ruling_item, part=own_part_of(player, page.challenge))
        return paged_sequence(
            request, page.history, lambda rulings: serialize_many(RulingSerializer, [*map(tell, rulings)])
        )

    @operation("makeRuling", RulingSerializer, body=RulingInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, challenge: int) -> Response:
        """Make a ruling.

        Organizers of the club only. The reason is public, and results are recalculated at once. 403
        `conflict-of-interest` for a ruling on the caller's own crews.
        """
        player = member(request)
        challenge_now = organized_challenge_for(player, challenge)
        data = parse_body(RulingInputSerializer, request)
        form_of, decide = DECIDED[data["kind"]]
        form = form_of(_form_data(challenge_now, data), challenge=challenge_now)
        reason = validate_form(form, late_crew="crew")["reason"]
        ruling = decide(Decision(challenge_now, player, reason), **form.chosen)
        return respond(RulingSerializer, _ruling_answer(player, challenge, ruling.pk), status=HTTPStatus.CREATED)


class RulingTakeBackView(Operation):
    """Withdrawing a ruling."""

    @operation("withdrawRuling", RulingSerializer)
    def post(self, request: Request, challenge: int, ruling: int) -> Response:
        """Withdraw a ruling.

        Organizers of the club only. Results are recalculated as if it had not been made; it stays in the history.
        """
        player = member(request)
        challenge_now = organized_challenge_for(player, challenge)
        ruling_now = get_object_or_404(challenge_now.rulings, pk=ruling)
        if ruling_now.kind == Model.Kind.EXTEND:
            lifecycle.take_back_extension(
                ruling=ruling_now, decision=Decision(challenge_now, player, ruling_now.reason)
            )
        else:
            rulings.take_back_ruling(ruling=ruling_now, by=player)
        return respond(RulingSerializer, _ruling_answer(player, challenge, ruling_now.pk))


class BlockingAccessListView(Operation):
    """Deal access that keeps players out."""

    @operation("listBlockingAccesses", BlockingAccessSerializer, listed=True)
    def get(self, request: Request, challenge: int) -> Response:
        """List the access that keeps players from a deal, or binds them to one crew.

        Organizers of the club only. Includes only what the caller may rule on: their own crews are left out. A
        `restore` ruling lifts an access.
        """
        player = member(request)
        accesses = deal_access_ruled_by(player, organized_challenge_for(player, challenge))
        rows = accesses.select_related("player", "guest__claimed_by", "stage")
        return paged(
            request, rows, lambda page: serialize_many(BlockingAccessSerializer, [*map(_blocking_access_fields, page)])
        )


def _blocking_access_fields(access: DealAccess) -> dict[str, Any]:
    who = access.player or (access.guest.claimed_by if access.guest else None)
    return {"pk": access.pk, "player": who, "stage": access.stage, "attempt": access.attempt, "how": access.how}


def _form_data(challenge: Challenge, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of the page's form; unknown stages and crews are 0."""
    form_data = dict(data)
    crews = {name: Crew.objects.filter(slug=data[name]).first() for name in ("crew", "into") if name in data}
    form_data |= {name: crew.pk if crew else 0 for name, crew in crews.items()}
    form_data["late_crew"] = form_data.get("crew")
    if "stage" in data:
        form_data["stage"] = challenge.stages.filter(number=data["stage"]).values_list("pk", flat=True).first() or 0
    if "closes_at" in data:
        form_data["closes_at"] = data["closes_at"].isoformat()
    return form_data


def _ruling_answer(player: Player, challenge: int, ruling: int) -> dict[str, Any]:
    page = page_for(player, challenge_for(player, challenge))
    part = own_part_of(player, page.challenge)
    return next(_ruling_item(row, part) for row in page.history if row.ruling.pk == ruling)


def _ruling_item(row: RulingRow, part: OwnPart) -> dict[str, Any]:
    return {
        "ruling": row.ruling,
        "kind": row.ruling.kind,
        "about": row.about,
        "reason": None if row.is_redacted else row.ruling.reason,
        "changes": [{"before": before, "after": after} for before, after in row.changes],
        "may_take_back": row.may_take_back and not part.is_own(row.ruling),
    }
