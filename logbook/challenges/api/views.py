"""Challenges: the list, setting one up, one's own part in it, standings and the seal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

import games
from logbook.api.base_views import (
    Operation,
    asked,
    asked_for,
    cleaned,
    nothing_more,
    operation,
    refused,
    told,
    told_all,
)
from logbook.api.callers import caller, member
from logbook.api.pagination import paged, paged_whole
from logbook.api.permissions import Scope
from logbook.challenges.access.challenges import (
    challenge_for,
    challenge_of_member_for,
    challenges_of,
    opened_challenge_for,
    organized_challenge_for,
)
from logbook.challenges.access.deals import has_finished, known_in
from logbook.challenges.api.serializers import (
    Challenge,
    ChallengeFilter,
    ChallengeLine,
    ChallengeWords,
    Play,
    Seal,
    Standing,
    StirWords,
)
from logbook.challenges.forms.challenges import ChallengeForm
from logbook.challenges.models.challenges import Challenge as Model
from logbook.challenges.models.challenges import Stage
from logbook.challenges.selectors.challenges import ChallengePage, challenge_page
from logbook.challenges.services import certification, challenges, commit_reveal
from logbook.challenges.services.challenges import ChallengePlan
from logbook.clubs.access import organized_club_for
from logbook.crews.access import crews_of
from logbook.crews.models.crews import Crew
from logbook.leaderboards.selectors.challenge_races import races_part
from logbook.people.models.players import Player
from logbook.tables.access import table_for
from logbook.tables.api.serializers import TableDetail
from logbook.tables.api.views import table_told
from logbook.tables.exceptions import NotInCrew


class ChallengeList(Operation):
    """The challenges of one's clubs."""

    @operation("listChallenges", ChallengeLine, filters=ChallengeFilter, listed=True)
    def get(self, request: Request) -> Response:
        """The challenges of one's clubs, the last set up first."""
        wishes = asked_for(ChallengeFilter, request)
        found = challenges_of(member(request)).prefetch_related("stages")
        if "game" in wishes:
            found = found.filter(pk__in=Stage.objects.filter(game=wishes["game"]).values("challenge"))
        names = {"club": "club__slug", "state": "state"}
        found = found.filter(**{names[name]: value for name, value in wishes.items() if name in names})
        return paged(request, found, lambda page: told_all(ChallengeLine, page))

    @operation("setUpChallenge", Challenge, asks=ChallengeWords, status=HTTPStatus.CREATED)
    def post(self, request: Request) -> Response:
        """Set a challenge up; a club's organizers do so. Its deals are prepared by and by."""
        player, words = member(request), asked(ChallengeWords, request)
        club = organized_club_for(player, words.pop("club"))
        form = ChallengeForm(_as_form(words))
        cleaned(form)
        try:
            made = challenges.challenge_create(club=club, by=player, plan=ChallengePlan(**form.chosen))
        except games.UnknownSetup as error:
            form.refuse(error)
            raise refused(form) from error
        return told(Challenge, page_for(player, made), status=HTTPStatus.CREATED)


class ChallengeOne(Operation):
    """A challenge."""

    @operation("readChallenge", Challenge)
    def get(self, request: Request, challenge: int) -> Response:
        """A challenge: what is played, and how one's own crews stand. Of other crews once that spoils nothing."""
        player = member(request)
        return told(Challenge, page_for(player, challenge_for(player, challenge)))

    @operation("deleteChallenge", {204: None})
    def delete(self, request: Request, challenge: int) -> Response:
        """Give up a challenge that is not sealed yet; its organizers do so."""
        challenges.challenge_delete(challenge=organized_challenge_for(member(request), challenge))
        return nothing_more()


class ChallengeRetry(Operation):
    """More candidates."""

    @operation("retryChallenge", Challenge)
    def post(self, request: Request, challenge: int) -> Response:
        """Look for deals among more candidates, where none was found."""
        player = member(request)
        certification.challenge_retry(challenge=organized_challenge_for(player, challenge))
        return told(Challenge, page_for(player, challenge_for(player, challenge)))


