"""The page of an episode."""

from __future__ import annotations

from controller.viewer.episode import EpisodeView
from controller.viewer.html import document, el
from controller.viewer.links import Links


def episode_page(view: EpisodeView, run: str, links: Links, *, live: int = 0) -> str:
    """The page; `run` is the run's name in addresses."""
    title = f"{view.task.id} ({view.epoch})"
    return document(title, [el("h1", title)], links, [(run, links.run(run))], kind="episode", live=live)
