"""The page of an episode."""

from __future__ import annotations

from dataclasses import dataclass

from controller.viewer.episode import EpisodeView
from controller.viewer.html import document, el
from controller.viewer.links import Links


@dataclass(frozen=True, slots=True)
class Nav:
    """The run of an episode: its name in addresses, and for people."""

    run: str
    title: str


def episode_page(view: EpisodeView, nav: Nav, links: Links, *, live: int = 0) -> str:
    """The page."""
    title = f"{view.task.id} ({view.epoch})"
    return document(
        title, [el("h1", title)], links, [(nav.title, links.run(nav.run))], kind="episode", live=live
    )
