"""Seeds of bots at tables: the sealed secret of a challenge, or the site's identity, both unknown to players."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
import time_machine
from django.urls import reverse

import games
from games import bot_chance
from games.__main__ import main
from games.bots import bots_of
from games.random_bot import RandomBot
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges, commit_reveal, lifecycle, result_counting
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people import site_identity
from logbook.people.models.players import Player
from logbook.people.models.site_identity import SiteIdentity
from logbook.replays.selectors.replays import bot_names
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, bot_seed, bots, deals
from tests import wide
from tests.challenges.scenes import HOUR, NOON, deal, stage_of, table_of
from tests.conftest import SignedIn
from tests.races.challenge_scenes import of, opened, three_crews
from tests.tables.attempts_scenes import open_table, started

pytestmark = [pytest.mark.django_db, pytest.mark.once]

LOGBOOK = Path(__file__).resolve().parent.parent.parent / "logbook"


KEY_OF = bot_seed.bot_key


@pytest.fixture(autouse=True)
def real_keys(same_bots: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site's own, not those of the tests."""
    monkeypatch.setattr(bot_seed, "bot_key", KEY_OF)


def on_the_table(attempt: Attempt) -> Attempt:
    return Attempt.objects.select_related("table__stage__challenge").get(pk=attempt.pk)


def played_out(table: Table, attempt: Attempt, most: int = 10_000) -> list[str]:
    """What was done until the end or so many actions: by bots, and for people the first thing that they may do."""
    while (now := on_the_table(attempt)).state == Attempt.State.PLAYING and now.length < most:
        if bots.play_bot_step(attempt_id=attempt.pk, seen=now.table.version, hurried=True) is None:
            seat = _waiting(on_the_table(attempt))
            if seat is None:
                break
            state = event_replay.state_of(on_the_table(attempt))
            text = min(action.text for action in state.legal_actions(seat) if not action.text.startswith("propose"))
            player = table.seats.get(number=seat).player
            version = Table.objects.get(pk=table.pk).version
            attempts.act(table_id=table.pk, player=player, text=text, seen=version)
    return [str(action) for action in event_replay.actions_of(on_the_table(attempt))]


def _waiting(attempt: Attempt) -> int | None:
    people = set(attempt.table.seats.filter(bot="").values_list("number", flat=True))
    return min(people & set(attempt.waiting_on), default=None)


def first_drawn(attempt: Attempt, seats: Sequence[int]) -> list[float]:
    state = event_replay.state_of(attempt)
    return [bot_seed.chance_of(attempt, state.view(seat), len(state.log)).random() for seat in seats]


def test_sites_identity_decides_at_a_free_table(alice: Player) -> None:
    attempt = on_the_table(started(open_table(alice, bots=3), alice))
    before = first_drawn(attempt, range(4))
    assert first_drawn(attempt, range(4)) == before, "asked again it is the same"
    assert len(set(before)) == 4
    state = event_replay.state_of(attempt)
    key = site_identity.derive(bot_seed.BOTS)
    assert before[0] == bot_chance.chance(key, state.view(0), len(state.log)).random()
    SiteIdentity.objects.update(secret="ab" * 32)
    site_identity.forget()
    assert not set(first_drawn(attempt, range(4))) & set(before)


def test_no_one_foretells_a_random_bot(alice: Player) -> None:
    """With what is public (numbers of attempts, actions and seats, and seeds of deals that are over)."""
    table = open_table(alice, bots=3)
    table.seats.exclude(bot="").update(bot="random")
    foretold: list[bool] = []
    while len(foretold) < CHOICES:
        attempt = started(table, alice)
        played_out(table, attempt)
        foretold += foretellings(on_the_table(attempt))
        Table.objects.filter(pk=table.pk).update(state=Table.State.BETWEEN)
        table.refresh_from_db()
    assert not all(foretold)


CHOICES = 12
"""So many choices among six cards and more are guessed right, each with two guesses, once in a million times."""


def foretellings(attempt: Attempt) -> list[bool]:
    """Which of its bots' choices from many a generator gives that is seeded with what is public."""
    state, found = games.deal(event_replay.setup_of(attempt)), []
    for number, action in enumerate(event_replay.actions_of(attempt)):
        view = state.view(action.seat)
        if action.seat and len(view["legal"]) > 5:
            guesses = {
                bots_of(attempt.table.game)["random"].choose(view, Random(f"{origin}/{number}/{action.seat}"))
                for origin in (attempt.pk, attempt.seed)
            }
            found.append(action.text in guesses)
        state = state.apply(action)
    return found


SEEDED = {"certification.py": 1}
"""How often a generator is seeded with words: deals are rated by a seed that is a secret until they are played."""


def test_no_bot_is_seeded_with_what_is_public() -> None:
    found = {}
    for path in LOGBOOK.rglob("*.py"):
        calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        seeded = [call for call in calls if getattr(call.func, "id", "") == "Random" and call.args]
        if seeded:
            found[path.name] = len(seeded)
    assert found == SEEDED


