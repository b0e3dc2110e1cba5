"""Answers of a model that writes tasks for the servers of the fake guests, good and bad ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from controller.cli.main import call
from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.script import ScriptEntry, play

CALCULATE = "calculator_calculate"
PROBES = json.dumps({"calls": [{"tool": CALCULATE, "arguments": {"expression": "1+2"}}]})
CHAIN = json.dumps(
    {
        "reasoning": "the second sum needs the first",
        "steps": [
            {"tool": CALCULATE, "arguments": {"expression": "19+23"}},
            {"tool": CALCULATE, "arguments": {"expression": "${1}+700"}},
        ],
    }
)
TASK = json.dumps(
    {
        "name": "add_prices",
        "instruction": "Two things cost 19 and 23 euros, delivery is 700 cents more. Add the prices, then 700.",
        "answer": "All together it is ${2}.",
        "values": ["${2}"],
    }
)
RATING = json.dumps({"reasoning": "clear", "solvability": 10, "utility": 6})
FUZZY = json.dumps({"fuzzy": "What do 19, 23 and 700 come to?"})
GOOD = (PROBES, CHAIN, TASK, RATING, FUZZY)


def server(answers: Sequence[str]) -> ChatServer:
    return ChatServer(play([ScriptEntry(text=text) for text in answers], None))


def synthesize(model: ChatServer | None, out: Path, *more: str, servers: str = "calculator") -> int:
    command = ["tasks", "synthesize", "--servers", servers, "--model", "gpt-4.1", "--provider", "fake"]
    address = ["--base-url", f"{model.url}/v1"] if model else []
    return call([*command, *address, "--out", str(out), *more])
