"""A crew's logbook: entries, attendance, statistics, photos, PDF, the companion of a real table."""
