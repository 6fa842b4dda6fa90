#!/usr/bin/env python3
"""Django's command line for Crewsite."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run one management command; what is wrong in the environment is said in its one sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
