"""Writes a chain as the folder of a task: `task.toml`, `check.py`, and `solve.py` with right and wrong results."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomli_w

from plugins.persona.generation.chains import Chain, Names, fill, placeholders, said
from plugins.persona.generation.parts import AFTER_COMMA, BEFORE_COMMA, Call, Fact, Operation, kind_of

SUITE = "persona"
APPS = ("mail", "calendar", "contacts", "messenger", "team", "notes", "vault", "feed", "forum")
_OPTIONS = {
    "without": 'without: str = ""',
    "twice": 'twice: str = ""',
    "backwards": "backwards: bool = False",
    "in_other_words": "in_other_words: bool = False",
    "changed": "changed: dict[str, dict[str, object]] | None = None",
}
"""Options of the solution's `work`, which its other results use."""
SEEN = "seen"
"""The variable with the result of the last call."""
_ONCE = ("vault_create_file", "team_create_channel")
"""Tools that refuse to create the same twice."""


def write_task(folder: Path, chain: Chain, *, distractors: Sequence[str] = ()) -> None:
    """Write the folder of a chain's task, whose tools include those of servers that it does not need."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "task.toml").write_text(_task_file(chain, distractors))
    (folder / "check.py").write_text(_checker(chain))
    (folder / "solve.py").write_text(_Solver(chain).text())


def instruction(chain: Chain) -> str:
    """Return the instruction of a chain's task."""
    return said(chain.operations)


def servers(chain: Chain) -> list[str]:
    """Return the servers whose tools a chain needs."""
    return list(dict.fromkeys(_server(tool) for tool in chain.tools))


def _server(tool: str) -> str:
    app = tool.partition("_")[0]
    return app if app in APPS else "-".join(tool.split("_")[:2])


def _task_file(chain: Chain, distractors: Sequence[str]) -> str:
    asked = servers(chain)
    checkpoints = []
    for fact in chain.looked_up:
        call = fact.calls[-1]
        checkpoints.append(
            {"claim": fact.claim, "kind": fact.kind, "tool": call.tool}
            | _arguments(call, {slot: needed.value for slot, needed in fact.needs.items()})
            | ({"record": fact.shown[0]} if fact.shown else {})
        )
    for operation in chain.operations:
        call = operation.effect
        checkpoint = {"claim": operation.claim, "kind": operation.kind, "tool": call.tool}
        checkpoint |= _arguments(call, {slot: taken.value for slot, taken in operation.takes.items()})
        checkpoints.append(checkpoint | ({"record": operation.record} if operation.record else {}))
    context = list(dict.fromkeys(text for fact in chain.facts for text in fact.context))
    unnecessary = list(dict.fromkeys(text for fact in chain.facts for text in fact.unnecessary))
    persona: dict[str, Any] = {"chain": list(chain.signature)} | ({"life": chain.life} if chain.life else {})
    persona |= {"context": context} if context else {}
    persona |= {"unnecessary": unnecessary} if unnecessary else {}
    task = {
        "instruction": instruction(chain),
        "suites": [SUITE],
        "applications": ["os"],
        "snapshot": "headless",
        "servers": list(dict.fromkeys([*asked, *distractors, "vault"])),
        "tools": list(chain.tools),
        "persona": persona | {"checkpoint": checkpoints},
    }
    return tomli_w.dumps(task)


def _arguments(call: Call, values: Mapping[str, str]) -> dict[str, Any]:
    """The call's arguments as far as they are known before it is made."""
    known = {name: value for name, value in call.arguments.items() if _is_known(value, values)}
    return {"arguments": {name: _filled(value, values) for name, value in known.items()}} if known else {}


def _is_known(value: Any, values: Mapping[str, str]) -> bool:
    return all(name in values for text in _texts(value) for name in placeholders(text))


