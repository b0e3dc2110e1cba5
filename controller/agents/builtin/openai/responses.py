"""A conversation over the Responses API, stateless: every request holds all of it, nothing is stored.

So reasoning comes encrypted and goes back as it came, in front of the calls it led to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import openai

from controller.agents.builtin.openai.computer import actions_in
from controller.agents.builtin.openai.dialogue import (
    NEEDS,
    CallOutput,
    DialogueResponse,
    FunctionDefinition,
    ImagePolicy,
    Item,
    Rewrite,
    Stop,
    ToolSet,
    ToolUse,
    blank_url,
    data_url,
    function_use,
)
from controller.agents.calls import shorten
from controller.agents.folding import cut_result, estimate_tokens, first_kept
from controller.agents.tool_search import ToolSearch, query_text
from controller.core.agent import Usage
from controller.models.openai_api import compact_input, create_response, usage_of
from controller.models.picture_limits import DROPPED

COMPUTER = "computer"
"""The name of a computer call in records and in errors; the API gives it none."""
COMMENTARY = "commentary"
"""The phase of a message that precedes further work; the other is `final_answer`."""
BLANK = blank_url()
_OUTPUT = frozenset({"message", "function_call", "computer_call", "tool_search_call", "reasoning"})
"""Types of the model's items, which reasoning can precede."""


