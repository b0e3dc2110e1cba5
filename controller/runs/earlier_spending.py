"""What a resumed run has spent already."""

from __future__ import annotations

import math

from controller.models.exchange import base_name
from controller.models.exchange_recorder import totals
from controller.models.model_access import ModelAccess
from controller.records.event_lines import read_events
from controller.records.part_records import usages_of
from controller.records.run_records import RunRecords
from controller.runs.episode_parts import part_models


def restore_spending(records: RunRecords, access: ModelAccess) -> None:
    """Charge a resumed run with limits for all its attempts so far, those cut short included, and for its parts.

    Args:
        records: The run.
        access: Its prices, and its limits, which take the usage; without any limit nothing is read.
    """
    options, agent, prices, limits = records.info.options, records.info.agent, access.prices, access.limits
    if not options.limits.max_tokens and not options.limits.max_cost:
        return
    for key in records.episodes():
        sent = totals(records.all_exchanges(*key))
        result = records.result(*key)
        if sent.calls:
            cost = None if sent.uncounted else prices.cost_of_requests(sent.requests)
            if agent.states_cost:
                others = set(map(base_name, part_models(options)))
                asked = [one for one in sent.requests if base_name(one[0]) in others]
                stated, listed = _stated(records, key), prices.cost_of_requests(asked)
                cost = None if stated is None or listed is None else stated + listed
            total = sum(used.input_tokens + used.output_tokens for used in sent.usage.values())
            limits.spend(total, cost)
        elif result is not None:
            limits.spend(result.usage.input_tokens + result.usage.output_tokens, result.usage.cost)
        for used in usages_of(result.parts) if result is not None else ():
            limits.spend(used.input_tokens + used.output_tokens, used.cost)


def _stated(records: RunRecords, key: tuple[str, int]) -> float | None:
    """What the decisions of all attempts of an episode state that they cost; None if one does not."""
    folder = records.episode(*key)
    files = [folder.events_file(attempt) for attempt in (0, *folder.attempts())]
    events = [event for file in files if file.exists() for event in read_events(file, [])]
    costs = [event.get("cost") for event in events if event["event"] == "decision"]
    known = [float(cost) for cost in costs if isinstance(cost, int | float)]
    return math.fsum(known) if len(known) == len(costs) else None
