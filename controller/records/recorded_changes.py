"""What `changed_files` returned, as a recorded final state has it: contents by name, beside the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from checkers.differences.changed_files import FileChange, FileKind, FileState
from checkers.evidence import Unusable
from testbed.errors import CommandError, NotRecordedError

BlobName = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RecordedFile(_Record):
    """A `FileState`. `content` is None if it has none or, without `kept`, if its content was too large to be kept."""

    kind: FileKind
    mode: int
    size: int
    target: str = ""
    content: BlobName | None = None
    kept: bool = True

    def state(self, path: str, content: Callable[[str], bytes]) -> FileState:
        """Return the state; `content` returns a recorded content by its name.

        Raises NotRecordedError, FileNotFoundError as `content`.
        """
        if not self.kept:
            raise NotRecordedError(f"the recorded changes lack the content of {path}: it is too large")
        data = None if self.content is None else content(self.content)
        return FileState(self.kind, self.mode, self.size if data is None else len(data), self.target, data)


class RecordedChange(_Record):
    """A `FileChange`."""

    path: str
    before: RecordedFile | None = None
    after: RecordedFile | None = None


class HomeChanges(_Record):
    """What `changed_files` returned, or why it could not.

    Attributes:
        after: The number of commands run before it that may have changed the guest.
        changes: What it returned.
        error: The text of the CommandError that it raised.
        unusable: The expectation of the `Unusable` that it raised, and what was found.
    """

    after: int
    changes: tuple[RecordedChange, ...] = ()
    error: str = ""
    unusable: tuple[str, str] | None = None

    @classmethod
    def of(
        cls, after: int, look: Callable[[], Sequence[FileChange]], keep: Callable[[bytes], str]
    ) -> HomeChanges:
        """Record what `look` returns or raises; `keep` returns the name of a content, "" if it is too large to keep."""
        try:
            changes = look()
        except CommandError as error:
            return cls(after=after, error=error.message)
        except Unusable as problem:
            return cls(after=after, unusable=(problem.expected, str(problem.found)))
        recorded = (
            RecordedChange(
                path=change.path, before=_record(change.before, keep), after=_record(change.after, keep)
            )
            for change in changes
        )
        return cls(after=after, changes=tuple(recorded))

    def answer(self, content: Callable[[str], bytes]) -> list[FileChange]:
        """Return what `changed_files` returned, or raise what it raised; a missing `content` is a file that is gone.

        Raises CommandError, Unusable, NotRecordedError.
        """
        if self.error:
            raise CommandError(self.error)
        if self.unusable:
            raise Unusable(*self.unusable)
        return [
            FileChange(
                change.path,
                _state(change.path, change.before, content),
                _state(change.path, change.after, content),
            )
            for change in self.changes
        ]


def _record(state: FileState | None, keep: Callable[[bytes], str]) -> RecordedFile | None:
    if state is None:
        return None
    name = "" if state.content is None else keep(state.content)
    return RecordedFile(
        kind=state.kind,
        mode=state.mode,
        size=state.size,
        target=state.target,
        content=name or None,
        kept=state.content is None or bool(name),
    )


def _state(path: str, recorded: RecordedFile | None, content: Callable[[str], bytes]) -> FileState | None:
    if recorded is None:
        return None
    try:
        return recorded.state(path, content)
    except FileNotFoundError:
        return None
