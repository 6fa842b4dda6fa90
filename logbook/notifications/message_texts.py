"""Texts of messages: one sentence and a path. They name the mission, the game and players, never a card or a seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from logbook.challenges.access.deals import may_read_reason
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.rulings import Ruling
from logbook.clubs.models import ClubCrewRemoval, ClubRemoval
from logbook.daily.models import DailySeat
from logbook.daily.sharing import title_of
from logbook.lib.places import ordinal_text
from logbook.lib.time_zones import date_text, near_moment_text
from logbook.notifications.models import Message, MessageKind
from logbook.people.models.players import Player
from logbook.rounds.text import game_name, mission_title
from logbook.tables.models import Attempt

Kind = MessageKind
READ: Final = (
    "player",
    "table",
    "attempt",
    "challenge",
    "by",
    "ruling__challenge",
    "ruling__stage",
    "ruling__crew",
    "ruling__other",
    "removal__club",
    "crew_removal__club",
    "crew_removal__crew",
)
"""The relations that the text of a message reads besides the message."""
ABOUT_SEATS: Final = (Kind.STOOD_IN, Kind.SEAT_ASKED, Kind.SEAT_GIVEN)
RulingKind = Ruling.Kind
RULED: Final[Mapping[str, object]] = {
    RulingKind.VOID: gettext_lazy("Stage %(stage)s of %(challenge)s no longer counts. Your crew’s result changes."),
    RulingKind.CORRECT: gettext_lazy(
        "An organizer corrected the result of %(crew)s at stage %(stage)s of %(challenge)s."
    ),
    RulingKind.MERGE: gettext_lazy("%(crew)s and %(other)s now count as one entry in %(challenge)s."),
    RulingKind.READMIT: gettext_lazy("%(crew)s has one more attempt at stage %(stage)s of %(challenge)s."),
    RulingKind.RESTORE: gettext_lazy("You can now play attempt %(attempt)s at stage %(stage)s of %(challenge)s."),
}
UNDONE: Final[Mapping[str, object]] = {
    RulingKind.VOID: gettext_lazy("Stage %(stage)s of %(challenge)s counts again. Your crew’s result changes."),
    RulingKind.CORRECT: gettext_lazy(
        "An organizer undid a correction: %(crew)s has its previous result again at stage %(stage)s of %(challenge)s."
    ),
    RulingKind.MERGE: gettext_lazy("%(crew)s and %(other)s count as two entries again in %(challenge)s."),
    RulingKind.READMIT: gettext_lazy("%(crew)s no longer has the extra attempt at stage %(stage)s of %(challenge)s."),
    RulingKind.RESTORE: gettext_lazy("You can no longer play attempt %(attempt)s at stage %(stage)s of %(challenge)s."),
}


@dataclass(frozen=True, slots=True)
class MessageText:
    """The text of a message: the title of a notification, one sentence, and the path of the page that it is about."""

    title: str
    sentence: str
    path: str


def message_text(message: Message) -> MessageText:
    """Return the text in the language and the time zone that are active."""
    if message.table is not None:
        path = reverse("table", args=[message.table.pk])
        names = {"mission": mission_title(message.table.mission), "game": game_name(message.table.game)}
        if message.kind == Kind.TALK_REPORTED:
            path = reverse("talk-reports")
        return MessageText(*_about_table(message, names), path)
    if decision := _about_decision(message):
        return MessageText(*decision)
    challenge = message.challenge
    assert challenge is not None  # noqa: S101 - nothing else is left
    if message.kind == Kind.DAY_CLOSES:
        return _about_streak(challenge)
    if message.kind == Kind.DAY_COUNTED:
        return _about_day(message, challenge)
    names = {"challenge": challenge.title, "closes": near_moment_text(challenge.closes_at)}
    return MessageText(*_about_challenge(message, names), reverse("challenge", args=[challenge.pk]))


def _about_decision(message: Message) -> tuple[str, str, str] | None:
    """Return title, sentence and path of a message about an organizer's decision; None of another one."""
    if message.ruling is not None:
        undone = message.subject == subject_of_ruling(message.ruling.pk, undone=True)
        return _about_ruling(message.ruling, message.player, undone=undone)
    if message.removal is not None:
        return _about_removal(message.removal)
    return _about_crew_removal(message.crew_removal) if message.crew_removal is not None else None


def subject_of_ruling(ruling_id: int, *, undone: bool) -> str:
    """Return the subject of the message about a ruling, or about its end."""
    return f"ruling-undone:{ruling_id}" if undone else f"ruling:{ruling_id}"


def _about_table(message: Message, names: dict[str, str]) -> tuple[str, str]:
    """Return the title and the sentence."""
    if message.kind == Kind.NUDGED and message.by is not None:
        names = {**names, "name": message.by.name}
        return _("%(name)s nudged you") % names, _("%(name)s nudged you: %(mission)s, %(game)s.") % names
    if message.kind in ABOUT_SEATS:
        return _about_seat(message, names)
    if message.kind in (Kind.TALK_SAID, Kind.TALK_REPORTED):
        return _about_talk(message, names)
    if message.kind == Kind.TABLE_FULL:
        return _("Your table is full"), _(
            "Your table is full, and the cards can be dealt: %(mission)s, %(game)s."
        ) % names
    if message.kind == Kind.ATTEMPT_OVER and message.attempt is not None:
        return _("The attempt is over"), _outcome(message.attempt) % names
    return _("It’s your turn"), _("It’s your turn: %(mission)s, %(game)s.") % names


