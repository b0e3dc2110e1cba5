"""Proves a task on the life's state in memory, before any guest is started.

| proof | what must hold |
|---|---|
| idle | doing nothing has no credit in any checkpoint |
| right | the reference and each other right result score 1 |
| wrong | each wrong result scores less than 1, and none of its calls is refused |
| sensitive | with another value of a fact in the state the reference leaves something else, which the checker refuses |
| | where another record is what a fact describes, it does so, too, or finds nothing |
| unique | no other record of the life fits a description of the instruction |
| no literal | a value that the checker expects stands in the instruction or the state, or the country's servers do |
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from mcp_tools.personal.store import Data
from plugins.persona.generation.chains import Chain
from plugins.persona.generation.desk import Desk, Played, judged, load, records_of
from plugins.persona.generation.parts import RECORDS, Change, Fact, Operation, kind_of
from plugins.persona.generation.writing import instruction
from testbed.tasks import Score

PARTS = ("Answered", "Changed", "Created")


def faults(folder: Path, chain: Chain, desk: Desk) -> Iterator[str]:
    """Yield what is not proven of a task's folder; nothing if all is."""
    check, solve = load(folder / "check.py").check, load(folder / "solve.py")
    idle = judged(check, Played(desk.state, desk.state))
    for claim in idle.claims:
        if getattr(claim, "credit", 0):
            yield f"idle: {claim.text!r} has credit"
    try:
        right = desk.play(solve.mcp())
    except LookupError as error:
        yield f"mcp: {error}"
        return
    yield from _not_right("mcp", right, judged(check, right))
    for name, function in vars(solve).items():
        if name.startswith(("also_", "wrong_")):
            yield from _case_faults(name, function, check, desk)
    for fact in chain.facts:
        if fact.change is not None or (fact.calls and _is_judged_by_id(fact, chain)):
            yield from _insensitive(fact, solve, check, desk, right)
    yield from _literals(folder / "check.py", chain, desk)


def _case_faults(name: str, function: Any, check: Any, desk: Desk) -> Iterator[str]:
    try:
        played = desk.play(function(None))
    except (LookupError, TypeError) as error:
        yield f"{name}: {type(error).__name__}: {error}"
        return
    score = judged(check, played)
    if name.startswith("also_"):
        yield from _not_right(name, played, score)
        return
    if score.value == 1:
        yield f"{name}: it scores 1"
    yield from (f"{name}: {reason}" for reason in played.refused)


def _not_right(name: str, played: Played, score: Score) -> Iterator[str]:
    yield from (f"{name}: {reason}" for reason in played.refused)
    for claim in score.claims:
        if not claim.holds:
            yield f"{name}: {claim.text!r} does not hold: {claim.found[:200]}"


def _insensitive(fact: Fact, solve: ModuleType, check: Any, desk: Desk, right: Played) -> Iterator[str]:
    """Play the reference where another value, or another record, is what a fact describes."""
    if fact.change is not None:
        state = desk.changed(_with_other_value(fact.change, desk))
    else:
        state = desk.changed(_in_each_others_place(fact, desk))
    if records_of(state) == records_of(desk.state):
        yield f"{fact.unit}: its change changes nothing in the state"
        return
    try:
        played = desk.play(solve.mcp(), state)
    except (LookupError, ValueError) as error:
        if fact.type not in RECORDS:
            yield f"{fact.unit}: with another value in the state: {error}"
        return
    if judged(check, played).value == 1 or _effects(played) == _effects(right):
        yield f"{fact.unit}: another state changes no result"


def _with_other_value(change: Change, desk: Desk) -> dict[str, Data]:
    kind, key = change.record.split()
    data = json.loads(records_of(desk.state)[kind, key])
    text = json.dumps(data[change.field])
    old, new = (json.dumps(value)[1:-1] for value in (change.old, change.new))
    return {change.record: data | {change.field: json.loads(text.replace(old, new))}}


