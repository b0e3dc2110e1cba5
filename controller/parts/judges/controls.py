"""Asks each judge of a run about the control answers before it judges an episode, once."""

from __future__ import annotations

import logging
import threading
from datetime import UTC, datetime

from controller.judges.contract import Judge
from controller.judges.controls import controls_key, has_controls, judge_controls
from controller.judges.records import ControlCounts, ControlsRecord
from controller.parts.judges.asking import Asking
from controller.parts.judges.files import JudgeFiles
from controller.runs.run_log import event


class JudgeControls:
    """The judges' verdicts on the control answers, stored in the run's folder. Thread-safe: others wait meanwhile."""

    def __init__(
        self, asking: Asking, files: JudgeFiles, replayed: JudgeFiles | None = None, *, refresh: bool = False
    ) -> None:
        """Prepare to ask.

        Args:
            asking: How judges are asked.
            files: The run's.
            replayed: Those of the run that is replayed: its verdicts are taken, and no model is asked.
            refresh: Ask again even where a verdict is on record.
        """
        self._asking = asking
        self._files = files
        self._replayed = replayed
        self._refresh = refresh
        self._known: dict[str, ControlCounts | None] = {}
        self._lock = threading.Lock()

    def of(self, judge: Judge, cancel: threading.Event) -> ControlCounts | None:
        """Return how a judge does on the control answers; None of one that has none, and if its API fails.

        Raises:
            UsageError: Something is wrong with the key, the model or the account.
            RecordsError: The verdicts cannot be stored, or stored ones are damaged.
            CancelledError: `cancel` was set.
        """
        if not has_controls(judge):
            return None
        with self._lock:
            if judge.name not in self._known:
                made = self._load_or_make(judge, cancel)
                self._known[judge.name] = made.counts if made else None
        return self._known[judge.name]

    def _load_or_make(self, judge: Judge, cancel: threading.Event) -> ControlsRecord | None:
        model, votes = self._asking.options.judge, self._asking.options.judge_votes
        key = controls_key(judge, model, votes)
        stored = (self._replayed or self._files).controls(key)
        if self._replayed is not None:
            if stored is not None:
                self._files.write_controls(stored)
            return stored
        if stored is not None and not self._refresh:
            return stored
        answers, used = self._asking.ask(
            lambda opened: judge_controls(judge, opened, votes),
            self._files.controls_recorder(key),
            f"the judge {judge.name} on the control answers",
            cancel,
        )
        if not answers:
            event(
                f"the judge {judge.name} was not asked about the control answers: its API fails",
                logging.WARNING,
            )
            return None
        made = ControlsRecord(
            key=key,
            judge=judge.name,
            model=model,
            votes=votes,
            controls=answers,
            usage=used,
            created=datetime.now(UTC).isoformat(timespec="milliseconds"),
        )
        self._files.write_controls(made)
        if wrong := made.counts.wrong:
            event(
                f"the judge {judge.name} errs on {len(wrong)} of {len(answers)} control answers: {', '.join(wrong)}",
                logging.WARNING,
            )
        return made
