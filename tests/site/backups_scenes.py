"""Scenes that the tests of backups share with others."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from logbook.clubs.models import Club
from logbook.people.models.players import Player
from logbook.site.services import backup_rows


def accounts_of(player: Player) -> None:
    """Create rows of other apps that refer to people by name."""
    assert player.user is not None
    group = Group.objects.create(name="Wardens")
    group.permissions.add(*Permission.objects.filter(codename__startswith="view_")[:2])
    player.user.groups.add(group)
    player.user.user_permissions.add(*Permission.objects.filter(codename__startswith="change_")[:1])
    EmailAddress.objects.create(user=player.user, email="alice@example.org", verified=True, primary=True)
    kind = ContentType.objects.get_for_model(Club)
    LogEntry.objects.create(user=player.user, content_type=kind, object_id="1", object_repr="Club", action_flag=CHANGE)


def empty() -> None:
    """Delete every row but those of the migrations, with deferred constraint checks."""
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        for model in backup_rows.backed_up_models():
            for table in (*(field.m2m_db_table() for field in model._meta.many_to_many), model._meta.db_table):
                cursor.execute(f'DELETE FROM "{table}"')  # noqa: S608 - names of our own
