"""A process that prepares the deals of a challenge, as workers do, and reports each stored step. It is meant to be
killed.

`python -m tests.faults.preparer CHALLENGE`
"""

from __future__ import annotations

import os
import sys
from datetime import timedelta

from tests.faults.player import say


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from logbook.challenges.services import certification

    certification.BUSY_FOR = certification.FORGOTTEN_AFTER = timedelta(0)  # No wait for the claims of a killed process.
    while waiting := certification.lay_out_deals(challenge_id=int(sys.argv[1])):
        for deal_id, seen in waiting:
            if certification.prepare_deal_step(deal_id=deal_id, steps=seen) is not None:
                say("stored", deal_id, seen + 1)
    say("done")


if __name__ == "__main__":
    main()
