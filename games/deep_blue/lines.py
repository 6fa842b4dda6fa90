"""Line numbers of keys in a TOML text, which the parser does not report."""

from __future__ import annotations

import re

_HEADER = re.compile(r"\s*\[{1,2}\s*(?P<name>[\w.\"'\- ]+?)\s*\]{1,2}\s*(?:#.*)?$")
_COMMENT = re.compile(r"#.*")


class Lines:
    """Line numbers of a TOML text, from 1. A key that the text does not show is reported in the first line."""

    def __init__(self, text: str) -> None:
        self._lines = [line.rstrip("\r") for line in text.split("\n")]

    def of_key(self, key: str) -> int:
        """Return the line where a key is set outside all tables, or a table of this name opened."""
        opened = self._headers(key)
        return self._where_set(key, 0) or (opened[0] if opened else 1)

    def in_table(self, table: str, key: str) -> int:
        """Return the line where a key is set in a table; else where the table is opened."""
        opened = self._headers(table)
        return self._within(opened[0], table, key) if opened else self.of_key(table)

    def in_row(self, kind: str, place: int, key: str) -> int:
        """Return the line where a key is set in one of several tables, by its place from 0; else where that opens."""
        opened = self._headers(kind)
        return self._within(opened[place], kind, key) if place < len(opened) else self.of_key(kind)

    def in_list(self, table: str, key: str, place: int) -> int:
        """Return the line where a list begins that is one of those in a list of lists, by its place from 0."""
        first = self.in_table(table, key)
        lists = -1  # The outer list is none of them.
        for number, line in enumerate(self._lines[first - 1 :], first):
            lists += _COMMENT.sub("", line).count("[")
            if lists > place:
                return number
        return first

    def _headers(self, name: str) -> list[int]:
        return [number for number, line in enumerate(self._lines, 1) if _opens(line) == name]

    def _within(self, opened: int, name: str, key: str) -> int:
        return self._where_set(key, opened, name) or opened

    def _where_set(self, key: str, after: int, name: str = "") -> int:
        """Return the line where a key is set after a line and before the next foreign table; 0 if there is none."""
        sets = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]")
        for number, line in enumerate(self._lines[after:], after + 1):
            opens = _opens(line)
            if opens == f"{name}.{key}" or (not opens and sets.match(line)):
                return number
            if opens and not (name and opens.startswith(f"{name}.")):
                return 0
        return 0


def _opens(line: str) -> str:
    """The name of the table that a line opens, if it does."""
    header = _HEADER.match(line)
    return header["name"].replace('"', "").replace("'", "") if header else ""
