"""Asks the model that plays judges, through a client that records its requests."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from controller.core.limits import call_within
from controller.judges.options import JudgeOptions
from controller.models.client import ModelClient
from controller.models.completion import TextModel
from controller.models.exchange_recorder import ExchangeRecorder
from controller.models.model_access import ModelAccess
from controller.models.recorded_responses import RecordedResponses
from controller.models.usage_tracker import UsageTracker
from controller.records.request_recorder import RequestRecorder
from controller.records.spending import Spending, spending
from testbed.errors import ModelApiError

SECONDS = 1_800.0
"""Time limit of all votes on one episode, and of one judge's votes on all control answers."""
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Asking:
    """The model of judges, and what its requests are priced and limited by."""

    options: JudgeOptions
    access: ModelAccess

    def ask(
        self,
        call: Callable[[TextModel], Value],
        recorder: RequestRecorder,
        late: str,
        cancel: threading.Event,
        responses: RecordedResponses | None = None,
    ) -> tuple[Value, Spending]:
        """Return what a call asks of the model, and what it used.

        Args:
            call: Asks the model.
            recorder: Records the requests.
            late: Begins the message of the error after the time limit, such as "the judges".
            cancel: Ends the call when it is set.
            responses: Replace the model's.

        Raises:
            UsageError: Something is wrong with the key, the model or the account.
            RecordsError: The requests cannot be recorded.
            CancelledError: `cancel` was set.
        """
        client = ModelClient(
            recorder=ExchangeRecorder(recorder.exchange, recorder.image),
            recorded_responses=responses,
            limiter=self.access.limiter,
        )
        tracker = UsageTracker(client, self.access.prices, self.access.limits)
        error = ModelApiError(f"{late} took more than {SECONDS:.0f} s")
        try:
            model = self.options.open(client)
            with client.decision(SECONDS):
                answer = call_within(2 * SECONDS, error, cancel, lambda: call(model))
        finally:
            tracker.flush()
            client.close()
            recorder.close()
        return answer, Spending(**spending(tracker.current(), self.access.prices))
