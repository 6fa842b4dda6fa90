"""What comes in from files, for the members of the crew."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from logbook.crews.access import crews_of
from logbook.exchange.models import Import
from logbook.people.models.players import Player


def imports_of(player: Player | None) -> QuerySet[Import]:
    """The files brought to the person's crews, and the clubs that they brought, without what stands in them."""
    if player is None:
        return Import.objects.none()
    theirs = Q(crew__in=crews_of(player)) | Q(kind=Import.Kind.CLUB, by=player)
    return Import.objects.filter(theirs, parent=None).defer("body").select_related("crew", "club", "by")


def import_for(player: Player | None, pk: int) -> Import:
    """A file brought to one of the person's crews, or a club that they brought; else 404."""
    return get_object_or_404(imports_of(player), pk=pk)
