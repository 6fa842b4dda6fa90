"""Scenes that the tests of deep sea page share with others."""

from __future__ import annotations

import re

BARE = re.compile(r">[^<]*\bT\d+\b[^<]*<|aria-label=\"[^\"]*\bT\d+\b")
