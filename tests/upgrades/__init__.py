"""Databases and backups of earlier releases, and what today's site makes of them."""
