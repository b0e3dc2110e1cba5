"""Writes an episode's folder from a task's folder of a result tree."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from plugins.osworld.export.actions import Action, from_osworld
from plugins.osworld.export.prediction import has_listed_call
from plugins.osworld.export.published import is_success, score_in
from plugins.osworld.imports.result_tree import RESULT, TRAJECTORY
from plugins.osworld.imports.task_folder import (
    ResultFile,
    count_pngs,
    other_files,
    picture_size,
    read_picture,
    read_result,
)
from plugins.osworld.imports.trajectory_lines import TrajectoryLine, read_lines
from testbed.results import (
    Damage,
    EpisodeRecorder,
    EpisodeResult,
    EpisodeVerdict,
    Failure,
    ModelUse,
    encodable,
    without_junk,
)

Status = Literal["completed", "out_of_steps", "infra_error"]
"""How an imported episode may have ended."""
LONGEST = 1_000_000
"""Longest text, action and result of a step that are taken into the records, in characters of JSON."""
_FIRST_PICTURES = ("step_reset*.png", "initial_state.png", "step_0.png")


@dataclass(slots=True)
class ImportedEpisode:
    """What an import of a task found: its instruction, steps of the longest attempt, calls by tool."""

    instruction: str = ""
    steps: int = 0
    tools: Counter[str] = field(default_factory=Counter)


def import_episode(
    task_id: str, folder: Path, recorder: EpisodeRecorder, damage: list[Damage]
) -> ImportedEpisode:
    """Write the records of an episode; without a verdict or an error of the runner it has no `result.json`.

    A trajectory in which the numbers of steps begin again has an attempt for each beginning.

    Args:
        task_id: The task's id.
        folder: The task's folder.
        recorder: Writes the episode's folder.
        damage: Is appended what cannot be read or is left out.

    Raises:
        RecordsError: The episode's folder cannot be written.
    """
    writer = _Writer(task_id, folder, recorder, damage)
    if (folder / TRAJECTORY).is_symlink():
        damage.append(Damage(str(folder / TRAJECTORY), 0, "left out: a link is not followed"))
        lines: Iterator[TrajectoryLine] = iter(())
    elif not (folder / TRAJECTORY).exists():
        damage.append(Damage(str(folder), 0, f"there is no {TRAJECTORY}"))
        lines = iter(())
    else:
        lines = read_lines(folder / TRAJECTORY, damage)
    for line in lines:
        writer.add(line)
    writer.finish(read_result(folder))
    for path in other_files(folder, frozenset(writer.pictures), damage):
        recorder.keep_original(path)
    return writer.found


class _Writer:
    """Turns the lines of one trajectory into events."""

    def __init__(self, task_id: str, folder: Path, recorder: EpisodeRecorder, damage: list[Damage]) -> None:
        self.found = ImportedEpisode()
        self.pictures: set[str] = set()
        self._task, self._folder, self._recorder, self._damage = task_id, folder, recorder, damage
        self._attempt = 0
        self._listed_call = False
        self._error = ""
        self._last: Action = {}
        self._kinds: Counter[str] = Counter()
        self._number = self._steps = 0
        self._began: float | None = None
        self._time = 0.0

    def add(self, line: TrajectoryLine) -> None:
        """Write the events of a line."""
        if line.time is not None:
            self._time = line.time
        if line.kind == "error":
            self._error = line.text or "the runner failed"
            return
        again = bool(self._steps) and (line.kind == "reset" or 0 < line.step < self._number)
        if not self._attempt or again:
            self._begin(line)
        if line.kind == "reset":
            self.found.instruction = self.found.instruction or line.text
            return
        self._listed_call |= line.source == "prediction" and has_listed_call(line.text)
        self._step(line)

    def finish(self, result: ResultFile) -> None:
        """Write how the episode ended."""
        if not self._attempt:
            self._begin(None)
        if result.problem:
            self._damage.append(Damage(str(self._folder / RESULT), 0, result.problem))
        text = result.text
        self._recorder.event(
            "imported",
            time=self._time,
            score=None if text is None else score_in(text),
            success=text is not None and is_success(text),
            listed_call=self._listed_call,
            png_files=count_pngs(self._folder),
        )
        status, error = self._status(result)
        if status is not None:
            seconds = max(0.0, self._time - (self._began or self._time))
            self._recorder.event(
                "end",
                time=self._time,
                status=status,
                score=result.score,
                steps=self._steps,
                error=error.model_dump() if error else None,
                seconds=seconds,
            )
            self._recorder.result(self._result(status, result.score, error, seconds))
        self._recorder.end_attempt()
        self.found.steps = max(self.found.steps, self._steps)

    def _begin(self, line: TrajectoryLine | None) -> None:
        """Begin an attempt with the screen before its first step, if there is one."""
        self.found.steps = max(self.found.steps, self._steps)
        self._attempt += 1
        self._number = self._steps = 0
        self._kinds.clear()
        self._last, self._began = {}, self._time or None
        self._recorder.begin_attempt()
        self._recorder.event(
            "start", time=self._time, task=self._task, epoch=1, seed=0, attempt=self._attempt
        )
        name = line.picture if line and line.kind == "reset" else ""
        if not name and self._attempt == 1:
            matches = (path for form in _FIRST_PICTURES for path in without_junk(self._folder.glob(form)))
            name = next((path.name for path in matches), "")
        self._look(name, line.number if line else 0)

    def _step(self, line: TrajectoryLine) -> None:
        self._number = line.step or self._number
        self._steps += 1
        text = self._limit(line.text, line.number, "answer", line.text[:LONGEST])
        action = from_osworld(line.action, line.info)
        action = self._limit(action, line.number, "action", {"type": action["type"]})
        raw = self._limit(line.info, line.number, "info", None)
        info = raw if isinstance(raw, dict) else {}
        refused = info.get("refused") is True
        kind = str(action["type"])
        if not refused:
            self._kinds[kind] += 1
            if kind == "tool_call":
                self.found.tools[str(action.get("name"))] += 1
        self._last = action
        details = {"imported": line.source} if line.source else {}
        self._recorder.event(
            "decision",
            time=self._time,
            thought=text,
            actions=[action],
            usage={},
            details=details,
            seconds=0.0,
        )
        self._recorder.event(
            "step",
            time=self._time,
            step=self._steps,
            action=action,
            refused=refused,
            result=_result_of(info, raw),
            seconds=0.0,
        )
        self._look(line.picture, line.number)

    def _limit(self, value: Any, number: int, what: str, instead: Any) -> Any:
        """Return a value, or what is recorded instead of one that is too long."""
        if len(json.dumps(value)) <= LONGEST:
            return value
        copies = self._recorder.originals.name
        problem = f"the {what} has over {LONGEST} characters; {copies}/{TRAJECTORY} has it whole"
        self._damage.append(Damage(str(self._folder / TRAJECTORY), number, problem))
        return instead

    def _look(self, name: str, number: int) -> None:
        """Write the observation of a picture; a name without a readable picture is reported."""
        if not name:
            return
        picture = read_picture(self._folder, name)
        if isinstance(picture, str):
            self._damage.append(Damage(str(self._folder / TRAJECTORY), number, picture))
            return
        self.pictures.add(name)
        width, height = picture_size(picture)
        self._recorder.event(
            "observation",
            time=self._time,
            screen=self._recorder.screen(picture),
            width=width,
            height=height,
            windows=[],
            steps_left=None,
            seconds=0.0,
        )

    def _status(self, result: ResultFile) -> tuple[Status | None, Failure | None]:
        if result.score is not None:
            return ("completed" if self._last.get("type") == "terminate" else "out_of_steps"), None
        if self._error:
            return "infra_error", Failure(type="RunnerError", message=encodable(self._error))
        if result.text is not None:
            return "infra_error", Failure(type="ResultError", message=encodable(f"{RESULT} {result.problem}"))
        return None, None

    def _result(
        self, status: Status, score: float | None, error: Failure | None, seconds: float
    ) -> EpisodeResult:
        ended = self._last.get("type") == "terminate"
        termination: Literal["success", "failure"] | None = None
        if ended:
            termination = "success" if self._last.get("status") == "success" else "failure"
        calls = self._kinds["tool_call"]
        return EpisodeResult(
            task=self._task,
            epoch=1,
            seed=0,
            status=status,
            verdicts=() if score is None else (EpisodeVerdict(score=score),),
            usage=ModelUse(cost=None),
            steps=self._steps,
            tool_calls=calls,
            gui_actions=self._kinds.total() - calls - self._kinds["terminate"],
            termination=termination,
            answer=encodable(str(self._last.get("answer", ""))) if ended else "",
            error=error,
            seconds=seconds,
        )


def _result_of(info: dict[str, Any], raw: Any) -> dict[str, Any] | None:
    """Return the result of an action: what testbed exports as `info`, or anything else that an environment returned."""
    text = info.get("result")
    if isinstance(text, str):
        is_error = info.get("is_error") is True
        return (
            {"text": text, "is_error": is_error, "structured": None, "images": []}
            if text or is_error
            else None
        )
    rest = {name: value for name, value in info.items() if name not in ("done", "fail", "answer")}
    if rest or (raw and not isinstance(raw, dict)):
        return {"text": "", "is_error": False, "structured": rest or raw, "images": []}
    return None
