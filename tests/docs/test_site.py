"""The documentation builds as a site, with every link and anchor checked and nothing loaded from elsewhere."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, PROJECT

pytest.importorskip("mkdocs")
pytest.importorskip("material")

from scripts.docs_site import OUTER, SiteError, build, external_resources

pytestmark = pytest.mark.slow


def copy_of_the_docs(place: Path) -> Path:
    project = place / "project"
    shutil.copytree(DOCS, project / "docs")
    for name in (*OUTER, "mkdocs.yml"):
        shutil.copy(PROJECT / name, project / name)
    return project


def test_every_page_is_in_the_site(tmp_path: Path) -> None:
    build(tmp_path / "site")
    pages = {path.with_suffix(".html").name for path in DOCS.glob("*.md") if path.name != "README.md"}
    pages |= {Path(name).with_suffix(".html").name for name in OUTER.values()} | {"index.html"}
    assert pages <= {path.name for path in (tmp_path / "site").glob("*.html")}
    assert external_resources(tmp_path / "site") == []
    running = (tmp_path / "site/running.html").read_text()
    assert 'href="metrics.html"' in running and "<table>" in running
    assert "gui|mcp|gui+mcp" in running
    assert '"running.html#records"' in (tmp_path / "site/search/search_index.json").read_text()


@pytest.mark.parametrize("target", ["nowhere.md", "running.md#no-such-heading"])
def test_a_link_that_leads_nowhere_is_an_error(tmp_path: Path, target: str) -> None:
    project = copy_of_the_docs(tmp_path)
    with (project / "docs/metrics.md").open("a") as page:
        page.write(f"\n[wrong]({target})\n")
    with pytest.raises(SiteError, match=re.escape(target.partition("#")[2] or target)):
        build(tmp_path / "site", project)


def test_what_comes_from_elsewhere_is_named(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text('<a href="https://a.test"></a><script src="//b.test/x.js"></script>')
    assert external_resources(tmp_path) == ["page.html: //b.test/x.js"]
