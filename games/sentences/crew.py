"""The sentences of setups, records and both Crew games, and those of Planet Nine's missions."""

from .marks import gettext_noop as _

_CHANCE = _("The bot put the crew’s chance at {chance}% with {card}. The next best card was {other}.")

TEMPLATES: dict[str, str] = {
    # Setups
    "setup-game": _("There’s no game “{game}” here. Choose from: {games}."),
    "setup-players": _("{title} is for 2 to 5 players, not {players}."),
    "setup-option": _("“{option}” isn’t an option in this game. Its options are: {options}."),
    "setup-option-twice": _("The option “{option}” appears twice."),
    "setup-challenge-players": _("The three-player challenge is for 3 players, not {players}."),
    "setup-line": _("A setup’s {name} must be one line, without “#” and without spaces at either end."),
    "setup-seed-and-deal": _("A setup takes a seed or a full deal, not both."),
    "mission-number": _(
        "{title} has no mission “{mission}”. Choose from 1 to {last}, or write your own, such as “tasks=3 tokens=1,2”."
    ),
    "mission-word": _("“{word}” doesn’t describe a mission. Use these words: {words}."),
    "mission-word-twice": _("“{word}” appears twice in the mission: remove one."),
    "mission-token": _("“{token}” isn’t a task token. The tokens are: {tokens}."),
    "mission-token-twice": _("There’s only one “{token}” token, so only one task can have it."),
    "mission-token-has-no-place": _("Token “{token}” needs more tasks: the mission has only {tasks}."),
    "mission-empty": _("A mission needs at least one task or special condition, such as “tasks=3”."),
    "mission-too-many-tasks": _("{tasks} tasks are too many: this deck has only {most}."),
    "mission-too-many-tokens": _("There can’t be more tokens ({tokens}) than tasks ({tasks})."),
    "mission-disruption": _("For a disruption, choose a trick from 2 to {most}, not {number}."),
    "mission-two-ways-of-assigning": _(
        "A mission uses the commander’s decision or the commander’s distribution, not both."
    ),
    "mission-special-needs-tasks": _(
        "“{special}” isn’t a mission on its own: add at least one task, such as “tasks=4”."
    ),
    "mission-special-needs-omega": _("“{special}” needs a task with the Ω token: add “tokens=omega”."),
    "mission-two-named": _("A mission can have only one special condition in which the captain names a player."),
    "mission-tokens-without-choosing": _(
        "“{special}” works only when players choose their tasks: remove the commander’s decision or distribution."
    ),
    "mission-swap-needs-tokens": _("“may-swap-two-tokens” needs two tokens, such as “tokens=1,2”."),
    "mission-move-needs-a-token": _("“may-move-one-token” needs a token and a task without one."),
    "mission-times": _("“times” goes with “colour-ones-win-tricks” and must be 1 to 3, not {number}."),
    "mission-nothing-to-assign": _("The captain has nothing to assign: add at least one task."),
    "deal-section": _("“{section}” isn’t a section of a deal, or appears twice. The sections are: {sections}."),
    "deal-card-unknown": _("“{card}” isn’t a card in this game. Write cards like P7, and trumps like R4 or S4."),
    "deal-card-twice": _("{card} appears twice in the deal."),
    "deal-card-missing": _("{card} is missing from the deal."),
    "deal-card-not-in-play": _("{card} isn’t in this setup’s deck."),
    "deal-terrain": _("“terrain {text}” must name a colour card, such as “terrain B5”."),
    "deal-task-unknown": _("“{task}” isn’t a task in this setup."),
    "deal-task-twice": _("The task {task} appears twice in the deal."),
    "deal-too-few-tasks": _("The deal lists too few tasks: {tasks}, but the mission draws {drawn}."),
    "deal-hands": _("The deal needs {players} hands, but has {hands}. Separate the hands with “/”."),
    "deal-robot": _(
        "The robot’s rows have {up} and {down} cards. With two players, each row has seven; otherwise there are none."
    ),
    "deal-sizes": _("The hands have {sizes} cards. They can differ by one card at most."),
    "deal-captain": _("{card} is with the robot, but one of the two players must hold it."),
    # Records
    "record-header": _("Line {line}: “{text}” isn’t a header. Headers look like “players: 4”."),
    "record-header-unknown": _("Line {line}: “{key}” isn’t a header. The headers are: {keys}."),
    "record-header-twice": _("Line {line}: the header “{key}” appears twice."),
    "record-header-missing": _("The record is missing the line “{key}: …”."),
    "record-number": _("The header “{key}” needs a whole number, not “{text}”."),
    "certificate-newer": _(
        "Version {version} of the solver made this certificate; this program has version {own}. "
        "Check it with a newer one."
    ),
    "certificate-twice": _("The line “{name}” can appear only once in a certificate."),
    "certificate-fact": _("The line “{name}” must contain {keys}, once each, and nothing else. Check “{key}”."),
    "certificate-option": _(
        "A certificate covers a deal played without the distress signal. Remove the option “{option}”."
    ),
    "record-rules": _("This record uses version {rules} of the rules of {game}, which this program doesn’t know."),
    "record-bots": _(
        "Each entry in the line “# bots:” gives a seat, a bot and its version, as in “1 careful 3”. Check “{text}”."
    ),
    "record-action": _("Line {line}: “{text}” isn’t an action. Actions look like “2 play B7”."),
    "record-file": _("The record “{name}” can’t be read: {why}."),
    "record-action-refused": _("Action {number}, “{action}”: {why}"),
    # Opened seals of challenges
    "seal-text": _("This isn’t the proof file of a challenge: {text}."),
    "seal-key": _("The proof file has no valid “{key}”. Download it again from the challenge’s page."),
    "seal-name": _("This program doesn’t know the proof file type “{text}”."),
    # What the solver finds
    "tasks-clash": _("With these cards, {tasks} can’t all be completed."),
    "tasks-clash-order": _("With these cards, {tasks} can’t all be completed in the order of their tokens."),
    "tasks-clash-conditions": _("With these cards, {tasks} can’t be completed while meeting the mission’s conditions."),
    "conditions-clash": _("With these cards, the mission’s conditions can’t be met."),
    # Unreadable actions
    "action-unreadable": _("{seat} said “{text}”, which isn’t an action. Write one like “play B7” or “take P3”."),
    "no-such-seat": _("There’s no seat {number} at this table. The seats are 0 to {last}."),
    # Illegal actions
    "over": _("{seat} can’t do anything more: the attempt is over."),
    "robots-seat": _("{seat} is the robot: the captain acts for it."),
    "not-the-captain": _("{seat} isn’t the captain: only {other_seat} can do that."),
    "not-your-turn": _("{seat} has to wait: it’s {other_seat}’s turn."),
    "robots-turn": _("{seat} is playing for the robot now: write “robot {text}”."),
    "not-robots-turn": _("{seat} can’t act for the robot now: it isn’t the robot’s turn."),
    "robot-is-the-captains": _("{seat} can’t act for the robot: only the captain, {other_seat}, can."),
    "robot-lacks": _("{seat} can’t play {card} for the robot: it isn’t one of its face-up cards."),
    "no-robot": _("{seat} can’t act for a robot: only two-player games have one."),
    "not-yet-playing": _("{seat} can’t play a card yet: setup isn’t finished."),
    "waits-for-signal": _("{seat} has to wait: {other_seat} wants to signal first."),
    "waits-for-answers": _("{seat} has to wait: {other_seat} hasn’t answered the proposal yet."),
    "answered-already": _("{seat} has already answered the proposal. Waiting for {other_seat}."),
    "not-in-hand": _("{seat} doesn’t have {card}."),
    "must-follow": _("{seat} must follow {suit}: {card} doesn’t."),
    "must-follow-trump": _("{seat} must follow suit with a {suit}: {card} isn’t one."),
    "signal-during-trick": _("{seat} can’t signal during a trick. Use “ask” to signal before the next one."),
    "no-signal-left": _("{seat} has no signal left in this attempt."),
    "disruption": _("{seat} can’t signal yet: with the disruption, signals start just before trick {number}."),
    "no-communication": _("{seat} can’t signal: this mission has no signals."),
    "communication-is-over": _("{seat} can’t signal any more: here, signals are only allowed before trick {number}."),
    "signal-lies-already": _("{seat} has already signalled {card}, and a signal can’t be changed."),
    "signal-before-tasks": _("{seat} can’t signal yet: the tasks aren’t assigned."),
    "signal-trump": _("{seat} can’t signal {card}: trumps are never signalled."),
    "signal-not-true": _("{seat} can’t signal {card} as {says}: it isn’t."),
    "signal-not-an-end": _("{seat} can’t signal {card}: it isn’t the highest, lowest or only {suit} card in hand."),
    "signal-says-nothing": _("{seat} can’t say highest, only or lowest: signals here show only the card."),
    "signal-needs-word": _("{seat} must say what {card} is: highest, only or lowest."),
    "asked-already": _("{seat} has already asked to signal. The next trick will wait."),
    "heard-already": _("{seat} has just had a chance to signal before this trick."),
    "nothing-to-signal": _("{seat} has no card to signal."),
    "no-trick-to-come": _("{seat} can’t ask to signal: no trick comes after this one."),
    "timeout-is-the-tables": _("{seat} can’t call time: only the clock of a timed attempt can."),
    "task-not-there": _("{seat} can’t choose the task {task}: it isn’t on the table."),
    "no-passing": _("{seat} can’t pass: in this mission, each player takes a task in turn."),
    "answer-word": _("{seat} can only answer with: {words}."),
    "not-himself": _("{seat} must choose another player: the captain can’t be chosen here."),
    "stays-even": _(
        "{seat} can’t give that task to {other_seat}: no player can end up two or more tasks ahead of another."
    ),
    "no-proposal": _("{seat} has nothing to answer: there’s no proposal."),
    "not-an-offer": _("{seat} can’t propose “{text}”: these tasks, tokens or seats don’t allow it."),
    "distress-too-late": _(
        "{seat} can’t propose the distress signal now: send it once, after the tasks are assigned "
        "and before any signal or trick."
    ),
    "hand-over-closed": _(
        "{seat} can’t propose to hand over a task: only some missions allow it, with five players, "
        "once, after the tasks are assigned and before any distress signal, signal or trick."
    ),
    "swap-closed": _("{seat} can’t propose to swap tokens: only mission 23 allows it, once, before a task is taken."),
    "move-closed": _("{seat} can’t propose to move a token: only mission 40 allows it, once, before a task is taken."),
    "roles-closed": _("{seat} can’t propose roles: they’re only for mission 50, before its first trick."),
    "give-trump": _("{seat} can’t pass {card}: trumps are never passed."),
    "not-now": _("{seat} can’t do “{text}” now."),
    # How a mission ends
    "tasks-done": _("The last task was completed in trick {number}."),
    "condition-met": _("The mission’s condition was met in trick {number}."),
    "task-won-by-another": _("{winner} won {task}. That was {owner}’s task."),
    "token-order-broken": _("The tasks were completed out of order: {task} has the token {token}."),
    "task-left-undone": _("The last trick is over, but the task {task} hasn’t been completed."),
    "too-few-tricks-for-owners": _("Too few tricks are left ({number}) for all the players who still have tasks."),
    "named-won-a-trick": _("{seat} won trick {number}, but had to win none."),
    "named-won-twice": _("{seat} won a second trick, but had to win exactly one."),
    "named-won-nothing": _("{seat} won no trick, but had to win exactly one."),
    "named-won-with-a-rocket": _("{seat} won with {card}, but had to win without rockets."),
    "named-won-in-between": _("{seat} won trick {number}, but had to win only the first and the last."),
    "first-or-last-lost": _("{seat} won trick {number}, but {owner} had to win it."),
    "too-few-ones-left": _("Tricks still to be won with a 1: {needed}; still possible: {number}."),
    "rocket-beaten": _("{card} was played but didn’t win a trick."),
    "rocket-out-of-order": _("{card} won a trick before {other}."),
    "too-few-tricks-for-rockets": _("Too few tricks are left for the rockets: {needed} needed, {number} left."),
    "count-ones": _("Tricks won by a 1: {won} of {times}"),
    "count-rockets": _("Tricks won by a rocket: {won} of {times}"),
    "count-nines": _("Nines left: {left}"),
    "count-pink": _("Pink cards left: {left}"),
    "count-balance": _("Most and fewest tricks: {most} and {fewest}"),
    "count-first-four": _("First four tricks: {left} to go"),
    "nine-won": _("{card} won a trick, but no 9 was allowed to."),
    "not-balanced": _("{seat} is two tricks ahead of {other_seat}: {most} to {fewest}."),
    "captain-ahead-before-the-last": _(
        "{seat} can no longer win the last trick without being two tricks ahead of another player."
    ),
    "pink-lost": _("{seat} won a pink card, but {owner} had to win them all."),
    "pink-unplayed": _("One pink card was never played, but {owner} had to win all the pink cards."),
    "omega-too-early": _("{task} has the Ω token but was completed before the last trick."),
    "first-role-broken": _("{seat} won trick {number}, but {owner} had to win the first four."),
    "middle-role-broken": _("{seat} won trick {number}, but the tricks in between belong to the other players."),
    "last-role-broken": _("{seat} won the last trick, but {owner} had to win it."),
    "time-out": _("Time ran out in trick {number}."),
    # What a mission is
    "describe-mission": _("{title}, mission {mission}, for {players} players."),
    "describe-custom": _("{title}, custom mission for {players} players: {mission}."),
    "describe-task": _("The crew has one task. Its owner must win the trick containing the card it shows."),
    "describe-tasks": _(
        "The crew has {count} tasks. Each task’s owner must win the trick containing the card it shows."
    ),
    "describe-token-number": _(
        "The task with token {token} must be number {token} in the order of completion, counting all tasks."
    ),
    "describe-tokens-numbers": _(
        "The tasks with tokens {tokens} must be exactly numbers {tokens} in the order of completion, counting all "
        "tasks."
    ),
    "describe-tokens-arrows": _(
        "The tasks with tokens {tokens} must be completed in that order. Other tasks can come in between."
    ),
    "describe-token-omega": _("The task with the Ω token must be completed last."),
    "describe-dead-zone": _("Dead zone: a signal shows a card, but not whether it’s the highest, only or lowest."),
    "describe-disruption": _("Disruption: no signals before trick {number}."),
    "describe-commander-decision": _(
        "Commander’s decision: the tasks start face down. The captain asks each of the others, then "
        "gives one of them all the tasks."
    ),
    "describe-commander-distribution": _(
        "Commander’s distribution: tasks are revealed one by one. The captain asks each player, then chooses who "
        "takes the task. At the end, no player can be two or more tasks ahead of another."
    ),
    "describe-five-player-rule": _(
        "With five players, the crew can agree to hand one task to another player before the first trick."
    ),
    "describe-three-player-challenge": _("Three-player challenge: play without the green cards and rocket 1."),
    "describe-robot": _(
        "The captain also plays for the robot. It has seven face-up cards, each on top of a face-down one."
    ),
    "chosen-player-wins-no-trick": _(
        "The captain asks the others how they feel, then names one of them. That player must not win a single trick."
    ),
    "colour-ones-win-tricks": _("At least {times} tricks must be won with a 1. Rocket 1 doesn’t count."),
    "one-colour-one-wins": _("At least one trick must be won with a 1. Rocket 1 doesn’t count."),
    "chosen-player-cannot-communicate": _("The captain names one other player, who can’t signal in this mission."),
    "random-card-from-right-after-trick-1": _(
        "After the first trick, each player draws a random card from the hand of the player on their right."
    ),
    "each-rocket-wins-a-trick": _("Each rocket must win a trick."),
    "nines-win-no-trick": _("Never win a trick with a 9."),
    "may-swap-two-tokens": _("Before anyone takes a task, the crew can agree to swap two tokens."),
    "balanced-tricks": _("No player can ever be two tricks ahead of another."),
    "chosen-player-wins-exactly-one-trick-without-rocket": _(
        "The captain asks for volunteers, then names one other player. That player must win exactly "
        "one trick, and not with a rocket."
    ),
    "balanced-tricks-commander-first-and-last": _(
        "No player can ever be two tricks ahead of another. The captain must win the first and the last trick."
    ),
    "may-move-one-token": _(
        "Before anyone takes a task, the crew can agree to move one token to a task that has none."
    ),
    "chosen-player-wins-only-first-and-last-without-rocket": _(
        "The captain asks for volunteers, then names one other player. That player must win the "
        "first and the last trick, no others, and never with a rocket."
    ),
    "each-rocket-wins-a-trick-ascending": _("Each rocket must win a trick, in ascending order."),
    "left-of-pink-nine-wins-all-pink": _(
        "The player who was dealt the pink 9 announces it. The player on their left must win every pink card."
    ),
    "omega-in-the-last-trick": _("The task with the Ω token must be completed in the last trick."),
    "first-four-last-and-middle-roles": _(
        "The captain asks each player which role they prefer. The crew then agrees on one player to "
        "win exactly the first four tricks and another to win exactly the last one. All tricks in "
        "between must go to the other players."
    ),
    # What a bot says afterwards; `number` and the like are percentages of simulated deals, or scores out of 100
    "bot-why-only": _("{card} was the only card to play."),
    "bot-why-signal": _("Showing {card} tells the crew most about who holds the cards for the tasks."),
    "bot-why-signal-now": _(
        "In the bot’s simulations, signalling {card} right away rated {number} out of 100, and signalling after the "
        "next trick rated {other_number}."
    ),
    "bot-why-signal-helps": _(
        "In the bot’s simulations, signalling {card} rated {number} out of 100, and staying silent rated "
        "{other_number}."
    ),
    "bot-why-signal-among": _("Of the signals that tell the crew most, {card} did best in simulated deals."),
    "bot-why-signal-hand": _("Showing {card} tells the crew most about this hand."),
    # Reasons that speak of the table; figures follow
    "bot-why-leads-own": _("{owner} needs {card} and led it in order to win the trick. {figures}"),
    "bot-why-leads-wanted": _("This lead offers {card} to {owner}, who needs it. {figures}"),
    "bot-why-throw": _("This lead of {card} lets {seat} discard {other}. {figures}"),
    "bot-why-spares-for-task": _("{seat} may need a trump for {task}, so it was best not to lead trumps. {figures}"),
    "bot-why-spares-for-last": _(
        "{seat} may need a trump to win the last trick, so it was best not to lead trumps. {figures}"
    ),
    "bot-why-spares-all": _(
        "Every rocket must win a trick, and {seat} may hold one: it was best not to lead a rocket. {figures}"
    ),
    "bot-why-wins": _("With {card}, {owner} wins {other}. {figures}"),
    "bot-why-gives": _("{owner} is winning the trick and needs {card}. {figures}"),
    "bot-why-throws-nine": _("No 9 may win a trick, and {card} doesn’t win this one. {figures}"),
    "bot-why-signal-wanted": _("{owner} needs {card} and now knows who holds it. {figures}"),
    "bot-why-signal-nine": _("No 9 may win a trick, so the crew should know who holds {card}. {figures}"),
    "bot-why-signal-one": _("A 1 has to win a trick, so the crew should know who holds {card}. {figures}"),
    "bot-why-signal-rocket": _(
        "{seat} holds only {card} in its suit and can soon trump that suit with a rocket. {figures}"
    ),
    "bot-why-signal-pink": _("{owner} needs every pink card, so the crew should know who holds {card}. {figures}"),
    "bot-why-signal-few": _("{owner} must win few tricks or none: {card} shows which leads are safe. {figures}"),
    "bot-why-signal-last": _("{owner} has to win the last trick, and {card} could win it. {figures}"),
    "bot-why-signal-first": _("{owner} has to win the first tricks, and {card} could win one. {figures}"),
    "bot-why-signal-equal": _("The crew must share the cards of this value evenly, and {seat} holds {card}. {figures}"),
    "bot-why-signal-last-card": _("The crew must play {card} last, so everyone should know who holds it. {figures}"),
    # Proposals declined
    "bot-why-decline-together": _("{seat} can’t complete both {task} and {other}."),
    "bot-why-decline-all": _("{seat} can’t complete all of these tasks."),
    "bot-why-decline-apart": _("{seat} can’t complete {task} if {other_seat} completes {other}."),
    "bot-why-decline-cards": _("The cards that everyone knows show that {seat} can’t complete {task}."),
    "bot-why-decline-hand": _("The cards in this hand show that {seat} can’t complete {task}."),
    "bot-why-decline-left": _("Then no player could complete {task}."),
    "bot-why-only-possible": _("The known cards and tasks left no other choice."),
    "bot-why-ask-about": _("Before the next trick, the crew should know who holds {card}."),
    "bot-why-ask": _("A signal before the next trick may help the crew."),
    "bot-why-refrain": _("No signal would have helped the crew enough."),
    "bot-why-refrain-later": _(
        "In the bot’s simulations, waiting until after the next trick rated {number} out of 100, and signalling "
        "{card} right away rated {other_number}."
    ),
    "bot-why-refrain-without": _(
        "In the bot’s simulations, staying silent rated {number} out of 100, and signalling {card} rated "
        "{other_number}."
    ),
    "bot-why-refrain-close": _("In simulated deals, a signal of {card} before the next trick made little difference."),
    "bot-why-only-choice": _("There was no other choice."),
    "bot-why-last-task": _("{task} was the only task left."),
    "bot-why-take": _("With {task} in this hand, the crew has its best chance of completing all tasks."),
    "bot-why-take-robot": _("With {task} for the robot, the crew has its best chance of completing all tasks."),
    "bot-why-pass": _(
        "The crew has its best chance of completing all tasks if other players take those that are left."
    ),
    "bot-why-pass-card": _("Simulated deals went best when this player passed {card}."),
    "bot-why-predict": _("In simulated deals, this number of tricks did best, or close to it."),
    "bot-why-name": _("Judging by simulated deals and the players’ answers, {seat} is the best choice."),
    "bot-why-name-alone": _("Simulated deals went best with {seat} named."),
    "bot-why-roles": _("Judging by simulated deals and the players’ answers, these roles suit the crew best."),
    "bot-why-assign": _("Judging by simulated deals and the players’ answers, {task} suits {seat} best."),
    "bot-why-all-tasks-no": _("The bot thinks another hand is more likely to complete all the tasks."),
    "bot-why-propose-itself": _("Of all hands, this one is by far the most likely to complete {task}."),
    "bot-why-propose": _("Of the bot’s plans for all tasks, the best gives {task} to {seat}."),
    "bot-why-propose-only": _("Only {seat} could take {task}."),
    "bot-why-propose-all-itself": _("Of all hands, this one is by far the most likely to complete all the tasks."),
    "bot-why-propose-all": _("The bot thinks {seat} is the most likely to complete all the tasks."),
    "bot-why-all-tasks-left": _(
        "Of the players who haven’t refused, the bot thinks {seat} is the most likely to complete all the tasks."
    ),
    # Figures of a card: the crew's chance first, and on demand the rest
    "bot-why-winnable": _CHANCE,
    "bot-why-winnable-details": _(
        "Of the simulated deals, {number}% stayed winnable with {card}, and {other_number}% with {other}."
    ),
    "bot-why-winnable-and-easier": _CHANCE,
    "bot-why-winnable-and-easier-details": _(
        "Of the simulated deals, {number}% stayed winnable with {card}, and {other_number}% with {other}. "
        "Played out, they rated {won} and {other_won} out of 100."
    ),
    "bot-why-equal": _("The bot put the crew’s chance at {chance}%. Playing {other} looked about as good."),
    "bot-why-lost": _("None of the simulated deals could still be won, with {card} or any other card."),
    "bot-why-easier": _CHANCE,
    "bot-why-easier-details": _(
        "Of the simulated deals, {number}% stayed winnable with either card. "
        "Played out, they rated {won} out of 100 with {card}, and {other_number} with {other}."
    ),
}
