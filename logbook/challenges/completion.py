"""Completion of challenges by crews: the basis of the spoiler lock and of its mails."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Final

from logbook.challenges.active_rulings import active_rulings_by_challenge, active_rulings_of
from logbook.challenges.models.challenges import Challenge, Stage
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.outcomes import ActiveRulings
from logbook.tables.models import Table

OVER: Final = (Table.State.WON, Table.State.ENDED)


@dataclass(slots=True)
class Progress:
    """The progress of crews in a challenge."""

    stages: set[int] = field(default_factory=set)
    """The stages that count."""
    rulings: ActiveRulings = field(default_factory=ActiveRulings)
    ended_by_crew: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    """The stages that each crew has won, or has no attempts left at."""
    out: set[int] = field(default_factory=set)
    """The crews that may play no further stage."""

    def is_through(self, crew: int) -> bool:
        """True if the crew has nothing left to play that counts; a merged crew follows the crew it became."""
        played = self.rulings.merged_into(crew)
        return played in self.out or self.stages <= self.ended_by_crew.get(played, set())


def progress_of_crews(challenges: Collection[Challenge], crews: Iterable[int]) -> dict[int, Progress]:
    """Return these crews' progress by challenge, in a fixed number of queries."""
    by_key = {one.pk: one for one in challenges}
    rulings = active_rulings_by_challenge(by_key.keys(), Ruling.Kind.VOID, Ruling.Kind.MERGE)
    progress = {key: Progress(rulings=rulings[key]) for key in by_key}
    for challenge, stage in Stage.objects.filter(challenge__in=progress).values_list("challenge_id", "pk"):
        if not progress[challenge].rulings.is_void(stage, by_key[challenge].attempts_allowed):
            progress[challenge].stages.add(stage)
    remaining = {one.rulings.merged_into(crew) for crew in crews for one in progress.values()}
    over = Table.objects.filter(stage__challenge__in=progress, stage__isnull=False, crew__in=remaining, state__in=OVER)
    for challenge, stage, crew, state in over.values_list("stage__challenge_id", "stage_id", "crew_id", "state"):
        progress[challenge].ended_by_crew[crew].add(stage)
        if stage in progress[challenge].stages and by_key[challenge].scoring_policy.is_out([state]):
            progress[challenge].out.add(crew)
    return progress


def every_crew_is_done(challenge: Challenge) -> bool:
    """Return whether no crew has anything left to play: those that have begun, and those of the club that still may."""
    begun = set(Table.objects.filter(stage__challenge=challenge, crew__isnull=False).values_list("crew", flat=True))
    expected = begun | active_rulings_of(challenge.pk).let_in
    if challenge.may_be_entered:
        expected |= set(challenge.club.entries.values_list("crew", flat=True))
    progress = progress_of_crews([challenge], expected)[challenge.pk]
    return bool(begun) and all(progress.is_through(crew) for crew in expected)
