"""The games in a terminal: deal, play, replay, describe, solve and perft."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from . import Action, GameError, Record, Setup, State, deal, describe
from .crew.bots import BOTS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns 0, or 2 after one line on standard error about what was wrong."""
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except (GameError, OSError, UnicodeDecodeError) as error:
        print(f"{error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, run, wants in _COMMANDS:
        command = commands.add_parser(name, help=run.__doc__, description=run.__doc__)
        command.set_defaults(run=run)
        wants(command)
    return parser


def _wants_setup(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", help="planet-nine")
    command.add_argument("mission", help='a number, or a line such as "tasks=5 tokens=1,2,omega dead-zone"')
    command.add_argument("--players", type=int, default=4, help="2 to 5 (4 if not said)")
    command.add_argument("--seed", default="", help="any text; the same seed deals the same cards")
    command.add_argument("--deal", help="the deal spelled out, in place of a seed")
    command.add_argument("--option", action="append", default=[], help="such as three-player-challenge")


def _wants_play(command: argparse.ArgumentParser) -> None:
    _wants_setup(command)
    command.add_argument("--bots", choices=sorted(BOTS), help="the bot for the other seats; without it you play all")
    command.add_argument("--seat", type=int, default=0, help="your seat when bots play (0 if not said)")
    command.add_argument("--record", type=Path, help="write the record to this file at the end")


def _wants_record(command: argparse.ArgumentParser) -> None:
    command.add_argument("record", help="a file, or - for standard input")
    command.add_argument("--seat", type=int, help="also print what this seat may know at the end, as JSON")


def _wants_perft(command: argparse.ArgumentParser) -> None:
    _wants_setup(command)
    command.add_argument("--depth", type=int, default=3, help="how many actions deep (3 if not said)")


def _wants_solve(command: argparse.ArgumentParser) -> None:
    command.add_argument("record", help="a record up to the position in question: a file, or - for standard input")
    command.add_argument("--nodes", type=int, default=200_000, help="give up after so many positions")


def _setup(options: argparse.Namespace) -> Setup:
    return Setup(options.game, options.mission, options.players, options.seed, tuple(options.option), options.deal)


def _read(name: str) -> Record:
    text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    return Record.parse(text)


def run_deal(options: argparse.Namespace) -> int:
    """Print what every seat may know of a deal, as JSON."""
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
    print(_ending(state))
    if options.seat is not None:
        print(json.dumps(state.view(options.seat).as_dict(), indent=1))
    return 0


def run_perft(options: argparse.Namespace) -> int:
    """Count the sequences of actions from a deal: a fingerprint of the rules."""
    state = deal(_setup(options))
    for depth in range(1, options.depth + 1):
        print(f"{depth} {perft(state, depth)}")
    return 0


def run_solve(options: argparse.Namespace) -> int:
    """Look for a winning line with all cards open."""
    from .crew.solver import solve

    print(solve(_read(options.record).replay(), options.nodes))
    return 0


def run_play(options: argparse.Namespace) -> int:
    """Play a round: type an action, or its number in the list."""
    state = deal(_setup(options))
    print(describe(state.setup))
    mine = frozenset([options.seat] if options.bots else range(options.players))
    while state.outcome is None:
        action = _bots_action(state, options, mine) or _persons_action(state, mine)
        if action is None:
            break
        try:
            state = state.apply(action)
        except GameError as error:
            print(error)
            continue
        if action.seat not in mine:
            print(action)
    print(_ending(state))
    if options.record:
        options.record.write_text(str(Record.of(state)), encoding="utf-8")
    return 0


def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` actions there are, shorter ones that end the game included."""
    if depth == 0 or state.outcome is not None:
        return 1
    seats = range(state.setup.players)
    return sum(perft(state.apply(action), depth - 1) for seat in seats for action in state.legal_actions(seat))


def _bots_action(state: State, options: argparse.Namespace, mine: frozenset[int]) -> Action | None:
    """What a bot wants to do now, unless the table waits for a person."""
    if not options.bots or state.waiting_on & mine:
        return None
    seat = min(state.waiting_on)
    text = BOTS[options.bots].choose(state.view(seat), random.Random(len(state.log)))
    return None if text is None else Action(seat, text)


def _persons_action(state: State, mine: frozenset[int]) -> Action | None:
    """Ask for an action; None once the input ends."""
    seat = min(state.waiting_on & mine)
    view = state.view(seat)
    _show(view.as_dict())
    legal = view["legal"]
    print("  ".join(f"[{number}] {text}" for number, text in enumerate(legal, 1)))
    try:
        typed = input(f"Seat {seat}> ").strip()
    except EOFError:
        print()
        return None
    if typed.isdecimal() and 1 <= int(typed) <= len(legal):
        typed = legal[int(typed) - 1]
    words = typed.partition(" ")
    if words[0].isdecimal() and words[2]:
        return Action(int(words[0]), words[2])
    return Action(seat, typed)


def _show(view: dict[str, object]) -> None:
    print()
    for key in ("phase", "captain", "poll", "proposal", "last_trick", "trick", "tasks", "signals", "robot", "hand"):
        if view.get(key):
            print(f"{key:>10}: {_line(view[key])}")


def _line(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_line(inner)}" for key, inner in value.items() if inner is not None)
    if isinstance(value, list):
        separator = "; " if value and isinstance(value[0], dict) else " "
        return separator.join(_line(inner) for inner in value)
    return str(value)


def _ending(state: State) -> str:
    outcome = state.outcome
    if outcome is None:
        return f"not over: {', '.join(f'seat {seat}' for seat in sorted(state.waiting_on))} to act"
    if outcome.success is None:
        return f"scores: {' '.join(map(str, outcome.scores or ()))}"
    return f"{'success' if outcome.success else 'failure'}: {outcome.reason}"


_COMMANDS = (
    ("deal", run_deal, _wants_setup),
    ("play", run_play, _wants_play),
    ("replay", run_replay, _wants_record),
    ("describe", run_describe, _wants_setup),
    ("solve", run_solve, _wants_solve),
    ("perft", run_perft, _wants_perft),
)

if __name__ == "__main__":
    sys.exit(main())
