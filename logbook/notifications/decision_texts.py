"""Texts of messages about organizers' decisions: rulings on challenges, and removals from clubs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from logbook.challenges.access.deals import may_read_reason
from logbook.challenges.models.rulings import Ruling
from logbook.clubs.models import ClubCrewRemoval, ClubRemoval
from logbook.people.models.players import Player

Kind = Ruling.Kind
RULED: Final[Mapping[str, object]] = {
    Kind.VOID: gettext_lazy("Stage %(stage)s of %(challenge)s no longer counts. Your crew’s result changes."),
    Kind.CORRECT: gettext_lazy("An organizer corrected the result of %(crew)s at stage %(stage)s of %(challenge)s."),
    Kind.MERGE: gettext_lazy("%(crew)s and %(other)s now count as one entry in %(challenge)s."),
    Kind.READMIT: gettext_lazy("%(crew)s has one more attempt at stage %(stage)s of %(challenge)s."),
    Kind.RESTORE: gettext_lazy("You can now play attempt %(attempt)s at stage %(stage)s of %(challenge)s."),
}
UNDONE: Final[Mapping[str, object]] = {
    Kind.VOID: gettext_lazy("Stage %(stage)s of %(challenge)s counts again. Your crew’s result changes."),
    Kind.CORRECT: gettext_lazy(
        "An organizer undid a correction: %(crew)s has its previous result again at stage %(stage)s of %(challenge)s."
    ),
    Kind.MERGE: gettext_lazy("%(crew)s and %(other)s count as two entries again in %(challenge)s."),
    Kind.READMIT: gettext_lazy("%(crew)s no longer has the extra attempt at stage %(stage)s of %(challenge)s."),
    Kind.RESTORE: gettext_lazy("You can no longer play attempt %(attempt)s at stage %(stage)s of %(challenge)s."),
}


def about_ruling(ruling: Ruling, reader: Player, *, undone: bool) -> tuple[str, str, str]:
    """Return title, sentence and path. A reason that is still a spoiler for the reader is left out."""
    names = {
        "challenge": ruling.challenge.title,
        "stage": ruling.stage.number if ruling.stage else "",
        "attempt": ruling.attempt,
        "crew": ruling.crew.name if ruling.crew else _("A crew"),
        "other": ruling.other.name if ruling.other else _("A crew"),
    }
    sentence = _sentence(ruling, undone=undone) % names
    if may_read_reason(reader, ruling):
        reason = _("The reason was: %(reason)s") if undone else _("Reason: %(reason)s")
        sentence = f"{sentence} {reason % {'reason': ruling.reason}}"
    return _("An organizer’s decision"), sentence, reverse("challenge", args=[ruling.challenge.pk])


def _sentence(ruling: Ruling, *, undone: bool) -> str:
    if ruling.kind == Kind.VOID and ruling.attempt is not None:
        if undone:
            return _(
                "Attempt %(attempt)s at stage %(stage)s of %(challenge)s counts again. Your crew’s result changes."
            )
        return _(
            "Attempt %(attempt)s at stage %(stage)s of %(challenge)s no longer counts. Your crew’s result changes."
        )
    return str((UNDONE if undone else RULED)[ruling.kind])


def about_removal(removal: ClubRemoval) -> tuple[str, str, str]:
    """Return title, sentence and path for the player who was removed."""
    club = removal.club
    path = reverse("club", args=[club.slug]) if club.public else reverse("club-list")
    sentence = _("An organizer removed you from %(club)s. The results of your crews stay.") % {"club": club.name}
    return _("Player removed from a club"), sentence, path


def about_crew_removal(removal: ClubCrewRemoval) -> tuple[str, str, str]:
    """Return title, sentence and path for the founder of the crew that was removed."""
    names = {"crew": removal.crew.name, "club": removal.club.name}
    sentence = _("An organizer removed %(crew)s from %(club)s. The crew’s results stay.") % names
    return _("Crew removed from a club"), sentence, reverse("crew", args=[removal.crew.slug])
