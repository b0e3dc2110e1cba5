"""An OpenAI model, or any behind an OpenAI-compatible server: Responses or Chat Completions, with tool calls.

Every turn shows the screen, the results of what was done and the steps left. All calls of one answer, and
all actions of a computer call, become one decision, in order; every call gets its result in the next request.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from controller.agents import briefing, prompt_calls
from controller.agents.briefing import BUDGET, CUT_OFF, EMPTY, HALTED, TERMINATE
from controller.agents.builtin.openai.chat import RESULT_PICTURE
from controller.agents.builtin.openai.computer import to_action, tool
from controller.agents.builtin.openai.dialogue import (
    CallOutput,
    DialogueResponse,
    FunctionDefinition,
    ToolSet,
    ToolUse,
)
from controller.agents.builtin.openai.functions import FUNCTIONS, FunctionContext, describe_function
from controller.agents.builtin.openai.functions import to_action as function_action
from controller.agents.builtin.openai.namespaces import function_of, namespaces
from controller.agents.builtin.openai.preflight import check_endpoint, check_tools
from controller.agents.builtin.openai.setup import NAME, THOUSANDTHS, OpenAISetup, setup_of
from controller.agents.calls import (
    BadCall,
    CallResult,
    ModelCall,
    UnknownTool,
    actions_of,
    assign_results,
    result_text,
    shorten,
    terminate_action,
    tool_action,
)
from controller.agents.contract import AgentCard, AgentOptions
from controller.agents.coordinate_conventions import convention_warnings
from controller.agents.folding import PROMPTS as FOLDING_PROMPTS
from controller.agents.folding import Folding
from controller.agents.settings import refuse_variant
from controller.agents.tool_names import ToolNames
from controller.agents.tool_search import ToolSearch, with_means
from controller.agents.usable_answers import UnusableResponse, ask_in_conversation
from controller.core.actions import Action, Screenshot, Terminate, Zoom, describe_action
from controller.core.agent import Decision, EpisodeContext, Usage
from controller.core.guest import Tool, ToolResult
from controller.core.observation import Observation
from controller.core.safety_check import SafetyCheck
from controller.models.context_window import ContextWindow
from controller.models.deviations import EMPTY_ARGUMENTS
from controller.models.openai_api import check_model, open_client
from controller.models.scaling import ScaledView, fit, resize
from testbed.errors import AgentError

RESERVED = frozenset({TERMINATE, *FUNCTIONS})
GREY = "A small grey picture stands for an older screenshot that is no longer shown."
FAILED_CALL = "Computer call {number}: {problem}"
WITHDRAWN_CALL = "Your computer call was removed from this conversation: {actions}. {problem}"
HALTED_BY = "Not executed: {cause} earlier in this turn failed."
CONTINUE = "Go on."
"""Said after a pause: a comment on the work, without a call and without an end."""


def describe(options: AgentOptions) -> AgentCard:
    """Raises UsageError (no or bad key, unknown model, settings) and ModelApiError (no way to the API)."""
    refuse_variant(NAME, options)
    setup = setup_of(options)
    check_tools(setup, options)
    client = open_client(options.model_client, options.base_url, via=options.via)
    check_model(client, options.model_client, setup.model)
    check_endpoint(setup, options, client)
    points = options.actions != "mcp" and setup.computer == "functions"
    warnings = convention_warnings(NAME, setup.model, setup.settings.coordinates) if points else ()
    return AgentCard(NAME, model=setup.model, prompts=prompts(setup, options), warnings=warnings)


def create(context: EpisodeContext, options: AgentOptions) -> OpenAIAgent:
    """Raises UsageError when there is no key."""
    return OpenAIAgent(context, options)


def prompts(setup: OpenAISetup, options: AgentOptions) -> dict[str, str]:
    """Every text the model is given by this agent, by name."""
    texts = briefing.prompts(options.actions) | {"setup": str(setup)}
    texts |= {"halted_by": HALTED_BY, "continue": CONTINUE} | FOLDING_PROMPTS
    if setup.defer_tools:
        texts = with_means(texts)
    if setup.calling == "prompt":
        texts |= prompt_calls.prompt_texts() | {"result_picture": RESULT_PICTURE}
    if setup.pointing.convention == "0-1":
        texts |= {"thousandths": THOUSANDTHS}
    if options.actions == "mcp" or setup.computer == "functions":
        texts |= {"result_picture": RESULT_PICTURE}
    else:
        texts |= {"system": f"{texts['system']}\n{GREY}", "failed_call": FAILED_CALL}
        texts |= {"withdrawn_call": WITHDRAWN_CALL}
    if options.actions != "mcp" and setup.computer == "functions":
        screen = FunctionContext(ScaledView(1280, 720, 1280, 720), setup.pointing)
        texts |= {name: describe_function(function, screen)[0] for name, function in FUNCTIONS.items()}
    return texts


class OpenAIAgent:
    """One episode's conversation with a model."""

    def __init__(self, context: EpisodeContext, options: AgentOptions) -> None:
        self._context = context
        self._setup = setup_of(options)
        self._model_client = options.model_client
        self._call_seconds = options.call_seconds
        client = open_client(options.model_client, options.base_url, via=options.via)
        system = briefing.system_prompt(prompts(self._setup, options), context)
        self._dialogue = self._setup.dialogue(client, system)
        settings = self._setup.settings
        window = ContextWindow(settings.context_window, settings.max_tokens)
        compact = self._dialogue.compact if settings.compaction else None
        self._folding = Folding(context.instruction, self._dialogue, window, self._write_notes, compact)
        self._native = context.gui and self._setup.computer != "functions"
        self._functions = FUNCTIONS if context.gui and not self._native else {}
        self._calls: list[ModelCall] = []
        self._checks: dict[str, Sequence[Mapping[str, Any]]] = {}
        self._leniencies: list[str] = []
        self._unknown: list[str] = []
        self._searched: list[ToolSearch] = []
        self._started = False

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Raises AgentError (refusal, mistakes in a row), ModelApiError, UsageError (key, model, tools)."""
        self._folding.begin(observation.results)
        with self._model_client.decision(self._call_seconds):
            return self._folding.end(self._act(observation, tools))

    def _act(self, observation: Observation, tools: list[Tool]) -> Decision:
        view = self._setup.view(observation.width, observation.height)
        screen = FunctionContext(view, self._setup.pointing)
        names = ToolNames((tool.name for tool in tools), RESERVED)
        self._offer(tools, names, screen)
        picture = resize(observation.picture, view.width, view.height) if observation.picture else None
        self._show(observation, view, picture)
        self._leniencies, self._unknown, self._searched = [], [], []

        def answer_calls() -> None:
            if self._calls:
                self._answer_calls((), view, picture)
                self._dialogue.add_text(BUDGET.format(steps=observation.steps_left))

        answer, usage, mistakes = ask_in_conversation(
            lambda: self._folding.ask(self._dialogue.request, lambda answer: answer.usage),
            lambda answer: answer.usage,
            lambda answer: self._read(answer, names, screen),
            answer_calls,
        )
        return self._decision(answer, usage, mistakes, names)

    def _write_notes(self, system: str, text: str) -> tuple[str, Usage]:
        answer = self._dialogue.request_aside(system, text)
        return answer.text, answer.usage

    def _offer(self, tools: list[Tool], names: ToolNames, screen: FunctionContext) -> None:
        computer = tool(self._setup.computer, screen.view) if self._native else None
        functions = [FunctionDefinition(TERMINATE, briefing.TERMINATE_DESCRIPTION, briefing.TERMINATE_SCHEMA)]
        functions += [
            FunctionDefinition(name, *describe_function(function, screen))
            for name, function in self._functions.items()
        ]
        deferred = namespaces(tools, names) if self._setup.defer_tools else []
        if not deferred:
            functions += [function_of(tool, names) for tool in tools]
        offer = ToolSet(functions, computer, deferred)
        self._setup.check_count(offer.entries, len(tools))
        self._dialogue.set_tools(offer)

    def _show(self, observation: Observation, view: ScaledView, picture: bytes | None) -> None:
        """The user's turn for an observation. Words stand before the picture."""
        shown = self._answer_calls(observation.results, view, picture) if self._started else False
        left = observation.steps_left or self._context.max_steps
        opening = BUDGET.format(steps=left) if self._started else briefing.opening(self._context, left)
        words = [opening, self._setup.describe_observation(observation, view)]
        self._dialogue.add_text("\n\n".join(filter(None, words)), None if shown else picture)
        self._started = True

    def _answer_calls(self, results: Sequence[ToolResult], view: ScaledView, picture: bytes | None) -> bool:
        """Answer every open call; True when a computer call has taken the picture."""
        outputs = []
        computers = 0
        cause = ""
        for result in assign_results(self._calls, results):
            computers += result.call.kind == "computer_call"
            if cause and not result.tried and result.problem == HALTED:
                result = replace(result, problem=HALTED_BY.format(cause=cause))
            checked = result.call.id in self._checks
            outputs.append(_call_output(result, view, computers, withdrawn=checked and not result.allowed))
            if result.failed:
                cause = cause or _name_of(result.call)
        shown = self._dialogue.add_results(outputs, self._checks, picture) if outputs else False
        self._calls, self._checks = [], {}
        return shown

    def _read(self, answer: DialogueResponse, names: ToolNames, screen: FunctionContext) -> DialogueResponse:
        """Process an answer. Raises UnusableResponse with the problem to report to the model."""
        if answer.stop == "refusal":
            raise AgentError(f"the model refused to go on: {shorten(answer.stop_reason)}")
        if answer.stop == "length":
            self._dialogue.add_text(CUT_OFF)
            raise UnusableResponse(f"cut off at the length limit ({answer.stop_reason})")
        if answer.uses or answer.text or answer.searches or answer.paused:
            self._dialogue.commit()
            self._searched += answer.searches
            self._leniencies += answer.leniencies
        if answer.paused:
            self._dialogue.add_text(CONTINUE)
            raise UnusableResponse("a pause")
        if not answer.uses and not answer.text:
            self._dialogue.add_text(EMPTY)
            raise UnusableResponse("an empty answer")
        self._calls = self._plan(answer.uses, names, screen)
        self._checks = {use.id: use.safety_checks for use in answer.uses if use.safety_checks}
        if answer.uses and not actions_of(self._calls):
            raise UnusableResponse(next(call.problem for call in self._calls if call.problem))
        return answer

    def _decision(
        self, answer: DialogueResponse, usage: Usage, mistakes: list[str], names: ToolNames
    ) -> Decision:
        actions = actions_of(self._calls)
        if not answer.uses:  # an answer in words ends the task
            actions = (Terminate(status="success", answer=shorten(answer.text)),)
        details: dict[str, Any] = {
            "model": answer.model,
            "message": answer.id,
            "calls": [_use_record(use) for use in answer.uses],
            "mistakes": mistakes,
            "leniencies": list(dict.fromkeys(self._leniencies)),
            "unknown_tools": self._unknown,
        }
        if self._setup.defer_tools:
            details["searches"] = [search.record(names) for search in self._searched]
        raised = [dict(check) for checks in self._checks.values() for check in checks]
        if raised:
            details["safety_checks"] = raised
        thought = shorten("\n\n".join(text for text in (answer.thought, answer.text) if text))
        checks = tuple(self._safety_checks())
        return Decision(actions, thought=thought, usage=usage, details=details, safety_checks=checks)

    def _safety_checks(self) -> Iterator[SafetyCheck]:
        first = 0
        for call in self._calls:
            if (checks := self._checks.get(call.id)) and call.actions:
                reason = "; ".join(_reason(check) for check in checks)
                yield SafetyCheck(first, len(call.actions), shorten(reason))
            first += len(call.actions)

    def _plan(self, uses: Sequence[ToolUse], names: ToolNames, screen: FunctionContext) -> list[ModelCall]:
        """What becomes of each call; nothing after the first unusable action is done."""
        calls: list[ModelCall] = []
        for use in uses:
            call = ModelCall(use.id, use.name, "function_call" if use.computer is None else "computer_call")
            if not any(earlier.problem for earlier in calls):
                call = self._plan_call(call, use, names, screen)
            calls.append(call)
        if calls and not actions_of(calls) and not any(call.problem for call in calls):
            calls[0] = replace(calls[0], actions=(Screenshot(),))
        return calls

    def _plan_call(
        self, call: ModelCall, use: ToolUse, names: ToolNames, screen: FunctionContext
    ) -> ModelCall:
        actions: list[Action] = []
        try:
            if use.computer is None:
                actions.append(self._function(use, names, screen))
            for request in use.computer or ():
                action = to_action(request, screen.view, self._leniencies)
                # The screenshot that is asked for comes with the call's result.
                if not isinstance(action, Screenshot):
                    actions.append(action)
        except BadCall as error:
            if isinstance(error, UnknownTool):
                self._unknown.append(error.name)
            return replace(call, actions=tuple(actions), problem=str(error))
        if use.safety_checks and not actions:  # a check needs an action
            actions.append(Screenshot())
        return replace(call, actions=tuple(actions))

    def _function(self, use: ToolUse, names: ToolNames, screen: FunctionContext) -> Action:
        if use.problem:
            raise BadCall(use.problem)
        arguments = self._arguments(use)
        if use.name == TERMINATE:
            return terminate_action(arguments)
        if use.name in self._functions:
            return function_action(use.name, arguments, screen, self._leniencies)
        return tool_action(use.name, arguments, names, (TERMINATE, *self._functions))

    def _arguments(self, use: ToolUse) -> dict[str, Any]:
        if not use.arguments.strip():
            self._leniencies.append(EMPTY_ARGUMENTS)
            return {}
        try:
            arguments = json.loads(use.arguments)
        except ValueError as error:
            raise BadCall(f"{use.name}: the arguments are no JSON: {error}") from error
        if not isinstance(arguments, dict):
            raise BadCall(f"{use.name}: the arguments must be a JSON object")
        return arguments


