"""The project's Markdown pages: their links and their headings."""

from __future__ import annotations

import re
from pathlib import Path

PROJECT = Path(__file__).parents[2]
DOCS = PROJECT / "docs"
PAGES = sorted([*PROJECT.glob("*.md"), *DOCS.glob("*.md")])
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")
_LINK = re.compile(r"\]\(([^()\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def links(page: Path) -> list[str]:
    """The targets of a page's relative links and pictures, in order."""
    text = _CODE.sub("", _FENCED.sub("", page.read_text()))
    return [target for target in _LINK.findall(text) if "://" not in target]


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives a page's headings."""
    headings = _HEADING.findall(_FENCED.sub("", page.read_text()))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def table(page: Path, heading: str) -> list[list[str]]:
    """The rows of the table below a heading, its head left out."""
    section = re.split(rf"^## {re.escape(heading)}$", page.read_text(), flags=re.MULTILINE)[1].split("\n## ")[
        0
    ]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in row] for row in rows[2:]]
