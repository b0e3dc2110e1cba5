"""How well a task's checker sees what is wrong: the recorded evidence of a solved episode, changed in one thing.

Each mutant is judged without a guest. A checker kills it by giving any score but 1. The idea is that of mutation
testing (DeMillo, Lipton, Sayward, "Hints on Test Data Selection", 1978), with the evidence as the program.
"""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Literal, get_args

from checkers import Termination
from checkers.differences.home_files import SERVER_DATA
from checkers.personal import STATE as PERSONAL_STATE
from controller.proofs.changed_state import ChangedState
from controller.proofs.mutants.additive.contents import additive_mutants
from controller.proofs.mutants.additive.looks import LOOKS
from controller.proofs.mutants.additive.state_mutant import Files
from controller.proofs.mutants.additive.states import state_mutants
from controller.proofs.mutants.contents import content_mutants, damaged_files, settings_mutants
from controller.proofs.mutants.mutant import ContentMutant, other_words
from controller.proofs.mutants.personal_state import undone_calls
from controller.proofs.solved_episodes import SolvedEpisode
from controller.records.final_state import State, read_state
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
        additive: Whether it adds to a right result, or changes what must stay; the others drop or change the result.
        outcome: "killed"; "survived", scored 1; "raised", the checker ended with an error, which a run counts as a
            failure of its own; "undecided", the checker asked for what was not recorded.
    """

    task: str
    evidence: str
    kind: str
    place: str
    additive: bool
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class _Change:
    """A mutant to judge: what `made` makes are files by their paths, or an answer."""

    evidence: str
    kind: str
    place: str
    made: Callable[[], Mapping[str, bytes | None] | str]
    additive: bool = False


def mutate(episode: SolvedEpisode, *, most: int, seed: int) -> list[Mutant]:
    """Judge mutants of an episode's evidence, up to `most` additive ones and `most` others, drawn by `seed`, of as many
    kinds as there are.

    Raises RecordsError when the episode has no final state that scores 1 now, TaskError.
    """
    task, folder, termination = episode.task, episode.final, episode.termination
    state = read_state(folder)
    if state is None:
        raise RecordsError(f"{folder}: no final state was kept", hint="run the task again")
    whole = ChangedState(state, folder, termination, {})
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
    files = whole.files()
    read = {path: files[path] for path in whole.read if path in files}
    changes = [
        *_of_contents(read),
        *_of_calls(files),
        *_of_answer(termination),
        *_additive(read, files, whole.new_files()),
    ]
    equivalent = task.definition().get("equivalent", ())
    changes = [change for change in changes if not any(_matches(change, pattern) for pattern in equivalent)]
    rng = random.Random(f"{seed}/{task.id}")
    drawn = [
        change
        for additive in (False, True)
        for change in _sample([one for one in changes if one.additive is additive], most, rng)
    ]
    return [_judge_mutant(task, state, folder, termination, change) for change in drawn]


def _of_contents(read: Files) -> Iterator[_Change]:
    """What can be dropped or changed in the files that the checker read; applications' own are not damaged as a whole,
    and in the data of servers no program of the user's can write.

    Answers of commands stay as they are: most of what a program says about its state is not about the task.
    """
    for path, data in read.items():
        if path.startswith(SERVER_DATA):
            continue
        if "/." in path:
            mutants = settings_mutants(data) if PurePosixPath(path).name in USERS_DATA else iter(())
        else:
            mutants = chain(content_mutants(data), damaged_files(data))
            yield _Change(path, "missing", "the file", partial(dict, {path: None}))
        for mutant in mutants:
            yield _Change(path, mutant.kind, mutant.place, partial(_make, path, mutant))


def _of_calls(files: Files) -> Iterator[_Change]:
    """The calls of personal applications, each undone."""
    if PERSONAL_STATE in files:
        for mutant in undone_calls(files[PERSONAL_STATE]):
            yield _Change(PERSONAL_STATE, mutant.kind, mutant.place, partial(_make, PERSONAL_STATE, mutant))


def _additive(read: Files, files: Files, new: Set[str]) -> Iterator[_Change]:
    """What can be added to the files that the checker read, and to the state around them."""
    for path, data in read.items():
        if "/." not in path and not path.startswith(SERVER_DATA):
            for content in additive_mutants(data, path):
                if path in new and content.kind in LOOKS:
                    continue
                yield _Change(path, content.kind, content.place, partial(_make, path, content), additive=True)
    for mutant in state_mutants(files, read):
        path, _, place = mutant.place.partition(", ")
        yield _Change(path, mutant.kind, place, mutant.made, additive=True)


def _make(path: str, mutant: ContentMutant) -> Mapping[str, bytes | None]:
    return {path: mutant.made()}


def _of_answer(termination: Termination | None) -> Iterator[_Change]:
    if termination is None or not termination.answer.strip():
        return
    answer = termination.answer
    yield _Change("the answer", "wording", repr(answer[:40]), partial(other_words, answer))
    yield _Change("the answer", "emptied", repr(answer[:40]), str)


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
        groups.setdefault((change.evidence, change.kind), []).append(change)
    drawn: list[_Change] = []
    while len(drawn) < most and any(groups.values()):
        drawn += [group.pop() for group in groups.values() if group]
    return drawn[:most]


def _judge_mutant(
    task: Task, state: State, folder: Path, termination: Termination | None, change: _Change
) -> Mutant:
    made = change.made()
    if isinstance(made, str):
        assert termination is not None
        view = ChangedState(state, folder, replace(termination, answer=made), {})
    else:
        view = ChangedState(state, folder, termination, made)
    outcome: Outcome
    try:
        score = judge(task, view, threading.Event())
        outcome = "undecided" if view.unanswered else "survived" if score.value == 1 else "killed"
    except NotRecordedError:
        outcome = "undecided"
    except CheckerError:
        outcome = "undecided" if view.unanswered else "raised"
    return Mutant(task.id, change.evidence, change.kind, change.place, change.additive, outcome)
