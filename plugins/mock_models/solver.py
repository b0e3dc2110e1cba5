"""Mock model that executes the tasks' reference solutions through any of the APIs.

A conversation is identified by the task's instruction in its first user turn and tracked by marks: each
response has one, which the next request repeats (in the ids of calls, or in the model's text).
A repeated request, after a lost response or a restart of its sender, gets the same answer again.
"""

from __future__ import annotations

import io
import json
import re
import secrets
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from PIL import Image, UnidentifiedImageError

from plugins.mock_models.base import MockRequest
from plugins.mock_models.mistakes import Mistake, MistakeKind, Mistakes
from plugins.mock_models.task_index import TaskIndex
from plugins.mock_models.task_variants import instructions
from plugins.mock_models.text_protocols import is_judge_request, reply_in_protocol
from plugins.mock_models.turns import MockAnswer, mock_error
from testbed.actions import Action, ActionSpace, Key, Terminate, ToolCall
from testbed.agents import Agent, AgentOptions, EpisodeContext, Observation, Window, load_agent, parse_windows
from testbed.errors import AgentError, TestbedError, UsageError
from testbed.guests import ToolResult
from testbed.models import ModelTurn
from testbed.tasks import Task

MARK = re.compile(r"solve-([0-9a-f]{8})-(\d+)-")
"""An answer's mark: the conversation, and the number of the answer in it."""
ROUTER = frozenset({"route", "execute"})
"""The tools that the tool filter `router` offers."""
ASK_USER = "ask_user"
"""The tool that asks the user of a task, which is no means to act."""


@dataclass(slots=True)
class _Conversation:
    """One conversation: the player of its task's solution and the answers so far.

    `number` is the number of earlier conversations on the task.
    """

    task: Task
    player: Agent
    number: int
    lock: threading.Lock = field(default_factory=threading.Lock)
    answers: list[MockAnswer] = field(default_factory=list)
    rest: list[Action] = field(default_factory=list)
    """The solution's actions that are not sent yet, in reverse order."""
    screenshot: bytes | None = None
    """The latest screenshot."""


class Solver:
    """Answers requests with the reference solutions of tasks. Thread-safe.

    With `mistakes` it behaves more like a model: it makes them, calls tools that the request does not offer, and
    reports success when its mistakes make the solution fail.

    Attributes:
        made: The number of mistakes made, by kind.
    """

    def __init__(
        self,
        tasks: Iterable[Task],
        variant: str = "",
        screen: tuple[int, int] = (1280, 720),
        mistakes: Mistakes | None = None,
    ) -> None:
        """Prepare the answers.

        Args:
            tasks: The tasks; iterated again for each conversation, so that a `TaskIndex` shows new ones.
            variant: The reference solution to use: "mcp", "gui", or "" for what the request offers, tools first.
            screen: Width and height of the guests' screens.
            mistakes: The deliberate mistakes; None for none.
        """
        self._tasks = tasks
        self._variant = variant
        self._screen = screen
        self._mistakes = mistakes
        self._lock = threading.Lock()
        self._talks: dict[str, _Conversation] = {}
        self._started: Counter[str] = Counter()
        self.made: Counter[MistakeKind] = Counter()

    def __call__(self, request: MockRequest) -> MockAnswer:
        """Answer a request: a `ModelServer`'s script. Raises ApiError."""
        if is_judge_request(request.body):
            raise mock_error('a judge asks: give its answers in a script (--script), with to = "judge"')
        turn = replace(request.turn(), screen=self._screen)
        return reply_in_protocol(turn) or self.answer(turn)

    def answer(self, turn: ModelTurn) -> MockAnswer:
        """Answer a turn.

        Raises:
            ApiError: No task is recognised, or its solution needs something that the request does not have.
        """
        name, number = self._place(turn)
        talk = self._talks[name]
        with talk.lock:
            if number > len(talk.answers):
                raise mock_error(
                    f"answer {number} of this conversation is requested before answer {len(talk.answers)}"
                )
            if number == len(talk.answers):
                talk.answers.append(self._next(talk, turn, f"solve-{name}-{number}-"))
            return talk.answers[number]

    def _place(self, turn: ModelTurn) -> tuple[str, int]:
        """The conversation of a request, and the number of its next answer."""
        marks = [mark for text in turn.memory for mark in MARK.findall(text)]
        if marks:
            name, number = marks[-1]
            if name not in self._talks:
                raise mock_error("this conversation was started with another mock model; start it again")
            return name, int(number) + 1
        task = self._recognise(turn)
        name = secrets.token_hex(4)
        player = self._player(task, turn)
        with self._lock:
            self._talks[name] = _Conversation(task, player, self._started[task.id])
            self._started[task.id] += 1
        return name, 0

    def _recognise(self, turn: ModelTurn) -> Task:
        words = _words(turn.opening)
        known = (pair for task in self._tasks for pair in instructions(task))
        matches = [(len(text), task) for instruction, task in known if (text := _words(instruction)) in words]
        if not matches:
            broken = self._tasks.broken if isinstance(self._tasks, TaskIndex) else {}
            unread = f" (cannot be read: {'; '.join(broken.values())})" if broken else ""
            raise mock_error(f"the first user message has no task's instruction{unread}")
        return max(matches, key=lambda pair: pair[0])[1]

    def _player(self, task: Task, turn: ModelTurn) -> Agent:
        if self._variant:
            actions: ActionSpace = "gui+mcp"
        elif turn.gui and turn.tools - {ASK_USER}:
            actions = "gui+mcp"
        else:
            actions = "gui" if turn.gui else "mcp"
        options = AgentOptions(
            variant=self._variant,
            actions=actions,
            task_folder=task.folder,
            task_facts=task.variants.facts if task.variants else None,
            feasible=task.info.feasible,
        )
        try:
            context = EpisodeContext(task.id, task.instruction, 0, turn.gui, 0)
            return load_agent("oracle").create(context, options)
        except TestbedError as error:
            raise mock_error(error.message) from error

    def _next(self, talk: _Conversation, turn: ModelTurn, mark: str) -> MockAnswer:
        if turn.pictures:
            talk.screenshot = turn.pictures[-1]
        elif self._mistakes is None:  # with mistakes, the turn after one may have no new screenshot
            talk.screenshot = None
        try:
            if not talk.rest:
                talk.rest = self._play(talk, turn)
        except TestbedError as error:
            raise mock_error(f"{talk.task.id}: {error}") from error
        number, action = len(talk.answers), talk.rest[-1]
        answer = MockAnswer(mark=mark, screen=self._screen, unoffered=self._mistakes is not None)
        if self._mistakes is not None:
            mistake = self._mistakes.draw(talk.task.id, talk.number, number, turn, action, self._screen)
            if mistake is not None:
                return self._err(talk, mistake, answer)
        talk.rest.pop()
        text = f"Step {number + 1} of the reference solution: {action.type}."
        return replace(answer, actions=(_route(action, turn),), text=text, thought=f"{talk.task.id} it is.")

    def _err(self, talk: _Conversation, mistake: Mistake, answer: MockAnswer) -> MockAnswer:
        with self._lock:
            self.made[mistake.kind] += 1
        if mistake.instead:
            talk.rest.pop()
        if mistake.action is None:  # no call has an id for the mark
            return replace(
                answer,
                text=f"{mistake.text} [{answer.mark}]",
                mark="",
                mistake=mistake.kind,
                pause=mistake.kind is MistakeKind.PAUSE,
            )
        return replace(answer, actions=(mistake.action,), text=mistake.text, mistake=mistake.kind)

    def _play(self, talk: _Conversation, turn: ModelTurn) -> list[Action]:
        """The solution's next action, split into several if the API requires that."""
        try:
            [action] = talk.player.act(self._observation(talk, turn), []).actions
        except AgentError:
            if self._mistakes is None:
                raise
            return [Terminate(status="success")]
        if isinstance(action, Key) and action.repeat > 1 and not turn.repeats:
            return [action.model_copy(update={"repeat": 1})] * action.repeat
        return [action]

    def _observation(self, talk: _Conversation, turn: ModelTurn) -> Observation:
        width, height = self._screen
        screenshot, size = b"", self._screen
        if talk.screenshot is not None:
            screenshot, size = _enlarge(talk.screenshot, width, height)
        elif turn.gui:
            raise UsageError("the request's last turn has no screenshot")
        windows = parse_windows("\n".join(turn.texts))
        return Observation(
            screenshot=screenshot,
            width=width,
            height=height,
            windows=_UnknownWindows()
            if windows is None
            else tuple(_native(window, turn.frame or size, self._screen) for window in windows),
            results=tuple(_with_data(result) for result in turn.results),
        )


