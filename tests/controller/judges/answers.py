"""Answers of models that play judges: good ones, and bad ones with the status that each must get."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from controller.core.agent import Usage
from controller.judges.contract import JudgeCase
from controller.judges.records import VoteStatus
from controller.models.completion import ChatMessage, Completion, Stop
from controller.models.context_window import ContextWindow
from controller.tasks.task_judging import JudgeNotes
from plugins.tool_pools.judges.rubric import CRITERIA

POINTS = ("It names the flight.", "It names the price.")
CASE = JudgeCase(
    task="Find the cheapest flight.",
    notes=JudgeNotes(
        POINTS, "LH 123, 99 euros", "I need to get there, cheap.", "The price needs the flight."
    ),
    steps=({"step": 1, "tool": "flights_search", "arguments": "{}", "result": "LH 123: 99"},),
    answer="LH 123 for 99 euros.",
    ending="The agent reported that the task is done.",
)
GOOD: dict[str, dict[str, Any]] = {
    "key_points": {"reasoning": "Both are there.", "key_points": [True, True], "verdict": "success"},
    "reference": {"reasoning": "The same.", "correct": True},
    "rubric": {"reasoning": "Well done.", **dict.fromkeys(CRITERIA, 8)},
    "error_class": {"reasoning": "The airport's code is wrong.", "error": "tool"},
}
BAD_FOR_ALL: dict[str, tuple[str, VoteStatus]] = {
    "empty": ("", "empty"),
    "blank": (" \n\t ", "empty"),
    "prose": ("The episode is a success, all key points are met.", "not_json"),
    "the word success": ("success", "not_json"),
    "Chinese": ("该任务已成功完成，所有要点均已满足。", "not_json"),
    "German": ("Die Aufgabe ist gelöst: Erfolg.", "not_json"),
    "a refusal in words": ("I'm sorry, but I can't help with judging this.", "not_json"),
    "prose before": ('Here is my verdict:\n{"reasoning": "x"}', "prose"),
    "prose after": ('{"reasoning": "x"}\nI hope this helps!', "prose"),
    "prose around a fence": ('Sure!\n```json\n{"reasoning": "x"}\n```', "prose"),
    "thoughts without an end": ('<think>Perhaps {"reasoning": "x"}', "empty"),
    "thoughts alone": ('Perhaps {"reasoning": "x"}</think>', "empty"),
    "two objects": ('{"reasoning": "x"}{"reasoning": "y"}', "several_objects"),
    "two lines of objects": ('{"reasoning": "x"}\n{"reasoning": "y"}', "several_objects"),
    "an object and a fenced one": ('{"a": 1}\n```json\n{"a": 2}\n```', "several_objects"),
    "a list": ('[{"reasoning": "x"}]', "not_an_object"),
    "a text": ('"success"', "not_an_object"),
    "a number": ("10", "not_an_object"),
    "null": ("null", "not_an_object"),
    "NaN alone": ("NaN", "not_finite"),
    "minus infinity": ('{"reasoning": -Infinity}', "not_finite"),
    "a float that is too large": ('{"reasoning": 1e999}', "not_finite"),
    "a number with many digits": ('{"reasoning": ' + "9" * 5_000 + "}", "out_of_range"),
    "a key twice": ('{"reasoning": "x", "reasoning": "y"}', "duplicate_key"),
    "a key twice, deep inside": ('{"reasoning": {"a": [{"b": 1, "b": 2}]}}', "duplicate_key"),
    "huge": ("{" + '"reasoning": "' + "x" * 100_000 + '"}', "too_long"),
    "huge prose": ("success " * 1_000_000, "too_long"),
    "nested without end": ("[" * 10_000, "not_json"),
    "objects nested without end": ('{"a":' * 3_000, "not_json"),
    "cut in the middle": ('{"reasoning": "it is', "not_json"),
    "single quotes": ("{'reasoning': 'x'}", "not_json"),
    "a comma too many": ('{"reasoning": "x",}', "not_json"),
    "a comment": ('{"reasoning": "x" /* why */}', "not_json"),
    "YAML": ("reasoning: x\nverdict: success", "not_json"),
    "XML": ("<verdict>success</verdict>", "not_json"),
    "a control character": ('{"reasoning": "a\nb"}', "not_json"),
    "a null character": ("\x00", "not_json"),
    "an empty object": ("{}", "missing_field"),
    "fields in another language": ('{"razonamiento": "x", "veredicto": "éxito"}', "missing_field"),
    "a lone surrogate as a field": ('{"\\ud800": 1}', "missing_field"),
}
"""Answers that no judge can read."""


def _with(judge: str, **changes: Any) -> str:
    return json.dumps({**GOOD[judge], **changes}, ensure_ascii=False)


def _without(judge: str, name: str) -> str:
    return json.dumps({key: value for key, value in GOOD[judge].items() if key != name})


BAD_FOR_ONE: dict[str, dict[str, tuple[str, VoteStatus]]] = {
    "key_points": {
        "no verdict": (_without("key_points", "verdict"), "missing_field"),
        "no key points": (_without("key_points", "key_points"), "missing_field"),
        "no reasoning": (_without("key_points", "reasoning"), "missing_field"),
        "a field too many": (_with("key_points", score=10), "unknown_field"),
        "too few key points": (_with("key_points", key_points=[True]), "wrong_count"),
        "too many key points": (_with("key_points", key_points=[True] * 3), "wrong_count"),
        "key points as numbers": (_with("key_points", key_points=[1, 1]), "wrong_type"),
        "key points as texts": (_with("key_points", key_points=["yes", "yes"]), "wrong_type"),
        "key points as an object": (_with("key_points", key_points={"1": True}), "wrong_type"),
        "another verdict": (_with("key_points", verdict="partial success"), "out_of_range"),
        "upper case": (_with("key_points", verdict="SUCCESS"), "out_of_range"),
        "a verdict in Chinese": (_with("key_points", verdict="成功"), "out_of_range"),
        "a verdict as a flag": (_with("key_points", verdict=True), "wrong_type"),
        "reasoning as a list": (_with("key_points", reasoning=["x"]), "wrong_type"),
        "a contradiction": (_with("key_points", key_points=[True, False]), "contradiction"),
    },
    "reference": {
        "no verdict": (_without("reference", "correct"), "missing_field"),
        "no reasoning": (_without("reference", "reasoning"), "missing_field"),
        "a field too many": (_with("reference", confidence=0.9), "unknown_field"),
        "a text": (_with("reference", correct="true"), "wrong_type"),
        "a number": (_with("reference", correct=1), "wrong_type"),
        "null": (_with("reference", correct=None), "wrong_type"),
        "a list": (_with("reference", correct=[True]), "wrong_type"),
        "a share": (_with("reference", correct=0.5), "wrong_type"),
        "reasoning as a number": (_with("reference", reasoning=1), "wrong_type"),
    },
    "rubric": {
        "a criterion is missing": (_without("rubric", "parameter_accuracy"), "missing_field"),
        "no reasoning": (_without("rubric", "reasoning"), "missing_field"),
        "a criterion too many": (_with("rubric", politeness=10), "unknown_field"),
        "zero": (_with("rubric", task_fulfilment=0), "out_of_range"),
        "eleven": (_with("rubric", task_fulfilment=11), "out_of_range"),
        "negative": (_with("rubric", information_grounding=-3), "out_of_range"),
        "a hundred": (_with("rubric", parameter_accuracy=100), "out_of_range"),
        "half a point": (_with("rubric", tool_appropriateness=7.5), "wrong_type"),
        "a float": (_with("rubric", tool_appropriateness=8.0), "wrong_type"),
        "a text": (_with("rubric", dependency_awareness="8"), "wrong_type"),
        "of ten": (_with("rubric", dependency_awareness="8/10"), "wrong_type"),
        "a flag": (_with("rubric", parallelism_and_efficiency=True), "wrong_type"),
        "null": (_with("rubric", parallelism_and_efficiency=None), "wrong_type"),
        "NaN": (_with("rubric", task_fulfilment=float("nan")), "not_finite"),
    },
    "error_class": {
        "no class": (_without("error_class", "error"), "missing_field"),
        "no reasoning": (_without("error_class", "reasoning"), "missing_field"),
        "a field too many": (_with("error_class", step=3), "unknown_field"),
        "another class": (_with("error_class", error="network"), "out_of_range"),
        "upper case": (_with("error_class", error="Tool"), "out_of_range"),
        "two classes": (_with("error_class", error="query, tool"), "out_of_range"),
        "a class in Chinese": (_with("error_class", error="工具"), "out_of_range"),
        "a list": (_with("error_class", error=["tool"]), "wrong_type"),
        "null": (_with("error_class", error=None), "wrong_type"),
        "a number": (_with("error_class", error=3), "wrong_type"),
    },
}
"""Answers that one judge cannot read."""
BAD = [
    (judge, name, *bad) for judge, own in BAD_FOR_ONE.items() for name, bad in {**BAD_FOR_ALL, **own}.items()
]


def good(judge: str, **changes: Any) -> str:
    """A good answer of a judge."""
    return _with(judge, **changes)


class ScriptedModel:
    """A `TextModel` that answers from a list; an error in it is raised."""

    def __init__(self, answers: Sequence[str | Completion | Exception]) -> None:
        self.requests: list[list[ChatMessage]] = []
        self._answers = list(answers)

    def check_served(self) -> None:
        """It is."""

    def window(self) -> ContextWindow:
        return ContextWindow(None, 0)

    def complete(self, messages: Sequence[ChatMessage]) -> Completion:
        self.requests.append(list(messages))
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return completion(answer) if isinstance(answer, str) else answer


def completion(text: str, stop: Stop = "end") -> Completion:
    return Completion(text, Usage(), "mock", stop)


def document_of(request: Sequence[ChatMessage]) -> Mapping[str, Any]:
    """What a judge was shown."""
    [text] = request[1].parts
    assert isinstance(text, str)
    shown: Mapping[str, Any] = json.loads(text)
    return shown
