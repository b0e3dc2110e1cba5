"""Deliberate mistakes of the mock model, such as models make.

Whether an answer is a mistake, and which, is drawn from the seed, the task, the number of earlier conversations on the
task, and the answer's number. So the n-th conversation on a task has the same mistakes in every run against a newly
started mock, and epochs, which are separate conversations, have different ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random

from plugins.mock_models.wrong_calls import failing_calls, invalid_calls
from testbed.actions import Action, Click, Program, Terminate, ToolCall, Wait
from testbed.models import ModelTurn


class MistakeKind(StrEnum):
    """Kind of a mistake."""

    UNKNOWN_TOOL = "unknown tool"
    INVALID_CALL = "invalid call"
    FAILING_CALL = "failing call"
    WRONG_PLACE = "wrong place"
    IDLE = "idle wait"
    GIVING_UP = "giving up"
    PROSE = "no call"
    PAUSE = "pause"


@dataclass(frozen=True, slots=True)
class Mistake:
    """An answer that is a mistake.

    Attributes:
        kind: The kind of mistake.
        action: The wrong action; None for text without a call.
        text: The answer's text.
        instead: Whether the mistake replaces a step of the solution, which is not repeated.
    """

    kind: MistakeKind
    action: Action | None
    text: str
    instead: bool = False


UNKNOWN = ("open_application", "click_element", "read_screen_text", "run_shell_command", "ask_user")
"""Tools that models make up and no guest has."""
PROGRAMS = {
    MistakeKind.UNKNOWN_TOOL: "pyautogui.clickText('Save')",
    MistakeKind.INVALID_CALL: "pyautogui.moveTo('the Save button', 20)",
    MistakeKind.FAILING_CALL: "pyautogui.click(pyautogui.locateOnScreen('save_button.png'))",
}
"""The same mistakes as lines of programs."""
WAIT_SECONDS = 1.0
PROGRAM_SECONDS = 60.0
FAR = (40, 160)
"""Minimum and maximum distance of a wrong click from its place, in pixels, in each direction."""
TEXTS = {
    MistakeKind.UNKNOWN_TOOL: "There should be a tool for this.",
    MistakeKind.INVALID_CALL: "I call the tool.",
    MistakeKind.FAILING_CALL: "I call the tool.",
    MistakeKind.WRONG_PLACE: "I click there.",
    MistakeKind.IDLE: "I wait for the screen to change.",
    MistakeKind.GIVING_UP: "That should be all.",
    MistakeKind.PROSE: "The task looks clear to me: next I would go on as it says.",
    MistakeKind.PAUSE: "I look at the task first.",
}


@dataclass(frozen=True, slots=True)
class Mistakes:
    """Settings of deliberate mistakes.

    Attributes:
        rate: The probability that an answer is a mistake.
        seed: The seed of the draws.
        kinds: The kinds of mistakes to make.
    """

    rate: float
    seed: int = 0
    kinds: tuple[MistakeKind, ...] = tuple(MistakeKind)

    def draw(
        self,
        task: str,
        conversation: int,
        number: int,
        turn: ModelTurn,
        action: Action,
        screen: tuple[int, int],
    ) -> Mistake | None:
        """Draw the mistake to make instead of an action.

        Args:
            task: The task's id.
            conversation: The number of earlier conversations on the task.
            number: The answer's number in the conversation.
            turn: The request's turn.
            action: The right action.
            screen: Width and height of the screen.

        Returns:
            The mistake, None for the right action.
        """
        chance = Random(f"{self.seed}/{task}/{conversation}/{number}")
        if chance.random() >= self.rate:
            return None
        kinds = [kind for kind in self.kinds if kind is not MistakeKind.PAUSE or turn.pauses]
        kinds = chance.sample(kinds, len(kinds))
        mistakes = (_make(kind, chance, turn, action, screen) for kind in kinds)
        return next(filter(None, mistakes), None)


def _make(
    kind: MistakeKind, chance: Random, turn: ModelTurn, action: Action, screen: tuple[int, int]
) -> Mistake | None:
    """A mistake of a kind; None when the request does not offer it or it would be the right action."""
    text = TEXTS[kind]
    match kind:
        case MistakeKind.PROSE | MistakeKind.PAUSE:
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
    """Move a click away from its place, within the screen."""
    x, y = (
        value + far if value + far < size and (value < far or chance.random() < 0.5) else max(0, value - far)
        for value, size, far in (
            (action.x, screen[0], chance.randint(*FAR)),
            (action.y, screen[1], chance.randint(*FAR)),
        )
    )
    return action.model_copy(update={"x": x, "y": y})
