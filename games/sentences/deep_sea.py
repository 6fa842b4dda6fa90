"""The sentences of Deep Sea: its tasks, how they fail, and its missions."""

TEMPLATES: dict[str, str] = {}
