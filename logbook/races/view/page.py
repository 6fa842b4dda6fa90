"""Page of a race, computed from a `View` and its box.

Pure: no models, no `State`, no request. A seat's page contains only what that seat may know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import ngettext

from games.deep_blue.components import Components
from games.deep_blue.scenarios import scenario_of
from logbook.lib.lists import list_text
from logbook.lib.translation import gettext as _
from logbook.races.view.card_parts import CrewCard, HandCard
from logbook.races.view.chart import chart_of
from logbook.races.view.choices import choice_groups
from logbook.races.view.diving import dive_of, last_dive_of
from logbook.races.view.labels import RaceLabels, steps_label
from logbook.races.view.log import LogItem, log_of
from logbook.races.view.market import market_of
from logbook.races.view.parts import EndPanel, Fleet, RacePage, Score
from logbook.races.view.status import hand_hint, status_sentence
from logbook.rounds import text as rounds_text
from logbook.rounds.view.page import is_awaited, status_for
from logbook.rounds.view.parts import Moment, SeatFace
from logbook.rounds.view.status import Names

ViewFacts = Mapping[str, Any]

TURNS_ON_PAGE: Final = 12
"""The most turns of the log on the page; a page of its own lists all of them."""


def race_page(
    view: Any, faces: Sequence[SeatFace], box: Components, moment: Moment, items: Sequence[LogItem] = ()
) -> RacePage:
    """Return the page for the view's reader. `items` is the log so far; the page shows its latest turns."""
    facts: ViewFacts = view if isinstance(view, Mapping) else view.as_dict()
    labels = words_at(facts["seat"], faces, box)
    return RacePage(
        moment=moment,
        game=facts["game"],
        mission=facts["mission"],
        title=rounds_text.scenario_title(facts["mission"]),
        phase=facts["phase"],
        status=status_for(moment, status_sentence(facts, labels), over=bool(facts["outcome"])),
        your_turn=is_awaited(facts, moment),
        seated=facts["seat"] is not None,
        round_number=facts["round_number"],
        chart=chart_of(facts, labels),
        market=market_of(facts, labels),
        hand=_hand(facts, labels),
        hand_hint=hand_hint(facts, labels) if facts["seat"] is not None else "",
        rest=tuple(labels.face(card) for card in facts.get("rest") or ()),
        score=facts.get("score"),
        fleets=_fleets(facts, labels, faces),
        dive=dive_of(facts, labels),
        last_dive=last_dive_of(facts, labels),
        bag=tuple(labels.counts(facts["bag"])),
        supply=tuple(labels.counts(facts["supply"])),
        log=log_of(items, labels, over=bool(facts["outcome"]))[:TURNS_ON_PAGE],
        choices=choice_groups(facts, labels),
        end=_end(facts, labels, moment, faces),
        own_components=any(card.source == "designed" for card in box.cards.values()),
    )


def words_at(seat: int | None, faces: Sequence[SeatFace], box: Components) -> RaceLabels:
    """Return the words of this table for its reader."""
    return RaceLabels(Names({face.number: face.name for face in faces}, seat, "deep-blue"), box)


# --- the hand


def _hand(facts: ViewFacts, labels: RaceLabels) -> tuple[HandCard, ...] | None:
    if facts.get("hand") is None:
        return None
    faces = sorted((labels.face(card) for card in facts["hand"]), key=_hand_order)
    hint = hand_hint(facts, labels)
    return tuple(_hand_card(facts, labels, card, place, hint) for place, card in enumerate(faces))


def _hand_order(card: CrewCard) -> tuple[int, int, int, str]:
    """Sort propellers first, then money, then the others, the strongest of each first."""
    kind = 0 if card.propellers else 1 if card.money else 2
    return kind, -card.propellers - card.money, -card.points, card.id


def _hand_card(facts: ViewFacts, labels: RaceLabels, card: CrewCard, place: int, hint: str) -> HandCard:
    for text, name, does in _uses(facts, labels, card):
        if text in facts["legal"]:
            return HandCard(card, place, text, name, does, "")
    return HandCard(card, place, "", "", "", hint)