def _in_each_others_place(fact: Fact, desk: Desk) -> dict[str, Data]:
    """Return a fact's record in the place of one that could be taken for it, and that one in its place.

    A file gets another name besides, as what links to it has no id.
    """
    kind = RECORDS[fact.type]
    records = {
        key: json.loads(text) for (type_, key), text in records_of(desk.state).items() if type_ == kind
    }
    ids = dict(zip(records, records, strict=True))
    if fact.type == "file":
        ids = {data["path"]: key for key, data in records.items() if data["owner"] == desk.person}
    own = ids[fact.value]
    other = ids[fact.others[0]] if fact.others else next(key for key in ids.values() if key != own)
    here, there = records[other], records[own]
    if fact.type == "file":
        there = there | {"path": re.sub(r"(?=\.\w+$)", " 2", there["path"])}
    return {f"{kind} {own}": here, f"{kind} {other}": there}


def _is_judged_by_id(fact: Fact, chain: Chain) -> bool:
    """Whether an operation's result is another one if another record is what the fact describes."""
    return fact.type in RECORDS and any(
        fact in item.takes.values() and (_changes(item, RECORDS[fact.type]) or fact.value in item.check)
        for item in chain.operations
    )


def _changes(operation: Operation, kind: str) -> bool:
    return operation.kind in ("modify", "delete") and operation.record.startswith(kind)


def _effects(played: Played) -> dict[tuple[str, str], str] | tuple[Any, str]:
    """What a solution has changed, with its answer."""
    before, after = records_of(played.before), records_of(played.after)
    changed = {key: value for key, value in after.items() if before.get(key) != value}
    gone = sorted(before.keys() - after.keys())
    return (changed, gone), played.answer


def _literals(path: Path, chain: Chain, desk: Desk) -> Iterator[str]:
    """Yield the values that a checker expects and that neither instruction nor state nor the country's servers have."""
    records = records_of(desk.state)
    ids = "\n".join(key for _, key in records)
    country = [fact for fact in chain.facts if fact.kind == "generic_search"]
    told = [_text(value) for fact in country for value in _values(ast.parse(kind_of(fact), mode="eval").body)]
    known = "\n".join([instruction(chain), ids, *told, *records.values()]).replace("\\n", "\n").casefold()
    for value in _expected(ast.parse(path.read_text())):
        # A date or a time may stand in a moment, and an hour have a zero before it.
        text = re.escape(_text(value))
        if not re.search(rf"(?<![a-su-z0-9_])0?{text}(?!\w)|{text}t\d", known):
            yield f"the checker expects {value!r}, which neither the instruction nor the state has"


def _text(value: str | int | float) -> str:
    return (f"{value:.2f}" if isinstance(value, float) else str(value)).casefold()


def _expected(tree: ast.AST) -> Iterator[str | int | float]:
    """Yield the values of the fields and answers in checkpoints."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PARTS:
            for argument in node.args[1:]:
                if isinstance(argument, ast.Dict | ast.Call):
                    yield from _values(argument)


def _values(node: ast.expr) -> Iterator[str | int | float]:
    match node:
        case ast.Dict(values=values):
            for value in values:
                yield from _values(value)
        case ast.Call(func=ast.Name(id="Money"), args=[amount, *_]):
            yield from _values(amount)
        case ast.Call(func=ast.Name(id="Date" | "TimeOfDay" as kind), args=parts):
            first, *rest = (str(part.value) for part in parts if isinstance(part, ast.Constant))
            yield ("-" if kind == "Date" else ":").join([first, *(f"{number:0>2}" for number in rest)])
        case ast.Call(args=arguments):
            for argument in arguments:
                yield from _values(argument)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            for item in items:
                yield from _values(item)
        case ast.Constant(value=str() | int() | float() as value) if not isinstance(value, bool):
            yield int(value) if isinstance(value, float) and value.is_integer() else value
