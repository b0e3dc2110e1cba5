"""The open question of a run about actions that need approval, and a person's answer from the viewer.

A run asks one question at a time. Its process writes the question and reads the answer; the viewer's does the opposite.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import Field, ValidationError

from controller.records.bounded import read_bounded
from controller.records.files import remove_whole, write_whole
from controller.records.run_folder import RunFolder
from controller.records.spending import Count, Record

Model = TypeVar("Model", bound=Record)


class OpenQuestion(Record):
    """A question that waits for an answer. `asked` is in seconds since 1970, `seconds` the time limit."""

    id: str
    task: str
    epoch: Count
    step: Count
    actions: tuple[str, ...]
    reasons: tuple[str, ...]
    asked: float
    seconds: float


class ViewerAnswer(Record):
    """An answer given in the viewer to the question `id` by the account `user`."""

    id: str = Field(max_length=100)
    approved: bool
    user: str = Field("", max_length=200)


class ApprovalFiles:
    """The two files in a run's folder."""

    def __init__(self, folder: Path) -> None:
        self.question_file = RunFolder(folder).question_file
        self.answer_file = RunFolder(folder).answer_file

    def open(self, question: OpenQuestion) -> None:
        """Write the open question. Raises RecordsError."""
        remove_whole(self.answer_file)
        write_whole(self.question_file, question.model_dump_json(indent=2).encode(), durable=False)

    def close(self) -> None:
        """Remove the question and its answer. Raises RecordsError."""
        remove_whole(self.question_file)
        remove_whole(self.answer_file)

    def question(self) -> OpenQuestion | None:
        """Return the open question; None without one, or when it cannot be read."""
        return _read(self.question_file, OpenQuestion)

    def answer(self, answer: ViewerAnswer) -> bool:
        """Answer the open question. Raises RecordsError.

        Returns:
            Whether it is still open; an answer to another one is not written.
        """
        question = self.question()
        if question is None or question.id != answer.id:
            return False
        write_whole(self.answer_file, answer.model_dump_json().encode(), durable=False)
        return True

    def answer_to(self, question: str) -> ViewerAnswer | None:
        """Return the answer to a question; None as long as there is none."""
        answer = _read(self.answer_file, ViewerAnswer)
        return answer if answer and answer.id == question else None


def _read(path: Path, model: type[Model]) -> Model | None:
    try:
        return model.model_validate_json(read_bounded(path))
    except (OSError, ValidationError):
        return None
