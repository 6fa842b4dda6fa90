"""Selectors of rulings: a challenge's public history, and the directors' desk."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from logbook.challenges.completion import every_crew_is_done
from logbook.challenges.conflicts import OwnPart
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.outcomes import ActiveRulings
from logbook.crews.models.crews import Crew
from logbook.lib.time_zones import moment_text
from logbook.tables.models import Table

Kind = Ruling.Kind


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A ruling in words."""

    ruling: Ruling
    about: str
    changes: tuple[tuple[str, str], ...]
    """The value before and after, for each change."""
    is_redacted: bool
    """True if changes and reason are hidden: they tell how another crew has played."""
    may_take_back: bool
    """True if it can be taken back."""


def history_of(challenge: Challenge) -> tuple[tuple[RulingRow, ...], ActiveRulings, dict[int, str]]:
    """Return the rulings, latest first; their effect; the names of their crews. One query."""
    people = ("by", "taken_back_by", "crew", "other", "player", "stage")
    rulings = list(challenge.rulings.select_related(*people).order_by("pk"))
    for ruling in rulings:
        ruling.challenge = challenge
    names = {crew.pk: crew.name for one in rulings for crew in (one.crew, one.other) if crew is not None}
    active = ActiveRulings.of(one for one in rulings if one.is_in_force)
    return tuple(_ruling_row(one) for one in reversed(rulings)), active, names


def history_entries(rows: Iterable[RulingRow], own: Container[int]) -> tuple[RulingRow, ...]:
    """Return the history for a reader who may still play, with these crews: other crews' results stay hidden.

    A correction shows its crew, but neither result nor reason. A readmission shows only that there was one, since it
    tells which crew was out; so does a player's restoration after a seen hand, which tells how far their crew has come.
    """
    return tuple(_redacted(row) if row.ruling.crew_id not in own else row for row in rows)


def tells_of_a_crew(ruling: Ruling) -> bool:
    """True if changes and reason of the ruling tell how its crew has played."""
    tells_of_hands = ruling.kind == Kind.RESTORE and ruling.crew_id is not None
    return ruling.kind in (Kind.CORRECT, Kind.READMIT) or tells_of_hands


def _redacted(row: RulingRow) -> RulingRow:
    if not tells_of_a_crew(row.ruling):
        return row
    return replace(row, about=row.about if row.ruling.kind == Kind.CORRECT else "", changes=(), is_redacted=True)


def _ruling_row(ruling: Ruling) -> RulingRow:
    pairs = ((_value(key, ruling.before), _value(key, ruling.after)) for key in ruling.before)
    return RulingRow(
        ruling=ruling,
        about=_about(ruling),
        changes=tuple((before, after) for before, after in pairs if before != after),
        is_redacted=False,
        may_take_back=may_be_taken_back(ruling),
    )


def may_be_taken_back(ruling: Ruling) -> bool:
    """True if the ruling can be undone: a pause is resumed instead, and an opened seal stays open."""
    if not ruling.is_in_force:
        return False
    if ruling.kind == Kind.EXTEND:
        challenge, before = ruling.challenge, datetime.fromisoformat(ruling.before["closes_at"])
        latest = challenge.closes_at == datetime.fromisoformat(ruling.after["closes_at"])
        return latest and not challenge.is_over and before > timezone.now()
    return ruling.kind in (Kind.VOID, Kind.CORRECT, Kind.MERGE, Kind.READMIT, Kind.LATE_ENTRY, Kind.RESTORE)


def _about(ruling: Ruling) -> str:
    """Return the subject of the ruling: a stage, an attempt's deal, a crew."""
    parts = []
    if ruling.player is not None:
        parts.append(ruling.player.name)
    if ruling.crew is not None:
        parts.append(ruling.crew.name)
    if ruling.stage is not None:
        parts.append(_("stage %(number)s") % {"number": ruling.stage.number})
    if ruling.attempt is not None:
        parts.append(_("attempt %(number)s") % {"number": ruling.attempt})
    return ", ".join(parts)


