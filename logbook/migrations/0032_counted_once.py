"""A challenge that is over says when its results were complete; those that were over before are."""

from django.db import migrations, models
from django.db.models.functions import Coalesce, Now


def closed_are_counted(apps, schema_editor):
    """What is missing in them for whatever reason the usual sweeps find."""
    over = apps.get_model("logbook", "Challenge").objects.filter(state__in=("closed", "cancelled"))
    over.update(counted_at=Coalesce("closed_at", Now()))


class Migration(migrations.Migration):
    dependencies = [("logbook", "0031_actions_of_any_length")]

    operations = [
        migrations.AddField(
            model_name="challenge", name="counted_at", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.RunPython(closed_are_counted, migrations.RunPython.noop, elidable=True),
    ]
