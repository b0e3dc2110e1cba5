"""The open question of a run to a person, and the answer from the viewer.

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
    """A question that waits for an answer.

    Attributes:
        id: Names it, in its answer too.
        task, epoch: The episode that it is about.
        title: What is asked, in a few words.
        lines: What it is about, each line as it is written in the guest.
        notes: What else there is to know.
        choices: The possible answers, and what each is called.
        otherwise: What becomes of it without an answer, such as "it is denied".
        asked: When it was asked, in seconds since 1970.
        seconds: The time limit.
    """

    id: str
    task: str
    epoch: Count
    title: str
    lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    choices: dict[str, str]
    otherwise: str
    asked: float
    seconds: float


class ViewerAnswer(Record):
    """An answer given in the viewer to the question `id` by the account `user`."""

    id: str = Field(max_length=100)
    choice: str = Field(max_length=100)
    user: str = Field("", max_length=200)


class QuestionFiles:
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
            Whether it is open and has this choice; another answer is not written.
        """
        question = self.question()
        if question is None or question.id != answer.id or answer.choice not in question.choices:
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