def _call_output(result: CallResult, view: ScaledView, number: int, *, withdrawn: bool = False) -> CallOutput:
    """A call's result in words and pictures; `number` counts the answer's computer calls."""
    call = result.call
    done = list(zip(call.actions, result.results, strict=False))
    if call.kind == "computer_call":
        wrong = [
            result_text(action, action_result) for action, action_result in done if action_result.is_error
        ]
        wrong += [result.problem] if result.problem else []
        problem = shorten(" ".join(wrong))
        if withdrawn:
            actions = "; ".join(map(describe_action, call.actions)) or "no action"
            return CallOutput(result, WITHDRAWN_CALL.format(actions=actions, problem=problem))
        text = FAILED_CALL.format(number=number, problem=problem) if wrong else ""
        return CallOutput(result, text)
    texts = [result_text(action, action_result) for action, action_result in done]
    texts += [result.problem] if result.problem else []
    if result.failed:
        texts[0] = f"Error: {texts[0]}"
    pictures = [
        fit(png, view.width, view.height, enlarge=isinstance(action, Screenshot | Zoom))
        for action, action_result in done
        for png in action_result.images
    ]
    return CallOutput(result, shorten("\n".join(texts) or "Done."), tuple(pictures))


def _reason(check: Mapping[str, Any]) -> str:
    return ": ".join(str(check[name]) for name in ("code", "message") if check.get(name))


def _name_of(call: ModelCall) -> str:
    return "a computer call" if call.kind == "computer_call" else f"the call of {call.name}"


def _use_record(use: ToolUse) -> dict[str, Any]:
    if use.computer is not None:
        return {"id": use.id, "name": use.name, "actions": [dict(action) for action in use.computer]}
    return {"id": use.id, "name": use.name, "arguments": shorten(use.arguments)}
