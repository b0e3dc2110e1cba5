"""`testbed tasks synthesize` in headless guests, with two servers of the pool: from live calls to a proven draft."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.script import ScriptEntry, play

pytestmark = pytest.mark.guest
CONVERT, CALCULATE = "unit_converter_convert_length", "calculator_calculate"
MILES = {"value": 26, "from_unit": "mile", "to_unit": "kilometer"}
PARSNIPS = {**MILES, "from_unit": "parsnip"}


def step(tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return {"tool": tool, "arguments": arguments}


def chain(expression: str, miles: dict[str, Any] = MILES) -> str:
    return json.dumps({"steps": [step(CONVERT, miles), step(CALCULATE, {"expression": expression})]})


ANSWERS = (
    json.dumps(
        {"calls": [step(CONVERT, MILES), step(CONVERT, PARSNIPS), step(CALCULATE, {"expression": "6*7"})]}
    ),
    json.dumps({"steps": [step(CONVERT, MILES), step(CONVERT, {**MILES, "value": "${1.converted_value}"})]}),
    chain("${1.converted_value}*3", PARSNIPS),
    chain("round_to(${1.converted_value}*3)"),
    chain("${1.kilometers}*3"),
    chain("${1.converted_value}*3"),
    json.dumps(
        {
            "name": "three_walks",
            "instruction": "A walk has 26 miles. How many kilometers are 3 such walks? Do not round.",
            "answer": "Three walks have ${2#1} kilometers.",
            "values": ["${2#1}"],
        }
    ),
    json.dumps({"reasoning": "certain", "solvability": 9, "utility": 5}),
    json.dumps({"fuzzy": "I walk 26 miles, and that 3 times. What is that in km, to the last digit?"}),
)
FAULTS = (
    "no step calls a tool of the server calculator",
    "step 1: unit_converter_convert_length",
    "step 2: calculator_calculate",
    "has no kilometers",
)


def test_a_chain_of_two_servers_becomes_a_proven_task(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    out = tmp_path / "made"
    with ChatServer(play([ScriptEntry(text=text) for text in ANSWERS], None)) as server:
        command = ["tasks", "synthesize", "--servers", "unit-converter,calculator", "--model", "gpt-4.1"]
        command += [
            "--count",
            "1",
            "--answers",
            "5",
            "--provider",
            "nspawn",
            "--base-url",
            f"{server.url}/v1",
        ]
        assert call([*command, "--out", str(out)]) == 0
        assert server.errors == []
    probes = json.loads((out / "probes.json").read_text())
    assert [item["failed"] for item in probes["calls"]] == [False, True, False]
    faults = json.loads((out / "01/chain.json").read_text())["faults"]
    assert len(faults) == len(FAULTS)
    assert all(part in fault for part, fault in zip(FAULTS, faults, strict=True)), faults
    draft = out / "drafts/synthetic/three_walks_01"
    proof = json.loads((draft / "proof.json").read_text())
    assert proof["provider"] == "nspawn"
    assert {name: claim["score"] for name, claim in proof["claims"].items()} == {
        "idle": 0.0,
        "mcp": 1.0,
        "wrong_no_answer": 0.0,
        "wrong_other_values": 0.0,
    }
    assert "125.52883" in (draft / "check.py").read_text()
