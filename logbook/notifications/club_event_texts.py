"""Texts of club events, for mails, digests and webhooks. They never contain a seed, a deal or a card."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.rulings import Ruling
from logbook.daily.models import DailyDeal
from logbook.daily.sharing import title_of
from logbook.lib.lists import labelled, list_text
from logbook.lib.mail import site_address
from logbook.lib.time_zones import moment_text
from logbook.notifications.models import ClubEvent
from logbook.rounds import text as rounds_text
from logbook.tables.kinds import kind_of

Kind = ClubEvent.Kind
LONGEST_TEXT = 600
"""The most letters of a post in a digest or a webhook's message."""


@dataclass(frozen=True, slots=True)
class ClubEventText:
    """The text of a club event: title, lines, and the address of its page."""

    kind: str
    title: str
    sentences: tuple[str, ...]
    address: str
    subject: str
    """The subject of its own mail."""
    button: str
    """The label of the mail's link to the page."""


def club_event_text(club_event: ClubEvent, winners: dict[int, list[str]], *, whole: bool = False) -> ClubEventText:
    """Return the text of a club event; news in full if `whole`, else shortened."""
    if club_event.news is not None:
        text = club_event.news.text
        short = text if whole or len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT].rstrip() + " …"
        address = reverse("club-news", args=[club_event.club.slug])
        return ClubEventText(
            kind=club_event.kind,
            title=club_event.news.title,
            sentences=(short,),
            address=site_address(f"{address}#news-{club_event.news.pk}"),
            subject=labelled(club_event.club, club_event.news.title),
            button=_("Read the news"),
        )
    challenge = club_event.challenge
    assert challenge is not None  # noqa: S101
    if challenge.is_daily:
        return _text_of_day(club_event, challenge.daily_deal)
    if club_event.ruling is not None:
        sentences = _ruled(club_event.ruling, challenge)
    else:
        sentences = _event_sentences(club_event.kind, challenge, winners.get(challenge.pk, []))
    return ClubEventText(
        kind=club_event.kind,
        title=challenge.title,
        sentences=tuple(sentence for sentence in sentences if sentence),
        address=site_address(reverse("challenge", args=[challenge.pk])),
        subject=_subject(club_event, challenge),
        button=_button(club_event.kind),
    )


def _text_of_day(club_event: ClubEvent, deal: DailyDeal) -> ClubEventText:
    """Return the text of a deal of the day that has opened or is counted. It goes to webhooks alone."""
    title = _("Deal of the day: %(deal)s") % {"deal": title_of(deal)}
    return ClubEventText(
        kind=club_event.kind,
        title=title,
        sentences=(_won_at_first(deal) if club_event.kind == Kind.RESULTS else _open_for_everyone(deal),),
        address=site_address(reverse("daily-deal", args=[deal.date, deal.slug])),
        subject=title,
        button=_button(club_event.kind),
    )


def _open_for_everyone(deal: DailyDeal) -> str:
    params = {
        "mission": rounds_text.mission_title(deal.challenge.stages.all()[0].mission),
        "closes": moment_text(deal.challenge.closes_at),
    }
    return _("%(mission)s, with the same cards for everyone. Open until %(closes)s.") % params


def _won_at_first(deal: DailyDeal) -> str:
    """Return how many of those who played alone won; races have no share, and none is said of an empty field."""
    if not kind_of(deal.game).is_won or not deal.plays:
        return _("The rankings are in.")
    sentence = ngettext(
        "The rankings are in. %(wins)d of %(plays)d solo player won on the first try.",
        "The rankings are in. %(wins)d of %(plays)d solo players won on the first try.",
        deal.plays,
    )
    return sentence % {"plays": deal.plays, "wins": deal.wins}


