"""API views of a challenge's deals: the access log, open deals and certificates."""

from __future__ import annotations

from itertools import chain
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import AnyMediaType, Operation, operation, parse_body, respond, serialize_many
from logbook.api.callers import caller, member
from logbook.api.pagination import paged
from logbook.api.permissions import Scope
from logbook.challenges.access.challenges import certificate_for, challenge_for
from logbook.challenges.access.deals import deal_access_as_director, deal_access_for, deal_for, knows_deal, stage_for
from logbook.challenges.api.real_table_serializers import (
    DealAccessSerializer,
    DealConfirmationSerializer,
    DealOpenSerializer,
)
from logbook.challenges.exceptions import NotSure
from logbook.challenges.selectors import certificates
from logbook.challenges.selectors import deal_access as selectors
from logbook.challenges.services import deal_access as access_services
from logbook.crews.access import crews_of
from logbook.people.models.players import Player

RECORD = {(200, "text/plain"): OpenApiResponse({"type": "string"}, "A record for `python -m games solve --check`.")}


class DealAccessListView(Operation):
    """A challenge's access log."""

    @operation("listAccesses", DealAccessSerializer, listed=True)
    def get(self, request: Request, challenge: int) -> Response:
        """List the access log of a challenge: who saw which deal, and when.

        While the challenge is running, includes only the caller's own access and, for organizers, access that is no
        spoiler for them. Complete once the challenge is over.
        """
        player = member(request)
        accesses = selectors.for_ledger(deal_access_for(player, challenge_for(player, challenge)))
        return paged(request, accesses, lambda page: serialize_many(DealAccessSerializer, selectors.access_rows(page)))


class DealDetailView(Operation):
    """A deal of a challenge."""

    scope = Scope.PLAY

    @operation("readDeal", DealOpenSerializer)
    def get(self, request: Request, challenge: int, stage: int, attempt: int) -> Response:
        """Get a deal with all its cards.

        Requires that the caller has finished the deal or given it up; otherwise 404. Recorded in the access log.
        """
        return _opened_deal(member(request), challenge, stage, attempt)

    @operation("giveUpDeal", DealOpenSerializer, body=DealConfirmationSerializer)
    def post(self, request: Request, challenge: int, stage: int, attempt: int) -> Response:
        """Give up a deal and return its cards.

        Requires `sure`: the caller can't play the deal afterwards. Ignored for a deal whose cards the caller may see
        already. Recorded in the access log.
        """
        player = member(request)
        stage_now = stage_for(player, challenge, stage)
        sure = parse_body(DealConfirmationSerializer, request)["sure"]
        if not knows_deal(player, stage_now, attempt):
            if not sure:
                raise NotSure
            director = deal_access_as_director(player, stage_now)
            access_services.give_up_deal(player=player, stage=stage_now, number=attempt, director=director)
        return _opened_deal(player, challenge, stage, attempt)


class DealCertificateView(Operation):
    """The certificate of a deal."""

    is_open = True
    content_negotiation_class = AnyMediaType

    @operation("readCertificate", RECORD)
    def get(self, request: Request, challenge: int, stage: int, attempt: int) -> HttpResponse:
        """Download the proof that a deal could be won, once its challenge is closed.

        The record holds the seed and a winning line. Certificates of public clubs are public.
        """
        candidate = certificate_for(caller(request), challenge, stage, attempt)
        return HttpResponse(certificates.record_of(candidate), content_type="text/plain; charset=utf-8")


def _opened_deal(player: Player, challenge: int, stage: int, attempt: int) -> Response:
    deal = deal_for(player, challenge, stage, attempt)
    access_services.record_deal_page_access(player, deal.stage, attempt)
    page = selectors.deal_page(deal, crews_of(player))
    hands: list[dict[str, Any]] = [
        {"name": one.name, "captain": one.captain, "hand": list(chain.from_iterable(one.suits))} for one in page.hands
    ]
    return respond(DealOpenSerializer, {"deal": page.deal, "text": page.text, "hands": hands, "tasks": page.tasks})
