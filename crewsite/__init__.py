"""Crewsite's project: settings, addresses, and the doors to web server and worker."""

from crewsite.celery import app as celery_app

__all__ = ["celery_app"]
