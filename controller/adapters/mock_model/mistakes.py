"""Mistakes on purpose, such as models make: what a model that errs answers when its turn to err comes.

Whether an answer is one, and which, is drawn from a hash of the seed, the task, how many conversations on the task
were begun before, and the answer's number. So the n-th conversation on a task errs alike in every run against a mock
that was just started, and epochs, which are conversations of their own, err differently.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random

from controller.adapters.mock_model.turns import MockTurn
from controller.adapters.mock_model.wrong_calls import failing_calls, invalid_calls
from controller.core.actions import Action, Click, Program, Terminate, ToolCall, Wait


class MistakeKind(StrEnum):
    """What a mistake is."""

    UNKNOWN_TOOL = "unknown tool"
    INVALID_CALL = "invalid call"
    FAILING_CALL = "failing call"
    WRONG_PLACE = "wrong place"
    IDLE = "idle wait"
    GIVING_UP = "giving up"
    PROSE = "no call"


@dataclass(frozen=True, slots=True)
class Mistake:
    """An answer that is one; `action` is None for mere words.

    `instead` tells that a step of the solution is done wrongly by it, and not done again.
    """

    kind: MistakeKind
    action: Action | None
    text: str
    instead: bool = False


UNKNOWN = ("open_application", "click_element", "read_screen_text", "run_shell_command", "ask_user")
"""Tools that models believe in and no guest has."""
PROGRAMS = {
    MistakeKind.UNKNOWN_TOOL: "pyautogui.clickText('Save')",
    MistakeKind.INVALID_CALL: "pyautogui.moveTo('the Save button', 20)",
    MistakeKind.FAILING_CALL: "pyautogui.click(pyautogui.locateOnScreen('save_button.png'))",
}
"""The same mistakes where a call is a line of a program."""
WAIT_SECONDS = 1.0
PROGRAM_SECONDS = 60.0
FAR = (40, 160)
"""How far beside its place a click goes, in pixels, at least and at most, across and down."""
TEXTS = {
    MistakeKind.UNKNOWN_TOOL: "There should be a tool for this.",
    MistakeKind.INVALID_CALL: "I call the tool.",
    MistakeKind.FAILING_CALL: "I call the tool.",
    MistakeKind.WRONG_PLACE: "I click there.",
    MistakeKind.IDLE: "I wait for the screen to change.",
    MistakeKind.GIVING_UP: "That should be all.",
    MistakeKind.PROSE: "The task looks clear to me: next I would go on as it says.",
}


@dataclass(frozen=True, slots=True)
class Mistakes:
    """When and how to err: `rate` is the probability of each answer."""

    rate: float
    seed: int = 0
    kinds: tuple[MistakeKind, ...] = tuple(MistakeKind)

    def draw(
        self,
        task: str,
        conversation: int,
        number: int,
        turn: MockTurn,
        action: Action,
        screen: tuple[int, int],
    ) -> Mistake | None:
        """The mistake to make where `action` would be right, of those the request has means for; None for none."""
        chance = Random(f"{self.seed}/{task}/{conversation}/{number}")
        if chance.random() >= self.rate:
            return None
        kinds = chance.sample(self.kinds, len(self.kinds))
        made = (_made(kind, chance, turn, action, screen) for kind in kinds)
        return next(filter(None, made), None)


def _made(
    kind: MistakeKind, chance: Random, turn: MockTurn, action: Action, screen: tuple[int, int]
) -> Mistake | None:
    """A mistake of a kind, None when the request has no means for it or it would be none."""
    text = TEXTS[kind]
    match kind:
        case MistakeKind.PROSE:
            return Mistake(kind, None, text)
        case MistakeKind.GIVING_UP:
            done = Terminate(status="success")
            return None if action == done else Mistake(kind, done, text)
        case MistakeKind.IDLE:
            return Mistake(kind, Wait(seconds=WAIT_SECONDS), text) if turn.gui else None
        case MistakeKind.WRONG_PLACE if not turn.gui:
            return None
        case MistakeKind.WRONG_PLACE if isinstance(action, Click):
            return Mistake(kind, _beside(action, chance, screen), text, instead=True)
        case MistakeKind.WRONG_PLACE:
            place = Click(x=chance.randrange(screen[0]), y=chance.randrange(screen[1]), count=1)
            return Mistake(kind, place, text)
    if turn.programs:
        return Mistake(kind, Program(code=PROGRAMS[kind], seconds=PROGRAM_SECONDS), text)
    if kind is MistakeKind.UNKNOWN_TOOL:
        names = [name for name in UNKNOWN if name not in turn.tools]
        return Mistake(kind, ToolCall(name=chance.choice(names), arguments={}), text)
    calls = (invalid_calls if kind is MistakeKind.INVALID_CALL else failing_calls)(turn.schemas, action)
    return Mistake(kind, chance.choice(calls), text) if calls else None


def _beside(action: Click, chance: Random, screen: tuple[int, int]) -> Click:
    """The click beside its place, but on the screen."""
    x, y = (
        value + far if value + far < size and (value < far or chance.random() < 0.5) else max(0, value - far)
        for value, size, far in (
            (action.x, screen[0], chance.randint(*FAR)),
            (action.y, screen[1], chance.randint(*FAR)),
        )
    )
    return action.model_copy(update={"x": x, "y": y})
