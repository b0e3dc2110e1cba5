"""What `--set` changes of the `anthropic` agent, and the part of its requests that stays the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from controller.agents.builtin.anthropic.computer import COMPUTERS, ComputerTool
from controller.agents.builtin.anthropic.history import CACHE_MARK, KEPT_IMAGES, MAX_IMAGES, Block
from controller.agents.builtin.anthropic.models import (
    DEFAULT_MODEL,
    ClaudeModel,
    Effort,
    choose_thinking,
    find_model,
)
from controller.agents.builtin.anthropic.search import Variant
from controller.agents.contract import AgentOptions
from controller.agents.settings import AgentSettings, read_settings
from controller.models.context_window import MIN_WINDOW
from testbed.errors import UsageError

INTERLEAVED = "interleaved-thinking-2025-05-14"
"""The beta that lets models with a budget of thinking think between calls."""
COMPACTION = "compact-2026-09-04"
"""The beta of compaction on demand (https://platform.claude.com/docs/en/build-with-claude/compaction-on-demand)."""


class AnthropicSettings(AgentSettings):
    """The settings of the agent `anthropic`."""

    thinking: Literal["auto", "adaptive", "off"] | Annotated[int, Field(ge=1024)] = "auto"
    effort: Effort | None = None
    max_tokens: int = Field(16_384, ge=1, le=128_000)
    context_window: int | None = Field(None, ge=MIN_WINDOW)
    compaction: bool = True
    images: int = Field(MAX_IMAGES, ge=1, le=100)
    images_kept: int = Field(KEPT_IMAGES, ge=1)
    computer: Literal["auto", "toolset_20260801", "20251124", "20250124"] = "auto"
    tool_search: Variant | None = None
    cache: bool = True
    stream: bool = True


@dataclass(frozen=True, slots=True)
class AnthropicSetup:
    """The model, what it takes, and the settings, put together."""

    name: str
    model: ClaudeModel
    computer: ComputerTool
    thinking: dict[str, Any]
    settings: AnthropicSettings
    search: Variant | None = None

    def request(self, system: str, tools: list[Block], messages: list[Block]) -> dict[str, Any]:
        """A request of the Messages API.

        With caching on, the API caches up to the last block by itself, so that no mark moves through the
        messages and each request begins with the bytes of the one before.
        """
        fields: dict[str, Any] = {
            "model": self.name,
            "max_tokens": self.settings.max_tokens,
            "system": [{"type": "text", "text": system, **self._cache_fields()}],
            **({"tools": tools} if tools else {}),
            "thinking": self.thinking,
            "messages": messages,
            **self._cache_fields(),
        }
        if self.settings.effort:
            fields["output_config"] = {"effort": self.settings.effort}
        betas = [self.computer.beta] if self.computer.beta else []
        betas += [COMPACTION] if _is_compacted(messages) else []
        betas += [INTERLEAVED] if self.thinking["type"] == "enabled" else []
        if betas:
            fields["extra_headers"] = {"anthropic-beta": ",".join(betas)}
        return fields

    def compaction_request(self, system: str, tools: list[Block], messages: list[Block]) -> dict[str, Any]:
        """A request for the compaction of messages: their summary, signed, as a block that stands for them."""
        request = self.request(system, tools, messages)
        beta = "anthropic-beta"
        betas = [*request.get("extra_headers", {}).get(beta, "").split(","), COMPACTION]
        headers = {beta: ",".join(dict.fromkeys(filter(None, betas)))}
        return {**request, "extra_headers": headers, "extra_body": {"compaction": {"type": "summarize"}}}

    def _cache_fields(self) -> dict[str, Any]:
        return {"cache_control": CACHE_MARK} if self.settings.cache else {}


def _is_compacted(messages: list[Block]) -> bool:
    """Whether a conversation begins with a compaction block, which needs the beta's header."""
    return bool(messages) and bool(messages[0]["content"][0]["type"] == "compaction")


def make_setup(options: AgentOptions) -> AnthropicSetup:
    """Raises UsageError: an unknown setting, or one that the model does not take."""
    settings = read_settings("anthropic", options, AnthropicSettings)
    name = options.model or DEFAULT_MODEL
    model = find_model(name)
    if settings.images_kept > settings.images:
        raise UsageError(
            f"{settings.images_kept} pictures cannot be kept of {settings.images}",
            hint="images_kept must not be larger than images",
        )
    thinking = choose_thinking(name, settings.thinking, settings.effort)
    if thinking.get("budget_tokens", 0) >= settings.max_tokens:
        raise UsageError(
            f"the budget of thinking, {thinking['budget_tokens']} tokens, leaves none of max_tokens for answers",
            hint=f"set max_tokens above {thinking['budget_tokens']}, or less thinking",
        )
    computer = model.computer if settings.computer == "auto" else COMPUTERS[f"computer_{settings.computer}"]
    return AnthropicSetup(name, model, computer, thinking, settings, _search(settings, options))


def _search(settings: AnthropicSettings, options: AgentOptions) -> Variant | None:
    """How the model searches for tools, None when it is shown them. Raises UsageError."""
    if not options.defer_tools:
        if settings.tool_search:
            raise UsageError(
                "tool_search sets how the model searches for tools, which this run's tool filter does not have it do",
                hint="use --tool-filter search with it",
            )
        return None
    return settings.tool_search or "bm25"
