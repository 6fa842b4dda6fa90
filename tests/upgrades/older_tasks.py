"""A task of the previous version, for its workers (`celery worker --include`)."""

from __future__ import annotations

import os
from pathlib import Path

from celery import shared_task


@shared_task(name="logbook.tests.tasks.greet")
def greet(name: str) -> None:
    with Path(os.environ["GREETINGS"]).open("a") as file:
        file.write(f"hello {name}\n")
