"""Selectors of clubs' imports: the crews in the file, the importer among its members, and each crew's state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from logbook.clubs.models import Club
from logbook.crews.selectors.namesakes import Person, labels_of
from logbook.exchange.formats.messages import message_text
from logbook.exchange.import_suggestions import suggested_member
from logbook.exchange.models import Import
from logbook.people.models.players import Player

NEW, LEAVE = "new", "leave"
RECENT = 10


@dataclass(frozen=True, slots=True)
class ImportedCrew:
    """A crew's logbook in the file."""

    job: Import
    field: str
    refused: str
    """The reason why it is unreadable, if it is."""


@dataclass(frozen=True, slots=True)
class Member:
    """A person whom the file lists as a member."""

    key: str
    name: str
    chosen: bool
    label: str
    """The name; for namesakes with what tells them apart."""


@dataclass(frozen=True, slots=True)
class ClubImport:
    """The part of an import's page that only clubs have."""

    name: str
    public: bool
    here: Club | None
    """The club here that the file updates."""
    crews: tuple[ImportedCrew, ...]
    members: tuple[Member, ...]
    position: int
    total: int


def club_imports_of(player: Player) -> QuerySet[Import]:
    """Return the clubs' files that the person imported, the latest first."""
    job = Import.objects.filter(kind=Import.Kind.CLUB, by=player, parent=None)
    return job.defer("body").select_related("by")[:RECENT]


def club_import(job: Import) -> ClubImport:
    """Return a club's import for its page."""
    children = list(job.children.defer("body").select_related("crew").order_by("pk"))
    facts = job.findings.get("club", {})
    return ClubImport(
        name=facts.get("name", ""),
        public=facts.get("public") is True,
        here=Club.objects.filter(pk=job.findings.get("here")).first(),
        crews=tuple(ImportedCrew(one, f"crew-{one.pk}", _refused(one)) for one in children),
        members=tuple(_members(job)),
        position=job.position + sum(one.position for one in children),
        total=job.pieces_total + 2 + sum(one.pieces_total + 2 for one in children),
    )


def _refused(job: Import) -> str:
    code, params = job.fault or ("", {})
    return message_text(code, params) if code else ""


def _members(job: Import) -> Iterator[Member]:
    suggested, members = suggested_member(job), job.findings.get("members", ())
    # What was read by the version before has no date of joining.
    since = {key: parse_datetime(rest[0]) if rest else None for key, _name, *rest in members}
    labels = labels_of([Person(key, name, since[key]) for key, name, *_rest in members], you="")
    for key, name, *_rest in members:
        yield Member(key, name, chosen=key == suggested, label=labels[key])


def chosen_crews(job: Import, posted: Mapping[str, str]) -> dict[str, str]:
    """Return a form's choices of crews, by their imports' keys. Browsers do not send an unticked box."""
    return {str(pk): NEW if f"crew-{pk}" in posted else LEAVE for pk in job.children.values_list("pk", flat=True)}


def kind_label(kind: str) -> str:
    """Return the label of a record's kind in the report."""
    labels = {
        "member": _("member"),
        "crew": _("crew"),
        "news": _("news"),
        "season": _("season"),
        "challenge": _("challenge"),
    }
    return labels.get(kind, kind)
