"""The properties of agents in records of earlier versions of testbed, which had the agent's name alone."""

from __future__ import annotations

_BASELINES = frozenset({"noop", "fail", "random"})
_ORACLE = "oracle"


def old_properties(name: object, variant: object) -> dict[str, bool]:
    """Return the properties that a record has now, of the agent of a name and variant as it was then."""
    return {
        "is_baseline": name in _BASELINES if isinstance(name, str) else False,
        "knows_solution": name == _ORACLE,
        "gui_only": (name, variant) == (_ORACLE, "gui"),
    }
