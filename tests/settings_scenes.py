"""Scenes that the tests of settings share with others."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent


def settings_of(tmp_path: Path, expression: str, **variables: str) -> str:
    """What the settings say with these variables set and no others."""
    program = f"from crewsite import settings as s; print({expression})"
    known = {"PATH": os.environ["PATH"], "CREWSITE_VAR": str(tmp_path), "SECRET_KEY": "x"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=known | variables, cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def settings_named() -> set[str]:
    """What the settings ask the environment for."""
    text = "".join((ROOT / "crewsite" / name).read_text() for name in ("settings.py", "databases.py"))
    return set(re.findall(r'environment\.\w+\(\s*"([A-Z_]+)"', text)) | {"SECRET_KEY"}


READ: Final = re.compile(r"""\b(?:environment\.\w+\(|environ\.get\(|environ\[)\s*["']([A-Z_]+)["']""")


def variables_named() -> set[str]:
    """What any module of the project asks the environment for, the web server among them."""
    found = {name for path in (ROOT / "crewsite").rglob("*.py") for name in READ.findall(path.read_text("utf-8"))}
    return found | settings_named()
