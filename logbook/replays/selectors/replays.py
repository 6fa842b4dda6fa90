"""Selectors of replays, one moment at a time, with all hands open. The access layer decides who may see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

import games
from games import bot_chance
from games.bots import bots_of
from logbook.replays.models.analyses import Analysis
from logbook.replays.models.bot_questions import Thought
from logbook.replays.variations import Variation
from logbook.rounds import text as rounds_text
from logbook.rounds.principles import principle_behind
from logbook.rounds.view.end import EndLost
from logbook.rounds.view.parts import SeatFace
from logbook.rounds.view.replay import Address, Hands, ReplayPage, Thinking, Why, replay_page, step_within
from logbook.rounds.view.status import Names
from logbook.rounds.view.turning_point import Option, turning_point
from logbook.rounds.view.verdict import (
    Mark,
    Verdict,
    VerdictPanel,
    mark_of,
    passing_sentence,
    verdict_sentence,
)
from logbook.tables import event_replay
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt, Seat
from logbook.tables.selectors.lobby import offered_bots
from logbook.tables.selectors.seat_labels import mission_text_of, reason_of, seat_labels_of
from logbook.tables.selectors.seats import seats_in

NOT_SPELLED_OUT: Final = "# The cards drawn after the first trick are not in this record: it ends there.\n"


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """The rights and wishes of the reader of a replay."""

    reveals_analysis: bool = False
    """Whether the analysis, and everything that follows from it, may be shown."""
    pending: bool = False
    """Whether the analysis is not ready yet."""
    answers: bool = False
    """Whether the reader may ask: anonymous visitors have no thoughts."""
    thought: Thought | None = None
    """The reader's thought that this page shows."""
    refused: tuple[str, str] = ("", "")
    """The kind of a refused thought, and the refusal's sentence."""
    reader: int | None = None
    """The player who reads; None for a visitor."""

    def about(self, attempt: Attempt, kind: str, variation: Variation) -> Thought | None:
        """Return the reader's thought of this kind, if it concerns the end of this variation."""
        thought = self.thought
        if thought is None or thought.kind != kind or thought.mark != variation.mark(attempt.pk, kind, thought.hurried):
            return None
        return thought

    def error_of(self, kind: str, thought: Thought | None = None) -> str:
        """Return why this kind has no answer and will have none."""
        if self.refused[0] == kind:
            return self.refused[1]
        return _("That took too long to work out. You can ask again.") if _is_given_up(thought) else ""


def _is_given_up(thought: Thought | None) -> bool:
    return thought is not None and thought.state == Thought.State.FAILED


def replay_of(attempt: Attempt, *, step: int, options: ReplayOptions = ReplayOptions()) -> ReplayPage:
    """Return the moment after `step` actions, or the nearest one."""
    actions, seats = event_replay.actions_of(attempt), _seats(attempt)
    faces = seat_labels_of(attempt.table, seats_in(attempt, seats), None, reader=options.reader)
    step = step_within(step, actions)
    state = event_replay.state_after(event_replay.setup_of(attempt), actions[:step])
    address = address_of(attempt)
    reason = reason_of(attempt, faces) if step == len(actions) else ""
    if not options.reveals_analysis:
        page = moment_page(attempt, state, actions, faces, address=address, reason=reason)
        return replace(page, verdict=VerdictPanel("sealed"))
    verdict, variation = found_of(attempt), Variation(step)
    page = moment_page(
        attempt,
        state,
        actions,
        faces,
        address=address,
        reason=reason,
        variation=variation,
        options=options,
        verdict=verdict,
    )
    why = _why(attempt, actions[:step], seats, options) if options.answers else None
    return replace(page, verdict=_verdict(attempt, verdict, actions, faces, options), why=why)


