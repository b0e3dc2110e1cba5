"""The numbers of the OSWorld-MCP paper, as printed there: percents, and steps for ACS."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

Pair = tuple[float, float]


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Numbers(_Data):
    """Accuracy, TIR (none for GUI alone) and ACS."""

    accuracy: float
    tir: float | None
    acs: float


class Table1Row(_Data):
    agent: str
    actions: Literal["gui", "gui+mcp"]
    max_steps: int
    tool_beneficial: Numbers
    non_tool_beneficial: Numbers
    overall: Numbers


class Table2Row(_Data):
    """Accuracy, TIR, ACS of each group."""

    setting: str
    tool_beneficial: tuple[float, float, float]
    non_tool_beneficial: tuple[float, float, float]
    overall: tuple[float, float, float]


class Table3Row(_Data):
    """Mean and standard deviation of three runs, and the 95% interval."""

    agent: str
    max_steps: int
    actions: Literal["gui", "gui+mcp"]
    accuracy: Pair
    accuracy_ci95: Pair
    tir: Pair | None
    tir_ci95: Pair | None
    acs: Pair
    acs_ci95: Pair


class TaskCounts(_Data):
    total: int
    tool_beneficial: int
    non_tool_beneficial: int
    by_domain: dict[str, int]
    tool_beneficial_by_domain: dict[str, int]
    by_number_of_tools: dict[str, int]


class Paper(_Data):
    source: str
    columns: tuple[str, ...]
    tasks: TaskCounts
    table1: tuple[Table1Row, ...]
    table2_gemini_2_5_pro_15_steps: tuple[Table2Row, ...]
    table3_three_runs: tuple[Table3Row, ...]


@cache
def paper() -> Paper:
    """`paper_results.json` beside this file."""
    return Paper.model_validate_json(files(__package__).joinpath("paper_results.json").read_bytes())
