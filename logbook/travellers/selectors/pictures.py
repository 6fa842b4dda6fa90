"""Selector of a deal's picture for shared links: the challenge, the number of crews, and the share that won."""

from __future__ import annotations

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from logbook.challenges.models.challenges import Deal
from logbook.lib.lists import labelled
from logbook.lib.share_picture import SharePicture
from logbook.rounds import text
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt
from logbook.travellers.selectors.deals import ended_attempts


def deal_picture(deal: Deal) -> SharePicture:
    """Return the picture of a deal's pages."""
    ended = ended_attempts(deal)
    found = ended.aggregate(all=Count("pk"), won=Count("pk", filter=Q(state=Attempt.State.SUCCESS)))
    return picture_of(deal, attempts=found["all"], won=found["won"])


def picture_of(deal: Deal, *, attempts: int, won: int) -> SharePicture:
    """Return the picture of a deal with so many attempts. It has no card and no line."""
    stage, kind = deal.stage, kind_of(deal.stage.game)
    crews = ngettext("%(number)s crew", "%(number)s crews", attempts) % {"number": attempts}
    races = ngettext("%(number)s race", "%(number)s races", attempts) % {"number": attempts}
    has_share = bool(attempts) and kind.is_won
    mission = labelled(text.game_name(stage.game), text.mission_title(stage.mission))
    place = _("Stage %(stage)s, attempt %(attempt)s") % {"stage": stage.number, "attempt": deal.attempt}
    return SharePicture(
        title=str(stage.challenge),
        lines=(mission, place, races if kind.has_points else crews),
        figure=_("%(number)s%%") % {"number": round(100 * won / attempts)} if has_share else "",
        caption=_("won this deal") if has_share else "",
    )
