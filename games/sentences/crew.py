"""The sentences of setups, records and both Crew games, and those of Planet Nine's missions."""

from .marks import gettext_noop as _

TEMPLATES: dict[str, str] = {
    # Setups
    "setup-game": _("There is no game “{game}” here; there are: {games}."),
    "setup-players": _("{title} is for 2 to 5 players, not {players}."),
    "setup-option": _("“{option}” is not an option of this game; its options are: {options}."),
    "setup-option-twice": _("The option “{option}” is named twice."),
    "setup-challenge-players": _("The three-player challenge is for 3 players, not {players}."),
    "setup-line": _("The {name} of a setup is one line of text without “#” and without spaces around it."),
    "setup-seed-and-deal": _("A setup has a seed or a spelled-out deal, not both."),
    "mission-number": _(
        "{title} has no mission “{mission}”; its missions are 1 to {last}, or a line such as “tasks=3 tokens=1,2”."
    ),
    "mission-word": _("“{word}” does not describe a mission; the words are: {words}."),
    "mission-word-twice": _("“{word}” stands twice in the mission; once is enough."),
    "mission-token": _("“{token}” is not a task token; the tokens are: {tokens}."),
    "mission-token-twice": _("There is only one token “{token}”, so only one task can carry it."),
    "mission-token-has-no-place": _("Token “{token}” asks for a place in the order that {tasks} tasks do not have."),
    "mission-empty": _("A mission needs at least one task or a special condition, for example “tasks=3”."),
    "mission-too-many-tasks": _("{tasks} tasks are too many: these cards have {most}."),
    "mission-too-many-tokens": _("{tokens} tokens need as many tasks; there are {tasks}."),
    "mission-disruption": _("A disruption lasts until trick 2 to {most}, not {number}."),
    "mission-two-ways-of-assigning": _(
        "A mission has either the commander's decision or the commander's distribution, not both."
    ),
    "mission-special-needs-tasks": _("“{special}” asks nothing by itself: add at least one task, such as “tasks=4”."),
    "mission-special-needs-omega": _("“{special}” needs a task with the omega token: add “tokens=omega”."),
    "mission-two-named": _("Only one of the special conditions can be about a player whom the captain names."),
    "mission-tokens-without-choosing": _(
        "“{special}” belongs to the usual choosing of tasks: leave the commander's decision or distribution out."
    ),
    "mission-swap-needs-tokens": _("“may-swap-two-tokens” needs two tokens, such as “tokens=1,2”."),
    "mission-move-needs-a-token": _("“may-move-one-token” needs a token, and a task without one to move it to."),
    "mission-times": _("“times” goes with “colour-ones-win-tricks” and is 1 to 3, not {number}."),
    "mission-nothing-to-assign": _("There is nothing for the commander to assign: add at least one task."),
    "deal-section": _("“{section}” is not a section of a deal, or stands twice; the sections are: {sections}."),
    "deal-card-unknown": _("“{card}” is not a card of this game; cards are written like P7, trumps like R4 or S4."),
    "deal-card-twice": _("The deal holds {card} twice."),
    "deal-card-missing": _("The deal is not a whole deck: {card} is missing."),
    "deal-card-not-in-play": _("{card} is not in the deck of this setup."),
    "deal-terrain": _("“terrain {text}” names no card of a colour, such as “terrain B5”."),
    "deal-task-unknown": _("“{task}” is not a task of this setup."),
    "deal-task-twice": _("The deal names the task {task} twice."),
    "deal-too-few-tasks": _("The mission draws {drawn} tasks, and the deal names only {tasks}."),
    "deal-hands": _("The deal has {hands} hands for {players} players; “/” separates the hands."),
    "deal-robot": _("The robot's rows have {up} and {down} cards; with two players each has seven, otherwise none."),
    "deal-sizes": _("The hands have {sizes} cards; they may differ by one card at most."),
    "deal-captain": _("{card} lies with the robot; it belongs to one of the two players."),
    # Records
    "record-header": _("Line {line}: “{text}” is not a header line such as “players: 4”."),
    "record-header-unknown": _("Line {line}: there is no header “{key}”; the headers are: {keys}."),
    "record-header-twice": _("Line {line}: the header “{key}” stands twice."),
    "record-header-missing": _("The record has no line “{key}: …”."),
    "record-number": _("The header “{key}” needs a whole number, not “{text}”."),
    "record-rules": _("This record was played by rules {rules} of {game}, which this program does not know."),
    "record-action": _("Line {line}: “{text}” is not an action line such as “2 play B7”."),
    "record-file": _("The record “{name}” cannot be read: {why}."),
    "record-action-refused": _("Action {number}, “{action}”: {why}"),
    # Opened seals of challenges
    "seal-text": _("This is not the opened seal of a challenge: {text}."),
    "seal-key": _("The opened seal has no proper “{key}”; download it again from the challenge's page."),
    "seal-name": _("The seal is of the kind “{text}”, which this program does not know."),
    # What the solver finds
    "tasks-clash": _("With these cards no way of playing fulfils all of {tasks}."),
    "tasks-clash-order": _("With these cards no way of playing fulfils all of {tasks} in the order of their tokens."),
    "tasks-clash-conditions": _("With these cards no way of playing fulfils {tasks} and the mission's conditions."),
    "conditions-clash": _("With these cards no way of playing keeps to the mission's conditions."),
    # Unreadable actions
    "action-unreadable": _("{seat} said “{text}”, which is not an action; actions are like “play B7” or “take P3”."),
    "no-such-seat": _("There is no seat {number} at this table; the seats are 0 to {last}."),
    # Illegal actions
    "over": _("{seat} can do nothing more: the attempt is over."),
    "robots-seat": _("{seat} is the robot; the captain acts for it."),
    "not-the-captain": _("{seat} is not the captain; only {other_seat} may do that."),
    "not-your-turn": _("{seat} has to wait: it is the turn of {other_seat}."),
    "robots-turn": _("{seat} plays for the robot now: write “robot {text}”."),
    "not-robots-turn": _("{seat} cannot act for the robot now: it is not the robot's turn."),
    "robot-is-the-captains": _("{seat} cannot act for the robot: its captain {other_seat} does."),
    "robot-lacks": _("{seat} cannot have the robot play {card}: it does not lie open there."),
    "no-robot": _("{seat} cannot act for a robot: there is one only with two players."),
    "not-yet-playing": _("{seat} cannot play a card yet: the crew is still preparing the mission."),
    "waits-for-signal": _("{seat} has to wait: {other_seat} wants to signal first."),
    "waits-for-answers": _("{seat} has to wait: a proposal is on the table, and {other_seat} has not answered."),
    "answered-already": _("{seat} has answered already; the proposal waits for {other_seat}."),
    "not-in-hand": _("{seat} does not have {card}."),
    "must-follow": _("{seat} must follow {suit}, and {card} does not."),
    "must-follow-trump": _("{seat} must follow suit with a {suit}, and {card} is none."),
    "signal-during-trick": _("{seat} can only signal between tricks; “ask” makes the next trick wait."),
    "no-signal-left": _("{seat} has no signal left in this attempt."),
    "disruption": _("{seat} cannot signal yet: the disruption lasts until trick {number}."),
    "no-communication": _("{seat} cannot signal: there is no communication in this mission."),
    "communication-is-over": _("{seat} cannot signal any more: only before trick {number} was it allowed."),
    "signal-lies-already": _("{seat} has shown {card} already, and a token that lies is not moved."),
    "signal-before-tasks": _("{seat} cannot signal before the tasks are assigned."),
    "signal-trump": _("{seat} cannot signal {card}: trumps are never signalled."),
    "signal-not-true": _("{seat} cannot signal {card} as {says}: it is not."),
    "signal-not-an-end": _(
        "{seat} cannot signal {card}: it is neither the highest, nor the lowest, nor the only {suit}."
    ),
    "signal-says-nothing": _("{seat} signals without saying highest, only or lowest: this is a dead zone."),
    "signal-needs-word": _("{seat} has to say what {card} is: highest, only or lowest."),
    "asked-already": _("{seat} has asked already, and will be waited for before the next trick."),
    "heard-already": _("{seat} has just had the chance to signal before this trick."),
    "nothing-to-signal": _("{seat} has no card that could be signalled."),
    "no-trick-to-come": _("{seat} cannot ask to signal: no trick comes after this one."),
    "timeout-is-the-tables": _("{seat} cannot say that the time is up: only the clock of a timed attempt does."),
    "task-not-there": _("{seat} cannot have the task {task}: it is not on the table."),
    "no-passing": _("{seat} cannot pass: in this mission everybody takes a task in turn."),
    "answer-word": _("{seat} can only answer with: {words}."),
    "not-himself": _("{seat} must choose somebody else: the captain cannot choose himself here."),
    "stays-even": _("{seat} cannot give that task to {other_seat}: nobody may end with two tasks more than another."),
    "no-proposal": _("{seat} has nothing to answer: no proposal is on the table."),
    "not-an-offer": _("{seat} cannot propose “{text}”: these tasks, tokens or seats do not allow it."),
    "distress-too-late": _(
        "{seat} cannot propose the distress signal now: it is for once, after the tasks and before any signal or trick."
    ),
    "hand-over-closed": _(
        "{seat} cannot propose to hand a task over: in some missions five players may, once, after the tasks are "
        "assigned and before any distress signal, signal or trick."
    ),
    "swap-closed": _(
        "{seat} cannot propose to exchange tokens: only mission 23 allows it, once, before a task is taken."
    ),
    "move-closed": _("{seat} cannot propose to move a token: only mission 40 allows it, once, before a task is taken."),
    "roles-closed": _("{seat} cannot propose roles: they belong to mission 50, before its first trick."),
    "give-trump": _("{seat} cannot give {card}: trumps are never passed on."),
    "not-now": _("{seat} cannot do “{text}” now."),
    # How a mission ends
    "tasks-done": _("All tasks are done in trick {number}."),
    "condition-met": _("The mission's condition is met in trick {number}."),
    "task-won-by-another": _("{winner} won {task}, which is a task of {owner}."),
    "token-order-broken": _("The order of the tasks is broken: {task} carries the token {token}."),
    "task-left-undone": _("The last trick is over, and the task {task} is not done."),
    "too-few-tricks-for-owners": _("Too few tricks are left ({number}) for all who still have tasks."),
    "named-won-a-trick": _("{seat} should win no trick, and won trick {number}."),
    "named-won-twice": _("{seat} should win exactly one trick, and won a second."),
    "named-won-nothing": _("{seat} should win exactly one trick, and won none."),
    "named-won-with-a-rocket": _("{seat} won with {card}, and should win without rockets."),
    "named-won-in-between": _("{seat} should win only the first and the last trick, and won trick {number}."),
    "first-or-last-lost": _("{seat} won trick {number}, which {owner} had to win."),
    "too-few-ones-left": _("Tricks won by a 1 still needed: {needed}; at most {number} can come."),
    "rocket-beaten": _("{card} was played and won no trick."),
    "rocket-out-of-order": _("{card} won before {other}."),
    "too-few-tricks-for-rockets": _("Rockets that still have to win: {needed}; tricks left: {number}."),
    "nine-won": _("{card} won a trick, and no 9 may win one."),
    "not-balanced": _("{seat} has won {most} tricks and {other_seat} {fewest}: two apart."),
    "captain-ahead-before-the-last": _(
        "{seat} can no longer win the last trick without being two tricks ahead of somebody."
    ),
    "pink-lost": _("{seat} won a pink card, and {owner} had to win them all."),
    "pink-unplayed": _("A pink card was never played, and {owner} had to win them all."),
    "omega-too-early": _("{task} carries the omega token and was done before the last trick."),
    "first-role-broken": _("{seat} won trick {number}, and {owner} had to win the first four."),
    "middle-role-broken": _("{seat} won trick {number}, which belongs to those in the middle."),
    "last-role-broken": _("{seat} won the last trick, which {owner} had to win."),
    "time-out": _("The time was up in trick {number}."),
    # What a mission is
    "describe-mission": _("Mission {mission} of {title}, for {players} players."),
    "describe-custom": _("A mission of your own in {title}, for {players} players: {mission}."),
    "describe-task": _("The crew has one task: its owner must win the trick with that card."),
    "describe-tasks": _("The crew has {count} tasks: each owner must win the trick with that card."),
    "describe-token-number": _("The task with the token {token} must come at place {token} in the order of all tasks."),
    "describe-tokens-numbers": _(
        "The tasks with the tokens {tokens} must be done in exactly those places of the order."
    ),
    "describe-tokens-arrows": _("The tasks with the tokens {tokens} must be done in that order among themselves."),
    "describe-token-omega": _("The task with the token Ω must be done last of all."),
    "describe-dead-zone": _("Dead zone: a signal shows a card, but not whether it is highest, only or lowest."),
    "describe-disruption": _("Disruption: nobody may signal before trick {number}."),
    "describe-commander-decision": _(
        "Commander's decision: the captain asks everybody, and gives all tasks, face down, to one other player."
    ),
    "describe-commander-distribution": _(
        "Commander's distribution: tasks are turned up one by one; the captain asks everybody and gives each to a "
        "player, so that in the end nobody has two more than another."
    ),
    "describe-five-player-rule": _("Five players may agree to hand one task to somebody else before the first trick."),
    "describe-three-player-challenge": _("Three-player challenge: the green cards and rocket 1 are not in the game."),
    "describe-robot": _("The captain also plays for the robot, whose seven open cards each cover another."),
    "chosen-player-wins-no-trick": _(
        "The captain asks everybody how they feel and names one other player, who must not win a single trick."
    ),
    "colour-ones-win-tricks": _("At least {times} tricks must be won by a 1 of a colour; rockets do not count."),
    "one-colour-one-wins": _("At least one trick must be won by a 1 of a colour; rockets do not count."),
    "chosen-player-cannot-communicate": _("The captain names one other player, who may not signal in this mission."),
    "random-card-from-right-after-trick-1": _(
        "After the first trick everybody draws a random card from the hand of the player on the right."
    ),
    "each-rocket-wins-a-trick": _("Each rocket must win a trick."),
    "nines-win-no-trick": _("No trick may be won by a 9."),
    "may-swap-two-tokens": _("Before the first task is taken the crew may agree to exchange two tokens."),
    "balanced-tricks": _("Nobody may ever have won two tricks more than another player."),
    "chosen-player-wins-exactly-one-trick-without-rocket": _(
        "The captain asks for volunteers and names one other player, who must win exactly one trick, not with a rocket."
    ),
    "balanced-tricks-commander-first-and-last": _(
        "Nobody may ever have won two tricks more than another player, and the captain must win the first and the "
        "last trick."
    ),
    "may-move-one-token": _("Before the first task is taken the crew may agree to move one token to a task without."),
    "chosen-player-wins-only-first-and-last-without-rocket": _(
        "The captain asks for volunteers and names one other player, who must win the first and the last trick and no "
        "other, and never with a rocket."
    ),
    "each-rocket-wins-a-trick-ascending": _("Each rocket must win a trick, in ascending order."),
    "left-of-pink-nine-wins-all-pink": _(
        "It is told who was dealt the pink 9; the player to the left must win every pink card."
    ),
    "omega-in-the-last-trick": _("The task with the token Ω must be done in the very last trick."),
    "first-four-last-and-middle-roles": _(
        "The captain asks everybody which part they prefer; the crew then agrees on one player who must win exactly "
        "the first four tricks and another who must win exactly the last. All tricks between belong to the others."
    ),
    # What a bot says afterwards; `number` and the like are percentages of imagined deals
    "bot-why-only": _("There was no other card to play than {card}."),
    "bot-why-signal": _("Showing {card} tells the others most about where the tasks’ cards lie."),
    "bot-why-take": _("This hand suits the task {task} best."),
    "bot-why-card": _(
        "In {number} % of the deals imagined, {card} kept the mission winnable; playing on at a guess won {won} %. "
        "Every other card was far behind."
    ),
    "bot-why-winnable": _(
        "With {card}, {number} % of the deals imagined could still be won; "
        "with {other}, the next best, {other_number} %."
    ),
    "bot-why-lost": _("None of the deals imagined could still be won, with {card} or any other card."),
    "bot-why-easier": _(
        "With {card} and with {other}, the next best, {number} % of the deals imagined could still be won; "
        "playing on at a guess, {card} won {won} % of them and {other} {other_number} %."
    ),
}
