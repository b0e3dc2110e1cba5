"""OSWorld's own, unmodified DesktopEnv on testbed's guests: seconds of reset, step, screenshot and accessibility tree.

    cd CHECKOUT
    TESTBED_NO_PAUSE=1 testbed osworld exec -- PYTHON scripts/bench/osworld_env.py TASK.json [--rounds 5] [--think 15]

CHECKOUT is one of OSWorld, PYTHON has its packages, TASK.json is one of its tasks that need no files. A reset's seconds
include those of its own set-up. Five steps follow each reset. Then the guest is left alone for `--think` seconds,
as by a model; the next guest boots ahead meanwhile.
The accessibility tree is that of the empty desktop and, `--looks` times, of LibreOffice Calc with a sheet that fills
its window. Prints one JSON object: medians.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SHEET = """
import subprocess
with open("/home/user/sheet.csv", "w") as file:
    for row in range(1, 61):
        print(*(row * column for column in range(1, 41)), sep=",", file=file)
command = ["localc", "--norestore", "--infilter=CSV:44,34,76", "/home/user/sheet.csv"]
subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
"""
"""What makes and opens the sheet, in the guest."""
CELL = 'name="B20"'
OPEN_SECONDS = 120.0
STEPS = 5


def open_sheet(controller: Any) -> None:
    """Open the sheet and wait until its cells are in the tree. Raises TimeoutError."""
    controller.execute_python_command(SHEET)
    deadline = time.monotonic() + OPEN_SECONDS
    while CELL not in (controller.get_accessibility_tree() or ""):
        if time.monotonic() > deadline:
            raise TimeoutError(f"no cells of a sheet in the accessibility tree after {OPEN_SECONDS:.0f} s")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Time OSWorld's DesktopEnv on testbed's guests.")
    parser.add_argument("task", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--looks", type=int, default=5)
    parser.add_argument("--think", type=float, default=15.0)
    options = parser.parse_args()
    sys.path.insert(0, str(Path.cwd()))
    from desktop_env.desktop_env import DesktopEnv

    seconds: dict[str, list[float]] = defaultdict(list)

    @contextmanager
    def measure_time(name: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        seconds[name].append(time.monotonic() - began)

    task = json.loads(options.task.read_text())
    with measure_time("start"):
        env = DesktopEnv(provider_name="docker", action_space="pyautogui", require_a11y_tree=False)
    for _ in range(options.rounds):
        with measure_time("reset"):
            env.reset(task_config=task)
        for step in range(STEPS):
            with measure_time("step"):
                env.step(f"pyautogui.moveTo(600, {500 + step})")
        with measure_time("screenshot"):
            env.controller.get_screenshot()
        with measure_time("accessibility tree"):
            env.controller.get_accessibility_tree()
        with measure_time("evaluate"):
            env.evaluate()
        time.sleep(options.think)
    open_sheet(env.controller)
    for _ in range(options.looks):
        time.sleep(options.think)
        with measure_time("accessibility tree of a sheet"):
            env.controller.get_accessibility_tree()
    env.close()
    print(json.dumps({name: round(statistics.median(values), 3) for name, values in seconds.items()}))


if __name__ == "__main__":
    main()
