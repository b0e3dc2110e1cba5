from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.applications.registry import SNAPSHOTS
from controller.tasks.task import Task
from testbed.errors import TaskError

MakeTask = Callable[..., Task]
HEAD = 'instruction = "x"\napplications = ["vlc"]\n'
ALL = frozenset({"desktop", "headless", *SNAPSHOTS})
OPEN = '[[setup]]\nopen = "vlc"\n'
COPY = '[[setup]]\ncopy = "files/a"\nto = "/home/user/{}"\n'
RUN = '[[setup]]\nrun = ["true"]\n'


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        ("", "desktop"),
        (OPEN, "vlc"),
        (COPY.format("a") + OPEN, "vlc"),
        (COPY.format(".config/vlc/vlcrc") + OPEN, "desktop"),
        (RUN + OPEN, "desktop"),
        (OPEN + RUN, "vlc"),
        ('[[setup]]\nopen = "vlc"\nfiles = ["/home/user/a"]\n', "desktop"),
        ('[[setup]]\nopen = "libreoffice_calc"\nfiles = ["/home/user/a"]\n', "libreoffice_calc"),
        ('[[setup]]\nopen = "code"\nfiles = ["/home/user/project"]\n', "code"),
        ('[[setup]]\nopen = "gimp"\n', "gimp"),
        ('[[setup]]\nopen = "gimp"\nfiles = ["/home/user/a.png"]\n', "desktop"),
        ('[[setup]]\nopen = "terminal"\n', "desktop"),
    ],
)
def test_the_warmest_that_fits(
    task_folder: Callable[..., Path], make_task: MakeTask, setup: str, expected: str
) -> None:
    (task_folder() / "files").mkdir()
    (task_folder() / "files" / "a").touch()
    task = make_task(toml=HEAD + setup)
    assert task.select_snapshot(ALL) == expected
    assert task.select_snapshot(frozenset({"desktop"})) == "desktop"


def test_a_task_may_name_one(make_task: MakeTask) -> None:
    assert make_task(toml=HEAD + 'snapshot = "code"\n' + OPEN).select_snapshot(ALL) == "code"


def test_an_unknown_name_is_refused(make_task: MakeTask) -> None:
    with pytest.raises(TaskError, match="snapshot"):
        make_task(toml=HEAD + 'snapshot = "winamp"\n')


def test_a_headless_task_opens_nothing(make_task: MakeTask) -> None:
    headless = HEAD + 'snapshot = "headless"\n'
    assert make_task(toml=headless + RUN).select_snapshot(ALL) == "headless"
    with pytest.raises(
        TaskError, match=r"setup 1.*headless guest has no desktop|headless guest has no desktop"
    ):
        make_task(toml=headless + OPEN)
