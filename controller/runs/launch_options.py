"""The options of starting and labelling a run; none of them changes a result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field

from controller.core.options import GUESTS, LIMITS, RECORDS, Option, OptionGroup
from controller.metrics.tags import parse_tags

GUESTS_HERE = 2
"""Guests of this host, if no other number is given."""


def _parse_tags(given: Mapping[str, str] | Iterable[str]) -> dict[str, str]:
    texts = (f"{key}={value}" for key, value in given.items()) if isinstance(given, Mapping) else given
    return parse_tags(tuple(texts))


class LaunchOptions(OptionGroup):
    """How a run is started and labelled."""

    guests: Annotated[
        int | None, Option(GUESTS, "N", default=GUESTS_HERE, after="servers", on_resume=True, on_replay=True)
    ] = Field(None, ge=1)
    """Number of guests that run at the same time."""
    max_guests: Annotated[
        int | None, Option(GUESTS, "N", after="cluster", on_resume=True, on_replay=True)
    ] = Field(None, ge=1)
    """With --cluster: maximum number of guests that run at the same time; default: the cluster's guest slots."""
    prices: Annotated[Path | None, Option(LIMITS, "FILE", after="max_cost")] = None
    """Price list that adds or replaces prices of models (TOML)."""
    out: Annotated[Path | None, Option(RECORDS, "DIR", on_replay=True)] = None
    """Folder of the run; default: runs/<time>-<agent>."""
    tags: Annotated[
        dict[str, str], Option(RECORDS, "K=V", flag="--tag", parse=_parse_tags, on_replay=True)
    ] = Field(default_factory=dict)
    """Tag of the run, which view, report and compare can filter by; repeatable."""
    note: Annotated[str, Option(RECORDS, "TEXT", on_replay=True)] = ""
    """Note that is recorded with the run."""