def _about_seat(message: Message, names: dict[str, str]) -> tuple[str, str]:
    """Return the title and the sentence of a message about the reader's seat, or about that of another player."""
    named = {**names, "name": message.by.name if message.by is not None else _("A player")}
    if message.kind == Kind.SEAT_ASKED:
        return _("%(name)s asks for a seat") % named, _("%(name)s asks you for a seat: %(mission)s, %(game)s.") % named
    if message.kind == Kind.SEAT_GIVEN:
        return _("You have a seat"), _("%(name)s gave you a seat: %(mission)s, %(game)s.") % named
    if message.by is None:
        return _("A bot decided for you"), _(
            "Your time was up, so a bot decided for you: %(mission)s, %(game)s."
        ) % names
    sentence = _("%(name)s let a bot play for you: %(mission)s, %(game)s. You can take your seat back at any time.")
    return _("A bot is playing for you"), sentence % named


def _about_talk(message: Message, names: dict[str, str]) -> tuple[str, str]:
    """Return the title and the sentence of a message about talk. It holds no word of a line."""
    named = {**names, "name": message.by.name if message.by is not None else _("A player")}
    if message.kind == Kind.TALK_SAID:
        return _("Talk at your table"), _("%(name)s wrote at your table: %(mission)s, %(game)s.") % named
    return _("A line of talk was reported"), _("%(name)s reported a line of talk: %(mission)s, %(game)s.") % named


def _outcome(attempt: Attempt) -> str:
    outcomes = {
        Attempt.State.SUCCESS: _("Your crew succeeded: %(mission)s, %(game)s."),
        Attempt.State.FAILURE: _("Your crew failed: %(mission)s, %(game)s."),
        Attempt.State.FINISHED: _("The race is over: %(mission)s, %(game)s."),
    }
    return outcomes.get(Attempt.State(attempt.state), _("The attempt was given up: %(mission)s, %(game)s."))


def _about_streak(challenge: Challenge) -> MessageText:
    deal = challenge.daily_deal
    names = {"day": date_text(deal.date, "MONTH_DAY_FORMAT"), "closes": near_moment_text(challenge.closes_at)}
    sentence = _("Your streak ends unless you solve a deal of the day for %(day)s. It’s open until %(closes)s.") % names
    return MessageText(_("Your streak"), sentence, reverse("daily-deal", args=[deal.date, deal.slug]))


def _about_day(message: Message, challenge: Challenge) -> MessageText:
    """Return what a deal of the day came to for the player: alone, or else in a crew."""
    deal = challenge.daily_deal
    seats = DailySeat.objects.filter(deal=deal, player=message.player_id).select_related("result")
    seat = seats.order_by("-alone").first()
    names: dict[str, object] = {"deal": title_of(deal), "percent": seat and seat.result.percentile}
    sentence = _("%(deal)s: the rankings are in.")
    if seat is not None and seat.result.place:
        names["place"] = ordinal_text(seat.result.place)
        sentence = _("%(deal)s: you came %(place)s.")
    elif seat is not None and seat.result.percentile:
        sentence = _("%(deal)s: better than %(percent)s%% of the others.")
    return MessageText(_("Deal of the day"), sentence % names, reverse("daily-deal", args=[deal.date, deal.slug]))


def _about_challenge(message: Message, names: dict[str, str]) -> tuple[str, str]:
    """Return the title and the sentence."""
    if message.kind == Kind.CHALLENGE_OPENS:
        return _("A challenge is open"), _("“%(challenge)s” is open until %(closes)s.") % names
    if message.kind == Kind.CHALLENGE_CLOSES:
        return _("A challenge closes soon"), _("“%(challenge)s” closes soon: %(closes)s.") % names
    return _("Results are in"), _("The results of “%(challenge)s” are in.") % names


def _about_ruling(ruling: Ruling, reader: Player, *, undone: bool) -> tuple[str, str, str]:
    """Return title, sentence and path. A reason that is still a spoiler for the reader is left out."""
    names = {
        "challenge": ruling.challenge.title,
        "stage": ruling.stage.number if ruling.stage else "",
        "attempt": ruling.attempt,
        "crew": ruling.crew.name if ruling.crew else _("A crew"),
        "other": ruling.other.name if ruling.other else _("A crew"),
    }
    sentence = _ruling_sentence(ruling, undone=undone) % names
    if may_read_reason(reader, ruling):
        reason = _("The reason was: %(reason)s") if undone else _("Reason: %(reason)s")
        sentence = f"{sentence} {reason % {'reason': ruling.reason}}"
    return _("An organizer’s decision"), sentence, reverse("challenge", args=[ruling.challenge.pk])


def _ruling_sentence(ruling: Ruling, *, undone: bool) -> str:
    if ruling.kind == RulingKind.VOID and ruling.attempt is not None:
        if undone:
            return _(
                "Attempt %(attempt)s at stage %(stage)s of %(challenge)s counts again. Your crew’s result changes."
            )
        return _(
            "Attempt %(attempt)s at stage %(stage)s of %(challenge)s no longer counts. Your crew’s result changes."
        )
    return str((UNDONE if undone else RULED)[ruling.kind])


def _about_removal(removal: ClubRemoval) -> tuple[str, str, str]:
    """Return title, sentence and path for the player who was removed."""
    club = removal.club
    path = reverse("club", args=[club.slug]) if club.public else reverse("club-list")
    sentence = _("An organizer removed you from %(club)s. The results of your crews stay.") % {"club": club.name}
    return _("Player removed from a club"), sentence, path


def _about_crew_removal(removal: ClubCrewRemoval) -> tuple[str, str, str]:
    """Return title, sentence and path for the founder of the crew that was removed."""
    names = {"crew": removal.crew.name, "club": removal.club.name}
    sentence = _("An organizer removed %(crew)s from %(club)s. The crew’s results stay.") % names
    return _("Crew removed from a club"), sentence, reverse("crew", args=[removal.crew.slug])
