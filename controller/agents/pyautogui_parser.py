"""Answers in OSWorld's protocol: fenced pyautogui programs, or WAIT, DONE, FAIL.

Leniency codes: `no_fence` (a program or a word outside of any block), `several_blocks` (played in
their order), `word_in_program` (a word as the last line of a program), `word_form` (its case, or a full stop behind
it), `unclosed_fence`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from controller.agents.paper_protocol.parse import ProtocolError
from controller.core.actions import Action, Program, Terminate, Wait
from controller.core.python_syntax import parse_python
from controller.core.texts import encodable

MAX_LENGTH = 200_000
"""Characters of an answer that are read; a longer one is refused."""
MAX_BLOCKS = 10
_FENCE = re.compile(
    r"```(?:[ \t]*(?!WAIT|DONE|FAIL)[\w+-]*[ \t]*\r?\n)?(?P<body>.*?)(?P<end>```|\Z)", re.DOTALL
)
_WORD = re.compile(
    r"\W*(?P<word>WAIT|DONE|FAIL)\b[ \t]*(?:[:.][ \t]*(?P<answer>.*))?[`*_ \t]*", re.IGNORECASE | re.DOTALL
)
_NOTHING = "it holds neither a fenced Python program nor WAIT, DONE or FAIL"


@dataclass(frozen=True, slots=True)
class PyautoguiResponse:
    """A parsed response: thought and actions."""

    thought: str
    actions: tuple[Action, ...]
    leniencies: list[str]


def parse(text: str, wait: float = 2.0, program_seconds: float = 60.0) -> PyautoguiResponse:
    """Parse a response.

    Args:
        text: The response.
        wait: Duration of a WAIT in seconds.
        program_seconds: Time limit of a program.

    Raises:
        ProtocolError: The text has no program or word. No text raises another error.
    """
    if len(text) > MAX_LENGTH:
        raise ProtocolError(f"it is {len(text)} characters long; stay below {MAX_LENGTH}")
    text = encodable(text)  # no program holds lone surrogates
    codes: list[str] = []
    blocks = [match for match in _FENCE.finditer(text) if match["body"].strip()]
    thought = _FENCE.sub("", text).strip()
    if not blocks:
        program, thought = _split_unfenced(text.strip(), thought)
        return PyautoguiResponse(
            thought, tuple(_actions(program, wait, program_seconds, codes)), ["no_fence", *codes]
        )
    if len(blocks) > MAX_BLOCKS:
        raise ProtocolError(f"it holds {len(blocks)} blocks; give one")
    if len(blocks) > 1:
        codes.append("several_blocks")
    if not blocks[-1]["end"]:
        codes.append("unclosed_fence")
    actions: list[Action] = []
    for block in blocks:
        actions += _actions(block["body"], wait, program_seconds, codes)
        if isinstance(actions[-1], Terminate):
            break
    return PyautoguiResponse(thought, tuple(actions), list(dict.fromkeys(codes)))


def _actions(body: str, wait: float, program_seconds: float, codes: list[str]) -> list[Action]:
    """A program, a word, or a program with a word as its last line."""
    body = body.strip("\r\n").rstrip()
    if (action := _word(body, wait, codes)) is not None:
        return [action]
    before, _, last = body.rpartition("\n")
    if before.strip() and (action := _word(last, wait, codes)) is not None:
        codes.append("word_in_program")
        return [Program(code=before, seconds=program_seconds), action]
    if len(body) > 100_000:
        raise ProtocolError(f"the program is {len(body)} characters long; stay below 100000")
    return [Program(code=body, seconds=program_seconds)]


def _word(text: str, wait: float, codes: list[str]) -> Action | None:
    """The word, if the text is one: with the answer after DONE."""
    match = _WORD.fullmatch(text.strip())
    if match is None:
        return None
    word, answer = match["word"].upper(), (match["answer"] or "").strip()
    if match["word"] != word or text.strip().removesuffix(answer).rstrip(": ") != word:
        codes.append("word_form")
    if word == "WAIT":
        return Wait(seconds=wait)
    return Terminate(status="success" if word == "DONE" else "failure", answer=answer)


def _split_unfenced(text: str, thought: str) -> tuple[str, str]:
    """The program or word of a response without blocks, and the rest. Raises ProtocolError when there is none."""
    last = text.splitlines()[-1] if text else ""
    if _WORD.fullmatch(last.strip()):
        return last, thought.removesuffix(last).strip()
    if "pyautogui." in text:
        try:
            parse_python(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise ProtocolError(_NOTHING) from None
        return text, ""
    raise ProtocolError(_NOTHING)
