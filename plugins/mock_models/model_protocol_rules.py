"""Validation of requests in the protocols that open models were trained on; any other request passes."""

from __future__ import annotations

from dataclasses import replace

from plugins.mock_models.openai_rules import invalid
from plugins.mock_models.openai_turns import turn_of_chat
from plugins.mock_models.text_protocols import system_text
from plugins.mock_models.turns import Body
from testbed.errors import UsageError
from testbed.models import find_text_protocol


def check_protocol(body: Body) -> None:
    """Check a valid request of the Chat Completions API against its text protocol. Raises RuleError."""
    try:
        protocol = find_text_protocol(replace(turn_of_chat(body), system=system_text(body)))
        if protocol:
            protocol.check_request(body)
    except UsageError as error:
        raise invalid(error.message) from error
