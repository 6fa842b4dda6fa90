"""The site's own."""

from importlib import import_module

Migration = import_module("logbook.migrations.0001_initial").Migration
