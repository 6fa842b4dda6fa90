"""API views of challenges: list, create, read and play, and their standings, seed, seal and event stream."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from http import HTTPStatus
from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

import games
from logbook.api.base_views import (
    Operation,
    form_error,
    no_content,
    operation,
    parse_body,
    parse_query,
    respond,
    serialize_many,
    validate_form,
)
from logbook.api.callers import caller, member
from logbook.api.pagination import paged, paged_sequence
from logbook.api.permissions import Scope
from logbook.api.streams import STREAM_RESPONSES, StreamBaseView, stream_view
from logbook.api.tables import TableDetailSerializer, table_response
from logbook.challenges.access.challenges import (
    challenge_for,
    challenge_of_member_for,
    challenges_of,
    opened_challenge_for,
    organized_challenge_for,
)
from logbook.challenges.access.deals import has_finished, known_deals_in
from logbook.challenges.api.serializers import (
    ChallengeFilterSerializer,
    ChallengeInputSerializer,
    ChallengeRowSerializer,
    ChallengeSerializer,
    PlaySerializer,
    SealSerializer,
    SeedContributionInputSerializer,
    StandingSerializer,
)
from logbook.challenges.forms.challenges import ChallengeForm
from logbook.challenges.models.challenges import Challenge as Model
from logbook.challenges.models.challenges import Stage
from logbook.challenges.selectors.challenges import ChallengePage, challenge_number, challenge_page
from logbook.challenges.services import certification, challenges, commit_reveal
from logbook.challenges.services.challenges import ChallengePlan
from logbook.clubs.access import organized_club_for
from logbook.crews.access import crews_of
from logbook.crews.models.crews import Crew
from logbook.lib import announcements
from logbook.people.models.players import Player
from logbook.races.selectors.challenges import races_part
from logbook.tables.access import table_for
from logbook.tables.exceptions import NotInCrew


class ChallengeListView(Operation):
    """The challenges of the caller's clubs."""

    @operation("listChallenges", ChallengeRowSerializer, filters=ChallengeFilterSerializer, listed=True)
    def get(self, request: Request) -> Response:
        """List the challenges of the caller's clubs, newest first."""
        filters = parse_query(ChallengeFilterSerializer, request)
        challenges_now = challenges_of(member(request)).prefetch_related("stages")
        if "game" in filters:
            challenges_now = challenges_now.filter(
                pk__in=Stage.objects.filter(game=filters["game"]).values("challenge")
            )
        names = {"club": "club__slug", "state": "state"}
        challenges_now = challenges_now.filter(
            **{names[name]: value for name, value in filters.items() if name in names}
        )
        return paged(request, challenges_now, lambda page: serialize_many(ChallengeRowSerializer, page))

    @operation("createChallenge", ChallengeSerializer, body=ChallengeInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request) -> Response:
        """Create a challenge.

        Organizers of the club only. Its deals are prepared in the background.
        """
        player, data = member(request), parse_body(ChallengeInputSerializer, request)
        club = organized_club_for(player, data.pop("club"))
        form = ChallengeForm(_form_data(data))
        validate_form(form)
        try:
            challenge = challenges.create_challenge(club=club, by=player, plan=ChallengePlan(**form.plan_fields))
        except games.UnknownSetup as error:
            form.refuse(error)
            raise form_error(form) from error
        return respond(ChallengeSerializer, page_for(player, challenge), status=HTTPStatus.CREATED)


class ChallengeDetailView(Operation):
    """A challenge."""

    @operation("readChallenge", ChallengeSerializer)
    def get(self, request: Request, challenge: int) -> Response:
        """Get a challenge with the progress of the caller's crews.

        Other crews' results are hidden while they would be spoilers for the caller.
        """
        player = member(request)
        return respond(ChallengeSerializer, page_for(player, challenge_for(player, challenge)))

    @operation("deleteChallenge", {204: None})
    def delete(self, request: Request, challenge: int) -> Response:
        """Delete a challenge whose deals are not sealed yet.

        Organizers of the club only. 409 `deals-sealed` afterwards.
        """
        challenges.delete_challenge(challenge=organized_challenge_for(member(request), challenge))
        return no_content()


class ChallengeRetryView(Operation):
    """Another search for deals."""

    @operation("retryChallenge", ChallengeSerializer)
    def post(self, request: Request, challenge: int) -> Response:
        """Search for deals among more candidates.

        Organizers of the club only, for a challenge in the state `failed`.
        """
        player = member(request)
        certification.retry_preparation(challenge=organized_challenge_for(player, challenge))
        return respond(ChallengeSerializer, page_for(player, challenge_for(player, challenge)))


