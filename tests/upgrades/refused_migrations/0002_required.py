"""A required column: the running site does not know it, so its new rows would be refused."""

from typing import ClassVar

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


class Migration(migrations.Migration):
    """Never applied."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("logbook", "0001_initial")]
    operations: ClassVar[list[Operation]] = [
        migrations.AddField("holiday", "reason", models.CharField(max_length=20, default="rest"))
    ]
