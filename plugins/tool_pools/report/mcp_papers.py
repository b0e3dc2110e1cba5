"""The numbers of LiveMCPBench, MCPVerse and MCP-Bench, as printed there."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from testbed.results import RunInfo

OVERALL_SCORE = "overall_score"
"""MCP-Bench's score from 0 to 1, which is no metric of ours."""


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class McpResult(_Data):
    """A model in a mode.

    Attributes:
        agent: The model, as printed.
        mode: How it was offered tools.
        numbers: By the keys of our metrics, in the unit that tables show, or `OVERALL_SCORE`.
        domains: Accuracy in percent by the paper's name of a domain.
    """

    agent: str
    mode: str
    numbers: dict[str, float]
    domains: dict[str, float] = Field(default_factory=dict)


class McpPaper(_Data):
    """A paper's numbers.

    Attributes:
        name: The name of its table.
        title: The benchmark's name.
        source: Where the numbers stand.
        arxiv: The paper's number.
        suites: Its task source, and the suite of ours that is modelled on it.
        tasks: Its number of tasks.
        metrics: The keys of our metrics that its table shows.
        domains: The names of a domain in its tasks and in our suite, by the paper's name for it.
        notes: What to know when comparing.
        results: Its rows, in its order.
    """

    name: str
    title: str
    source: str
    arxiv: str
    suites: tuple[str, ...]
    tasks: int
    metrics: tuple[str, ...]
    domains: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    notes: tuple[str, ...]
    results: tuple[McpResult, ...]

    def matches(self, info: RunInfo) -> bool:
        """Whether a run's tasks are of the paper's source, or all of the suite of ours."""
        if info.source.name.partition(":")[0] in self.suites:
            return True
        return bool(info.tasks) and all({*entry.suites} & {*self.suites} for entry in info.tasks)


@cache
def mcp_papers() -> tuple[McpPaper, ...]:
    """`mcp_paper_results.json` beside this file."""
    data = files(__package__).joinpath("mcp_paper_results.json").read_bytes()
    return TypeAdapter(tuple[McpPaper, ...]).validate_json(data)