class ResponsesDialogue:
    """Implements `Dialogue`. `request` holds the model and the settings."""

    def __init__(self, client: openai.OpenAI, request: Mapping[str, Any], image_policy: ImagePolicy) -> None:
        self._client = client
        self._request = dict(request)
        self._image_policy = image_policy
        self._items: list[Item] = []
        self._output: list[Item] = []
        self._tools: list[Item] = []
        self._first = True
        self._opening: Item = {}

    def instruct(self, system: str) -> None:
        self._request["instructions"] = system

    def set_tools(self, offer: ToolSet) -> None:
        self._tools = [dict(offer.computer)] if offer.computer else []
        self._tools += [_function(function) for function in offer.functions]
        if offer.deferred:
            self._tools.append({"type": "tool_search"})
        self._tools += [
            {
                "type": "namespace",
                "name": space.name,
                "description": space.description,
                "tools": [_function(function) | {"defer_loading": True} for function in space.functions],
            }
            for space in offer.deferred
        ]

    def request(self) -> DialogueResponse:
        self._trim()
        tools = {"tools": self._tools} if self._tools else {}
        request = {**self._request, "input": self._items} | tools
        answer = create_response(self._client, request, first=self._first, needs=NEEDS)
        self._first = False
        self._output = [_to_input(item) for item in answer.body["output"] if _may_go_back(item)]
        return replace(_answer(answer.body, str(self._request["model"])), leniencies=answer.leniencies)

    def request_aside(self, system: str, text: str) -> DialogueResponse:
        content = [{"type": "input_text", "text": text}]
        message = {"type": "message", "role": "user", "content": content}
        request = {**self._request, "instructions": system, "input": [message]}
        answer = create_response(self._client, request, first=self._first, needs=NEEDS)
        return _answer(answer.body, str(self._request["model"]))

    def commit(self, rewrite: Rewrite = list) -> None:
        messages = [item for item in self._output if item["type"] == "message"]
        parts = [part for item in messages for part in item["content"] if isinstance(part.get("text"), str)]
        for part, text in zip(parts, rewrite([part["text"] for part in parts]), strict=True):
            part["text"] = text
        self._items += self._output
        self._output = []

    def add_results(
        self, outputs: Sequence[CallOutput], checks: Mapping[str, Sequence[Any]], screen: bytes | None
    ) -> bool:
        computers = [
            index for index, output in enumerate(outputs) if output.result.call.kind == "computer_call"
        ]
        # The API wants the output of each call and, with it, all its checks acknowledged.
        withdrawn = {
            call.id
            for call, allowed in ((output.result.call, output.result.allowed) for output in outputs)
            if checks.get(call.id) and not allowed
        }
        self._take_back(withdrawn)
        computer = [index for index in computers if outputs[index].result.call.id not in withdrawn]
        for index, output in enumerate(outputs):
            call = output.result.call
            if call.id in withdrawn:
                continue
            if index not in computer:
                self._items.append(self._function_output(call.id, output))
                continue
            # Between calls of one answer nobody looked.
            url = data_url(screen) if screen and index == computer[-1] else BLANK
            output_image = {"type": "computer_screenshot", "image_url": url}
            if self._image_policy.detail == "original":  # without it gpt-5.4 scales a large screen
                output_image["detail"] = "original"
            item: Item = {"type": "computer_call_output", "call_id": call.id, "output": output_image}
            if checks.get(call.id):
                item["acknowledged_safety_checks"] = [*checks[call.id]]
            self._items.append(item)
        texts = [output.text for index, output in enumerate(outputs) if index in computers and output.text]
        if texts:  # a computer call's own output has no room for words
            self.add_text("\n".join(texts))
        return bool(computer)

    def add_text(self, text: str, screen: bytes | None = None) -> None:
        parts: list[Item] = [{"type": "input_text", "text": text}]
        if not self._items:
            self._opening = parts[0]
        if screen is not None:
            parts.append(self._picture(screen))
        last = self._items[-1] if self._items else {}
        if last.get("role") == "user":
            last["content"] += parts
        else:
            self._items.append({"type": "message", "role": "user", "content": parts})

    def _take_back(self, calls: Collection[str]) -> None:
        """Remove calls, and the reasoning that led to nothing else, which must not stand alone."""
        if not calls:
            return
        kept: list[Item] = []
        leads = False
        for item in reversed(self._items):
            if item["type"] == "computer_call" and item["call_id"] in calls:
                continue
            if item["type"] == "reasoning" and not leads:
                continue
            leads = item["type"] in _OUTPUT and item.get("role") != "user"
            kept.append(item)
        self._items = kept[::-1]

    def _function_output(self, call_id: str, output: CallOutput) -> Item:
        item: Item = {"type": "function_call_output", "call_id": call_id, "output": output.text}
        if output.pictures:
            text = [{"type": "input_text", "text": output.text}]
            item["output"] = [*text, *(self._picture(png) for png in output.pictures)]
        return item

    def _picture(self, png: bytes) -> Item:
        return {"type": "input_image", "image_url": data_url(png), "detail": self._image_policy.detail}

    def size(self) -> int:
        return estimate_tokens(self._items)

    def fold_pictures(self) -> int:
        return self._drop(list(self._pictures())[:-1])

    def fold_results(self, keep: int) -> int:
        count = 0
        for item in self._items[1 : self._first_kept(keep)]:
            output = item.get("output")
            if isinstance(output, str) and cut_result(output) != output:
                item["output"] = cut_result(output)
                count += 1
            for part in _parts(item):
                if part.get("type") == "input_text" and cut_result(part["text"]) != part["text"]:
                    part["text"] = cut_result(part["text"])
                    count += 1
        return count

    def fold_turns(self, notes: str, keep: int) -> int:
        start = self._first_kept(keep)
        dropped = len([item for item in self._items[1:start] if item.get("role") == "user"])
        if dropped:
            content = [self._opening, {"type": "input_text", "text": notes}]
            self._items[:start] = [{"type": "message", "role": "user", "content": content}]
        return dropped

    def compact(self, keep: int) -> tuple[int, Usage]:
        start = self._first_kept(keep)
        dropped = len([item for item in self._items[1:start] if item.get("role") == "user"])
        if not dropped:
            return 0, Usage()
        model, system = str(self._request["model"]), str(self._request["instructions"])
        items, usage = compact_input(self._client, model, self._items[:start], system)
        self._items[:start] = map(_to_input, items)
        return dropped, usage

    def _first_kept(self, keep: int) -> int:
        # Behind the results of a turn's calls is the user's message, behind which the next turn begins.
        turns = [index + 1 for index, item in enumerate(self._items[:-1]) if item.get("role") == "user"]
        return first_kept(turns, keep, len(self._items))

    def _trim(self) -> None:
        """Drop old pictures when there are too many, keeping the latest."""
        places = list(self._pictures())
        sizes = [len(place["image_url"]) for place in places]
        self._drop(places[: self._image_policy.to_drop(sizes)])

    def _drop(self, places: list[Item]) -> int:
        """Replace pictures by a text or, where the API wants one, a grey picture, and return how many."""
        for place in places:
            if place["type"] == "computer_screenshot":
                place["image_url"] = BLANK
            else:
                place.clear()
                place.update({"type": "input_text", "text": DROPPED})
        return len(places)

    def _pictures(self) -> Iterator[Item]:
        for item in self._items:
            for part in _parts(item):
                if part.get("type") in ("input_image", "computer_screenshot") and part["image_url"] != BLANK:
                    yield part


