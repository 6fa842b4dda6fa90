"""The games in a terminal: deal, play, replay, describe, solve, verify and perft."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Final

from . import (
    GAMES,
    Action,
    GameError,
    IllegalAction,
    Record,
    Setup,
    State,
    UnknownSetup,
    bot_chance,
    commit_reveal,
    deal,
    describe,
)
from .bot import Bot
from .bots import BOTS, bots_of
from .certificate_check import Proof, check
from .crew.solver import Budget, Lost, Verdict, best_pass, solve
from .terminal import ending, play_round

_MOST_DIGITS = 10
_NO_SAT_SOLVER = (
    "The solver needs the package python-sat here: run `make fast` in Crewsite's folder once, "
    "then the same command with `.venv/bin/python` in the place of `python`."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns its exit status.

    0: done; 1: a check failed; 2: the input cannot be read, and one line on standard error says why; 3: the input can
    be read, but not checked here.
    """
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except BrokenPipeError:
        # The reader of our output (`head`, say) has closed the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (GameError, OSError, UnicodeDecodeError) as error:
        print(_one_line(str(error)), file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        if error.name != "pysat":
            raise
        print(_NO_SAT_SOLVER, file=sys.stderr)
        return 2


def _one_line(text: str) -> str:
    """The text in one line of bounded length: it may quote a file in which a line has no end."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…"


_LONGEST_LINE: Final = 400
_NOT_CHECKED_HERE: Final = 3
"""The exit status of a check that nothing speaks against, but that this program cannot make, or not wholly."""
_WORDS: Final = {True: "holds", False: "FAILS", None: "unknown"}
"""The word for each result of a step of a check."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, run, wants in _COMMANDS:
        words = (run.__doc__ or "").partition("\n")[0]
        command = commands.add_parser(name, help=words, description=words)
        command.set_defaults(run=run)
        wants(command)
    return parser


def _wants_setup(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", help=" or ".join(GAMES))
    command.add_argument(
        "mission", help='a number, or a line such as "tasks=5 tokens=1,2,omega dead-zone" or "difficulty=9 currents"'
    )
    command.add_argument("--players", type=_count, default=4, help="number of players, 2 to 5 (default: 4)")
    command.add_argument("--seed", default="", help="any text; the same seed deals the same cards")
    command.add_argument("--deal", help="a deal, card by card, instead of a seed")
    command.add_argument(
        "--option", action="append", default=[], help="an option of the game, such as three-player-challenge or untimed"
    )


def _wants_play(command: argparse.ArgumentParser) -> None:
    _wants_setup(command)
    names = sorted({bot for bots in BOTS.values() for bot in bots})
    command.add_argument(
        "--bots", choices=names, help="the bot for the other seats (default: none, you play all seats)"
    )
    command.add_argument("--seat", type=int, default=0, help="your seat when bots play (default: 0)")
    command.add_argument("--record", type=Path, help="a file for the record of the round")


def _wants_record(command: argparse.ArgumentParser) -> None:
    command.add_argument("record", help="a file, or - for standard input")
    command.add_argument("--seat", type=int, help="a seat whose view at the end is printed too, as JSON")


def _wants_perft(command: argparse.ArgumentParser) -> None:
    _wants_setup(command)
    command.add_argument("--depth", type=_count, default=3, help="number of actions in a sequence (default: 3)")


def _wants_solve(command: argparse.ArgumentParser) -> None:
    command.add_argument("record", help="a record up to the position in question: a file, or - for standard input")
    command.add_argument("--nodes", type=_count, help="the most positions to search")
    command.add_argument("--conflicts", type=_count, help="the most conflicts of the SAT solver")
    instead = command.add_mutually_exclusive_group()
    instead.add_argument(
        "--pass",
        action="store_true",
        dest="signal",
        help="send a distress signal first, and say which cards to pass",
    )
    instead.add_argument(
        "--check",
        action="store_true",
        help="check a certificate: whether its line wins, and whether the solver finds it again from the deal",
    )


def _wants_seal(command: argparse.ArgumentParser) -> None:
    command.add_argument("seal", help="the proof file of a challenge: a file, or - for standard input")
    command.add_argument(
        "--record",
        action="append",
        default=[],
        help="the record of an attempt with its seed, whose bots are checked too",
    )


def _setup(options: argparse.Namespace) -> Setup:
    return Setup(options.game, options.mission, options.players, options.seed, tuple(options.option), options.deal)


def _read(name: str) -> Record:
    return Record.parse(_text(name))


def _text(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UnknownSetup("record-file", name=name, why=error.strerror or "it cannot be read") from error
    except UnicodeDecodeError as error:
        raise UnknownSetup("record-file", name=name, why="it is not text") from error


def run_deal(options: argparse.Namespace) -> int:
    """Print the view of every seat of a deal, as JSON."""
    state = deal(_setup(options))
    seats = len(state.view(None)["hand_sizes"])
    print(json.dumps([state.view(seat).as_dict() for seat in range(seats)], indent=1))
    return 0


def run_describe(options: argparse.Namespace) -> int:
    """Explain a mission in a few sentences."""
    print(describe(_setup(options)))
    return 0


def run_replay(options: argparse.Namespace) -> int:
    """Replay a record and print how it ends."""
    state = _read(options.record).replay()
    view = None if options.seat is None else state.view(options.seat)
    print(ending(state))
    if view is not None:
        print(json.dumps(view.as_dict(), indent=1))
    return 0


def run_perft(options: argparse.Namespace) -> int:
    """Count the sequences of actions from a deal: a fingerprint of the rules."""
    state = deal(_setup(options))
    for depth in range(1, options.depth + 1):
        print(f"{depth} {perft(state, depth)}")
    return 0


def run_solve(options: argparse.Namespace) -> int:
    """Look for a winning line with all cards open, or check a certificate.

    Raises UnknownSetup for a race.
    """
    if options.check:
        proof = Proof.parse(_text(options.record))
        report = check(proof, _budget(options, proof.budget))
        print("\n".join(report.lines))
        if not report.holds:
            return 1
        return _NOT_CHECKED_HERE if report.is_line_only else 0
    state, budget = _read(options.record).replay(), _budget(options, Budget())
    if GAMES[state.setup.game].is_race:
        raise UnknownSetup("nothing-to-solve", title=GAMES[state.setup.game].title)
    print(_with_a_signal(state, budget) if options.signal else solve(state, budget))
    return 0


def _with_a_signal(state: State, budget: Budget) -> Verdict | str:
    """The result of passing cards on. Raises IllegalAction where no signal may be sent now."""
    view = state.view(None)
    if view["phase"] != "giving":
        state.apply(Action(view["captain"], "propose distress left"))
    verdict = best_pass(state, budget)
    return "lost: whatever cards are passed on, no line of play wins" if isinstance(verdict, Lost) else verdict


def _budget(options: argparse.Namespace, usual: Budget) -> Budget:
    limits = {"nodes": options.nodes, "conflicts": options.conflicts}
    return replace(usual, **{key: count for key, count in limits.items() if count is not None})


def run_verify(options: argparse.Namespace) -> int:
    """Check that the deals of a challenge were fixed in advance and can be won, and check its bots."""
    seal = commit_reveal.parse(_text(options.seal))
    steps = list(commit_reveal.check(seal))
    for name in options.record:
        steps += bot_chance.check(seal, _text(name))
    for step in steps:
        print(f"{_WORDS[step.holds]}: {step.says}")
    if any(step.holds is False for step in steps):
        return 1
    return 0 if all(step.holds for step in steps) else _NOT_CHECKED_HERE


def run_play(options: argparse.Namespace) -> int:
    """Play a round: type an action, or its number in the list.

    Raises IllegalAction for a seat that is not there.
    """
    state = deal(_setup(options))
    people = [options.seat] if options.bots else range(options.players)
    if options.seat not in range(options.players):
        raise IllegalAction("no-such-seat", number=options.seat, last=options.players - 1)
    with options.record.open("w", encoding="utf-8") if options.record else nullcontext() as file:
        print(describe(state.setup))
        state = play_round(state, people, _bot(options) if options.bots else None)
        print(ending(state))
        if file:
            file.write(str(Record.of(state)))
    return 0


def _bot(options: argparse.Namespace) -> Bot:
    """The bot with this name. Raises UnknownSetup where it does not play this game."""
    bots = bots_of(options.game)
    if options.bots not in bots:
        raise UnknownSetup("setup-bot", bot=options.bots, bots=", ".join(bots))
    return bots[options.bots]


def perft(state: State, depth: int) -> int:
    """The number of sequences of `depth` actions, shorter ones that end the game included."""
    if depth == 0 or state.outcome is not None:
        return 1
    seats = range(state.setup.players)
    return sum(perft(state.apply(action), depth - 1) for seat in seats for action in state.legal_actions(seat))


def _count(text: str) -> int:
    """A whole number that is not negative, for an option."""
    if not (text.isascii() and text.isdecimal() and len(text) < _MOST_DIGITS):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 up")
    return int(text)


_COMMANDS = (
    ("deal", run_deal, _wants_setup),
    ("play", run_play, _wants_play),
    ("replay", run_replay, _wants_record),
    ("describe", run_describe, _wants_setup),
    ("solve", run_solve, _wants_solve),
    ("verify", run_verify, _wants_seal),
    ("perft", run_perft, _wants_perft),
)

if __name__ == "__main__":
    sys.exit(main())
