"""Style sheets, scripts and drawings that templates name exist."""

from __future__ import annotations

import re
from pathlib import Path

from django.contrib.staticfiles import finders

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
NAMED = re.compile(r"""{%\s*static\s+["']([^"']+)["']""")


def test_every_static_file_of_a_template_exists() -> None:
    named = {name for path in TEMPLATES.rglob("*.html") for name in NAMED.findall(path.read_text(encoding="utf-8"))}
    assert len(named) > 20
    assert [name for name in sorted(named) if finders.find(name) is None] == []
