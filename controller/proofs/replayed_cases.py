"""Cases of an earlier proof, judged again from their recorded final states instead of played again.

What a case leaves in the guest depends on the set-up, the solution and the image; not on the checker and the wording of
the instruction. While the former are as they were, a changed checker needs no guest.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from checkers import Termination
from controller.guests.provider import Provider
from controller.proofs.proof_cases import ProofCase
from controller.records.files import read_model, write_whole
from controller.records.final_state import read_state
from controller.records.replay_guest_view import ReplayGuestView
from controller.records.run_folder import EpisodeFolder
from controller.records.run_info import EpisodeResult
from controller.records.verdicts import EpisodeVerdict
from controller.tasks.judging import judge_state
from controller.tasks.sources.folder.fixtures import content
from controller.tasks.sources.folder.folder_hash import PROOF_FILE
from controller.tasks.task import Task
from testbed.errors import CheckerError, NotRecordedError, RecordsError

_JUDGES = ("check", "truth")
"""Scripts that only judge, unless one that plays imports them."""
_PLAYED = ("setup", "event", "servers", "snapshot", "tools", "feasible")
"""Fields of a task's definition on which the final state depends."""


class PlayedCase(BaseModel):
    """`case.json`, beside the episode of a case: what was played, and what failed in it.

    Attributes:
        played: Hash of all that the final state depends on.
        errors: What the guest answered to actions that failed (`ProofCase.errors`).
        image: Hash of the guest's image; "" in records of earlier versions.
        provider: Where the guest came from; "" in these, too.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    played: str
    errors: tuple[str, ...] = ()
    image: str = ""
    provider: str = ""


def case_folder(case: ProofCase, folder: Path) -> Path:
    """Return the folder of a case's episode among the records in `folder`."""
    of_task = folder / case.task.id
    return (of_task / f"variant-{case.task.play.variant}" if case.task.variants else of_task) / case.name


def note_case(case: ProofCase, folder: Path, provider: Provider) -> None:
    """Record what was played in an episode whose records are in `folder`. Raises RecordsError, TaskError."""
    note = PlayedCase(
        played=_played_hash(case.task, provider.image_hash),
        errors=tuple(case.errors),
        image=provider.image_hash,
        provider=provider.name,
    )
    write_whole(EpisodeFolder(folder).case_file, note.model_dump_json().encode())


def find_played(case: ProofCase, folder: Path, image: str) -> EpisodeResult | None:
    """Return the result of the earlier episode in `folder` that ended as the case would end now; None without one.

    Doing nothing in variant 0 is always played: it shows that the set-up and the tools still are what they were.

    Raises TaskError when the task is malformed.
    """
    paths = EpisodeFolder(folder)
    if (case.name == "idle" and case.task.play.variant == 0) or not paths.case_file.is_file():
        return None
    try:
        note = read_model(paths.case_file, PlayedCase)
        result = read_model(paths.result_file, EpisodeResult)
    except RecordsError:
        return None
    played = note.played == _played_hash(case.task, image) and result.status in ("completed", "out_of_steps")
    if not played:
        return None
    case.errors[:] = note.errors
    return result


def judge_again(task: Task, folder: Path, result: EpisodeResult) -> EpisodeResult | None:
    """Return the result of an earlier episode with the verdict of the task's checker as it is now.

    None if the record in `folder` does not answer the checker, so that the case must be played.

    Raises TaskError.
    """
    try:
        return _judge_again(task, EpisodeFolder(folder).final, result)
    except (RecordsError, NotRecordedError, CheckerError):
        return None


def _judge_again(task: Task, final: Path, result: EpisodeResult) -> EpisodeResult | None:
    state = read_state(final)
    if state is None:
        return None
    termination = Termination(result.termination, result.answer) if result.termination else None
    view = ReplayGuestView(state, final, termination)
    judgement = judge_state(task, view, threading.Event())
    if view.unanswered is not None:
        return None
    return result.model_copy(update={"verdicts": (EpisodeVerdict.of(judgement),)})


def _played_hash(task: Task, image: str) -> str:
    definition = task.definition()
    played = {name: definition.get(name) for name in _PLAYED}
    digest = hashlib.sha256(json.dumps([image, task.play.variant, played], sort_keys=True).encode())
    if task.folder:
        for path in _played_files(task.folder):
            name = path.relative_to(task.folder).as_posix()
            digest.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _is_imported(module: str, scripts: str) -> bool:
    return re.search(rf"^\s*(?:from|import)\b.*\b{module}\b", scripts, re.MULTILINE) is not None


def _played_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a task's folder on which the final state depends."""
    scripts = "".join(
        path.read_text(encoding="utf-8") for path in folder.glob("*.py") if path.stem not in _JUDGES
    )
    for path in content(folder):
        apart = path.parent == folder and (
            path.name in (PROOF_FILE, "task.toml")
            or (path.stem in _JUDGES and not _is_imported(path.stem, scripts))
        )
        if not apart:
            yield path
