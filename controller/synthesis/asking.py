"""Asks a model for one part of a draft, and asks again with the fault named when the answer is bad."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from controller.core.texts import clip, encodable, first_line
from controller.models.client import ModelClient
from controller.models.completion import ChatMessage, Completion, ModelSettings
from controller.models.completion_models import open_model
from controller.models.exchange_recorder import ExchangeRecorder
from controller.models.json_answer import UnreadableError, read_object
from controller.models.usable_answers import UnusableAnswersError, ask_until_usable
from controller.synthesis.stages import StageFolder

NAME = "synthesis"
MAX_TOKENS = 16_384
ANSWER_SECONDS = 600.0
"""Time limit of one answer, its retries included."""
MOST_ANSWER = 20_000
MOST_FAULT = 2_000
AGAIN = "Your last answer could not be used: {fault}\nGive the whole JSON object again, corrected, and nothing else."
Value = TypeVar("Value")


class FaultError(Exception):
    """What is wrong with an answer, as a message to the model."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = clip(encodable(fault.strip()), MOST_FAULT)


@dataclass(frozen=True, slots=True)
class Asked(Generic[Value]):
    """What came of a question: a value, or None when all answers were bad; the faults of the bad ones."""

    value: Value | None
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks the model: at most `answers` answers to a question; each bad one is passed to `report`."""

    settings: ModelSettings
    answers: int
    report: Callable[[str], None]

    def ask(
        self,
        stages: StageFolder,
        stage: str,
        prompt: str,
        document: Mapping[str, Any],
        read: Callable[[Mapping[str, Any]], Value],
    ) -> Asked[Value]:
        """Ask for one JSON object until `read` accepts it, at most `answers` times; the requests are recorded.

        Args:
            stages: Where they are recorded, and what is replayed.
            stage: The stage's name.
            prompt: The system prompt; it names the form of the answer.
            document: What the model is shown, as JSON.
            read: Returns what an answer holds. It may try that in a guest, and raises FaultError or UnreadableError.

        Raises:
            UsageError, AgentError: The API refuses the request, the key or the model; the stage can be done again.
            ModelApiError: The API fails; likewise.
            RecordsError: The requests cannot be recorded or replayed.
        """
        recorder = stages.recorder(stage)
        responses = stages.responses(stage)
        client = ModelClient(
            recorder=ExchangeRecorder(recorder.exchange, recorder.image), recorded_responses=responses
        )
        request = [
            ChatMessage("system", (prompt,)),
            ChatMessage("user", (encodable(json.dumps(document, ensure_ascii=False, indent=1)),)),
        ]
        faults: list[str] = []

        def correct(completion: Completion, error: FaultError) -> list[ChatMessage]:
            faults.append(error.fault)
            first = first_line(error.fault)
            self.report(f"{stage}: answer {len(faults)} of {self.answers} is refused: {first}")
            answer = clip(encodable(completion.text.strip()), MOST_ANSWER) or "(nothing)"
            return [
                ChatMessage("assistant", (answer,)),
                ChatMessage("user", (AGAIN.format(fault=error.fault),)),
            ]

        no_correction: list[ChatMessage] = []
        try:
            model = open_model(client, NAME, self.settings)

            def send(correction: list[ChatMessage]) -> Completion:
                with client.decision(ANSWER_SECONDS):
                    return model.complete([*request, *correction])

            usable = ask_until_usable(
                send, partial(_read, read), correct, FaultError, self.answers, no_correction
            )
            return Asked(usable.value, tuple(faults))
        except UnusableAnswersError:
            return Asked(None, tuple(faults))
        finally:
            client.close()
            recorder.close()
            if responses and responses.differences:
                self.report(f"{stage}: the replay differs from the record: {responses.differences[0]}")


def _read(read: Callable[[Mapping[str, Any]], Value], completion: Completion) -> Value:
    """Read an answer. Raises FaultError."""
    try:
        return read(read_object(completion.text, completion.stop))
    except UnreadableError as error:
        raise FaultError(error.detail) from error


def check_text(fields: Mapping[str, Any], name: str, most: int) -> str:
    """Return a field that is a text of 1 to `most` characters. Raises FaultError."""
    value = fields.get(name)
    if not isinstance(value, str) or not value.strip():
        raise FaultError(f"{name} must be a text that is not empty")
    if len(value) > most:
        raise FaultError(f"{name} has {len(value)} characters, at most {most} are allowed")
    return encodable(value).strip()


def check_object(fields: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return a field that is a JSON object. Raises FaultError."""
    value = fields.get(name)
    if not isinstance(value, dict):
        raise FaultError(f"{name} must be a JSON object")
    return value


def default_folder(kind: str, time: str) -> Path:
    """Return the default folder of drafts."""
    return Path("runs") / f"{time}-{kind}"
