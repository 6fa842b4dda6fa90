"""The life of a challenge: it opens and closes on time; organizers pause, resume, extend and cancel it.

A challenge's state changes by compare-and-set alone, so that any number of beats, late or repeated, do each step once.
Each decision of organizers is a public ruling with a reason.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from logbook.challenges import active_rulings, signals
from logbook.challenges.completion import every_crew_is_done
from logbook.challenges.conflicts import OwnPart
from logbook.challenges.exceptions import (
    AttemptAgainstClock,
    ChallengeClosed,
    ChallengeOver,
    CloseNotLater,
    ConflictOfInterest,
    EntryStillOpen,
    NothingChanges,
    NotOpen,
    NotPausable,
    NotPaused,
    RulingFinal,
)
from logbook.challenges.models.challenges import Challenge, Deal
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.services import certification, commit_reveal, result_counting, rulings
from logbook.challenges.services.rulings import Decision
from logbook.crews.models.crews import Crew
from logbook.lib.time_zones import moment_text
from logbook.tables.models import Table

State = Challenge.State
Kind = Ruling.Kind
FORGOTTEN_AFTER = timedelta(seconds=30)
A_DAY = timedelta(days=1)
"""A close moved by more than this is announced a second time."""


def open_and_close_due() -> list[int]:
    """Open and close every due challenge, also after a long pause; return those still in preparation."""
    now = timezone.now()
    for pk in _due_challenges(State.COLLECTING_SEEDS, contributions_until__lte=now):
        if commit_reveal.derive_seed(challenge_id=pk):
            certification.begin_deals(challenge_id=pk)
    late = Deal.objects.filter(stage__challenge__state=State.SCHEDULED, moved_at__gte=F("stage__challenge__closes_at"))
    for pk in sorted(set(late.values_list("stage__challenge", flat=True))):
        _cancel_unprepared(pk)
    for pk in _due_challenges(State.SCHEDULED, opens_at__lte=now):
        if _change_state(pk, State.SCHEDULED, state=State.OPEN, opened_at=now):
            signals.challenge_changed.send(sender=Challenge, challenge_id=pk, what="opened")
    for pk in _due_challenges(State.OPEN, closes_at__lte=now):
        _close(pk, now)
    for challenge in Challenge.objects.filter(state=State.OPEN, closes_when_done=True).order_by("pk"):
        if every_crew_is_done(challenge):
            _change_state(challenge.pk, State.OPEN, state=State.CLOSED, closes_at=now, closed_at=now)
    result_counting.request_counts()
    return _due_challenges(State.PREPARING, created_at__lte=now - FORGOTTEN_AFTER) + _with_added_deals()


def _with_added_deals() -> list[int]:
    """Return the running challenges with deals in preparation for extra attempts."""
    added = Deal.objects.filter(state=Deal.State.PREPARING, stage__challenge__state__in=(State.OPEN, State.PAUSED))
    return sorted(set(added.values_list("stage__challenge", flat=True)))


def _due_challenges(state: str, **when: datetime) -> list[int]:
    return list(Challenge.objects.filter(state=state, **when).order_by("pk").values_list("pk", flat=True))


@transaction.atomic
def _cancel_unprepared(challenge_id: int) -> None:
    """Cancel a challenge whose deals became ready after its window: it had no play, so it has no results."""
    if not _change_state(challenge_id, State.SCHEDULED, state=State.CANCELLED, closed_at=timezone.now()):
        return
    challenge = Challenge.objects.select_related("club", "series").get(pk=challenge_id)
    signals.challenge_left_out.send(sender=Challenge, challenge=challenge)
    signals.challenge_changed.send(sender=Challenge, challenge_id=challenge_id, what="cancelled")
    signals.challenge_unprepared.send(sender=Challenge, challenge=challenge)


def _close(challenge_id: int, now: datetime) -> None:
    """Close the challenge, unless another call did, or it was extended meanwhile."""
    due = Challenge.objects.filter(pk=challenge_id, state=State.OPEN, closes_at__lte=now)
    due.update(state=State.CLOSED, closed_at=now)


def _change_state(challenge_id: int, expected: str, **columns: object) -> bool:
    """Change a challenge's state, unless another call has done so."""
    return Challenge.objects.filter(pk=challenge_id, state=expected).update(**columns) == 1


@transaction.atomic
def pause_challenge(decision: Decision) -> Ruling:
    """Pause all play. Attempts stay as they are; one against the clock has to end first, for its clock cannot stop.

    Raises NotPausable, ChallengeClosed, AttemptAgainstClock.
    """
    playing = Table.objects.select_for_update(of=("self",)).filter(stage__challenge=decision.challenge)
    on_the_clock = list(playing.filter(deadline__isnull=False).order_by("pk").values_list("pk"))
    challenge = _lock_challenge(decision.challenge)
    if challenge.state != State.OPEN:
        raise NotPausable
    if timezone.now() >= challenge.closes_at:
        raise ChallengeClosed
    if on_the_clock:
        raise AttemptAgainstClock
    challenge.state, challenge.paused_at = State.PAUSED, timezone.now()
    challenge.save(update_fields=["state", "paused_at"])
    return rulings.write(decision, Kind.PAUSE, before={"state": State.OPEN}, after={"state": State.PAUSED})