def _parts(item: Item) -> list[Item]:
    """The parts of a user's message or of a call's result, those that are more than a text."""
    parts = item.get("content") if item.get("role") == "user" else item.get("output")
    return [part for part in (parts if isinstance(parts, list) else [parts]) if isinstance(part, dict)]


def _function(function: FunctionDefinition) -> Item:
    return {
        "type": "function",
        "name": function.name,
        "description": function.description,
        "parameters": dict(function.parameters),
        "strict": False,
    }


def _answer(data: Mapping[str, Any], model: str) -> DialogueResponse:
    texts: list[str] = []
    comments: list[str] = []
    thoughts: list[str] = []
    refusals: list[str] = []
    uses: list[ToolUse] = []
    for item in data["output"]:
        match item["type"]:
            case "message":
                parts = [part for part in item["content"] if isinstance(part, dict)]
                target = comments if item.get("phase") == COMMENTARY else texts
                target += [str(part.get("text")) for part in parts if part.get("type") == "output_text"]
                refusals += [str(part.get("refusal")) for part in parts if part.get("type") == "refusal"]
            case "reasoning":
                parts = [*(item.get("summary") or []), *(item.get("content") or [])]
                thoughts += [str(part.get("text")) for part in parts if isinstance(part, dict)]
            case "function_call":
                uses.append(function_use(item["call_id"], item["name"], item["arguments"]))
            case "computer_call":
                checks = [
                    check for check in item.get("pending_safety_checks") or [] if isinstance(check, dict)
                ]
                uses.append(
                    ToolUse(item["call_id"], COMPUTER, computer=actions_in(item), safety_checks=tuple(checks))
                )
    stop, stop_reason = _stop(data, refusals)
    return DialogueResponse(
        id=str(data.get("id")),
        model=str(data.get("model") or model),
        text=_join(texts),
        thought=_join([*thoughts, *comments]),
        uses=tuple(uses),
        usage=usage_of(data.get("usage")) if data.get("usage") else Usage(calls=1),
        stop=stop,
        stop_reason=stop_reason,
        searches=tuple(_searches(data["output"])),
        paused=bool(comments) and not texts and not uses,
        comment=_join(comments),
    )


def _join(texts: Sequence[str]) -> str:
    return "\n\n".join(text.strip() for text in texts if text.strip())


def _searches(output: Sequence[Mapping[str, Any]]) -> Iterator[ToolSearch]:
    """The searches for tools in an answer; each stands before what it loaded."""
    query = ""
    for item in output:
        if item["type"] == "tool_search_call":
            query = query_text(item.get("arguments"))
        elif item["type"] == "tool_search_output":
            status = item.get("status") or "completed"
            yield ToolSearch(
                query, tuple(_tool_names(item["tools"])), "" if status == "completed" else str(status)
            )


def _tool_names(tools: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for tool in tools:
        if tool.get("type") == "namespace":
            yield from _tool_names(tool["tools"])
        else:
            yield str(tool.get("name"))


def _stop(data: Mapping[str, Any], refusals: Sequence[str]) -> tuple[Stop, str]:
    if refusals:
        return "refusal", " ".join(refusals)
    if data.get("status") != "incomplete":
        return "", ""
    reason = str((data.get("incomplete_details") or {}).get("reason"))
    return ("refusal" if reason == "content_filter" else "length"), reason


def _may_go_back(item: Item) -> bool:
    """Reasoning that is only named, not held, cannot be found again, as nothing is stored."""
    return item["type"] != "reasoning" or bool(item.get("encrypted_content") or item.get("content"))


def _to_input(item: Item) -> Item:
    """An output item as an input: nothing that is null, which inputs may not be; very long texts cut."""
    fields = {name: value for name, value in item.items() if value is not None}
    if fields["type"] == "message":
        parts = [part for part in fields["content"] if isinstance(part, dict)]
        fields["content"] = [
            {**part, "text": shorten(part["text"])} if isinstance(part.get("text"), str) else part
            for part in parts
        ]
    return fields
