"""Services of the logbook: a typed deal becomes an entry of a campaign, with the deal as its note."""

from __future__ import annotations

from uuid import UUID, uuid5

from django.utils import timezone

from logbook.campaigns.models import Campaign, LogEntry
from logbook.campaigns.services import entries
from logbook.campaigns.services.entry_form import current_attendees, dedupe_attendees, resolve_attendee
from logbook.people.models.players import Player
from logbook.typed_deals.exceptions import AnswerNotReady
from logbook.typed_deals.models import TypedDeal
from logbook.typed_deals.services import setups

NAMESPACE = UUID("9b0b5a3e-7c0f-4d0a-9a5e-6f54b1c0d054")


def log_deal(*, deal: TypedDeal, campaign: Campaign, by: Player, won: bool, distress: bool) -> LogEntry:
    """Add an entry of the deal to the campaign, once however often it is asked for.

    The people are those whose names the crew knows. Raises AnswerNotReady, and what `add_entry` raises.
    """
    if not is_loggable(deal) or campaign.game != deal.game:
        raise AnswerNotReady
    return entries.add_entry(
        campaign=campaign,
        by=by,
        key=key_of(deal, campaign.pk),
        mission=deal.mission,
        won=won,
        played_on=timezone.localdate(deal.made_at),
        distress=distress,
        players=deal.players,
        note=setups.setup_of(deal).deal or "",
        attendance=_attendance(deal, campaign),
    )


def is_loggable(deal: TypedDeal) -> bool:
    """Return whether the deal has an answer, or failed to get one: until then it could be sealed somewhere."""
    return bool(deal.answer) or deal.state == TypedDeal.State.FAILED


def key_of(deal: TypedDeal, place: object) -> UUID:
    """Return the key under which a place stores the deal: it tells nothing of the deal's address."""
    return uuid5(NAMESPACE, f"{deal.pk}/{place}")


def _attendance(deal: TypedDeal, campaign: Campaign) -> tuple[entries.Attendee, ...]:
    names = [hand.name for hand in deal.hands.all() if hand.name]
    people = [resolve_attendee(campaign.crew, name) for name in names]
    return dedupe_attendees(current_attendees(campaign.crew, people))
