"""What a run's folder has of judges: verdicts of later, answers about controls, and the requests behind both."""

from __future__ import annotations

from typing import Any

from controller.judges.records import ControlsRecord, Judging
from controller.records.files import read_model, write_whole
from controller.records.gzip_lines import read_gzip_lines
from controller.records.request_recorder import RequestRecorder
from controller.records.run_folder import RUN_VERDICTS
from controller.records.run_records import RunRecords
from testbed.errors import RecordsError

HINT = "move it away; the judges can be asked again"


class JudgeFiles:
    """The files of judges in a run's folder. Each method raises RecordsError for one that is damaged."""

    def __init__(self, run: RunRecords) -> None:
        self._run = run

    def judgings(self, task_id: str, epoch: int) -> list[Judging]:
        """Return the verdicts of all judges that `testbed judge` asked about an episode, the oldest first."""
        files = self._run.episode(task_id, epoch).verdict_files()
        return sorted(
            (read_model(path, Judging, hint=HINT) for path in files), key=lambda judging: judging.created
        )

    def write_judging(self, task_id: str, epoch: int, judging: Judging) -> None:
        """Store the verdicts of judges that were asked after the run."""
        path = self._run.episode(task_id, epoch).verdict_file(judging.key)
        write_whole(path, judging.model_dump_json(indent=2).encode())

    def recorder(self, task_id: str, epoch: int, key: str = RUN_VERDICTS) -> RequestRecorder:
        """Return what records the requests of judges that `testbed judge` asks, or of the run's own."""
        return RequestRecorder(self._run.episode(task_id, epoch).verdicts, key)

    def exchanges(self, task_id: str, epoch: int, key: str = RUN_VERDICTS) -> list[Any]:
        """Return the exchanges of judges, likewise. They may not be missing."""
        path = self._run.episode(task_id, epoch).verdict_exchanges_file(key)
        try:
            return read_gzip_lines(path)
        except (OSError, ValueError) as error:
            raise RecordsError(f"cannot read {path}: {error}", hint="the run can still be scored") from error

    def controls(self, key: str) -> ControlsRecord | None:
        """Return a judge's verdicts on the control answers, if any."""
        path = self._run.paths.judge_controls_file(key)
        return read_model(path, ControlsRecord, hint=HINT) if path.is_file() else None

    def all_controls(self) -> list[ControlsRecord]:
        """Return the verdicts of all judges on the control answers."""
        files = self._run.paths.judge_controls_files()
        return [read_model(path, ControlsRecord, hint=HINT) for path in files]

    def write_controls(self, controls: ControlsRecord) -> None:
        """Store a judge's verdicts on the control answers."""
        path = self._run.paths.judge_controls_file(controls.key)
        write_whole(path, controls.model_dump_json(indent=2).encode())

    def controls_recorder(self, key: str) -> RequestRecorder:
        """Return what records the requests of a judge about the control answers."""
        return RequestRecorder(self._run.paths.judge_controls, key)


def judgings_of(records: RunRecords, task_id: str, epoch: int) -> list[Judging]:
    """Return all verdicts of judges on an episode, the oldest first: those of the run, and those of later.

    Raises RecordsError.
    """
    result = records.result(task_id, epoch)
    own: Judging | None = result.parts.get("judges") if result else None
    return [*([own] if own else []), *JudgeFiles(records).judgings(task_id, epoch)]
