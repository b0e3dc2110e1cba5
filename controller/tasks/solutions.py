"""Reference solutions and wrong results in a task's `solve.py`.

A reference solution is a generator, `def mcp() -> Solution` or `def gui() -> Solution`: it yields an action and
receives the observation that follows it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path

from controller.core.actions import Action
from controller.core.guest import Guest
from controller.core.observation import Observation
from controller.tasks.scripts import functions

Solution = Generator[Action, Observation, None]
VARIANTS = ("mcp", "gui")


def reference_solutions(folder: Path) -> dict[str, Callable[[], Solution]]:
    """Return the reference solutions in a task's `solve.py` by variant; none when there is no such file.

    Raises TaskError when the file fails on import.
    """
    path = folder / "solve.py"
    solve_functions = functions(path) if path.exists() else {}
    return {variant: solve_functions[variant] for variant in VARIANTS if variant in solve_functions}


def wrong_results(folder: Path) -> dict[str, Callable[[Guest], Solution]]:
    """Return the `wrong_*` functions in a task's `solve.py`, by name without the prefix."""
    path = folder / "solve.py"
    solve_functions = functions(path) if path.exists() else {}
    return {
        name.removeprefix("wrong_"): function
        for name, function in solve_functions.items()
        if name.startswith("wrong_")
    }
