"""The contract: the 158 tools of the OSWorld-MCP paper (its Table 4), with the parameters of its public release."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

CONTRACT: dict[str, dict[str, Any] | None] = json.loads(
    Path(__file__).with_name("contract.json").read_text(encoding="utf-8")
)
"""Parameters by canonical name: {"parameters": JSON Schema properties, "required": [...]}; None for a tool
whose parameters are its upstream server's."""
