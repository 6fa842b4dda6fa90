"""Views of the travellers of races."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from logbook.challenges.access.replays import open_attempts
from logbook.challenges.models.challenges import Deal
from logbook.lib.csv_download import csv_download
from logbook.lib.filters import requested
from logbook.people.middleware import PlayerRequest
from logbook.races.selectors import csv_tables
from logbook.races.selectors.travellers import RaceOrder, RaceReader, race_traveller, races_on
from logbook.travellers.access import names_people_to
from logbook.travellers.selectors.pictures import picture_of
from logbook.travellers.selectors.traveller import Shown


def traveller(request: PlayerRequest, deal: Deal, **choices: Any) -> HttpResponse:
    """Show all races on a deal. `choices` are the filters, and the race that was chosen first for a comparison."""
    order, shown = requested(request, "sort", list(RaceOrder)), requested(request, "show", list(Shown))
    page = race_traveller(
        deal,
        request.player,
        names_people=names_people_to(request.player, deal),
        order=RaceOrder(order or RaceOrder.POINTS),
        shown=Shown(shown) if shown else None,
        number=request.GET.get("page", "1"),
    )
    replays = open_attempts(request.player, [row.attempt for row in page.rows])
    picture = picture_of(deal, attempts=page.races, won=0)
    return render(request, "races/traveller.html", {"page": page, "replays": replays, "picture": picture, **choices})


def traveller_csv(request: PlayerRequest, deal: Deal, *, shown: Shown | None, name: str) -> HttpResponseBase:
    """Send the traveller as a table, under the filter of the page."""
    reader = RaceReader.of(deal, request.player, names_people=names_people_to(request.player, deal))
    races = reader.chosen(races_on(deal), RaceOrder.POINTS, shown)
    return csv_download(name, csv_tables.TRAVELLER_HEADER, csv_tables.traveller_rows(reader, races))
