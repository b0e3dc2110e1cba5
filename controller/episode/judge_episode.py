"""Judging of an episode, with the records of what its checker read and found."""

from __future__ import annotations

import threading
from collections.abc import Callable

from checkers import GuestView
from controller.core.guest import Guest
from controller.episode.bounds import EpisodeProgress
from controller.episode.paused_judging import judge_paused_guest
from controller.episode.recorder import Recorder
from controller.episode.step_record import verdict_fields
from controller.records.final_state import RecordingGuestView
from controller.tasks.judged_guest import JudgedGuest
from controller.tasks.judgement import Judgement
from controller.tasks.task import Task
from testbed.errors import CheckerError


def judge_episode(
    task: Task,
    guest: Guest,
    progress: EpisodeProgress,
    recorder: Recorder,
    cancel: threading.Event,
    further: Callable[[GuestView, Judgement], Judgement],
    *,
    keep_final: bool,
) -> Judgement:
    """Judge the guest in its present state; the verdict is recorded, with `keep_final` also what the checker read.

    `further` returns the verdict given the checker's.

    Raises InfraError, RecordsError, TaskError, CancelledError.
    """
    view: GuestView = JudgedGuest(guest, progress.termination)
    recording = RecordingGuestView(view, guest, task.initial_state_hash) if keep_final else None
    try:
        judgement = progress.measure(
            "judge",
            lambda: judge_paused_guest(
                task,
                guest,
                recording or view,
                cancel,
                lambda programs: recorder.event("stopped", programs=programs),
                further,
                recording.capture if recording else lambda: None,
            ),
        )
    except CheckerError:
        _record_final_state(recording, progress, recorder)
        raise
    _record_final_state(recording, progress, recorder)
    recorder.event("verdict", **verdict_fields(judgement))
    progress.judgement = judgement
    return judgement


def _record_final_state(
    recording: RecordingGuestView | None, progress: EpisodeProgress, recorder: Recorder
) -> None:
    if recording:
        progress.timings["keep"] = round(recording.capture_seconds, 4)
        recorder.final_state(recording.state, recording.blobs)
