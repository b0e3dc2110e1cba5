"""How many episodes an hour this host plays, and where their seconds go, for several numbers of guests.

    sudo .venv/bin/python scripts/bench/throughput.py [--guests 1 2 3 4] [--suite demo] [--beside FOLDER] [--json]
    sudo .venv/bin/python scripts/bench/throughput.py --provider frozen --against nspawn

The agent is `oracle`, so nothing waits for a model. `--beside` names another checkout with its own `.venv` and image,
`--against` another provider; its runs take turns with ours, and the ratio of the two is what to compare, as machines
are noisy. Guest-seconds come from the runs' records, processor-seconds of guests from their control groups
(`processor_time.py`).

`--idle N` measures instead what one more idle guest takes of the host's memory, and from it how many guests a host
holds and what a guest costs a day on a rented one.
"""

from __future__ import annotations

import argparse
import json
import operator
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from processor_time import PHASES, ProcessorTime, by_phase
from rich.console import Console
from rich.table import Table

from controller.guests.host_health import available_mib
from controller.guests.link.diagnostics import used_mib
from controller.guests.registry import create_provider
from controller.records.run_folder import RunFolder
from controller.records.run_records import RunRecords

ROOT = Path(__file__).parents[2]
CLOUD = "AWS r6a.4xlarge, on demand, us-east-1"
CLOUD_USD_AN_HOUR = 0.9072
CLOUD_MIB = 128 * 1024
CLOUD_PROCESSORS = 16
REPLICAS = 1024
"""The number of replicas that OSGym reports, at 0.23 USD a replica and day (arXiv 2511.11672)."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One run: its episodes, the seconds it took, and seconds by phase of guests and of their processors."""

    episodes: int
    solved: int
    seconds: float
    guest_seconds: dict[str, float]
    processor_seconds: dict[str, float]

    @property
    def an_hour(self) -> float:
        return 3600 * self.episodes / self.seconds


@dataclass(frozen=True, slots=True)
class Side:
    """What is measured: a checkout's own `testbed`, with guests of a provider."""

    checkout: Path
    provider: str


