"""What comes in from files, for the members of the crew."""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from logbook.access.clubs import crews_of
from logbook.models import Import, Player


def imports_of(player: Player | None) -> QuerySet[Import]:
    """The files brought to the person's crews, without what stands in them."""
    return Import.objects.filter(crew__in=crews_of(player)).defer("body").select_related("crew", "by")


def import_for(player: Player | None, pk: int) -> Import:
    """A file brought to one of the person's crews, or 404."""
    return get_object_or_404(imports_of(player), pk=pk)
