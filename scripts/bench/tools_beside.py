"""What each tool takes beside an earlier version of the tools, on the same calls.

    sudo .venv/bin/python -m scripts.bench.tools_beside CHECKOUT [--app calc] [--tool sort_column] [--times 9]

CHECKOUT is an earlier commit's, with its image made (`scripts/testbed image build` there). A guest of its image and
one of this project's stand side by side. The fuzz machine's models (`tests/guest/fuzz`) make the same document in
both and draw calls that must succeed, each made in one guest and then in the other, in turns, so that what else the
machine does meets both. The first call of each tool is left out: it loads what the tool needs. Shown are the medians
of both and their ratio. A tool counts as slower when it takes more than 20% and more than 10 ms longer.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st
from rich.console import Console
from rich.table import Table

from controller.core.guest import Guest
from controller.guests.nspawn.provider import NspawnProvider
from controller.guests.provider import GuestOptions
from tests.guest.fuzz.drawing import Enough, draw
from tests.guest.fuzz.promises import Arguments, Promise, Subject
from tests.guest.fuzz.subjects import find_subjects
from vm_images.image import find_image, load_image

RATIO, MILLISECONDS = 1.2, 10.0
DRAWS = 25
"""How often arguments are drawn until they are some that must be accepted."""
CALLS_PER_DOCUMENT = 12
IDLE_DOCUMENTS = 20
"""So many documents in a row without a call to measure, and the tools left are given up."""
FIND_IMAGE = "from vm_images.image import find_image; print(find_image().manifest)"


@dataclass(frozen=True, slots=True)
class Row:
    """A tool's medians in milliseconds over so many calls."""

    tool: str
    before: float
    now: float
    calls: int

    @property
    def ratio(self) -> float:
        return self.now / self.before

    @property
    def slower(self) -> bool:
        return self.ratio > RATIO and self.now - self.before > MILLISECONDS


def image_of(checkout: Path) -> Path:
    """The manifest of a checkout's image."""
    variables = os.environ | {"PYTHONPATH": str(checkout)}
    done = subprocess.run(
        [sys.executable, "-c", FIND_IMAGE], cwd=checkout, env=variables, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"{checkout} has no image: {done.stderr.strip().splitlines()[-1]}")
    return Path(done.stdout.strip())


@contextmanager
def guest_of(manifest: Path) -> Iterator[Guest]:
    """A guest of an image, whatever the recipe is."""
    provider = NspawnProvider(load_image(manifest), GuestOptions())
    try:
        yield provider.start()
    finally:
        provider.close()


def milliseconds(guest: Guest, tool: str, arguments: Arguments) -> float | None:
    """How long a call took; None if the tool refused it."""
    began = time.perf_counter()
    result = guest.call_tool(tool, arguments)
    return None if result.is_error else (time.perf_counter() - began) * 1000


def measure(sides: Sequence[Subject], promises: Sequence[Promise], times: int, number: int) -> list[Row]:
    """Measure tools of one application, each `times` times, in the earlier guest and in today's."""
    taken: dict[str, list[tuple[float, float]]] = defaultdict(list)
    made: Counter[str] = Counter()
    idle = 0

    def remaining() -> list[Promise]:
        return [promise for promise in promises if len(taken[promise.tool]) <= times]

    def play(data: st.DataObject) -> None:
        nonlocal idle
        if not remaining() or idle >= IDLE_DOCUMENTS:
            raise Enough
        idle += 1
        document = data.draw(sides[0].documents())
        try:
            for side in sides:
                side.open(document)
        except AssertionError as error:
            print(f"{sides[0].name}: a document is left out: {error}", file=sys.stderr, flush=True)
            return
        for _ in range(CALLS_PER_DOCUMENT):
            if not (left := remaining()):
                raise Enough
            state = sides[1].state()
            promise = data.draw(st.sampled_from(left))
            for _ in range(DRAWS):
                arguments = data.draw(promise.arguments(state))
                if promise.expected(state, arguments).error is False:
                    break
            else:
                continue
            made[promise.tool] += 1
            order = (0, 1) if made[promise.tool] % 2 else (1, 0)
            both = {side: milliseconds(sides[side].guest, promise.tool, arguments) for side in order}
            if both[0] is not None and both[1] is not None:
                taken[promise.tool].append((both[0], both[1]))
                idle = 0

    draw(play, number=number, examples=100_000)
    return [
        Row(
            tool,
            before=statistics.median(before for before, _ in pairs[1:]),
            now=statistics.median(now for _, now in pairs[1:]),
            calls=len(pairs) - 1,
        )
        for tool, pairs in taken.items()
        if len(pairs) > 1
    ]


def show(rows: list[Row], missing: set[str]) -> int:
    """Print the table and the tools that are slower; returns how many are."""
    table = Table("tool", "calls", "before, ms", "now, ms", "ratio", "")
    for row in sorted(rows, key=lambda row: -row.ratio):
        mark = "slower" if row.slower else ""
        table.add_row(
            row.tool, str(row.calls), f"{row.before:.1f}", f"{row.now:.1f}", f"{row.ratio:.2f}", mark
        )
    console = Console(width=110)
    console.print(table)
    slower = [row.tool for row in rows if row.slower]
    ratio = statistics.median(row.ratio for row in rows) if rows else 1.0
    console.print(f"{len(rows)} tools; median ratio {ratio:.2f}; slower: {', '.join(slower) or 'none'}")
    console.print(f"not measured: {', '.join(sorted(missing)) or 'none'}")
    return len(slower)


def main() -> int:
    """Read the options, measure and print; 1 if a tool is slower."""
    subjects = find_subjects()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--app", action="append", choices=list(subjects), help="only this one; repeatable")
    parser.add_argument("--tool", action="append", metavar="NAME", help="only this tool; repeatable")
    parser.add_argument("--times", type=int, default=9, metavar="N", help="calls of a tool (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="(%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows into this file")
    options = parser.parse_args()
    rows: list[Row] = []
    missing: set[str] = set()
    earlier = image_of(options.checkout.resolve())
    with guest_of(earlier) as before, guest_of(find_image().manifest) as now:
        for app in options.app or subjects:
            promises = [
                promise
                for promise in subjects[app].promises
                if not options.tool or any(promise.tool.endswith(name) for name in options.tool)
            ]
            if not promises:
                continue
            sides = [subjects[app](guest) for guest in (before, now)]
            found = measure(sides, promises, options.times, options.seed)
            for side in sides:
                side.close()
            rows += found
            missing |= {promise.tool for promise in promises} - {row.tool for row in found}
            print(f"{app}: {len(found)} tools", file=sys.stderr, flush=True)
    if options.json:
        data = {row.tool: {"before": row.before, "now": row.now, "calls": row.calls} for row in rows}
        options.json.write_text(json.dumps(data, indent=1) + "\n")
    return 1 if show(rows, missing) else 0


if __name__ == "__main__":
    sys.exit(main())
