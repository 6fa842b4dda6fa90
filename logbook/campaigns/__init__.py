"""A crew's logbook: entries, attendance, statistics, photos, PDF, and the companion of a real table."""
