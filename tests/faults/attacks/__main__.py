"""Runs every attack against the site at an address, which serves the database of `DATABASE_URL`."""

from __future__ import annotations

import os
import sys


def main(words: list[str]) -> int:
    """Run the command line; return 1 if an attack succeeded."""
    if len(words) != 1:
        sys.stderr.write("Write: DATABASE_URL=… MAIL_LOG=… python -m tests.faults.attacks http://HOST:PORT\n")
        return 2
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")
    import django

    django.setup()
    from tests.faults.attacks import accounts, attempts, crowds, scene, seats

    came_through = 0
    for attack in (*attempts.ATTACKS, *crowds.ATTACKS, *accounts.ATTACKS, *seats.ATTACKS):
        found = attack(words[0].rstrip("/"), scene.build(attack.__name__))
        came_through += bool(found)
        sys.stdout.write(f"{attack.__name__}: {'; '.join(found) or 'failed, as it has to'}\n")
    return 1 if came_through else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
