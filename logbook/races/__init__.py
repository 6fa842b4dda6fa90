"""Races: their tables, replays, logs, results, boards and travellers. What a race does not change is elsewhere."""
