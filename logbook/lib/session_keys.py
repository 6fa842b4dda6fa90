"""Keys of a browser's session that more than one subject reads."""

from __future__ import annotations

from typing import Final

LESSONS: Final = "lessons"
"""The learner's choices in lessons (`logbook.lessons.progress`)."""
