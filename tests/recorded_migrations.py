"""A database whose tables were made from the models looks as if its migrations had made them."""

from __future__ import annotations


def record_migrations() -> None:
    """Record all migrations as applied."""
    from django.conf import settings
    from django.db import connections
    from django.db.migrations.loader import MigrationLoader
    from django.db.migrations.recorder import MigrationRecorder

    settings.MIGRATION_MODULES = {}
    recorder = MigrationRecorder(connections["default"])
    recorder.ensure_schema()
    for app, name in MigrationLoader(None).disk_migrations.keys() - recorder.applied_migrations().keys():
        recorder.record_applied(app, name)
