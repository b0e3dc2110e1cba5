"""Tool calls that are executed at the same time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby

from controller.core.actions import Action, ToolCall
from controller.core.guest import ToolResult
from controller.episode.bounds import EpisodeProgress, seconds_since
from controller.episode.desktop import Desktop
from testbed.errors import TestbedError

Denials = Sequence[ToolResult | None]
"""For each action of a group the result that it has instead of being executed; None if it is executed."""
MAX_TOGETHER = 16
"""Most calls that are in the guest at the same time; further ones of a group follow as these end."""


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """How a call ended: with a result, or with an error of the guest. `seconds` is how long it took."""

    result: ToolResult | None
    seconds: float
    error: TestbedError | None = None


def group_calls(actions: Iterable[Action], *, parallel: bool) -> Iterator[Sequence[Action]]:
    """Split actions into groups to execute one after the other: with `parallel`, tool calls in a row are one."""
    for is_call, group in groupby(actions, lambda action: isinstance(action, ToolCall)):
        if parallel and is_call:
            yield tuple(group)
        else:
            yield from ((action,) for action in group)


def count_action(progress: EpisodeProgress, desktop: Desktop, action: Action) -> None:
    """Count an action that is executed. A call that does not reach the guest is no tool call."""
    if not isinstance(action, ToolCall):
        progress.gui_actions += 1
    elif not (desktop.is_search(action) or desktop.is_own(action)):
        progress.count_call(action.name)


def reaches_guest(desktop: Desktop, call: ToolCall) -> bool:
    """Whether the guest executes a call, so that several threads may make such calls at the same time."""
    return not (desktop.is_search(call) or desktop.is_own(call) or desktop.refusal(call))


def run_together(
    act: Callable[[ToolCall], ToolResult],
    calls: Sequence[ToolCall],
    in_guest: Callable[[ToolCall], bool],
    denials: Denials = (),
) -> list[CallOutcome]:
    """Execute calls at the same time and return their outcomes in order.

    Args:
        act: Executes a call.
        calls: The calls.
        in_guest: Whether a call may be executed in another thread; the others are executed in this one, in order.
        denials: The result of each call that is not executed; None of the others.
    """

    def run_timed(call: ToolCall) -> CallOutcome:
        started = time.monotonic()
        try:
            result = act(call)
        except TestbedError as error:
            return CallOutcome(None, seconds_since(started), error)
        return CallOutcome(result, seconds_since(started))

    if any(denials):
        allowed = [call for call, denial in zip(calls, denials, strict=True) if denial is None]
        executed = iter(run_together(act, allowed, in_guest))
        return [CallOutcome(denial, 0.0) if denial else next(executed) for denial in denials]
    with ThreadPoolExecutor(max(1, min(len(calls), MAX_TOGETHER)), thread_name_prefix="tool-call") as pool:
        pending = [pool.submit(run_timed, call) if in_guest(call) else None for call in calls]
        own = [
            run_timed(call) if future is None else None for call, future in zip(calls, pending, strict=True)
        ]
        outcomes = (future.result() if future else mine for future, mine in zip(pending, own, strict=True))
        return [outcome for outcome in outcomes if outcome is not None]
