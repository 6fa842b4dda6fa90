"""The door for the ASGI server (uvicorn)."""

import os

import django

from crewsite.lanes import Application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")
django.setup(set_prefix=False)

application = Application()