def play(side: Side, guests: int, selection: list[str]) -> Measured:
    """Play the tasks and read the run's records."""
    with tempfile.TemporaryDirectory(prefix="testbed-throughput-") as folder:
        run = Path(folder) / "run"
        command = [
            *(str(side.checkout / ".venv/bin/testbed"), "run", "--out", str(run), "--display", "none"),
            *("--provider", side.provider),
            *("--agent", "oracle", "--tool-filter", "oracle", "--guests", str(guests), *selection),
        ]
        began = time.monotonic()
        with subprocess.Popen(
            command, cwd=side.checkout, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stderr
            with ProcessorTime(process.pid) as processors:
                errors = process.stderr.read()
                process.wait()
        seconds = time.monotonic() - began
        if process.returncode:
            raise SystemExit(f"{' '.join(command)} ended with {process.returncode}:\n{errors}")
        results = list(RunRecords.open(run).results().values())
        guest_seconds: Counter[str] = Counter()
        for result in results:
            spent = result.timings
            guest_seconds["boot"] += spent["boot"]
            guest_seconds["set-up"] += spent["set_up"]
            guest_seconds["observe"] += spent["observe"]
            guest_seconds["act"] += spent["act"]
            guest_seconds["judge"] += spent["judge"]
            guest_seconds["idle"] += spent["wait"] + spent["play"] - spent["observe"] - spent["act"]
        episodes = [
            [json.loads(line) for line in path.read_text().splitlines()]
            for path in RunFolder(run).event_files()
        ]
        return Measured(
            len(results),
            sum(result.score == 1 for result in results),
            seconds,
            dict(guest_seconds),
            by_phase(processors.samples, episodes),
        )


def measure_rates(options: argparse.Namespace) -> dict[str, object]:
    """Play every number of guests in turns with the other side and print the tables."""
    sides = {"here": Side(ROOT, options.provider)}
    if options.beside:
        sides["beside"] = Side(options.beside.resolve(), options.provider)
    elif options.against:
        sides = {options.provider: sides["here"], options.against: Side(ROOT, options.against)}
    selection = [part for task in options.task for part in ("--task", task)] or ["--suite", options.suite]
    selection += ["--epochs", str(options.epochs)]
    figures: dict[str, object] = {}
    rates = Table("guests", *(f"{name}: episodes an hour" for name in sides), "ratio", "solved")
    phases = Table("guests", "seconds an episode", *PHASES)
    for guests in options.guests:
        measured: dict[str, list[Measured]] = {name: [] for name in sides}
        for _ in range(options.rounds):
            for name, side in sides.items():
                measured[name].append(play(side, guests, selection))
        medians = {name: statistics.median(run.an_hour for run in runs) for name, runs in measured.items()}
        every = [run for runs in measured.values() for run in runs]
        rates.add_row(
            str(guests),
            *(f"{median:.0f}" for median in medians.values()),
            f"{operator.truediv(*medians.values()):.2f}" if len(medians) == 2 else "",
            f"{sum(run.solved for run in every)} of {sum(run.episodes for run in every)}",
        )
        for name, runs in measured.items():
            for kind in ("guest_seconds", "processor_seconds"):
                spent = {phase: mean(runs, kind, phase) for phase in PHASES}
                phases.add_row(
                    str(guests),
                    f"{name}: {kind.replace('_s', ' s')}",
                    *(f"{value:.2f}" for value in spent.values()),
                )
                figures[f"{guests} {name} {kind}"] = spent
            figures[f"{guests} {name} episodes_an_hour"] = medians[name]
    if not options.json:
        Console().print(rates, phases)
    return figures


def mean(runs: list[Measured], kind: str, phase: str) -> float:
    """Seconds an episode that runs spent in a phase."""
    return sum(getattr(run, kind).get(phase, 0.0) for run in runs) / sum(run.episodes for run in runs)


def measure_idle(options: argparse.Namespace) -> dict[str, object]:
    """Start idle guests one after the other; print what each took of the host's memory and what a day of one costs."""
    taken = []
    provider = create_provider(options.provider)
    try:
        before = available_mib()
        for _ in range(options.idle):
            guest = provider.start()
            time.sleep(options.quiet)
            left = available_mib()
            taken.append(before - left)
            before = left
        shared = used_mib(guest)
    finally:
        provider.close()
    further = statistics.median(taken[1:] or taken)
    held = int(CLOUD_MIB * 0.9 / further)
    figures: dict[str, object] = {
        "host_mib_of_each_guest": taken,
        "pss_mib_of_the_last": shared,
        "idle_guests_in_24_gib": int((24 * 1024 - taken[0]) / further) + 1,
        "cloud": CLOUD,
        "cloud_guests": held,
        "cloud_processors_a_guest": round(CLOUD_PROCESSORS / held, 2),
        "usd_a_replica_day": round(CLOUD_USD_AN_HOUR * 24 / held, 3),
        f"hosts_for_{REPLICAS}_replicas": -(-REPLICAS // held),
    }
    if not options.json:
        for name, value in figures.items():
            print(f"{name.replace('_', ' ')}: {value}")
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--guests", type=int, nargs="+", default=[1, 2, 3, 4])
    parser.add_argument("--suite", default="demo")
    parser.add_argument("--task", action="append", default=[], help="instead of a suite; repeatable")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1, help="runs of each number of guests (%(default)s)")
    parser.add_argument("--beside", type=Path, metavar="FOLDER", help="another checkout to take turns with")
    parser.add_argument(
        "--idle", type=int, default=0, metavar="N", help="measure the memory of N idle guests"
    )
    parser.add_argument("--quiet", type=float, default=20.0, help="seconds before an idle guest is measured")
    parser.add_argument("--provider", default="nspawn", help="of the guests (%(default)s)")
    parser.add_argument(
        "--against", default="", metavar="PROVIDER", help="another provider to take turns with"
    )
    parser.add_argument("--json", action="store_true", help="print figures as JSON instead of tables")
    options = parser.parse_args()
    figures = measure_idle(options) if options.idle else measure_rates(options)
    if options.json:
        print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
