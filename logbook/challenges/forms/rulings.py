"""Forms of rulings. Every ruling needs a reason."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from logbook.challenges.forms.challenges import LONGEST_WINDOW, moment_field
from logbook.challenges.models.challenges import Challenge, Stage
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.plan_fields import MOST_ATTEMPTS
from logbook.crews.models.crews import Crew
from logbook.rounds.text import game_name, mission_title
from logbook.tables.models import Table


class ReasonForm(forms.Form):
    """The reason of a ruling."""

    reason = forms.CharField(
        label=_("Reason (everyone can read it)"),
        max_length=300,
        error_messages={
            "required": _("Give a reason. It’s published with the decision for everyone to read."),
            "max_length": _("Use up to 300 characters."),
        },
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    field_order: list[str] | None = None

    def __init__(
        self,
        *args: Any,
        challenge: Challenge,
        accesses: QuerySet[DealAccess] | None = None,
        own: Collection[int] = (),
        **kwargs: Any,
    ) -> None:
        """Offer the deal access in `accesses`, and leave out `own`: the crews of the director."""
        # Forms of several kinds share one page, so their ids differ.
        kwargs.setdefault("auto_id", f"{type(self).__name__.lower()}-%s")
        super().__init__(*args, **kwargs)
        self.challenge = challenge
        tables = Table.objects.filter(stage__challenge=challenge, crew__isnull=False).values("crew")
        crews = Crew.objects.filter(pk__in=tables).order_by("name", "pk")
        querysets: dict[str, QuerySet[Any]] = {
            "stage": challenge.stages.order_by("number"),
            "crew": crews,
            "into": crews,
            "late_crew": Crew.objects.filter(club_entries__club=challenge.club_id).order_by("name", "pk"),
            "access": DealAccess.objects.in_force().filter(stage__challenge=challenge),
        }
        for name, field in self.fields.items():
            if isinstance(field, forms.ModelChoiceField):
                field.queryset = querysets[name]
                if name == "access":
                    field.widget.choices = _access_choices(accesses)
                elif name != "stage":
                    offered = field.queryset.exclude(pk__in=own)
                    field.widget.choices = [(crew.pk, crew.name) for crew in offered]

    @property
    def chosen(self) -> dict[str, Any]:
        """Return the arguments of the service, except for the reason."""
        return {name: value for name, value in self.cleaned_data.items() if name != "reason"}


MOST_OFFERED = 200


def _access_choices(accesses: QuerySet[DealAccess] | None) -> list[tuple[int, str]]:
    """Return the latest deal access except dealt hands; the others are ruled on in the list of deal access."""
    if accesses is None:
        return []
    accesses_of_openings = accesses.exclude(how=DealAccess.How.DEALT).select_related(
        "player", "guest__claimed_by", "stage"
    )
    return [(access.pk, _access_label(access)) for access in accesses_of_openings.order_by("-pk")[:MOST_OFFERED]]


def _access_label(access: DealAccess) -> str:
    who = access.player or (access.guest.claimed_by if access.guest else None)
    params = {
        "name": who,
        "stage": access.stage.number,
        "attempt": access.attempt,
        "how": DealAccess.How(access.how).label,
    }
    return _("%(name)s: stage %(stage)s, attempt %(attempt)s (%(how)s)") % params


class StageField(forms.ModelChoiceField):
    """A choice of a stage of the challenge."""

    def label_from_instance(self, obj: Any) -> str:
        stage: Stage = obj
        words = {"game": game_name(stage.game), "mission": mission_title(stage.mission)}
        return gettext("Stage %(number)s: %(game)s, %(mission)s") % {"number": stage.number, **words}


def _stage() -> StageField:
    return StageField(
        label=_("Stage"),
        queryset=Stage.objects.none(),
        empty_label=None,
        error_messages={
            "required": _("Choose a stage."),
            "invalid_choice": _("This challenge doesn’t have that stage."),
        },
    )


def _crew(label: Any) -> forms.ModelChoiceField:
    return forms.ModelChoiceField(
        label=label,
        queryset=Crew.objects.none(),
        empty_label=None,
        error_messages={
            "required": _("Choose a crew."),
            "invalid_choice": _("This crew hasn’t played in this challenge."),
        },
    )


class ExtendForm(ReasonForm):
    """The new end of the window."""

    closes_at = moment_field(_("New closing time"), days=7)
    field_order = ["closes_at", "reason"]

    def clean_closes_at(self) -> Any:
        closes_at = self.cleaned_data["closes_at"]
        if closes_at <= timezone.now():
            raise forms.ValidationError(_("That time is in the past. Choose a later one."))
        if closes_at - self.challenge.opens_at > LONGEST_WINDOW:
            raise forms.ValidationError(_("A challenge can last up to a year."))
        return closes_at


class VoidForm(ReasonForm):
    """The stage, or the deal of a stage, that becomes void."""

    stage = _stage()
    attempt = forms.IntegerField(
        label=_("Attempt (leave empty for the whole stage)"),
        required=False,
        min_value=1,
        error_messages={"invalid": _("Enter an attempt number."), "min_value": _("Attempt numbers start at 1.")},
    )
    field_order = ["stage", "attempt", "reason"]


class CorrectForm(ReasonForm):
    """The crew, the stage and the corrected result."""

    crew = _crew(_("Crew"))
    stage = _stage()
    won = forms.BooleanField(label=pgettext_lazy("an attempt", "Won"), required=False)
    needed = forms.IntegerField(
        label=_("Attempts"),
        min_value=1,
        max_value=MOST_ATTEMPTS,
        initial=1,
        error_messages={
            "required": _("Enter how many attempts it took."),
            "invalid": _("Enter a number of attempts."),
            "min_value": _("Enter at least one attempt."),
            "max_value": _("Enter 50 attempts or fewer."),
        },
    )
    distress = forms.BooleanField(label=_("Distress signal sent"), required=False)
    field_order = ["crew", "stage", "won", "needed", "distress", "reason"]


class MergeForm(ReasonForm):
    """The two crews of a merge, and which entry counts."""

    crew = _crew(_("Merge this crew’s entry"))
    into = _crew(_("into the entry of"))
    counts = forms.ChoiceField(
        label=_("Counts at each stage"),
        choices=[("better", _("the better result")), ("earlier", _("the earlier result"))],
        error_messages={
            "required": _("Choose which result counts."),
            "invalid_choice": _("Choose which result counts."),
        },
    )
    field_order = ["crew", "into", "counts", "reason"]


class ReadmitForm(ReasonForm):
    """The crew that may play on, and the stage."""

    crew = _crew(_("Crew"))
    stage = _stage()
    field_order = ["crew", "stage", "reason"]


class LateEntryForm(ReasonForm):
    """The crew that may begin late."""

    late_crew = _crew(_("Crew"))
    field_order = ["late_crew", "reason"]

    @property
    def chosen(self) -> dict[str, Any]:
        """Return the crew under the service's name for it."""
        return {"crew": self.cleaned_data["late_crew"]}


class DealAccessField(forms.ModelChoiceField):
    """A choice of deal access that shuts a player out of a deal, or binds them to a crew."""

    def label_from_instance(self, access: DealAccess) -> str:
        """Return the player, the deal and the kind of access."""
        return _access_label(access)


class RestoreForm(ReasonForm):
    """The player who may be dealt a deal again."""

    access = DealAccessField(
        label=_("Player and deal"),
        queryset=DealAccess.objects.none(),
        empty_label=None,
        error_messages={
            "required": _("Choose who can play again."),
            "invalid_choice": _(
                "You can’t readmit this player: the access log entry no longer counts, or belongs to another challenge."
            ),
        },
    )
    field_order = ["access", "reason"]
