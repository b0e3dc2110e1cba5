"""The probes of agents with a model's own protocol (`testbed agents check`)."""

from __future__ import annotations

from collections.abc import Iterator

from controller.agents.model_protocols.agent import ModelProtocol, ParsedAnswer, PlayedStep, StepRequest
from controller.agents.paper_protocol.parse import ProtocolError
from controller.agents.probes import PROBE_TOOL, Probe, probe_picture
from controller.core.actions import Wait
from controller.core.texts import one_line
from controller.models.completion import ChatMessage, Completion, TextModel
from controller.models.scaling import resize

INSTRUCTION = "Click the middle of the screen."
QUESTION = "Reply with the word ok."


def protocol_probes(
    model: TextModel, protocol: ModelProtocol, *, gui: bool = True, tools: bool = True
) -> Iterator[Probe]:
    """Yield the probes: text, a request with one picture, and one with as many as the agent shows.

    Args:
        model: The opened model.
        protocol: The model's protocol.
        gui: Whether the run offers mouse and keyboard.
        tools: Whether the run offers MCP tools.
    """
    view = protocol.frame.view(320, 200)
    picture = resize(probe_picture(), view.width, view.height)
    waited = ParsedAnswer("", "Wait.", protocol.example, (Wait(seconds=1),))

    def send_text() -> str:
        return _line(model.complete([ChatMessage("user", (QUESTION,))]))

    def send_step(steps: int) -> str:
        request = StepRequest(
            INSTRUCTION,
            [PlayedStep(waited, picture)] * steps,
            picture,
            "",
            [PROBE_TOOL] if tools else [],
            gui,
            view,
        )
        completion = model.complete(protocol.messages(request))
        try:
            protocol.read(completion.text, request)
        except ProtocolError as error:
            return f"{_line(completion)}, which is not in the model's protocol: {error}"
        return _line(completion)

    yield Probe("text", send_text, remedy="choose a model that writes text (--model)")
    yield Probe("picture", lambda: send_step(0), remedy="choose a model that sees pictures (--model)")
    if protocol.images > 1:
        yield Probe(
            f"{protocol.images} pictures",
            lambda: send_step(protocol.images - 1),
            remedy=f"let the server take {protocol.images} pictures a request "
            f"(vLLM: --limit-mm-per-prompt '{{\"image\": {protocol.images}}}'), or use --set images=1",
        )


def _line(completion: Completion) -> str:
    return f"answered {one_line(completion.text)[:60]!r}"
