"""Task sources by name: the folders of this package, and entry points of other distributions.

A task source declares itself once. Its folder `controller/tasks/sources/<name>/`, with `_` for `-` (or the module or
object that an entry point of the group `testbed.task_sources` names) offers

    def open_source(place: str, options: Mapping[str, str]) -> TaskSource
        `options` has those of OPTIONS that the user gave. Raises UsageError.

    PLACE = "DIR"
        The syntax of the place, for help and hints.

    OPTIONS = {"cache": "what it does"}
        Further options that it takes.

    GUEST = {"profile": "osworld", "width": 1920, "height": 1080}
        Only if its tasks need other guests than the default: fields of `GuestOptions`.

Users name a source and its place as a suite, `--suite osworld:DIR`; a run's record keeps both (`SourceRef`).
"""

from __future__ import annotations

import contextlib
import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any

from controller.core.plugins import Plugin, find_plugins, unknown_name
from controller.tasks import sources
from controller.tasks.source import TaskSource
from testbed.errors import UsageError

GROUP = "testbed.task_sources"


def names() -> tuple[str, ...]:
    """List the task sources: testbed's own, then those of other distributions."""
    own = _own()
    return (*own, *(name for name, plugin in _plugins(own).items() if not plugin.problem))


def usages() -> tuple[str, ...]:
    """List testbed's own sources as `--suite` takes them, with their place."""
    return tuple(f"{name}:{_load(name).PLACE}" for name in _own())


def open_source(suite: str, options: Mapping[str, str]) -> TaskSource:
    """Open the source that a suite names.

    Args:
        suite: "<source>:<place>".
        options: Options of the source by name.

    Raises:
        UsageError: There is no such source, the place is missing or wrong, or it does not take an option.
    """
    name, _, place = suite.partition(":")
    offered = _load(name)
    if not place:
        raise UsageError(f"--suite {suite}: the place is missing", hint=f"use --suite {name}:{offered.PLACE}")
    for option in options:
        if option not in offered.OPTIONS:
            raise UsageError(
                f"the task source {name} takes no --{option}",
                hint=f"it takes {', '.join(f'--{known}' for known in offered.OPTIONS) or 'no options'}",
            )
    plugin = _plugins(_own()).get(name)
    with plugin.failures_as(UsageError, "open_source") if plugin else contextlib.nullcontext():
        source: TaskSource = offered.open_source(place, options)
    return source


def takes_option(suite: str, option: str) -> bool:
    """Whether the source that a suite names takes an option. Raises UsageError."""
    return option in _load(suite.partition(":")[0]).OPTIONS


def guest_of(suite: str) -> Mapping[str, Any]:
    """Return what the tasks of a suite ask of their guests, as fields of `GuestOptions`. Raises UsageError."""
    name, colon, _ = suite.partition(":")
    return getattr(_load(name), "GUEST", {}) if colon else {}


def _own() -> tuple[str, ...]:
    modules = (module.name for module in pkgutil.iter_modules(sources.__path__) if module.ispkg)
    return tuple(sorted(name.replace("_", "-") for name in modules))


def _plugins(own: tuple[str, ...]) -> dict[str, Plugin]:
    return find_plugins(GROUP, "task source", own)


def _load(name: str) -> Any:
    own = _own()
    if name in own:
        return importlib.import_module(f"{sources.__name__}.{name.replace('-', '_')}")
    plugin = _plugins(own).get(name)
    if plugin is None:
        raise unknown_name("task source", name, names())
    return plugin.load()
