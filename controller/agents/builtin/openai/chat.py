"""A conversation over the Chat Completions API.

A tool message can hold text only, so pictures of results follow in the user's message after them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import openai

from controller.agents.builtin.openai.dialogue import (
    NEEDS,
    CallOutput,
    DialogueResponse,
    ImagePolicy,
    Item,
    Rewrite,
    Stop,
    ToolSet,
    data_url,
    function_use,
)
from controller.agents.calls import shorten
from controller.agents.folding import cut_result, estimate_tokens, first_kept
from controller.core.agent import Usage
from controller.models.chat_parameters import ChatParameters
from controller.models.openai_api import OpenAIAnswer, create_completion, usage_of
from controller.models.picture_limits import DROPPED
from testbed.errors import AgentError, RequestRefusedError, TestbedError, UsageError

RESULT_PICTURE = "Picture in the result of {name}:"
_REASONING = "reasoning_content"
_KEPT = ("role", "content", "tool_calls", "reasoning_details", "thinking_blocks", "extra_content", _REASONING)
"""What of an answer goes back. Models behind OpenRouter, LiteLLM and Google's compatible API need theirs back."""
_STOPS: dict[object, Stop] = {"length": "length", "content_filter": "refusal"}


class ChatDialogue:
    """Implements `Dialogue`. `request` holds the model and the settings that all servers take alike."""

    def __init__(
        self,
        client: openai.OpenAI,
        request: Mapping[str, Any],
        parameters: ChatParameters,
        system: str,
        image_policy: ImagePolicy,
    ) -> None:
        self._client = client
        self._request = dict(request)
        self._parameters = parameters
        self._image_policy = image_policy
        self._messages: list[Item] = [{"role": "system", "content": system}]
        self._message: Item = {}
        self._tools: list[Item] = []
        self._first = True
        self._returns_reasoning = True

    def instruct(self, system: str) -> None:
        self._messages[0] = {"role": "system", "content": system}

    def set_tools(self, offer: ToolSet) -> None:
        if offer.computer or offer.deferred:
            raise ValueError("the computer tool and deferred tools are not part of chat completions")
        self._tools = [
            {
                "type": "function",
                "function": {
                    "name": function.name,
                    "description": function.description,
                    "parameters": dict(function.parameters),
                },
            }
            for function in offer.functions
        ]

    def request(self) -> DialogueResponse:
        self._trim()
        try:
            answer = self._send(self._messages, self._tools)
        except (UsageError, AgentError, RequestRefusedError) as refusal:
            if not (self._parameters.adapt(refusal) or self._leave_out_reasoning(refusal)):
                raise
            return self.request()
        self._first = False
        self._message = _to_input(answer.body["choices"][0]["message"])
        if not self._returns_reasoning:
            self._message.pop(_REASONING, None)
        return replace(_answer(answer.body, str(self._request["model"])), leniencies=answer.leniencies)

    def request_aside(self, system: str, text: str) -> DialogueResponse:
        messages = [{"role": "system", "content": system}, {"role": "user", "content": text}]
        return _answer(self._send(messages, []).body, str(self._request["model"]))

    def _send(self, messages: list[Item], tools: list[Item]) -> OpenAIAnswer:
        request = {**self._request, **self._parameters.fields, "messages": messages}
        return create_completion(
            self._client, request | ({"tools": tools} if tools else {}), first=self._first, needs=NEEDS
        )

    def _leave_out_reasoning(self, refusal: TestbedError) -> bool:
        """Send no reasoning back from now on if the server refuses it; return whether there was some."""
        error = refusal.__cause__
        with_reasoning = [message for message in self._messages if _REASONING in message]
        if not (with_reasoning and isinstance(error, openai.APIStatusError) and _REASONING in error.message):
            return False
        self._returns_reasoning = False
        for message in with_reasoning:
            del message[_REASONING]
        return True

    def commit(self, rewrite: Rewrite = list) -> None:
        content = self._message.get("content")
        if content and isinstance(content, str):
            self._message["content"] = rewrite([content])[0]
        self._messages.append(self._message)
        self._message = {}

    def add_results(
        self,
        outputs: Sequence[CallOutput],
        checks: Mapping[str, Sequence[Any]],  # noqa: ARG002
        screen: bytes | None,  # noqa: ARG002
    ) -> bool:
        for output in outputs:
            self._messages.append(
                {"role": "tool", "tool_call_id": output.result.call.id, "content": output.text}
            )
        for output in outputs:
            for png in output.pictures:
                self.add_text(RESULT_PICTURE.format(name=output.result.call.name), png)
        return False

    def add_text(self, text: str, screen: bytes | None = None) -> None:
        parts: list[Item] = [{"type": "text", "text": text}]
        if screen is not None:
            url = {"url": data_url(screen)} | (
                {"detail": self._image_policy.detail} if self._image_policy.detail else {}
            )
            parts.append({"type": "image_url", "image_url": url})
        if self._messages[-1]["role"] == "user":
            self._messages[-1]["content"] += parts
        else:
            self._messages.append({"role": "user", "content": parts})

    def size(self) -> int:
        return estimate_tokens(self._messages)

    def fold_pictures(self) -> int:
        return self._drop(list(self._pictures())[:-1])

    def fold_results(self, keep: int) -> int:
        count = 0
        for message in self._messages[2 : self._first_kept(keep)]:
            if message["role"] == "tool" and cut_result(message["content"]) != message["content"]:
                message["content"] = cut_result(message["content"])
                count += 1
            for part in message["content"] if message["role"] == "user" else ():
                if part["type"] == "text" and cut_result(part["text"]) != part["text"]:
                    part["text"] = cut_result(part["text"])
                    count += 1
        return count

    def fold_turns(self, notes: str, keep: int) -> int:
        start = self._first_kept(keep)
        dropped = len([message for message in self._messages[:start] if message["role"] == "assistant"])
        if dropped:
            opening = self._messages[1]["content"][0]
            note = {"type": "text", "text": notes}
            self._messages[1:start] = [{"role": "user", "content": [opening, note]}]
        return dropped

    def compact(self, keep: int) -> tuple[int, Usage]:  # noqa: ARG002
        raise AgentError("Chat Completions has no compaction")

    def _first_kept(self, keep: int) -> int:
        turns = [index for index, message in enumerate(self._messages) if message["role"] == "assistant"]
        return first_kept(turns, keep, len(self._messages))

    def _trim(self) -> None:
        """Drop old pictures when there are too many, keeping the latest."""
        places = list(self._pictures())
        sizes = [len(place["image_url"]["url"]) for place in places]
        self._drop(places[: self._image_policy.to_drop(sizes)])

    def _drop(self, places: list[Item]) -> int:
        """Replace pictures by a text, and return how many."""
        for place in places:
            place.clear()
            place.update({"type": "text", "text": DROPPED})
        return len(places)

    def _pictures(self) -> Iterator[Item]:
        for message in self._messages:
            if message["role"] == "user":
                yield from (part for part in message["content"] if part["type"] == "image_url")


