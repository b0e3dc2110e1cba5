"""What a Ray cluster costs a run, with guests of the provider `fake`: nothing is measured but the way to the guests.

    .venv/bin/python scripts/bench/cluster.py [--cells 1x1 4x2 16x4 64x8] [--episodes 240] [--rounds 3] [--stream 20]
        [--memory 10000] [--json]

A cell is SLOTSxNODES; all nodes are on this host, each with its own Ray processes. Every cell plays the same episodes
on threads of this host and on the cluster, with as many guests at a time, in turn in several rounds. `overhead` is the
difference in seconds of the driver's clock, a slot and episode: slots * (cluster - host) / episodes, the median of
the rounds. With more slots than processors it has in it that all nodes share the processors. `driver's processor time`
does not depend on what else the host does.

`--memory N` then plays N episodes on the last cell's cluster and prints the driver's memory after each tenth of them.

`--stream S` then has every slot of the last cell send 100 kB once a second for S seconds, as steps with screenshots
do, and measures the driver's processor time and memory.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from controller.core.waiting import wait_until
from controller.guests.cluster.connection import join_cluster
from controller.guests.cluster.nodes import choose
from controller.guests.cluster.offer import NodeOffer
from controller.guests.cluster.provider import ClusterProvider
from controller.guests.fake.provider import FakeProvider
from controller.guests.provider import GuestOptions, Provider
from controller.records.run_options import RunOptions
from controller.runs.observer import RunObserver
from controller.runs.run import Run
from controller.runs.start import create_run
from controller.tasks.selection import load_tasks

ROOT = Path(__file__).parents[2]
TASKS = ROOT / "tests" / "controller" / "data" / "tasks"
NAMES = ("os/add_total", "os/append_line", "os/print_note", "os/write_note")
HEAD_IP = "127.0.0.2"
STREAMED_BYTES = 100_000
GOAL_MS = 15
MEMORY_RUNS = 10


@dataclass(frozen=True, slots=True)
class Cell:
    """One measurement. Rates are episodes a second, `overhead_ms` a slot and episode, `*_cpu_ms` an episode."""

    slots: int
    nodes: int
    episodes: int
    host_rate: float
    cluster_rate: float
    overhead_ms: float
    host_cpu_ms: float
    driver_cpu_ms: float
    driver_cores: float
    driver_mib: float


@dataclass(frozen=True, slots=True)
class Played:
    """Seconds of the clock and of this process on processors."""

    seconds: float
    processor: float


@contextmanager
def nodes(number: int, slots: int) -> Iterator[str]:
    """Run a cluster of so many nodes, with so many slots in all; yields its address."""
    port = _free_port()
    address = f"{HEAD_IP}:{port}"
    shares = [slots // number + (place < slots % number) for place in range(number)]
    with ExitStack() as running, tempfile.TemporaryDirectory(prefix="testbed-bench-") as folder:
        for place, share in enumerate(shares):
            where = ["--address", address] if place else ["--head", "--port", str(port)]
            where += ["--ip", f"127.0.0.{place + 2}"] + ([] if place else ["--client-port", str(port + 1)])
            output = Path(folder) / str(place)
            running.enter_context(_node([*where, "--max-guests", str(share)], output))
        yield address


@contextmanager
def _node(arguments: list[str], output: Path) -> Iterator[None]:
    command = [sys.executable, "-m", "testbed", "node", "start", "--provider", "fake", *arguments]
    with output.open("wb") as written:
        process = subprocess.Popen(command, cwd=ROOT, stdout=written, stderr=subprocess.STDOUT)
    try:
        wait_until(
            lambda: "slot(s)" in output.read_text() or process.poll() is not None, seconds=120, what="a node"
        )
        if process.poll() is not None:
            raise SystemExit(output.read_text())
        yield
    finally:
        process.terminate()
        process.wait()


def _free_port() -> int:
    while True:
        port = random.randrange(7000, 9999)
        with socket.socket() as tried:
            if tried.connect_ex((HEAD_IP, port)):
                return port


def play(provider: Provider, slots: int, episodes: int) -> Played:
    """Play so many episodes; returns what they took."""
    tasks = load_tasks(list(NAMES), TASKS)
    options = RunOptions(
        agent="oracle", tool_filter="oracle", provider="fake", epochs=max(1, episodes // len(tasks))
    )
    with tempfile.TemporaryDirectory(prefix="testbed-bench-") as folder:
        records = create_run(Path(folder) / "run", options, tasks, provider)
        began, processor = time.monotonic(), time.process_time()
        summary = Run(records, tasks, provider, slots, RunObserver(), spare_guest=False).finish()
        played = Played(time.monotonic() - began, time.process_time() - processor)
    if summary["overall"]["selected"]["accuracy"] != 1.0:
        raise SystemExit(f"not all episodes succeeded: {summary['status']}")
    return played


def measure(
    slots: int, number: int, episodes: int, rounds: int, stream: float, memory: int
) -> tuple[Cell, dict[str, float], list[float]]:
    """Measure one cell; with `stream` seconds of streaming and the memory over `memory` episodes after it."""
    with nodes(number, slots) as address, join_cluster(address, lambda: NodeOffer("", "", 0)) as cluster:
        provider = ClusterProvider(cluster, choose(cluster.nodes()), GuestOptions(), "bench")
        try:
            play(provider, slots, 2 * slots)  # the slots' processes start
            part = max(len(NAMES), episodes // rounds // len(NAMES) * len(NAMES))
            pairs = [(play(FakeProvider(), slots, part), play(provider, slots, part)) for _ in range(rounds)]
            host = Played(sum(a.seconds for a, _ in pairs), sum(a.processor for a, _ in pairs))
            remote = Played(sum(b.seconds for _, b in pairs), sum(b.processor for _, b in pairs))
            total = rounds * part
            cell = Cell(
                slots,
                number,
                total,
                total / host.seconds,
                total / remote.seconds,
                statistics.median(1000 * slots * (b.seconds - a.seconds) / part for a, b in pairs),
                1000 * host.processor / total,
                1000 * remote.processor / total,
                remote.processor / remote.seconds,
                resident_mib(),
            )
            stream_result = measure_streaming(provider, slots, stream) if stream else {}
            return cell, stream_result, list(memory_over(provider, slots, memory))
        finally:
            provider.close()


def memory_over(provider: Provider, slots: int, episodes: int) -> Iterator[float]:
    """Play so many episodes in ten runs; yields this process's memory before them and after each run."""
    if episodes:
        yield resident_mib()
        for _ in range(MEMORY_RUNS):
            play(provider, slots, episodes // MEMORY_RUNS)
            yield resident_mib()


def measure_streaming(provider: Provider, slots: int, seconds: float) -> dict[str, float]:
    """Have every slot send data once a second, which is written to disk; returns what the driver took."""
    guests = [provider.start() for _ in range(slots)]
    for guest in guests:
        guest.write_file("/home/user/screen.png", os.urandom(STREAMED_BYTES))
    began, processor, memory = time.monotonic(), time.process_time(), resident_mib()
    stop = threading.Event()
    sent = [0] * slots

    def work(place: int, folder: Path) -> None:
        while not stop.wait(max(0.0, began + sent[place] + 1 - time.monotonic())):
            (folder / f"{place}").write_bytes(guests[place].read_file("/home/user/screen.png"))
            sent[place] += 1

    with tempfile.TemporaryDirectory(prefix="testbed-bench-") as folder:
        threads = [threading.Thread(target=work, args=(place, Path(folder))) for place in range(slots)]
        for thread in threads:
            thread.start()
        stop.wait(seconds)
        stop.set()
        for thread in threads:
            thread.join()
    took = time.monotonic() - began
    return {
        "slots": slots,
        "steps_a_second": sum(sent) / took,
        "driver_cores": (time.process_time() - processor) / took,
        "driver_mib_before": memory,
        "driver_mib_after": resident_mib(),
    }


def resident_mib() -> float:
    """Resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cells", nargs="+", default=["1x1", "4x2", "16x4", "64x8"], metavar="SLOTSxNODES")
    parser.add_argument("--episodes", type=int, default=240)
    parser.add_argument(
        "--stream", type=float, default=20.0, metavar="S", help="seconds of streaming; 0: none"
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--memory", type=int, default=0, metavar="N", help="episodes; 0: none")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(16))
    cells: list[Cell] = []
    stream: dict[str, float] = {}
    memory: list[float] = []
    for place, text in enumerate(chosen.cells):
        slots, number = map(int, text.split("x"))
        last = place == len(chosen.cells) - 1
        extra = (chosen.stream, chosen.memory) if last else (0.0, 0)
        cell, stream, memory = measure(slots, number, chosen.episodes, chosen.rounds, *extra)
        cells.append(cell)
        print(cell, file=sys.stderr)
    if chosen.json:
        print(json.dumps({"cells": [asdict(cell) for cell in cells], "stream": stream, "memory": memory}))
        return
    table = Table(title=f"goal at 1 slot: overhead at most {GOAL_MS} ms an episode", title_justify="left")
    for column in (
        *("slots", "nodes", "episodes", "host: episodes/s", "cluster: episodes/s", "overhead ms"),
        *("host: processor ms", "driver: processor ms", "driver's cores", "driver MiB"),
    ):
        table.add_column(column, justify="right")
    for cell in cells:
        rates = (f"{cell.host_rate:.1f}", f"{cell.cluster_rate:.1f}", f"{cell.overhead_ms:.1f}")
        processor = (f"{cell.host_cpu_ms:.1f}", f"{cell.driver_cpu_ms:.1f}")
        driver = (*processor, f"{cell.driver_cores:.2f}", f"{cell.driver_mib:.0f}")
        table.add_row(str(cell.slots), str(cell.nodes), str(cell.episodes), *rates, *driver)
    console = Console(width=max(140, Console().width))
    console.print(table)
    for name, value in stream.items():
        console.print(f"stream: {name.replace('_', ' ')}: {value:.2f}", highlight=False)
    for place, mib in enumerate(memory):
        episodes = chosen.memory // MEMORY_RUNS * place
        console.print(f"memory after {episodes} episodes: {mib:.0f} MiB", highlight=False)


if __name__ == "__main__":
    main()
