"""The smallest request of each form that the agent sends, for `testbed agents check`."""

from __future__ import annotations

from typing import Any

from anthropic.types import Message

from controller.agents import probes
from controller.agents.builtin.anthropic.history import Block, image_block, text_block
from controller.agents.builtin.anthropic.settings import AnthropicSetup, make_setup
from controller.agents.calls import BadCall
from controller.agents.contract import AgentOptions
from controller.agents.probes import PROBE_TOOL, Probe, UnexpectedResponse, probe_picture, quote
from controller.agents.settings import refuse_variant
from controller.models.anthropic_api import create_message, open_client
from controller.models.scaling import ScaledView

VIEW = ScaledView(640, 400, 640, 400)
NOTE: Block = {
    "name": PROBE_TOOL.name,
    "description": PROBE_TOOL.description,
    "input_schema": dict(PROBE_TOOL.input_schema),
}
TOOLS_REMEDY = "choose a model with tool use (--model), or the agent paper, which needs none"


def check(options: AgentOptions) -> list[Probe]:
    """Return the probes. Raises UsageError: no key, or a wrong setting."""
    refuse_variant("anthropic", options)
    session = _Session(options)
    computer = Probe(
        "computer",
        session.computer,
        needed=options.actions != "mcp",
        remedy="choose another tool with --set computer=toolset_20260801, 20251124 or 20250124, or --actions mcp",
    )
    return [
        Probe("text", session.text),
        Probe("tools", session.tools, remedy=TOOLS_REMEDY),
        Probe("picture", session.picture, remedy="choose a model that sees pictures (--model)"),
        computer,
        Probe("batch", session.batch, remedy=TOOLS_REMEDY),
        Probe(
            "refused",
            session.call_without_result,
            needed=False,
            must_refuse=True,
            remedy="the endpoint does not check that each call has its result: errors of an agent stay unseen there",
        ),
    ]


class _Session:
    """Sends single requests as the agent does."""

    def __init__(self, options: AgentOptions) -> None:
        self._setup: AnthropicSetup = make_setup(options)
        self._client = open_client(options.model_client, options.base_url, via=options.via)

    def text(self) -> str:
        return f"answered {quote(_text(self._ask([_user(text_block(probes.TEXT))])))}"

    def tools(self) -> str:
        return _calls_text(self._ask([_user(text_block(probes.CALL))], [NOTE]))

    def picture(self) -> str:
        content = (text_block(probes.PICTURE), image_block(probe_picture()))
        return f"answered {quote(_text(self._ask([_user(*content)])))}"

    def computer(self) -> str:
        screen = image_block(probe_picture(VIEW.width, VIEW.height))
        message = self._ask(
            [_user(text_block(probes.COMPUTER), screen)], [self._setup.computer.entry(VIEW), NOTE]
        )
        members = [self._member(use) for use in _uses(message)]
        return f"called {', '.join(members)}"

    def batch(self) -> str:
        """Two calls in one answer, and their results in the next request."""
        asked = _user(text_block(probes.CALL_TWICE))
        message = self._ask([asked], [NOTE])
        uses = _uses(message)
        results = [
            {"type": "tool_result", "tool_use_id": use["id"], "content": [text_block(probes.RESULT)]}
            for use in uses
        ]
        self._ask([asked, {"role": "assistant", "content": _blocks(message)}, _user(*results)], [NOTE])
        return f"{len(uses)} calls in one answer, their results taken"

    def call_without_result(self) -> str:
        call = {"type": "tool_use", "id": "toolu_check", "name": NOTE["name"], "input": {"text": "a"}}
        self._ask(
            [
                _user(text_block(probes.CALL)),
                {"role": "assistant", "content": [call]},
                _user(text_block(probes.TEXT)),
            ],
            [NOTE],
        )
        return "took a conversation in which a call has no result"

    def _ask(self, messages: list[Block], tools: list[Block] | None = None) -> Message:
        request = self._setup.request(probes.SYSTEM, tools or [], messages)
        message = create_message(
            self._client, request, first=True, stream=self._setup.settings.stream
        ).message
        if message.stop_reason == "max_tokens":
            raise UnexpectedResponse("the answer was cut off at max_tokens; set a higher one")
        return message

    def _member(self, use: Block) -> str:
        try:
            call = self._setup.computer.call(use)
        except BadCall as error:
            raise UnexpectedResponse(f"the model's call cannot be used: {error}") from error
        return f"computer.{call[0]}" if call else str(use["name"])


def _user(*content: Block) -> Block:
    return {"role": "user", "content": [*content]}


def _blocks(message: Message) -> list[dict[str, Any]]:
    return [block.model_dump(mode="json", exclude_unset=True, warnings=False) for block in message.content]


def _text(message: Message) -> str:
    return " ".join(block["text"] for block in _blocks(message) if block["type"] == "text")


def _uses(message: Message) -> list[Block]:
    uses = [block for block in _blocks(message) if block["type"] == "tool_use"]
    if not uses:
        raise UnexpectedResponse(f"the model called nothing (it stopped with {message.stop_reason})")
    return uses


def _calls_text(message: Message) -> str:
    return f"called {', '.join(str(use['name']) for use in _uses(message))}"
