"""What `testbed agents check` sends for the google agent."""

from __future__ import annotations

import pytest

from controller.agents.builtin.google import AGENT
from controller.agents.contract import AgentOptions
from controller.agents.probes import ProbeResult, run_probes
from controller.models.client import ModelClient
from controller.models.google_api import KEY_VARIABLE
from controller.models.prices import Prices
from plugins.mock_models.base import Script
from plugins.mock_models.google_generate import GoogleServer, reply, words
from plugins.mock_models.google_rules import KEY
from plugins.mock_models.solver import Solver


def checked(
    monkeypatch: pytest.MonkeyPatch, model: str = "", script: Script | None = None, **settings: str
) -> dict[str, ProbeResult]:
    """The results by form; the mock answers the probes unless there is a `script`."""
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    assert AGENT.check is not None
    with GoogleServer(script or Solver([])) as server:
        client = ModelClient()
        options = AgentOptions(model=model, base_url=server.url, model_client=client, settings=settings)
        results = [*run_probes(AGENT.check(options), client, Prices.load())]
        client.close()
        assert len(server.errors) == sum(result.outcome == "refused" for result in results)
    return {result.form: result for result in results}


@pytest.mark.parametrize("model", ["", "gemini-4-argon", "gemini-2.5-flash"])
def test_a_whole_endpoint_takes_every_form(monkeypatch: pytest.MonkeyPatch, model: str) -> None:
    results = checked(monkeypatch, model)
    taken = dict.fromkeys(("text", "tools", "picture", "computer", "batch"), "taken")
    assert {form: result.outcome for form, result in results.items()} == {**taken, "refused": "refused"}
    assert all(result.ok for result in results.values())
    assert results["tools"].message == "called note"
    assert results["computer"].message == "called take_screenshot"
    assert results["batch"].message == "2 calls in one answer, their results taken"
    assert "function response parts is equal" in results["refused"].message


def test_a_model_without_the_tool_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    computer = checked(monkeypatch, "gemini-4-argon", computer="desktop")["computer"]
    assert (computer.outcome, computer.ok, computer.needed) == ("refused", False, True)
    assert computer.remedy == "use --set computer=functions"


def test_a_model_that_calls_nothing_is_of_no_use(monkeypatch: pytest.MonkeyPatch) -> None:
    results = checked(monkeypatch, script=lambda _: reply(words("I would rather not.")))
    assert results["text"].outcome == "taken"
    assert results["tools"].outcome == "unusable"
    assert results["tools"].message == "the model called nothing (it stopped with STOP)"
