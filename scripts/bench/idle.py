"""What a guest with Calc open costs while nothing uses it, and how soon it answers: left alone, frozen, or reclaimed.

    sudo .venv/bin/python scripts/bench/idle.py [--provider frozen] [--pauses 100] [--seconds 60]
    sudo .venv/bin/python scripts/bench/idle.py --crowd 20 [--acting 2] [--ksm]

Between two pauses a guest clicks and takes a screenshot. A crowd is that many guests, all paused but those whose turn
it is. With --ksm they are frozen, and the kernel merges equal pages of processes that this program starts; the host's
settings of KSM are put back at the end. Swap is what the host has: nothing is set up.
"""

from __future__ import annotations

import argparse
import ctypes
import itertools
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from rich.console import Console
from rich.table import Table

from controller.core.guest import Guest
from controller.core.pausing import PausableGuest
from controller.core.waiting import wait_until
from controller.guests.nspawn.cgroups import memory_in_use, unified_root
from controller.guests.open_application import open_and_idle
from controller.guests.provider import Provider
from controller.guests.registry import create_provider
from scripts.bench.tails import APPLICATION, call, milliseconds, percentiles

Mode = Literal["none", "freeze", "reclaim"]
MODES: tuple[Mode, ...] = ("none", "freeze", "reclaim")
KSM = Path("/sys/kernel/mm/ksm")
PR_SET_MEMORY_MERGE = 67
PAGE = 4096
SETTLE_SECONDS = 5.0
"""How long giving back memory goes on after the last pause."""


def start(provider: Provider) -> Guest:
    """A guest with Calc open that has answered."""
    if APPLICATION in provider.snapshots:
        guest = provider.start(APPLICATION)
    else:
        guest = provider.start()
        open_and_idle(APPLICATION, guest)
    act(guest, 0)
    return guest


def act(guest: Guest, number: int) -> None:
    """What an agent does between two decisions."""
    call(guest, "computer.click", x=300 + number % 20 * 10, y=400)
    call(guest, "computer.screenshot", settle=True)


def pause(guest: Guest, mode: Mode) -> None:
    assert isinstance(guest, PausableGuest)
    if mode != "none":
        guest.pause(reclaim=mode == "reclaim")


def first_screenshot(guest: Guest) -> float:
    """Milliseconds from the resume, which the call does first."""
    return milliseconds(lambda: call(guest, "computer.screenshot", settle=False))


def processor_seconds(guest: Guest) -> float:
    text = (unified_root() / guest.name / "cpu.stat").read_text()
    return int(text.split()[1]) / 1e6  # its first line is `usage_usec N`


def mib(size: float) -> str:
    return f"{size / 2**20:,.0f}"


def spread(values: list[float]) -> str:
    return " / ".join(f"{cut:.0f}" for cut in percentiles(values))


def measure(provider: Provider, mode: Mode, pauses: int, seconds: float, think: float) -> list[str]:
    """A row of the table."""
    guest = start(provider)
    began = time.process_time()
    pause(guest, mode)
    before = processor_seconds(guest)
    time.sleep(seconds)
    first = (time.process_time() - began) * 1000
    used = (processor_seconds(guest) - before) * 60 / seconds
    resident = memory_in_use(guest.name)
    answers, efforts = [], []
    for number in range(pauses):
        answers.append(first_screenshot(guest))
        act(guest, number)
        began = time.process_time()
        pause(guest, mode)
        time.sleep(think)
        efforts.append((time.process_time() - began) * 1000)
    provider.stop(guest)
    return [mode, f"{used:.2f}", mib(resident), spread(answers), f"{first:.0f}", spread(efforts)]


