from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.cli.display import Silence
from controller.guests.fake.provider import FakeProvider
from controller.proofs import proof_record as module
from controller.proofs.proof_record import ProofRecorder, ProofState, proof_states, tools_hash
from controller.proofs.validation import prove
from controller.proofs.verdicts import Verdict
from controller.tasks.selection import load_tasks
from controller.tasks.task import Task
from controller.tool_filter.catalogue import load_catalogue
from controller.tool_filter.servers import own_tools
from testbed.errors import ImageError
from tests.controller.proofs.test_validation import SOLVE, TOOL_TASK

MakeTask = Callable[..., Task]


class Desktops(FakeProvider):
    """Fake guests that count as real ones, of the image `image_hash`."""

    @property
    def name(self) -> str:
        return "desktops"


class Image:
    hash = "fake-1"


@pytest.fixture
def task(make_task: MakeTask) -> Task:
    return make_task(toml=TOOL_TASK, solve=SOLVE)


@pytest.fixture(autouse=True)
def _image(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_image", Image)


def validate(task: Task, tmp_path: Path, recorder: ProofRecorder | None = None) -> list[str]:
    provider = Desktops()
    recorder = recorder or ProofRecorder([task], provider)
    prove([task], provider, 2, tmp_path / "records", Silence(), on_task=recorder.record)
    return recorder.problems


def state(task: Task) -> ProofState:
    (task,) = load_tasks([task.id], Path(task.path).parents[2])
    return proof_states([task])[0]


def proof_file(task: Task) -> Path:
    return Path(task.path).with_name("proof.json")


def test_a_proven_task_has_its_proof_on_record(task: Task, tmp_path: Path) -> None:
    assert state(task).stale == ("no proof",)
    before = task.hash
    assert validate(task, tmp_path) == []
    text = proof_file(task).read_text()
    assert re.search(
        r'^    "wrong_word": {"score": 0.0, "steps": 2, "seconds": \d*[05]},$', text, re.MULTILINE
    )
    data = json.loads(text)
    assert list(data["claims"]) == ["idle", "mcp", "wrong_word", "wrong_place"]
    assert (data["provider"], data["image"]) == ("desktops", "fake-1")
    now = state(task)
    assert now.stale == () and now.older == ("tools",)
    assert now.proof is not None and now.proof.folder == before
    (again,) = load_tasks([task.id], Path(task.path).parents[2])
    assert again.hash == before


@pytest.mark.parametrize("snapshot", ["desktop", "headless"])
def test_the_tools_are_compared_with_those_of_the_guest_that_a_task_is_played_in(
    snapshot: str, make_task: MakeTask, tmp_path: Path
) -> None:
    task = make_task(toml=f'{TOOL_TASK}snapshot = "{snapshot}"\n', solve=SOLVE)
    other = make_task("os/other", toml=TOOL_TASK, solve=SOLVE)
    recorder = ProofRecorder([task], provider := Desktops())
    prove([task, other], provider, 2, tmp_path / "records", Silence(), on_task=recorder.record)
    data = json.loads(proof_file(task).read_text())
    assert data["tools"] == tools_hash(provider.start(snapshot).list_tools())
    tools = own_tools(headless=snapshot == "headless")
    proof_file(task).write_text(json.dumps(data | {"tools": tools_hash(tools)}))
    assert state(task).older == ()


def test_what_is_not_proven_gets_no_proof_and_keeps_an_earlier_one(task: Task, tmp_path: Path) -> None:
    validate(task, tmp_path)
    proof = proof_file(task).read_bytes()
    solve = Path(task.path).with_name("solve.py")
    solve.write_text(SOLVE.replace('call("almost")', 'call("done")'))
    assert validate(task, tmp_path / "again") == []
    assert proof_file(task).read_bytes() == proof
    assert state(task).stale == ("folder",)
    proof_file(task).unlink()
    validate(task, tmp_path / "third")
    assert not proof_file(task).exists()


@pytest.mark.parametrize("name", ["files/new.txt", "check.py", "helper.py"])
def test_any_file_of_the_folder_makes_a_proof_stale(name: str, task: Task, tmp_path: Path) -> None:
    validate(task, tmp_path)
    file = Path(task.path).with_name("x").parent / name
    file.parent.mkdir(exist_ok=True)
    file.write_text((file.read_text() if file.exists() else "") + "\n")
    assert state(task).stale == ("folder",)


@pytest.mark.parametrize("name", [".check.py.swp", "check.py~", "#check.py#", "__pycache__/check.pyc"])
def test_caches_and_what_editors_leave_do_not(name: str, task: Task, tmp_path: Path) -> None:
    validate(task, tmp_path)
    file = Path(task.path).parent / name
    file.parent.mkdir(exist_ok=True)
    file.write_text("x")
    assert state(task).stale == ()


def test_changes_are_told_apart(task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    validate(task, tmp_path)
    proof = json.loads(proof_file(task).read_text())
    tools = tools_hash(load_catalogue())
    proof |= {"image": "another", "tools": tools}
    proof_file(task).write_text(json.dumps(proof))
    assert (state(task).stale, state(task).older) == ((), ("image",))
    del proof["claims"]["wrong_place"]
    proof_file(task).write_text(json.dumps(proof | {"checkers": "others"}))
    assert state(task).stale == ("checkers", "claim wrong_place")

    def no_image() -> None:
        raise ImageError("there is no image")

    monkeypatch.setattr(module, "find_image", no_image)
    assert state(task).older == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "proof.json:1: the file is cut short"),
        ('{"format": 2}', "format: should be"),
        ('{"format": 1}', "date: is missing"),
    ],
)
def test_a_broken_proof_is_named_and_holds_nothing_up(
    text: str, message: str, task: Task, make_task: MakeTask, tmp_path: Path
) -> None:
    validate(task, tmp_path)
    other = make_task("os/other", toml=TOOL_TASK, solve=SOLVE)
    proof_file(other).write_text(text)
    good, bad = proof_states([task, other])
    assert good.stale == () and bad.proof is None
    assert message in bad.stale[0]


