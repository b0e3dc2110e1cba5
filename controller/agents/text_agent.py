"""The kit for agents without mouse and keyboard whose model writes its actions as text."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar, cast

from controller.agents import text_answers
from controller.agents.calls import truncate_middle
from controller.agents.completion_check import completion_probes
from controller.agents.completion_settings import API_KEYS, CompletionSettings
from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.agents.coordinates import frame_for_model
from controller.agents.folding import Conversation
from controller.agents.probes import Probe
from controller.agents.settings import read_settings, refuse_gui_only, refuse_variant
from controller.agents.text_answers import TextAnswer
from controller.agents.text_folding import TextFolding
from controller.core.agent import Decision, EpisodeContext, Usage
from controller.core.guest import Tool, ToolResult
from controller.core.observation import Observation
from controller.models.completion import ChatMessage, TextModel
from controller.models.completion_models import open_model
from controller.models.scaling import resize
from controller.tool_filter.base import DEFAULT_FILTER
from testbed.errors import ContextWindowError

SettingsT = TypeVar("SettingsT", bound=CompletionSettings)
HistoryT = TypeVar("HistoryT", bound=Conversation)
Value = TypeVar("Value")


class TextAgent(ABC, Generic[SettingsT, HistoryT]):
    """Base class of an agent without mouse and keyboard whose model writes its actions as text.

    A subclass has `name` and `prompts`, and implements `new_history` and `decide`; its `spec` is the declaration. The
    model is any with Chat Completions or Anthropic's Messages API. The class opens it, corrects unusable answers, keeps
    the history within the model's context window, and records what a run's records need. docs/custom_agents.md has an
    example.
    """

    name: ClassVar[str]
    """The agent's name, as its entry point has it."""
    prompts: ClassVar[Mapping[str, str]]
    """Every text of the agent's own that its model is given, by name, for the run's record."""
    settings_type: ClassVar[type[CompletionSettings]] = CompletionSettings
    """The settings for `--set`."""
    context: EpisodeContext
    """The episode."""
    settings: SettingsT
    """The settings given, an instance of `settings_type`."""
    history: HistoryT
    """What `new_history` returned."""

    def __init__(self, context: EpisodeContext, options: AgentOptions) -> None:
        """Start an episode. Raises UsageError: no model, no key, or invalid settings."""
        self.context = context
        self.settings = cast(SettingsT, read_settings(self.name, options, self.settings_type))
        self.history = self.new_history()
        self._options = options
        self._model = _open(self.name, options, self.settings)
        self._folding = TextFolding(context.instruction, self.history, self._model)

    @classmethod
    def spec(cls, summary: str | None, default_tool_filter: str = DEFAULT_FILTER) -> AgentSpec:
        """Return the declaration of the agent.

        Args:
            summary: What the agent does; `testbed agents list` shows the first line.
            default_tool_filter: The tool filter of a run that names none.
        """
        return AgentSpec(
            describe=cls._describe,
            create=cls,
            summary=summary,
            keys=API_KEYS,
            callings=("prompt",),
            default_tool_filter=default_tool_filter,
            check=cls._check,
        )

    @abstractmethod
    def new_history(self) -> HistoryT:
        """Return the empty history of an episode: a `TextConversation`, or a `StepHistory`. Called once."""

    @abstractmethod
    def decide(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Return the next actions, as `Agent.act` does: ask the model, and make its answer a decision.

        Args:
            observation: What is seen now, with the results of the last actions.
            tools: The tools that may be called.
        """

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Call `decide` within the time limit of a decision; implements `Agent`.

        Raises:
            AgentError: The model refused, or gave unusable answers in a row.
            ModelApiError, UsageError: The API fails, or refuses the key or the model.
        """
        self._folding.begin(observation.results)
        with self._options.model_client.decision(self._options.call_seconds):
            return self._folding.end(self.decide(observation, tools))

    def ask(
        self, messages: Callable[[], Sequence[ChatMessage]], read: Callable[[str], Value]
    ) -> TextAnswer[Value]:
        """Ask the model until its answer can be read; after an unusable answer it gets the error.

        Args:
            messages: Makes the request from the history; the last message is the user's. Called again after each
                correction, and after parts of the history were dropped because it was too long for the model.
            read: Reads the text of an answer, without thoughts in tags. Raises ProtocolError with what is wrong.

        Raises:
            AgentError: The model refused, or gave three unusable answers in a row.
            ModelApiError, UsageError: The API fails, or refuses the key or the model.
        """
        return text_answers.ask(self._folding, messages, read)

    def ask_aside(self, system: str, text: str) -> tuple[str, Usage]:
        """Ask the model once, outside of the history, for instance to shorten a result.

        Args:
            system: The system prompt.
            text: The user's turn.

        Returns:
            The answer without thoughts in tags, "" when the model refused or the request was too long for it; and its
            usage, which the decision's must include.

        Raises:
            ModelApiError, UsageError: As `ask`.
        """
        try:
            return self._folding.write_aside(system, text)
        except ContextWindowError:
            return "", Usage()

    def picture(self, observation: Observation) -> bytes | None:
        """Return the picture of the screen as PNG in the size for the model.

        None of a guest without a screen, and with the setting `images` at 0.
        """
        picture = observation.picture
        if not picture or not self.settings.images:
            return None
        view = frame_for_model(self._options.model).view(observation.width, observation.height)
        return resize(picture, view.width, view.height)

    @staticmethod
    def describe_tools(tools: Sequence[Tool]) -> str:
        """Return tools for a prompt, a line of JSON each: name, description and parameters; "none" without any."""
        return "\n".join(map(_signature, tools)) or "none"

    @staticmethod
    def result_text(result: ToolResult, most: int = 10_000) -> str:
        """Return a result for a prompt, as text of at most about `most` characters."""
        text = result.text.strip()
        if not text and result.structured is not None:
            text = json.dumps(result.structured, ensure_ascii=False)
        if result.is_error:
            return truncate_middle(f"Error: {text or 'without saying why.'}", most)
        return truncate_middle(text or "Done.", most)

    @classmethod
    def _describe(cls, options: AgentOptions) -> AgentCard:
        refuse_variant(cls.name, options)
        refuse_gui_only(cls.name, options)
        settings = read_settings(cls.name, options, cls.settings_type)
        _open(cls.name, options, settings).check_served()
        prompts = {**cls.prompts, **text_answers.prompt_texts()}
        return AgentCard(cls.name, model=options.model, prompts=prompts)

    @classmethod
    def _check(cls, options: AgentOptions) -> list[Probe]:
        refuse_variant(cls.name, options)
        settings = read_settings(cls.name, options, cls.settings_type)
        return completion_probes(options.model_client, cls.name, settings.choice(options))


def _open(name: str, options: AgentOptions, settings: CompletionSettings) -> TextModel:
    return open_model(options.model_client, name, settings.choice(options))


def _signature(tool: Tool) -> str:
    parameters = {key: value for key, value in tool.input_schema.items() if key not in ("$schema", "title")}
    definition = {"name": tool.name, "description": tool.description, "parameters": parameters}
    return json.dumps(definition, ensure_ascii=False, default=dict)
