"""Asks each judge of a run about the control answers before it judges an episode, once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime

from controller.core.limits import call_within
from controller.judges.contract import Judge
from controller.judges.controls import controls_key, has_controls, judge_controls
from controller.models.client import ModelClient
from controller.models.completion import TextModel
from controller.models.concurrency import ConcurrencyLimiter
from controller.models.exchange_recorder import ExchangeRecorder
from controller.models.prices import Prices
from controller.models.usage_tracker import SpendingLimits, UsageTracker
from controller.records.judging import ControlCounts, ControlRecord, ControlsRecord
from controller.records.run_records import RunRecords
from controller.records.spending import Spending, spending
from controller.runs.run_log import event
from testbed.errors import ModelApiError

SECONDS = 1_800.0
"""Time limit of one judge's votes on all control answers."""


class JudgeControls:
    """The judges' verdicts on the control answers, stored in the run's folder. Thread-safe: others wait meanwhile."""

    def __init__(
        self,
        records: RunRecords,
        model: str,
        votes: int,
        open_model: Callable[[ModelClient], TextModel],
        *,
        prices: Prices,
        limits: SpendingLimits | None = None,
        limiter: ConcurrencyLimiter | None = None,
        replayed: RunRecords | None = None,
        refresh: bool = False,
    ) -> None:
        """Prepare to ask.

        Args:
            records: The run.
            model: The model that plays the judges.
            votes: How many votes each has.
            open_model: Opens the model.
            prices: Prices of models.
            limits: Limits of the run's spending.
            limiter: Limits concurrent requests.
            replayed: The run that is replayed: its verdicts are taken, and no model is asked.
            refresh: Ask again even where a verdict is on record.
        """
        self._records = records
        self._model = model
        self._votes = votes
        self._open = open_model
        self._prices = prices
        self._limits = limits
        self._limiter = limiter
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
        key = controls_key(judge, self._model, self._votes)
        stored = (self._replayed or self._records).judge_controls(key)
        if self._replayed is not None:
            if stored is not None:
                self._records.write_judge_controls(stored)
            return stored
        if stored is not None and not self._refresh:
            return stored
        answers, used = self._ask(judge, key, cancel)
        if not answers:
            event(
                f"the judge {judge.name} was not asked about the control answers: its API fails",
                logging.WARNING,
            )
            return None
        made = ControlsRecord(
            key=key,
            judge=judge.name,
            model=self._model,
            votes=self._votes,
            controls=answers,
            usage=used,
            created=datetime.now(UTC).isoformat(timespec="milliseconds"),
        )
        self._records.write_judge_controls(made)
        if wrong := made.counts.wrong:
            event(
                f"the judge {judge.name} errs on {len(wrong)} of {len(answers)} control answers: {', '.join(wrong)}",
                logging.WARNING,
            )
        return made

    def _ask(
        self, judge: Judge, key: str, cancel: threading.Event
    ) -> tuple[tuple[ControlRecord, ...], Spending]:
        recorder = self._records.controls_recorder(key)
        client = ModelClient(
            recorder=ExchangeRecorder(recorder.exchange, recorder.image), limiter=self._limiter
        )
        tracker = UsageTracker(client, self._prices, self._limits)
        late = ModelApiError(f"the judge {judge.name} took more than {SECONDS:.0f} s for the control answers")
        try:
            model = self._open(client)
            with client.decision(SECONDS):
                answers = call_within(
                    2 * SECONDS, late, cancel, lambda: judge_controls(judge, model, self._votes)
                )
        finally:
            tracker.flush()
            client.close()
            recorder.close()
        return answers, Spending(**spending(tracker.current(), self._prices))
