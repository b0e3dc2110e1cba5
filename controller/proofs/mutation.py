"""How well a task's checker sees what is wrong: the recorded evidence of a solved episode, changed in one thing.

Each mutant is judged without a guest. A checker kills it by giving any score but 1. The idea is that of mutation
testing (DeMillo, Lipton, Sayward, "Hints on Test Data Selection", 1978), with the evidence as the program.
"""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Literal, get_args

from checkers import Termination
from controller.proofs.mutants.contents import content_mutants, damaged_files, settings_mutants
from controller.proofs.mutants.mutant import other_words
from controller.records.final_state import State, read_state
from controller.records.replay_guest_view import ReplayGuestView
from controller.records.run_info import EpisodeResult
from controller.records.run_records import RunRecords
from controller.tasks.judging import judge
from controller.tasks.task import Task
from testbed.errors import CheckerError, NotRecordedError, RecordsError

Outcome = Literal["killed", "survived", "raised", "undecided"]
USERS_DATA = ("Bookmarks", "settings.json", "keybindings.json")
"""Hidden files in which applications keep what a user asks for; the others hold what they note for themselves."""
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One thing changed in the evidence of a task, and what the checker made of it.

    Attributes:
        evidence: What was changed: a file's path, or "the answer".
        kind: How it was changed, such as "value" or "missing".
        place: Where in the evidence.
        outcome: "killed"; "survived", scored 1; "raised", the checker ended with an error, which a run counts as a
            failure of its own; "undecided", the checker asked for what was not recorded.
    """

    task: str
    evidence: str
    kind: str
    place: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class _Change:
    """A mutant to judge: a content by its name, or the answer if it has none; None makes it missing."""

    name: str
    evidence: str
    kind: str
    place: str
    made: Callable[[], bytes | None]


class _ChangedState(ReplayGuestView):
    """A recorded state with one content changed; `read` has the names of the contents that were read."""

    def __init__(
        self, state: State, folder: Path, termination: Termination | None, changed: Mapping[str, bytes | None]
    ) -> None:
        super().__init__(state, folder, termination)
        self.read: dict[str, None] = {}
        self._changed = changed

    def content(self, name: str) -> bytes:
        self.read[name] = None
        if name not in self._changed:
            return super().content(name)
        changed = self._changed[name]
        if changed is None:
            raise FileNotFoundError(name)
        return changed


def mutate(records: RunRecords, task: Task, result: EpisodeResult, *, most: int, seed: int) -> list[Mutant]:
    """Judge up to `most` mutants of an episode's evidence, drawn by `seed`, of as many kinds as there are.

    Raises RecordsError when the episode has no final state that scores 1 now, TaskError.
    """
    task = task.with_variant(result.variant)
    folder = records.final_folder(result.task, result.epoch)
    state = read_state(folder)
    if state is None:
        raise RecordsError(f"{folder}: no final state was kept", hint="run the task again")
    termination = Termination(result.termination, result.answer) if result.termination else None
    whole = _ChangedState(state, folder, termination, {})
    try:
        score = judge(task, whole, threading.Event())
    except (CheckerError, NotRecordedError) as error:
        raise RecordsError(
            f"{folder}: it cannot be judged: {error.message}", hint="run the task again"
        ) from error
    if whole.unanswered is not None:
        raise RecordsError(f"{folder}: {whole.unanswered.message}", hint="run the task again")
    if score.value != 1:
        raise RecordsError(
            f"{folder}: it scores {score.value:g}", hint="mutants need an episode that scores 1"
        )
    changes = [
        *_of_contents(state, list(whole.read), whole.content),
        *_of_answer(termination),
    ]
    equivalent = task.definition().get("equivalent", ())
    changes = [change for change in changes if not any(_matches(change, pattern) for pattern in equivalent)]
    drawn = _sample(changes, most, random.Random(f"{seed}/{task.id}"))
    return [_judge_mutant(task, state, folder, termination, change) for change in drawn]


def _of_contents(state: State, read: Sequence[str], content: Callable[[str], bytes]) -> Iterator[_Change]:
    """What can be changed in the files that the checker read; applications' own are not damaged as a whole.

    Answers of commands stay as they are: most of what a program says about its state is not about the task.
    """
    files = {name: path for path, name in state.home.files.items()}
    files |= {
        answer.content: answer.query.path
        for answer in state.answers
        if answer.content and answer.query.kind == "read"
    }
    for name in read:
        if (path := files.get(name)) is None:
            continue
        data = content(name)
        if "/." in path:
            mutants = settings_mutants(data) if PurePosixPath(path).name in USERS_DATA else iter(())
        else:
            mutants = chain(content_mutants(data), damaged_files(data))
            yield _Change(name, path, "missing", "the file", lambda: None)
        for mutant in mutants:
            yield _Change(name, path, mutant.kind, mutant.place, mutant.made)


def _of_answer(termination: Termination | None) -> Iterator[_Change]:
    if termination is None or not termination.answer.strip():
        return
    answer = termination.answer
    yield _Change("", "the answer", "wording", repr(answer[:40]), lambda: other_words(answer).encode())
    yield _Change("", "the answer", "emptied", repr(answer[:40]), lambda: b"")


def _matches(change: _Change, pattern: Mapping[str, str]) -> bool:
    """Whether a task declares a change as equivalent (`task_file.Equivalent`)."""
    return bool(
        re.search(pattern["evidence"], change.evidence)
        and pattern["kind"] in ("", change.kind)
        and re.search(pattern["place"], change.place)
    )


def _sample(changes: Sequence[_Change], most: int, rng: random.Random) -> list[_Change]:
    """Draw changes in rounds, one of each kind of each evidence a round."""
    groups: dict[tuple[str, str], list[_Change]] = {}
    for change in rng.sample(list(changes), len(changes)):
        groups.setdefault((change.name, change.kind), []).append(change)
    drawn: list[_Change] = []
    while len(drawn) < most and any(groups.values()):
        drawn += [group.pop() for group in groups.values() if group]
    return drawn[:most]


def _judge_mutant(
    task: Task, state: State, folder: Path, termination: Termination | None, change: _Change
) -> Mutant:
    made = change.made()
    if change.name:
        view = _ChangedState(state, folder, termination, {change.name: made})
    else:
        assert termination is not None and made is not None
        view = _ChangedState(state, folder, replace(termination, answer=made.decode()), {})
    outcome: Outcome
    try:
        score = judge(task, view, threading.Event())
        outcome = "undecided" if view.unanswered else "survived" if score.value == 1 else "killed"
    except NotRecordedError:
        outcome = "undecided"
    except CheckerError:
        outcome = "undecided" if view.unanswered else "raised"
    return Mutant(task.id, change.evidence, change.kind, change.place, outcome)
