"""Selectors of certificates: the proof that a deal can be won, after the close. Access checks the reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import games
from games.certificate_check import Proof
from games.crew.dealing import cards_in_play
from games.crew.rating import RATING_BOT
from games.crew.solver import Budget, Effort
from logbook.challenges.models.challenges import Candidate, Challenge, Deal
from logbook.challenges.selectors.certification import Hardness, RejectedCandidates, rejected_of
from logbook.rounds import text as rounds_text
from logbook.rounds.view.news import action_sentence
from logbook.rounds.view.status import Names
from logbook.tables.missions import options_of
from logbook.tables.selectors.seat_labels import mission_text_of

PLAY = ("play ", "robot play ")
TRUMPS = {"planet-nine": "R", "deep-sea": "S"}
ENGINES = {"search": gettext_lazy("card search"), "sat": gettext_lazy("SAT solver")}


@dataclass(frozen=True, slots=True)
class Chapter:
    """The actions before the first trick, or of one trick, in words."""

    title: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A player's dealt hand, suit by suit."""

    name: str
    captain: bool
    suits: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class CertificatePage:
    """The data of a certificate's page."""

    challenge: Challenge
    deal: Deal
    text: str
    number: int
    seed: str
    hardness: Hardness
    engine: str
    version: int
    nodes: int
    conflicts: int
    hands: tuple[DealtHand, ...]
    chapters: tuple[Chapter, ...]
    rated_by: str
    """The bot that rated the deal, and its version where that is stored; empty where the deal was not rated."""
    rejected: tuple[RejectedCandidates, ...]
    """The candidates before this one, and those after it where this one is only the nearest."""


def certificate_page(candidate: Candidate) -> CertificatePage:
    """Return the certificate of the candidate that was picked for a deal."""
    deal, proof = candidate.deal, _stored_certificate(candidate)
    challenge, setup = deal.stage.challenge, _setup(candidate)
    options, names, state = " ".join(setup.options), _names(setup), games.deal(setup)
    seats = len(state.view(None)["hand_sizes"])
    others = deal.candidates.exclude(pk=candidate.pk).defer("certificate").order_by("number")
    return CertificatePage(
        challenge=challenge,
        deal=deal,
        text=mission_text_of(setup.game, setup.mission, setup.players, options),
        number=candidate.number,
        seed=deal.seed,
        hardness=Hardness.of(candidate),
        engine=str(ENGINES.get(proof["engine"], proof["engine"])),
        version=proof["version"],
        nodes=proof["nodes"],
        conflicts=proof["conflicts"],
        hands=tuple(_hands(state, names, seats)),
        chapters=tuple(_chapters(names, _winning_line(candidate), seats)),
        rated_by=_rater(candidate),
        rejected=rejected_of(list(others)),
    )


def _rater(candidate: Candidate) -> str:
    """Return the name of the bot that rated the deal, with its version where that is stored."""
    if not candidate.playouts:
        return ""
    bot, _space, version = candidate.rated_by.partition(" ")
    name = rounds_text.bot_words(bot or candidate.deal.stage.challenge.bot or RATING_BOT)
    return _("%(bot)s (version %(version)s)") % {"bot": name, "version": version} if version else name


def hands_dealt(setup: games.Setup) -> tuple[DealtHand, ...]:
    """Return all dealt hands, with the robot's of two players."""
    state = games.deal(setup)
    return tuple(_hands(state, _names(setup), len(state.view(None)["hand_sizes"])))


def record_of(candidate: Candidate) -> str:
    """Return the certificate as a record: the deal's seed, the winning line, and comments on who found it."""
    certificate, setup, deal = _stored_certificate(candidate), _setup(candidate), candidate.deal
    proof = Proof(
        games.Record(setup, _winning_line(candidate), games.GAMES[setup.game].rules),
        Effort(certificate["engine"], certificate["nodes"], certificate["conflicts"]),
        certificate["version"],
        Budget(**certificate["budget"]),
        f"{deal.stage.challenge.title}: stage {deal.stage.number}, attempt {deal.attempt}",
    )
    return str(proof)


def _setup(candidate: Candidate) -> games.Setup:
    stage = candidate.deal.stage
    options = options_of(stage.game, stage.challenge.options)
    return games.Setup(stage.game, stage.mission, stage.challenge.players, candidate.deal.seed, options)


def _stored_certificate(candidate: Candidate) -> dict[str, Any]:
    certificate: dict[str, Any] = candidate.certificate or {}  # Only a proven candidate is picked.
    return certificate


def _winning_line(candidate: Candidate) -> tuple[games.Action, ...]:
    pairs = (action.split(" ", 1) for action in _stored_certificate(candidate)["line"])
    return tuple(games.Action(int(seat), text) for seat, text in pairs)


def _names(setup: games.Setup) -> Names:
    return Names({seat: _("Seat %(number)s") % {"number": seat + 1} for seat in range(setup.players)}, game=setup.game)


def _hands(state: games.State, names: Names, seats: int) -> Iterator[DealtHand]:
    captain, unseen = state.view(None)["captain"], set(cards_in_play(state.setup, TRUMPS[names.game]))
    for seat in range(seats):
        hand = state.view(seat)["hand"]
        unseen.difference_update(hand)
        yield DealtHand(names.by_seat.get(seat, names.robot), seat == captain, _by_suit(hand))
    if unseen:
        yield DealtHand(_("%(robot)s, face down") % {"robot": names.robot}, captain=False, suits=_by_suit(unseen))


def _by_suit(cards: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    ordered = sorted(cards, key=rounds_text.hand_order)
    return tuple(tuple(suit) for _suit, suit in groupby(ordered, key=lambda card: card[0]))


def _chapters(names: Names, winning_line: Sequence[games.Action], seats: int) -> Iterator[Chapter]:
    """Yield the winning line in words: the preparations, then trick by trick."""
    placed = zip(_tricks(winning_line, seats), winning_line, strict=True)
    for trick, actions in groupby(placed, key=lambda one: one[0]):
        title = _("Trick %(number)s") % {"number": trick} if trick else _("Before the first trick")
        sentences = (action_sentence(action.seat, action.text, names, open_cards=True) for _trick, action in actions)
        yield Chapter(title, tuple(sentences))


def _tricks(winning_line: Sequence[games.Action], seats: int) -> Iterator[int]:
    """Yield the trick that each action belongs to; 0 before the first."""
    cards = 0
    for action in winning_line:
        played = action.text.startswith(PLAY)
        cards += played
        yield (cards - played) // seats + 1 if cards else 0
