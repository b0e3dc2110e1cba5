"""A small environment of ours with the interface of OSWorld's `DesktopEnv`, for tests without a checkout.

It serves both users of that class: testbed's judge, which calls `_set_evaluator_info` and `evaluate` on an environment
of its own, and programs that testbed runs with `osworld exec`.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from desktop_env.controllers import Controller, SetupController
from desktop_env.evaluators import getters, metrics

FAIL = "FAIL"


def _several(value: Any, number: int) -> list[Any]:
    if isinstance(value, list):
        return value
    return [value or None] * number


class DesktopEnv:
    """A guest on which tasks are set up, played and judged."""

    enable_proxy = False
    vm_platform = "Linux"

    def __init__(self, provider_name: str, action_space: str, require_a11y_tree: bool) -> None:
        from desktop_env.providers.docker.provider import DockerProvider

        assert provider_name == "docker" and action_space == "pyautogui" and not require_a11y_tree
        self._provider = DockerProvider()
        self._provider.start_emulator()
        self.cache_dir_base = "cache"
        self.is_environment_used = False
        self.action_history: list[str] = []

    def reset(self, task_config: dict[str, Any]) -> None:
        """Take a fresh guest and set a task up."""
        if self.is_environment_used:
            self._provider.revert_to_snapshot()
            self._provider.start_emulator()
        self.is_environment_used = True
        self.vm_ip, server, *_ = self._provider.get_ip_address().split(":")
        self.server_port = int(server)
        self.cache_dir = str(Path(self.cache_dir_base) / task_config["id"])
        Path(self.cache_dir).mkdir(exist_ok=True)
        self.controller = Controller(self.vm_ip, self.server_port)
        self.setup_controller = SetupController(self.controller, Path(self.cache_dir))
        self.action_history = []
        self._set_evaluator_info(task_config)
        self.setup_controller.setup(task_config["config"])

    def step(self, action: str, pause: float = 2) -> None:
        """Run an action's code in the guest, unless it is FAIL, then wait for `pause` seconds."""
        self.action_history.append(action)
        if action != FAIL:
            self.controller.execute_python_command(f"import pyautogui; import time; {action}")
        time.sleep(pause)

    def _set_evaluator_info(self, task_config: dict[str, Any]) -> None:
        self.evaluator = evaluator = task_config["evaluator"]
        names = evaluator["func"] if isinstance(evaluator["func"], list) else [evaluator["func"]]
        parts = ("result", "expected", "options")
        values = [_several(evaluator.get(part), len(names)) for part in parts]
        self.checks = list(zip([getattr(metrics, name) for name in names], *values, strict=True))

    def evaluate(self) -> float:
        """Return the task's score."""
        self.setup_controller.setup(self.evaluator.get("postconfig", []))
        gave_up = self.action_history[-1:] == [FAIL]
        if gave_up or self.evaluator["func"] == "infeasible":
            return float(gave_up and self.evaluator["func"] == "infeasible")
        scores = []
        for function, result, expected, options in self.checks:
            values = [
                getattr(getters, f"get_{config['type']}")(self, config)
                for config in (result, expected)
                if config
            ]
            scores.append(float(function(*values, **(options or {}))))
            if scores[-1] == 0:
                return 0.0
        return sum(scores) / len(scores)

    def close(self) -> None:
        """Give the guest back."""
        self._provider.stop_emulator()
