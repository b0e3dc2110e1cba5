"""Calls of functions in the text of a model's answers: `--calling prompt`.

The system prompt has the functions' definitions, an answer has its calls, and a message of the user their results:

    <tool_call>
    {"name": "osworld_mcp_os__set_volume", "arguments": {"level": 30}}
    </tool_call>

    <tool_response>
    {"name": "osworld_mcp_os__set_volume", "result": "Done."}
    </tool_response>

Leniency codes of this module: `tag_form`, `unclosed_tag`, `code_fence`, `stray_text` (between a tag and its JSON),
`no_tool_call_tag` (a bare or fenced call), `tool_calls_token` (Mistral's form), `calls_in_one_tag`, `name_form`
(another form of a function's name), `invented_response` (a result that the model wrote itself: neither it nor, behind a
call, what follows it is read), and those of `read_call` and `lenient_json`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from controller.agents.calls import CallResult, result_text, shorten
from controller.agents.lenient_json import LenientJsonError, read_lenient_json
from controller.agents.paper_protocol.parse import ProtocolError, read_tagged_call
from controller.models.deviations import CALL_IN_TEXT
from controller.models.thinking import INLINE_THINKING, split_thinking

MAX_LENGTH = 200_000
"""Longest answer that is read, in characters."""
MAX_CALLS = 50
"""Most calls of one answer."""

SYSTEM = """\


You call functions in the text of your answer, and in no other way. A call is a JSON object with the function's name \
and its arguments, in tags:
<tool_call>
{{"name": "NAME", "arguments": {{"PARAMETER": "VALUE"}}}}
</tool_call>
Several calls in one answer are executed in order. Write nothing after the last call: the next message has the \
results, in tags <tool_response>. {computer}The functions are:
<tools>
{signatures}
</tools>"""
COMPUTER = "The computer is not one of them: you use it as your API provides it. "
"""Said to a model that has its vendor's own computer tool as well."""

_OPEN = re.compile(r"<\s*tool[ _-]?call\s*>", re.IGNORECASE)
_CLOSE = re.compile(r"<\s*/\s*tool[ _-]?call\s*>", re.IGNORECASE)
_RESPONSE = re.compile(r"<\s*tool[ _-]?response\s*>", re.IGNORECASE)
_RESPONSE_END = re.compile(r"<\s*/\s*tool[ _-]?response\s*>", re.IGNORECASE)
_FENCE = re.compile(r"```[ \t]*\w*[ \t]*\r?\n?")
_OTHER_FORMS = re.compile(
    r"<\s*function\s*=|<\s*/?\s*function_calls?\s*>|<\s*invoke\s+name\s*=|\[TOOL_CALLS\]|<[|｜](?:tool|function|python_tag)",
    re.IGNORECASE,
)
"""Calls in the forms of other protocols."""
_TOKEN = re.compile(r"\[TOOL_CALLS\]")
_TOKEN_CALL = re.compile(r"\s*([\w.-]+)\s*(?:\[CALL_ID\]\s*\w+\s*)?(?:\[ARGS\]\s*)?(?=\{)")
"""A call of Mistral's newer form: its name, then `[ARGS]` and the arguments."""
_ARGUMENTS = {"arguments", "parameters", "args", "params", "input"}
NOT_READ = (
    "Your answer has a call in its text ({problem}). Nothing of it was done. Call functions as the API provides it, "
    "not in the text; an answer in words alone ends the task."
)
"""Message to the model for a call in the text that is not executed."""
AMONG_WORDS = "with other words around it"


