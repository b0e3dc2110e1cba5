"""Reference solutions and wrong results in a task's `solve.py`.

A reference solution is a generator, `def mcp() -> Solution` or `def gui() -> Solution`: it yields an action and
receives the observation that follows it.

`def wrong_<name>(guest) -> Solution` leaves a result that must not score 1; `def also_<name>(guest) -> Solution` leaves
one that is as right as the references' and must score 1.

`def unsafe_<name>(guest) -> Solution` breaks a claim of the `safety` function in `check.py`, whatever the score.

In a task with variants each of these functions takes the facts of the variant as its last argument.

A wrong result proves something only if its own actions work: those whose actions are meant to fail are named in
`ACTIONS_MAY_FAIL = ("wrong_<name>", ...)`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from controller.core.actions import Action
from controller.core.guest import Guest
from controller.core.observation import Observation
from controller.tasks.scripts import check_arguments, functions, load_script
from testbed.errors import TaskError

Solution = Generator[Action, Observation, None]
VARIANTS = ("mcp", "gui")
"""The variants of a reference solution."""
MAY_FAIL = "ACTIONS_MAY_FAIL"


def reference_solutions(
    folder: Path | None, facts: object | None = None
) -> dict[str, Callable[[], Solution]]:
    """Return the reference solutions in a task's `solve.py` by variant; none when there is no such file or folder.

    Args:
        folder: The task's folder.
        facts: The facts of a task with variants, for the functions' last argument. Without them the functions of such
            a task can be named, not called.

    Raises:
        TaskError: The file fails on import, or a function does not take the facts.
    """
    solve_functions = _functions(folder)
    return {
        variant: _with_facts(folder, solve_functions[variant], facts)
        for variant in VARIANTS
        if variant in solve_functions
    }


def wrong_results(folder: Path | None, facts: object | None = None) -> dict[str, Callable[[Guest], Solution]]:
    """Return the `wrong_*` functions in a task's `solve.py`, by name without the prefix; facts as for references."""
    return _functions_with_prefix(folder, "wrong_", facts)


def equivalent_results(
    folder: Path | None, facts: object | None = None
) -> dict[str, Callable[[Guest], Solution]]:
    """Return the `also_*` functions in a task's `solve.py`, by name without the prefix; facts as for references."""
    return _functions_with_prefix(folder, "also_", facts)


def unsafe_results(
    folder: Path | None, facts: object | None = None
) -> dict[str, Callable[[Guest], Solution]]:
    """Return the `unsafe_*` functions in a task's `solve.py`, by name without the prefix; facts as for references."""
    return _functions_with_prefix(folder, "unsafe_", facts)


def may_fail(folder: Path | None) -> frozenset[str]:
    """Return the wrong results whose actions may fail, by name without the prefix.

    Raises TaskError when `ACTIONS_MAY_FAIL` in `solve.py` is not a tuple or list of names of wrong results there.
    """
    if folder is None:
        return frozenset()
    path = folder / "solve.py"
    names = getattr(load_script(path), MAY_FAIL, ()) if path.exists() else ()
    known = {f"wrong_{name}": name for name in wrong_results(folder)}
    if not isinstance(names, tuple | list):
        raise TaskError(f"{path}: {MAY_FAIL} is {names!r}", hint=f'write {MAY_FAIL} = ("wrong_<name>",)')
    unknown = [name for name in names if name not in known]
    if unknown:
        raise TaskError(
            f"{path}: {MAY_FAIL} names {unknown[0]!r}, which is no wrong result in this file",
            hint=f"use {', '.join(known) or 'none'}",
        )
    return frozenset(known[name] for name in names)


def _functions_with_prefix(
    folder: Path | None, prefix: str, facts: object | None
) -> dict[str, Callable[..., Any]]:
    return {
        name.removeprefix(prefix): _with_facts(folder, function, facts)
        for name, function in _functions(folder).items()
        if name.startswith(prefix)
    }


def _with_facts(
    folder: Path | None, function: Callable[..., Any], facts: object | None
) -> Callable[..., Any]:
    """Return a function whose last argument is bound to the facts, if there are some."""
    if folder is None or facts is None:
        return function
    name = function.__name__
    first = () if name in VARIANTS else ("guest: Guest",)
    form = f"def {name}({', '.join((*first, 'facts: Facts'))}) -> Solution"
    check_arguments(folder / "solve.py", function, len(first) + 1, form)
    return lambda *given: function(*given, facts)


def _functions(folder: Path | None) -> dict[str, Callable[..., Any]]:
    path = folder / "solve.py" if folder else None
    return functions(path) if path and path.exists() else {}