class ChallengeStandingsView(Operation):
    """A challenge's standings."""

    @operation("listStandings", StandingSerializer, listed=True)
    def get(self, request: Request, challenge: int) -> Response:
        """List a challenge's standings, best first.

        Only the caller's own crews are listed while other results would be spoilers.
        """
        player = member(request)
        page = page_for(player, challenge_for(player, challenge))
        races = races_part(page, player)
        rows = races.people if races is not None else page.standings
        tell = _race_standing_fields if races is not None else _standing_fields
        return paged_sequence(
            request, rows, lambda page_rows: serialize_many(StandingSerializer, [tell(row) for row in page_rows])
        )


class ChallengeSeedView(Operation):
    """A challenge's seed."""

    scope = Scope.PLAY

    @operation("contributeToSeed", ChallengeSerializer, body=SeedContributionInputSerializer)
    def post(self, request: Request, challenge: int) -> Response:
        """Contribute words to a challenge's seed.

        Each member contributes once. Contributions are public and final.
        """
        player, text = member(request), parse_body(SeedContributionInputSerializer, request)["text"]
        challenge_now = challenge_of_member_for(player, challenge)
        commit_reveal.contribute_entropy(challenge=challenge_now, player=player, words=" ".join(text.split()))
        return respond(ChallengeSerializer, page_for(player, challenge_for(player, challenge)))


class ChallengeSealView(Operation):
    """A challenge's seal."""

    is_open = True

    @operation("readSeal", SealSerializer)
    def get(self, request: Request, challenge: int) -> Response:
        """Get the opened seal of a finished challenge.

        It holds everything needed to compute the deals again. Seals of public clubs are public.
        """
        return respond(SealSerializer, commit_reveal.reveal_seal(opened_challenge_for(caller(request), challenge)))


class ChallengePlayView(Operation):
    """Playing a challenge."""

    scope = Scope.PLAY

    @operation("playChallenge", TableDetailSerializer, body=PlaySerializer)
    def post(self, request: Request, challenge: int) -> Response:
        """Take a seat at the crew's table for a stage.

        The first player opens the table.
        """
        player, data = member(request), parse_body(PlaySerializer, request)
        challenge_now = challenge_for(player, challenge)
        crew, stage = crew_and_stage(player, challenge_now, data)
        table = challenges.open_challenge_table(challenge=challenge_now, stage=stage, crew=crew, player=player)
        return respond(TableDetailSerializer, table_response(table_for(player, table.pk), player))


def crew_and_stage(player: Player, challenge: Model, data: Mapping[str, Any]) -> tuple[Crew, Stage]:
    """Return the named crew of the player and the stage. Raises NotInCrew, and Http404 for an unknown stage."""
    crew = crews_of(player).filter(slug=data["crew"]).first()
    stage = challenge.stages.filter(number=data["stage"]).first()
    if crew is None:
        raise NotInCrew
    if stage is None:
        raise Http404
    return crew, stage


def page_for(player: Player, challenge: Model) -> ChallengePage:
    """Return the challenge's page with what the player may know."""
    deals, sees_all_results = known_deals_in(player, challenge), has_finished(player, challenge)
    return challenge_page(challenge, player, crews_of(player), known=deals, shows_all=sees_all_results)


class ChallengeStreamView(StreamBaseView):
    """A challenge's event stream."""

    @operation("followChallenge", STREAM_RESPONSES, streamed=True)
    def get(self, request: Request, challenge: int) -> Response:
        """Follow the preparation of a challenge's deals by server-sent events.

        Each event is `moved` and carries a number that increases with every step.
        """
        return self.admit(request, partial(challenge_for, member(request), challenge))


challenge_stream = stream_view(ChallengeStreamView, announcements.CHALLENGE, challenge_number)


def _form_data(data: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of the page's form."""
    form_data = {name: value.isoformat() if isinstance(value, datetime) else value for name, value in data.items()}
    clock = "untimed" if form_data.pop("untimed") else ""
    return {**form_data, "clock": clock, "missions": "\n".join(form_data["missions"])}


def _standing_fields(row: Any) -> dict[str, Any]:
    same = {name: getattr(row, name) for name in ("rank", "crew", "score", "attempts", "distress")}
    return {**same, "player": None, "stages": row.stages_won, "margin": None, "wins": None}


def _race_standing_fields(row: Any) -> dict[str, Any]:
    same = {name: getattr(row, name) for name in ("rank", "crew", "player", "stages", "margin", "wins")}
    return {**same, "score": row.points, "attempts": row.races, "distress": 0}