@dataclass(frozen=True, slots=True)
class PromptFunction:
    """A function as the system prompt defines it, by the name that the model calls it by."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PromptCall:
    """A call in an answer; `problem` says to the model why it cannot be read, "" if it can."""

    name: str
    arguments: Mapping[str, Any]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class PromptAnswer:
    """An answer: its thoughts in tags, its other text without the calls, the calls in order, and leniency codes.

    Nothing after a call that cannot be read is a call. `invented` are the results that the model wrote itself, and what
    it wrote behind them.
    """

    thought: str
    text: str
    calls: tuple[PromptCall, ...]
    leniencies: tuple[str, ...] = ()
    invented: tuple[str, ...] = ()

    def without_invented(self, texts: Sequence[str]) -> list[str]:
        """Return the texts that the answer was read from as later requests repeat them: without `invented`."""
        kept = list(texts)
        for piece in self.invented:
            beginning = piece.partition("\n\n")[0]  # the texts were joined by empty lines
            index = next((index for index, text in enumerate(kept) if beginning in text), None)
            if index is None:
                continue
            text = kept[index]
            if piece in text:
                before, _, behind = text.partition(piece)
                kept[index] = f"{before.rstrip()}\n{behind.lstrip()}".strip()
            else:  # it goes on in the texts behind this one
                rest = len(kept) - index - 1
                kept[index:] = [text.partition(beginning)[0].rstrip(), *[""] * rest]
        return kept


def system(text: str, functions: Sequence[PromptFunction], *, computer: bool) -> str:
    """Return a system prompt with the functions' definitions.

    Args:
        text: The prompt without them.
        functions: The functions.
        computer: Whether the model has its vendor's own computer tool as well.
    """
    lines = "\n".join(_signature(function) for function in functions)
    return text + SYSTEM.format(signatures=lines, computer=COMPUTER if computer else "")


def prompt_texts() -> dict[str, str]:
    """Return the texts by name, for the run's record."""
    return {"calling": SYSTEM, "calling_computer": COMPUTER}


def read_answer(text: str, names: Collection[str]) -> PromptAnswer:
    """Read an answer. No text raises an error.

    Args:
        text: The answer.
        names: The functions' names.
    """
    if len(text) > MAX_LENGTH:
        problem = f"the answer has {len(text)} characters, more than {MAX_LENGTH}, and nothing of it was done"
        return PromptAnswer("", shorten(text), (PromptCall("", {}, problem),))
    reader = _Reader(text, names)
    reader.read()
    codes = tuple(dict.fromkeys(reader.codes))
    outside = _FENCE.sub("", "".join(reader.outside)) if reader.calls else "".join(reader.outside)
    return PromptAnswer(reader.thought, outside.strip(), tuple(reader.calls), codes, tuple(reader.invented))


def write_call(name: str, arguments: Mapping[str, Any]) -> str:
    """Write a call as `read_answer` reads it."""
    call = json.dumps({"name": name, "arguments": dict(arguments)}, ensure_ascii=False)
    return f"<tool_call>\n{call}\n</tool_call>"


def write_result(outcome: CallResult) -> str:
    """Write the results of a call for the model."""
    done = zip(outcome.call.actions, outcome.results, strict=False)
    texts = [result_text(action, result) for action, result in done]
    texts += [outcome.problem] if outcome.problem else []
    text = shorten("\n".join(dict.fromkeys(texts)) or "Done.")
    result = {"name": outcome.call.name, "error" if outcome.failed else "result": text}
    return f"<tool_response>\n{json.dumps(result, ensure_ascii=False)}\n</tool_response>"


def read_stray_calls(text: str, names: Collection[str]) -> PromptAnswer | None:
    """Read the calls and the thoughts that a model or its server left in the text of an answer.

    Calls in tags, after a token, or as all of the text are read. Any other, such as JSON among words, is not: the one
    call of the answer returned says why.

    Args:
        text: The answer, which has no call of the API's.
        names: The functions' names.

    Returns:
        The answer with its calls; None if the text has neither calls nor thoughts.
    """
    answer = read_answer(text, names)
    if not answer.calls:
        return replace(answer, leniencies=(INLINE_THINKING,)) if answer.thought else None
    problem = next((call.problem for call in answer.calls if call.problem), "")
    if not problem and "no_tool_call_tag" in answer.leniencies and answer.text:
        problem = AMONG_WORDS
    if problem:
        refused = PromptCall("", {}, NOT_READ.format(problem=problem))
        return replace(answer, calls=(refused,), leniencies=())
    return replace(answer, leniencies=(CALL_IN_TEXT, *answer.leniencies))


