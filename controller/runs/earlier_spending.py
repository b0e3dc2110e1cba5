"""What a resumed run has spent already."""

from __future__ import annotations

from controller.models.exchange_recorder import totals
from controller.models.prices import Prices
from controller.models.usage_tracker import SpendingLimits
from controller.records.run_records import RunRecords


def restore_spending(records: RunRecords, prices: Prices, limits: SpendingLimits) -> None:
    """Charge a resumed run with limits for all its attempts so far, those cut short included, and for its judges.

    Args:
        records: The run.
        prices: Its prices.
        limits: Its limits, which take the usage; without any limit nothing is read.
    """
    options = records.info.options
    if not options.max_tokens and not options.max_cost:
        return
    for controls in records.all_judge_controls():
        limits.spend(controls.usage.input_tokens + controls.usage.output_tokens, controls.usage.cost)
    for key in records.episodes():
        sent = totals(records.all_exchanges(*key))
        result = records.result(*key)
        if sent.calls:
            cost = None if sent.uncounted else prices.cost_of_requests(sent.requests)
            total = sum(used.input_tokens + used.output_tokens for used in sent.usage.values())
            limits.spend(total, cost)
        elif result is not None:
            limits.spend(result.input_tokens + result.output_tokens, result.cost)
        if result is not None and result.judging is not None:
            judged = result.judging.usage
            limits.spend(judged.input_tokens + judged.output_tokens, judged.cost)
