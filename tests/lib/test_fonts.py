"""Fonts as files: one for all processes, in a folder that only this user can write."""

from __future__ import annotations

from pathlib import Path

import pytest

from logbook.lib import fonts


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def font_of_a_new_process(style: str) -> Path:
    return fonts.font_file.__wrapped__(style)


def test_processes_share_the_file(temporary: Path) -> None:
    first, second = font_of_a_new_process(""), font_of_a_new_process("")
    assert first == second
    assert [path for path in temporary.rglob("*") if path.is_file()] == [first]
    assert font_of_a_new_process("B") != first


@pytest.mark.parametrize("trap", ["link", "open"])
def test_a_folder_of_somebody_else_is_not_used(temporary: Path, trap: str) -> None:
    name = font_of_a_new_process("").parent
    for path in sorted(temporary.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    if trap == "link":
        elsewhere = temporary / "elsewhere"
        elsewhere.mkdir(mode=0o700)
        name.symlink_to(elsewhere)
    else:
        name.mkdir()
        name.chmod(0o777)
    assert font_of_a_new_process("").parent != name
