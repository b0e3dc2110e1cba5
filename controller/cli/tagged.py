"""Runs selected by their tags, from folders that contain runs at any depth."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from controller.cli import common
from controller.metrics.tags import has_tags, parse_tags
from controller.records.run_info import RunInfo
from controller.records.run_records import RunRecords
from controller.results.viewer.folders import find_runs
from testbed.errors import RecordsError, UsageError

TagFilter = Annotated[
    list[str] | None,
    typer.Option(
        "--tag",
        metavar="K=V",
        help="Use only the runs with this tag, at any depth below the folders; repeatable.",
        show_default=False,
    ),
]


def tagged_runs(folders: Sequence[Path], texts: Sequence[str]) -> list[Path]:
    """Return the folders of the runs that have all tags, oldest first.

    Args:
        folders: Runs, studies, or folders that contain runs at any depth.
        texts: Tags as on the command line, such as `team=a`.

    Raises:
        UsageError: A tag is not KEY=VALUE, a folder cannot be read, or no run has the tags.
    """
    tags = parse_tags(texts)
    infos = _infos(folders)
    selected = {folder: info for folder, info in infos.items() if has_tags(info, tags)}
    if not selected:
        raise _no_match_error(texts, list(infos.values()))
    return sorted(selected, key=lambda folder: selected[folder].created)


def _infos(folders: Sequence[Path]) -> dict[Path, RunInfo]:
    infos = {}
    for root in folders:
        for folder in find_runs(root).runs:
            try:
                infos[folder] = RunRecords.open(folder).info
            except RecordsError as error:
                common.err.print(f"warning: left out: {error.message}", markup=False, soft_wrap=True)
    return infos


def _no_match_error(texts: Sequence[str], infos: Sequence[RunInfo]) -> UsageError:
    known = sorted({f"{key}={value}" for info in infos for key, value in info.tags.items()})
    return UsageError(
        f"none of {len(infos)} runs has {' and '.join(f'the tag {text}' for text in texts)}",
        hint=f"tags there are: {', '.join(known) or 'none; give some with `run --tag K=V`'}",
    )
