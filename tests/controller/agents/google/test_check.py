"""What `testbed agents check` sends for the google agent."""

from __future__ import annotations

import pytest

from controller.adapters.mock_model.base import MockRequest
from controller.adapters.mock_model.google_generate import GoogleServer, call, reply, words
from controller.adapters.mock_model.google_rules import KEY
from controller.adapters.mock_model.turns import ScriptItem
from controller.agents.builtin.google import AGENT
from controller.agents.contract import AgentOptions
from controller.agents.probes import ProbeResult, run_probes
from controller.models.client import ModelClient
from controller.models.google_api import KEY_VARIABLE
from controller.models.prices import Prices


def answer(request: MockRequest) -> ScriptItem:
    """What an obedient model answers."""
    asked = request.body["contents"][0]["parts"][0]["text"]
    if len(request.body["contents"]) > 1:
        return reply(words("Done."))
    if "twice" in asked:
        return reply(call("note", {"text": "a"}), call("note", {"text": "b"}))
    if "Click" in asked:
        return reply(call("click", {"x": 500, "y": 500}))
    return reply(call("note", {"text": "ok"})) if "note" in asked else reply(words("ok"))


def checked(monkeypatch: pytest.MonkeyPatch, script: object = answer, **more: object) -> list[ProbeResult]:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    assert AGENT.check is not None
    with GoogleServer(script) as server:  # type: ignore[arg-type]
        client = ModelClient()
        options = AgentOptions(base_url=server.url, model_client=client, **more)  # type: ignore[arg-type]
        results = [*run_probes(AGENT.check(options), client, Prices.load())]
        client.close()
        refused = [result.form for result in results if result.outcome == "refused"]
        assert len(server.errors) == len(refused)
    return results


@pytest.mark.parametrize("model", ["", "gemini-3-flash-preview", "gemini-4-argon", "gemini-2.5-flash"])
def test_a_whole_endpoint_takes_every_form(monkeypatch: pytest.MonkeyPatch, model: str) -> None:
    results = checked(monkeypatch, model=model)
    assert {result.form: result.outcome for result in results} == {
        "text": "taken",
        "picture": "taken",
        "tools": "taken",
        "batch": "taken",
        "computer": "taken",
        "refused": "refused",
    }
    assert all(result.ok for result in results)
    messages = {result.form: result.message for result in results}
    assert messages["tools"] == "called note"
    assert messages["batch"] == "2 calls in one answer; then: answered 'Done.' (STOP)"
    assert results[0].cost is not None or model


def test_a_model_without_the_tool_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    results = checked(monkeypatch, model="gemini-4-argon", settings={"computer": "desktop"})
    [computer] = [result for result in results if result.form == "computer"]
    assert (computer.outcome, computer.ok, computer.needed) == ("refused", False, True)
    assert computer.remedy == "use --set computer=functions"
