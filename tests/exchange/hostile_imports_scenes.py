"""Scenes that the tests of hostile imports share with others."""

from __future__ import annotations

from tests.exchange.files import HEADER

ROWS = HEADER + "1,2024-03-01,won,no,2,Alice; Zoe,\n2,2024-03-02,won,no,2,Alice; Zoe,\n3,2024-03-03,won,no,,Alice,\n"
