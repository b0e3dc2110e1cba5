"""The smallest requests of each form that the `google` agent sends, for `testbed agents check`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from controller.agents.builtin.google.computer import functions_of
from controller.agents.builtin.google.declarations import declaration
from controller.agents.builtin.google.history import Part, image_part
from controller.agents.builtin.google.results import ACKNOWLEDGED
from controller.agents.builtin.google.settings import GoogleSetup, make_setup
from controller.agents.contract import AgentOptions
from controller.agents.probes import PROBE_TOOL, UNKNOWN_MODEL, Probe, probe_picture
from controller.models.google_api import GeminiResponse, generate, open_client

SYSTEM = "You are tested. Answer as shortly as you can."
TWICE = "Call note twice in one answer: with the text a, and with the text b."


def probes(options: AgentOptions) -> Iterator[Probe]:
    """Yield the probes. Raises UsageError as `describe` does."""
    setup = make_setup(options)
    sender = _Sender(setup, options)
    gui = options.actions != "mcp"
    yield Probe("text", sender.text)
    yield Probe("picture", sender.picture, remedy="choose a model that takes images (--model)")
    yield Probe("tools", sender.tools, remedy="choose a model with function calling (--model)")
    yield Probe("batch", sender.batch, remedy="choose a model that takes images in results (--model)")
    remedy = "use --set computer=functions" if setup.native else "see --model and --set computer"
    yield Probe("computer", sender.computer, needed=gui, remedy=remedy)
    yield Probe(
        "refused", sender.refused, must_refuse=True, remedy="a wrong model name is found too late here"
    )


class _Sender:
    def __init__(self, setup: GoogleSetup, options: AgentOptions) -> None:
        self._setup = setup
        self._client = open_client(options.model_client, options.base_url)
        self._note = declaration(PROBE_TOOL.name, PROBE_TOOL.description, PROBE_TOOL.input_schema)

    def text(self) -> str:
        return _said(self._send([{"text": "Reply with the word ok."}]))

    def picture(self) -> str:
        return _said(self._send([{"text": "Which colour is this?"}, image_part(probe_picture())]))

    def tools(self) -> str:
        return _said(self._send([{"text": "Call note with the text ok."}], [self._note]))

    def batch(self) -> str:
        """Two calls in one answer, and their results."""
        opening: Part = {"role": "user", "parts": [{"text": TWICE}]}
        first = self._ask([opening], [self._note])
        uses = _calls(first)
        if not uses:
            return _said(first)
        nested = self._setup.model.images_in_results
        second = self._ask(_answered(opening, first, nested=nested), [self._note])
        return f"{len(uses)} calls in one answer; then: {_said(second)}"

    def computer(self) -> str:
        """A call of the computer, and its result."""
        parts = [{"text": "Click in the middle of this screen."}, image_part(probe_picture())]
        opening: Part = {"role": "user", "parts": parts}
        first = self._ask([opening], [self._note], gui=True)
        uses = _calls(first)
        known = functions_of(self._setup.computer)
        if not uses or any(use["name"] not in known for use in uses):
            return _said(first)
        nested = self._setup.native or self._setup.model.images_in_results
        second = self._ask(_answered(opening, first, nested=nested), [self._note], gui=True)
        called = ", ".join(f"{use['name']}({use.get('args')})" for use in uses)
        return f"{called[:80]}; then: {_said(second)}"

    def refused(self) -> str:
        contents = [{"role": "user", "parts": [{"text": "Reply with the word ok."}]}]
        request = self._setup.request(SYSTEM, [], contents) | {"model": UNKNOWN_MODEL}
        return _said(self._generate(request))

    def _send(self, parts: list[Part], declarations: list[Part] | None = None) -> GeminiResponse:
        return self._ask([{"role": "user", "parts": parts}], declarations)

    def _ask(
        self, contents: list[Part], declarations: list[Part] | None = None, *, gui: bool = False
    ) -> GeminiResponse:
        tools = self._setup.tools(declarations, gui=gui) if declarations else []
        return self._generate(self._setup.request(SYSTEM, tools, contents))

    def _generate(self, request: dict[str, Any]) -> GeminiResponse:
        stream = self._setup.settings.stream
        return generate(self._client, request, first=True, needs=self._setup.needs, stream=stream)


def _calls(response: GeminiResponse) -> list[Part]:
    return [part["functionCall"] for part in response.parts if "functionCall" in part]


def _answered(opening: Part, response: GeminiResponse, *, nested: bool) -> list[Part]:
    """The conversation with a result for each call; an image is in the last result, or follows it."""
    results: list[Part] = []
    for use in _calls(response):
        fields: Part = {"result": "Done."}
        fields |= ACKNOWLEDGED if "safety_decision" in (use.get("args") or {}) else {}
        result = {"name": use["name"], "response": fields}
        results.append({"functionResponse": {"id": use["id"], **result} if use.get("id") else result})
    image = image_part(probe_picture())
    if nested:
        results[-1]["functionResponse"]["parts"] = [image]
    else:
        results.append(image)
    return [opening, {"role": "model", "parts": response.parts}, {"role": "user", "parts": results}]


def _said(response: GeminiResponse) -> str:
    calls = [use["name"] for use in _calls(response)]
    texts = [part["text"] for part in response.parts if part.get("text") and not part.get("thought")]
    if calls:
        return f"called {', '.join(calls)}"
    return f"answered {' '.join(''.join(texts).split())[:60]!r} ({response.finish or response.blocked})"
