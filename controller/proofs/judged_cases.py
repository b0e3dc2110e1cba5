"""What judges played by a model say of the references and wrong results of a proof.

It shows whether a task's key points and reference tell a right result from a wrong one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from controller.core.guest import Tool
from controller.judges.asking import judge_case
from controller.judges.evidence import make_case
from controller.judges.options import JudgeOptions
from controller.models.client import ModelClient
from controller.models.exchange_recorder import ExchangeRecorder
from controller.proofs.proof_cases import ProofCase
from controller.proofs.verdicts import JUDGED, Verdict
from controller.records.event_lines import read_events
from controller.records.request_recorder import RequestRecorder
from controller.records.run_folder import RUN_VERDICTS, EpisodeFolder
from controller.records.run_info import EpisodeResult
from controller.records.trajectory_reader import trajectory_of
from controller.tasks.task import with_form


@dataclass(frozen=True, slots=True)
class CaseJudge:
    """Asks the judges that decide about a task; `options` names their model."""

    options: JudgeOptions

    def __call__(
        self, case: ProofCase, folder: Path, result: EpisodeResult, tools: Sequence[Tool]
    ) -> Verdict | None:
        """Return whether the judges say success of a reference and failure of a wrong result; None if there is nothing
        to judge. Requests are recorded in the episode's folder.

        Raises:
            UsageError: Something is wrong with the key, the model or the account.
            RecordsError: The requests cannot be recorded.
        """
        judges = [judge for judge in self.options.judges(case.task) if judge.decides]
        notes = case.task.judging.notes
        if notes.computed:
            notes = replace(notes, reference=result.truth)
        if (
            not (case.for_judges and judges and result.status == "completed")
            or result.termination == "failure"
        ):
            return None
        shown = make_case(
            with_form(case.task, "concrete").instruction,
            notes,
            trajectory_of(read_events(EpisodeFolder(folder).events_file(), []), folder),
            termination=result.termination or "",
            answer=result.answer,
            tools={tool.name: tool.description for tool in tools},
        )
        recorder = RequestRecorder(EpisodeFolder(folder).verdicts, RUN_VERDICTS)
        client = ModelClient(recorder=ExchangeRecorder(recorder.exchange, recorder.image))
        try:
            verdicts = judge_case(judges, shown, self.options.open(client))
            mock = client.totals.mock
        finally:
            client.close()
            recorder.close()
        passed = (
            None if any(item.passed is None for item in verdicts) else all(item.passed for item in verdicts)
        )
        details = "; ".join(f"{item.judge}: {item.detail or item.status}" for item in verdicts)
        proven = passed is case.passes
        return Verdict(
            case.task.id, case.label + JUDGED, proven, "" if proven else details, judged=passed, mock=mock
        )
