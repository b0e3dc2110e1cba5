"""The tasks of a checkout of OSWorld."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from plugins.osworld.tasks.evaluators import Evaluators, find_evaluators
from plugins.osworld.tasks.files import FileCache
from plugins.osworld.tasks.task import OSWorldTask
from plugins.osworld.tasks.task_json import malformed_definition, read_definition
from testbed.errors import TaskError, UsageError
from testbed.results import without_junk
from testbed.tasks import SourceRef, read_task_list

SLEEPS = ("short", "exact")
TOOL_BENEFICIAL = "has_tool.json"
"""The list of tool-beneficial tasks that OSWorld-MCP adds to `evaluation_examples`."""
_HINT = "give the evaluation_examples of a checkout of OSWorld, with examples/<domain>/<id>.json"


class OSWorldSource:
    """The tasks below a checkout's `evaluation_examples/examples`."""

    def __init__(self, folder: Path, cache: Path | None, ref: SourceRef) -> None:
        self._examples = folder / "examples"
        self._cache = FileCache(cache)
        self._evaluators = find_evaluators(folder.parent)
        self._ref = ref

    @property
    def checkout(self) -> Path:
        """The checkout that the tasks and their evaluators belong to."""
        return self._examples.parents[1]

    @classmethod
    def open(cls, place: str, options: Mapping[str, str]) -> OSWorldSource:
        """Open the folder at `place`, which may also be the checkout itself.

        Raises UsageError when there are no tasks, or an option is wrong.
        """
        folder = (
            Path(place).expanduser().resolve()
        )  # the judge's sandbox has no links that lead out of a checkout
        if not (folder / "examples").is_dir() and (folder / "evaluation_examples" / "examples").is_dir():
            folder = folder / "evaluation_examples"
        if not (folder / "examples").is_dir():
            raise UsageError(
                f"there are no tasks of OSWorld in {place}: it has no folder examples", hint=_HINT
            )
        cache = _cache_folder(folder, options.get("cache", ""))
        sleeps = options.get("osworld-sleeps", SLEEPS[0])
        if sleeps not in SLEEPS:
            raise UsageError(
                f"invalid value for --osworld-sleeps: {sleeps!r} (use {' or '.join(SLEEPS)})",
            )
        named = {"cache": str(cache)} if cache else {}
        named |= {name: options[name] for name in ("osworld-sleeps", "network") if name in options}
        listed = _tool_beneficial_file(folder, options.get("tool-beneficial", ""))
        named |= {"tool-beneficial": str(listed)} if listed else {}
        return cls(folder, cache, SourceRef(f"osworld:{folder}", tuple(named.items())))

    def ids(self) -> list[str]:
        """Return the ids of all tasks, sorted. Raises UsageError when there is none."""
        files = without_junk(self._examples.glob("*/*.json"), self._examples)
        ids = sorted(f"{path.parent.name}/{path.stem}" for path in files)
        if not ids:
            raise UsageError(f"there are no tasks of OSWorld in {self._examples}", hint=_HINT)
        return ids

    def load(self, task_id: str) -> OSWorldTask:
        """Return the task of a known id; one whose file is malformed cannot run."""
        path = self._examples / f"{task_id}.json"
        try:
            definition = read_definition(path, self._evaluators)
        except TaskError as error:
            definition = malformed_definition(path.stem, error.message)
        options = dict(self._ref.options)
        return OSWorldTask(
            path,
            definition,
            self._cache,
            self._evaluators_hash,
            self._ref,
            exact_sleeps=options.get("osworld-sleeps") == "exact",
            listed_tool_beneficial=task_id in self._tool_beneficial,
            has_network=options.get("network", "closed") != "closed",
        )

    @cached_property
    def _tool_beneficial(self) -> frozenset[str]:
        path = dict(self._ref.options).get("tool-beneficial")
        if path is None:
            return frozenset()
        ids = read_task_list(Path(path), "--tool-beneficial")
        known = set(self.ids())
        unknown = next((task_id for task_id in ids if task_id not in known), None)
        if unknown is not None:
            raise UsageError(
                f"--tool-beneficial {path}: there is no task {unknown!r} in {self._examples}",
                hint="give the list that belongs to the checkout",
            )
        return frozenset(ids)

    @cached_property
    def _evaluators_hash(self) -> str:
        return _hash_of(self._evaluators)


def _cache_folder(folder: Path, given: str) -> Path | None:
    """Return the folder of cached files; by default `cache` in the checkout, where OSWorld itself keeps them."""
    if given:
        cache = Path(given).expanduser().resolve()
        if not cache.is_dir():
            raise UsageError(
                f"--cache {given}: there is no such folder", hint="create it, or correct its name"
            )
        return cache
    default = folder.parent / "cache"
    return default if default.is_dir() else None


def _tool_beneficial_file(folder: Path, given: str) -> Path | None:
    """Return the list of tool-beneficial tasks; by default OSWorld-MCP's, if it lies among the checkout's lists."""
    if given:
        return Path(given).expanduser().resolve()
    default = folder / TOOL_BENEFICIAL
    return default if default.is_file() else None


def _hash_of(evaluators: Evaluators) -> str:
    digest = hashlib.sha256()
    for path in sorted(evaluators.folder.rglob("*.py")):
        digest.update(path.relative_to(evaluators.folder).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
