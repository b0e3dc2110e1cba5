"""The smallest completions that agents with text completions send, for `testbed agents check`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.agents import probes
from controller.agents.probes import UNKNOWN_MODEL, Probe, probe_picture, quote
from controller.models.client import ModelClient
from controller.models.completion import ChatMessage, Completion, ModelSettings, TextModel
from controller.models.completion_models import api_of, open_model


def completion_probes(
    model_client: ModelClient, agent: str, settings: ModelSettings, name: str = ""
) -> list[Probe]:
    """Return the probes of one model.

    Args:
        model_client: The client to send through.
        agent: The agent's name, for error messages.
        settings: The model and how it samples.
        name: What stands before the forms of an agent with several models ("planner").

    Raises:
        UsageError: No model, no key, or an unsupported setting.
    """
    prefix = f"{name}: " if name else ""
    model = open_model(model_client, agent, settings)
    unknown = open_model(model_client, agent, replace(settings, model=UNKNOWN_MODEL, api=api_of(settings)))
    return [
        Probe(f"{prefix}text", lambda: _answer(model, [_user(probes.TEXT)])),
        Probe(
            f"{prefix}picture",
            lambda: _answer(model, [_user(probes.PICTURE, probe_picture())]),
            remedy="choose a model that sees pictures (--model)",
        ),
        Probe(f"{prefix}conversation", lambda: _answer(model, _CONVERSATION)),
        Probe(
            f"{prefix}refused",
            lambda: _answer(unknown, [_user(probes.TEXT)]),
            needed=False,
            must_refuse=True,
            remedy="the endpoint ignores the model's name: check the names of served models (`substitutions`)",
        ),
    ]


def _user(*parts: str | bytes) -> ChatMessage:
    return ChatMessage("user", parts)


_CONVERSATION = (
    ChatMessage("system", (probes.SYSTEM,)),
    _user(probes.TEXT),
    ChatMessage("assistant", ("ok",)),
    _user(probes.TEXT),
)


def _answer(model: TextModel, messages: Sequence[ChatMessage]) -> str:
    completion: Completion = model.complete(messages)
    return f"answered {quote(completion.text)}" + (" (cut off)" if completion.stop == "length" else "")
