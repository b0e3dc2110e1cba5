"""OSWorld's protocol on the model's side: actions as pyautogui programs."""

from __future__ import annotations

from dataclasses import replace

from controller.agents.builtin.pyautogui import SYSTEM
from controller.agents.text_protocols.spec import ModelAnswer, ModelTurn, TextProtocolSpec
from controller.core.actions import (
    Action,
    Click,
    Drag,
    HoldKey,
    Key,
    MouseDown,
    MouseMove,
    MouseUp,
    Program,
    Screenshot,
    Scroll,
    Terminate,
    TypeText,
    Wait,
)
from testbed.errors import UsageError

_OPENING = SYSTEM.partition("\n\n")[0]


def matches(turn: ModelTurn) -> bool:
    return turn.system.startswith(_OPENING)


def read_request(turn: ModelTurn) -> ModelTurn:
    # An unusable response is quoted in the user's next turn.
    memory = (*turn.memory, *turn.texts)
    return replace(turn, results=(), memory=memory, gui=True, tools=frozenset(), schemas={}, programs=True)


def write_answer(_turn: ModelTurn, answer: ModelAnswer) -> ModelAnswer:
    text = " ".join(filter(None, (answer.thought, answer.text, answer.mark and f"[{answer.mark}]")))
    blocks = [
        f"```{'python' if '.' in program else ''}\n{program}\n```"
        for program in map(program_of, answer.actions)
    ]
    return replace(answer, actions=(), text="\n".join([text, *blocks]), thought="", mark="")


def program_of(action: Action) -> str:
    """Convert an action to a pyautogui program or a word of the protocol. Raises UsageError when neither exists."""
    match action:
        case Screenshot():
            return "WAIT"
        case Wait():
            return f"time.sleep({action.seconds:g})"
        case Terminate():
            word = "DONE" if action.status == "success" else "FAIL"
            return f"{word}: {action.answer}" if action.answer else word
        case Program():
            return action.code
        case Key():
            press = f"pyautogui.hotkey({', '.join(map(repr, action.keys))})"
            return press if action.repeat == 1 else f"for _ in range({action.repeat}):\n    {press}"
        case HoldKey():
            return f"with pyautogui.hold({list(action.keys)!r}):\n    time.sleep({action.seconds:g})"
        case TypeText():
            return f"pyautogui.write({action.text!r})"
        case MouseMove():
            return f"pyautogui.moveTo({action.x}, {action.y})"
        case MouseDown():
            return f"pyautogui.mouseDown(button={action.button!r})"
        case MouseUp():
            return f"pyautogui.mouseUp(button={action.button!r})"
        case Click():
            clicks = f", clicks={action.count}" if action.count > 1 else ""
            click = f"pyautogui.click({action.x}, {action.y}{clicks}, button={action.button!r})"
            return _holding(action.modifiers, [click])
        case Scroll():
            place = f"{action.x}, {action.y}"
            turns = [f"pyautogui.scroll({-action.dy}, {place})"] if action.dy else []
            turns += [f"pyautogui.hscroll({action.dx}, {place})"] if action.dx else []
            return _holding(action.modifiers, turns or [f"pyautogui.moveTo({place})"])
        case Drag():
            first, *between, last = action.path
            start = [f"pyautogui.moveTo({first.x}, {first.y})"]
            if not between:
                steps = [f"pyautogui.dragTo({last.x}, {last.y}, button={action.button!r})"]
            else:
                ways = [f"pyautogui.moveTo({point.x}, {point.y}, duration=0.2)" for point in (*between, last)]
                steps = [f"pyautogui.mouseDown(button={action.button!r})", *ways]
                steps += [f"pyautogui.mouseUp(button={action.button!r})"]
            return _holding(action.modifiers, [*start, *steps])
    raise UsageError(f"pyautogui cannot express {action.type}")


def _holding(modifiers: tuple[str, ...], lines: list[str]) -> str:
    if not modifiers:
        return "\n".join(lines)
    return "\n    ".join([f"with pyautogui.hold({list(modifiers)!r}):", *lines])


TEXT_PROTOCOL = TextProtocolSpec(
    matches=matches,
    read_request=read_request,
    write_answer=write_answer,
)
