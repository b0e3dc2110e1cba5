"""The calls of Agent S: the methods of the class that its worker is shown, and their conversion to actions.

Leniency codes: `number_as_text`, those of `Grounder.find`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, get_args

from pydantic import ValidationError

from controller.agents.grounding import Grounder
from controller.agents.paper_protocol.actions import number_of
from controller.agents.paper_protocol.parse import ProtocolError, UnknownFunction
from controller.core.actions import (
    Action,
    Button,
    Click,
    Drag,
    Key,
    Point,
    Scroll,
    Terminate,
    ToolCall,
    TypeText,
    Wait,
)
from controller.core.invalid_data import describe_invalid
from controller.core.observation import Observation

Actions = tuple[Action, ...]
_Method = TypeVar("_Method", bound=Callable[..., Actions])
NOTE_SECONDS = 1.0
"""Duration of the wait that a note costs: a call is a step, as in the published agent."""


def _gui(method: _Method) -> _Method:
    """Mark a method that uses mouse or keyboard."""
    method.uses_gui = True  # type: ignore[attr-defined]
    return method


class AgentInterface:
    """The worker's calls at one step. Signatures and docstrings of its public methods are part of the prompt.

    All methods raise ProtocolError, whose message is for the model.
    """

    def __init__(
        self,
        observation: Observation,
        tools: Sequence[str],
        grounder: Grounder | None,
        notes: list[str],
        codes: list[str],
    ) -> None:
        """Prepare the calls of one step.

        Args:
            observation: What the worker sees.
            tools: Canonical names of the offered tools.
            grounder: Finds elements; None without mouse and keyboard.
            notes: The list that notes are appended to.
            codes: The list that leniency codes are appended to.
        """
        self._observation = observation
        self._tools = tools
        self._grounder = grounder
        self._notes = notes
        self._codes = codes

    @_gui
    def click(
        self, element_description: str, num_clicks: int = 1, button_type: Button = "left", hold_keys: Any = ()
    ) -> Actions:
        """Click an element with the "left", "middle" or "right" button, while the keys in hold_keys are held."""
        x, y = self._find(element_description)
        count = self._whole("num_clicks", num_clicks)
        if button_type not in get_args(Button):
            raise ProtocolError(f'button_type is "left", "middle" or "right", not {button_type!r:.60}')
        keys = _keys("hold_keys", hold_keys)
        return (Click(x=x, y=y, count=count, button=button_type, modifiers=keys),)

    @_gui
    def type(
        self,
        element_description: str | None = None,
        text: str = "",
        overwrite: bool = False,
        enter: bool = False,
    ) -> Actions:
        """Type text into an element, or without element_description where the keyboard's focus is.

        overwrite replaces the element's content; enter presses Return at the end.
        """
        if not isinstance(text, str) or not (text or overwrite or enter):
            raise ProtocolError("type needs `text`")
        actions: list[Action] = []
        if element_description is not None:
            x, y = self._find(element_description)
            actions.append(Click(x=x, y=y, count=1))
        if overwrite:
            actions += [Key(keys=("ctrl", "a"), repeat=1), Key(keys=("BackSpace",), repeat=1)]
        written = f"{text}\n" if enter and not text.endswith("\n") else text
        return (*actions, TypeText(text=written)) if written else tuple(actions)

    @_gui
    def drag_and_drop(
        self, starting_description: str, ending_description: str, hold_keys: Any = ()
    ) -> Actions:
        """Drag from one element to another with the left button, while the keys in hold_keys are held."""
        start, end = self._find(starting_description), self._find(ending_description)
        path = (Point(x=start[0], y=start[1]), Point(x=end[0], y=end[1]))
        return (Drag(path=path, modifiers=_keys("hold_keys", hold_keys)),)

    @_gui
    def scroll(self, element_description: str, clicks: int, shift: bool = False) -> Actions:
        """Turn the wheel over an element: clicks is positive for up, negative for down. shift scrolls sideways."""
        x, y = self._find(element_description)
        turns = -self._whole("clicks", clicks)
        return (Scroll(x=x, y=y, dx=turns if shift else 0, dy=0 if shift else turns),)

    @_gui
    def hotkey(self, keys: Any) -> Actions:
        """Press keys together and release them, such as ["ctrl", "s"]."""
        return (Key(keys=_keys("keys", keys), repeat=1),)

    @_gui
    def hold_and_press(self, hold_keys: Any, press_keys: Any) -> Actions:
        """Press the keys in press_keys one after another while those in hold_keys are held."""
        held = _keys("hold_keys", hold_keys)
        return tuple(Key(keys=(*held, key), repeat=1) for key in _keys("press_keys", press_keys))

    def call_tool(self, name: str, arguments: Any = None) -> Actions:
        """Call a tool by its name, with a dictionary of its arguments."""
        if not isinstance(name, str) or name not in self._tools:
            raise UnknownFunction(str(name)[:200], ", ".join(self._tools) or "none")
        if arguments is not None and not isinstance(arguments, dict):
            raise ProtocolError(f"the arguments of {name} must be a dictionary, not {arguments!r:.60}")
        return (ToolCall(name=name, arguments=arguments or {}),)

    def save_to_knowledge(self, text: Any) -> Actions:
        """Note a list of texts, which you see again in every later step."""
        notes = [text] if isinstance(text, str) else text
        if not isinstance(notes, list) or not notes or not all(isinstance(note, str) for note in notes):
            raise ProtocolError("save_to_knowledge takes a list of texts")
        self._notes.extend(notes)
        return (Wait(seconds=NOTE_SECONDS),)

    def wait(self, time: float) -> Actions:
        """Wait for a number of seconds."""
        return (Wait(seconds=self._number("time", time)),)

    def done(self, return_value: str = "") -> Actions:
        """End with success; return_value is the information that the task asks for."""
        return (Terminate(status="success", answer=str(return_value)),)

    def fail(self) -> Actions:
        """End with failure, because it cannot be done on this computer at all."""
        return (Terminate(status="failure"),)

    def _find(self, description: object) -> tuple[int, int]:
        if not isinstance(description, str) or not description.strip():
            raise ProtocolError("an element must be described in words")
        assert self._grounder is not None, "methods with elements are offered with a grounder only"
        return self._grounder.find(description.strip(), self._observation, self._codes)

    def _number(self, name: str, value: object) -> float:
        number = number_of(value)
        if number is None:
            raise ProtocolError(f"{name} is a number, not {value!r:.60}")
        if isinstance(value, str):
            self._codes.append("number_as_text")
        return number

    def _whole(self, name: str, value: object) -> int:
        number = self._number(name, value)
        if number != round(number):
            raise ProtocolError(f"{name} is a whole number, not {value!r:.60}")
        return round(number)


def call_actions(
    interface: AgentInterface, name: str, args: Sequence[Any], kwargs: Mapping[str, Any], *, gui: bool
) -> Actions:
    """Return the actions of a call.

    Args:
        interface: The calls of this step.
        name: The method's name.
        args: Its positional arguments.
        kwargs: Its keyword arguments.
        gui: Whether methods that use mouse and keyboard are offered.

    Raises:
        ProtocolError: An unknown method or invalid arguments; the message is for the model.
    """
    methods = _methods(gui=gui)
    if name not in methods:
        raise UnknownFunction(f"agent.{name}", ", ".join(f"agent.{known}" for known in methods))
    try:
        inspect.signature(methods[name]).bind(interface, *args, **kwargs)
    except TypeError as error:
        raise ProtocolError(f"agent.{name}: {error}") from error
    try:
        return methods[name](interface, *args, **kwargs)
    except ValidationError as error:
        raise ProtocolError(f"agent.{name}: {describe_invalid(error)}") from error


def describe_interface(*, gui: bool) -> str:
    """Return the class as the worker's prompt shows it."""
    lines = ["class Agent:"]
    for name, method in _methods(gui=gui).items():
        parameters = [
            parameter.replace(annotation=inspect.Parameter.empty)
            for parameter in inspect.signature(method).parameters.values()
        ]
        lines += [
            f"    def {name}{inspect.Signature(parameters)}:",
            f'        """{inspect.getdoc(method)}"""'.replace("\n", "\n        "),
        ]
    return "\n".join(lines)


def _methods(*, gui: bool) -> dict[str, Callable[..., Actions]]:
    public = ((name, item) for name, item in vars(AgentInterface).items() if not name.startswith("_"))
    return {name: item for name, item in public if gui or not getattr(item, "uses_gui", False)}


def _keys(name: str, value: object) -> tuple[str, ...]:
    keys = [value] if isinstance(value, str) else value
    if not isinstance(keys, list | tuple) or not all(isinstance(key, str) and key.strip() for key in keys):
        raise ProtocolError(f'{name} is a list of key names such as ["ctrl", "s"]')
    return tuple(key.strip() for key in keys)
