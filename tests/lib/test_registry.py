"""A registry keeps entries by name, in order, and never two under one name."""

from __future__ import annotations

import pytest

from logbook.lib.registry import Registry, Slot


def test_entries_stay_in_the_order_in_which_they_were_registered() -> None:
    registry: Registry[int] = Registry()
    registry.register("seats", 1)
    registry.register("events", 2)
    assert list(registry.items()) == [("seats", 1), ("events", 2)]


def test_the_same_entry_may_be_registered_again() -> None:
    registry: Registry[int] = Registry()
    registry.register("seats", 1)
    registry.register("seats", 1)
    assert registry["seats"] == 1
    assert len(registry) == 1


def test_a_name_takes_no_second_entry() -> None:
    registry: Registry[int] = Registry()
    registry.register("seats", 1)
    with pytest.raises(ValueError, match="seats"):
        registry.register("seats", 2)
    assert registry["seats"] == 1


def test_a_slot_takes_one_entry() -> None:
    slot: Slot[int] = Slot()
    with pytest.raises(LookupError, match="list index"):
        _ = slot.entry
    slot.register(1)
    slot.register(1)
    assert slot.entry == 1
    with pytest.raises(ValueError, match="2"):
        slot.register(2)
    assert slot.entry == 1
