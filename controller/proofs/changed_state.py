"""A recorded final state in which files are changed, as evidence for a checker."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from checkers import Termination
from checkers.differences.changed_files import FileChange, FileState
from controller.core.guest import FILE_LIMIT
from controller.records.final_state import State
from controller.records.replay_guest_view import ReplayGuestView

_MODE = 0o644
"""Permission bits of files of which no change is recorded; they are the same before and after."""


class ChangedState(ReplayGuestView):
    """A recorded state with some files changed. Answers of commands stay as they are.

    Attributes:
        read: The paths of the files that were read, in the order of their first reading.
    """

    def __init__(
        self,
        state: State,
        folder: Path,
        termination: Termination | None,
        changed: Mapping[str, bytes | None],
    ) -> None:
        """`changed` has the contents of changed and new files, by their paths; None is a file that is gone."""
        super().__init__(state, folder, termination)
        self.read: dict[str, None] = {}
        self._changed = changed

    def read_file(self, path: str, *, limit: int = FILE_LIMIT) -> bytes:
        self.read[path] = None
        if path not in self._changed:
            return super().read_file(path, limit=limit)
        content = self._changed[path]
        if content is None:
            raise FileNotFoundError(path)
        return self._limit(path, content, limit)

    def changed_files(self) -> list[FileChange]:
        changes = {change.path: change for change in super().changed_files()}
        for path, content in self._changed.items():
            recorded = changes.get(path)
            before = recorded.before if recorded else self._unchanged(path)
            mode = recorded.after.mode if recorded and recorded.after else _MODE
            after = None if content is None else FileState("f", mode, len(content), content=content)
            changes[path] = FileChange(path, before, after)
        return [changes[path] for path in sorted(changes)]

    def files(self) -> dict[str, bytes]:
        """Return the recorded files, of the home folder and those that were read, by their paths, unchanged."""
        names = dict(self._state.home.files)
        for answer in self._state.answers:
            if answer.query.kind == "read" and answer.content and answer.query.path in self.read:
                names[answer.query.path] = answer.content
        for changes in self._state.changes[-1:]:
            names |= {
                change.path: change.after.content
                for change in changes.changes
                if change.after and change.after.content
            }
        return {path: self.content(name) for path, name in names.items()}

    def new_files(self) -> set[str]:
        """Return the paths of the files that the episode made."""
        return {
            change.path
            for changes in self._state.changes[-1:]
            for change in changes.changes
            if change.before is None
        }

    def _unchanged(self, path: str) -> FileState | None:
        """The state of a file that the episode did not change; None if there is none."""
        name = self._state.home.files.get(path)
        if name is None:
            return None
        content = self.content(name)
        return FileState("f", _MODE, len(content), content=content)
