import hashlib

from django.conf import settings
from django.db import migrations, models

import logbook.models.identity


def keep_the_names_of_exports(apps, schema_editor):
    """A site that may have given out exports goes on naming things as it did, by a key that hung on SECRET_KEY."""
    using = schema_editor.connection.alias
    if apps.get_model("logbook", "Player").objects.using(using).exists():
        key = hashlib.sha256(b"crewsite-export" + settings.SECRET_KEY.encode()).hexdigest()
        apps.get_model("logbook", "SiteIdentity").objects.using(using).create(export_key=key)


class Migration(migrations.Migration):

    dependencies = [
        ('logbook', '0029_kept_answers'),
    ]

    operations = [
        migrations.CreateModel(
            name='SiteIdentity',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                ('secret', models.CharField(default=logbook.models.identity.secret_new, editable=False, max_length=64)),
                ('export_key', models.CharField(blank=True, editable=False, max_length=64)),
            ],
            options={
                'verbose_name': 'site identity',
                'verbose_name_plural': 'site identities',
                'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='one_site_identity')],
            },
        ),
        migrations.RunPython(keep_the_names_of_exports, migrations.RunPython.noop),
    ]