def _subject(club_event: ClubEvent, challenge: Challenge) -> str:
    """Return a subject that says what happened."""
    if club_event.ruling is not None:
        subjects = {
            Ruling.Kind.PAUSE: _("%(challenge)s: paused"),
            Ruling.Kind.RESUME: _("%(challenge)s: resumed"),
            Ruling.Kind.EXTEND: _("%(challenge)s: more time"),
            Ruling.Kind.LATE_ENTRY: _("%(challenge)s: a crew starts late"),
        }
        return subjects[Ruling.Kind(club_event.ruling.kind)] % {"challenge": challenge}
    kinds = {
        Kind.ANNOUNCED: _("%(challenge)s: new challenge"),
        Kind.OPENED: _("%(challenge)s: open now"),
        Kind.CLOSING: _("%(challenge)s: closes soon"),
        Kind.RESULTS: _("%(challenge)s: results"),
        Kind.CANCELLED: _("%(challenge)s: cancelled"),
    }
    return kinds[Kind(club_event.kind)] % {"challenge": challenge}


def _button(kind: str) -> str:
    if kind == Kind.RESULTS:
        return _("See the standings")
    return _("Play online") if kind in (Kind.OPENED, Kind.CLOSING) else _("View the challenge")


def _event_sentences(kind: str, challenge: Challenge, winners: list[str]) -> list[str]:
    closes = moment_text(challenge.closes_at)
    if kind == Kind.ANNOUNCED:
        return _announced(challenge)
    if kind == Kind.OPENED:
        return [_("The challenge is open until %(closes)s.") % {"closes": closes}, _challenge_summary(challenge)]
    if kind == Kind.CLOSING:
        return [_("The challenge closes soon: %(closes)s.") % {"closes": closes}]
    if kind == Kind.RESULTS:
        return [_("The challenge has closed, and the results are in."), _first(winners)]
    return [_("The challenge has been cancelled.")]


def _ruled(ruling: Ruling, challenge: Challenge) -> list[str]:
    params = {"closes": moment_text(challenge.closes_at), "crew": ruling.crew}
    sentences = {
        Ruling.Kind.PAUSE: _("The challenge is paused. Crews can play again once it resumes."),
        Ruling.Kind.RESUME: _("The challenge has resumed and closes on %(closes)s."),
        Ruling.Kind.EXTEND: _("The challenge has been extended: it now closes on %(closes)s."),
        Ruling.Kind.LATE_ENTRY: _("The organizers let %(crew)s in late."),
    }
    reason = _("Organizers’ reason: %(reason)s") % {"reason": ruling.reason}
    return [sentences[Ruling.Kind(ruling.kind)] % params, reason]


def _announced(challenge: Challenge) -> list[str]:
    params = {"opens": moment_text(challenge.opens_at), "closes": moment_text(challenge.closes_at)}
    until = challenge.contributions_until if challenge.accepts_contributions else None
    return [
        _("New challenge: opens %(opens)s, closes %(closes)s.") % params,
        _challenge_summary(challenge),
        _("Members can add randomness to the seed until %(until)s.") % {"until": moment_text(until)} if until else "",
        _("Fingerprint (SHA-256): %(seal)s") % {"seal": challenge.commitment},
    ]


def _challenge_summary(challenge: Challenge) -> str:
    stages = list(challenge.stages.all())
    names = list_text(dict.fromkeys(str(rounds_text.game_name(stage.game)) for stage in stages))
    raced = ngettext(
        "%(stages)d race of %(games)s for %(players)d players.",
        "%(stages)d races of %(games)s for %(players)d players.",
        len(stages),
    )
    played = ngettext(
        "%(stages)d mission of %(games)s for %(players)d players.",
        "%(stages)d missions of %(games)s for %(players)d players.",
        len(stages),
    )
    template = raced if challenge.kind.has_points else played
    return template % {"stages": len(stages), "games": names, "players": challenge.players}


def _first(winners: list[str]) -> str:
    if not winners:
        return _("No crew won a stage.")
    return _("First place: %(crews)s.") % {"crews": list_text(winners)}
