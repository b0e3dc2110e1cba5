"""Lenient parser of responses in OpenCUA's protocol; every deviation from the protocol has a code.

    # Step 1:
    ## Thought:
    The dialog is open.

    ## Action:
    Click the Save button.

    ## Code:
    ```python
    pyautogui.click(x=197, y=525)
    ```

Leniency codes: `inline_thinking`, `section_form` (a section's name without "##"), `no_action_section`, `no_fence`,
`several_blocks` (the last is used, as in the published agent), `unclosed_fence`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from controller.agents.model_protocols.agent import split_thinking
from controller.agents.paper_protocol.parse import ProtocolError

_HEADING = re.compile(
    r"^[ \t]*(?P<marks>#*)[ \t*]*(?P<name>observation|thought|action|code)[ \t*]*:?[ \t*]*(?P<rest>.*)$",
    re.IGNORECASE | re.MULTILINE,
)
_FENCE = re.compile(
    r"```[ \t]*(?:code|python|py)?[ \t]*\r?\n?(?P<body>.*?)(?P<end>```|\Z)", re.DOTALL | re.IGNORECASE
)
_CODE_LINE = re.compile(r"^[ \t]*(?:pyautogui|computer)\.\w+\(", re.MULTILINE)
_NOTHING = "it has no code block with pyautogui code or a function"


@dataclass(frozen=True, slots=True)
class OpenCuaResponse:
    """A parsed response: its sections by name, the code among them."""

    sections: dict[str, str]
    code: str
    leniencies: list[str] = field(default_factory=list)

    @property
    def thought(self) -> str:
        parts = (self.sections.get("observation", ""), self.sections.get("thought", ""))
        return "\n\n".join(filter(None, parts))

    @property
    def action(self) -> str:
        return self.sections.get("action", "")


def parse(text: str) -> OpenCuaResponse:
    """Parse a response.

    Raises:
        ProtocolError: The text has no code. No text raises another error.
    """
    codes: list[str] = []
    reasoning, rest = split_thinking(text, codes)
    blocks = [match for match in _FENCE.finditer(rest) if match["body"].strip()]
    if blocks:
        code, before = blocks[-1]["body"], rest[: blocks[-1].start()]
        codes += ["several_blocks"] if len(blocks) > 1 else []
        codes += [] if blocks[-1]["end"] else ["unclosed_fence"]
    else:
        begin = _CODE_LINE.search(rest)
        if begin is None:
            raise ProtocolError(_NOTHING)
        codes.append("no_fence")
        code, before = rest[begin.start() :], rest[: begin.start()]
    sections = _sections(_FENCE.sub("", before), codes)
    if not sections.get("action"):
        codes.append("no_action_section")
    if reasoning:
        sections["thought"] = "\n\n".join(filter(None, (reasoning, sections.get("thought", ""))))
    return OpenCuaResponse(sections, code.strip("\r\n").rstrip().rstrip("`"), codes)


def _sections(text: str, codes: list[str]) -> dict[str, str]:
    """The texts below the headings, by name; of two with one name the first."""
    headings = [match for match in _HEADING.finditer(text) if match["marks"] or _is_heading(match)]
    if any(match["marks"] != "##" for match in headings):
        codes.append("section_form")
    sections: dict[str, str] = {}
    for index, match in enumerate(headings):
        end = headings[index + 1].start() if index + 1 < len(headings) else len(text)
        body = text[match.start("rest") : end].strip()
        sections.setdefault(match["name"].lower(), body)
    sections.pop("code", None)
    return sections


def _is_heading(match: re.Match[str]) -> bool:
    """Whether a line without marks is a heading: it has a colon behind the name."""
    return match[0].strip(" \t*#")[len(match["name"]) :].lstrip(" \t*").startswith(":")
