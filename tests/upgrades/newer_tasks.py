"""The tasks of a newer version: one has an argument more, and one is new."""

from __future__ import annotations

import os
from pathlib import Path

from celery import shared_task


@shared_task(name="logbook.tests.tasks.greet")
def greet(name: str, word: str = "hello") -> None:
    _write(f"{word} {name}")


@shared_task(name="logbook.tests.tasks.part")
def part(name: str) -> None:
    _write(f"goodbye {name}")


def _write(line: str) -> None:
    with Path(os.environ["GREETINGS"]).open("a") as file:
        file.write(f"{line}\n")