class ChallengeStandings(Operation):
    """The standings."""

    @operation("listStandings", Standing, listed=True)
    def get(self, request: Request, challenge: int) -> Response:
        """The standings, best first; of one's own crews alone as long as others could spoil anything."""
        player = member(request)
        page = page_for(player, challenge_for(player, challenge))
        races = races_part(page, player)
        lines = races.people if races is not None else page.standings
        tell = _race_standing if races is not None else _standing
        return paged_whole(request, lines, lambda found: told_all(Standing, [tell(line) for line in found]))


class ChallengeStir(Operation):
    """The seed."""

    scope = Scope.PLAY

    @operation("stir", Challenge, asks=StirWords)
    def post(self, request: Request, challenge: int) -> Response:
        """Stir the seed with words of one's own, once. They are public, and stay."""
        player, words = member(request), asked(StirWords, request)["words"]
        found = challenge_of_member_for(player, challenge)
        commit_reveal.words_stir(challenge=found, player=player, words=" ".join(words.split()))
        return told(Challenge, page_for(player, challenge_for(player, challenge)))


class ChallengeSeal(Operation):
    """The opened seal."""

    is_open = True

    @operation("readSeal", Seal)
    def get(self, request: Request, challenge: int) -> Response:
        """The opened seal of a challenge that is over: all that anybody needs to compute its deals again.

        Of a public club's challenge everybody reads it.
        """
        return told(Seal, commit_reveal.seal_opened(opened_challenge_for(caller(request), challenge)))


class ChallengePlay(Operation):
    """Coming to play."""

    scope = Scope.PLAY

    @operation("playChallenge", TableDetail, asks=Play)
    def post(self, request: Request, challenge: int) -> Response:
        """Come to a crew's table at a stage, which is set up for whoever comes first, and sit down there."""
        player, words = member(request), asked(Play, request)
        found = challenge_for(player, challenge)
        crew, stage = crew_and_stage(player, found, words)
        table = challenges.challenge_play(challenge=found, stage=stage, crew=crew, player=player)
        return told(TableDetail, table_told(table_for(player, table.pk), player))


def crew_and_stage(player: Player, challenge: Model, words: Mapping[str, Any]) -> tuple[Crew, Stage]:
    """The crew of one's own and the stage that were named. Raises NotInCrew, and Http404 for no such stage."""
    crew = crews_of(player).filter(slug=words["crew"]).first()
    stage = challenge.stages.filter(number=words["stage"]).first()
    if crew is None:
        raise NotInCrew
    if stage is None:
        raise Http404
    return crew, stage


def page_for(player: Player, challenge: Model) -> ChallengePage:
    """The page with as much of each deal as the reader may know."""
    known, told_all_of = known_in(player, challenge), has_finished(player, challenge)
    return challenge_page(challenge, player, crews_of(player), known=known, told=told_all_of)


def _as_form(words: dict[str, Any]) -> dict[str, Any]:
    """What was said, as the page's form has it."""
    said = {name: value.isoformat() if isinstance(value, datetime) else value for name, value in words.items()}
    clock = "untimed" if said.pop("untimed") else ""
    return {**said, "clock": clock, "missions": "\n".join(said["missions"])}


def _standing(line: Any) -> dict[str, Any]:
    same = {name: getattr(line, name) for name in ("rank", "crew", "score", "attempts", "distress")}
    return {**same, "player": None, "stages": line.stages_won, "margin": None, "wins": None}


def _race_standing(line: Any) -> dict[str, Any]:
    same = {name: getattr(line, name) for name in ("rank", "crew", "player", "stages", "margin", "wins")}
    return {**same, "score": line.points, "attempts": line.races, "distress": 0}
