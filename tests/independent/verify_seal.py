"""A second opinion on an opened seal, in plain Python: it shares no line with the site or its engine.

`python tests/independent/verify_seal.py FILE`. Written from the seeding contract and the five steps on a challenge's
page. It computes the commitment, the seed, and every hand; and plays each winning line by the rule of tricks alone.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Play = tuple[int, str]

COLOURS = [colour + str(rank) for colour in "PBGY" for rank in range(1, 10)]


def sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def stream(label: str, seed: str) -> Iterator[int]:
    block = 0
    while True:
        words = hashlib.sha256(f"crew-deal/1\n{label}\n{seed}\n{block}".encode()).digest()
        yield from (int.from_bytes(words[at : at + 8], "big") for at in range(0, 32, 8))
        block += 1


def shuffled(deck: Iterable[str], label: str, seed: str) -> list[str]:
    items, numbers = list(deck), stream(label, seed)
    for last in range(len(items) - 1, 0, -1):
        size, word = last + 1, next(numbers)
        while word >= 2**64 - 2**64 % size:
            word = next(numbers)
        items[last], items[word % size] = items[word % size], items[last]
    return items


def hands_of(game: str, players: int, options: list[str], seed: str) -> list[set[str]]:
    trump = "S" if game == "deep-sea" else "R"
    deck = COLOURS + [trump + str(rank) for rank in range(1, 5)]
    if "three-player-challenge" in options and game == "planet-nine":
        deck = [card for card in deck if card[0] != "G" and card != trump + "1"]
    if players > 2:
        return [set(shuffled(deck, "cards", seed)[seat::players]) for seat in range(players)]
    deck = shuffled([card for card in deck if card != trump + "4"], "cards", seed)
    people = shuffled([*deck[14:], trump + "4"], "hands", seed)
    return [set(people[0::2]), set(people[1::2])]


def tricks_of(line: list[str], players: int) -> list[list[Play]]:
    plays = [(int(seat), text.split()[1]) for seat, text in (one.split(" ", 1) for one in line) if text[:5] == "play "]
    return [plays[at : at + players] for at in range(0, len(plays), players)]


def winner_of(trick: list[Play]) -> int:
    led = trick[0][1][0]
    return max(trick, key=lambda play: (play[1][0] in "RS", play[1][0] == led, play[1][1:]))[0]


def fault_of(deal: dict[str, Any], hands: list[set[str]], mission: str) -> str:
    if [set(hand) for hand in deal["hands"]] != hands:
        return "the hands do not come from the seed"
    if len(hands) == 2 or mission == "planet-nine 12":
        return ""  # The robot and the exchange of cards have rules of their own.
    leader = next(seat for seat, hand in enumerate(hands) if {"R4", "S4"} & hand)
    for trick in tricks_of(deal["line"], len(hands)):
        for place, (seat, card) in enumerate(trick):
            follows = {other for other in hands[seat] if other[0] == trick[0][1][0]}
            if seat != (leader + place) % len(hands) or card not in (follows if place and follows else hands[seat]):
                return f"seat {seat} could not play {card}"
            hands[seat].discard(card)
        leader = winner_of(trick)
    return ""


def verify(seal: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the seal, in sentences: nothing, if it holds."""
    facts = dict(fact.split(": ", 1) for fact in seal["facts"])
    if sha("\n".join(["crewsite-seal/1", *seal["facts"], seal["secret"]])) != seal["commitment"]:
        yield "the facts and the secret do not give the commitment"
    words = [json.dumps(pair, separators=(",", ":")) for pair in seal["words"]]
    seed = sha("\n".join(["crewsite-seal/1 base", seal["secret"], *words]))
    if seed != seal["seed"]:
        yield "the secret and the members' words do not give the seed"
    stages, attempts = sum(fact.startswith("stage ") for fact in seal["facts"]), int(facts["attempts"].split()[-1])
    announced = {(stage, attempt) for stage in range(1, stages + 1) for attempt in range(1, attempts + 1)}
    shown = [(deal["stage"], deal["attempt"]) for deal in seal["deals"]]
    if len(shown) != len(set(shown)) or (announced - set(shown) and not seal.get("cancelled")):
        yield "a deal is missing, or there twice"
    for deal in seal["deals"]:
        ends, most = deal["tried"], int(facts["candidates"].split()[-1])
        dealt = [place for place, end in enumerate(ends, start=1) if end == "dealt"]
        if len(ends) > most or dealt != [deal["candidate"]] or "" in ends:
            yield f"stage {deal['stage']}, attempt {deal['attempt']}: not the candidate that was to be dealt"
        mission = facts[f"stage {deal['stage']}"]
        own = f"{seed}/{deal['stage']}/{deal['attempt']}/{deal['candidate']}"
        options = facts["options"].split()
        # A deal that the rules void is dealt again with "+" behind the seed.
        tries = [hands_of(mission.split(" ")[0], int(facts["players"]), options, own + again) for again in ("", "+")]
        faults = [fault_of(deal, hands, mission) for hands in tries]
        if all(faults):
            yield f"stage {deal['stage']}, attempt {deal['attempt']}: {faults[0]}"


if __name__ == "__main__":
    faults = list(verify(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
    sys.stdout.write("\n".join(faults or ["the seal holds"]) + "\n")
    sys.exit(bool(faults))
