"""Words of a race: cards, gems, spots and sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import ngettext

from games import sentences
from games.deep_blue.components import Card, Components
from games.deep_blue.gems import GEMS, TREASURES
from games.sentences.deep_blue import GEM_NAMES
from logbook.lib.lists import list_text
from logbook.lib.translation import gettext as _
from logbook.lib.translation import language
from logbook.races.view.card_parts import CrewCard, GemCount
from logbook.rounds.view.status import Names


@dataclass(frozen=True)
class RaceLabels:
    """The names of players at this table, and of cards in its box."""

    names: Names
    box: Components

    def card_name(self, card: str) -> str:
        """Return a crew card's name in the reader's language; unchanged if the box does not know it."""
        crew_card = self.box.cards.get(card)
        if crew_card is None:
            return card
        spoken = (language() or "en").partition("-")[0]
        return crew_card.names.get(spoken) or crew_card.names.get("en") or next(iter(crew_card.names.values()))

    def gem(self, gem: str) -> str:
        """Return a colour of gems, or a scouting spot, in a word."""
        return gem_label(gem)

    def say(self, code: str, params: Mapping[str, Any]) -> str:
        """Return an engine's sentence, with names of people and cards."""
        sentence = sentences.say(code, params, translate=_, seat=self.names.of, piece=self.card_name, listed=list_text)
        return capfirst(sentence)

    def spot(self, spot: str) -> str:
        """Return the use of a scouting spot."""
        if spot in TREASURES:
            points = self.box.scouted[GEMS.index(spot)]
            return _("%(gem)s: each gem is worth %(points)s") % {"gem": self.gem(spot), "points": points}
        return _("%(gem)s: protects once") % {"gem": self.gem(spot)}

    def face(self, card: str) -> CrewCard:
        """Return a card for drawing, with its words."""
        crew_card = self.box.cards[card]
        return CrewCard(
            card,
            self.card_name(card),
            tuple(self.counts(dict(zip(GEMS, crew_card.needs, strict=True)))),
            crew_card.needs_any,
            crew_card.points,
            crew_card.protects,
            crew_card.money,
            crew_card.propellers,
            crew_card.adds_gem,
            _("%(card)s: %(uses)s") % {"card": self.card_name(card), "uses": self.uses(crew_card)},
        )

    def uses(self, card: Card) -> str:
        """Return the uses of a card."""
        uses = []
        if card.points:
            uses.append(
                _("%(points)s points once these are drawn: %(gems)s")
                % {"points": card.points, "gems": self._needs(card)}
            )
        if card.protects:
            uses.append(_("protects against %(gem)s") % {"gem": self.gem(card.protects)})
        if card.money:
            uses.append(_("money: %(number)s") % {"number": card.money})
        if card.propellers:
            uses.append(steps_label(card.propellers))
        if card.adds_gem:
            uses.append(_("adds a gem to the bag: %(gem)s") % {"gem": self.gem(card.adds_gem)})
        return _("; ").join(uses)  # French puts a space before it.

    def _needs(self, card: Card) -> str:
        needs = dict(zip(GEMS, card.needs, strict=True))
        labels = [f"{count} × {self.gem(gem)}" if count > 1 else self.gem(gem) for gem, count in needs.items() if count]
        if card.needs_any:
            labels.append(gems_label(card.needs_any))
        return ", ".join(labels)

    def counts(self, numbers: Mapping[str, int]) -> Iterable[GemCount]:
        """Return the gems by colour, without colours at zero."""
        return [GemCount(gem, numbers[gem], self.gem(gem)) for gem in GEMS if numbers.get(gem)]

    def payment(self, pieces: Sequence[str]) -> str:
        """Return the cards and bonus tokens of a payment or a move, in words."""
        cards = [self.card_name(piece) for piece in pieces if piece != "token"]
        tokens = len(pieces) - len(cards)
        return ", ".join([*cards, *([tokens_label(tokens)] if tokens else [])])


def gem_label(gem: str) -> str:
    """Return a colour of gems, or a scouting spot, in a word."""
    return _(GEM_NAMES[gem])


def tokens_label(number: int) -> str:
    """Return a number of bonus tokens, in words."""
    return ngettext("%(number)s bonus token", "%(number)s bonus tokens", number) % {"number": number}


def steps_label(number: int) -> str:
    """Return a number of a boat's steps, in words."""
    return ngettext("%(number)s step", "%(number)s steps", number) % {"number": number}


def gems_label(number: int) -> str:
    """Return a number of gems of any colour, in words."""
    return ngettext("%(number)s gem of any colour", "%(number)s gems of any colour", number) % {"number": number}


def points_label(number: int) -> str:
    """Return a number of points, in words."""
    return ngettext("%(number)s point", "%(number)s points", number) % {"number": number}
