"""What readers of the source open: links and paths lead to files, README is a page, lines of templates are short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "benchmarks/README.md")
FOLDERS = ("games", "logbook", "crewsite", "templates", "tests", "benchmarks", "docs", "examples")
LONGEST_README = 130
LONGEST_TEMPLATE_LINE = 160


def documents() -> list[Path]:
    return [path for name in PAGES if (path := ROOT / name).exists()] + sorted((ROOT / "docs").rglob("*.md"))


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def without_code(text: str) -> str:
    """The text without blocks and spans of code: brackets and backticks in these are no links and no headings."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def links(text: str) -> list[str]:
    """The relative addresses that the text links to."""
    addresses: list[str] = re.findall(r"\]\(([^)\s]+)\)", without_code(text))
    return [address for address in addresses if "://" not in address and not address.startswith("mailto:")]


def anchors(text: str) -> set[str]:
    """The anchors of the headings, as GitHub derives them."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def paths(text: str) -> list[str]:
    """The paths from the root that stand in backticks; `<subject>` and the like stand for any name."""
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    return [span for span in spans if re.fullmatch(rf"({'|'.join(FOLDERS)})/[\w<>*./-]*", span)]


def exists(path: str) -> bool:
    return any(True for _found in ROOT.glob(re.sub(r"<\w+>", "*", path).rstrip("/")))


def test_what_counts_as_a_link_and_as_a_path() -> None:
    text = (
        "[a](docs/a.md) [b](https://b.example) `games/x.py` `logbook/<subject>/api/` `make run`\n```\n[c](c.md)\n```\n"
    )
    assert links(text) == ["docs/a.md"]
    assert paths(text) == ["games/x.py", "logbook/<subject>/api/"]
    assert exists("logbook/<subject>/api/")
    assert not exists("logbook/<subject>/nothing.py")
    assert anchors("# Deep Sea's rules\n## One, two\n") == {"deep-seas-rules", "one-two"}


@pytest.mark.parametrize("document", documents(), ids=relative)
def test_links_lead_to_files_and_headings(document: Path) -> None:
    for link in links(document.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        target = (document.parent / name).resolve() if name else document
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), link


@pytest.mark.parametrize("document", documents(), ids=relative)
def test_paths_exist(document: Path) -> None:
    assert [path for path in paths(document.read_text(encoding="utf-8")) if not exists(path)] == []


def test_the_readme_is_a_page() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < LONGEST_README


def test_no_line_of_a_template_is_longer_than_160() -> None:
    lines = [
        f"{relative(path)}:{number}"
        for path in sorted((ROOT / "templates").rglob("*"))
        if path.is_file()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if len(line) > LONGEST_TEMPLATE_LINE
    ]
    assert lines == []
