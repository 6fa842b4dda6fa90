"""The site's own settings, with the environment that tests need."""

import os
from pathlib import Path

os.environ.update({
    "BOT_ALONE_COURTESY_SECONDS": "0",
    "BOT_COURTESY_SECONDS": "0",
    "BOT_PAUSE_SECONDS": "0",
    "BOT_TIMED_COURTESY_SECONDS": "0",
    "CELERY_EAGER": "1",
    "DATABASE_KEEP_SECONDS": "0",
    "DEBUG": "0",
    "HTTPS": "0",
    "MISSION_RATING_ROUNDS": "0",
    "RATING_PLAYOUTS": "0",
    "RATING_RANDOM_ROUNDS": "0",
    "REDIS_URL": "redis://127.0.0.1:1/0",  # No server is there: announcements may be lost.
    "SECRET_KEY": "only for tests",
})  # fmt: skip

from crewsite.settings import *  # noqa: F403
from crewsite.settings import DATABASES, INSTALLED_APPS, STORAGES, VAR

STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
# `lintmigrations` refuses a migration that a running site of the version before cannot live with. The first one makes
# the database; those of other packages are theirs.
INSTALLED_APPS += ["django_migration_linter"]
MIGRATION_LINTER_OPTIONS = {"include_apps": ["logbook"], "ignore_name": ["0001_initial"], "no_cache": True}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, so that several threads (a live site) can use it as they would the real one; one for each process.
    Path(VAR / "tests").mkdir(parents=True, exist_ok=True)
    DATABASES["default"]["TEST"] = {"NAME": str(VAR / "tests" / f"crewsite-{os.getpid()}.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
