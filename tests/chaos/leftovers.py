"""What a run leaves on the host after its controllers have ended: processes, mounts, files; and what guests leave."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

from controller.records.run_records import RunRecords

MARK = "TESTBED_CHAOS"
"""The environment variable by which processes of one round are found."""
RUN_FILES = frozenset(
    {".lock", "episodes", "error.json", "log.jsonl", "run.json", "summary.json", "tools.json"}
)
EPISODE_FILES = frozenset(
    {"attempts", "events.jsonl", "exchanges.jsonl.gz", "final", "result.json", "screens"}
)


def find(folder: Path, temporary: Path, mark: str, pids: Collection[int]) -> list[str]:
    """List what is left of a run.

    Args:
        folder: The run's folder.
        temporary: The folder for temporary files of its controllers.
        mark: The value of `MARK` in the environment of its controllers.
        pids: The controllers' processes, which were leaders of their sessions.
    """
    return [
        *(f"process {line}" for line in _processes(mark, pids)),
        *(f"temporary {path.relative_to(temporary)}" for path in sorted(temporary.rglob("*"))),
        *(f"in the run folder: {path.relative_to(folder)}" for path in _strange_files(folder)),
    ]


def mounts_below(folder: Path) -> list[str]:
    """The mount points in a folder."""
    points = (line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines())
    return [point for point in points if Path(point).is_relative_to(folder)]


def _processes(mark: str, pids: Collection[int]) -> Iterator[str]:
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(FileNotFoundError, ProcessLookupError, PermissionError):
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            marked = f"{MARK}={mark}\0".encode() in (process / "environ").read_bytes()
            if int(process.name) != os.getpid() and (marked or int(fields[3]) in pids) and fields[0] != "Z":
                yield f"{process.name} {(process / 'cmdline').read_bytes().replace(bytes(1), b' ').decode()[:100]}"


def _strange_files(folder: Path) -> Iterator[Path]:
    """Files that no whole run has, such as those half written when a controller was killed."""
    yield from (path for path in folder.iterdir() if path.name not in RUN_FILES)
    records = RunRecords.open(folder)
    for key in records.episodes():
        episode = records.recorder(*key).folder
        yield from (path for path in episode.glob("*") if path.name not in EPISODE_FILES)
        yield from (path for part in ("screens", "final", "attempts") for path in (episode / part).glob(".*"))
