"""Crewsite's Django app: people, crews, clubs, tables, attempts, challenges and boards."""