@transaction.atomic
def resume_challenge(decision: Decision) -> Ruling:
    """Resume play; the close and the end of entry move by the length of the pause. Raises NotPaused."""
    challenge = _lock_challenge(decision.challenge)
    if challenge.state != State.PAUSED or challenge.paused_at is None:
        raise NotPaused
    before = {"state": State.PAUSED, "closes_at": challenge.closes_at.isoformat()}
    length = timezone.now() - challenge.paused_at
    if challenge.entry_until is not None and challenge.entry_until > challenge.paused_at:
        challenge.entry_until += length
    challenge.closes_at += length
    challenge.state, challenge.paused_at = State.OPEN, None
    challenge.save(update_fields=["state", "paused_at", "closes_at", "entry_until"])
    if length > A_DAY:
        signals.close_moved.send(sender=Challenge, challenge_id=challenge.pk)
    after = {"state": State.OPEN, "closes_at": challenge.closes_at.isoformat()}
    return rulings.write(decision, Kind.RESUME, before=dict(before), after=dict(after))


@transaction.atomic
def extend_challenge(decision: Decision, *, closes_at: datetime) -> Ruling:
    """Extend the window. Raises ChallengeOver, CloseNotLater."""
    challenge = _lock_challenge(decision.challenge)
    if challenge.is_over:
        raise ChallengeOver
    if closes_at <= max(challenge.closes_at, timezone.now()):
        raise CloseNotLater(closes=moment_text(challenge.closes_at))
    before, challenge.closes_at = challenge.closes_at.isoformat(), closes_at
    challenge.save(update_fields=["closes_at"])
    if closes_at - datetime.fromisoformat(before) > A_DAY:
        signals.close_moved.send(sender=Challenge, challenge_id=challenge.pk)
    return rulings.write(
        decision, Kind.EXTEND, before={"closes_at": before}, after={"closes_at": closes_at.isoformat()}
    )


def close_challenge_early(decision: Decision) -> Ruling:
    """Close the challenge now, as its closing time would. Raises NotOpen.

    Raises ConflictOfInterest for an organizer who plays in it, unless every crew is done: it ends others' chances.
    """
    with transaction.atomic():
        challenge = _lock_challenge(decision.challenge)
        if challenge.state not in (State.OPEN, State.PAUSED):
            raise NotOpen
        if OwnPart.of(decision.by, challenge).plays and not every_crew_is_done(challenge):
            raise ConflictOfInterest
        before, now = challenge.closes_at, timezone.now()
        challenge.state, challenge.closes_at, challenge.closed_at, challenge.paused_at = State.CLOSED, now, now, None
        challenge.save(update_fields=["state", "closes_at", "closed_at", "paused_at"])
        moved = [{"closes_at": moment.isoformat()} for moment in (before, now)]
        ruling = rulings.write(decision, Kind.CLOSE, before=dict(moved[0]), after=dict(moved[1]))
    result_counting.request_counts()
    return ruling


def cancel_challenge(decision: Decision) -> Ruling:
    """Cancel the challenge: running attempts are not won, and the seal is opened. Raises ChallengeOver."""
    with transaction.atomic():
        # An unmixed seed is mixed now, so that the seal opens like any other.
        commit_reveal.derive_seed(challenge_id=decision.challenge.pk)
        challenge = _lock_challenge(decision.challenge)
        if challenge.is_over:
            raise ChallengeOver
        before, now = challenge.state, timezone.now()
        challenge.state, challenge.closed_at, challenge.paused_at = State.CANCELLED, now, None
        challenge.save(update_fields=["state", "closed_at", "paused_at"])
        ruling = rulings.write(decision, Kind.CANCEL, before={"state": before}, after={"state": State.CANCELLED})
        signals.challenge_changed.send(sender=Challenge, challenge_id=challenge.pk, what="cancelled")
    result_counting.request_counts()
    return ruling


@transaction.atomic
def admit_crew_late(decision: Decision, *, crew: Crew) -> Ruling:
    """Let a crew begin late. Raises ChallengeOver, ConflictOfInterest, EntryStillOpen, NothingChanges."""
    rulings.ensure_no_conflict(decision, crew)
    challenge = _lock_challenge(decision.challenge)
    if challenge.is_over:
        raise ChallengeOver
    if challenge.may_be_entered:
        raise EntryStillOpen
    has_tables = Table.objects.filter(stage__challenge=challenge, crew=crew).exists()
    if has_tables or crew.pk in active_rulings.active_rulings_of(challenge.pk).let_in:
        raise NothingChanges
    return rulings.write(decision, Kind.LATE_ENTRY, crew=crew, before={"may_begin": False}, after={"may_begin": True})


def take_back_extension(*, ruling: Ruling, decision: Decision) -> None:
    """Restore the former close. Raises RulingFinal."""
    with transaction.atomic():
        challenge = _lock_challenge(decision.challenge)
        before = datetime.fromisoformat(ruling.before["closes_at"])
        latest = challenge.closes_at == datetime.fromisoformat(ruling.after["closes_at"])
        if not ruling.is_in_force or challenge.is_over or not latest or before <= timezone.now():
            raise RulingFinal
        challenge.closes_at = before
        challenge.save(update_fields=["closes_at"])
        Ruling.objects.filter(pk=ruling.pk).update(taken_back_by=decision.by, taken_back_at=timezone.now())


def _lock_challenge(challenge: Challenge) -> Challenge:
    return Challenge.objects.select_for_update(of=("self",)).get(pk=challenge.pk)
