"""`testbed agents check`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from controller.agents.contract import AgentOptions
from controller.agents.probes import PROBE_SECONDS, Probe, ProbeResult, run_probes
from controller.agents.registry import check_via, load_agent, parse_name
from controller.cli import common
from controller.models.client import ModelClient
from controller.models.exchange import RetryPolicy
from controller.models.platforms import PLATFORMS
from controller.models.prices import Prices
from controller.models.settings import parse_base_url, parse_settings
from controller.results.text_table import make_table
from testbed.errors import UsageError
from testbed.extension_points import AGENTS

MakeProbes = Callable[[AgentOptions], Iterable[Probe]]
NOT_TAKEN = 1
RETRIES = RetryPolicy(attempts=3, first_wait=1.0, longest_wait=5.0)
_STYLES = {"taken": "green", "refused": "red", "unusable": "red", "failed": "red", "not sent": "yellow"}


@dataclass(frozen=True, slots=True)
class CheckedAgent:
    """The results for one agent; `problem` says why it was not checked, "" when it was."""

    agent: str
    model: str = ""
    problem: str = ""
    remedy: str = ""
    probes: list[ProbeResult] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether the endpoint took every form that a run needs."""
        return not self.problem and all(result.ok for result in self.probes if result.needed)

    @property
    def cost(self) -> float | None:
        """Dollars; None when a price is unknown."""
        costs = [result.cost for result in self.probes]
        return None if None in costs else sum(cost for cost in costs if cost is not None)

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "ok": self.ok, "cost": self.cost}


def check(
    agent: Annotated[
        str,
        typer.Option(metavar="A[:VARIANT]", help="Agent to check; default: each agent that has a key."),
    ] = "",
    model: Annotated[str, typer.Option(metavar="M", help="Model of the agent.")] = "",
    base_url: Annotated[
        str, typer.Option(metavar="URL", help="URL of the model API; default: the vendor's.")
    ] = "",
    via: Annotated[
        str, typer.Option(metavar="PLATFORM", help=f"Cloud platform of the model: {', '.join(PLATFORMS)}.")
    ] = "",
    setting: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="Setting of the agent, as a TOML value or text; repeatable.",
            show_default=False,
        ),
    ] = None,
    prices: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Price list that adds or replaces prices of models (TOML)."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Send a model API the smallest request of each form that an agent uses, and print what it took.

    No guest is started. The requests are real and cost a few thousand tokens. Exit code 0: the endpoint took all
    forms that a run needs; 1: it did not; 2: wrong usage.
    """
    if not agent and (model or base_url or via or setting):
        raise UsageError("--model, --base-url, --via and --set need --agent", hint="add --agent A")
    price_list = Prices.load(prices)
    given = {"model": model, "base_url": parse_base_url(base_url), "settings": parse_settings(setting or ())}
    if agent:
        name, variant = parse_name(agent)
        given |= {"variant": variant, "via": check_via(name, via)}
        checked = [_check(name, _probes_of(name), given, price_list)]
    else:
        checked = _check_all(price_list)
    if as_json:
        sys.stdout.write(json.dumps([one.as_json() for one in checked], indent=2) + "\n")
    else:
        for one in checked:
            _print(one)
    if not all(one.ok for one in checked if agent or not one.problem):
        raise typer.Exit(NOT_TAKEN)


def _probes_of(name: str) -> MakeProbes:
    make = load_agent(name).check
    if make is None:
        others = ", ".join(other for other in AGENTS.own_names() if load_agent(other).check is not None)
        raise UsageError(f"the agent {name!r} declares no probes", hint=f"agents that do: {others}")
    return make


def _check(name: str, make: MakeProbes, given: dict[str, Any], prices: Prices) -> CheckedAgent:
    """Check one agent. Raises UsageError when its options are wrong."""
    client = ModelClient(RETRIES)
    try:
        options = AgentOptions(model_client=client, call_seconds=PROBE_SECONDS, **given)
        return CheckedAgent(name, options.model, probes=list(run_probes(make(options), client, prices)))
    finally:
        client.close()


def _check_all(prices: Prices) -> list[CheckedAgent]:
    """Check every agent that can be without options. Raises UsageError when there is none."""
    checked = []
    for name in AGENTS.names():
        make = load_agent(name).check
        if make is None:
            continue
        try:
            checked.append(_check(name, make, {}, prices))
        except UsageError as error:
            checked.append(CheckedAgent(name, problem=error.message, remedy=error.hint))
    if all(one.problem for one in checked):
        reasons = "; ".join(f"{one.agent}: {one.problem}" for one in checked)
        raise UsageError(
            f"no agent can be checked ({reasons})", hint="set a key, or name an agent: --agent A"
        )
    return checked


def _print(checked: CheckedAgent) -> None:
    if checked.problem:
        common.out.print(f"{checked.agent}: not checked: {checked.problem}", markup=False, soft_wrap=True)
        return
    served = sorted({model for result in checked.probes for model in result.usage})
    model = checked.model or ", ".join(served)
    common.out.print(f"{checked.agent}, model {model or 'unknown'}", markup=False, style="bold")
    table = make_table("form", "needed", "endpoint", "message", "tokens", "cost")
    for result in checked.probes:
        color = _STYLES[result.outcome] if not result.ok else "green"
        table.add_row(
            Text(result.form),
            Text("yes" if result.needed else "no"),
            Text(result.outcome, style=color),
            Text(result.message),
            Text(str(result.tokens) if result.tokens else "-"),
            Text(_dollars(result.cost) if result.tokens else "-"),
        )
    common.out.print(table)
    for result in checked.probes:
        if result.remedy:
            common.out.print(f"{result.form}: {result.remedy}", markup=False, soft_wrap=True)
    common.out.print(_verdict(checked.probes, checked.ok, checked.cost), markup=False, soft_wrap=True)


def _verdict(results: Sequence[ProbeResult], ok: bool, cost: float | None) -> str:
    needed = [result for result in results if result.needed]
    taken = sum(result.ok for result in needed)
    spent = "unknown" if cost is None else _dollars(cost)
    return f"{taken} of {len(needed)} needed forms taken{'' if ok else ': a run would fail'}; cost {spent}"


def _dollars(cost: float | None) -> str:
    return "?" if cost is None else f"${cost:.4f}"
