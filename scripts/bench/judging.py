"""What judging costs: CPU time of verdicts on recorded final states, parsing processes included, by domain.

    testbed tasks validate --domain libreoffice_calc --out proofs
    .venv/bin/python scripts/bench/judging.py proofs [--domain libreoffice_calc] [--json]

The commands that a checker runs in the guest were recorded and are not run again; their time is the guest's.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from controller.proofs.replayed_cases import judge_again
from controller.records.files import read_model
from controller.records.run_folder import EpisodeFolder
from controller.records.run_info import EpisodeResult
from controller.tasks.domains import domain_of
from controller.tasks.selection import Selection, select_tasks, tasks_root
from controller.tasks.task import Task, with_variant
from testbed.errors import RecordsError, TestbedError

VARIANT = "variant-"


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("records", type=Path, help="folder that `testbed tasks validate --out` made")
    parser.add_argument("--domain", action="append", default=[], help="only this domain; repeatable")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    seconds: dict[str, list[float]] = {}
    for task in select_tasks(Selection(domains=tuple(options.domain)), tasks_root()):
        for variant, folder, result in cases(task, options.records):
            before = processor_time()
            if judge_again(variant, folder, result) is not None:
                seconds.setdefault(domain_of(task.id), []).append(processor_time() - before)
    if not seconds:
        print(f"{options.records} has no records of these tasks", file=sys.stderr)
        return 2
    seconds["all"] = [value for values in seconds.values() for value in values]
    rows = {name: summary(values) for name, values in seconds.items()}
    if options.json:
        print(json.dumps(rows))
        return 0
    table = Table("domain", "verdicts", "median CPU s", "95%", "most", title="CPU time of a verdict")
    for name, row in rows.items():
        table.add_row(name, str(row["verdicts"]), *(f"{row[key]:.2f}" for key in ("median", "p95", "most")))
    Console().print(table)
    return 0


def cases(task: Task, records: Path) -> Iterator[tuple[Task, Path, EpisodeResult]]:
    """Yield the recorded cases of a task: the task in the variant played, the episode's folder, its result."""
    for path in sorted((records / task.id).rglob("case.json")):
        part = path.parent.parent.name
        variant = with_variant(task, int(part.removeprefix(VARIANT))) if part.startswith(VARIANT) else task
        try:
            result = read_model(EpisodeFolder(path.parent).result_file, EpisodeResult)
        except RecordsError:
            continue
        yield variant, path.parent, result


def processor_time() -> float:
    """CPU seconds of this process and of its children, those that still run included."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    running = sum(
        time_of(int(pid))
        for file in Path("/proc/self/task").glob("*/children")
        for pid in file.read_text().split()
    )
    return sum(usage.ru_utime + usage.ru_stime for usage in used) + running


def time_of(pid: int) -> float:
    """CPU seconds of a process and of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def summary(values: list[float]) -> dict[str, float]:
    """The number of verdicts, and the median, 95th percentile and greatest CPU time in seconds."""
    ordered = sorted(values)
    return {
        "verdicts": len(ordered),
        "median": statistics.median(ordered),
        "p95": ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))],
        "most": ordered[-1],
    }


if __name__ == "__main__":
    try:
        sys.exit(main())
    except TestbedError as error:
        sys.exit(f"error: {error}")