# --- challenges


@pytest.fixture
def crews(running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player) -> list[tuple[Table, Player]]:
    """Two crews at the same stage, with bots on all other seats."""
    with time_machine.travel(NOON, tick=False):
        return [(table_of(running, crew, alice), alice), (table_of(running, rivals, charlie), charlie)]


def test_all_crews_meet_the_same_bots(crews: list[tuple[Table, Player]]) -> None:
    with time_machine.travel(NOON, tick=False):
        for table, _player in crews:
            table.seats.exclude(bot="").update(bot="random")
        one, other = (played_out(table, deal(table, player)) for table, player in crews)
    assert one == other
    assert len(one) > 4


def test_the_key_of_a_challenge_is_its_sealed_secret(crews: list[tuple[Table, Player]], running: Challenge) -> None:
    table, player = crews[0]
    with time_machine.travel(NOON, tick=False):
        attempt = on_the_table(deal(table, player))
    state = event_replay.state_of(attempt)
    key = bot_chance.key_from_secret(running.secret)
    assert first_drawn(attempt, [1]) == [bot_chance.chance(key, state.view(1), 0).random()]
    Challenge.objects.update(facts=[])  # A challenge from before there were seals.
    assert first_drawn(on_the_table(attempt), [1]) != [bot_chance.chance(key, state.view(1), 0).random()]


def test_what_the_bots_did_can_be_checked_once_the_seal_is_open(
    crews: list[tuple[Table, Player]],
    running: Challenge,
    alice: Player,
    signed_in: SignedIn,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, player = crews[0]
    with time_machine.travel(NOON, tick=False):
        table.seats.exclude(bot="").update(bot="random")
        attempt = deal(table, player)
        played_out(table, attempt)
        while_open = signed_in(alice).get(reverse("record", args=(attempt.pk,)))
        assert "# bots" not in while_open.text
    with time_machine.travel(NOON + 3 * HOUR, tick=False):
        lifecycle.open_and_close_due()
        result_counting.count_challenge(challenge_id=running.pk)
        running.refresh_from_db()
        record = signed_in(alice).get(reverse("record", args=(attempt.pk,))).text
        page = signed_in(alice).get(reverse("challenge", args=(running.pk,))).text
    assert "# bots: 1 random 1, 2 random 1\n" in record
    assert f"challenge-{running.pk}.seal.json --record attempt.txt" in page
    seal, kept = tmp_path / "seal.json", tmp_path / "attempt.txt"
    seal.write_text(json.dumps(commit_reveal.reveal_seal(running)))
    kept.write_text(record)
    assert main(["verify", str(seal), "--record", str(kept)]) == 0
    assert "actions of its bots are those that the secret gives" in capsys.readouterr().out
    kept.write_text(record.replace("random 1", f"careful {bots_of('planet-nine')['careful'].version}"))
    assert main(["verify", str(seal), "--record", str(kept)]) == 1
    assert "FAILS" in capsys.readouterr().out
    monkeypatch.setattr(RandomBot, "version", 2)
    later = signed_in(alice).get(reverse("record", args=(attempt.pk,))).text
    assert later == record, "the record keeps the version that played"
    kept.write_text(later)
    assert main(["verify", str(seal), "--record", str(kept)]) == 3
    said = capsys.readouterr().out
    assert "can’t be checked here: version 1 of the random bot played, this is 2" in said
    assert "FAILS" not in said


def test_a_round_in_which_a_bot_changed_says_so(
    crews: list[tuple[Table, Player]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, player = crews[0]
    with time_machine.travel(NOON, tick=False):
        table.seats.exclude(bot="").update(bot="random")
        attempt = deal(table, player)
        monkeypatch.setattr(RandomBot, "version", 4)
        played_out(table, attempt)
    first = attempt.events.filter(bot_version=4, seat=1).earliest("sequence")
    attempt.events.filter(pk=first.pk).update(bot_version=3)
    assert bot_names(attempt) == "# bots: 1 random 3+, 2 random 4\n"
    attempt.events.update(bot_version=0)
    assert bot_names(attempt) == "# bots: 1 random, 2 random\n", "from before versions were noted"
    assert not attempt.events.filter(player__isnull=False, bot_version__gt=0).exists()


def test_rivals_in_a_race_meet_the_same_bots(club: Club, crew: Crew, olga: Player, alice: Player) -> None:
    with time_machine.travel(NOON, tick=False):
        challenge = opened(club, olga)
        aurora, borealis, _corona = three_crews(club, crew)
        logs = []
        for mine, player in ((aurora, alice), (borealis, of("Dora"))):
            table = challenges.open_challenge_table(
                challenge=challenge, stage=stage_of(challenge, 1), crew=mine, player=player
            )
            table.seats.exclude(bot="").update(bot="random")
            deals.start_attempt(table_id=table.pk, player=player)
            logs.append(played_out(table, table.attempts.get(), most=wide.of(60, 10_000)))
    assert logs[0] == logs[1]
    assert len(logs[0]) >= 60