def _filled(value: Any, values: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return re.sub(r"\{(\w+)([^{}]*)\}", lambda found: _part(values[found[1]], found[2]), value)
    return [_filled(item, values) for item in value] if isinstance(value, list | tuple) else value


def _part(value: str, slice_: str) -> str:
    if slice_ in (BEFORE_COMMA, AFTER_COMMA):
        return value.partition(", ")[0] if slice_ == BEFORE_COMMA else value.rpartition(", ")[2]
    found = re.fullmatch(r"\[(\d*):(\d*)\]", slice_)
    return value[int(found[1] or 0) : int(found[2] or len(value))] if found else value


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def _checker(chain: Chain) -> str:
    claims = [_found(fact) for fact in chain.looked_up]
    claims += [operation.check.replace('"{claim}"', repr(operation.claim)) for operation in chain.operations]
    body = "\n".join(f"        {claim}," for claim in claims)
    used = set(re.findall(r"\b(Answered|Changed|Created|Deleted|Shown|has_words|mentions)\(", body))
    kinds = sorted(set(re.findall(r"\b(Date|Money|Name|Number|TimeOfDay|Duration)\(", body)))
    lines = [
        "from checkers import GuestView, Score",
        *(["from checkers.found_values import Found"] if "Found(" in body else []),
        f"from checkers.personal import {', '.join([*_sorted(used), 'personal_score'])}",
        *([f"from checkers.values import {', '.join(kinds)}"] if kinds else []),
        "",
        "",
        "def check(guest: GuestView) -> Score:",
        "    return personal_score(",
        "        guest,",
        body,
        "    )",
    ]
    return "\n".join(lines) + "\n"


def _found(fact: Fact) -> str:
    """The checkpoint that a fact was looked up."""
    if not fact.shown:
        return f"Found({fact.claim!r}, {kind_of(fact)})"
    records = fact.shown[0] if len(fact.shown) == 1 else fact.shown
    return f"Shown({fact.claim!r}, {records!r})"


def _sorted(names: set[str]) -> list[str]:
    """Names as imports have them: classes first."""
    return sorted(names, key=lambda name: (name[0].islower(), name))


@dataclass
class _MadeCall:
    """A call in `solve.py`: its lines, the variable with its result, and what has been taken from it already."""

    start: int
    end: int = 0
    result: str = SEEN
    reads: dict[str, str] = field(default_factory=dict)


class _Solver:
    """Writes `solve.py`: what is looked up, then the calls with effects, which other functions change."""

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._names = Names({SEEN, "other", "calls", "call", "name", *_OPTIONS})
        self._lines: list[str] = []
        self._made: dict[str, _MadeCall] = {}
        self._of_fact: dict[int, str] = {}
        self._effects: list[str] = []

    def text(self) -> str:
        for fact in self._chain.facts:
            self._find(fact)
        bodies = [(operation, self._look_up(operation)) for operation in self._chain.operations]
        effects = [self._effect(operation, names) for operation, names in bodies]
        cases = list(self._cases())
        answers = any(not item.effect.tool for item in self._chain.operations)
        actions = ["Action", *(["Terminate"] if answers else []), "ToolCall", "result_value"]
        return "\n".join(
            [
                f"from testbed.actions import {', '.join(actions)}",
                "from testbed.tasks import Guest, Solution",
                "",
                "",
                "def mcp() -> Solution:",
                "    yield from work()",
                *cases,
                "",
                "",
                f"def work({self._parameters(cases)}) -> Solution:",
                *self._lines,
                "    calls: dict[str, Action] = {",
                *effects,
                "    }",
                *self._played(cases),
                "",
            ]
        )

    def _parameters(self, cases: Sequence[str]) -> str:
        """The options of `work` that other results use."""
        used = [text for name, text in _OPTIONS.items() if any(f"{name}=" in line for line in cases)]
        return ", ".join(["*", *used, "**other: str"] if used else ["**other: str"])

    def _played(self, cases: Sequence[str]) -> Iterator[str]:
        """The lines that play the calls, as the options say."""
        text = "\n".join(cases)
        order = "reversed(calls) if backwards else calls" if "backwards=" in text else "calls"
        yield f"    for name in {order}:"
        call = "calls[name]"
        if "changed=" in text:
            call = "call"
            yield "        call = calls[name]"
            yield "        if changed and name in changed and isinstance(call, ToolCall):"
            yield '            call = call.model_copy(update={"arguments": call.arguments | changed[name]})'
        times = "2 if name == twice else 1" if "twice=" in text else "1"
        yield f"        for _ in range(0 if name == without else {times}):"
        yield f"            yield {call}"

    def _find(self, fact: Fact) -> None:
        local = {slot: self._of_fact[id(needed)] for slot, needed in fact.needs.items()}
        name = self._names.fresh(fact.type)
        self._of_fact[id(fact)] = local["value"] = name
        if not fact.calls:
            self._lines.append(f"    {name} = other.get({_quoted(name)}, {_quoted(fact.value)})")
        for call in fact.calls:
            self._call(call, local, name)

    def _look_up(self, operation: Operation) -> dict[str, str]:
        local = {slot: self._of_fact[id(taken)] for slot, taken in operation.takes.items()}
        for call in operation.lookups:
            self._call(call, local, "")
        return local

    def _call(self, call: Call, local: dict[str, str], value: str) -> None:
        """Write a call, unless it is made already, and what is taken from its result."""
        text = self._tool_call(call.tool, call.arguments, local)
        is_new = text not in self._made
        if is_new:
            self._made[text] = _MadeCall(len(self._lines))
            self._lines.append(f"    {SEEN} = yield {text}")
        made = self._made[text]
        if not is_new and made.result == SEEN:
            self._keep_result(made)
        for read in call.reads:
            pattern = f", {_raw(read.pattern)}" if read.pattern else ""
            taken = f"{self._literal(read.path, local)}{pattern}"
            if read.name == "value":
                self._read(made, value, f"other.get({_quoted(value)}) or ", taken)
            elif taken in made.reads:
                local[read.name] = made.reads[taken]
            else:
                name = local[read.name] = made.reads[taken] = self._names.fresh(read.name)
                self._read(made, name, "", taken)
        if is_new:
            made.end = len(self._lines)

    def _read(self, made: _MadeCall, name: str, first: str, taken: str) -> None:
        self._lines.append(f"    {name} = {first}result_value({made.result}, {taken})")

    def _keep_result(self, made: _MadeCall) -> None:
        """Give a call's result a name of its own, as it is needed after other calls."""
        made.result = self._names.fresh(SEEN)
        first, *reads = self._lines[made.start : made.end]
        first = first.replace(f"{SEEN} =", f"{made.result} =", 1)
        reads = [line.replace(f"result_value({SEEN},", f"result_value({made.result},", 1) for line in reads]
        self._lines[made.start : made.end] = [first, *reads]

    def _tool_call(self, tool: str, arguments: Mapping[str, Any], local: Mapping[str, str]) -> str:
        return f"ToolCall(name={_quoted(tool)}, arguments={self._literal(arguments, local)})"

    def _effect(self, operation: Operation, local: Mapping[str, str]) -> str:
        name = self._effect_name(operation)
        call = operation.effect
        arguments = {
            key: (self._literal(value, local), self._literal(operation.also[key], local))
            if key in operation.also
            else (self._literal(value, local),)
            for key, value in call.arguments.items()
        }
        texts = {
            key: f"{both[1]} if in_other_words else {both[0]}" if len(both) == 2 else both[0]
            for key, both in arguments.items()
        }
        if not call.tool:
            return f'        {_quoted(name)}: Terminate(status="success", answer={texts["answer"]}),'
        inner = ", ".join(f"{_quoted(key)}: {text}" for key, text in texts.items())
        return f"        {_quoted(name)}: ToolCall(name={_quoted(call.tool)}, arguments={{{inner}}}),"

    def _effect_name(self, operation: Operation) -> str:
        name, number = operation.unit, 1
        while name in self._effects:
            number += 1
            name = f"{operation.unit}_{number}"
        self._effects.append(name)
        return name

    def _cases(self) -> Iterator[str]:
        """The other right results, and the wrong ones that mutations of the chain leave."""
        if any(item.also for item in self._chain.operations):
            yield from _case("also_in_other_words", "in_other_words=True")
        if len(self._effects) > 1 and all(item.effect.tool for item in self._chain.operations):
            yield from _case("also_in_another_order", "backwards=True")
        for fact in self._chain.facts:
            name = self._of_fact[id(fact)]
            for number, value in enumerate(fact.others, start=1):
                suffix = f"_{number}" if len(fact.others) > 1 else ""
                yield from _case(f"wrong_other_{name}{suffix}", f"{name}={_quoted(value)}")
        for operation, name in zip(self._chain.operations, self._effects, strict=True):
            yield from _case(f"wrong_without_{name}", f"without={_quoted(name)}")
            if operation.kind == "create" and operation.effect.tool not in ("", *_ONCE):
                yield from _case(f"wrong_{name}_twice", f"twice={_quoted(name)}")
            for what, arguments in operation.wrong.items():
                changed = f"changed={{{_quoted(name)}: {self._literal(arguments, {})}}}"
                yield from _case(f"wrong_{name}_{what}", changed)
        file = '{"path": "Done.md", "text": "What I did."}'
        own = f'yield ToolCall(name="vault_create_file", arguments={file})'
        yield from _case("wrong_with_a_file_of_its_own", "", own)

    def _literal(self, value: Any, local: Mapping[str, str]) -> str:
        """A value in Python; a text with braces as an f-string, or the variable itself."""
        if isinstance(value, str):
            names = placeholders(value)
            if not names:
                return _quoted(value)
            filled = fill(value, local)
            only = re.fullmatch(r"\{(\w+(?:\[[\d:]*\])?)\}", filled)
            return only[1] if only else "f" + _quoted(filled)
        if isinstance(value, Mapping):
            return (
                "{"
                + ", ".join(f"{_quoted(key)}: {self._literal(item, local)}" for key, item in value.items())
                + "}"
            )
        if isinstance(value, list | tuple):
            return "[" + ", ".join(self._literal(item, local) for item in value) + "]"
        return repr(value)


def _case(name: str, options: str, *before: str) -> Iterator[str]:
    yield from ("", "", f"def {name}(_guest: Guest) -> Solution:")
    yield from (f"    {line}" for line in before)
    yield f"    yield from work({options})"


def _quoted(text: str) -> str:
    """A text as the formatter quotes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _raw(pattern: str) -> str:
    return f'r"{pattern}"' if '"' not in pattern else f"r'{pattern}'"
