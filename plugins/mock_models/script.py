"""Reader of the mock's scripts: files of responses and faults.

TOML, each entry an `[[answer]]`, or JSON Lines, an entry a line. An entry is one of

    actions = […], text, thought       testbed's actions, for any API; points are pixels of the image in the request
    content = […], stop                the API's own format, for that API alone
    status = 529, kind, message, headers      an error
    body = "{"                         status 200 with any body
    solve = true                       the reference solution's next answer
    facts = true                       a judge's verdict by rule (judge_facts.py)

with `delay` (seconds), `times`, and `to = "judge"` for the requests of judges alone; responses also with `model`
(instead of the requested one), `cut` ("drop", "stall" or "error", half-way) and `odd` (a kind of `deviations.py`).
"""

from __future__ import annotations

import itertools
import json
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from plugins.mock_models.base import MockRequest
from plugins.mock_models.context_window import notes_answer
from plugins.mock_models.judge_facts import answer_by_facts
from plugins.mock_models.odd import BY_KIND
from plugins.mock_models.text_protocols import is_judge_request, system_text
from plugins.mock_models.turns import (
    Body,
    BrokenBody,
    CutKind,
    ErrorAnswer,
    MockAnswer,
    RawAnswer,
    ScriptItem,
    mock_error,
)
from testbed.actions import Action
from testbed.errors import UsageError

Script = Callable[[MockRequest], ScriptItem]

_SHARED = {"delay", "times", "to"}
_ANSWERED = _SHARED | {"model", "cut", "odd"}
_KINDS: dict[str, set[str]] = {
    "actions": {"text", "thought"} | _ANSWERED,
    "text": {"thought"} | _ANSWERED,
    "content": {"stop", "details"} | _ANSWERED,
    "status": {"kind", "message", "headers"} | _SHARED,
    "body": _SHARED,
    "solve": _ANSWERED,
    "facts": _ANSWERED,
}
"""The fields that determine an entry's kind, in the order they are searched, and the fields allowed with each."""
_FAULTS = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}


class ScriptEntry(BaseModel):
    """One entry of a script."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    actions: tuple[Action, ...] = ()
    text: str = ""
    thought: str = ""
    content: tuple[Body, ...] = ()
    stop: str = ""
    details: Body | None = None
    status: Annotated[int, Field(ge=400, le=599)] | None = None
    kind: str = ""
    message: str = "scripted"
    headers: dict[str, str] = Field(default_factory=dict)
    body: str | None = None
    solve: bool = False
    facts: bool = False
    model: str = ""
    cut: CutKind = ""
    odd: str = ""
    delay: float = Field(0, ge=0)
    times: int = Field(1, ge=1)
    to: Literal["any", "judge"] = "any"

    @model_validator(mode="after")
    def _of_one_kind(self) -> ScriptEntry:
        given = self.model_fields_set
        kind = next((name for name in _KINDS if name in given), None)
        if kind is None:
            raise PydanticCustomError("kind", f"must have one of {', '.join(_KINDS)}")
        more = given - _KINDS[kind] - {kind}
        if more:
            raise PydanticCustomError("kind", f"{' and '.join(sorted(more))} cannot be combined with {kind}")
        if self.odd and self.odd not in BY_KIND:
            raise PydanticCustomError("odd", f"odd must be one of {', '.join(BY_KIND)}")
        return self

    def item(self) -> ScriptItem | None:
        """The item of the entry, without a verdict by rule; None for the reference solution's next answer."""
        if self.solve:
            return None
        if self.status is not None:
            kind = self.kind or _FAULTS.get(self.status, "api_error")
            return ErrorAnswer(self.status, kind, self.message, self.headers, delay=self.delay)
        if self.body is not None:
            return BrokenBody(self.body.encode(), delay=self.delay)
        how: dict[str, Any] = {"model": self.model, "cut": self.cut, "odd": self.odd, "delay": self.delay}
        if self.content:
            return RawAnswer(self.content, self.stop, self.details, **how)
        return MockAnswer(self.actions, self.text, self.thought, **how)


def read_script(path: Path) -> list[ScriptEntry]:
    """Read a script.

    Raises:
        UsageError: The file cannot be read, or an entry is invalid; the message names the entry.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the script {path} cannot be read: {error}") from error
    entries = []
    for place, value in _lines(path, text) if path.suffix in (".jsonl", ".ndjson") else _tables(path, text):
        try:
            entries.append(ScriptEntry.model_validate(value))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise UsageError(
                f"{path}: {place}: {f'{where}: ' if where else ''}{first['msg']}",
                hint="docs/mock_model.md lists the fields of an entry",
            ) from error
    if not entries:
        raise UsageError(f"{path} has no entry", hint="docs/mock_model.md describes scripts")
    return entries


def play(entries: Sequence[ScriptEntry], solver: Callable[[MockRequest], MockAnswer] | None) -> Script:
    """Make a script that answers with the entries in order, then with the solver if there is one.

    Entries for judges answer requests of judges alone, in their own order; without any, judges are no exception.
    Requests for notes on a conversation that has become too long take no entry.

    Raises:
        UsageError: An entry needs a solver and there is none.
    """
    if solver is None and any(entry.solve for entry in entries):
        raise UsageError("the script has an entry solve = true", hint="add --solve")
    for_judges = any(entry.to == "judge" for entry in entries)
    rest = {
        kind: iter([entry for entry in entries if entry.to == kind for _ in range(entry.times)])
        for kind in ("any", "judge")
    }

    def answer(request: MockRequest) -> ScriptItem:
        if notes := notes_answer(system_text(request.body), request.body):
            return notes
        judged = for_judges and is_judge_request(request.body)
        entry = next(rest["judge" if judged else "any"], None)
        if judged and entry is None:
            raise mock_error('the script has no answer left with to = "judge"')
        item = entry.item() if entry else None
        if entry and entry.facts and isinstance(item, MockAnswer):
            return replace(item, text=answer_by_facts(request))
        if item is not None:
            return item
        if solver is None:
            raise mock_error("the script is at its end")
        item = solver(request)
        if entry is None:
            return item
        return replace(item, model=entry.model, cut=entry.cut, odd=entry.odd, delay=entry.delay)

    return answer


def make_odd_answers(script: Script, kinds: Sequence[str], every: int) -> Script:
    """Make every so-many-th answer of a script deviate from the API's reference, the kinds in turn.

    Args:
        script: The script.
        kinds: Kinds of `testbed.all_deviations`.
        every: How many answers one of them follows after another.
    """
    numbers = itertools.count(1)
    turns = itertools.cycle(kinds)

    def answer(request: MockRequest) -> ScriptItem:
        item = script(request)
        if not isinstance(item, MockAnswer | RawAnswer) or next(numbers) % every:
            return item
        return replace(item, odd=next(turns))

    return answer


def _tables(path: Path, text: str) -> Iterator[tuple[str, Any]]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not valid TOML: {error}") from error
    answers = data.pop("answer", [])
    if data or not isinstance(answers, list):
        raise UsageError(f"{path}: only [[answer]] entries are expected, not {', '.join(data) or 'answer'}")
    yield from ((f"answer {number}", value) for number, value in enumerate(answers, start=1))


def _lines(path: Path, text: str) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                yield f"line {number}", json.loads(line)
            except ValueError as error:
                raise UsageError(f"{path}: line {number} is not valid JSON: {error}") from error
