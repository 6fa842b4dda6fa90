"""Scenes that the tests of settings share with others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def settings_of(tmp_path: Path, expression: str, **variables: str) -> str:
    """What the settings say with these variables set and no others."""
    program = f"from crewsite import settings as s; print({expression})"
    known = {"PATH": os.environ["PATH"], "CREWSITE_VAR": str(tmp_path), "SECRET_KEY": "x"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=known | variables, cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()
