"""Judges by name: all are of plugins."""

from __future__ import annotations

from collections.abc import Sequence

from controller.judges.contract import JUDGE_OPENING, Judge
from controller.tasks.task_judging import JudgeNotes
from testbed.errors import UsageError
from testbed.extension_points import JUDGES


def load_judge(name: str) -> Judge:
    """Return the judge of that name. Raises UsageError when there is none, or it cannot be used."""
    judge, extension = JUDGES.load(name), JUDGES.extension_of(name)
    if extension and not (judge.name == name and judge.prompt.startswith(JUDGE_OPENING)):
        raise UsageError(
            f"{extension.title} must have the name of its entry point and a prompt that begins with {JUDGE_OPENING!r}",
            hint=extension.remedy,
        )
    return judge


def judges_for(notes: JudgeNotes, names: Sequence[str] = ()) -> list[Judge]:
    """Return the judges of an episode.

    Args:
        notes: What the task's author wrote for judges.
        names: The judges that the user names; those that cannot judge such a task are left out. With none, those that
            the notes are for.

    Raises:
        UsageError: There is no judge of a name, or it cannot be used.
    """
    if names:
        return [judge for judge in map(load_judge, names) if judge.can_judge(notes)]
    return [judge for judge in map(load_judge, JUDGES.names()) if judge.applies(notes)]
