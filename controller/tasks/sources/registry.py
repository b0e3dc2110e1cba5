"""Task sources by name: the folders of this package, with `-` for `_`, and those of other distributions.

Users name a source and its place as a suite, `--suite osworld:DIR`; a run's record keeps both (`SourceRef`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.core.options import OptionGroup, list_options, read_options
from controller.tasks.source import TaskSource
from testbed.errors import UsageError
from testbed.extension_points import TASK_SOURCES


def usages(option: str = "") -> tuple[str, ...]:
    """List sources as `--suite` takes them: all, or testbed's own that take an option.

    Those of other distributions are not imported for it, so their place is not named.
    """
    specs = {name: TASK_SOURCES.load(name) for name in TASK_SOURCES.own_names()}
    own = (
        f"{name}:{spec.place}" for name, spec in specs.items() if not option or option in spec.option_names
    )
    others = () if option else (f"{name}:PLACE" for name in TASK_SOURCES.names() if name not in specs)
    return (*own, *others)


def open_source(suite: str, options: Mapping[str, str]) -> TaskSource:
    """Open the source that a suite names.

    Args:
        suite: "<source>:<place>".
        options: Options of the source by name.

    Raises:
        UsageError: There is no such source, the place is missing or wrong, or it does not take an option or its value.
    """
    name, _, place = suite.partition(":")
    spec = TASK_SOURCES.load(name)
    if not place:
        raise UsageError(f"--suite {suite}: the place is missing", hint=f"use --suite {name}:{spec.place}")
    for option in options:
        if option not in spec.option_names:
            raise UsageError(
                f"the task source {name} takes no --{option}",
                hint=f"it takes {', '.join(f'--{known}' for known in spec.option_names) or 'no options'}",
            )
    if spec.run_options:
        items = list_options(spec.run_options)
        given = {item.name: options[item.flag[2:]] for item in items if item.flag[2:] in options}
        read_options(spec.run_options, given, lambda item: item.flag)
    return spec.open_source(place, options)


def takes_option(suite: str, option: str) -> bool:
    """Whether the source that a suite names takes an option. Raises UsageError."""
    return option in TASK_SOURCES.load(suite.partition(":")[0]).option_names


def option_models() -> tuple[type[OptionGroup], ...]:
    """Return the option models of testbed's own sources."""
    models = (TASK_SOURCES.load(name).run_options for name in TASK_SOURCES.own_names())
    return tuple(model for model in models if model is not None)


def option_model_of_plugin(suite: str) -> type[OptionGroup] | None:
    """Return the option model of a plugin's source that a suite names. Raises UsageError if it cannot be imported."""
    name, colon, _ = suite.partition(":")
    if not colon or name in TASK_SOURCES.own_names() or name not in TASK_SOURCES.names():
        return None
    return TASK_SOURCES.load(name).run_options


def guest_of(suite: str) -> Mapping[str, Any]:
    """Return what the tasks of a suite ask of their guests, as fields of `GuestOptions`. Raises UsageError."""
    name, colon, _ = suite.partition(":")
    return TASK_SOURCES.load(name).guest if colon else {}
