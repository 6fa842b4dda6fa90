"""Access to imports, for members of the crew."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from logbook.crews.access import crews_of
from logbook.exchange.models import Import
from logbook.people.models.players import Player


def imports_of(player: Player | None) -> QuerySet[Import]:
    """Return the imports of the person's crews and clubs, without the files' contents."""
    if player is None:
        return Import.objects.none()
    theirs = Q(crew__in=crews_of(player)) | Q(kind=Import.Kind.CLUB, by=player)
    return Import.objects.filter(theirs, parent=None).defer("body").select_related("crew", "club", "by")


def import_for(player: Player | None, pk: int) -> Import:
    """Return an import of one of the person's crews or clubs; 404 otherwise."""
    return get_object_or_404(imports_of(player), pk=pk)
