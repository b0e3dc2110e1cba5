"""What the project's own servers answer, from their untouched data: an agent's calls and files have no influence on it.

price = fixture_result(guest, "market-data", "get_price", symbol="CRVN", day=str(today(guest)))["close"]
"""

from __future__ import annotations

import json
from collections.abc import MutableMapping
from typing import Any
from weakref import WeakKeyDictionary

from checkers.archives import parsing
from checkers.base import GuestView
from checkers.evidence import ask

_PYTHON = "/opt/testbed/venv/bin/python"
_results: MutableMapping[GuestView, dict[tuple[str, ...], Any]] = WeakKeyDictionary()
"""What was returned in a judging, by the view of the guest in it: a checker and `truth.py` often ask for the same."""
_PROGRAM = """\
import json, sys
from mcp_tools.fixtures.servers import FIXTURES
server, tool, arguments = sys.argv[1:]
print(json.dumps(getattr(FIXTURES[server](":memory:"), tool)(**json.loads(arguments))))
"""


def fixture_result(guest: GuestView, server: str, tool: str, **arguments: object) -> Any:
    """What a tool of a server in `mcp_tools/fixtures` returns now, as JSON has it. Raises Unusable if it fails.

    A further call that is the same, in the same judging, is answered without the guest.

    Args:
        guest: The guest; its own copy of the server answers.
        server: The server's id, such as "market-data".
        tool: The tool's name without the server's, such as "get_price".
        arguments: The tool's arguments.
    """
    environment = ["env", "PYTHONPATH=/opt/testbed", "PYTHONDONTWRITEBYTECODE=1"]
    call = (server, tool, json.dumps(arguments))
    results = _results.setdefault(guest, {})
    if call not in results:
        text = ask(guest, [*environment, _PYTHON, "-P", "-c", _PROGRAM, *call]).text
        with parsing(f"what {server} answers to {tool}", "JSON text"):
            results[call] = json.loads(text)
    return results[call]
