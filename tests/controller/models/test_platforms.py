"""Models on cloud platforms (`--via`): requests of the vendors' SDKs, against mocks that check what they send."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.models.exchange import base_name
from controller.models.platforms import PLATFORMS
from controller.tasks.selection import load_tasks
from plugins.mock_models.api import HttpCall
from plugins.mock_models.platforms import KEY, TOKEN, check_signature
from plugins.mock_models.solver import Solver
from plugins.mock_models.turns import ApiError
from tests.controller.models.platforms import on_platform
from tests.controller.models.runs import SOLVED, TASKS, exchanges, read, results

FIRST_NAMED = {
    "ANTHROPIC_FOUNDRY_BASE_URL": "ANTHROPIC_FOUNDRY_RESOURCE",
    "GOOGLE_CLOUD_PROJECT": "ANTHROPIC_VERTEX_PROJECT_ID",
    "GOOGLE_CLOUD_LOCATION": "CLOUD_ML_REGION",
}
"""The variable of the SDK of Claude that the error advises."""
Printed = pytest.CaptureFixture[str]
MODELS = {
    ("anthropic", "bedrock"): "anthropic.claude-opus-5-5",
    ("anthropic", "vertex"): "claude-opus-5-5",
    ("anthropic", "foundry"): "claude-haiku-4-5",
    ("google", "vertex"): "gemini-4-argon",
    ("openai", "azure"): "gpt-6.1-terra",
}


@pytest.fixture(params=MODELS, ids=" ".join)
def way(request: pytest.FixtureRequest) -> tuple[str, str]:
    chosen: tuple[str, str] = request.param
    return chosen


def checked(capsys: Printed, agent: str, via: str, *more: str) -> tuple[int, dict[str, Any]]:
    command = ["agents", "check", "--json", "--agent", agent, "--via", via, "--model", MODELS[agent, via]]
    code = call([*command, *more])
    [result] = json.loads(capsys.readouterr().out)
    return code, result


def run(out: Path, agent: str, via: str, *more: str) -> int:
    chosen = [part for task in SOLVED for part in ("--task", task)]
    command = ["run", "--agent", agent, "--via", via, "--model", MODELS[agent, via], "--provider", "fake"]
    return call([*command, *chosen, "--tool-filter", "all", "--display", "none", "--out", str(out), *more])


def test_agents_check_takes_every_form(
    way: tuple[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    with on_platform(way[1], Solver([]), monkeypatch, tmp_path) as server:
        code, result = checked(capsys, *way)
    outcomes = {
        probe["form"]: probe["outcome"]
        for probe in result["probes"]
        if probe["needed"] or probe["form"].endswith("refused")
    }
    assert (code, result["ok"]) == (0, True), outcomes
    assert all(
        outcome == ("refused" if form.endswith("refused") else "taken") for form, outcome in outcomes.items()
    ), outcomes
    assert any(form.endswith("computer") for form in outcomes)
    assert server.requests


def test_a_run_is_solved_recorded_counted_and_replayed(
    way: tuple[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(TASKS))
    out = tmp_path / "run"
    with on_platform(way[1], Solver(load_tasks(SOLVED, TASKS)), monkeypatch, tmp_path) as server:
        assert run(out, *way) == 0
        assert [error.message for error in server.errors] == []
    assert [result["score"] for result in results(out)] == [1.0] * 3
    assert all(result["usage"]["cost"] > 0 for result in results(out))
    assert read(out / "run.json")["options"]["via"] == way[1]
    summary = read(out / "summary.json")
    assert summary["substitutions"] == []
    [folder] = (out / "episodes" / "os" / "write_note").glob("**/exchanges.jsonl.gz")
    assert all(
        exchange["requested_model"] and exchange["served_model"] for exchange in exchanges(folder.parent)
    )
    written = b"".join(path.read_bytes() for path in out.rglob("*") if path.is_file())
    assert KEY.encode() not in written and TOKEN.encode() not in written
    for variable in ("AWS_REGION", "AWS_BEARER_TOKEN_BEDROCK", "ANTHROPIC_FOUNDRY_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.delenv("AZURE_OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("GOOGLE_APPLICATION_CREDENTIALS", raising=False)
    capsys.readouterr()
    again = ["run", "--replay", str(out), "--out", str(tmp_path / "again"), "--display", "none"]
    assert call(again) == 0
    assert [result["score"] for result in results(tmp_path / "again")] == [1.0] * 3


@pytest.mark.parametrize(
    ("agent", "via", "variable"),
    [
        ("anthropic", "bedrock", "AWS_BEARER_TOKEN_BEDROCK"),
        ("anthropic", "foundry", "ANTHROPIC_FOUNDRY_API_KEY"),
        ("openai", "azure", "AZURE_OPENAI_API_KEY"),
    ],
)
def test_a_wrong_key_is_named(
    agent: str, via: str, variable: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    with on_platform(via, Solver([]), monkeypatch, tmp_path):
        monkeypatch.setenv(variable, "another-key-that-is-wrong")
        code, result = checked(capsys, agent, via)
    assert code == 1
    first = result["probes"][0]
    assert first["outcome"] == "refused"
    said = "the key has no permission" if via == "bedrock" else variable  # Bedrock's status is 403
    assert said in first["message"] + first["remedy"]
    assert "another-key" not in json.dumps(result)


@pytest.mark.parametrize(
    ("agent", "via", "variable"),
    [
        ("anthropic", "bedrock", "AWS_REGION"),
        ("anthropic", "vertex", "GOOGLE_CLOUD_PROJECT"),
        ("anthropic", "vertex", "GOOGLE_CLOUD_LOCATION"),
        ("anthropic", "vertex", "GOOGLE_APPLICATION_CREDENTIALS"),
        ("anthropic", "foundry", "ANTHROPIC_FOUNDRY_API_KEY"),
        ("anthropic", "foundry", "ANTHROPIC_FOUNDRY_BASE_URL"),
        ("google", "vertex", "GOOGLE_CLOUD_PROJECT"),
        ("google", "vertex", "GOOGLE_APPLICATION_CREDENTIALS"),
        ("openai", "azure", "AZURE_OPENAI_API_KEY"),
        ("openai", "azure", "AZURE_OPENAI_ENDPOINT"),
        ("openai", "azure", "OPENAI_API_VERSION"),
    ],
)
def test_a_missing_variable_is_named(
    agent: str, via: str, variable: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    with on_platform(via, Solver([]), monkeypatch, tmp_path):
        monkeypatch.delenv(variable)
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("CLOUDSDK_CONFIG", str(tmp_path))
        monkeypatch.setenv("NO_GCE_CHECK", "true")
        assert call(["agents", "check", "--agent", agent, "--via", via, "--model", MODELS[agent, via]]) == 2
    named = variable
    if agent == "anthropic":
        named = FIRST_NAMED.get(variable, variable)
    assert re.search(rf"hint: export {named}=", capsys.readouterr().err)


@pytest.mark.parametrize("agent", ["paper", "oracle", "openai"])
def test_an_agent_without_the_platform_refuses_it(agent: str, capsys: Printed) -> None:
    assert call(["run", "--agent", agent, "--via", "bedrock", "--provider", "fake"]) == 2
    message = capsys.readouterr().err
    assert f"the agent {agent} does not reach its model via bedrock" in message
    assert "--agent anthropic" in message


def test_an_unknown_platform_is_refused(capsys: Printed) -> None:
    assert call(["agents", "check", "--agent", "anthropic", "--via", "moon"]) == 2
    assert f"use one of {', '.join(PLATFORMS)}" in capsys.readouterr().err


def test_without_a_key_bedrock_needs_boto3(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    monkeypatch.setattr("controller.models.platforms.find_spec", lambda _name: None)
    with on_platform("bedrock", Solver([]), monkeypatch, tmp_path):
        monkeypatch.delenv("AWS_BEARER_TOKEN_BEDROCK")
        assert call(["agents", "check", "--agent", "anthropic", "--via", "bedrock"]) == 2
    assert "boto3" in capsys.readouterr().err


SIGNED = {
    "host": "127.0.0.1:1",
    "x-amz-date": "20261127T120000Z",
    "authorization": "AWS4-HMAC-SHA256 Credential=AKIDMOCKMOCKMOCK/20261127/eu-mock-1/bedrock-mantle/aws4_request, "
    "SignedHeaders=host;x-amz-date, Signature=5fbee77960aa03ef66ce2de010db11adff43cbba97da5960c1a6b9cabe74f064",
}


def test_the_mock_checks_signatures() -> None:
    """The signature was made with botocore 1.44.8 (`SigV4Auth`) over the same request."""
    good = HttpCall("POST", "/anthropic/v1/messages", "", SIGNED)
    check_signature(good, b"{}")
    changed = [
        (replace(good, path="/anthropic/v1/other"), b"{}"),
        (replace(good, headers={**good.headers, "host": "elsewhere"}), b"{}"),
        (replace(good, headers={**good.headers, "authorization": "AWS4-HMAC-SHA256 nothing"}), b"{}"),
        (good, b"{ }"),
    ]
    for bad, raw in changed:
        with pytest.raises(ApiError) as error:
            check_signature(bad, raw)
        assert error.value.status == 403


@pytest.mark.parametrize(
    "name",
    [
        "claude-opus-4-5-20251101",
        "claude-opus-4-5@20251101",
        "anthropic.claude-opus-4-5",
        "us.anthropic.claude-opus-4-5-20251101-v1:0",
        "global.anthropic.claude-opus-4-5-v1",
    ],
)
def test_a_platforms_name_is_no_substitution(name: str) -> None:
    assert base_name(name) == "claude-opus-4-5"
