"""`testbed tasks synthesize` in headless guests, with two servers of the pool: from live calls to a proven draft."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.episode.guest_results import REMOVED
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


def synthesize(out: Path, servers: str, answers: Sequence[str], *more: str) -> None:
    """Have a mock model with these answers make one task; every request must be one that its API takes."""
    with ChatServer(play([ScriptEntry(text=text) for text in answers], None)) as server:
        command = ["tasks", "synthesize", "--servers", servers, "--model", "gpt-4.1", "--count", "1"]
        command += ["--answers", "5", "--provider", "nspawn", "--base-url", f"{server.url}/v1"]
        assert call([*command, "--out", str(out), *more]) == 0
        assert server.errors == []


def test_a_chain_of_two_servers_becomes_a_proven_task(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    out = tmp_path / "made"
    synthesize(out, "unit-converter,calculator", ANSWERS)
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


OWN = """
[[server]]
id = "keyed"
purpose = "Says something."
command = ["/usr/bin/python3", "{folder}/misbehaving.py"]
folder = "servers"
keys = { SECRET = "TESTBED_TEST_KEY" }
"""
SECRET, SAY = "keyed_secret", "keyed_say"
OWN_ANSWERS = (
    json.dumps({"calls": [step(SECRET, {"text": ""})]}),
    json.dumps({"steps": [step(SAY, {"text": "17 loaves"}), step(CALCULATE, {"expression": "${1#1}*23"})]}),
    json.dumps(
        {
            "name": "loaves_said",
            "instruction": "Have the phrase 'seventeen loaves' said in digits. What is that number times 23?",
            "answer": "It is ${2#1}.",
            "values": ["${2#1}"],
        }
    ),
    json.dumps({"reasoning": "certain", "solvability": 9, "utility": 5}),
    json.dumps({"fuzzy": "Seventeen loaves, said in digits: what is that times 23?"}),
)


def test_a_server_of_the_users_own_is_called_and_its_key_is_left_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("TESTBED_TEST_KEY", "a-key-of-enough-characters")
    shutil.copytree(Path(__file__).parent / "servers", tmp_path / "servers")
    (tmp_path / "own.toml").write_text(OWN)
    out = tmp_path / "made"
    synthesize(out, "keyed,calculator", OWN_ANSWERS, "--server-file", str(tmp_path / "own.toml"))
    [probe] = json.loads((out / "probes.json").read_text())["calls"]
    assert probe["result"] == f"the key is {REMOVED}"
    assert (
        json.loads((out / "drafts/synthetic/loaves_said_01/proof.json").read_text())["claims"]["mcp"]["score"]
        == 1.0
    )
    written = [path for path in out.rglob("*") if path.is_file()]
    assert [path for path in written if b"a-key-of-enough" in path.read_bytes()] == []
