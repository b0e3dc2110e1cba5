"""The smallest request of each form that the agent sends, for `testbed agents check`: through both APIs.

Only the forms of the API that a run with these options uses are needed; those of the other one show what it would do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pydantic import ValidationError

from controller.agents import pointing_check, probes
from controller.agents.builtin.openai.computer import tool
from controller.agents.builtin.openai.dialogue import (
    CallOutput,
    Dialogue,
    DialogueResponse,
    FunctionDefinition,
    ToolSet,
)
from controller.agents.builtin.openai.functions import ClickAt, FunctionContext, describe_function
from controller.agents.builtin.openai.setup import NAME, OpenAISetup, setup_of
from controller.agents.calls import CallResult, ModelCall
from controller.agents.contract import AgentOptions
from controller.agents.probes import (
    PROBE_TOOL,
    UNKNOWN_MODEL,
    Probe,
    UnexpectedResponse,
    probe_picture,
    quote,
)
from controller.agents.settings import refuse_variant
from controller.core.guest import ToolResult
from controller.models.deviations import CALL_IN_TEXT
from controller.models.openai_api import open_client
from controller.models.scaling import ScaledView
from testbed.errors import UsageError

VIEW = ScaledView(640, 400, 640, 400)
NOTE = FunctionDefinition(PROBE_TOOL.name, PROBE_TOOL.description, PROBE_TOOL.input_schema)
FUNCTION = ToolSet([NOTE])
TOOLS_REMEDY = (
    "use the other API (--set api=responses or chat), another model, or the agent paper, which needs none"
)


def check(options: AgentOptions) -> list[Probe]:
    """Return the probes. Raises UsageError: no key, no model, or a wrong setting."""
    refuse_variant(NAME, options)
    setup = setup_of(options)
    others = [
        other
        for api in ("responses", "chat")
        if api != setup.api and (other := _setup_with(options, api)) is not None
    ]
    return [probe for one in (setup, *others) for probe in _probes(one, options, needed=one is setup)]


def _setup_with(options: AgentOptions, api: str) -> OpenAISetup | None:
    """The setup with another API, None when the other settings do not go with it."""
    try:
        return setup_of(replace(options, settings={**options.settings, "api": api}))
    except UsageError:
        return None


def _probes(setup: OpenAISetup, options: AgentOptions, *, needed: bool) -> list[Probe]:
    session = _Session(setup, options)
    forms: list[Probe] = []

    def add(form: str, send: Callable[[], str], remedy: str = "", *, of_run: bool = needed) -> None:
        forms.append(Probe(f"{setup.api}: {form}", send, needed=of_run, remedy=remedy))

    add("text", session.text)
    add("tools", session.tools, TOOLS_REMEDY)
    add("picture", session.picture, "choose a model that sees pictures (--model)")
    if setup.computer != "functions":
        add(
            "computer",
            session.computer,
            "use --set computer=functions",
            of_run=needed and options.actions != "mcp",
        )
    else:
        add("pointing", session.pointing, pointing_check.REMEDY, of_run=needed and options.actions != "mcp")
    add("batch", session.batch, TOOLS_REMEDY)
    refused = Probe(
        f"{setup.api}: refused",
        session.unknown_model,
        needed=False,
        must_refuse=True,
        remedy="the endpoint ignores the model's name: check the names of served models (`substitutions`)",
    )
    return [*forms, refused]


class _Session:
    """Sends single requests as the agent does."""

    def __init__(self, setup: OpenAISetup, options: AgentOptions) -> None:
        self._setup = setup
        self._client = open_client(options.model_client, options.base_url, via=options.via)

    def text(self) -> str:
        return f"answered {quote(_ask(self._dialogue(probes.TEXT)).text)}"

    def tools(self) -> str:
        return _calls_text(_ask(self._dialogue(probes.CALL)))

    def picture(self) -> str:
        return f"answered {quote(_ask(self._dialogue(probes.PICTURE, screen=probe_picture())).text)}"

    def computer(self) -> str:
        offer = ToolSet([NOTE], tool(self._setup.computer, VIEW))
        screen = probe_picture(VIEW.width, VIEW.height)
        return _calls_text(_ask(self._dialogue(probes.COMPUTER, offer, screen)))

    def pointing(self) -> str:
        """A click on a mark, with the functions that a run offers."""
        frame = self._setup.pointing
        view = pointing_check.probe_view(frame)
        click = FunctionDefinition(ClickAt.name, *describe_function(ClickAt, FunctionContext(view, frame)))
        picture = pointing_check.marked_picture(view.width, view.height)
        response = _ask(self._dialogue(pointing_check.CLICK, ToolSet([click]), picture))
        _calls_text(response)
        return pointing_check.judge_click(*_point(response), view, frame)

    def batch(self) -> str:
        """Two calls in one answer, and their results in the next request."""
        dialogue = self._dialogue(probes.CALL_TWICE)
        response = _ask(dialogue)
        _calls_text(response)
        dialogue.commit()
        results = [
            CallOutput(CallResult(ModelCall(use.id, use.name), (ToolResult(probes.RESULT),)), probes.RESULT)
            for use in response.uses
        ]
        dialogue.add_results(results, {}, None)
        _ask(dialogue)
        return f"{len(response.uses)} calls in one answer, their results taken"

    def unknown_model(self) -> str:
        dialogue = replace(self._setup, model=UNKNOWN_MODEL).dialogue(self._client, probes.SYSTEM)
        dialogue.set_tools(FUNCTION)
        dialogue.add_text(probes.TEXT)
        return f"answered {quote(dialogue.request().text)} as the model {UNKNOWN_MODEL}"

    def _dialogue(self, text: str, offer: ToolSet = FUNCTION, screen: bytes | None = None) -> Dialogue:
        """A conversation that offers tools, as the agent's always do."""
        dialogue = self._setup.dialogue(self._client, probes.SYSTEM)
        dialogue.set_tools(offer)
        dialogue.add_text(text, screen)
        return dialogue


def _ask(dialogue: Dialogue) -> DialogueResponse:
    response = dialogue.request()
    if response.stop == "length":
        raise UnexpectedResponse("the answer was cut off at max_tokens; set a higher one")
    return response


def _calls_text(response: DialogueResponse) -> str:
    if not response.uses:
        raise UnexpectedResponse("the model called nothing; the server may not read the model's calls")
    names = ", ".join(use.name for use in response.uses)
    left = (
        " in its text: the server does not read the model's calls"
        if CALL_IN_TEXT in response.leniencies
        else ""
    )
    return f"called {names}{left}"


def _point(response: DialogueResponse) -> tuple[float, float]:
    """The numbers of the first call. Raises UnexpectedResponse when it has none."""
    arguments = response.uses[0].arguments
    try:
        call = ClickAt.model_validate_json(arguments)
    except ValidationError as error:
        raise UnexpectedResponse(f"the call has no place: {quote(arguments)}") from error
    return call.x, call.y
