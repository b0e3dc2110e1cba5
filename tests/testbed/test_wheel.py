"""The built wheel is all that `testbed` needs: its commands work outside the clone."""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path

import pytest

from testbed import load_run
from testbed.tasks import load_tasks, tasks_root
from tests.testbed.wheel_environment import PROJECT, WheelEnvironment, make_environment
from vm_images.profile import load_profile, profile_names
from vm_images.recipe import image_hash, plan

pytestmark = [pytest.mark.pypi, pytest.mark.slow]
SMALL_TASKS = PROJECT / "tests" / "controller" / "data" / "tasks"
PACKAGES = ("testbed", "controller", "plugins", "mcp_tools", "checkers", "vm_images")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> WheelEnvironment:
    return make_environment(tmp_path_factory.mktemp("wheel"))


def project_files() -> set[str]:
    """The files of the packages, as git has them."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *PACKAGES], cwd=PROJECT, capture_output=True, text=True, check=True
    ).stdout
    return {name for name in listed.split("\0") if name and (PROJECT / name).is_file()}


def test_the_wheel_holds_every_file_of_the_packages(installed: WheelEnvironment) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        shipped = set(wheel.namelist())
    names = project_files()
    assert len(names) > 400
    assert sorted(names - shipped) == []
    assert {name.partition("/")[0] for name in shipped if ".dist-info" not in name} == set(PACKAGES)


def test_it_runs_from_its_own_files(installed: WheelEnvironment) -> None:
    code = "import testbed.tasks, controller, checkers; print(testbed.__file__, testbed.tasks.tasks_root())"
    for path in installed.run("-c", code).split():
        assert Path(path).is_relative_to(installed.python.parents[1])


def test_its_image_is_that_of_the_clone(installed: WheelEnvironment) -> None:
    code = (
        "import json\n"
        "from vm_images.profile import load_profile, profile_names\n"
        "from vm_images.recipe import image_hash, plan\n"
        "print(json.dumps({name: image_hash(plan(load_profile(name))) for name in profile_names()}))"
    )
    hashes = json.loads(installed.run("-c", code))
    assert hashes == {name: image_hash(plan(load_profile(name))) for name in profile_names()}


def test_its_tasks_are_those_of_the_clone(installed: WheelEnvironment) -> None:
    code = (
        "import json\nfrom testbed.tasks import Selection, select_tasks, tasks_root\n"
        "tasks = select_tasks(Selection(), tasks_root())\n"
        "print(json.dumps({task.id: task.hash for task in tasks}))"
    )
    hashes = json.loads(installed.run("-c", code))
    assert len(hashes) >= 33
    assert hashes == {task.id: task.hash for task in load_tasks(hashes, tasks_root())}


def test_it_has_the_ready_studies(installed: WheelEnvironment) -> None:
    text = installed.run("-m", "testbed", "study", "rehearsal", "--provider", "fake", "--dry-run")
    assert "episodes" in text


def test_a_run_on_fake_guests(installed: WheelEnvironment) -> None:
    command = ("run", "--suite", "core", "--provider", "fake", "--agent", "oracle", "--out", "fake")
    installed.run("-m", "testbed", *command, TESTBED_TASKS=str(SMALL_TASKS))
    run = load_run(installed.folder / "fake")
    assert len(run.episodes) == 4 and all(episode.succeeded for episode in run.episodes)


@pytest.mark.root
@pytest.mark.guest
def test_a_task_of_the_wheel_on_a_guest(installed: WheelEnvironment) -> None:
    command = (
        "run",
        "--task",
        "os/backup_letters",
        "--agent",
        "oracle",
        "--provider",
        "nspawn",
        "--guests",
        "1",
    )
    installed.run("-m", "testbed", *command, "--out", "guest")
    (episode,) = load_run(installed.folder / "guest").episodes
    assert episode.succeeded, episode
