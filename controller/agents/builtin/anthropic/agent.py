"""The `anthropic` agent: Claude through the Messages API, with its computer tool and the MCP tools.

Every turn shows the screen, the results of what was done and the steps left. Several calls in one answer
become one decision, in order; every call gets a result in the next request, also those never executed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from anthropic.types import Message

from controller.agents import briefing, prompt_calls
from controller.agents.briefing import (
    BUDGET,
    CUT_OFF,
    EMPTY,
    TERMINATE,
    TERMINATE_DESCRIPTION,
    TERMINATE_SCHEMA,
)
from controller.agents.builtin.anthropic import search
from controller.agents.builtin.anthropic.answers import block_to_keep, blocks_of, called_action, usage_of
from controller.agents.builtin.anthropic.computer import NAME, to_action
from controller.agents.builtin.anthropic.history import Block, History, text_block
from controller.agents.builtin.anthropic.results import (
    HALTED_COMPUTER,
    prompted_result,
    screen_blocks,
    tool_result,
)
from controller.agents.builtin.anthropic.search import SearchBlocks, citable
from controller.agents.builtin.anthropic.settings import make_setup
from controller.agents.calls import (
    BadCall,
    ModelCall,
    UnknownTool,
    actions_of,
    assign_results,
)
from controller.agents.contract import AgentCard, AgentOptions
from controller.agents.coordinates import Pointer, pointer_after
from controller.agents.folding import PROMPTS as FOLDING_PROMPTS
from controller.agents.folding import Folding
from controller.agents.prompt_calls import PromptAnswer, PromptCall, PromptFunction
from controller.agents.settings import refuse_variant
from controller.agents.tool_names import ToolNames
from controller.agents.tool_search import ToolSearch, with_means
from controller.agents.usable_answers import UnusableResponse, ask_in_conversation
from controller.core.actions import Terminate
from controller.core.agent import Decision, EpisodeContext, Usage
from controller.core.guest import Tool, ToolResult
from controller.core.observation import Observation
from controller.core.tool_schemas import object_schema
from controller.models.anthropic_api import check_model, create_message, open_client
from controller.models.context_window import ContextWindow
from controller.models.scaling import ScaledView, make_view
from testbed.errors import AgentError, ContextWindowError

RESERVED = frozenset({TERMINATE, NAME, "browser"})
PROMPTED = "prompt_"
"""What the ids of calls in the text begin with (`--calling prompt`); the API's own begin with `toolu_`."""
PAUSED = "You paused. Go on with the task: act, or call terminate."
TERMINATE_TOOL: dict[str, Any] = {
    "name": TERMINATE,
    "description": TERMINATE_DESCRIPTION,
    "input_schema": TERMINATE_SCHEMA,
}


def describe(options: AgentOptions) -> AgentCard:
    """Raises UsageError (no or bad key, unknown model, a wrong setting) and ModelApiError (no way to the API)."""
    refuse_variant("anthropic", options)
    model = make_setup(options).name
    check_model(
        open_client(options.model_client, options.base_url, via=options.via), options.model_client, model
    )
    return AgentCard("anthropic", model=model, prompts=prompts(options))


def create(context: EpisodeContext, options: AgentOptions) -> AnthropicAgent:
    """Raises UsageError when there is no key, or a setting is wrong."""
    return AnthropicAgent(context, options)


def prompts(options: AgentOptions) -> dict[str, str]:
    """Every text the model is given by this agent, by name."""
    texts = briefing.prompts(options.actions) | {"halted_computer": HALTED_COMPUTER, "paused": PAUSED}
    texts |= FOLDING_PROMPTS
    texts |= prompt_calls.prompt_texts() if options.calling == "prompt" else {}
    return with_means(texts) if options.defer_tools and options.actions != "gui" else texts


