"""Thoughts that servers leave in a response's text, in the forms that have been seen."""

from __future__ import annotations

import time

import pytest

from controller.core.agent import Usage
from controller.models.completion import Completion
from controller.models.thinking import split_thinking

CALL = '<tool_call>{"name": "sort", "arguments": {}}</tool_call>'
THOUGHTS = {
    "both tags": ("<think>Hm.</think>\n42", "Hm.", "42"),
    "thinking": ("<thinking>Hm.</thinking>42", "Hm.", "42"),
    "thought": ("<thought>\nHm.\n</thought>\n42", "Hm.", "42"),
    "upper case and spaces": ("< Think >Hm.</ THINK >42", "Hm.", "42"),
    "no opening tag": ("Hm.\n</think>\n\n42", "Hm.", "42"),
    "no opening tag of thinking": ("Hm.</thinking>42", "Hm.", "42"),
    "no closing tag": ("<think>Hm. Is it 42?", "Hm. Is it 42?", ""),
    "no closing tag and a call": (f"<think>Hm. {CALL}", f"Hm. {CALL}", ""),
    "other closing tag": ("<think>Hm.</thinking>42", "Hm.", "42"),
    "nested": ("<think>a <think>b</think> c</think>42", "a <think>b\n\nc", "42"),
    "two": ("<think>One.</think><think>Two.</think>42", "One.\n\nTwo.", "42"),
    "a closing tag too many": ("<think>Hm.</think>42</think>", "Hm.", "42"),
    "after words": ("Sure.\n<think>Hm.</think>\n42", "Hm.", "Sure.\n\n42"),
    "empty": ("<think>\n\n</think>\n\n42", "", "42"),
    "a call in thoughts": (f"I could write {CALL}.</think>{CALL}", f"I could write {CALL}.", CALL),
    "JSON in thoughts": ('Perhaps {"a": 1}?\n</think>\n{"a": 2}', 'Perhaps {"a": 1}?', '{"a": 2}'),
    "Seed": ("<seed:think>Hm.</seed:think>42", "Hm.", "42"),
    "UI-TARS": ("<think_never_used_51bce0>Hm.</think_never_used_51bce0>42", "Hm.", "42"),
    "Magistral": ("[THINK]Hm.[/THINK]42", "Hm.", "42"),
    "Kimi": ("◁think▷Hm.◁/think▷42", "Hm.", "42"),
    "Command": ("<|START_THINKING|>Hm.<|END_THINKING|>42", "Hm.", "42"),
    "Gemma": ("<|channel>thought\nHm.<channel|>42", "Hm.", "42"),
    "gpt-oss": (
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>42<|return|>",
        "Hm.",
        "42",
    ),
    "gpt-oss, its first token swallowed": (
        "Hm.<|end|><|start|>assistant<|channel|>final<|message|>42",
        "Hm.",
        "42",
    ),
    "gpt-oss, thoughts alone": ("<|channel|>analysis<|message|>Hm.", "Hm.", ""),
    "gpt-oss, the answer alone": ("<|channel|>final<|message|>42", "", "42"),
    "gpt-oss, without tokens": ("analysisHm.assistantfinal42", "Hm.", "42"),
}
ANSWERS = {
    "no thoughts": "42",
    "a tag in a call": '<tool_call>{"name": "type", "arguments": {"text": "<tool_call> </think> x"}}</tool_call>',
    "a tag in JSON": '{"reasoning": "It wrote </think> and <think>x</think>.", "correct": true}',
    "a tag in code": "Type it:\n```python\npyautogui.write('''\n<think>\n</think>''')\n```",
    "a tag among words": "The element is <thought>.",
    "a channel in JSON": '{"text": "<|channel|>final"}',
    "the word analysis": "analysis of variance",
}


@pytest.mark.parametrize("kind", THOUGHTS)
def test_the_answer_stands_behind_the_thoughts(kind: str) -> None:
    text, thought, answer = THOUGHTS[kind]
    found = split_thinking(text)
    assert (found[0], found[1].strip()) == (thought, answer)
    assert Completion(text, Usage(), "m").answer == answer


@pytest.mark.parametrize("kind", ANSWERS)
def test_tags_in_an_answer_are_part_of_it(kind: str) -> None:
    assert split_thinking(ANSWERS[kind]) == ("", ANSWERS[kind])


@pytest.mark.parametrize(
    "text",
    [
        "<think>" * 30_000,
        "</think>" * 30_000,
        "```" + "x</think>\n" * 20_000,
        "<|channel|>" * 20_000,
        "<tool_call>\n</think>" * 10_000,
        "analysis" * 20_000,
        "analysis" + "assistant " * 20_000,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    started = time.monotonic()
    split_thinking(text)
    assert time.monotonic() - started < 5
