"""Services of abandoned imports: lost steps are found, and old files deleted."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from logbook.exchange.models import Import, ImportPhoto, ImportPiece
from logbook.lib import leases

State = Import.State


def stalled_imports(*, before: datetime) -> list[tuple[int, str, int]]:
    """Return the imports without progress since then: key, state and number."""
    still = leases.before("moved_at", before)
    stalled = Import.objects.filter(still, state__in=Import.AT_WORK, parent=None)
    return list(stalled.order_by("pk").values_list("pk", "state", "steps"))


def delete_old_imports() -> int:
    """Delete week-old files and their pieces' contents; the entries they imported stay, and can be undone."""
    old = Import.objects.filter(created_at__lt=timezone.now() - Import.KEPT_FOR).exclude(state__in=Import.AT_WORK)
    unused = old.filter(parent=None, state__in=(State.COLUMNS, State.WAITING, State.REFUSED))
    forgotten = unused.count()
    unused.delete()
    stored = list(old.exclude(body=None).values_list("pk", flat=True))
    ImportPiece.objects.filter(job__in=stored).update(reads=[])
    ImportPhoto.objects.filter(job__in=stored).delete()
    Import.objects.filter(pk__in=stored).update(body=None, findings={}, choices={}, plan={})
    return forgotten + len(stored)
