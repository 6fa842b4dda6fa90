"""Views of travellers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from logbook.challenges.access.challenges import proof_or_account
from logbook.challenges.access.replays import open_attempts
from logbook.challenges.models.challenges import Deal
from logbook.lib.csv_download import csv_download
from logbook.lib.exceptions import Refusal
from logbook.lib.filters import requested
from logbook.lib.replica import reads_from_replica
from logbook.lib.share_picture import picture_response
from logbook.people.middleware import PlayerRequest
from logbook.tables.kinds import kind_of, view_of
from logbook.travellers.access import finished_deal_for, finished_deal_of_missions_for, names_people_to
from logbook.travellers.exceptions import NotTwo
from logbook.travellers.selectors import csv_tables
from logbook.travellers.selectors import traveller as selectors
from logbook.travellers.selectors import tree_page as tree_selectors
from logbook.travellers.selectors.comparison import comparison
from logbook.travellers.selectors.deals import deal_text, entrant_name
from logbook.travellers.selectors.pictures import deal_picture, picture_of
from logbook.travellers.selectors.traveller import Order, RowReader, Shown
from logbook.travellers.selectors.tree import Fate

_FILTERS: Final = {
    Shown.WON: gettext_lazy("Won"),
    Shown.LOST: gettext_lazy("Not won"),
    Shown.PEOPLE: gettext_lazy("People only"),
    Shown.MINE: gettext_lazy("Mine"),
}
_FATES: Final = {
    Fate.WON: pgettext_lazy("attempt", "won"),
    Fate.WINNABLE: gettext_lazy("still winnable"),
    Fate.LOST: pgettext_lazy("attempt", "lost"),
    Fate.UNKNOWN: gettext_lazy("not known yet"),
}
MOST_DIGITS: Final = 20
"""The most digits of a position's number, with its sign."""
MOST_PICKS: Final = 2
PICKED_FIRST: Final = "with"
"""The query of a traveller on which the second attempt of a comparison is chosen."""
private = cache_control(private=True, no_store=True)


@require_safe
@proof_or_account
@private
@reads_from_replica
def traveller(request: PlayerRequest, challenge_id: int, stage: int, attempt: int) -> HttpResponseBase:
    """Show what all crews did on a deal of a finished challenge."""
    deal = finished_deal_for(request.player, challenge_id, stage, attempt)
    own = view_of(deal.stage.game, "traveller")
    if own is not None:
        return own(request, deal, **_choices(request, deal))
    order, shown = requested(request, "sort", list(Order)), requested(request, "show", list(Shown))
    page = selectors.traveller(
        deal,
        request.player,
        order=Order(order or Order.RESULT),
        shown=Shown(shown) if shown else None,
        number=request.GET.get("page", "1"),
    )
    replays = open_attempts(request.player, [row.attempt for row in page.rows])
    picture = picture_of(deal, attempts=page.attempts, won=page.won)
    context = {"page": page, "replays": replays, "picture": picture, **_choices(request, deal)}
    return render(request, "travellers/traveller.html", context)


def _choices(request: PlayerRequest, deal: Deal) -> dict[str, object]:
    """Return the filters, and the attempt that was chosen first for a comparison."""
    number = _number(request, PICKED_FIRST)
    picked = selectors.attempt_on(deal, number) if number is not None else None
    return {
        "filters": _FILTERS.items(),
        "shown": requested(request, "show", list(Shown)),
        "picked": picked,
        "picked_name": entrant_name(picked.table) if picked else "",
    }


@require_safe
@proof_or_account
@private
@reads_from_replica
def tree(request: PlayerRequest, challenge_id: int, stage: int, attempt: int) -> HttpResponse:
    """Show where the lines of a deal part, from the position `at` on."""
    deal = finished_deal_of_missions_for(request.player, challenge_id, stage, attempt)
    page = tree_selectors.tree_page(
        deal,
        at=_number(request, "at"),
        after=_number(request, "after") or 0,
        names_people=names_people_to(request.player, deal),
    )
    return render(
        request, "travellers/tree.html", {"page": page, "fates": _FATES.items(), "picture": deal_picture(deal)}
    )


@require_safe
@proof_or_account
@private
@reads_from_replica
def compare(request: PlayerRequest, challenge_id: int, stage: int, attempt: int) -> HttpResponse:
    """Show two attempts on a deal, `pick` and `pick`, side by side; one alone leads back to choose the other."""
    deal = finished_deal_for(request.player, challenge_id, stage, attempt)
    picks = list(dict.fromkeys(request.GET.getlist("pick")))[: MOST_PICKS + 1]
    numbers = [_whole(pick) for pick in picks]
    if any(selectors.attempt_on(deal, number) is None for number in numbers):
        raise Http404
    if len(numbers) == 1:
        address = reverse("traveller", args=(challenge_id, stage, attempt))
        return redirect(f"{address}?{PICKED_FIRST}={numbers[0]}")
    name = kind_of(deal.stage.game).templates["comparison"]
    try:
        page = _compared(request, deal, numbers)
        return render(request, name, {"page": page, "picture": deal_picture(deal)})
    except Refusal as error:
        context = {"page": {"deal": deal, "text": deal_text(deal)}, "refusal": str(error)}
        return render(request, name, context, status=error.status)


def _compared(request: PlayerRequest, deal: Deal, numbers: Sequence[int]) -> Any:
    if len(numbers) != MOST_PICKS:
        raise NotTwo
    names_people = names_people_to(request.player, deal)
    compared = kind_of(deal.stage.game).comparison_of or comparison
    return compared(deal, *numbers, names_people=names_people)


@require_safe
@proof_or_account
@private
@reads_from_replica
def picture(request: PlayerRequest, challenge_id: int, stage: int, attempt: int) -> HttpResponse:
    """Draw the picture of a deal's pages for shared links."""
    return picture_response(deal_picture(finished_deal_for(request.player, challenge_id, stage, attempt)))


@require_safe
@proof_or_account
@private
@reads_from_replica
def traveller_csv(request: PlayerRequest, challenge_id: int, stage: int, attempt: int) -> HttpResponseBase:
    """Send the traveller as a table, under the filter of the page."""
    deal = finished_deal_for(request.player, challenge_id, stage, attempt)
    chosen = requested(request, "show", list(Shown))
    shown, name = Shown(chosen) if chosen else None, f"traveller-{challenge_id}-{stage}-{attempt}"
    own = view_of(deal.stage.game, "traveller-csv")
    if own is not None:
        return own(request, deal, shown=shown, name=name)
    rows = csv_tables.traveller_rows(RowReader.of(deal, request.player), shown)
    return csv_download(name, csv_tables.HEADER, rows)


@require_safe
@proof_or_account
@private
@reads_from_replica
def tree_csv(request: PlayerRequest, challenge_id: int, stage: int, attempt: int) -> HttpResponseBase:
    """Send the branches of a deal as a table."""
    deal = finished_deal_of_missions_for(request.player, challenge_id, stage, attempt)
    return csv_download(f"tree-{challenge_id}-{stage}-{attempt}", csv_tables.TREE_HEADER, csv_tables.tree_rows(deal))


def _number(request: PlayerRequest, name: str) -> int | None:
    """Return a whole number of the address; None if it is missing, 404 if it is none."""
    text = request.GET.get(name, "")
    return _whole(text) if text else None


def _whole(text: str) -> int:
    digits = text.removeprefix("-")
    if len(text) > MOST_DIGITS or not (digits.isascii() and digits.isdigit()) or abs(int(text)) >= 2**63:
        raise Http404
    return int(text)
