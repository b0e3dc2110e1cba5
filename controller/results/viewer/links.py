"""The addresses of the viewer's pages and pictures, each relative to the page that links it.

    ./                                              the runs
    runs/<run>/                                     a run
    runs/<run>/pages/<name>/                        a page about a run that a plugin adds
    runs/<run>/<domain>/<slug>/<epoch>/             an episode
    runs/<run>/<domain>/<slug>/<epoch>/attempt-<n>/ one of its tries that failed
    runs/<run>/<domain>/<slug>/<epoch>/screens/…    its pictures; events.jsonl, its record
    runs/<run>/<domain>/<slug>/<epoch>/episode.gif  the episode played through; episode.mp4
    compare/<run>/<run>/                            two runs
    compare/<run>/<run>/<domain>/<slug>/<epoch>/    two episodes of one task side by side
    tasks/                                          the tasks by runs
    assets/…                                        style and script

A folder of files has the same layout; there a page is the `index.html` of its folder.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import PurePath

RUNS_DEPTH = 0
TASKS_DEPTH = 1
RUN_DEPTH = 2
COMPARISON_DEPTH = 3
PLUGIN_PAGE_DEPTH = 4
EPISODE_DEPTH = 5
ATTEMPT_DEPTH = 6
EPISODES_DEPTH = 6
"""How many folders each kind of page lies below the page of runs."""

_LONGEST = 180
_ESCAPED = re.compile(rb"[^A-Za-z0-9_.+-]")


def run_name(folder: PurePath) -> str:
    """A run's name in addresses, derived from its folder relative to the viewed one.

    `/` is written as `~`, every byte that is not plain as `=` and two hex digits, so no two folders have the
    same; of a very long one the end is a hash.
    """
    name = "~".join(_escape(part) for part in folder.parts)
    if len(name) <= _LONGEST:
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()[:32]
    return f"{name[: _LONGEST - len(digest) - 2]}=={digest}"


def _escape(part: str) -> str:
    safe = _ESCAPED.sub(
        lambda match: b"=%02X" % ord(match[0]), part.encode("utf-8", "surrogateescape")
    ).decode()
    return f"=2E{safe[1:]}" if safe.startswith(".") else safe


@dataclass(frozen=True, slots=True)
class Links:
    """Addresses relative to a page `depth` folders below the page of runs; of files if `static`."""

    depth: int
    static: bool = False

    def runs(self) -> str:
        return self._page("")

    def run(self, run: str) -> str:
        return self._page(f"runs/{run}/")

    def plugin_page(self, run: str, name: str) -> str:
        """A page about a run that a plugin adds."""
        return self._page(f"runs/{run}/pages/{name}/")

    def episode(self, run: str, task: str, epoch: int, attempt: int = 0) -> str:
        """An episode's page, or that of its n-th failed attempt."""
        return self._page(_episode(run, task, epoch) + (f"attempt-{attempt}/" if attempt else ""))

    def answer(self, run: str) -> str:
        """What takes the answer to the open question of a run; static pages have none."""
        return f"{self._root}runs/{run}/answer"

    def screen(self, run: str, task: str, epoch: int, file: str) -> str:
        """A picture of an episode by its file name."""
        return f"{self._root}{_episode(run, task, epoch)}screens/{file}"

    def events(self, run: str, task: str, epoch: int, attempt: int = 0) -> str:
        """The record of an episode's events, or of its n-th failed attempt."""
        folder = _episode(run, task, epoch) + (f"attempt-{attempt}/" if attempt else "")
        return f"{self._root}{folder}events.jsonl"

    def comparison(self, a: str, b: str) -> str:
        return self._page(f"compare/{a}/{b}/")

    def episodes(self, a: str, b: str, task: str, epoch: int) -> str:
        """Two runs' episodes of one task side by side."""
        return self._page(f"compare/{a}/{b}/{task}/{epoch}/")

    def video(self, run: str, task: str, epoch: int, form: str) -> str:
        """An episode played through, as "gif" or "mp4"; static pages have none."""
        return f"{self._root}{_episode(run, task, epoch)}episode.{form}"

    def tasks(self) -> str:
        """The page of tasks by runs."""
        return self._page("tasks/")

    def compare(self) -> str:
        """The target of the form that chooses two runs; static pages have none."""
        return f"{self._root}compare"

    def asset(self, name: str) -> str:
        return f"{self._root}assets/{name}"

    @property
    def _root(self) -> str:
        return "../" * self.depth or "./"

    def _page(self, folder: str) -> str:
        return f"{self._root}{folder}{'index.html' if self.static else ''}"


def _episode(run: str, task: str, epoch: int) -> str:
    return f"runs/{run}/{task}/{epoch}/"
