"""Calls drawn at random, and what holds after any of them, whatever the application."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from mcp_tools.personal.calls import Outcome, execute
from mcp_tools.personal.declaration import MISSING, App
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import export_tree, import_tree
from tests.mcp_tools.personal.small_state import JON, MARA, ROBIN

Call = tuple[App, str, dict[str, Any], str]
"""An application, a tool, its arguments and the person who calls."""
Values = st.SearchStrategy[str]
ODD = st.one_of(st.integers(0, 60), st.booleans(), st.lists(st.integers(), max_size=2), st.just("x" * 400))
"""Values that few parameters take."""


def random_calls(
    *apps: App, texts: Values, items: Values, by_name: Mapping[str, Values] | None = None
) -> st.SearchStrategy[list[Call]]:
    """Up to 25 calls of any tools of these applications, with arguments that may fit.

    Args:
        apps: The applications.
        texts: Values of parameters that take a text.
        items: Values in lists.
        by_name: Values of parameters of these names instead.
    """
    actions = [(app, action) for app in apps for action in app.actions.values()]

    @st.composite
    def any_call(draw: st.DrawFn) -> Call:
        app, action = draw(st.sampled_from(actions))
        arguments: dict[str, Any] = {}
        for name, parameter in action.parameters.items():
            if parameter.default is not MISSING and draw(st.booleans()):
                continue
            schema = parameter.type.schema()
            fitting: Mapping[str, st.SearchStrategy[Any]] = {
                "array": st.lists(items, max_size=2, unique=True),
                "integer": st.integers(1, min(schema.get("maximum", 50), 600)),
                "boolean": st.booleans(),
                "string": st.sampled_from(schema["enum"]) if "enum" in schema else texts,
            }
            value = (by_name or {}).get(name, fitting[schema["type"]])
            arguments[name] = draw(ODD if draw(st.integers(0, 20)) == 0 else value)
        return app, action.name, arguments, draw(st.sampled_from([ROBIN, MARA, JON]))

    return st.lists(any_call(), min_size=1, max_size=25)


def check_calls(
    make_state: Callable[[], Store],
    calls: Sequence[Call],
    check_each: Callable[[Store, str, Outcome], None] = lambda _store, _person, _outcome: None,
) -> Store:
    """Play calls and check what holds for all: it is repeatable, refusals change nothing, the state is sound.

    Args:
        make_state: Makes the state before the calls, anew each time.
        calls: The calls.
        check_each: Checks the state and the outcome after each call, given who called.

    Returns:
        The state after them. In a copy of it, the log has undone them all.
    """
    store, again = make_state(), make_state()
    first = store.digest({})
    for app, tool, arguments, person in calls:
        before = store.digest({})
        outcome = execute(store, app, tool, arguments, person)
        assert outcome == execute(again, app, tool, arguments, person), "the same calls give the same results"
        json.dumps(outcome.result, allow_nan=False)
        assert "\n" not in outcome.refused
        assert not outcome.refused or store.digest({}) == before
        check_each(store, person, outcome)
    copy = Store()
    import_tree(copy, export_tree(store))  # refuses what breaks a rule of its type
    assert copy.digest({}) == store.digest({}) == again.digest({})
    with again.transaction():
        for change in reversed(again.log("changes")):
            if change["before"] is None:
                again.remove(change["type"], change["id"])
            else:
                again.put(change["type"], change["id"], json.loads(change["before"]))
    assert again.digest({}) == first
    return store
