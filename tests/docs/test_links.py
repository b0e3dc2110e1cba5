"""Every relative link of the docs leads somewhere, and the index leads to every page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import DOCS, PAGES, anchors, links

INDEX = DOCS / "README.md"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    broken = []
    for target in links(page):
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            broken.append(target)
    assert broken == []


def test_the_index_leads_to_every_page() -> None:
    linked = {(DOCS / target.partition("#")[0]).resolve() for target in links(INDEX)}
    pages = {page.resolve() for page in DOCS.glob("*.md") if page != INDEX}
    assert len(pages) > 20
    assert sorted(page.name for page in pages - linked) == []
