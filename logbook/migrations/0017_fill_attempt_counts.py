"""Fill what stored attempts count for, as `logbook/tables/counting.py` says today.

Not in one transaction: each statement fills some thousand rows, so that a large site goes on meanwhile. What the
version before writes after that stays empty, until the site's sweeps fill it.
"""

from django.db import migrations, models

ROWS_PER_STATEMENT = 10_000
RATINGS = 3

ATTEMPTS = """
UPDATE logbook_attempt SET counts = (
  SELECT CASE
    WHEN t.daily THEN CASE WHEN t.stage_id IS NOT NULL AND logbook_attempt.number = 1 THEN 1 ELSE 0 END
    WHEN logbook_attempt.mixed AND logbook_attempt.state = 'success' THEN
      CASE WHEN t.stage_id IS NULL THEN 0 ELSE 2 END
    WHEN logbook_attempt.mixed THEN 4 ELSE 5 END
  FROM logbook_table t WHERE t.id = logbook_attempt.table_id)
WHERE counts IS NULL AND id BETWEEN %s AND %s
"""
RACE_RESULTS = """
UPDATE logbook_raceresult SET counts = CASE
  WHEN mixed AND won THEN CASE WHEN stage_id IS NULL THEN 0 ELSE 2 END
  WHEN mixed THEN 4 ELSE 5 END
WHERE counts IS NULL AND id BETWEEN %s AND %s
"""
RESULTS = "UPDATE logbook_result SET counts = 2 WHERE mixed AND counts = 4 AND id BETWEEN %s AND %s"
LINES = """
UPDATE logbook_travellerline SET by_people = (
  bots = 0 AND NOT (SELECT a.mixed FROM logbook_attempt a WHERE a.id = logbook_travellerline.attempt_id))
WHERE by_people IS NULL AND id BETWEEN %s AND %s
"""
RACE_LINES = """
UPDATE logbook_raceline SET by_people = (
  SELECT NOT a.mixed AND NOT EXISTS (SELECT 1 FROM logbook_seat s WHERE s.table_id = a.table_id AND s.bot <> '')
  FROM logbook_attempt a WHERE a.id = logbook_raceline.attempt_id)
WHERE by_people IS NULL AND id BETWEEN %s AND %s
"""
STATEMENTS = {
    "Attempt": ATTEMPTS,
    "RaceResult": RACE_RESULTS,
    "Result": RESULTS,
    "TravellerLine": LINES,
    "RaceLine": RACE_LINES,
}


def fill(apps, schema_editor):
    database = schema_editor.connection
    for name, statement in STATEMENTS.items():
        rows = apps.get_model("logbook", name).objects.using(database.alias)
        most = rows.aggregate(most=models.Max("pk"))["most"] or 0
        for first in range(1, most + 1, ROWS_PER_STATEMENT):
            with database.cursor() as cursor:
                cursor.execute(statement, (first, first + ROWS_PER_STATEMENT - 1))
    apply_rulings(apps, database.alias)


def apply_rulings(apps, alias):
    """Lower what attempts count for that are void, or replaced by a corrected result. There are few."""
    rulings = apps.get_model("logbook", "Ruling").objects.using(alias).filter(taken_back_at=None).order_by("pk")
    counted = apps.get_model("logbook", "Attempt").objects.using(alias).filter(counts__gt=RATINGS, table__daily=False)
    for ruling in rulings.filter(kind="void"):
        void = counted.filter(table__stage=ruling.stage_id)
        (void if ruling.attempt is None else void.filter(number=ruling.attempt)).update(counts=RATINGS)
    # The latest of several corrections holds.
    corrections = {(ruling.stage_id, ruling.crew_id): ruling for ruling in rulings.filter(kind="correct")}
    for (stage, crew), ruling in corrections.items():
        replaced = counted.filter(table__stage=stage, table__crew=crew, number__lte=ruling.after["until"])
        replaced.update(counts=RATINGS)


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('logbook', '0016_attempt_counts'),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name='attempt',
            index=models.Index(condition=models.Q(('counts', None)), fields=['table'], name='attempts_undecided'),
        ),
    ]
