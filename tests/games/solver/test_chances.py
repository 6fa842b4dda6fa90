"""Who may hold an unseen card, as far as public facts tell, and the chances that follow from it."""

from __future__ import annotations

import pytest

from games.crew.bots.reading import excluded_by
from games.crew.cards import CARDS, deck
from games.crew.families.masks import mask_of
from games.crew.signals import HIGHEST, LOWEST, ONLY
from games.crew.solver.compiled import Numbers, zeros
from games.crew.solver.playout.chances import ALL, EXCLUDED, ROOM, SHOWN, chance_of, comes, none_of, see_hands
from games.crew.solver.search.program import SEATS
from games.crew.solver.search.workspace import HOLDERS, SIZE

SEAT, PINK, VOIDS_OF_ONE = 0, 0, 5
EVERY_CARD = mask_of(deck("R"))


def cards(text: str) -> int:
    return mask_of(CARDS[card] for card in text.split())


def place(text: str) -> int:
    return CARDS[text].order


@pytest.fixture
def program() -> Numbers:
    """A table of four."""
    program = zeros(ROOM)
    program[SEATS] = 4
    return program


def seen(program: Numbers, unseen: int, voids: int = 0) -> tuple[Numbers, int]:
    """What seat 0 works out, and the voids that it infers."""
    work = zeros(SIZE)
    return work, see_hands(program, work, SEAT, unseen, voids)


def test_each_of_the_others_may_hold_an_unseen_card(program: Numbers) -> None:
    work, voids = seen(program, cards("P7 P8 B2 G3 Y4 R1"))
    assert work[HOLDERS + place("P7")] == 3
    assert none_of(work, 1, cards("P7")) == ALL * 2 // 3
    assert voids == 0


def test_a_shown_card_lies_where_it_was_shown(program: Numbers) -> None:
    program[SHOWN + 2] = cards("P7")
    work, _ = seen(program, cards("P7 P8"))
    assert comes(program, work, 1, SEAT, place("P7")) == ALL
    assert comes(program, work, 2, SEAT, place("P7")) == 0, "seat 2 has played"
    assert none_of(work, 2, cards("P7")) == ALL, "its place is known, so it is no chance"


def test_a_signal_excludes_cards(program: Numbers) -> None:
    program[EXCLUDED + 1] = program[EXCLUDED + 2] = cards("P8 P9")
    work, _ = seen(program, cards("P8 P9 P2"))
    assert none_of(work, 1, cards("P8 P9")) == ALL
    assert none_of(work, 3, cards("P9")) == 0, "no other seat may hold it"
    assert comes(program, work, 0, SEAT, place("P9")) == ALL


def test_who_may_hold_nothing_of_a_suit_is_void(program: Numbers) -> None:
    program[EXCLUDED + 1] = cards("P8 P9")
    _, voids = seen(program, cards("P8 P9 B1 G1 Y1 R1"))
    assert voids == 1 << VOIDS_OF_ONE + PINK
    program[SHOWN + 1] = cards("P7")
    _, voids = seen(program, cards("P7 P8 P9 B1 G1 Y1 R1"))
    assert voids == 0, "it has the card that it showed"


def test_known_voids_stay(program: Numbers) -> None:
    work, voids = seen(program, EVERY_CARD, 1 << VOIDS_OF_ONE + PINK)
    assert voids == 1 << VOIDS_OF_ONE + PINK
    assert work[HOLDERS + place("P5")] == 2


def test_a_trick_is_safe_where_signals_exclude_higher_cards(program: Numbers) -> None:
    unseen, lead = cards("P8 P9 B1 B2 G1 Y1 R1"), place("P7")

    def owner_keeps_it() -> int:
        work, voids = seen(program, unseen)
        return chance_of(program, work, SEAT, 0, SEAT, lead, SEAT, lead, unseen, voids)

    open_ = owner_keeps_it()
    for other in (1, 2, 3):
        program[EXCLUDED + other] = cards("P8 P9")
    assert open_ < owner_keeps_it() == ALL


@pytest.mark.parametrize(
    ("says", "excluded"),
    [(HIGHEST, "P8 P9"), (LOWEST, "P1 P2 P3 P4 P5 P6"), (ONLY, "P1 P2 P3 P4 P5 P6 P8 P9"), (None, "")],
)
def test_what_a_signal_excludes(says: str | None, excluded: str) -> None:
    assert mask_of(excluded_by(CARDS["P7"], says, deck("R"))) == cards(excluded)
