"""Whether a long run stays small: one controller plays many episodes in a row, and its figures are read from outside.

    .venv/bin/python scripts/bench/soak.py [--episodes 2000] [--provider fake|nspawn] [--guests 2]

Prints the controller's memory, descriptors and threads, and the host's mounts, network interfaces, cgroups of guests
and files in the run's temporary folder, at ten moments; exits with 1 if the second half of the run grew beyond what
its first half needed: memory by over 10%, anything else at all beyond its maximum so far. Descriptors and threads
come and go with what a moment works at, so these have grown if all of the last three moments have more.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, fields
from pathlib import Path

from controller.guests.nspawn.state import read_states
from controller.records.run_folder import RunFolder

ROOT = Path(__file__).parents[2]
FAKE_TASKS = ROOT / "tests/controller/data/tasks"
REAL_TASKS = ("os/restore_notes", "os/quiet_presentation")
MOMENTS = 10
READINGS = 10
"""At each moment: what is open or running in only some of them is a file being written or a thread about to end."""
MEMORY_GROWTH = 1.10
POLL_SECONDS = 0.1
FLUCTUATING = ("descriptors", "threads")
LAST_MOMENTS = 3


@dataclass(frozen=True, slots=True)
class Figures:
    """What the controller and the host have at one moment. Memory is resident, in MiB."""

    episodes: int
    memory_mib: float
    descriptors: int
    threads: int
    mounts: int
    interfaces: int
    guests: int
    temporary_files: int

    @classmethod
    def of(cls, pid: int, episodes: int, temporary: Path) -> Figures:
        """Read the figures of a controller and its host."""
        process = Path(f"/proc/{pid}")
        resident = re.search(r"^VmRSS:\s+(\d+) kB$", (process / "status").read_text(), re.MULTILINE)
        assert resident
        return cls(
            episodes,
            int(resident[1]) / 1024,
            *least_in_use(process),
            len((process / "mountinfo").read_text().splitlines()),
            sum(path.name.startswith("tb-") for path in Path("/sys/class/net").iterdir()),
            sum(state.owner_pid == pid for state in read_states()),
            len(list(temporary.rglob("*"))),
        )


def least_in_use(process: Path) -> tuple[int, int]:
    """The least numbers of descriptors and of threads that some readings of a process in /proc find."""
    readings = []
    for _ in range(READINGS):
        readings.append([sum(1 for _ in (process / part).iterdir()) for part in ("fd", "task")])
        time.sleep(POLL_SECONDS)
    descriptors, threads = zip(*readings, strict=True)
    return min(descriptors), min(threads)


def growth(figures: list[Figures]) -> list[str]:
    """What grew in the second half beyond the maximum of the first, as lines of text."""
    first, second = figures[: len(figures) // 2], figures[len(figures) // 2 :]
    grown = []
    for name in ("memory_mib", "descriptors", "threads", "guests", "temporary_files"):
        before = max(getattr(item, name) for item in first)
        later = [getattr(item, name) for item in second]
        after = min(later[-LAST_MOMENTS:]) if name in FLUCTUATING else max(later)
        if after > before * (MEMORY_GROWTH if name == "memory_mib" else 1):
            grown.append(f"{name} grew from {before:.0f} to {after:.0f}")
    return grown


def watch(process: subprocess.Popen[bytes], run: Path, episodes: int, temporary: Path) -> list[Figures]:
    """Read the figures whenever another tenth of the episodes has a result."""
    figures: list[Figures] = []
    while process.poll() is None and len(figures) < MOMENTS:
        done = sum(1 for _ in RunFolder(run).result_files())
        if done >= episodes * (len(figures) + 1) // (MOMENTS + 1):
            figures.append(Figures.of(process.pid, done, temporary))
            print(
                "  ".join(f"{getattr(figures[-1], field.name):>15.0f}" for field in fields(Figures)),
                flush=True,
            )
        time.sleep(POLL_SECONDS * MOMENTS)
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--episodes", type=int, default=2000)
    parser.add_argument("--provider", choices=["fake", "nspawn"], default="fake")
    parser.add_argument("--guests", type=int, default=2)
    options = parser.parse_args()
    tasks = list(REAL_TASKS) if options.provider == "nspawn" else []
    number = len(tasks) or len(list(FAKE_TASKS.glob("*/*/task.toml")))
    epochs = -(-options.episodes // number)
    with tempfile.TemporaryDirectory(prefix="testbed-soak-") as folder:
        run, temporary = Path(folder) / "run", Path(folder) / "tmp"
        temporary.mkdir()
        command = [
            *(sys.executable, "-c", "from controller.cli.main import main; main()", "run", "--out", str(run)),
            *("--provider", options.provider, "--agent", "oracle", "--tool-filter", "oracle"),
            *("--epochs", str(epochs), "--guests", str(options.guests), "--display", "none"),
            *(part for task in tasks for part in ("--task", task)),
        ]
        environment = {**os.environ, "TMPDIR": str(temporary)}
        if not tasks:
            environment["TESTBED_TASKS"] = str(FAKE_TASKS)
        print("  ".join(f"{field.name:>15}" for field in fields(Figures)))
        began = time.monotonic()
        with subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL) as process:
            figures = watch(process, run, epochs * number, temporary)
        print(
            f"{epochs * number} episodes in {time.monotonic() - began:.0f} s; exit code {process.returncode}"
        )
        left = sum(state.owner_pid == process.pid for state in read_states())
    problems = growth(figures) if len(figures) == MOMENTS else ["the run ended before ten figures were read"]
    problems += [f"{left} guests are left"] if left else []
    problems += [f"the run ended with {process.returncode}"] if process.returncode else []
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