class _UnknownWindows(tuple[Window, ...]):
    """Windows that the request does not list: reading them raises UsageError."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Window]:
        self._raise()

    def __len__(self) -> int:
        self._raise()

    def __getitem__(self, _index: Any) -> Any:
        self._raise()

    def _raise(self) -> NoReturn:
        raise UsageError(
            "the solution reads the open windows, which the request does not list",
            hint="run with --observe screenshot,windows",
        )


def _route(action: Action, turn: ModelTurn) -> Action:
    """A tool call converted to a call of `execute` when the request has the filter `router`."""
    if isinstance(action, ToolCall) and action.name not in turn.tools and turn.tools >= ROUTER:
        return ToolCall(name="execute", arguments={"tool": action.name, "arguments": action.arguments})
    return action


def _with_data(result: ToolResult) -> ToolResult:
    """A result with its structured data, parsed from the text that agents send to models."""
    try:
        data = json.loads(result.text)
    except ValueError:
        return result
    return replace(result, structured=data) if isinstance(data, dict) else result


def _native(window: Window, frame: tuple[int, int], screen: tuple[int, int]) -> Window:
    """Scale a window from the model's frame to native pixels."""
    across, down = screen[0] / frame[0], screen[1] / frame[1]
    return replace(
        window,
        x=round(window.x * across),
        y=round(window.y * down),
        width=round(window.width * across),
        height=round(window.height * down),
    )


def _enlarge(picture: bytes, width: int, height: int) -> tuple[bytes, tuple[int, int]]:
    """Scale a screenshot of a request to native pixels.

    Returns:
        The screenshot as PNG, and its size in the request.

    Raises:
        UsageError: The bytes are not an image.
    """
    try:
        with Image.open(io.BytesIO(picture), formats=("PNG", "JPEG")) as image:
            if image.size == (width, height) and image.format == "PNG":
                return picture, image.size
            out = io.BytesIO()
            image.convert("RGB").resize((width, height)).save(out, "PNG")
            return out.getvalue(), image.size
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        raise UsageError(f"the request's last picture cannot be read: {error}") from error


def _words(text: str) -> str:
    return " ".join(text.split())
