"""Propositional clauses, and unary numbers made of literals.

A literal is a whole number: a variable, or with a minus sign its negation. A number is a tuple of literals of which the
k-th means "more than k": so `number[2]` is true if the number is at least three.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

TRUE: Final = 1
FALSE: Final = -1

Number = tuple[int, ...]


class Clauses:
    """A growing list of clauses. The first variable is true, so that what is known is a literal like any other."""

    __slots__ = ("_numbers", "all", "variables")

    def __init__(self) -> None:
        self.all: list[list[int]] = [[TRUE]]
        self.variables = TRUE
        self._numbers: dict[tuple[int, ...], Number] = {}

    def new(self) -> int:
        """A new variable."""
        self.variables += 1
        return self.variables

    def several(self, number: int) -> list[int]:
        """A list of new variables."""
        first = self.variables + 1
        self.variables += number
        return list(range(first, first + number))

    def add(self, clause: list[int]) -> None:
        """Add a clause: at least one literal is true."""
        if TRUE not in clause:
            if FALSE in clause:
                clause = [literal for literal in clause if literal != FALSE]
            self.all.append(clause)

    def at_most_one(self, literals: Sequence[int]) -> None:
        """At most one of these literals is true."""
        not_these = [-literal for literal in literals if literal != FALSE]
        self.all += [[one, other] for one, other in combinations(not_these, 2)]

    def either(self, literals: Iterable[int]) -> int:
        """A literal equivalent to the disjunction of these."""
        some = [literal for literal in literals if literal != FALSE]
        if TRUE in some:
            return TRUE
        if len(some) < 2:
            return some[0] if some else FALSE
        self.variables = one = self.variables + 1
        self.all += [[-literal, one] for literal in some]
        self.all.append([*some, -one])
        return one

    def both(self, one: int, other: int) -> int:
        """A literal equivalent to the conjunction of both."""
        if abs(one) == TRUE or abs(other) == TRUE:
            return -self.either((-one, -other))
        self.variables = both = self.variables + 1
        self.all += ([-both, one], [-both, other], [both, -one, -other])
        return both

    def how_many(self, literals: Sequence[int]) -> Number:
        """The number of true literals."""
        known = sum(literal == TRUE for literal in literals)
        some = tuple(literal for literal in literals if abs(literal) != TRUE)
        return (TRUE,) * known + self._counted(some)

    def _counted(self, literals: tuple[int, ...]) -> Number:
        if len(literals) < 2:
            return literals
        if literals not in self._numbers:
            half = len(literals) // 2
            self._numbers[literals] = self.sum(self._counted(literals[:half]), self._counted(literals[half:]))
        return self._numbers[literals]

    def sum(self, one: Number, other: Number, most: int | None = None) -> Number:
        """The sum of two numbers; `most` caps it."""
        length = len(one) + len(other)
        total = self.several(length if most is None else min(length, most))
        for i in range(len(one) + 1):
            for j in range(len(other) + 1):
                self._add_up(one, other, (i, j), total)
        return tuple(total)

    def _add_up(self, one: Number, other: Number, have: tuple[int, int], total: list[int]) -> None:
        """With `i` and `j` literals true, the sum is at least `i + j`; with no more true, it is at most that."""
        i, j = have
        if i + j:
            fewer = [-literal for literal in (*one[:i][-1:], *other[:j][-1:])]
            self.add([*fewer, total[min(i + j, len(total)) - 1]])
        if i + j < len(total):
            self.add([*one[i : i + 1], *other[j : j + 1], -total[i + j]])


def at_least(number: Number, bound: int) -> int:
    """Return a literal: the number is at least this."""
    if bound <= 0:
        return TRUE
    return number[bound - 1] if bound <= len(number) else FALSE
