"""The parser of JSON bodies."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class StrictJSONParser(JSONParser):
    """The framework's JSON parser; too deep nesting is a parse error."""

    def parse(self, *arguments: Any, **kwargs: Any) -> Any:
        """Return the parsed body. Raises ParseError."""
        try:
            return super().parse(*arguments, **kwargs)
        except RecursionError as error:
            raise ParseError from error
