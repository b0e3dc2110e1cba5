"""The `google` agent: Gemini through generateContent, with its computer-use tool and the MCP tools.

Every turn shows the screen, the results of what was done and the steps left. Several calls in one answer become one
decision, in order; every call gets a result in the next request, also those never executed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from controller.agents import briefing, prompt_calls
from controller.agents.briefing import BUDGET, CUT_OFF, EMPTY, TERMINATE
from controller.agents.builtin.google.computer import functions_of, to_actions
from controller.agents.builtin.google.declarations import COORDINATES, computer_declarations, declaration
from controller.agents.builtin.google.history import History, Part, image_part, text_part
from controller.agents.builtin.google.models import IMAGE_LIMITS
from controller.agents.builtin.google.results import ShownScreen, fit_pictures, result_parts, screen_image
from controller.agents.builtin.google.settings import MAX_FUNCTIONS, NAME, GoogleSetup, make_setup
from controller.agents.calls import (
    NO_NAME,
    BadCall,
    ModelCall,
    UnknownTool,
    actions_of,
    assign_results,
    shorten,
    terminate_action,
    tool_action,
)
from controller.agents.contract import AgentCard, AgentOptions
from controller.agents.folding import PROMPTS as FOLDING_PROMPTS
from controller.agents.folding import Folding
from controller.agents.prompt_calls import PromptAnswer, PromptCall, PromptFunction
from controller.agents.settings import refuse_variant
from controller.agents.tool_names import ToolNames
from controller.agents.usable_answers import UnusableResponse, ask_in_conversation
from controller.core.actions import Action, Screenshot, Terminate
from controller.core.agent import Decision, EpisodeContext, Usage
from controller.core.guest import Tool, ToolResult
from controller.core.observation import Observation
from controller.core.safety_check import CheckPolicy, SafetyCheck
from controller.core.tool_schemas import object_schema
from controller.models.context_window import ContextWindow
from controller.models.deviations import EMPTY_ARGUMENTS
from controller.models.error_mapping import refused_content
from controller.models.google_api import GeminiResponse, check_model, generate, open_client
from controller.models.scaling import ScaledView, make_view
from testbed.errors import AgentError, UsageError

MALFORMED = (
    "Your last answer had a call that cannot be read, and nothing of it was done. Call a function that is "
    "declared, with valid arguments."
)
FORBIDDEN = "Not executed: a safety check forbids this action ({reason}). Do without it."
RETRIED = {
    "MALFORMED_FUNCTION_CALL": MALFORMED,
    "UNEXPECTED_TOOL_CALL": MALFORMED,
    "MALFORMED_RESPONSE": MALFORMED,
    "OTHER": EMPTY,
    "MAX_TOKENS": CUT_OFF,
}
"""Finish reasons of unusable answers, and the message to the model; all others except STOP are refusals."""


WRITTEN = "written"
"""Marks a call in the text (`--calling prompt`)."""


def describe(options: AgentOptions) -> AgentCard:
    """Raises UsageError (no or bad key, unknown model, a wrong setting) and ModelApiError (no way to the API)."""
    refuse_variant(NAME, options)
    setup = make_setup(options)
    if options.calling == "native":
        _check_count(options.max_tools_offered, gui=options.actions != "mcp")
        _check_count(options.max_tools_headless, gui=False)
    check_model(
        open_client(options.model_client, options.base_url, via=options.via), options.model_client, setup.name
    )
    return AgentCard(NAME, model=setup.name, prompts=prompts(setup, options))


def create(context: EpisodeContext, options: AgentOptions) -> GoogleAgent:
    """Raises UsageError when there is no key, or a setting is wrong."""
    return GoogleAgent(context, options)


def prompts(setup: GoogleSetup, options: AgentOptions) -> dict[str, str]:
    """Every text the model is given by this agent, by name."""
    texts = briefing.prompts(options.actions) | {"malformed": MALFORMED, "forbidden": FORBIDDEN}
    texts |= FOLDING_PROMPTS
    if options.actions != "mcp" and not setup.native:
        texts["system"] += f"\n{COORDINATES}"
        texts |= {entry["name"]: entry["description"] for entry in computer_declarations()}
    if options.calling == "prompt":
        texts |= prompt_calls.prompt_texts()
    return texts


class GoogleAgent:
    """One episode's conversation with a model."""

    def __init__(self, context: EpisodeContext, options: AgentOptions) -> None:
        self._context = context
        self._setup = make_setup(options)
        self._model_client = options.model_client
        self._client = open_client(options.model_client, options.base_url, via=options.via)
        self._call_seconds = options.call_seconds
        self._briefing = self._system = briefing.system_prompt(prompts(self._setup, options), context)
        self._prompted = options.calling == "prompt"
        self._functions: frozenset[str] = frozenset()
        self._leniencies: list[str] = []
        settings = self._setup.settings
        self._history = History(settings.images, settings.images_kept)
        window = ContextWindow(settings.context_window, settings.max_tokens)
        self._folding = Folding(context.instruction, self._history, window, self._write_notes)
        self._computer = frozenset(functions_of(self._setup.computer)) if context.gui else frozenset[str]()
        self._nesting = None if self._setup.model.images_in_results else self._computer
        self._tools: list[Part] = []
        self._calls: list[ModelCall] = []
        self._safety: dict[str, Any] = {}
        self._unknown: list[str] = []
        self._written: set[str] = set()
        self._number = 0
        self._answered = False

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Raises AgentError (refusal, mistakes in a row), ModelApiError, UsageError (key, model, tools)."""
        self._folding.begin(observation.results)
        with self._model_client.decision(self._call_seconds):
            return self._folding.end(self._act(observation, tools))

    def _act(self, observation: Observation, tools: list[Tool]) -> Decision:
        view = make_view(observation.width, observation.height, IMAGE_LIMITS)
        names = ToolNames((tool.name for tool in tools), frozenset({TERMINATE, *self._computer}))
        self._offer(tools, names)
        self._show(observation, view)
        self._unknown, self._leniencies = [], []
        decision, usage, mistakes = ask_in_conversation(
            self._ask,
            lambda response: response.usage,
            lambda response: self._decide(response, view, names),
            lambda: self._answer((), view, observation.steps_left, None) if self._calls else None,
        )
        tried = {
            "mistakes": mistakes,
            "unknown_tools": self._unknown,
            "leniencies": list(dict.fromkeys(self._leniencies)),
        }
        return replace(decision, usage=usage, details=decision.details | tried)

    def _ask(self) -> GeminiResponse:
        self._history.trim()
        response = self._folding.ask(
            lambda: self._generate(self._system, self._tools, self._history.contents()),
            lambda response: response.usage,
        )
        self._answered = True
        self._leniencies += response.leniencies
        return response

    def _generate(self, system: str, tools: list[Part], contents: list[Part]) -> GeminiResponse:
        return generate(
            self._client,
            self._setup.request(system, tools, contents),
            first=not self._answered,
            needs=self._setup.needs,
            stream=self._setup.settings.stream,
        )

    def _write_notes(self, system: str, text: str) -> tuple[str, Usage]:
        response = self._generate(system, [], [{"role": "user", "parts": [{"text": text}]}])
        texts = [part["text"] for part in response.parts if part.get("text") and not part.get("thought")]
        return "\n\n".join(texts), response.usage

    def _offer(self, tools: list[Tool], names: ToolNames) -> None:
        if self._prompted:
            self._offer_in_prompt(tools, names)
            return
        _check_count(len(tools), gui=self._context.gui)
        declarations = [
            declaration(TERMINATE, briefing.TERMINATE_DESCRIPTION, briefing.TERMINATE_SCHEMA),
            *(declaration(names.wire(tool.name), tool.description, tool.input_schema) for tool in tools),
        ]
        self._functions = frozenset(entry["name"] for entry in declarations)
        self._tools = self._setup.tools(declarations, gui=self._context.gui)

    def _offer_in_prompt(self, tools: list[Tool], names: ToolNames) -> None:
        """Put all functions into the system prompt; the API's own computer stays."""
        own = self._context.gui and self._setup.native
        functions = [
            PromptFunction(entry["name"], entry["description"], entry.get("parametersJsonSchema", {}))
            for entry in (computer_declarations() if self._context.gui and not own else ())
        ]
        functions.append(PromptFunction(TERMINATE, briefing.TERMINATE_DESCRIPTION, briefing.TERMINATE_SCHEMA))
        functions += [
            PromptFunction(names.wire(tool.name), tool.description, object_schema(tool.input_schema))
            for tool in tools
        ]
        self._functions = frozenset(function.name for function in functions)
        self._system = prompt_calls.system(self._briefing, functions, computer=own)
        self._tools = self._setup.tools([], gui=True) if own else []

    def _show(self, observation: Observation, view: ScaledView) -> None:
        """The user's turn for an observation."""
        screen, left = screen_image(observation, view), observation.steps_left
        if self._history.empty:
            opening = text_part(briefing.opening(self._context, left))
            self._history.add_user([opening, *screen.parts()])
        elif self._calls:
            self._answer(observation.results, view, left, screen)
        else:  # the last decision ended the task, and the run goes on all the same
            self._history.add_user([text_part(BUDGET.format(steps=left)), *screen.parts()])

    def _answer(
        self, results: tuple[ToolResult, ...], view: ScaledView, left: int, screen: ShownScreen | None
    ) -> None:
        """Answer every open call. Results of calls in the text are text too, or the note of the last native result."""
        outcomes = assign_results(self._calls, results)
        prompted = [outcome for outcome in outcomes if outcome.call.id in self._written]
        native = [outcome for outcome in outcomes if outcome.call.id not in self._written]
        note = "\n\n".join([*map(prompt_calls.write_result, prompted), BUDGET.format(steps=left)])
        images = [image_part(png) for outcome in prompted for png in fit_pictures(outcome, view)]
        if not native:
            self._history.add_user([text_part(note), *images, *(screen.parts() if screen else [])])
            self._calls, self._safety = [], {}
            return
        confirmed = frozenset(
            outcome.call.id for outcome in native if outcome.call.id in self._safety and outcome.allowed
        )
        parts = result_parts(
            native,
            note,
            screen,
            confirmed=confirmed,
            nesting=self._nesting,
            view=view,
        )
        self._history.add_user([*parts, *images])
        self._calls, self._safety = [], {}

    def _decide(self, response: GeminiResponse, view: ScaledView, names: ToolNames) -> Decision:
        """The decision in an answer. Raises UnusableResponse; the history has the error for the model."""
        explanation = f": {shorten(response.explanation)}" if response.explanation else ""
        if response.blocked:  # what the model was sent is refused, not what it answered
            raise refused_content(f"{response.blocked}{explanation}")
        if response.finish not in ("STOP", *RETRIED):
            raise AgentError(f"the model API refuses to go on ({response.finish}){explanation}")
        if response.finish in RETRIED:
            self._history.add_text(RETRIED[response.finish])
            raise UnusableResponse(f"unusable ({response.finish})")
        texts = [
            part["text"].strip() for part in response.parts if part.get("text") and not part.get("thought")
        ]
        answer = "\n\n".join(filter(None, texts))
        uses = [part["functionCall"] for part in response.parts if "functionCall" in part]
        full_text = answer
        parts = response.parts
        if written := self._read_prompt_calls(answer, uses):
            self._leniencies += written.leniencies
            uses = [*map(_as_use, written.calls), *uses]
            answer = written.text
            full_text = "\n\n".join(filter(None, (written.thought, written.text)))
            parts = _without_invented(parts, written)
        if not uses and not answer:
            self._history.add_text(EMPTY)
            raise UnusableResponse("an empty answer")
        if any(not use.get("name") and WRITTEN not in use for use in uses):  # the API would not take it back
            self._history.add_text(MALFORMED)
            raise UnusableResponse(NO_NAME)
        self._history.add_model([_to_keep(part) for part in parts])
        self._calls = self._read(uses, view, names)
        actions = actions_of(self._calls)
        if not uses:  # an answer in words ends the task
            actions = (Terminate(status="success", answer=shorten(answer)),)
        if not actions:
            raise UnusableResponse(next(call.problem for call in self._calls if call.problem))
        thoughts = [part["text"] for part in response.parts if part.get("thought") and part.get("text")]
        intents = [str(use["args"]["intent"]) for use in uses if (use.get("args") or {}).get("intent")]
        details: dict[str, Any] = {
            "model": response.model,
            "message": response.id,
            "stop": response.finish,
            "calls": uses,
        }
        if self._safety:
            details["safety_decisions"] = [*self._safety.values()]
        thought = "\n\n".join(text for text in [*thoughts, full_text, *intents] if text)
        checks = tuple(self._safety_checks())
        return Decision(actions, thought=shorten(thought), details=details, safety_checks=checks)

    def _safety_checks(self) -> Iterator[SafetyCheck]:
        default: CheckPolicy = "always" if self._setup.settings.confirm else "never"
        first = 0
        for call in self._calls:
            if call.id in self._safety and call.actions:
                reason = shorten(str(self._safety[call.id].get("explanation") or "require_confirmation"))
                yield SafetyCheck(first, len(call.actions), reason, default)
            first += len(call.actions)

    def _read_prompt_calls(self, answer: str, uses: list[Part]) -> PromptAnswer | None:
        """The calls in the text, where calls are made so or were left; None if there are none."""
        if self._prompted:
            return prompt_calls.read_answer(answer, self._functions)
        return None if uses else prompt_calls.read_stray_calls(answer, self._functions)

    def _read(self, uses: list[Part], view: ScaledView, names: ToolNames) -> list[ModelCall]:
        """What becomes of each call; nothing after the first unusable one is done."""
        calls: list[ModelCall] = []
        for use in uses:
            self._number += 1
            call = ModelCall(str(self._number), str(use.get("name") or ""), str(use.get("id") or ""))
            if WRITTEN in use:
                self._written.add(call.id)
            if not any(earlier.problem for earlier in calls):
                try:
                    if use.get(WRITTEN):
                        raise BadCall(use[WRITTEN])
                    if use.get("args") is None:
                        self._leniencies.append(EMPTY_ARGUMENTS)
                    call = replace(call, actions=self._actions(call, use.get("args") or {}, view, names))
                except BadCall as error:
                    call = replace(call, problem=str(error))
                    if isinstance(error, UnknownTool):
                        self._unknown.append(error.name)
            calls.append(call)
        if calls and not actions_of(calls) and not any(call.problem for call in calls):
            calls[0] = replace(calls[0], actions=(Screenshot(),))
        return calls

    def _actions(
        self, call: ModelCall, arguments: dict[str, Any], view: ScaledView, names: ToolNames
    ) -> tuple[Action, ...]:
        if call.name in self._computer:
            self._check_safety(call, arguments.get("safety_decision"))
            actions = to_actions(call.name, arguments, self._setup.computer, view)
            return (
                actions or (Screenshot(),) if call.id in self._safety else actions
            )  # a check needs an action
        if call.name == TERMINATE:
            return (terminate_action(arguments),)
        return (tool_action(call.name, arguments, names, (TERMINATE, *sorted(self._computer))),)

    def _check_safety(self, call: ModelCall, decision: object) -> None:
        """Note an action that a person must confirm. Raises BadCall for one that the API lets nobody confirm."""
        if decision is None:
            return
        verdict = decision if isinstance(decision, Mapping) else {"decision": decision}
        kind = str(verdict.get("decision") or "")
        if kind in ("", "regular", "allowed"):
            return
        if kind == "require_confirmation":
            self._safety[call.id] = {"call": call.name, **verdict}
            return
        reason = shorten(str(verdict.get("explanation") or kind))
        raise BadCall(FORBIDDEN.format(reason=reason))


