"""The pages about a run that plugins add."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from controller.results.viewer.html import Html, document, el, link
from controller.results.viewer.links import PLUGIN_PAGE_DEPTH, Links
from controller.results.viewer.run import RunView
from testbed.extension_points import RUN_PAGES


@dataclass(frozen=True, slots=True)
class RunPage:
    """The declaration of a page of the viewer about a run.

    Attributes:
        title: Its title, and the text of the link to it on the run's page.
        body: Returns what stands below the title, as HTML, given the run's folder, which `load_run` reads. Texts of
            records must be escaped; the viewer's policy forbids scripts, and styles and pictures from elsewhere.
    """

    title: str
    body: Callable[[Path], str]


def page_links(run: str, links: Links) -> Html | None:
    """Links to the pages about a run; None if no plugin adds any. An unusable one shows an error when opened."""
    pages = [
        link(links.plugin_page(run, page.name), spec.title if isinstance(spec, RunPage) else page.name)
        for page, spec in RUN_PAGES.plugins()
        if not page.problem
    ]
    items = [el("li", page) for page in pages]
    return el("section", el("h2", "Further pages"), el("ul", *items), id="pages") if items else None


def plugin_page(run: RunView, name: str, *, static: bool = False) -> str:
    """The page. Raises UsageError when there is none of that name, or it fails."""
    spec = RUN_PAGES.load(name)
    links = Links(PLUGIN_PAGE_DEPTH, static)
    body = [el("h1", spec.title), Html(spec.body(run.card.folder))]
    return document(spec.title, body, links, [(run.card.title, links.run(run.card.name))], kind="plugin")
