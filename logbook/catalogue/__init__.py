"""Missions, tasks, components, rules."""
