"""ASGI entry point (uvicorn)."""

import gc
import os

import django

from crewsite.asgi_handler import Application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")
django.setup(set_prefix=False)

application = Application()
# Loaded modules stay, so the garbage collector need not scan them again and again.
gc.collect()
gc.freeze()
# A response allocates thousands of objects that live as long as it does: a search after every 700 finds no cycles.
gc.set_threshold(20_000, 20, 20)
