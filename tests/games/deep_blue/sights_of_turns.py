"""Rulings 1 to 23 as they are seen in a game: sailing, the market, resting, and who comes to a dive."""

from __future__ import annotations

from games.deep_blue.components import TOKEN
from games.deep_blue.fleet import BOATS
from games.deep_blue.state import State
from tests.games.deep_blue.builders import codes, legal
from tests.games.deep_blue.sights import Step, ruling

# Setup, board, sailing


@ruling(1, "A boat stops at the site of the blank tile, and nothing happens.")
def blank_site(step: Step) -> bool:
    sites = step.start.box.board.sites
    return step.verb == "move" and step.words[2] in sites and step.start.tile(step.words[2]) is None


@ruling(2, "Boats a step away may rush, one from a buoy; boats two steps away may not.")
def adjacent(step: Step) -> bool:
    dive, board = step.after.dive, step.after.box.board
    if step.verb != "dive" or dive is None or not dive.rushers:
        return False
    places = {(seat, boat.space) for seat in step.after.people for boat in step.after.fleets[seat].boats}
    near = {seat for seat, space in places if board.spaces[space].kind == "buoy" and board.cost(space, dive.space) == 1}
    far = {seat for seat, space in places if board.cost(space, dive.space) == 2 and space != dive.space}
    return bool(near & set(dive.rushers)) and bool(far - set(dive.rushers))


@ruling(3, "A boat that does not sail keeps its spot.")
def unmoved(step: Step) -> bool:
    sail, boats = step.before.sail, step.before.fleets[step.seat].boats
    return step.verb == "anchor" and any(boats[boat].spot for boat in BOATS if sail and boat not in sail.moved)


@ruling(4, "Steps that are not used are lost.")
def unused(step: Step) -> bool:
    return step.verb == "anchor" and step.before.sail is not None and step.before.sail.steps > 1


@ruling(5, "A boat leaves a wreck and comes back to it in one sail.")
def out_and_back(step: Step) -> bool:
    if step.verb != "move":
        return False
    boat = step.before.fleets[step.seat].boats[step.boat]
    return boat.space == step.words[2] and bool(step.before.tile_up(boat.space)) and bool(boat.spot)


@ruling(6, "A wreck's spots are all taken, so the boat lies in its middle.")
def no_free_spot(step: Step) -> bool:
    return "effect-centre" in codes(step.after)


@ruling(7, "A spot becomes free, and the boat in the middle stays there.")
def spot_free(step: Step) -> bool:
    if step.verb != "move":
        return False
    left = step.before.fleets[step.seat].boats[step.boat]
    others = [step.before.fleets[seat].boats[boat] for seat, boat in step.boats(left.space)]
    return bool(left.spot) and left.space != step.words[2] and any(not boat.spot for boat in others)


@ruling(8, "A boat crosses a hidden wreck, which stays hidden.")
def crossing(step: Step) -> bool:
    if step.verb != "move":
        return False
    start, end = step.before.fleets[step.seat].boats[step.boat].space, step.words[2]
    board = step.before.box.board
    between = [space for space in board.neighbours[start] if board.cost(space, end) == 1 and space != end]
    return board.cost(start, end) == 2 and start != end and all(hidden(step.before, space) for space in between)


@ruling(9, "Both boats come to hidden wrecks in one sail.")
def two_hidden(step: Step) -> bool:
    sail, boats = step.after.sail, step.after.fleets[step.seat].boats
    if step.before.phase != "sailing" or sail is None or len(sail.arriving) < 2:
        return False
    return len({boat.space for boat in boats}) == 2 and all(hidden(step.before, boat.space) for boat in boats)


@ruling(10, "Both boats of one player hold spots of one wreck.")
def two_spots(step: Step) -> bool:
    one, other = step.after.fleets[step.seat].boats
    return step.verb == "spot" and one.space == other.space and bool(one.spot and other.spot)


def hidden(state: State, space: str) -> bool:
    return bool(state.tile(space)) and not state.tile_up(space)


# Recruiting, tokens, resting


@ruling(11, "Cards and a token pay together, or too much is paid and lost.")
def mixed(step: Step) -> bool:
    return step.verb == "recruit" and TOKEN in step.words and len(set(step.words[3:])) > 1


@ruling(12, "The market slides, and the new card brings its gem into the bag.")
def slides(step: Step) -> bool:
    return step.verb == "recruit" and step.words[1] == "1" and "effect-gem-added" in codes(step.after)


@ruling(13, "The supply no longer has the gem that a card would bring.")
def no_gem(step: Step) -> bool:
    new = step.after.market[-1] if step.verb == "recruit" and step.before.deck else ""
    return bool(new and step.after.box.cards[new].adds_gem) and "effect-gem-added" not in codes(step.after)


@ruling(14, "The market is refreshed for 4.")
def refreshed(step: Step) -> bool:
    return step.verb == "refresh" and codes(step.after).count("effect-gem-added") > 1


@ruling(15, "The deck is empty, and a slot stays so.")
def deck_empty(step: Step) -> bool:
    return step.verb in ("recruit", "take") and not step.before.deck


@ruling(16, "A card that was recruited is played later.")
def recruit_plays(step: Step) -> bool:
    return step.verb == "recruit" and any(word.startswith("CR_") for word in step.words)


@ruling(17, "Tokens are all that is paid.")
def tokens_alone(step: Step) -> bool:
    return step.verb == "recruit" and set(step.words[3:]) == {TOKEN}


@ruling(18, "A rest takes one or two cards, as there are no more.")
def short_rest(step: Step) -> bool:
    return step.verb == "rest" and len(step.before.fleets[step.seat].rest) < 3


@ruling(19, "Nothing is at rest in the course of the game, and there is a sail to do.")
def never_stuck(step: Step) -> bool:
    turn = step.before.phase == "turn" and step.before.round_number > 5
    return turn and not step.before.fleets[step.seat].rest and step.verb == "sail"


# Rush and participation


@ruling(20, "With boats on two wrecks, the leader names one.")
def two_dives(step: Step) -> bool:
    return step.verb == "dive" and len(legal(step.before, step.seat, "dive")) == 2


@ruling(21, "The leader's second boat is asked first, and then others clockwise.")
def rush_order(step: Step) -> bool:
    rushers = step.after.dive.rushers if step.verb == "dive" and step.after.dive else ()
    return len(rushers) > 1 and rushers[0] == step.seat


@ruling(22, "A boat gives up its spot elsewhere and comes to the middle.")
def gives_up(step: Step) -> bool:
    if step.verb != "rush" or step.words[1] == "both":
        return False
    dive = step.before.dive
    leaves = step.before.fleets[step.seat].boats[step.boat]
    return bool(leaves.spot) and dive is not None and bool(step.before.free_spots(dive.space))


@ruling(23, "Who is already here takes part, whether the other boat comes or not.")
def already_there(step: Step) -> bool:
    dive = step.before.dive
    led = dive is not None and dive.leader != step.seat
    return step.verb == "stay" and led and dive is not None and bool(step.before.fleets[step.seat].boats_at(dive.space))