def _answer(data: Mapping[str, Any], model: str) -> DialogueResponse:
    choice = data["choices"][0]
    message = choice["message"]
    refusal = message.get("refusal")
    stop: Stop = "refusal" if refusal else _STOPS.get(choice.get("finish_reason"), "")
    thought = message.get("reasoning_content") or message.get("reasoning")
    return DialogueResponse(
        id=str(data.get("id")),
        model=str(data.get("model") or model),
        text=(message.get("content") or "").strip(),
        thought=thought.strip() if isinstance(thought, str) else "",
        uses=tuple(
            function_use(call["id"], call["function"]["name"], call["function"]["arguments"])
            for call in message.get("tool_calls") or ()
        ),
        usage=usage_of(data.get("usage")),
        stop=stop,
        stop_reason=str(refusal or choice.get("finish_reason")),
    )


def _to_input(message: Mapping[str, Any]) -> Item:
    fields = {name: message[name] for name in _KEPT if message.get(name) is not None}
    fields["role"] = "assistant"
    content = fields.get("content")
    fields["content"] = (
        shorten(content) if isinstance(content, str) else content
    )  # strict servers want it, if null
    if fields.get("tool_calls"):
        fields["tool_calls"] = [_readable(call) for call in fields["tool_calls"]]
    else:
        fields.pop("tool_calls", None)
        fields["content"] = fields["content"] or ""  # null is for calls
        fields.pop(_REASONING, None)  # servers want it with calls alone
    return fields


def _readable(call: Item) -> Item:
    """A call whose arguments are an object's JSON: servers that render them by template fail on any other."""
    try:
        readable = isinstance(json.loads(call["function"]["arguments"]), dict)
    except (ValueError, RecursionError):
        readable = False
    return call if readable else {**call, "function": {**call["function"], "arguments": "{}"}}
