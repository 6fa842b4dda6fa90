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
    "advanced-city-tiles": _("advanced city tiles"),
    "city-tiles": _("city tiles"),
    "starting-sites": _("starting sites"),
    "advanced-sites": _("advanced sites"),
    "starting-cards": _("starting cards"),
    "market-cards": _("market cards"),
    "prices": _("prices"),
    "bonus-tokens": _("bonus token counts"),
}
"""The words for what a box holds a number of."""

TEMPLATES: dict[str, str] = {
    # Setups
    "setup-scenario": _("Deep Blue has no scenario “{mission}”. Choose from: {scenarios}."),
    "setup-bot": _("There’s no bot “{bot}” for this game. Choose from: {bots}."),
    "nothing-to-solve": _("{title} is a race: there’s nothing to solve."),
    "setup-no-deal": _("A {title} race needs a seed: its deal can’t be written out."),
    # The components file
    "components-text": _("{file} isn’t a TOML components file: {why}."),
    "components-file": _("The components file “{file}” can’t be read: {why}."),
    "components-missing": _("{file}, line {line}: “{key}” is missing or has the wrong format."),
    "components-key": _("{file}, line {line}: “{key}” can’t be used here. The keys are: {keys}."),
    "components-number": _("{file}, line {line}: “{key}” must be a number from {least} to {most}, not “{value}”."),
    "components-word": _("{file}, line {line}: “{key}” must be one of {choices}, not “{value}”."),
    "components-name": _(
        "{file}, line {line}: the name can have only lower-case letters, digits and “-”, not “{value}”."
    ),
    "components-names": _("{file}, line {line}: “{key}” needs a name for each language, such as {{ en = “Diver” }}."),
    "components-id": _("{file}, line {line}: an id can have only capital letters, digits and “_”, not “{value}”."),
    "components-twice": _("{file}, line {line}: “{piece}” appears twice."),
    "components-route": _("{file}, line {line}: a route must join two spaces of the board, but {value} doesn’t."),
    "components-spots": _("{file}, line {line}: the spots of {piece} must be a list without repeats."),
    "components-two-uses": _("{file}, line {line}: {piece} can give money or propellers, not both."),
    "components-points": _("{file}, line {line}: {piece} needs both points and the gems for them, or neither."),
    "components-port": _("{file}, line {line}: a board has one port, not {count}."),
    "components-cut-off": _("{file}, line {line}: no route leads from the port to {piece}."),
    "components-count": _("{file}, line {line}: the box holds {wanted} {what}, not {count}."),
    "components-gems": _(
        "{file}, line {line}: {bag} gems in the bag and {supply} in the supply don’t add up to the "
        "{total} of this colour."
    ),
    "components-worthless": _("{file}, line {line}: only silver, gold and red gems are worth points."),
    "components-becalmed": _("{file}, line {line}: at least one starting card needs propellers."),
    "components-name-taken": _("{file}: components named “{name}” already exist."),
    "components-unknown": _("There’s no component set “{name}” here. Choose from: {known}."),
    "components-changed": _(
        "The component set “{name}” has changed: this race started with version {mark}, but the file is now version "
        "{now}."
    ),
    # Unreadable and illegal actions
    "deep-blue-unreadable": _(
        "{seat} said “{text}”, which isn’t an action. Write one like “sail ST_HELM”, “move 1 S4” or “draw”."
    ),
    "game-over": _("{seat} can’t do anything more: the game is over."),
    "slot-empty": _("{seat} can’t take a card from slot {number}: the slot is empty."),
    "deck-empty": _("{seat} can’t renew the market: the deck is empty."),
    "too-few-tokens": _("{seat} doesn’t have that many bonus tokens: {number} left."),
    "crew-not-in-hand": _("{seat} doesn’t have {crew} in hand."),
    "crew-not-that-often": _("{seat} doesn’t have that many {crew} cards in hand: only {number}."),
    "crew-pays-nothing": _("{seat} can’t pay with {crew}: the card shows no money."),
    "crew-drives-nothing": _("{seat} can’t sail with {crew}: the card shows no propeller."),
    "costs-more": _("{seat} pays {worth}, but the price is {price}."),
    "payment-order": _(
        "{seat} pays the right amount, but in the wrong order. Cards go by name, then tokens: “{payment}”."
    ),
    "nothing-to-rest": _("{seat} has no cards at rest to take back."),
    "no-dive-there": _("{seat} can’t dive at {space}: that takes a boat on a wreck there."),
    "sail-first": _("{seat} must move at least one boat before dropping anchor."),
    "boat-moved-already": _("{seat} has already moved boat {number} this turn."),
    "no-such-space": _("{seat} can’t sail to {space}: there’s no such space on the board."),
    "too-far": _("{seat} can’t sail boat {number} to {space}: steps needed {steps}, steps left {left}."),
    "nothing-to-reveal": _("{seat} can’t reveal a wreck at {space}: no boat has just arrived at a hidden one there."),
    "spot-not-free": _(
        "{seat} can’t put boat {number} there: it hasn’t just arrived at a wreck with a free spot of that kind."
    ),
    "cannot-rush": _(
        "{seat} can rush only with boat {number}: the other boat is too far away, is already there, "
        "or hasn’t yet taken its place where it just arrived."
    ),
    "not-in-dive": _("{seat} isn’t taking part in this dive."),
    "has-surfaced": _("{seat} has surfaced and can do nothing more in this dive."),
    "held-already": _("{seat} has already chosen to play no more cards in this dive."),
    "no-cards-left": _("{seat} has no cards left to play."),
    "passed-already": _("{seat} has passed and can play cards again after the next gem."),
    "spot-protects-not": _("{seat} can’t use that scouting spot against this hazard."),
    "no-such-spot": _("{seat} has no boat on that kind of spot here."),
    "crew-protects-not": _("{seat} can’t use {crew} against this hazard."),
    "crew-scores-nothing": _("{seat} can’t play {crew} in a dive: the card scores no points."),
    "crew-locked": _("{seat} can’t play {crew} yet: the gems it needs haven’t been drawn."),
    # Scenarios
    "title-troubled-waters": _("Troubled Waters."),
    "title-best-of-the-best": _("The Best of the Best."),
    "title-scattered-wealth": _("Scattered Wealth."),
    "title-efficiency-bonus": _("Efficiency Bonus."),
    "title-storm-ahead": _("Storm Ahead."),
    "title-reefs-ahead": _("Reefs Ahead."),
    "title-bountiful-ruins": _("Bountiful Ruins."),
    "describe-race": _(
        "{players} crews recruit, sail, rest and dive for treasure until all four parts of the Sunken City are "
        "explored. The crew with the most points wins."
    ),
    "describe-troubled-waters": _("In the Sunken City, the dive leader draws two gems at a time."),
    "describe-best-of-the-best": _("In the Sunken City, every card that scores is worth 4 extra points."),
    "describe-scattered-wealth": _(
        "When a part of the Sunken City is revealed, one gem from the bag goes on it. Each wreck one step away that "
        "has no gem gets one too. In a dive there, that gem counts as the first one drawn."
    ),
    "describe-efficiency-bonus": _(
        "In the Sunken City, a dive leader who isn’t forced to surface scores 2 points for every three gems drawn."
    ),
    "describe-storm-ahead": _(
        "A player who reveals a part of the Sunken City leads a dive there at once, for free. Boats "
        "up to two steps away can rush to it."
    ),
    "describe-reefs-ahead": _("Boats can’t rush to a dive in the Sunken City."),
    "describe-bountiful-ruins": _(
        "In the Sunken City, every player in the dive gets the leader’s points, doubled with both boats there."
    ),
    # What happens
    "effect-refresh": _("{seat} renews the whole market."),
    "effect-recruit": _("{seat} recruits {crew}."),
    "effect-gem-added": _("{crew} adds a gem to the bag: {gem}."),
    "effect-paid-cards": _("{seat} pays with {crews}."),
    "effect-paid-tokens": _("{seat} pays with bonus tokens: {tokens}."),
    "effect-paid-both": _("{seat} pays with {crews} and bonus tokens: {tokens}."),
    "effect-rest": _("{seat} rests and takes cards back into hand: {count}."),
    "effect-sail": _("{seat} plays {crew} to sail. Steps: {steps}."),
    "effect-sail-token": _("{seat} spends a bonus token for one step."),
    "effect-move": _("{seat} sails boat {number} to {space}."),
    "effect-spot": _("{seat} puts boat {number} on a scouting spot at {space}: {spot}."),
    "effect-centre": _("{seat} puts boat {number} in the middle of the wreck at {space}."),
    "effect-reveal": _("{seat} reveals the wreck at {space}."),
    "effect-city": _("{seat} reveals a part of the Sunken City at {space}."),
    "effect-scattered": _("A gem is placed on the wreck at {space}: {gem}."),
    "effect-dive": _("{seat} leads a dive at {space}."),
    "effect-rush": _("{seat} rushes to {space} with boat {number}."),
    "effect-gem": _("Gem {number}: {gem}."),
    "effect-warning": _("Gem {number}: {gem}, a warning."),
    "effect-hazard": _("Gem {number}: {gem}, a hazard!"),
    "effect-protected": _("{crew} protects {seat}."),
    "effect-protected-by-spot": _("A scouting spot protects {seat}: {spot}."),
    "effect-surface": _("{seat} has to surface."),
    "effect-hold": _("{seat} plays no more cards in this dive."),
    "effect-card": _("{seat} plays {crew}, worth {points} points."),
    "effect-stop": _("{seat} ends the dive."),
    "effect-pay": _("{seat} scores {points} from the dive."),
    # Why a bot did something
    "bot-why-plan": _("Win rate in {number} simulated games: {points}% with this plan, {worth}% with the next best."),
    "bot-why-plan-close": _("No plan did better than this one in {number} simulated games."),
    "bot-why-dive": _(
        "Expected points from the dive at {space}: {points} for the bot, {number} for each other player there."
    ),
    "bot-why-dive-alone": _("Expected points from the dive at {space}: {points}, with no other player in it."),
    "bot-why-draw": _(
        "Expected points: {worth} for drawing, {points} for stopping. Risk of having to surface: {number}%."
    ),
    "bot-why-stop": _(
        "Expected points: {points} for stopping, {worth} for drawing. Risk of having to surface: {number}%."
    ),
    "bot-why-protect": _("Staying down was worth more than the protection. Expected points from staying: {points}."),
    "bot-why-surface": _("Staying down was worth less than the protection. Expected points from staying: {points}."),
    "bot-why-rush": _("The dive was worth giving up the boat’s place. Expected points from the dive: {points}."),
    "bot-why-stay": _("The dive wasn’t worth giving up the boat’s place. Expected points from the dive: {points}."),
    "bot-why-spot": _("No free spot suited the bot’s cards better than {spot}. Extra points per dive: {points}."),
    "won-alone": _("{winner} wins with {points} points."),
    "won-together": _("Shared victory with {points} points each: {winner}, {others}."),
}
"""The English sentence of every code."""