def crowd(provider: Provider, guests: int, acting: int, pauses: int, mode: Mode) -> None:
    """Let a few of many guests act at a time, and print what all take."""
    before = host_memory()
    crowded = []
    for _ in range(guests):
        crowded.append(start(provider))
        pause(crowded[-1], mode)
    if mode == "freeze":
        wait_for_merging()
    time.sleep(SETTLE_SECONDS)
    print(f"{guests} guests, all paused ({mode})")
    print_memory(crowded, before)
    answers: list[float] = []

    def turn(guest: Guest, number: int) -> None:
        answers.append(first_screenshot(guest))
        act(guest, number)
        pause(guest, mode)

    order = itertools.islice(itertools.cycle(crowded), pauses)
    with ThreadPoolExecutor(acting) as pool:
        list(pool.map(turn, order, range(pauses)))
    time.sleep(SETTLE_SECONDS)
    print(f"after {pauses} turns, {acting} at a time")
    print(f"  first screenshot of each guest's first turn, p50 / p95 / p99: {spread(answers[:guests])} ms")
    print(f"  of its later turns: {spread(answers[guests:])} ms")
    print_memory(crowded, before)


def print_memory(guests: Sequence[Guest], before: float) -> None:
    """Print what guests take, given what was available on the host before them."""
    resident = sum(memory_in_use(guest.name) for guest in guests)
    print(
        f"  in their groups {mib(resident)} MiB; available on the host {mib(before - host_memory())} MiB less"
    )
    for words in map(str.split, Path("/proc/swaps").read_text().splitlines()[1:]):
        print(
            f"  in the swap {words[0]} {mib(int(words[3]) * 1024)} MiB, before compression if it compresses"
        )
    shared, sharing = (int((KSM / name).read_text()) * PAGE for name in ("pages_shared", "pages_sharing"))
    if shared:
        print(f"  {mib(shared + sharing)} MiB of equal pages are {mib(shared)} MiB")


def host_memory() -> float:
    """Bytes that are available on the host."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))


@contextmanager
def merging() -> Iterator[None]:
    """Have KSM merge equal pages of what this process starts meanwhile."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_MEMORY_MERGE, 1, 0, 0, 0):
        raise SystemExit("this kernel cannot merge the pages of whole processes (prctl, Linux 6.4)")
    before = {name: (KSM / name).read_text() for name in ("pages_to_scan", "sleep_millisecs", "run")}
    (KSM / "pages_to_scan").write_text("20000")
    (KSM / "run").write_text("1")
    try:
        yield
    finally:
        (KSM / "run").write_text("2")  # takes merged pages apart
        for name, value in before.items():
            (KSM / name).write_text(value)


def wait_for_merging() -> None:
    """Wait until KSM has seen all pages a few times: it merges those that did not change meanwhile."""
    scans = KSM / "full_scans"
    enough = int(scans.read_text()) + 3
    wait_until(lambda: int(scans.read_text()) >= enough, seconds=600, what="three scans of KSM", every=1.0)


def main() -> None:
    """Read the options, measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--provider", default="frozen")
    parser.add_argument("--modes", nargs="+", choices=MODES, default=MODES)
    parser.add_argument("--pauses", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0, help="of idling that are measured")
    parser.add_argument("--think", type=float, default=1.0, help="seconds of each pause")
    parser.add_argument("--crowd", type=int, default=0, help="guests")
    parser.add_argument("--acting", type=int, default=2, help="of the crowd, at a time")
    parser.add_argument("--ksm", action="store_true")
    options = parser.parse_args()
    provider = create_provider(options.provider)
    try:
        if options.ksm:
            with merging():
                crowd(provider, options.crowd, options.acting, options.pauses, "freeze")
        elif options.crowd:
            crowd(provider, options.crowd, options.acting, options.pauses, "reclaim")
        else:
            table = Table(
                "", "CPU-s a minute", "resident, MiB", "answer, ms", "first pause, CPU-ms", "pause, CPU-ms"
            )
            for mode in options.modes:
                table.add_row(*measure(provider, mode, options.pauses, options.seconds, options.think))
            Console(width=120).print(table)
    finally:
        provider.close()


if __name__ == "__main__":
    main()
