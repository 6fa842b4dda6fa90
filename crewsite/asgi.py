"""The door for the ASGI server (uvicorn)."""

import gc
import os

import django

from crewsite.asgi_handler import Application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")
django.setup(set_prefix=False)

application = Application()
# What is loaded by now stays: the collector of garbage need not look through all of it again and again.
gc.collect()
gc.freeze()
