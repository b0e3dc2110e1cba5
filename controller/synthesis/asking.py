"""Asks a model for one part of a draft, and asks again with the fault named when the answer is bad."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from controller.core.texts import encodable, first_line
from controller.judges.evidence import clip
from controller.judges.verdict_json import UnreadableError, read_object
from controller.models.client import ModelClient
from controller.models.completion import ChatMessage, ModelSettings
from controller.models.completion_models import open_model
from controller.models.exchange_recorder import ExchangeRecorder
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
    """What is wrong with an answer, in words that the model is told."""

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
    """Asks the model: at most `answers` answers to a question; each bad one is told to `report`."""

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
        correction: list[ChatMessage] = []
        faults: list[str] = []
        try:
            model = open_model(client, NAME, self.settings)
            for _ in range(self.answers):
                text = ""
                try:
                    with client.decision(ANSWER_SECONDS):
                        completion = model.complete([*request, *correction])
                    text = completion.text
                    return Asked(read(read_object(text, completion.stop)), tuple(faults))
                except UnreadableError as error:
                    fault = error.detail
                except FaultError as error:
                    fault = error.fault
                faults.append(fault)
                first = first_line(fault)
                self.report(f"{stage}: answer {len(faults)} of {self.answers} is refused: {first}")
                answer = clip(encodable(text.strip()), MOST_ANSWER) or "(nothing)"
                correction = [
                    ChatMessage("assistant", (answer,)),
                    ChatMessage("user", (AGAIN.format(fault=fault),)),
                ]
        finally:
            client.close()
            recorder.close()
            if responses and responses.differences:
                self.report(f"{stage}: the replay differs from the record: {responses.differences[0]}")
        return Asked(None, tuple(faults))


def checked_text(fields: Mapping[str, Any], name: str, most: int) -> str:
    """Return a field that is a text of 1 to `most` characters. Raises FaultError."""
    value = fields.get(name)
    if not isinstance(value, str) or not value.strip():
        raise FaultError(f"{name} must be a text that is not empty")
    if len(value) > most:
        raise FaultError(f"{name} has {len(value)} characters, at most {most} are allowed")
    return encodable(value).strip()


def checked_object(fields: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return a field that is a JSON object. Raises FaultError."""
    value = fields.get(name)
    if not isinstance(value, dict):
        raise FaultError(f"{name} must be a JSON object")
    return value


def default_folder(kind: str, time: str) -> Path:
    """Return the folder of drafts that nobody named."""
    return Path("runs") / f"{time}-{kind}"