class AnthropicAgent:
    """One episode's conversation with a model."""

    def __init__(self, context: EpisodeContext, options: AgentOptions) -> None:
        self._context = context
        self._setup = make_setup(options)
        self._model_client = options.model_client
        self._client = open_client(options.model_client, options.base_url, via=options.via)
        self._call_seconds = options.call_seconds
        self._briefing = self._system = briefing.system_prompt(prompts(options), context)
        self._prompted = options.calling == "prompt"
        self._functions: frozenset[str] = frozenset()
        self._leniencies: list[str] = []
        self._number = 0
        settings, bound = self._setup.settings, self._setup.model.bound
        self._history = History(settings.images, settings.images_kept, bound=bound)
        window = ContextWindow(settings.context_window, settings.max_tokens)
        compact = self._compact if settings.compaction else None
        self._folding = Folding(context.instruction, self._history, window, self._write_notes, compact)
        self._calls: list[ModelCall] = []
        self._pointer: Pointer = None
        self._tools: list[dict[str, Any]] = []
        self._unknown: list[str] = []
        self._searches = SearchBlocks()
        self._searched: list[ToolSearch] = []
        self._answered = False

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Raises AgentError (refusal, mistakes in a row), ModelApiError, UsageError (key, model)."""
        self._folding.begin(observation.results)
        with self._model_client.decision(self._call_seconds):
            return self._folding.end(self._act(observation, tools))

    def _act(self, observation: Observation, tools: list[Tool]) -> Decision:
        view = make_view(observation.width, observation.height, self._setup.model.limits)
        names = ToolNames((tool.name for tool in tools), RESERVED)
        self._offer(tools, names, view)
        self._history.add_user(self._turn(observation, view))
        self._unknown, self._searched, self._leniencies = [], [], []
        decision, usage, mistakes = ask_in_conversation(
            self._ask,
            usage_of,
            lambda message: self._decide(message, view, names),
            lambda: self._answer_unusable(view, observation.steps_left),
        )
        tried: dict[str, Any] = {
            "mistakes": mistakes,
            "unknown_tools": self._unknown,
            "leniencies": list(dict.fromkeys(self._leniencies)),
        }
        if self._setup.search:
            tried["searches"] = [done.record(names) for done in self._searched]
        return replace(decision, usage=usage, details=decision.details | tried)

    def _answer_unusable(self, view: ScaledView, steps_left: int) -> None:
        if self._calls:
            self._history.add_user(self._answer((), view, steps_left)[0])

    def _ask(self) -> Message:
        self._history.trim()
        return self._folding.ask(self._send, usage_of)

    def _send(self) -> Message:
        request = self._setup.request(self._system, self._tools, self._history.messages())
        answer = create_message(
            self._client, request, first=not self._answered, stream=self._setup.settings.stream
        )
        self._answered = True
        if answer.message.stop_reason == "model_context_window_exceeded":
            raise ContextWindowError("the conversation no longer fits the model's context window")
        self._leniencies += answer.leniencies
        return answer.message

    def _compact(self, keep: int) -> tuple[int, Usage]:
        """Have the API compact all but the last `keep` turns of the model. Raises AgentError when it does not."""
        messages = self._history.messages_before(keep)
        if not messages:
            return 0, Usage()
        request = self._setup.compaction_request(self._system, self._tools, messages)
        message = create_message(self._client, request, first=False, stream=False).message
        blocks = blocks_of(message)
        if [block["type"] for block in blocks] != ["compaction"] or not blocks[0].get("content"):
            raise AgentError("the API returned no compaction")
        return self._history.compact(blocks[0], keep), usage_of(message)

    def _write_notes(self, system: str, text: str) -> tuple[str, Usage]:
        messages = [{"role": "user", "content": [{"type": "text", "text": text}]}]
        request = self._setup.request(system, [], messages)
        message = create_message(
            self._client, request, first=False, stream=self._setup.settings.stream
        ).message
        return "\n\n".join(block.text for block in message.content if block.type == "text"), usage_of(message)

    def _offer(self, tools: list[Tool], names: ToolNames, view: ScaledView) -> None:
        offered = [self._setup.computer.entry(view)] if self._context.gui else []
        if self._prompted:
            self._offer_in_prompt(tools, names, offered)
            return
        offered.append(TERMINATE_TOOL)
        self._functions = frozenset([TERMINATE, *(names.wire(tool.name) for tool in tools)])
        if self._setup.search and tools:
            offered.append(search.entry(self._setup.search))
        offered += [
            {
                "name": names.wire(tool.name),
                "description": tool.description,
                "input_schema": object_schema(tool.input_schema),
                **({"defer_loading": True} if self._setup.search else {}),
            }
            for tool in tools
        ]
        if offered != self._tools:
            self._history.drop_thinking()
            self._tools = offered

    def _offer_in_prompt(self, tools: list[Tool], names: ToolNames, computer: list[dict[str, Any]]) -> None:
        functions = [
            PromptFunction(TERMINATE, TERMINATE_DESCRIPTION, TERMINATE_SCHEMA),
            *(
                PromptFunction(names.wire(tool.name), tool.description, object_schema(tool.input_schema))
                for tool in tools
            ),
        ]
        system = prompt_calls.system(self._briefing, functions, computer=bool(computer))
        if (system, computer) != (self._system, self._tools):
            self._history.drop_thinking()
            self._system, self._tools = system, computer
            self._functions = frozenset(function.name for function in functions)

    def _turn(self, observation: Observation, view: ScaledView) -> list[Block]:
        """The user's turn for an observation. Text stands before the picture, as the API's guide asks."""
        screen = screen_blocks(observation, view)
        if self._history.empty:
            return [text_block(briefing.opening(self._context, observation.steps_left)), *screen]
        blocks, latest = self._answer(observation.results, view, observation.steps_left)
        if latest is None or latest["is_error"]:  # an error may hold text only
            self._give_up_searches()
            return [*blocks, *screen]
        latest["content"] += screen
        return blocks

    def _answer(
        self, results: tuple[ToolResult, ...], view: ScaledView, steps_left: int
    ) -> tuple[list[Block], Block | None]:
        """One tool_result for every open call, in order, and the last of them that was tried.

        That one also says how many steps are left.
        """
        blocks: list[Block] = []
        prompted: list[Block] = []
        latest: Block | None = None
        computer_failed = False
        for outcome in assign_results(self._calls, results):
            for action, _ in zip(outcome.call.actions, outcome.results, strict=False):
                self._pointer = pointer_after(action, self._pointer)
            if outcome.call.id.startswith(PROMPTED):
                prompted += prompted_result(outcome, view)
                continue
            blocks.append(tool_result(outcome, view, computer_failed=computer_failed))
            computer_failed = bool(outcome.call.kind) if outcome.tried and outcome.failed else computer_failed
            latest = blocks[-1] if outcome.tried else latest
        self._calls = []
        budget = text_block(BUDGET.format(steps=steps_left))
        if prompted:  # the API takes text only after all results of its own
            return [*blocks, *prompted, budget], None
        if latest is not None:
            latest["content"].append(budget)
        return blocks, latest

    def _decide(self, message: Message, view: ScaledView, names: ToolNames) -> Decision:
        """The decision in an answer. Raises UnusableResponse with what is wrong, said to the model in the history."""
        if message.stop_reason == "refusal":
            details = message.stop_details
            raise AgentError(
                "the model refused to go on"
                + (f" ({details.category}): {details.explanation}" if details and details.category else "")
            )
        if message.stop_reason == "max_tokens":
            self._say(CUT_OFF)
            raise UnusableResponse("cut off at the length limit")
        blocks = [block for block in blocks_of(message) if block["type"] != "text" or block["text"].strip()]
        blocks_to_keep = [block_to_keep(block) for block in blocks]
        answer = "\n\n".join(block["text"].strip() for block in blocks_to_keep if block["type"] == "text")
        uses = [block for block in blocks if block["type"] == "tool_use"]
        thought = answer
        if written := self._written(answer, uses):
            self._leniencies += written.leniencies
            uses = [*map(self._use, written.calls), *uses]
            answer = written.text
            thought = "\n\n".join(filter(None, (written.thought, written.text)))
            blocks_to_keep = _without_invented(blocks_to_keep, written)
        searching = any(block["type"] in search.BLOCKS for block in blocks_to_keep)
        if uses or answer or searching:
            self._keep(blocks_to_keep, names)
        if message.stop_reason == "pause_turn" and not uses and (answer or searching):
            if not searching:  # else the API goes on by itself
                self._say(PAUSED)
            raise UnusableResponse("paused")
        if not uses and not answer:
            self._say(EMPTY)
            raise UnusableResponse("an empty answer")
        self._calls = self._read(uses, view, names)
        actions = actions_of(self._calls)
        if not uses:  # an answer in words ends the task
            actions = (Terminate(status="success", answer=answer),)
        if not actions:
            raise UnusableResponse(next(call.problem for call in self._calls if call.problem))
        thinking = [block["thinking"] for block in blocks if block["type"] == "thinking"]
        return Decision(
            actions,
            thought="\n\n".join(text for text in [*thinking, thought] if text),
            details={
                "model": str(message.model),
                "message": message.id,
                "stop": message.stop_reason,
                "calls": uses,
            },
        )

    def _written(self, answer: str, uses: list[Block]) -> PromptAnswer | None:
        """The calls in the text, where calls are made so or were left; None if there are none."""
        if self._prompted:
            return prompt_calls.read_answer(answer, self._functions)
        return None if uses else prompt_calls.read_stray_calls(answer, self._functions)

    def _use(self, written: PromptCall) -> Block:
        """A call in the text as a tool use; `problem` is not the API's."""
        self._number += 1
        use = {"type": "tool_use", "id": f"{PROMPTED}{self._number}", "name": written.name}
        return (
            use
            | {"input": dict(written.arguments)}
            | ({"problem": written.problem} if written.problem else {})
        )

    def _keep(self, answer: list[Block], names: ToolNames) -> None:
        """Make an answer part of the conversation."""
        self._searched += self._searches.read(answer)
        cited = [citable(block, names) for block in answer]
        self._history.add_assistant(cited)
        if cited != answer:
            self._history.drop_thinking()

    def _say(self, text: str) -> None:
        self._give_up_searches()
        self._history.add_user([text_block(text)])

    def _give_up_searches(self) -> None:
        """Forget searches without a result, because the user's turn is to hold more than results of calls."""
        if self._searches.open:
            self._history.drop_blocks(self._searches.open)
            self._searches.give_up()

    def _read(self, uses: list[Block], view: ScaledView, names: ToolNames) -> list[ModelCall]:
        """What becomes of each tool use; nothing after the first unusable one is done."""
        calls: list[ModelCall] = []
        pointer, usable = self._pointer, True
        for index, use in enumerate(uses):
            call = ModelCall(use["id"], use["name"], use.get("toolset_name") or "")
            if usable:
                try:
                    native = self._context.gui and not call.id.startswith(PROMPTED)
                    member = self._setup.computer.call(use) if native else None
                    ends = index == len(uses) - 1 and index > 0
                    if not (member and member[0] == "screenshot" and ends):
                        action = (
                            to_action(*member, view, pointer) if member else called_action(call, use, names)
                        )
                        pointer = pointer_after(action, pointer)
                        call = replace(call, actions=(action,))
                except BadCall as error:
                    call = replace(call, problem=str(error))
                    usable = False
                    if isinstance(error, UnknownTool):
                        self._unknown.append(error.name)
            calls.append(call)
        return calls


def _without_invented(blocks: list[Block], answer: PromptAnswer) -> list[Block]:
    """The blocks as the conversation keeps them: without results that the model wrote itself."""
    if not answer.invented:
        return blocks
    texts = iter(answer.without_invented([block["text"] for block in blocks if block["type"] == "text"]))
    kept = [{**block, "text": next(texts)} if block["type"] == "text" else block for block in blocks]
    return [block for block in kept if block["type"] != "text" or block["text"]]