def _uses(facts: ViewFacts, labels: RaceLabels, card: CrewCard) -> tuple[tuple[str, str, str], ...]:
    """Return the actions that play a card from the hand, each with its name and the text below the card."""
    steps = steps_label(card.propellers)
    worth = card.points + _more_per_card(facts, labels)
    points = ngettext("%(number)s point", "%(number)s points", worth) % {"number": worth}
    params = {"card": card.name, "steps": steps, "points": points}
    return (
        (f"sail {card.id}", _("Sail with %(card)s: %(steps)s") % params, _("Sail: %(steps)s") % params),
        (f"play {card.id}", _("Play %(card)s: %(points)s") % params, _("Play: %(points)s") % params),
        (f"protect {card.id}", _("Protect yourself with %(card)s") % params, _("Protect")),
    )


def _more_per_card(facts: ViewFacts, labels: RaceLabels) -> int:
    """Return what a scenario adds to every card that scores in this dive."""
    in_city = facts["dive"] and labels.box.tiles[facts["dive"]["tile"]].city
    return scenario_of(facts["mission"]).more_per_card if in_city else 0


# --- players


def _fleets(facts: ViewFacts, labels: RaceLabels, faces: Sequence[SeatFace]) -> tuple[Fleet, ...]:
    """Return all players clockwise, the reader first."""
    ordered = sorted(faces, key=lambda face: (face.number - (facts["seat"] or 0)) % facts["players"])
    return tuple(_fleet(facts, labels, face) for face in ordered)


def _fleet(facts: ViewFacts, labels: RaceLabels, face: SeatFace) -> Fleet:
    seat = face.number
    mine = seat == facts["seat"]
    return Fleet(
        seat=seat,
        name=face.name,
        kind=face.kind,
        presence=face.presence,
        stand_in=face.stand_in,
        agreed=face.agreed,
        decides_by=face.decides_by,
        mine=mine,
        turn=seat in facts["waiting_on"],
        on_turn=seat == facts["turn"] and not facts["outcome"],
        tokens=facts["tokens"][seat],
        hand=facts["hand_sizes"][seat],
        rest=facts["rest_sizes"][seat],
        boats=tuple(_boat_label(facts, labels, seat, number) for number in (1, 2)),
        shown=tuple(labels.face(card) for card in facts["shown"][seat]),
        score=facts["scores"][seat] if facts["scores"] else facts["score"] if mine else None,
    )


def _boat_label(facts: ViewFacts, labels: RaceLabels, seat: int, number: int) -> str:
    boat = facts["boats"][seat][number - 1]
    lies = {"number": number, "space": boat["space"]}
    if not boat["spot"]:
        return _("Boat %(number)s: %(space)s") % lies
    return _("Boat %(number)s: %(space)s, on %(spot)s") % (lies | {"spot": labels.gem(boat["spot"])})


# --- the end


def _end(facts: ViewFacts, labels: RaceLabels, moment: Moment, faces: Sequence[SeatFace]) -> EndPanel | None:
    outcome = facts["outcome"]
    if not outcome:
        return None
    if outcome["scores"] is None:
        return EndPanel(_("The race was given up"), moment.reason, (), moment.took, moment.after)
    scores = _scores(facts, labels, {face.number: face.page for face in faces})
    return EndPanel(
        _winners_sentence(facts, scores), moment.reason or outcome["reason"], scores, moment.took, moment.after
    )


def _scores(facts: ViewFacts, labels: RaceLabels, pages: Mapping[int, int | None]) -> tuple[Score, ...]:
    """Return the final table: most points first, then most crew cards; equal players share the rank."""
    owned = [hand + rest for hand, rest in zip(facts["hand_sizes"], facts["rest_sizes"], strict=True)]
    merit = {seat: (points, owned[seat]) for seat, points in enumerate(facts["outcome"]["scores"])}
    scores = []
    for seat in sorted(merit, key=lambda seat: merit[seat], reverse=True):
        rank = 1 + sum(other > merit[seat] for other in merit.values())
        fields = (labels.names.of(seat), seat == facts["seat"], *merit[seat])
        scores.append(Score(rank, seat, *fields, won=rank == 1, page=pages.get(seat)))
    return tuple(scores)


def _winners_sentence(facts: ViewFacts, scores: Sequence[Score]) -> str:
    winners = [score for score in scores if score.won]
    if any(score.mine for score in winners):
        return _("You win the race") if len(winners) == 1 else _("You share the victory")
    names = list_text(score.name for score in winners)
    return (_("%(names)s wins the race") if len(winners) == 1 else _("%(names)s share the victory")) % {"names": names}
