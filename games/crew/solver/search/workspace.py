"""The search's workspace: the position after each trick, and values computed once for the deal.

`d` counts the tricks tried from the position of the question; `X + d` and `X + 5 * d + s` are places for depth `d`.
"""

from __future__ import annotations

from typing import Final

from .program import MOST_GOALS

DEEPEST: Final = 15
MOST_TRICKS_TRIED: Final = 2048
"""The number of tricks stored for one depth. Where there are more, the search never answers "lost"."""

NODES: Final = 1
DEPTH: Final = 2
"""The number of tricks of the winning line."""
CUT: Final = 3
"""Whether some way to play a trick was left out."""
ROUND: Final = 4
"""The number of restarts."""
LINE: Final = 8  # + d: the trick tried, see `packed`
HAND: Final = LINE + DEEPEST  # + 5 d + s
LEAD: Final = HAND + 5 * DEEPEST  # + d
WON: Final = LEAD + DEEPEST  # + 5 d + s
STAND: Final = WON + 5 * DEEPEST  # + MOST_GOALS d + g: the state of each goal
CHILDREN: Final = STAND + MOST_GOALS * DEEPEST  # + d
NEXT: Final = CHILDREN + DEEPEST  # + d
HOLDER: Final = NEXT + DEEPEST  # + c
BELOW: Final = HOLDER + 40  # + c: the next lower card of the same holder and label, or -1
BETWEEN: Final = BELOW + 40  # + c: the cards of others between those two
CANON: Final = BETWEEN + 40  # + 512 suit + subset
GAIN: Final = CANON + 5 * 512  # + 40 s + c: the weight of this seat's winning this card
SPEND: Final = GAIN + 200  # + c: the weight of this card's being played
TAKE_IT: Final = SPEND + 40  # + s: the weight of this seat's winning the trick
AT: Final = TAKE_IT + 5  # + i: for the i-th card of a trick: the card
OPTIONS: Final = AT + 6
CARDS: Final = OPTIONS + 6
BEST: Final = CARDS + 6
BY: Final = BEST + 6
HOPE: Final = BY + 6
SCORE: Final = HOPE + 6
KEYS: Final = SCORE + 6
OWED: Final = KEYS + 4  # + s: cards that this seat still has to win
DUE: Final = OWED + 5  # + s: tricks that this seat has to win at least
LENGTH: Final = DUE + 5  # + 5 s + suit: the number of cards of the suit that the seat holds
SLACK: Final = LENGTH + 25  # + 6 s + suit: how often it can be led after the seat is void; + 6 s + 5: of all suits
LEADS: Final = SLACK + 30  # + suit: how often it can be led
CHILD: Final = LEADS + 5  # + 2 (MOST_TRICKS_TRIED d + k): packed trick, score
SEEN: Final = CHILD + 2 * MOST_TRICKS_TRIED * DEEPEST  # + n: the features that the network of playouts sees
MOST_GOALS_SEEN: Final = 44
GOAL_LIST: Final = SEEN + 64  # + 9 n: the open goals of the turn seen last
STRENGTH: Final = GOAL_LIST + 9 * MOST_GOALS_SEEN
"""The strength of the hand of the turn seen last."""
GOALS_SEEN: Final = STRENGTH + 1
"""The number of goals that are listed."""
FORBIDDEN: Final = GOALS_SEEN + 1  # + s: the cards left that this seat may not win
CHANCES: Final = FORBIDDEN + 5  # + s: how likely this seat wins the trick after the card looked at, or -1
MAY: Final = CHANCES + 5  # + s: for the turn seen last: the hidden cards that this other seat may hold
HOLDERS: Final = MAY + 5  # + c: how many seats may hold this hidden card
SIZE: Final = HOLDERS + 40
