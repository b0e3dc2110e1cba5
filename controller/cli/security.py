"""`testbed guest security-check`."""

from __future__ import annotations

from dataclasses import asdict

import typer
from rich.text import Text

from controller.cli import common
from controller.results.text_table import make_table


def security_check(provider: common.ProviderName = "", as_json: common.Json = False) -> None:
    """Let the agent's user of fresh guests try to become root and to reach the judge, the host and the network.

    Exit code 1: some attempts reached their goal.
    """
    from controller.guests.security_check import security_check as run_check

    with common.provider_named(provider) as guest_provider:
        results = run_check(guest_provider)
    if as_json:
        common.print_json([asdict(result) for result in results])
    else:
        table = make_table("", "attempt", "would break", "s")
        for result in results:
            mark = Text("REACHED", style="red") if result.reached else Text("blocked", style="green")
            table.add_row(mark, Text(result.name), Text(result.group), Text(f"{result.seconds:.1f}"))
        common.out.print(table)
        reached = [result for result in results if result.reached]
        for result in reached:
            common.out.print(f"{result.name}: {result.detail}", markup=False, soft_wrap=True)
        common.out.print(f"{len(results)} attempts, {len(reached)} reached their goal")
    if any(result.reached for result in results):
        raise typer.Exit(1)
