from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("logbook", "0005_boards")]

    operations = [
        migrations.AddField("analysis", "passing", models.JSONField(default=list)),
        migrations.AddField("analysis", "passing_at", models.PositiveIntegerField(null=True)),
        migrations.AddField("analysis", "tried_with", models.PositiveSmallIntegerField(default=0)),
    ]
