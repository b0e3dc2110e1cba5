"""Parsers of Agent S's responses: the worker's call, and the manager's graph of subtasks.

Leniency codes: `no_fence` (a call outside of a block), `several_blocks` (the last one is used).
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Any

from controller.agents.paper_protocol.parse import ProtocolError
from controller.core.python_syntax import parse_python

MAX_LENGTH = 200_000
"""Longest response that is read, in characters."""
MAX_SUBTASKS = 30
_BLOCK = re.compile(r"```(?:[ \t]*\w+[ \t]*\r?\n)?(.*?)(?:```|\Z)", re.DOTALL)
_BARE_CALL = re.compile(r"^\s*(agent\.\w+\(.*\))\s*$", re.MULTILINE)
_JSON = re.compile(r"<json>(.*?)(?:</json>|\Z)", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class WorkerCall:
    """A call `agent.<name>(*args, **kwargs)` with literal arguments, and the leniencies used to read it."""

    name: str
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    leniencies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Subtask:
    """A node of the manager's graph."""

    name: str
    info: str


def parse_call(text: str) -> WorkerCall:
    """Parse a worker's response.

    Raises:
        ProtocolError: The text has no readable call, or more than one. No text raises another error.
    """
    if len(text) > MAX_LENGTH:
        raise ProtocolError(f"it is {len(text)} characters long; stay below {MAX_LENGTH}")
    codes: list[str] = []
    blocks = [block.strip() for block in _BLOCK.findall(text) if block.strip()]
    if not blocks:
        blocks = _BARE_CALL.findall(text)
        codes.append("no_fence")
    if not blocks:
        raise ProtocolError("it has no fenced block with a call such as agent.done()")
    if len(blocks) > 1:
        codes.append("several_blocks")
    name, args, kwargs = _read_call(blocks[-1])
    return WorkerCall(name, args, kwargs, tuple(codes))


def parse_subtasks(text: str) -> list[Subtask]:
    """Parse the translator's graph and return its subtasks in the order of their execution.

    Raises:
        ProtocolError: There is no readable graph, or it has a cycle. No text raises another error.
    """
    if len(text) > MAX_LENGTH:
        raise ProtocolError(f"it is {len(text)} characters long; stay below {MAX_LENGTH}")
    match = _JSON.search(text)
    if match is None:
        raise ProtocolError("it has no JSON object between <json> and </json>")
    try:
        graph = json.loads(match[1])
        graph = graph.get("dag", graph)
        nodes = [Subtask(_text(node["name"]), _text(node.get("info", ""))) for node in graph["nodes"]]
        edges = [(_text(start["name"]), _text(end["name"])) for start, end in graph.get("edges", ())]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ProtocolError(f"its JSON is not a graph of nodes and edges: {error}") from error
    by_name = {node.name: node for node in nodes}
    if not nodes or len(nodes) > MAX_SUBTASKS or len(by_name) < len(nodes):
        raise ProtocolError(f"it must have 1 to {MAX_SUBTASKS} nodes with different names")
    order = TopologicalSorter[str](dict.fromkeys(by_name, ()))
    for start, end in edges:
        if start not in by_name or end not in by_name:
            raise ProtocolError(
                f"the edge {start!r:.60} to {end!r:.60} names a node that is not in the graph"
            )
        order.add(end, start)
    try:
        return [by_name[name] for name in order.static_order()]
    except CycleError as error:
        raise ProtocolError("its graph has a cycle") from error


def _read_call(code: str) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
    try:
        statements = parse_python(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ProtocolError(f"its block is not a Python call: {error}") from error
    match statements:
        case [ast.Expr(ast.Call(ast.Attribute(ast.Name("agent"), name), args, keywords))]:
            try:
                values = tuple(ast.literal_eval(argument) for argument in args)
                named = {word.arg: ast.literal_eval(word.value) for word in keywords if word.arg}
            except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError) as error:
                raise ProtocolError("the arguments of its call must be literals") from error
            if any(word.arg is None for word in keywords):
                raise ProtocolError("the arguments of its call must be literals")
            return name, values, named
    raise ProtocolError("its block must be one line with one call such as agent.done()")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.60} is not a text")
    return value.strip()
