"""The command behind `scripts/fuzz_tools --states`: walk through the table on a real guest, end with one JSON line."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from dataclasses import asdict
from pathlib import Path

from controller.guests.nspawn import create
from controller.guests.provider import GuestOptions
from tests.guest.states import results
from tests.guest.states.table import AppTable, find_tables, promises_of, subject_type
from tests.guest.states.verdict import RIGHT
from tests.guest.states.walker import Cell, walk


def main() -> int:
    """Read the options and walk; 1 if a cell is not right."""
    tables = find_tables()
    parser = argparse.ArgumentParser(prog="scripts/fuzz_tools", description=__doc__)
    parser.add_argument("--states", action="store_true", help="this mode")
    parser.add_argument("--app", action="append", choices=list(tables), help="only this one; repeatable")
    parser.add_argument("--state", action="append", metavar="NAME", help="only this state; repeatable")
    parser.add_argument("--tool", action="append", metavar="NAME", help="only this tool; repeatable")
    parser.add_argument("--seconds", type=float, default=float("inf"), metavar="S", help="at most, over all")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="of the calls' arguments (%(default)s)"
    )
    parser.add_argument("--each", type=int, metavar="N", help="N tools of each state, which the seed chooses")
    parser.add_argument(
        "--results", type=Path, metavar="FILE", help="append a line a cell; skip cells it has"
    )
    parser.add_argument(
        "--record", action="store_true", help="write what is right into the file that CI samples"
    )
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write each failing cell into this folder")
    options = parser.parse_args()
    done = results.load(options.results)

    def tell(cell: Cell) -> None:
        done[cell.app, cell.state, cell.tool] = cell
        if options.results:
            results.append(options.results, cell)
        if cell.outcome in RIGHT:
            return
        print(
            f"{cell.outcome}: {cell.app}/{cell.state}/{cell.tool}: {cell.text}", file=sys.stderr, flush=True
        )
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
            name = f"{cell.state}_{cell.tool.rpartition('.')[2]}_{cell.outcome}_{options.seed}.json"
            (options.keep / name.replace("/", " ")).write_text(json.dumps(asdict(cell), indent=1) + "\n")

    deadline = time.monotonic() + options.seconds
    provider = create(GuestOptions())
    try:
        guest = provider.start()
        for app in options.app or list(tables):
            wanted = {
                (state, tool)
                for state, tool in choose(app, tables[app], options.each, options.seed)
                if (not options.state or state in options.state)
                and (not options.tool or any(tool.endswith(name) for name in options.tool))
                and (app, state, tool) not in done
            }
            subject = subject_type(app)(guest)
            try:
                walk(subject, tables[app], wanted, seed=options.seed, tell=tell, deadline=deadline)
            finally:
                subject.close()
    finally:
        provider.close()
        if options.record:
            results.record(done.values())
        print(json.dumps(results.summary(done.values(), options.seed)))
    return 1 if any(cell.outcome not in RIGHT for cell in done.values()) else 0


def choose(app: str, table: AppTable, each: int | None, seed: int) -> set[tuple[str, str]]:
    """Choose so many tools of each state; all of them for None."""
    tools = sorted(promise.tool for promise in promises_of(app))
    number = len(tools) if each is None else min(each, len(tools))
    return {
        (state.name, tool)
        for state in table.states
        for tool in random.Random(f"{seed} {app} {state.name}").sample(tools, number)
    }


if __name__ == "__main__":
    sys.exit(main())
