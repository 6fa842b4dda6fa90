"""How a body is read."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class StrictJSONParser(JSONParser):
    """The framework's own, to which brackets in brackets in brackets are an error of ours."""

    def parse(self, *arguments: Any, **named: Any) -> Any:
        """What the body says. Raises ParseError."""
        try:
            return super().parse(*arguments, **named)
        except RecursionError as error:
            raise ParseError from error
