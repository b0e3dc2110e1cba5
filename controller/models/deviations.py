"""What model APIs and the servers compatible with them send against their references, and whose fault it is.

A repaired answer counts as the model's, with a leniency. A mistake is reported to the model, which answers again;
three in a row end the episode as `agent_error`. A failure of the API is retried as any other, and then ends the episode
as `infra_error`. `testbed mock-model --odd KIND` sends each of them; docs/deviations.md has this table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Api = Literal["chat", "responses", "messages", "gemini"]
"""Chat Completions, Responses, Anthropic's Messages, Gemini's generateContent."""
Form = Literal["whole", "streamed"]

OPENAI: tuple[Api, ...] = ("chat", "responses")
ALL: tuple[Api, ...] = ("chat", "responses", "messages", "gemini")
BOTH: tuple[Form, ...] = ("whole", "streamed")


class Verdict(StrEnum):
    """Whose fault a deviation is taken for."""

    REPAIRED = "repaired"
    MISTAKE = "model's mistake"
    FAILURE = "API's failure"


@dataclass(frozen=True, slots=True)
class Deviation:
    """One kind of deviation.

    Attributes:
        kind: Its name, for `--odd`.
        verdict: Whose fault it is.
        received: What the client receives.
        apis: The APIs it occurs with.
        leniency: The code that a repaired answer is counted by.
        forms: Whether it occurs in whole answers, streams, or both.
    """

    kind: str
    verdict: Verdict
    received: str
    apis: tuple[Api, ...] = ALL
    leniency: str = ""
    forms: tuple[Form, ...] = BOTH


ARGUMENTS_OBJECT = "arguments_object"
ARGUMENTS_TEXT = "arguments_text"
ARGUMENTS_ENCODED_TWICE = "arguments_encoded_twice"
EMPTY_ARGUMENTS = "empty_arguments"
CALL_WITHOUT_ID = "call_without_id"
REPEATED_ID = "repeated_id"
CALL_WITHOUT_TYPE = "call_without_type"
CALLS_NOT_LISTED = "calls_not_listed"
CALL_INDEX = "call_index"
CONTENT_FORM = "content_form"
CALL_IN_TEXT = "call_in_text"
REASONING_WITHOUT_ID = "reasoning_without_id"
THINKING_WITHOUT_SIGNATURE = "thinking_without_signature"
NO_FINISH_REASON = "no_finish_reason"
NO_USAGE = "no_usage"
"""Leniency codes."""

DEVIATIONS: tuple[Deviation, ...] = (
    Deviation(
        "arguments_object",
        Verdict.REPAIRED,
        "a call's arguments are an object, not its JSON as text",
        OPENAI,
        ARGUMENTS_OBJECT,
    ),
    Deviation(
        "arguments_text",
        Verdict.REPAIRED,
        "a call's input is JSON as text, not an object",
        ("messages",),
        ARGUMENTS_TEXT,
        ("whole",),
    ),
    Deviation(
        "arguments_encoded_twice",
        Verdict.REPAIRED,
        "a call's arguments are JSON of a text that is JSON",
        (*OPENAI, "messages"),
        ARGUMENTS_ENCODED_TWICE,
    ),
    Deviation("arguments_null", Verdict.REPAIRED, "a call's arguments are null", ALL, EMPTY_ARGUMENTS),
    Deviation(
        "arguments_absent", Verdict.REPAIRED, "a call without a field for arguments", ALL, EMPTY_ARGUMENTS
    ),
    Deviation(
        "call_without_id",
        Verdict.REPAIRED,
        "a call without an id, or with an empty one",
        (*OPENAI, "messages"),
        CALL_WITHOUT_ID,
    ),
    Deviation("repeated_id", Verdict.REPAIRED, "two calls with one id", (*OPENAI, "messages"), REPEATED_ID),
    Deviation("call_without_type", Verdict.REPAIRED, "a call without a type", ("chat",), CALL_WITHOUT_TYPE),
    Deviation(
        "calls_not_listed",
        Verdict.REPAIRED,
        "`tool_calls` is one call, not a list",
        ("chat",),
        CALLS_NOT_LISTED,
        ("whole",),
    ),
    Deviation(
        "chunks_without_index",
        Verdict.REPAIRED,
        "pieces of calls without an index",
        ("chat",),
        CALL_INDEX,
        ("streamed",),
    ),
    Deviation(
        "chunks_of_one_index",
        Verdict.REPAIRED,
        "two calls whose pieces all have index 0",
        ("chat",),
        CALL_INDEX,
        ("streamed",),
    ),
    Deviation(
        "chunks_with_new_ids",
        Verdict.REPAIRED,
        "each piece of a call has another id",
        ("chat",),
        CALL_INDEX,
        ("streamed",),
    ),
    Deviation(
        "content_parts",
        Verdict.REPAIRED,
        "the message's words are a list of parts",
        ("chat",),
        CONTENT_FORM,
    ),
    Deviation(
        "content_text",
        Verdict.REPAIRED,
        "the answer's content is a text, not a list",
        ("responses", "messages"),
        CONTENT_FORM,
        ("whole",),
    ),
    Deviation(
        "reasoning_without_id",
        Verdict.REPAIRED,
        "reasoning without an id",
        ("responses",),
        REASONING_WITHOUT_ID,
    ),
    Deviation(
        "thinking_without_signature",
        Verdict.REPAIRED,
        "thinking without a signature",
        ("messages",),
        THINKING_WITHOUT_SIGNATURE,
    ),
    Deviation(
        "no_finish_reason",
        Verdict.REPAIRED,
        "a complete answer without a reason for its end (a stream: with its last event)",
        ("chat", "messages"),
        NO_FINISH_REASON,
    ),
    Deviation("no_usage", Verdict.REPAIRED, "no token counts", ("messages",), NO_USAGE),
    Deviation(
        "call_in_tags",
        Verdict.REPAIRED,
        "a call left in the text, in tags `<tool_call>` (Hermes, Qwen)",
        ALL,
        CALL_IN_TEXT,
    ),
    Deviation(
        "call_in_fence",
        Verdict.REPAIRED,
        "an answer that is nothing but a call as JSON, fenced or not",
        ALL,
        CALL_IN_TEXT,
    ),
    Deviation(
        "call_after_token",
        Verdict.REPAIRED,
        "a call left in the text after `[TOOL_CALLS]` (Mistral)",
        ALL,
        CALL_IN_TEXT,
    ),
    Deviation("call_among_words", Verdict.MISTAKE, "words with the JSON of a call among them", ALL),
    Deviation(
        "call_in_unknown_form",
        Verdict.MISTAKE,
        "a call left in the text in another form (`<function=…>`, `<invoke …>`, tokens of a template)",
        ALL,
    ),
    Deviation("arguments_list", Verdict.MISTAKE, "a call's arguments are a list", ALL),
    Deviation("arguments_cut", Verdict.MISTAKE, "a call's arguments are no JSON", (*OPENAI, "messages")),
    Deviation("call_without_name", Verdict.MISTAKE, "a call that names no function", ALL),
    Deviation("empty_answer", Verdict.MISTAKE, "an answer without words and calls", ALL),
    Deviation("error_in_answer", Verdict.FAILURE, "an error with HTTP status 200", ALL),
    Deviation("error_as_text", Verdict.FAILURE, "an error as plain text, with HTTP status 200", ALL),
    Deviation(
        "error_as_finish_reason", Verdict.FAILURE, "an answer that ends with the reason `error`", ("chat",)
    ),
    Deviation(
        "no_answer",
        Verdict.FAILURE,
        "a body without a choice, output, content or candidate",
        ALL,
        forms=("whole",),
    ),
    Deviation("page", Verdict.FAILURE, "a page in HTML with HTTP status 200", ALL),
    Deviation(
        "cut_stream", Verdict.FAILURE, "a stream that ends before its last event", ALL, forms=("streamed",)
    ),
)
BY_KIND = {one.kind: one for one in DEVIATIONS}


def all_deviations() -> tuple[Deviation, ...]:
    """Return all known kinds of deviations from the APIs' references."""
    return DEVIATIONS