def as_played_of(attempt: Attempt, *, step: int, reader: int | None = None) -> ReplayPage:
    """Return the moment after `step` actions for a reader who knows no later one: equal beginnings give equal pages.

    An end from outside (given up, out of time) is a moment of its own after the last action.
    """
    record = event_replay.actions_of(attempt)
    played = record[:step]
    state = event_replay.state_after(event_replay.setup_of(attempt), played)
    faces, ended_outside = faces_as_played(attempt, reader), step > len(record) and state.outcome is None
    is_end = ended_outside or state.outcome is not None
    reason = reason_of(attempt, faces) if is_end else ""
    page = moment_page(attempt, state, played, faces, address=address_as_played(attempt), reason=reason)
    step = len(played) + ended_outside
    happened = reason if ended_outside else page.happened
    return replace(page, as_played=True, step=step, last=step if is_end else step + 1, happened=happened)


def faces_as_played(attempt: Attempt, reader: int | None) -> list[SeatFace]:
    """Return the players by seat without what happens at the table today."""
    faces = faces_at(attempt, reader)
    return [replace(face, presence="", stand_in=False, agreed=(), decides_by=None) for face in faces]


def moment_page(  # noqa: PLR0913 - everything after the faces is named
    attempt: Attempt,
    state: games.State,
    actions: Sequence[games.Action],
    faces: Sequence[SeatFace],
    *,
    address: Address,
    reason: str,
    variation: Variation | None = None,
    options: ReplayOptions = ReplayOptions(),
    verdict: Verdict | None = None,
) -> ReplayPage:
    """Return a moment of these actions, of the record or of a variation; a move from here continues `line`."""
    step, table = len(state.log), attempt.table
    hands = Hands()
    thinking = thinking_at(attempt, variation, options, address(step))
    judgement = options.about(attempt, Thought.Kind.CARDS, variation) if variation is not None else None
    if variation is not None and state.outcome is None and not (thinking and thinking.leads_on):
        hands = Hands(variation.actor(state.waiting_on), _marks(judgement), variation.seat)
    page = replay_page(
        [state.view(face.number) for face in faces],
        actions,
        faces,
        step=step,
        attempt_id=attempt.pk,
        table_id=table.pk,
        attempt_number=attempt.number,
        mission_words=mission_text_of(table.game, table.mission, table.players, table.options),
        reason=reason,
        verdict=verdict,
        hands=hands,
        address=address,
    )
    if variation is None or hands.actor is None:
        return replace(page, thinking=thinking)
    return replace(
        page,
        fields=tuple(variation.fields.items()),
        may_judge=options.answers and hands.marks is None and thinking is None and allows_card_play(state),
        judge_error=options.error_of(Thought.Kind.CARDS, judgement),
        bots=offered_bots(attempt.table.game) if options.answers else (),
        thinking=thinking,
    )


def thinking_at(attempt: Attempt, variation: Variation | None, options: ReplayOptions, here: str) -> Thinking | None:
    """Return the thought in progress about the end of this variation, for the page as a whole."""
    thought = options.thought
    if (
        variation is None
        or thought is None
        or not thought.is_waiting
        or options.about(attempt, thought.kind, variation) is None
    ):
        return None
    href = f"{here}&thought={thought.pk}"
    if thought.kind == Thought.Kind.GO_ON:
        return Thinking(_("The bots are thinking."), href, leads_on=True)
    return Thinking(_("The solver is thinking."), href) if thought.kind == Thought.Kind.CARDS else None


def found_of(attempt: Attempt) -> Verdict | None:
    """Return the solver's result for the attempt, once there is one."""
    analysis: Analysis | None = getattr(attempt, "analysis", None)
    if analysis is None or not analysis.is_done:
        return None
    return Verdict(
        tuple(analysis.winnable),
        analysis.fatal,
        tuple(games.Action(seat, text) for seat, text in analysis.saving),
        tuple(games.Action(seat, text) for seat, text in analysis.passing),
        analysis.passing_at,
        tuple(Option(*option) for option in analysis.options or ()),
    )


def variation_address(attempt: Attempt, variation: Variation) -> Address:
    """Return the URLs of a variation's moments: those of the record before it are in the replay."""
    url, of_record = f"{reverse('replay-line', args=(attempt.pk,))}?{urlencode(variation.fields)}", address_of(attempt)
    return lambda step: of_record(step) if step < variation.start else f"{url}&step={step}"


