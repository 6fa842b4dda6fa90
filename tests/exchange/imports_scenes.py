"""Scenes that the tests of imports share with others."""

from __future__ import annotations

from tests.exchange.files import HEADER

ROWS = f"""{HEADER}\
1,2024-03-01,won,no,3,Alice; bob; Zoe,
2,2024-03-01,lost,no,4,Alice; bob; Zoe,close
2,2024-03-01,lost,no,4,Alice; bob; Zoe,close
2,2024-03-02,won,yes,4,Alice; Bob,
73,2024-03-02,won,no,4,Alice,
"""
