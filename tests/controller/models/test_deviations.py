"""The table of deviations: its codes, and the same table in the documentation."""

from __future__ import annotations

import re
from pathlib import Path

from controller.models.deviations import BY_KIND, DEVIATIONS, Deviation, Verdict

DOCS = Path(__file__).parents[3] / "docs" / "deviations.md"
APIS = {
    "chat": "Chat Completions",
    "responses": "Responses",
    "messages": "Messages",
    "gemini": "generateContent",
}


def row(one: Deviation) -> str:
    apis = "all" if len(one.apis) == len(APIS) else ", ".join(APIS[api] for api in one.apis)
    forms = "both" if len(one.forms) == 2 else one.forms[0]
    leniency = f"`{one.leniency}`" if one.leniency else ""
    return f"| `{one.kind}` | {one.received} | {apis} | {forms} | {one.verdict.value} | {leniency} |"


def test_what_is_repaired_is_counted() -> None:
    assert all(bool(one.leniency) is (one.verdict is Verdict.REPAIRED) for one in DEVIATIONS)
    assert len(BY_KIND) == len(DEVIATIONS)


def test_the_documentation_has_the_same_table() -> None:
    rows = re.findall(r"^\| `.*$", DOCS.read_text(), re.MULTILINE)
    assert rows == [row(one) for one in DEVIATIONS]
