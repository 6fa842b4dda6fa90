"""What nobody foresaw stops an import half way, and it can be taken back."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("logbook", "0026_race_challenges")]

    operations = [
        migrations.AlterField(
            model_name="import",
            name="state",
            field=models.CharField(
                choices=[
                    ("reading", "being read"),
                    ("columns", "its columns are to be named"),
                    ("waiting", "waiting for your word"),
                    ("applying", "being brought in"),
                    ("done", "brought in"),
                    ("refused", "cannot be read"),
                    ("failed", "stopped half way"),
                    ("taking-back", "being taken back"),
                    ("taken-back", "taken back"),
                ],
                default="reading",
                max_length=12,
            ),
        ),
    ]