def test_a_task_that_changes_while_it_is_proven_gets_no_proof(task: Task, tmp_path: Path) -> None:
    provider = Desktops()
    recorder = ProofRecorder([task], provider)
    (Path(task.path).parent / "new.txt").write_text("late")
    (problem,) = validate(task, tmp_path, recorder)
    assert problem == "os/note: no proof is recorded: it changed while it was proven; validate it again"
    assert not proof_file(task).exists()


def test_a_folder_that_cannot_be_written_is_one_clear_line(task: Task, tmp_path: Path) -> None:
    (proof_file(task).parent / ".proof.json.new").mkdir()  # what root may not write either
    (problem,) = validate(task, tmp_path)
    assert problem.startswith(f"os/note: no proof is recorded: cannot write {proof_file(task)}: ")
    assert "\n" not in problem


@pytest.mark.parametrize(
    ("provider", "network", "screen", "why"),
    [
        (FakeProvider(), "closed", "", "fake prove nothing"),
        (Desktops(), "open", "", "the guests' network is open"),
        (Desktops(), "closed", "1920x1080", "screen is 1920x1080, and tasks are proven on the usual one"),
    ],
)
def test_guests_that_prove_nothing_about_runs_leave_no_record(
    provider: FakeProvider, network: str, screen: str, why: str, task: Task, tmp_path: Path
) -> None:
    recorder = ProofRecorder([task], provider, network, screen)
    (problem,) = validate(task, tmp_path, recorder)
    assert why in problem
    assert not proof_file(task).exists()


def test_the_verdicts_of_each_task_come_when_its_last_episode_has_ended(
    task: Task, make_task: MakeTask, tmp_path: Path
) -> None:
    other = make_task("os/other", toml=TOOL_TASK, solve=SOLVE)
    seen: dict[str, list[Verdict]] = {}
    verdicts = prove(
        [task, other],
        Desktops(),
        2,
        tmp_path / "records",
        Silence(),
        on_task=lambda task, verdicts, _tools: seen.update({task.id: list(verdicts)}),
    )
    assert sorted(verdicts, key=str) == sorted([*seen["os/note"], *seen["os/other"]], key=str)
    assert {verdict.name: (verdict.score, verdict.steps) for verdict in seen["os/note"]} == {
        "has a reference (mcp)": (None, 0),
        "names wrong results": (None, 0),
        "idle": (0.0, 1),
        "mcp": (1.0, 2),
        "wrong_word": (0.0, 2),
        "wrong_place": (0.0, 1),
        "annotated tools exist": (None, 0),
    }


def test_the_tools_of_a_tasks_servers_are_not_those_of_the_guests(
    make_task: MakeTask, tmp_path: Path
) -> None:
    tasks = [
        make_task("os/plain", toml=TOOL_TASK, solve=SOLVE),
        make_task("os/served", toml=TOOL_TASK + 'servers = ["calculator"]\n', solve=SOLVE),
    ]
    hashes: dict[str, str] = {}
    prove(
        tasks,
        Desktops(),
        2,
        tmp_path / "records",
        Silence(),
        on_task=lambda task, _verdicts, tools: hashes.update({task.id: tools_hash(tools)}),
    )
    assert hashes["os/plain"] == hashes["os/served"]
