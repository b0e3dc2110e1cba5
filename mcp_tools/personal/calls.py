"""Executing a call of a tool: its arguments are checked, the action runs in one transaction, and all is logged."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcp_tools.messages import shorten
from mcp_tools.personal.declaration import MISSING, Action, App
from mcp_tools.personal.people import Person
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.store import Store
from mcp_tools.personal.world import World


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a call: what the tool returns, or why it was refused."""

    result: Any = None
    refused: str = ""


def execute(
    store: Store, app: App, tool: str, arguments: Mapping[str, Any], person: str, reference: str = ""
) -> Outcome:
    """Execute a call for a person.

    Args:
        store: The state.
        app: The application.
        tool: The name of its action.
        arguments: The arguments, as the caller gave them.
        person: The id of the person for whom the call is made.
        reference: The caller's name for the call, which the log has.

    Returns:
        What it returns. A refused call has changed nothing but the log of calls.
    """
    with store.transaction():
        number = store.begin_call(person, f"{app.id}.{tool}", arguments, reference)
    try:
        with store.transaction():
            world = World(store, person, f"{app.id}.{tool}", number)
            world.get(Person, person)
            action = _action(app, tool)
            return Outcome(action.function(world, **_checked(action, arguments)))
    except Refused as refusal:
        with store.transaction():
            store.refuse_call(number, str(refusal))
        return Outcome(refused=str(refusal))


def _action(app: App, tool: str) -> Action:
    try:
        return app.actions[tool]
    except KeyError:
        raise Refused(f"{app.title} has no tool {shorten(tool)}{_nearest(tool, app.actions)}") from None


def _checked(action: Action, arguments: Mapping[str, Any]) -> dict[str, Any]:
    for name in arguments:
        if name not in action.parameters:
            known = ", ".join(action.parameters) or "none"
            raise Refused(
                f"{action.name} takes no {shorten(name)}{_nearest(name, action.parameters)}; it takes: {known}"
            )
    values = {}
    for name, parameter in action.parameters.items():
        given = arguments.get(name)
        if given is not None:
            values[name] = parameter.type.check(given, name)
        elif parameter.default is MISSING:
            raise Refused(f"{action.name} needs {name}")
        else:
            values[name] = parameter.default
    return values


def _nearest(name: str, known: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"; did you mean {near[0]}?" if near else ""
