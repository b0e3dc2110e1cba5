"""What a tool promises, as a model beside the tests: a promise for each tool, a subject for each application."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from hypothesis.strategies import SearchStrategy

from controller.core.guest import Guest, ToolResult

State = dict[str, object]
"""What an independent reader finds: path (such as "sheet/Sales/cell/B2/formula") to a JSON value."""

Arguments = dict[str, Any]

ABSENT: Final = "(absent)"
"""In `Expected.changes`: the path does not exist afterwards."""


class Where:
    """A value of `Expected.changes` that is right where a condition holds."""

    def __init__(self, condition: Callable[[object], bool], what: str) -> None:
        self._condition = condition
        self._what = what

    def __eq__(self, other: object) -> bool:
        return self._condition(other)

    def __ne__(self, other: object) -> bool:
        return not self._condition(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return self._what


@dataclass(frozen=True)
class Expected:
    """What a call must do, given the state before it.

    Attributes:
        error: True: it must be refused; False: it must succeed; None: both are right.
        changes: Paths with their values after success.
        free: Patterns (fnmatch) of paths whose values after success the model leaves open. All others stay.
        answer: Returns what is wrong with a successful answer, or None.
        undoable: A change is one step of Undo.
        redoable: The application's Redo works after that.
        undo_free: Patterns of paths that the application's own Undo and Redo do not bring back.
        long_answer: The answer is data, so that it may exceed the limit of plain answers.
        seconds: A call that takes longer hangs.
    """

    error: bool | None = False
    changes: Mapping[str, object] = field(default_factory=dict)
    free: tuple[str, ...] = ()
    answer: Callable[[ToolResult], str | None] | None = None
    undoable: bool = True
    redoable: bool = True
    undo_free: tuple[str, ...] = ()
    long_answer: bool = False
    seconds: float = 10.0


REFUSED: Final = Expected(error=True)


@dataclass(frozen=True)
class Promise:
    """One tool's promise.

    Attributes:
        tool: Its canonical name.
        effect: What it promises, in one line for docs/tools.md.
        refuses: What it refuses, in one line for docs/tools.md.
        arguments: Draws arguments (valid, edge and wrong ones) for the state before the call.
        expected: What a call with these arguments must do in this state.
    """

    tool: str
    effect: str
    refuses: str
    arguments: Callable[[State], SearchStrategy[Arguments]]
    expected: Callable[[State, Arguments], Expected]


class Subject(ABC):
    """An application in a guest, in a state that is made, read and undone by other means than the tools.

    A module of this package holds one or more subclasses; `subjects.find_subjects` finds them.
    """

    name: ClassVar[str]
    """Name of the application in the options of `scripts/fuzz_tools`."""
    promises: ClassVar[Sequence[Promise]]
    calls_per_document: ClassVar[int] = 10
    """At most; more where a starting state takes much longer to make than a call."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest

    @abstractmethod
    def documents(self) -> SearchStrategy[Any]:
        """Draws the starting states: JSON values that say what `open` makes."""

    @abstractmethod
    def open(self, document: Any) -> None:
        """Make the state anew, whatever state the application is in, a crash included."""

    @abstractmethod
    def state(self) -> State:
        """Read everything that a call might change and must not change unless promised."""

    @abstractmethod
    def memory_mib(self) -> float:
        """Resident memory of the application's processes."""

    def undo(self) -> None:
        """Take back one step as the user would. Only called after calls that are `undoable`."""
        raise NotImplementedError(f"{self.name} has no Undo: its promises must say undoable=False")

    def redo(self) -> None:
        """Do the undone step again."""
        raise NotImplementedError(f"{self.name} has no Redo")

    def has_redo(self) -> bool:
        """Whether the application's Redo leads back to the state before Undo, in the state opened last."""
        return True

    def disturbed(self, after: State) -> tuple[str, ...]:
        """Patterns of paths that reading the state `after` a call keeps Undo from restoring."""
        return ()

    def undo_steps(self) -> int | None:
        """How many steps the user can take back; None where nobody counts them."""
        return None

    @abstractmethod
    def close(self) -> None:
        """Leave the guest as another subject can use it."""
