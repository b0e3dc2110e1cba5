"""The layout of a run's folder, which only `controller/records` knows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.records.files import write_whole
from controller.records.run_folder import EpisodeFolder, RunFolder, changing_files

PROJECT = Path(__file__).parents[3]
FILES = (
    *("run.json", "tools.json", "summary.json", "best_of.json", "error.json", "question.json", "answer.json"),
    *("result.json", "recheck.json", "state.json", "study.json", "log.jsonl", "events.jsonl"),
    "exchanges.jsonl.gz",
)
JOINED = ("episodes", "screens", "attempts", "final", "verdicts", "imported")
NOT_OF_RUNS = {
    "controller/guests/server_check.py": "tools.json of a server in the guest",
    "plugins/tool_pools/imports/pool_tools.py": "tools.json of LiveMCPBench",
    "plugins/tool_pools/sources/livemcpbench/source.py": "tools.json of LiveMCPBench",
    "controller/results/viewer/app.py": "addresses of the viewer",
    "controller/results/viewer/links.py": "addresses of the viewer",
    "controller/results/viewer/outcome.py": "addresses of the viewer",
    "controller/results/viewer/static_site.py": "addresses of the viewer",
    "controller/synthesis/stages.py": "folder of episodes beside the stages of a draft",
    "scripts/recount_persona.py": "recounts scores without the project's code",
    "scripts/demo_agents.py": "reads summary.json as a user's script does, without the project's code",
}
"""Where a name is like one of a run's folder, and what it is there."""
_FILE = re.compile(rf"(\S*[/*.])?({'|'.join(map(re.escape, FILES))})")
_FOLDER = re.compile(rf"(\S*/)?({'|'.join(JOINED)})(/\S*)?")


def names_in(source: str) -> Iterator[str]:
    """Yield the strings of a program that name files of a run's folder, or join or search its folders."""
    for node in ast.walk(ast.parse(source)):
        joined: list[ast.expr] = []
        match node:
            case ast.Constant(value=str(text)) if _FILE.fullmatch(text):
                yield text
            case ast.BinOp(op=ast.Div()):
                joined = [node.left, node.right]
            case ast.Call(func=ast.Attribute(attr="joinpath" | "glob" | "rglob") | ast.Name(id="Path")):
                joined = node.args
        parts = (
            part for item in joined for part in (item.values if isinstance(item, ast.JoinedStr) else [item])
        )
        for part in parts:
            if (
                isinstance(part, ast.Constant)
                and isinstance(part.value, str)
                and _FOLDER.fullmatch(part.value)
            ):
                yield part.value


def test_names_of_a_run_s_folder_are_written_in_records_alone() -> None:
    places = {
        path.relative_to(PROJECT).as_posix(): path
        for room in ("controller", "testbed", "scripts", "plugins")
        for path in (PROJECT / room).rglob("*.py")
        if PROJECT / "controller" / "records" not in path.parents
    }
    found = {name: names for name, path in places.items() if (names := sorted(names_in(path.read_text())))}
    assert {name: names for name, names in found.items() if name not in NOT_OF_RUNS} == {}
    assert found.keys() == NOT_OF_RUNS.keys()  # none of the exceptions is out of date


@pytest.mark.parametrize(
    "source",
    [
        "folder / 'run.json'",
        "f'{folder}/result.json'",
        "folder.glob('*/summary.json')",
        "folder.glob('episodes/*/*')",
        "folder / 'screens' / name",
        "folder / f'attempts/{number}.jsonl'",
        "Path('attempts', name)",
        "NAME = 'events.jsonl'",
        "requests.rglob(f'{name}.exchanges.jsonl.gz')",
    ],
)
def test_a_name_is_found_however_it_is_joined(source: str) -> None:
    assert list(names_in(source))


def test_messages_and_tables_may_have_the_same_words() -> None:
    source = "raise UsageError(f'{folder} has no run.json'); row['episodes']; 'final'.title(); Path('tasks')"
    assert list(names_in(source)) == []


def test_attempts_are_those_with_numbers(tmp_path: Path) -> None:
    episode = RunFolder(tmp_path).episode("os/a", 2)
    for number in (1, 2, 10):
        write_whole(episode.events_file(number), b"")
        write_whole(episode.exchanges_file(number), b"")
        write_whole(episode.moved_result_file(number), b"")
    for odd in ("odd.jsonl", "0.jsonl", "01.jsonl", "1234567.jsonl", "odd.result.json"):
        write_whole(episode.attempts_folder / odd, b"")
    assert episode.attempts() == (1, 2, 10)
    assert [path.name for path in episode.moved_results()] == [
        "1.result.json",
        "2.result.json",
        "10.result.json",
    ]
    assert episode.path == tmp_path / "episodes/os/a/2"


def test_pictures_are_found_by_the_names_that_testbed_gives(tmp_path: Path) -> None:
    episode = EpisodeFolder(tmp_path)
    name, linked = "a" * 32, "b" * 32
    write_whole(episode.screens / f"{name}.jpg", b"\xff\xd8")
    (episode.screens / f"{linked}.png").symlink_to(episode.screens / f"{name}.jpg")
    assert episode.picture(name) == episode.screens / f"{name}.jpg"
    for other in (linked, "c" * 32, "../" + name, "", None, 3):
        assert episode.picture(other) is None


def test_what_changes_is_what_an_episode_and_its_run_write(tmp_path: Path) -> None:
    run = RunFolder(tmp_path)
    episode = run.episode("os/a", 1)
    names = set(changing_files(str(tmp_path), [str(episode.path)]))
    assert {str(run.run_file), str(run.summary_file), str(run.error_file), str(run.question_file)} < names
    assert {str(episode.path), str(episode.events_file()), str(episode.result_file)} < names
    assert str(episode.recheck_file) in names
