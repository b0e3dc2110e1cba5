"""Text that a box of a slide can hold."""

from __future__ import annotations

import re

from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

MAX_CHARACTERS, MAX_LINES = 100_000, 2_000
"""More than this keeps LibreOffice busy for too long in one box."""

_UNWRITABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that presentations cannot hold or that LibreOffice takes for something else."""


def writable(content: str) -> str:
    """The text with its line ends as line feeds. Raises ToolError for text that a box cannot hold."""
    text = content.replace("\r\n", "\n").replace("\r", "\n")
    if match := _UNWRITABLE.search(text):
        raise ToolError(
            f"content {shorten(content)} has the control character U+{ord(match[0]):04X}, which a slide cannot "
            "hold. Leave it out."
        )
    lines = text.count("\n") + 1
    if len(text) > MAX_CHARACTERS or lines > MAX_LINES:
        raise ToolError(
            f"content has {len(text):,} characters in {lines:,} lines; a box takes at most {MAX_CHARACTERS:,} in "
            f"{MAX_LINES:,}. Write less, or spread it over several boxes."
        )
    return text
