"""Text protocols by the requests that are in them: testbed's own, then those of plugins."""

from __future__ import annotations

from collections.abc import Iterator

from controller.agents.text_protocols.spec import ModelAnswer, ModelTurn, TextProtocolSpec
from testbed.extension_points import TEXT_PROTOCOLS


def find_text_protocol(turn: ModelTurn) -> TextProtocolSpec | None:
    """Return the first text protocol that a request is in; None when it is in none.

    Raises:
        UsageError: The protocol of a plugin cannot be used.
    """
    return next((spec for spec in _all() if spec.matches(turn)), None)


def reply_in_text_protocol(turn: ModelTurn) -> ModelAnswer | None:
    """Return the answer to a request that does not act on a task (see `TextProtocolSpec.reply`); None for any other.

    Raises:
        UsageError: The protocol of a plugin cannot be used.
    """
    return next(filter(None, (spec.reply(turn) for spec in _all())), None)


def _all() -> Iterator[TextProtocolSpec]:
    yield from map(TEXT_PROTOCOLS.load, TEXT_PROTOCOLS.names())
