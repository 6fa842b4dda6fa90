"""Addresses as limits count them."""

from __future__ import annotations

import pytest

from logbook.lib.addresses import counted_address, wide_network


@pytest.mark.parametrize(
    ("address", "counted", "wide"),
    [
        ("203.0.113.9", "203.0.113.9", None),
        ("::ffff:203.0.113.9", "203.0.113.9", None),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", "2001:db8:1::/48"),
        ("2001:db8:1:2::", "2001:db8:1:2::", "2001:db8:1::/48"),
        ("2001:db8:1:3::1", "2001:db8:1:3::", "2001:db8:1::/48"),
        ("2001:db8:2::1", "2001:db8:2::", "2001:db8:2::/48"),
        ("fe80::1%eth0", "fe80::", "fe80::/48"),
        ("::1", "::", "::/48"),
        ("testserver", "testserver", None),
        ("", "", None),
    ],
)
def test_a_network_counts_as_one(address: str, counted: str, wide: str | None) -> None:
    assert (counted_address(address), wide_network(address)) == (counted, wide)
