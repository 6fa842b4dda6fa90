from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('logbook', '0015_standings_of_series'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='language',
            field=models.CharField(blank=True, max_length=8, verbose_name='language'),
        ),
    ]
