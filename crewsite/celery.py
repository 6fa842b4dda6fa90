"""The Celery application: `celery -A crewsite worker` and `celery -A crewsite beat`."""

import os
import sys
import warnings
from typing import Any

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import setup_logging, task_postrun, task_prerun, worker_init
from django.db import close_old_connections

from crewsite import pooler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")
# `make prepare` and migrations check the whole site. A worker need not load all pages to check them again.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

# Celery warns root that a message could run code as root. Messages of this site are JSON, which runs none.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("crewsite", task_cls="crewsite.waiting_tasks:WaitingTask")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_scheduler = "crewsite.beat_scheduler:Scheduler"
app.autodiscover_tasks()
# Celery would close its connection to the database around every task; Django's rule decides (`DATABASE_KEEP_SECONDS`).
app.conf.CELERY_DB_REUSE_MAX = sys.maxsize


@setup_logging.connect
def leave_logging(**_given: Any) -> None:
    """Leave logging to Django (`LOGGING`): Celery configures none while this signal has a receiver."""


@task_prerun.connect
@task_postrun.connect
def keep_good_connections(sender: Any, **_given: Any) -> None:
    """Close connections that are too old or no longer work; a task that runs in a request leaves them alone."""
    if not sender.request.is_eager:
        close_old_connections()


@worker_init.connect
def refuse_a_pooler(**_given: Any) -> None:
    """End a worker behind a connection pooler that mixes up prepared statements."""
    pooler.end_if_refused()