def _as_use(written: PromptCall) -> Part:
    """A call in the text as the API's own would be, with what is wrong with it as `WRITTEN`."""
    return {"name": written.name, "args": dict(written.arguments), WRITTEN: written.problem}


def _check_count(of_guest: int, *, gui: bool) -> None:
    """Raises UsageError when a request cannot hold so many tools."""
    count = of_guest + 1 + (len(computer_declarations()) if gui else 0)
    if count > MAX_FUNCTIONS:
        raise UsageError(
            f"{count} functions are to be offered ({of_guest} of the guest), and the API takes at most {MAX_FUNCTIONS}",
            hint="use --tool-filter rag or router, or --calling prompt",
        )


def _without_invented(parts: Sequence[Part], answer: PromptAnswer) -> list[Part]:
    """The parts as the conversation keeps them: without results that the model wrote itself."""
    places = [place for place, part in enumerate(parts) if part.get("text") and not part.get("thought")]
    kept = list(parts)
    for place, text in zip(
        places, answer.without_invented([parts[place]["text"] for place in places]), strict=True
    ):
        kept[place] = {**parts[place], "text": text}
    return [part for part in kept if part.get("text") != "" or "thoughtSignature" in part]


def _to_keep(part: Part) -> Part:
    """A part as the conversation keeps it: words without end would be sent without end. Signed parts stay."""
    if "text" in part and "thoughtSignature" not in part:
        return {**part, "text": shorten(part["text"])}
    return part
