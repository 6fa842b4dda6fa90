"""The Celery application: `celery -A crewsite worker` and `celery -A crewsite beat`."""

import os
import warnings
from typing import Any

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")
# `make prepare` and migrations check the whole site. A worker need not load all pages to check them again.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

# Celery warns root that a message could run code as root. Messages of this site are JSON, which runs none.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("crewsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_scheduler = "crewsite.beat_scheduler:Scheduler"
app.autodiscover_tasks()


@setup_logging.connect
def leave_logging(**_given: Any) -> None:
    """Leave logging to Django (`LOGGING`): Celery configures none while this signal has a receiver."""
