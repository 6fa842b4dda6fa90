"""Scenes that the tests of reading share with others."""

from __future__ import annotations

from logbook.exchange.formats.entries import ImportEntry, ReadEntry
from logbook.exchange.formats.messages import message_text


def entries(reads: list[ReadEntry]) -> list[ImportEntry]:
    assert not [read.fault for read in reads if read.entry is None]
    return [read.entry for read in reads if read.entry is not None]


def faults(reads: list[ReadEntry]) -> list[tuple[int, str]]:
    return [(read.row, read.fault.code) for read in reads if read.fault is not None]


def sentence(read: ReadEntry) -> str:
    assert read.fault is not None
    return message_text(read.fault.code, read.fault.params)
