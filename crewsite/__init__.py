"""Crewsite's project: settings, routes, and entry points of web server and worker."""

from crewsite.celery import app as celery_app

__all__ = ["celery_app"]
