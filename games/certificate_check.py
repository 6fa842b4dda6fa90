"""A certificate as text: a record whose line wins, with the engine in comments. Every reader can check it.

# certificate: engine=search version=1 nodes=812 conflicts=0
# budget: nodes=4000000 conflicts=400000
game: planet-nine
…
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field

from .contract import UnknownSetup
from .crew.distress import DISTRESS_ACTIVE
from .crew.solver import SOLVER_VERSION, Budget, Certificate, Effort, certify
from .record import Record
from .registry import deal, game_of
from .terminal import ending

_FOUND, _BUDGET = "certificate", "budget"
_KEYS = {_FOUND: ("engine", "version", "nodes", "conflicts"), _BUDGET: ("nodes", "conflicts")}
_MOST_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Proof:
    """A record that ends in success; the effort and the version of the solver that won it within this budget."""

    record: Record
    effort: Effort | None = None
    version: int = SOLVER_VERSION
    budget: Budget = field(default_factory=Budget)
    title: str = ""

    @classmethod
    def parse(cls, text: str) -> Proof:
        """Read a certificate; of a plain record only the line can be checked. Raises what `Record.parse` does.

        Raises UnknownSetup for a certificate of a newer solver, with facts twice or unknown ones, of a race, or of a
        deal that has the distress signal already. Any other option changes the deal, which the solver solves again, or
        only the clock, of which a certificate says nothing.
        """
        found, budget = _facts(text, _FOUND), _facts(text, _BUDGET)
        spent = {key: _number(found, key) for key in ("nodes", "conflicts")} if found else {}
        proof = cls(
            Record.parse(text),
            Effort(found.get("engine", ""), **spent) if found else None,
            _number(found, "version") if found else SOLVER_VERSION,
            Budget(_number(budget, "nodes"), _number(budget, "conflicts")) if budget else Budget(),
        )
        if proof.version > SOLVER_VERSION:
            raise UnknownSetup("certificate-newer", version=proof.version, own=SOLVER_VERSION)
        game = game_of(proof.record.setup.game)
        if game.is_race:
            raise UnknownSetup("nothing-to-solve", title=game.title)
        if DISTRESS_ACTIVE in proof.record.setup.options:
            raise UnknownSetup("certificate-option", option=DISTRESS_ACTIVE)
        return proof

    def __str__(self) -> str:
        return "\n".join([*self._comments(), str(self.record)])

    def _comments(self) -> Iterator[str]:
        if self.title:
            yield f"# title: {' '.join(self.title.split())}"
        if self.effort is not None:
            facts = {"engine": self.effort.engine, "version": self.version}
            yield _line(_FOUND, facts | {"nodes": self.effort.nodes, "conflicts": self.effort.conflicts})
            yield _line(_BUDGET, asdict(self.budget))


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check, in lines; `holds` if the line wins and the solver does not contradict it.

    `is_line_only`: the solver of today cannot compare itself, so it does not reproduce the proof.
    """

    lines: tuple[str, ...]
    holds: bool
    is_line_only: bool


def check(proof: Proof, budget: Budget | None = None) -> Report:
    """Play the line through the rules, then solve the deal again. Raises what `Record.replay` does.

    An earlier version of the solver may have found another line: then the line alone counts.
    """
    end = proof.record.replay()
    verdict, certificate = certify(deal(proof.record.setup), budget or proof.budget)
    again = "solved again: " + (_found(certificate) if certificate else str(verdict))
    wins = end.outcome is not None and bool(end.outcome.success)
    agrees, comparison = _compared(proof, certificate)
    line_only = proof.effort is None or proof.version != SOLVER_VERSION
    return Report((f"the line: {ending(end)}", again, *comparison), wins and agrees, line_only)


def _compared(proof: Proof, certificate: Certificate | None) -> tuple[bool, tuple[str, ...]]:
    effort = proof.effort
    if effort is None:
        return True, ("the record says nothing of who found it",)
    if proof.version != SOLVER_VERSION:
        return True, (f"found by version {proof.version} of the solver, this is version {SOLVER_VERSION}",)
    noted = Certificate(proof.record.actions, effort.engine, proof.version, effort.nodes, effort.conflicts)
    if noted == certificate:
        return True, ("the same as its certificate says",)
    return False, (f"its certificate says: {_found(noted)}",)


def _found(certificate: Certificate) -> str:
    return (
        f"won, {certificate.engine} version {certificate.version}, "
        f"{certificate.nodes} nodes, {certificate.conflicts} conflicts, {len(certificate.line)} actions"
    )


def _line(name: str, facts: Mapping[str, object]) -> str:
    return f"# {name}: {' '.join(f'{key}={value}' for key, value in facts.items())}"


def _facts(text: str, name: str) -> dict[str, str]:
    """The facts of the comment of this name; none if there is no such comment."""
    comments = (line.partition("#")[2].strip("# \t") for line in text.splitlines())
    matches = (re.fullmatch(rf"{name}\s*:(.*)", comment, re.IGNORECASE) for comment in comments)
    found = [match[1] for match in matches if match]
    if len(found) > 1:
        raise UnknownSetup("certificate-twice", name=f"# {name}:")
    words = [word.partition("=") for facts in found for word in facts.split()]
    keys = [key for key, _equals, _value in words]
    for key in keys:
        if key not in _KEYS[name] or keys.count(key) > 1:
            raise UnknownSetup("certificate-fact", name=f"# {name}:", key=key, keys=", ".join(_KEYS[name]))
    return {key: value for key, _equals, value in words}


def _number(facts: Mapping[str, str], key: str) -> int:
    text = facts.get(key, "")
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise UnknownSetup("record-number", key=key, text=text)
    return int(text)