def address_of(attempt: Attempt) -> Address:
    """Return the URLs of an attempt's moments."""
    url = reverse("replay", args=(attempt.pk,))
    return lambda step: f"{url}?step={step}"


def address_as_played(attempt: Attempt) -> Address:
    """Return the URLs of an attempt's moments as it was played."""
    url = reverse("replay-as-played", args=(attempt.pk,))
    return lambda step: f"{url}?step={step}"


def faces_at(attempt: Attempt, reader: int | None = None) -> list[SeatFace]:
    """Return the players by seat; `reader` is the player who reads."""
    return seat_labels_of(attempt.table, seats_in(attempt, _seats(attempt)), None, reader=reader)


def _seats(attempt: Attempt) -> list[Seat]:
    return list(attempt.table.seats.select_related("player").order_by("number"))


def _verdict(
    attempt: Attempt,
    verdict: Verdict | None,
    actions: Sequence[games.Action],
    faces: Sequence[SeatFace],
    options: ReplayOptions,
) -> VerdictPanel:
    won = attempt.state == Attempt.State.SUCCESS
    if verdict is None:
        return VerdictPanel("pending" if options.pending else "failed", won)
    names = Names({face.number: face.name for face in faces}, game=attempt.table.game)
    sentence = verdict_sentence(verdict, actions, names, won=won)
    panel = VerdictPanel("done", won, sentence, passing=passing_sentence(verdict.passing, names))
    if verdict.passing_at is not None:
        last_pass = max(place for place, action in enumerate(verdict.passing, 1) if action.text.startswith("give "))
        variation = Variation(verdict.passing_at, verdict.passing)
        panel = replace(panel, passing_href=variation_address(attempt, variation)(verdict.passing_at + last_pass))
    if verdict.fatal is None:
        return panel
    step = verdict.fatal + 1
    saving = variation_address(attempt, Variation(verdict.fatal, verdict.saving))(step) if verdict.saving else ""
    turning = turning_point(verdict.fatal, actions, verdict.options, names)
    return replace(panel, turning=turning, fatal_step=step, fatal_href=address_of(attempt)(step), saving_href=saving)


def lost_at_the_end(attempt: Attempt, *, shows_reason: bool, pending: bool) -> EndLost | None:
    """Return the table's message about an attempt just lost, for readers of its replay.

    It names the turning point once that is known and may be shown; until then it links to the replay. Races have none.
    """
    if (
        not shows_reason
        or attempt.state in (Attempt.State.PLAYING, Attempt.State.SUCCESS)
        or not kind_of(attempt.table.game).has_analysis
    ):
        return None
    verdict, start = found_of(attempt), address_of(attempt)(0)
    if verdict is None:
        return EndLost(start, pending=pending)
    actions, faces = event_replay.actions_of(attempt), faces_at(attempt)
    names = Names({face.number: face.name for face in faces}, game=attempt.table.game)
    href = start if verdict.fatal is None else address_of(attempt)(verdict.fatal + 1)
    passing = passing_sentence(verdict.passing, names)
    return EndLost(href, verdict_sentence(verdict, actions, names, won=False), passing, there=verdict.fatal is not None)


def allows_card_play(state: games.State) -> bool:
    """Return whether there are cards whose effect on winning can be asked."""
    return any(
        action.text.removeprefix("robot ").startswith("play ")
        for seat in state.waiting_on
        for action in state.legal_actions(seat)
    )


def _marks(thought: Thought | None) -> dict[str, Mark] | None:
    """Return for each playable card whether the mission can still be won after it."""
    if thought is None or not thought.is_done:
        return None
    return {card: mark_of(winnable) for card, winnable in thought.answer["cards"].items()}


def can_say_why(attempt: Attempt, step: int) -> bool:
    """Return whether a bot did the last of `step` actions, and can give its reason."""
    actions = event_replay.actions_of(attempt)[:step]
    return len(actions) == step and _explainer(attempt, actions, _seats(attempt))


