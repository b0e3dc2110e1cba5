"""MCP-Persona's scores, recounted by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from plugins.persona.metrics import METRICS
from plugins.persona.record import CheckpointRecord, PersonaRecord

BY_KEY = {metric.key: metric for metric in METRICS}


def episode(*checkpoints: tuple[str, float], domain: str = "personal", **given: Any) -> Any:
    record = PersonaRecord(
        checkpoints=tuple(CheckpointRecord(kind=kind, credit=credit) for kind, credit in checkpoints),  # type: ignore[arg-type]
        **given,
    )
    result = SimpleNamespace(parts={"persona": record})
    return SimpleNamespace(result=result, domain=domain, has_tools=True)


RIGHT = episode(("personal_search", 1), ("create", 1), explored=1.0)
HALF = episode(
    ("personal_search", 0), ("modify", 0.5), ("other", 1), ("delete", 1), collateral=True, explored=0.5
)
MISSING = SimpleNamespace(result=None, domain="personal", has_tools=True)
OTHER = SimpleNamespace(result=SimpleNamespace(parts={}), domain="travel", has_tools=True)


@pytest.mark.parametrize(
    ("key", "completed", "selected"),
    [
        ("acc", (1 + 2.5 / 4) / 2, (1 + 2.5 / 4) / 3),
        ("sr_08", 1 / 2, 1 / 3),
        ("exec_acc", (1 + 1.5 / 3) / 2, (1 + 1.5 / 3) / 3),
        ("exec_acc_pooled", 3.5 / 5, 3.5 / 5),
        ("executed_checks", 5, 5),
        ("collateral", 1 / 2, 1 / 2),
        ("explored", 0.75, 0.75),
    ],
)
def test_each_score_over_both_denominators(key: str, completed: float, selected: float) -> None:
    metric = BY_KEY[key]
    assert metric.value([RIGHT, HALF, OTHER]) == pytest.approx(completed)
    assert metric.value([RIGHT, HALF, OTHER, MISSING]) == pytest.approx(selected)


def test_there_is_no_score_without_checkpoints() -> None:
    assert {metric.value([OTHER]) for metric in METRICS} == {None}
    assert BY_KEY["acc"].value([episode()]) is None
