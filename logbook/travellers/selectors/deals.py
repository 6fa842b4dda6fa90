"""What all pages of a deal say of it."""

from __future__ import annotations

from logbook.challenges.models.challenges import Deal
from logbook.challenges.outcomes import ActiveRulings
from logbook.tables.missions import options_of
from logbook.tables.selectors.seat_labels import mission_text_of


def deal_text(deal: Deal) -> str:
    """Return the mission in words, with its players and options."""
    stage, challenge = deal.stage, deal.stage.challenge
    options = " ".join(options_of(stage.game, challenge.options))
    return mission_text_of(stage.game, stage.mission, challenge.players, options)


def is_void(deal: Deal, rulings: ActiveRulings) -> bool:
    """Return whether a director has declared the deal void, by itself or with its stage."""
    return deal.stage_id in rulings.void_stages or (deal.stage_id, deal.attempt) in rulings.void_deals
