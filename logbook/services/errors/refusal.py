"""What every refusal is: nothing changed, one sentence, one HTTP status."""

from __future__ import annotations

import re
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import games


class Refusal(Exception):
    """Nothing was changed; `sentence` says why, in words for the person who asked."""

    status: ClassVar[int] = 409
    sentence: ClassVar[str | Promise] = _("That cannot be done now.")

    def __init__(self, **params: object) -> None:
        super().__init__()
        self.params = params

    @property
    def code(self) -> str:
        """Its name, as programs read it: `no-room`."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(self).__name__).lower()

    def __str__(self) -> str:
        return str(self.sentence) % self.params if self.params else str(self.sentence)


def status_of(error: Refusal | games.GameError) -> int:
    """The HTTP status that says this refusal."""
    if isinstance(error, Refusal):
        return error.status
    return 400 if isinstance(error, games.UnreadableAction) else 422