class _Reader:
    """Reads one answer: `calls`, the text `outside` of them, what is `invented`, and the leniency `codes`."""

    def __init__(self, text: str, names: Collection[str]) -> None:
        self.thought, self._text = split_thinking(text)
        self._names = names
        self.calls: list[PromptCall] = []
        self.outside: list[str] = []
        self.codes: list[str] = []
        self.invented: list[str] = []

    def read(self) -> None:
        try:
            at = self._read_tags()
            if not self.calls:
                at = self._read_after_tokens()
            if not self.calls and not self._read_bare():
                self._refuse_other_forms()
                self.outside = [self._text]
            elif at is not None:
                self.outside.append(self._text[at:])
        except ProtocolError as error:
            self.calls.append(PromptCall("", {}, str(error)))

    def _read_tags(self) -> int | None:
        """Read the calls in tags; the place behind the last one, None if there is none."""
        at: int | None = None
        self._leave_out_invented(0)
        while begin := _OPEN.search(self._text, at or 0):
            self.outside.append(self._text[at or 0 : begin.start()])
            if begin[0] != "<tool_call>":
                self.codes.append("tag_form")
            at = self._read_inside(begin.end())
            self._leave_out_invented(at)
        return at

    def _leave_out_invented(self, at: int) -> None:
        """Leave out the results that the model wrote itself up to the next call; behind a call, all from there on."""
        while begin := _RESPONSE.search(self._text, at):
            following = _OPEN.search(self._text, at)
            if following is not None and following.start() < begin.start():
                return
            self.codes.append("invented_response")
            has_call = bool(self.calls) or "{" in self._text[: begin.start()]
            end = None if has_call else _RESPONSE_END.search(self._text, begin.end())
            behind = end.end() if end else len(self._text)
            self.invented.append(self._text[begin.start() : behind])
            self._text = self._text[: begin.start()] + self._text[behind:]

    def _read_inside(self, start: int) -> int:
        """Read the calls between two tags; the place behind them."""
        text = self._text
        close = _CLOSE.search(text, start)
        at = next((place for place in range(start, len(text)) if text[place] in "{["), len(text))
        if at == len(text) or (close is not None and close.start() < at):
            raise ProtocolError('a <tool_call> has no JSON object {"name": …, "arguments": {…}}')
        self._note_lead(text[start:at])
        number = 0
        while True:
            try:
                value, at, codes = read_lenient_json(text, at)
            except LenientJsonError as error:
                raise ProtocolError(f"the JSON in a <tool_call> cannot be read: {error}") from error
            self.codes += codes
            for one in value if isinstance(value, list) else [value]:
                number += 1
                self._add(one)
            if value == []:
                raise ProtocolError("a <tool_call> has an empty list")
            following = at + len(text[at:]) - len(text[at:].lstrip(", \t\r\n"))
            if text[following : following + 1] != "{":
                break
            at = following
        if number > 1:
            self.codes.append("calls_in_one_tag")
        return self._behind(at)

    def _note_lead(self, lead: str) -> None:
        unfenced = _FENCE.sub("", lead)
        if unfenced != lead:
            self.codes.append("code_fence")
        if unfenced.strip():
            self.codes.append("stray_text")

    def _behind(self, at: int) -> int:
        """The place behind the closing tag; `at` itself if there is none before the next call."""
        close = _CLOSE.search(self._text, at)
        following = _OPEN.search(self._text, at)
        if close is None or (following is not None and following.start() < close.start()):
            self.codes.append("unclosed_tag")
            return at
        if close[0] != "</tool_call>":
            self.codes.append("tag_form")
        self._note_lead(self._text[at : close.start()])
        return close.end()

    def _add(self, value: object) -> None:
        if len(self.calls) == MAX_CALLS:
            raise ProtocolError(f"the answer has more than {MAX_CALLS} calls; the rest was not executed")
        if not isinstance(value, dict):
            raise ProtocolError("a <tool_call> must have a JSON object with name and arguments")
        if not any(isinstance(value.get(key), str | dict) for key in _NAMES):
            raise ProtocolError(
                'the JSON in a <tool_call> names no function: write {"name": …, "arguments": …}'
            )
        name, arguments = read_tagged_call(value, self.codes)
        self.calls.append(PromptCall(self._match_name(name), arguments))

    def _match_name(self, name: str) -> str:
        """The function of that name, or of another form of it; the name itself if there is none."""
        if name in self._names:
            return name
        matches = [known for known in self._names if _plain(known) == _plain(name)]
        if len(matches) != 1:
            return name
        self.codes.append("name_form")
        return matches[0]

    def _read_after_tokens(self) -> int | None:
        """Read the calls behind `[TOOL_CALLS]`, JSON or name and arguments; the place behind, None if there is none."""
        at: int | None = None
        while begin := _TOKEN.search(self._text, at or 0):
            self.codes.append("tool_calls_token")
            self.outside.append(self._text[at or 0 : begin.start()])
            named = _TOKEN_CALL.match(self._text, begin.end())
            try:
                value, at, codes = read_lenient_json(self._text, named.end() if named else begin.end())
            except LenientJsonError as error:
                raise ProtocolError(f"the JSON after [TOOL_CALLS] cannot be read: {error}") from error
            self.codes += codes
            calls = [{"name": named[1], "arguments": value}] if named else value
            for one in calls if isinstance(calls, list) else [calls]:
                self._add(one)
        return at

    def _read_bare(self) -> bool:
        """Read calls without tags: objects that name an offered function and have arguments."""
        at, behind = -1, 0
        for _ in range(MAX_CALLS):
            at = self._text.find("{", at + 1)
            if at < 0:
                break
            try:
                value, end, codes = read_lenient_json(self._text, at)
            except LenientJsonError:
                continue
            if not self._is_call(value):
                continue
            self.codes += ["no_tool_call_tag", *codes]
            self.outside.append(self._text[behind:at])
            self._add(value)
            behind, at = end, end - 1
        if self.calls:
            self.outside.append(self._text[behind:])
        return bool(self.calls)

    def _is_call(self, value: object) -> bool:
        if not isinstance(value, dict) or not {*value} & _ARGUMENTS:
            return False
        name = value.get("name")
        return isinstance(name, str) and any(_plain(known) == _plain(name) for known in self._names)

    def _refuse_other_forms(self) -> None:
        """Raise ProtocolError when the text has what is left of a call, or one of another protocol."""
        if _CLOSE.search(self._text):
            raise ProtocolError("a </tool_call> has no <tool_call> before it")
        if other := _OTHER_FORMS.search(self._text):
            raise ProtocolError(
                f"{other[0]!r} is no call here: write <tool_call>, then "
                '{"name": …, "arguments": {…}}, then </tool_call>'
            )


_NAMES = ("name", "function", "function_name", "tool", "tool_name")


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.strip().lower())


def _signature(function: PromptFunction) -> str:
    parameters = {key: value for key, value in function.parameters.items() if key != "$schema"}
    definition = {"name": function.name, "description": function.description, "parameters": parameters}
    return json.dumps({"type": "function", "function": definition}, ensure_ascii=False, default=dict)


def functions_in(prompt: str) -> Iterator[Mapping[str, Any]]:
    """The definitions in a system prompt that `system` made."""
    inside = prompt.partition("\n<tools>\n")[2].rpartition("\n</tools>")[0]
    for line in inside.splitlines():
        definition: Mapping[str, Any] = json.loads(line)["function"]
        yield definition
