"""Judges in an episode: they are asked when it has ended."""

from __future__ import annotations

import threading
from datetime import UTC, datetime

from controller.episode.declared_part import PartAttempt, PartRun
from controller.episode.part import EpisodePart
from controller.judges.asking import judge_case
from controller.judges.options import JudgeOptions
from controller.judges.records import Judging
from controller.models.exchange_recorder import read_exchanges
from controller.models.recorded_responses import RecordedResponses
from controller.parts.judges.asking import Asking
from controller.parts.judges.controls import JudgeControls
from controller.parts.judges.files import JudgeFiles
from controller.parts.judges.request import JudgeRequest, judge_request
from controller.records.request_recorder import RequestRecorder
from controller.records.run_info import EpisodeResult
from controller.records.run_records import RunRecords


def judge_episode(
    asking: Asking,
    request: JudgeRequest,
    recorder: RequestRecorder,
    cancel: threading.Event,
    controls: JudgeControls,
    responses: RecordedResponses | None = None,
) -> Judging:
    """Ask the judges, each about the control answers first, and return their verdicts with what they used.

    Raises as `Asking.ask`.
    """
    counts = {judge.name: controls.of(judge, cancel) for judge in request.judges}
    model, votes = asking.options.judge, asking.options.judge_votes
    verdicts, used = asking.ask(
        lambda opened: judge_case(request.judges, request.case, opened, votes=votes, seed=request.seed),
        recorder,
        "the judges",
        cancel,
        responses,
    )
    return Judging(
        key=request.key,
        model=model,
        votes=votes,
        verdicts=tuple(
            verdict.model_copy(update={"model": model, "controls": counts.get(verdict.judge)})
            for verdict in verdicts
        ),
        usage=used,
        created=datetime.now(UTC).isoformat(timespec="milliseconds"),
        differences=len(responses.differences) if responses else 0,
    )


class RunJudges:
    """The judges of a run. Thread-safe."""

    def __init__(self, run: PartRun, records: RunRecords) -> None:
        """Prepare to ask. What a resumed run has spent on control answers already is charged to its limits."""
        options: JudgeOptions = run.given
        self.records, self.options = records, options
        self.files = JudgeFiles(records)
        self._replayed = run.replayed
        self._asking = Asking(options, run.model_access)
        self._controls = JudgeControls(
            self._asking, self.files, JudgeFiles(run.replayed) if run.replayed else None
        )
        if run.options.limits.max_tokens or run.options.limits.max_cost:
            for stored in self.files.all_controls():
                tokens = stored.usage.input_tokens + stored.usage.output_tokens
                run.model_access.limits.spend(tokens, stored.usage.cost)

    def ask(self, request: JudgeRequest, result: EpisodeResult, cancel: threading.Event) -> Judging:
        """Return the verdicts on an episode; in a replay, the recorded ones. Raises as `Asking.ask`."""
        recorder = self.files.recorder(result.task, result.epoch)
        answers = self._answers(result.task, result.epoch)
        return judge_episode(self._asking, request, recorder, cancel, self._controls, answers)

    def _answers(self, task: str, epoch: int) -> RecordedResponses | None:
        """The recorded responses of the judges of an episode; none if it was not judged."""
        if self._replayed is None:
            return None
        recorded = self._replayed.result(task, epoch)
        if recorded is None or "judges" not in recorded.parts:
            return RecordedResponses(())
        return RecordedResponses(read_exchanges(JudgeFiles(self._replayed).exchanges(task, epoch)))


class JudgedEpisode(EpisodePart):
    """Has an episode judged when it has ended. The record has the verdicts; it is None if there is nothing to judge."""

    record: Judging | None = None

    def __init__(self, run: RunJudges, attempt: PartAttempt) -> None:
        self._run = run
        self._attempt = attempt

    def ended(self, result: EpisodeResult, cancel: threading.Event) -> EpisodeResult:
        """Ask the judges; their verdicts are also an event. Raises as `Asking.ask`."""
        run, task = self._run, self._attempt.task
        request = judge_request(run.records, run.options, task, result)
        if request is None:
            return result
        judging = run.ask(request, result, cancel)
        self.record = judging
        recorder = run.records.recorder(result.task, result.epoch)
        recorder.event("judging", **judging.model_dump(mode="json", exclude={"usage"}))
        differences = result.usage.differences + judging.differences
        return result.model_copy(
            update={"usage": result.usage.model_copy(update={"differences": differences})}
        )
