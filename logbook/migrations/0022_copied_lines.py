from django.db import migrations, models
from django.db.models import Exists, OuterRef

AT_ONCE = 500


def copies_known(apps, schema_editor):
    """Mark the lines that were copied, and let what was written into copied campaigns since count for the world."""
    Campaign, Line, MissionLog = (apps.get_model('logbook', name) for name in ('Campaign', 'Line', 'MissionLog'))
    there = Line.objects.filter(campaign=OuterRef('campaign__copied_from'), key=OuterRef('key'))
    Line.objects.filter(campaign__came_as_copy=True).update(copied=True)
    copies = list(Campaign.objects.exclude(copied_from=None).values_list('pk', flat=True))
    for pk in copies:
        lines = Line.objects.filter(campaign=pk)
        lines.filter(Exists(there), copied=False).update(copied=True)
        own = [mission for mission, copied in _ended_by(lines.filter(removed_at=None)).items() if not copied]
        for start in range(0, len(own), AT_ONCE):
            boxes = MissionLog.objects.filter(campaign=pk, mission__in=own[start:start + AT_ONCE])
            boxes.update(original=True)


def _ended_by(lines):
    """Whether what ended each mission so far, its first success or its last failure, was a copied line."""
    found, won = {}, set()
    for mission, succeeded, copied in lines.order_by('played_on', 'pk').values_list('mission', 'won', 'copied'):
        if mission not in won:
            found[mission] = copied
        if succeeded:
            won.add(mission)
    return found


class Migration(migrations.Migration):

    dependencies = [
        ('logbook', '0021_race_scores'),
    ]

    operations = [
        migrations.AddField(
            model_name='line',
            name='copied',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.RunPython(copies_known, migrations.RunPython.noop),
    ]
