"""Views of attempts at real tables: have one given out, and report its end."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from logbook.challenges.access.challenges import challenge_for
from logbook.challenges.access.real_tables import crew_table_for
from logbook.challenges.exceptions import ImpossibleReport
from logbook.challenges.forms.reports import ReportForm
from logbook.challenges.forms.sitters import SeatsForm
from logbook.challenges.models.challenges import Stage
from logbook.challenges.selectors import sheets as selectors
from logbook.challenges.services import reports
from logbook.crews.access import crews_of
from logbook.crews.models.crews import Crew
from logbook.crews.selectors.namesakes import labels_of_sitters
from logbook.lib.exceptions import Refusal
from logbook.people.access import MemberRequest, needs_account
from logbook.tables.models import Attempt, Table
from logbook.tables.services.deals import DISTRESS_ACTIVE

private = cache_control(private=True, no_store=True)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
def stage_at_table(request: MemberRequest, challenge_id: int, stage: int, slug: str) -> HttpResponse:
    """Explain play at a real table; POST gives the crew's next attempt out."""
    challenge = challenge_for(request.player, challenge_id)
    crew = get_object_or_404(crews_of(request.player), slug=slug, club_entries__club=challenge.club)
    stage_now = get_object_or_404(challenge.stages.select_related("challenge__club"), number=stage)
    if not challenge.kind.has_sheets:  # Races have no sheets.
        raise Http404
    form = _seats(request, stage_now, crew, request.POST.dict() if request.method == "POST" else None)
    if not form.is_bound:
        return _seats_page(request, stage_now, crew, form)
    if not form.is_valid():
        return _seats_page(request, stage_now, crew, form, status=422)
    try:
        moved = reports.hand_out_attempt(
            challenge=challenge, stage=stage_now, crew=crew, player=request.player, sitters=form.sitters
        )
    except Refusal as error:
        return _seats_page(request, stage_now, crew, form, error=error, status=error.status)
    attempt = Attempt.objects.get(pk=moved.attempt_id)
    return redirect("real-table", moved.table_id, attempt.number)


def _seats(request: MemberRequest, stage: Stage, crew: Crew, data: dict[str, str] | None) -> SeatsForm:
    """Return the seats form, with the people of the crew's last attempt at a real table as initial values."""
    seats = range(stage.challenge.players)
    people = selectors.people_of(crew.pk)
    labels = labels_of_sitters(crew.pk, people, request.player.pk)
    return SeatsForm(data, people=people, labels=labels, seats=seats, sitters=selectors.last_sitters(stage, crew))


def _seats_page(
    request: MemberRequest,
    stage: Stage,
    crew: Crew,
    form: SeatsForm,
    *,
    error: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    table = Table.objects.filter(stage=stage, crew=crew).first()
    number = (table.attempts.count() if table else 0) + 1
    context = {"stage": stage, "crew": crew, "number": number, "challenge": stage.challenge, "form": form}
    return render(request, "challenges/sheets/start.html", context | {"error": error}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
def report(request: MemberRequest, table_id: int, number: int) -> HttpResponse:
    """Report the end of an attempt at a real table."""
    table = crew_table_for(request.player, table_id)
    attempt = table.attempts.filter(number=number, place=Attempt.Place.TABLE).first()
    if request.method != "POST" or attempt is None:
        reports.ensure_report_possible(table_id=table_id, number=number, player=request.player)
        return _report_page(request, table, attempt, _blank_report(request, table, attempt))
    return _report(request, table, attempt)


def _report(request: MemberRequest, table: Table, attempt: Attempt) -> HttpResponse:
    form = _blank_report(request, table, attempt, request.POST.dict())
    if not form.is_valid():
        return _report_page(request, table, attempt, form, status=422)
    outcome = reports.Report(**form.report_fields)
    try:
        reports.report_attempt(table_id=table.pk, number=attempt.number, player=request.player, report=outcome)
    except ImpossibleReport as error:
        form.add_error(error.field if error.field in form.fields else None, str(error))
        return _report_page(request, table, attempt, form, status=422)
    except Refusal as error:
        return _report_page(request, table, attempt, form, error=error, status=error.status)
    messages.success(request, _("The result of attempt %(number)s is saved. Thank you.") % {"number": attempt.number})
    return redirect("table", table.pk)


def _blank_report(
    request: MemberRequest, table: Table, attempt: Attempt | None, data: dict[str, str] | None = None
) -> ReportForm:
    if attempt is not None:
        attempt.table = table
    people = selectors.people_of(table.crew_id)
    return ReportForm(
        data,
        people=people,
        labels=labels_of_sitters(table.crew_id or 0, people, request.player.pk),
        seats=range(table.players),
        sitters=selectors.stored_sitters(attempt) if attempt else {},
        most=selectors.open_table(attempt).tricks if attempt else 0,
        distress=attempt is not None and DISTRESS_ACTIVE in attempt.options.split(),
    )


def _report_page(
    request: MemberRequest,
    table: Table,
    attempt: Attempt | None,
    form: ReportForm,
    *,
    error: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {"table": table, "attempt": attempt, "form": form, "error": error}
    return render(request, "challenges/sheets/report.html", context, status=status)
