"""The sentences of Deep Blue: its components file, its refusals, its scenarios, and what happens at the table."""

from .marks import gettext_noop as _

GEM_NAMES: dict[str, str] = {
    "silver": _("silver"),
    "gold": _("gold"),
    "red": _("red"),
    "green": _("green"),
    "purple": _("purple"),
    "blue": _("blue"),
    "black": _("black"),
    "joker": _("blue or black"),
}
"""The words for gems, and for scouting spots."""

BOX_NAMES: dict[str, str] = {
    "starting-tiles": _("starting tiles"),
    "advanced-tiles": _("advanced tiles"),
    "blank-starting-tiles": _("blank starting tiles"),
    "blank-tiles": _("blank tiles"),
    "advanced-city-tiles": _("advanced tiles of the city"),
    "city-tiles": _("tiles of the city"),
    "starting-sites": _("starting sites"),
    "advanced-sites": _("advanced sites"),
    "starting-cards": _("starting cards"),
    "market-cards": _("market cards"),
    "prices": _("prices"),
    "bonus-tokens": _("numbers of bonus tokens"),
}
"""The words for what a box holds a number of."""

TEMPLATES: dict[str, str] = {
    # Setups
    "setup-scenario": _("Deep Blue has no scenario “{mission}”; its scenarios are: {scenarios}."),
    "setup-bot": _("There is no bot “{bot}” for this game; its bots are: {bots}."),
    "nothing-to-solve": _("{title} is a race: there is nothing to solve."),
    "setup-no-deal": _("A game of {title} is dealt from a seed; it cannot be spelled out."),
    # The components file
    "components-text": _("{file} is not a components file in TOML: {why}."),
    "components-file": _("The components file “{file}” cannot be read: {why}."),
    "components-missing": _("{file}, line {line}: “{key}” is missing or not of the right shape."),
    "components-key": _("{file}, line {line}: “{key}” is none of the keys that can stand here: {keys}."),
    "components-number": _("{file}, line {line}: “{key}” is a number from {least} to {most}, not “{value}”."),
    "components-word": _("{file}, line {line}: “{key}” is one of {choices}, not “{value}”."),
    "components-name": _("{file}, line {line}: the name is lower-case letters, digits and “-”, not “{value}”."),
    "components-names": _("{file}, line {line}: “{key}” needs a name by language, such as {{ en = “Diver” }}."),
    "components-id": _("{file}, line {line}: an id is capital letters, digits and “_”, not “{value}”."),
    "components-twice": _("{file}, line {line}: “{piece}” stands twice."),
    "components-route": _("{file}, line {line}: a route joins two spaces of the board, which {value} does not."),
    "components-spots": _("{file}, line {line}: the spots of {piece} are a list without repetition."),
    "components-two-uses": _("{file}, line {line}: {piece} is worth money or propellers, not both."),
    "components-points": _("{file}, line {line}: {piece} has points and needs gems for them, or neither."),
    "components-port": _("{file}, line {line}: a board has one port, not {count}."),
    "components-cut-off": _("{file}, line {line}: no route leads from the port to {piece}."),
    "components-count": _("{file}, line {line}: the box holds {wanted} {what}, not {count}."),
    "components-gems": _(
        "{file}, line {line}: {bag} gems in the bag and {supply} in the supply are not the {total} of this colour."
    ),
    "components-worthless": _("{file}, line {line}: only silver, gold and red gems are worth points."),
    "components-becalmed": _("{file}, line {line}: one of the starting cards needs propellers."),
    "components-name-taken": _("{file}: there is already a box named “{name}”."),
    "components-unknown": _("The components “{name}” are not here; known ones are: {known}."),
    "components-changed": _(
        "The components “{name}” were changed: this race was begun with those marked {mark},"
        " and the file now makes {now}."
    ),
    # Unreadable and illegal actions
    "deep-blue-unreadable": _(
        "{seat} said “{text}”, which is not an action; actions are like “sail ST_HELM”, “move 1 S4” or “draw”."
    ),
    "game-over": _("{seat} can do nothing more: the game is over."),
    "slot-empty": _("{seat} cannot take from slot {number}: no card lies there."),
    "deck-empty": _("{seat} cannot refresh the market: the deck is empty."),
    "too-few-tokens": _("{seat} does not have that many bonus tokens; {number} are left."),
    "crew-not-in-hand": _("{seat} does not have {crew} in hand."),
    "crew-not-that-often": _("{seat} does not have {crew} in hand that often, but so many times: {number}."),
    "crew-pays-nothing": _("{seat} cannot pay with {crew}: the card shows no money."),
    "crew-drives-nothing": _("{seat} cannot sail with {crew}: the card shows no propeller."),
    "costs-more": _("{seat} pays {worth}, but the price is {price}."),
    "payment-order": _("{seat} pays what is asked, but cards stand by name and tokens last: “{payment}”."),
    "nothing-to-rest": _("{seat} has no cards at rest."),
    "no-dive-there": _("{seat} cannot dive at {space}: that takes a boat on a wreck there."),
    "sail-first": _("{seat} has to move at least one boat before dropping anchor."),
    "boat-moved-already": _("{seat} has moved boat {number} already in this sail."),
    "no-such-space": _("{seat} cannot sail to {space}: there is no such space on the board."),
    "too-far": _("{seat} cannot sail boat {number} to {space}: that is {steps} steps, and {left} are left."),
    "nothing-to-reveal": _("{seat} has no boat arriving at a hidden wreck at {space}."),
    "spot-not-free": _("{seat} cannot put boat {number} on such a spot: it has not come to a wreck where one is free."),
    "cannot-rush": _(
        "{seat} can rush with boat {number} alone: the other one is too far away, is there already, or has yet to find"
        " its spot where it has just arrived."
    ),
    "not-in-dive": _("{seat} does not take part in this dive."),
    "has-surfaced": _("{seat} has surfaced and can do nothing more in this dive."),
    "held-already": _("{seat} has said that no more cards follow in this dive."),
    "no-cards-left": _("{seat} has no cards left to play."),
    "passed-already": _("{seat} has passed, and may play cards again after the next gem."),
    "spot-protects-not": _("{seat} cannot protect against this hazard from that scouting spot."),
    "no-such-spot": _("{seat} has no boat on such a spot of this wreck."),
    "crew-protects-not": _("{seat} cannot protect against this hazard with {crew}."),
    "crew-scores-nothing": _("{seat} cannot play {crew} in a dive: the card scores nothing."),
    "crew-locked": _("{seat} cannot play {crew} yet: the gems that it needs have not been drawn."),
    # Scenarios
    "title-troubled-waters": _("Troubled Waters."),
    "title-best-of-the-best": _("The Best of the Best."),
    "title-scattered-wealth": _("Scattered Wealth."),
    "title-efficiency-bonus": _("Efficiency Bonus."),
    "title-storm-ahead": _("Storm Ahead."),
    "title-reefs-ahead": _("Reefs Ahead."),
    "title-bountiful-ruins": _("Bountiful Ruins."),
    "describe-race": _(
        "{players} crews recruit, sail, rest and dive for treasure until all four parts of the Sunken City are"
        " explored; most points win."
    ),
    "describe-troubled-waters": _("In the Sunken City the leader of a dive draws two gems at a time."),
    "describe-best-of-the-best": _("In the Sunken City every card that scores is worth 4 points more."),
    "describe-scattered-wealth": _(
        "When a part of the Sunken City is revealed, one gem from the bag is laid on it and on each wreck a step away"
        " that has none; in a dive there it is the first one drawn."
    ),
    "describe-efficiency-bonus": _(
        "In the Sunken City a leader who need not surface gets 2 points for every three gems drawn."
    ),
    "describe-storm-ahead": _(
        "Whoever reveals a part of the Sunken City leads a dive there at once, at no cost; boats up to two steps away"
        " may rush to it."
    ),
    "describe-reefs-ahead": _("Nobody may rush to a dive in the Sunken City."),
    "describe-bountiful-ruins": _(
        "In the Sunken City all who take part get the leader's points, and twice as many with both boats there."
    ),
    # What happens
    "told-refresh": _("{seat} renews the whole market."),
    "told-recruit": _("{seat} recruits {crew}."),
    "told-gem-added": _("{crew} brings a gem into the bag: {gem}."),
    "told-paid-cards": _("{seat} pays with {crews}."),
    "told-paid-tokens": _("{seat} pays with bonus tokens: {tokens}."),
    "told-paid-both": _("{seat} pays with {crews} and bonus tokens: {tokens}."),
    "told-rest": _("{seat} rests and takes cards back in hand: {count}."),
    "told-sail": _("{seat} plays {crew} for steps: {steps}."),
    "told-sail-token": _("{seat} spends a bonus token for one step."),
    "told-move": _("{seat} sails boat {number} to {space}."),
    "told-spot": _("{seat} puts boat {number} on a scouting spot at {space}: {spot}."),
    "told-centre": _("{seat} puts boat {number} on the middle of the wreck at {space}."),
    "told-reveal": _("{seat} reveals the wreck at {space}."),
    "told-city": _("{seat} reveals a part of the Sunken City at {space}."),
    "told-scattered": _("A gem is laid on the wreck at {space}: {gem}."),
    "told-dive": _("{seat} leads a dive at {space}."),
    "told-rush": _("{seat} rushes to {space} with boat {number}."),
    "told-gem": _("Gem {number}: {gem}."),
    "told-warning": _("Gem {number}: {gem}, a warning."),
    "told-hazard": _("Gem {number}: {gem}, a hazard!"),
    "told-protected": _("{seat} is protected by {crew}."),
    "told-protected-by-spot": _("{seat} is protected by a scouting spot: {spot}."),
    "told-surface": _("{seat} has to surface."),
    "told-hold": _("{seat} plays no more cards in this dive."),
    "told-card": _("{seat} plays {crew}, worth {points} points."),
    "told-stop": _("{seat} ends the dive."),
    "told-pay": _("{seat} gets points from the dive: {points}."),
    # Why a bot did something
    "bot-why-plan": _(
        "Chance of winning over {number} imagined games: {points} % with this plan, {worth} % with the next best."
    ),
    "bot-why-plan-close": _("In {number} imagined games, played to their ends, no plan came out better than this one."),
    "bot-why-dive": _(
        "Points to expect from the dive at {space}: {points} for itself, {number} for each of the others there."
    ),
    "bot-why-dive-alone": _("Points to expect from the dive at {space}: {points}, and nobody else takes part."),
    "bot-why-draw": _(
        "Points to expect: {worth} from drawing on, {points} from stopping. Chance of having to surface: {number} %."
    ),
    "bot-why-stop": _(
        "Points to expect: {points} from stopping, {worth} from drawing on. Chance of having to surface: {number} %."
    ),
    "bot-why-protect": _("Staying down was worth more than what it took; points to expect: {points}."),
    "bot-why-surface": _("Staying down was worth less than what it would have taken; points to expect: {points}."),
    "bot-why-rush": _("The dive was worth more than the boat’s place; points to expect: {points}."),
    "bot-why-stay": _("The dive was not worth more than the boat’s place; points to expect: {points}."),
    "bot-why-spot": _("With its cards, no free spot was better than {spot}; points more in a dive: {points}."),
    "won-alone": _("{winner} wins with {points} points."),
    "won-together": _("{winner} and others share the victory with {points} points each: {others}."),
}
"""The English sentence of every code."""
