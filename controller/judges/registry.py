"""Judges by name: the modules of `controller/judges/builtin`, and those of other distributions.

    [project.entry-points."testbed.judges"]
    my_judge = "my_package.my_judge:JUDGE"

An entry point names an object that implements `Judge` (`contract.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from controller.core.plugins import find_plugins, modules_in, unknown_name
from controller.judges.contract import OPENING, Judge
from controller.tasks.task import JudgeNotes
from testbed.errors import UsageError

BUILTIN = "controller.judges.builtin"
GROUP = "testbed.judges"
KIND = "judge"


def judge_names() -> tuple[str, ...]:
    """Return the names of all usable judges: testbed's own, then those of other distributions."""
    own = modules_in(BUILTIN)
    plugins = find_plugins(GROUP, KIND, own)
    return (*own, *(name for name, plugin in plugins.items() if not plugin.problem))


def load_judge(name: str) -> Judge:
    """Return the judge of that name. Raises UsageError when there is none, or it cannot be used."""
    own = modules_in(BUILTIN)
    if name in own:
        judge: Judge = import_module(f"{BUILTIN}.{name}").JUDGE
        return judge
    plugins = find_plugins(GROUP, KIND, own)
    if name not in plugins:
        raise unknown_name(KIND, name, judge_names())
    plugin = plugins[name]
    loaded: Judge = plugin.load()
    prompt = getattr(loaded, "prompt", None)
    if getattr(loaded, "name", None) != name or not isinstance(prompt, str) or not prompt.startswith(OPENING):
        raise UsageError(
            f"{plugin.title} must have the name of its entry point and a prompt that begins with {OPENING!r}",
            hint=plugin.remedy,
        )
    return loaded


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
    return [judge for judge in map(load_judge, judge_names()) if judge.applies(notes)]
