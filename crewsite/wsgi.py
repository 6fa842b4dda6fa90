"""WSGI entry point. Server-sent events need ASGI; behind WSGI the pages poll."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")

application = get_wsgi_application()