def _explainer(attempt: Attempt, actions: Sequence[games.Action], seats: Sequence[Seat]) -> bool:
    seat = seats[actions[-1].seat] if actions and actions[-1].seat < len(seats) else None
    bot = bots_of(attempt.table.game).get(seat.bot) if seat is not None else None
    return bot is not None and bot.explains


def _why(
    attempt: Attempt, actions: Sequence[games.Action], seats: Sequence[Seat], options: ReplayOptions
) -> Why | None:
    """Return the reason of the last action, if a bot did it and can give one."""
    if not _explainer(attempt, actions, seats):
        return None
    kind, variation = Thought.Kind.WHY, Variation(len(actions))
    thought = options.about(attempt, kind, variation)
    if thought is not None and thought.is_done:
        return _reason(attempt, thought, seats)
    if thought is not None and thought.is_waiting:
        return Why(waits_at=f"{address_of(attempt)(variation.start)}&thought={thought.pk}")
    return Why(tuple(variation.fields.items()), error=options.error_of(kind, thought))


def _reason(attempt: Attempt, thought: Thought, seats: Sequence[Seat]) -> Why:
    """Return the bot's reason in the reader's language, its further figures apart."""
    answer = thought.answer
    if not answer:
        return Why(sentence=_("The bot has no reason to give."))
    names = {face.number: face.name for face in seat_labels_of(attempt.table, seats_in(attempt, seats), None)}
    said = answer["code"], answer["params"], lambda number: names.get(number, str(number)), len(names)
    sentence, details = rounds_text.say(*said), rounds_text.say_details(*said)
    return Why(sentence=sentence, details=details, principle=principle_behind(answer["code"]))


def record_of(attempt: Attempt) -> str | None:
    """Return the attempt as a record; None while others may still be dealt the same."""
    own = kind_of(attempt.table.game).record_of
    return _with_deal(attempt) if own is None else own(attempt)


def _with_deal(attempt: Attempt) -> str:
    """Return the record with its deal written out: the seed would reveal the attempts to come.

    Once there are none (the challenge is closed), it holds the seed itself.
    """
    state: Any = event_replay.state_of(attempt)
    stage = attempt.table.stage
    if stage is not None and stage.challenge.is_over:
        return f"{games.Record(state.setup, state.log, attempt.rules)}{bot_names(attempt)}"
    record = games.Record(state.spelled_out, state.log, attempt.rules)
    same = next(length for length in range(len(state.log), -1, -1) if _agrees(record, state.setup, length))
    if same == len(state.log):
        return str(record)
    return f"{games.Record(record.setup, record.actions[:same], record.rules)}{NOT_SPELLED_OUT}"


def bot_names(attempt: Attempt) -> str:
    """Return the comment that makes the bots of a challenge verifiable, once its seal is open."""
    seats = attempt.table.seats.exclude(bot="").values_list("number", "bot")
    versions = _bot_versions(attempt)
    return bot_chance.bots_line({number: _named_bot(bot, versions.get(number, ())) for number, bot in seats})


def _bot_versions(attempt: Attempt) -> Mapping[int, Sequence[int]]:
    """Return the versions of the bots that decided, by seat, in order."""
    versions: dict[int, list[int]] = {}
    noted = attempt.events.filter(bot_version__gt=0).order_by("seat", "bot_version")
    for seat, version in noted.values_list("seat", "bot_version").distinct():
        versions.setdefault(seat, []).append(version)
    return versions


def _named_bot(bot: str, versions: Sequence[int]) -> bot_chance.NamedBot:
    """Return the bot as the record names it: with its first version, where more than one decided."""
    if not versions:
        return bot_chance.NamedBot(bot)
    return bot_chance.NamedBot(bot, versions[0], is_one_version=len(versions) == 1)


def _agrees(record: games.Record, setup: games.Setup, length: int) -> bool:
    """Return whether the record with its deal written out replays like the seed so far. Chance inside a game may
    differ.
    """
    try:
        state = games.Record(record.setup, record.actions[:length], record.rules).replay()
    except games.GameError:
        return length == 0
    seats = range(setup.players)
    expected = event_replay.state_after(setup, record.actions[:length])
    return all(state.view(seat) == expected.view(seat) for seat in seats)
