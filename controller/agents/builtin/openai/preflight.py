"""Checks of a setup against the endpoint, before a guest starts.

OpenAI's own endpoint refuses by the model's name. Another server may translate requests, so where OpenAI would refuse,
a small request shows what that server takes.
"""

from __future__ import annotations

from typing import Any

import openai

from controller.agents import briefing
from controller.agents.builtin.openai.functions import FUNCTIONS
from controller.agents.builtin.openai.setup import DEFAULT_MODEL, MAX_TOOLS, OpenAISetup
from controller.agents.contract import AgentOptions
from controller.models.openai_api import CHECK_SECONDS, create_completion, is_openai
from controller.models.openai_models import is_openai_name
from testbed.errors import UsageError

PROBE = "Reply with one word."
PROBE_TOKENS = 64


def check_tools(setup: OpenAISetup, options: AgentOptions) -> None:
    """Check the number of tools, as far as it is known. Raises UsageError."""
    if setup.defer_tools:
        return
    computer = 0 if options.actions == "mcp" else len(FUNCTIONS) if setup.computer == "functions" else 1
    for of_guest, gui in ((options.max_tools_offered, computer), (options.max_tools_headless, 0)):
        count = 1 + gui + of_guest if of_guest else 0
        setup.check_count(count, of_guest)
        if not options.via and is_openai(options.base_url):
            setup.check_count(count, of_guest, MAX_TOOLS)


def check_endpoint(setup: OpenAISetup, options: AgentOptions, client: openai.OpenAI) -> None:
    """Check what the endpoint refuses. Raises UsageError, ModelApiError."""
    if options.model_client.replays or not is_openai_name(setup.model):
        return
    at_openai = not options.via and is_openai(options.base_url)
    if at_openai:
        _check_model(setup)
    if setup.api == "chat" and setup.known is not None and setup.calling == "native":
        if setup.known.takes_chat_tools(setup.settings.effort):
            return
        if at_openai:
            raise UsageError(
                f"{setup.model} takes no function tools on Chat Completions{_at_effort(setup)}",
                hint=_remedy(setup),
            )
        _probe(setup, options, client)


def _check_model(setup: OpenAISetup) -> None:
    if setup.known is None:
        raise UsageError(
            f"{setup.model!r} is no model that OpenAI is known to have served",
            hint=f"check the name, or use a newer model, such as --model {DEFAULT_MODEL}",
        )
    if not setup.known.scaling:
        raise UsageError(
            f"{setup.model} takes no images, and every turn has one",
            hint=f"use a newer model, such as --model {DEFAULT_MODEL}",
        )


def _probe(setup: OpenAISetup, options: AgentOptions, client: openai.OpenAI) -> None:
    """Send a small request with a tool."""
    terminate = {"name": briefing.TERMINATE, "parameters": briefing.TERMINATE_SCHEMA}
    request: dict[str, Any] = {
        **setup.chat_request(),
        "max_completion_tokens": PROBE_TOKENS,
        "messages": [{"role": "user", "content": PROBE}],
        "tools": [{"type": "function", "function": terminate}],
    }
    try:
        with options.model_client.decision(CHECK_SECONDS):
            create_completion(client, request, first=True)
    except UsageError as refusal:
        raise UsageError(refusal.message, hint=_remedy(setup)) from refusal


def _at_effort(setup: OpenAISetup) -> str:
    effort = setup.settings.effort
    return (
        "" if setup.known is None or setup.known.chat_tools == "no" else f" with effort {effort or 'unset'}"
    )


def _remedy(setup: OpenAISetup) -> str:
    none = setup.known is not None and setup.known.takes_effort_none and setup.known.chat_tools != "no"
    return "use --set api=responses, or --calling prompt" + (", or --set effort=none" if none else "")
