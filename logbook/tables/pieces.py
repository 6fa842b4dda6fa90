"""The pieces of a part: what a reader's page shows already is not sent again.

A piece is an element of a part with a name (`data-piece`). A reader who was sent the number before gets an empty
`data-kept` for each piece that is as it was, and the page puts in its own (`table.js`). Where a page has missed a
number, it fetches the whole.

Whether a piece has changed follows from its HTML in the parts of this very reader, so nothing of another seat can be
told from what is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from logbook.lib.cached_parts import Facts
from logbook.rounds.view.parts import RoundPage

Shown = Mapping[str, int]
"""The pieces that a part showed: a hash of each piece's HTML, by the piece's name."""
NOTHING: Final[Shown] = {}


class Pieces:
    """Takes the pieces of one part as it is rendered; `shown` is what the reader's page shows of them."""

    def __init__(self, shown: Shown = NOTHING) -> None:
        self._shown = shown
        self.now: dict[str, int] = {}
        """The pieces on the page after this part."""

    def __call__(self, name: str, html: str, *, beside: bool = False) -> str:
        """Return the piece's HTML, or a gap that the page fills. A piece `beside` the part is swapped by its own id."""
        self.now[name] = hash(html)
        if self._shown.get(name) != self.now[name]:
            return html
        return Markup() if beside else Markup('<i data-kept="{}"></i>').format(name)


def lasting(page: RoundPage) -> Facts:
    """Return what pieces show that seldom changes: ways out, prepared cards, forms at other seats."""
    moment = page.moment
    return Facts(
        moment=Facts(
            table_id=moment.table_id,
            own_seat=moment.own_seat,
            stand_ins=moment.stand_ins,
            pace=moment.pace,
            signals=moment.signals,
            may_leave=moment.may_leave,
            may_send_away=moment.may_send_away,
            unwatched=moment.unwatched,
        ),
        prepares=page.prepares,
        seated=page.seated,
        end=page.is_over,
    )


def whole(_name: str, html: str, *, beside: bool = False) -> str:
    """Return the piece's HTML, for parts that are not sent by a stream."""
    return html
