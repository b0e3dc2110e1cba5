"""Plays tasks through the `DesktopEnv` of the working folder, and prints a line of JSON with the score of each.

    testbed osworld exec -- PYTHON desktop_env_player.py ORDERS.json CACHE

It runs in OSWorld's environment and imports nothing of testbed. Each order has the path of a task and a list of
actions: code for pyautogui, or FAIL. Each task gets a copy of its cache folder of its own.
"""

from __future__ import annotations

import json
import shutil
import sys
import traceback
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any


def play(env: Any, order: dict[str, Any], cache: Path) -> dict[str, Any]:
    """Return the score of a task after its actions; an evaluator that raises scores 0."""
    task = json.loads(Path(order["task"]).read_text())
    with TemporaryDirectory() as folder:
        if (cache / task["id"]).is_dir():
            shutil.copytree(cache / task["id"], Path(folder) / task["id"])
        env.cache_dir_base = folder
        env.is_environment_used = True
        env.reset(task_config=task)
        for action in order["actions"]:
            env.step(action)
        try:
            return {"score": float(env.evaluate()), "detail": ""}
        except Exception:  # noqa: BLE001  # the evaluator's, which is what is reported
            return {"score": 0.0, "detail": traceback.format_exc()}


def main() -> None:
    """Play all orders with one environment."""
    orders, cache = json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2])
    sys.path.insert(0, str(Path.cwd()))
    from desktop_env.desktop_env import DesktopEnv

    output = sys.stdout
    sys.stdout = sys.stderr
    env = DesktopEnv(provider_name="docker", action_space="pyautogui", require_a11y_tree=False)
    for order in orders:
        try:
            result = play(env, order, cache)
        except Exception:  # noqa: BLE001  # the next task has a machine of its own
            result = {"score": None, "detail": traceback.format_exc()}
        output.write(json.dumps(result) + "\n")
        output.flush()
    env.close()


if __name__ == "__main__":
    main()
