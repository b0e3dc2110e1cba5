"""Runs selected by the tags that their users gave them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from controller.records.run_info import RunInfo
from testbed.errors import UsageError


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