HOW: Mapping[str, object] = {
    "": gettext_lazy("two entries"),
    "better": gettext_lazy("one: the better result at each stage"),
    "earlier": gettext_lazy("one: the earlier result at each stage"),
}
LABELS: Mapping[str, Callable[[Any], str]] = {
    "won": lambda won: _("won") if won else _("not won"),
    "attempts": lambda number: ngettext("%(n)s attempt", "%(n)s attempts", number) % {"n": number},
    "distress": lambda distress: _("distress signal sent") if distress else _("no distress signal"),
    "allowed": lambda number: ngettext("%(n)s attempt allowed", "%(n)s attempts allowed", number) % {"n": number},
    "counted": lambda counts: _("counts") if counts else _("doesn’t count"),
    "may_begin": lambda may: _("can start") if may else _("too late to start"),
    "may_play": lambda may: _("can play this deal") if may else _("can’t play this deal"),
    "state": lambda state: str(Challenge.State(state).label),
    "counts": lambda how: str(HOW[how]),
    "crew": str,
    "closes_at": lambda text: _("closes on %(moment)s") % {"moment": moment_text(datetime.fromisoformat(text))},
}


def _value(key: str, side: Mapping[str, Any]) -> str:
    value = side.get(key)
    return _("nothing") if value is None else LABELS.get(key, str)(value)


# --- the desk


UNSEALED_STATES: Final = (Challenge.State.COLLECTING_SEEDS, Challenge.State.PREPARING, Challenge.State.FAILED)


@dataclass(frozen=True, slots=True)
class DirectorsDesk:
    """The rulings that organizers can make on a challenge now."""

    challenge: Challenge
    crews: tuple[Crew, ...]
    """The crews that have played, without the organizer's own."""
    late: tuple[Crew, ...]
    """The club's crews that have not begun, once it is too late."""
    own: frozenset[int]
    """The organizer's crews, on which they cannot rule."""
    has_part: bool
    """True if one of them plays."""
    history: tuple[RulingRow, ...]
    may_pause: bool
    accesses: QuerySet[DealAccess]
    """The deal access on which the organizer can rule."""
    may_restore: bool
    """True if there is such deal access."""
    may_resume: bool
    may_void: bool
    may_end: bool
    """True until it is over: it can then be extended, or cancelled."""
    may_close: bool
    """True while it is open."""
    close_waits: bool
    """True if the organizer plays in it, and some crew has something left to play: then they cannot close it."""


def desk_of(
    challenge: Challenge, part: OwnPart, rulable: QuerySet[DealAccess], own: Container[int] | None = None
) -> DirectorsDesk:
    """Return the desk for an organizer with this part in the challenge, who can rule on this deal access.

    `own` are their crews while they may still play. Their own cases are not offered.
    """
    history, rulings, _names = history_of(challenge)
    history = tuple(replace(row, may_take_back=row.may_take_back and not part.is_own(row.ruling)) for row in history)
    tables = Table.objects.filter(stage__challenge=challenge, crew__isnull=False).values("crew")
    late = (
        Crew.objects.filter(club_entries__club=challenge.club_id).exclude(pk__in=tables).exclude(pk__in=rulings.let_in)
    )
    others = Crew.objects.filter(pk__in=tables).exclude(pk__in=part.crews)
    is_late = not challenge.is_over and not challenge.may_be_entered
    return DirectorsDesk(
        challenge=challenge,
        crews=tuple(others.order_by("name", "pk")),
        late=tuple(late.exclude(pk__in=part.crews).order_by("name", "pk")) if is_late else (),
        own=part.crews,
        has_part=part.plays,
        history=history if own is None else history_entries(history, own),
        may_pause=challenge.state == Challenge.State.OPEN,
        accesses=rulable,
        may_restore=rulable.exists(),
        may_resume=challenge.state == Challenge.State.PAUSED,
        may_void=challenge.state not in UNSEALED_STATES and not part.plays,
        may_end=not challenge.is_over,
        may_close=challenge.state in (Challenge.State.OPEN, Challenge.State.PAUSED),
        close_waits=part.plays and not every_crew_is_done(challenge),
    )
