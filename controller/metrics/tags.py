"""Runs selected by the tags that their users gave them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from controller.metrics.run_loader import LoadedRun
from controller.records.run_info import RunInfo
from testbed.errors import UsageError

_Run = TypeVar("_Run", RunInfo, LoadedRun)


def parse_tags(texts: Iterable[str]) -> dict[str, str]:
    """Parse tags as on the command line: `["team=a", "try=2"]` -> `{"team": "a", "try": "2"}`.

    Raises:
        UsageError: A text is not KEY=VALUE, or a key is given twice.
    """
    tags: dict[str, str] = {}
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not key or not equals or not f"{key}{value}".isprintable():
            raise UsageError(f"invalid tag {text!r}", hint="use --tag KEY=VALUE")
        if key in tags:
            raise UsageError(f"the tag {key!r} is given twice", hint="give it once")
        tags[key] = value
    return tags


def has_tags(info: RunInfo, tags: Mapping[str, str]) -> bool:
    """Whether a run has all of these tags with these values."""
    return all(info.tags.get(key) == value for key, value in tags.items())


def select_by_tags(runs: Iterable[_Run], tags: Mapping[str, str]) -> list[_Run]:
    """The runs that have all of these tags with these values, in their order."""
    return [run for run in runs if has_tags(run if isinstance(run, RunInfo) else run.info, tags)]
