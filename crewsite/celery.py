"""The Celery application: `celery -A crewsite worker` and `celery -A crewsite beat`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")

app = Celery("crewsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_scheduler = "crewsite.beat:Scheduler"
app.autodiscover_tasks()
