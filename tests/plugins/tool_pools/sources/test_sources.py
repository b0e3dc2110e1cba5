"""The tasks of LiveMCPBench, MCPVerse and MCP-Bench: texts, servers, files, notes for judges, reasons to skip."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.guests.fake.guest import FakeGuest
from controller.guests.provider import DESKTOP, HEADLESS, SNAPSHOTS
from controller.tasks.added_servers import AddedServers
from controller.tasks.sources.registry import open_source
from controller.tasks.task import Task, with_judge, with_servers
from plugins.tool_pools.sources.files import HOME, MOST_BYTES
from plugins.tool_pools.sources.names import TABLE, added_id, server_names
from testbed.errors import SetupError, TaskError, UsageError
from testbed.extension_points import TASK_SOURCES
from tests.plugins.tool_pools.sources import checkouts
from tests.plugins.tool_pools.sources.checkouts import (
    annotation,
    bench_task,
    group,
    question,
    with_tools,
    write,
)
from vm_images.server_pool import OFFERED_SERVERS, server_pool

Make = Callable[..., Path]
OWN = '[[server]]\nid = "{id}"\npurpose = "Does."\ncommand = ["does"]\n'


def tasks(suite: str, folder: Path) -> dict[str, Task]:
    source = open_source(f"{suite}:{folder}", {})
    return {task_id: source.load(task_id) for task_id in source.ids()}


def only(suite: str, folder: Path) -> Task:
    [task] = tasks(suite, folder).values()
    return task


def read_added(folder: Path, server_id: str) -> AddedServers:
    return AddedServers.read(write(folder / "own.toml", OWN.format(id=server_id)))


SUITES = set(tomllib.loads(TABLE.read_text())) - {"file", "standard"}


def test_the_sources_are_known_by_the_names_of_the_table() -> None:
    assert set(TASK_SOURCES.names()) > SUITES


@pytest.mark.parametrize("suite", sorted(SUITES))
def test_the_table_names_servers_of_the_pool(suite: str) -> None:
    pool = server_pool()
    assert server_names(suite).ids
    assert [name for name in server_names(suite).ids.values() if name not in pool] == []


def test_other_names_become_ids() -> None:
    assert added_id("NASA Data") == "nasa-data"
    assert added_id("paper_search_server") == "paper-search-server"
    assert added_id("12306-mcp") == "server-12306-mcp"
    assert added_id("天气") == "server"


def test_a_task_of_livemcpbench(tmp_path: Path, fake_guest: FakeGuest, cancel: threading.Event) -> None:
    task = only("livemcpbench", checkouts.livemcpbench(tmp_path, annotation(**with_tools("calculate"))))
    assert task.id == "shopping/a1"
    assert task.instruction == f"Add the prices in {HOME}/txt/prices.txt into {HOME}/txt/sum.txt."
    assert (task.servers.ids, task.skip_reason, task.info.requirement) == (
        ("calculator",),
        "",
        "runs with the pool",
    )
    assert task.judging.notes.key_points == ("Do it.",)
    assert task.select_snapshot(SNAPSHOTS) == HEADLESS
    assert task.select_snapshot(frozenset({DESKTOP})) == DESKTOP
    task.set_up(fake_guest, cancel)
    assert fake_guest.read_file(f"{HOME}/txt/prices.txt") == b"1\n2\n"
    assert fake_guest.read_file(OFFERED_SERVERS) == b"calculator\n"
    with pytest.raises(FileNotFoundError):
        fake_guest.read_file(f"{HOME}/txt/sum.txt")


def test_key_points_are_the_steps_without_their_numbers(tmp_path: Path) -> None:
    notes = only("livemcpbench", checkouts.livemcpbench(tmp_path)).judging.notes
    assert notes.key_points == (f"Read {HOME}/txt/prices.txt", "Add them.")


def test_of_several_servers_with_a_tool_one_at_hand_is_chosen(tmp_path: Path) -> None:
    task = only(
        "livemcpbench", checkouts.livemcpbench(tmp_path, annotation(**with_tools("read", "calculate")))
    )
    assert task.servers.ids == ("calculator", "text-editor")


def test_a_server_that_is_needed_anyway_is_preferred(tmp_path: Path) -> None:
    folder = checkouts.livemcpbench(tmp_path, annotation(**with_tools("read", "edit")))
    assert only("livemcpbench", folder).servers.ids == ("text-editor",)


def test_tools_that_no_server_at_hand_has_are_named(tmp_path: Path) -> None:
    folder = checkouts.livemcpbench(tmp_path, annotation(**with_tools("fetch", "fly", "calculate")))
    task = only("livemcpbench", folder)
    assert task.skip_reason == "needs servers: fetch (web), fly (no server of the checkout)"
    assert task.info.requirement == task.skip_reason


def test_servers_of_ones_own_are_at_hand(tmp_path: Path) -> None:
    folder = checkouts.livemcpbench(tmp_path, annotation(**with_tools("fetch", "calculate")))
    task = only("livemcpbench", folder)
    widened = with_servers(task, read_added(tmp_path, "web"))
    assert (widened.servers.ids, widened.skip_reason) == (("calculator", "web"), "")
    assert widened.info.requirement == "needs servers: fetch (web)"
    assert task.skip_reason == "needs servers: fetch (web)"


def test_a_declared_file_that_is_missing_is_an_obstacle(tmp_path: Path) -> None:
    given = {**with_tools("calculate"), "file_name": "/root/txt/prices.txt, /root/music/a.wav"}
    task = only("livemcpbench", checkouts.livemcpbench(tmp_path, annotation(**given)))
    assert task.skip_reason == "needs files: the checkout has no music/a.wav"


def test_a_pointer_of_git_lfs_is_no_file(tmp_path: Path) -> None:
    folder = checkouts.livemcpbench(tmp_path, annotation(**with_tools("calculate")))
    write(
        folder / "annotated_data/txt/prices.txt", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n"
    )
    assert only("livemcpbench", folder).skip_reason == (
        "needs files: txt/prices.txt is a Git LFS pointer; run `git lfs pull` in the checkout"
    )


def test_a_file_that_is_too_large_is_an_obstacle(tmp_path: Path) -> None:
    folder = checkouts.livemcpbench(tmp_path, annotation(**with_tools("calculate")))
    with (folder / "annotated_data/txt/prices.txt").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    assert only("livemcpbench", folder).skip_reason == "needs files: txt/prices.txt has more than 64 MiB"


@pytest.mark.parametrize("way", ["dots", "link"])
def test_files_outside_the_checkout_do_not_come_into_a_guest(
    tmp_path: Path, way: str, fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    secret = write(tmp_path / "secret.txt", "secret")
    path = "../../secret.txt" if way == "dots" else "txt/link.txt"
    changes = {**with_tools("calculate"), "Question": f"Read /root/{path}"}
    folder = checkouts.livemcpbench(tmp_path / "checkout", annotation(**changes))
    if way == "link":
        (folder / "annotated_data" / path).symlink_to(secret)
    task = only("livemcpbench", folder)
    assert task.skip_reason == f"needs files: {path} is outside the folder annotated_data of the checkout"
    with pytest.raises(SetupError, match="outside the folder"):
        task.set_up(fake_guest, cancel)


def test_a_folder_is_copied_and_a_bundle_is_cloned(tmp_path: Path) -> None:
    changes = {**with_tools("calculate"), "Question": "Compare /root/txt and /root/git."}
    folder = checkouts.livemcpbench(tmp_path, annotation(**changes))
    write(folder / "annotated_data" / "git.bundle", b"# v2 git bundle\n")
    task = only("livemcpbench", folder)
    assert task.skip_reason == ""
    assert task.describe_setup() == [
        f"copy txt to {HOME}/txt",
        f"copy git to {HOME}/git",
        "offer the servers calculator",
    ]


def test_the_hash_follows_files_and_texts(tmp_path: Path) -> None:
    folder = checkouts.livemcpbench(tmp_path)
    before = only("livemcpbench", folder)
    first = (before.hash, before.initial_state_hash)
    write(folder / "annotated_data/txt/prices.txt", "3\n")
    changed = only("livemcpbench", folder)
    assert changed.hash != first[0] and changed.initial_state_hash != first[1]
    checkouts.livemcpbench(tmp_path, annotation(answers="other"))
    again = only("livemcpbench", folder)
    assert again.hash != first[0] and again.initial_state_hash == first[1]


def test_a_task_of_mcpverse(tmp_path: Path, fake_guest: FakeGuest, cancel: threading.Event) -> None:
    text = "Copy `./test_data/a/b.txt` into ./outputs/{OUTPUT_SUB_FOLDER}/task_outputs/c.txt."
    folder = checkouts.mcpverse(
        tmp_path, question("Q7", question=text, MCP="calculator + git", complexity="L2")
    )
    write(folder / "mcpverse/test_data/a/b.txt", "b")
    task = only("mcpverse", folder)
    assert (task.id, task.info.level, task.servers.ids) == ("calculator-git/Q7", "L2", ("calculator", "git"))
    assert task.instruction == f"Copy `{HOME}/test_data/a/b.txt` into {HOME}/outputs/task_outputs/c.txt."
    assert task.judging.notes.reference == "3"
    assert task.skip_reason == ""
    with_one = only("mcpverse", checkouts.mcpverse(folder, question(question="See test_data/a.")))
    with_one.set_up(fake_guest, cancel)
    assert fake_guest.read_file(f"{HOME}/test_data/a/b.txt") == b"b"


def test_a_servers_file_is_put_where_the_pools_server_reads_it(tmp_path: Path) -> None:
    folder = checkouts.mcpverse(tmp_path, question(MCP="sqlite"))
    assert only("mcpverse", folder).skip_reason == (
        "needs files: the checkout has no test_data/california_schools.db"
    )
    write(folder / "mcpverse/test_data/california_schools.db", "SQLite")
    task = only("mcpverse", folder)
    assert task.skip_reason == ""
    assert task.describe_setup()[0] == f"copy test_data/california_schools.db to {HOME}/database.db"


@pytest.mark.parametrize(
    ("changes", "skip_reason"),
    [
        ({"MCP": "Far Away"}, "needs servers: far-away"),
        ({"eval_method": "eval_script"}, "needs a script: eval_scripts/Q1.py judges it"),
        ({"time-sensitive": "Yes"}, "needs the web: the answer is time-sensitive"),
        ({"answer": " "}, "needs a reference: the table has no answer"),
        ({"question": "See ./test_data/none.txt"}, "needs files: the checkout has no test_data/none.txt"),
    ],
)
def test_why_a_task_of_mcpverse_cannot_run(tmp_path: Path, changes: dict[str, str], skip_reason: str) -> None:
    task = only("mcpverse", checkouts.mcpverse(tmp_path, question(**changes)))
    assert task.skip_reason.startswith(skip_reason)


def test_the_releases_code_tool_is_desktop_commander(tmp_path: Path) -> None:
    assert only("mcpverse", checkouts.mcpverse(tmp_path, question(MCP="code"))).servers.ids == (
        "desktop-commander",
    )


def test_tasks_of_mcp_bench(tmp_path: Path) -> None:
    both = group(bench_task("two_000"), servers=("Unit Converter", "Math MCP"), combination_name="Numbers")
    found = tasks("mcp-bench", checkouts.mcp_bench(tmp_path, group(bench_task()), both))
    assert list(found) == ["1-server/convert_000", "2-servers/two_000"]
    one, two = found.values()
    assert one.instruction == "How far is three miles, for Europeans?"
    [point] = one.judging.notes.key_points
    assert "convert_length with 3 miles" in point
    assert "convert_length with 3 miles" in one.judging.notes.dependencies
    assert one.judging.notes.dependencies.endswith("One call.")
    assert (one.servers.ids, one.skip_reason) == (("unit-converter",), "")
    assert two.skip_reason == "needs servers: math-mcp"
    assert with_servers(two, read_added(tmp_path, "math-mcp")).servers.ids == ("math-mcp", "unit-converter")


@pytest.mark.parametrize(
    ("suite", "make"),
    [
        ("livemcpbench", checkouts.livemcpbench),
        ("mcpverse", checkouts.mcpverse),
        ("mcp-bench", checkouts.mcp_bench),
    ],
)
def test_without_a_judge_there_is_no_checker(suite: str, make: Make, tmp_path: Path) -> None:
    task = only(suite, make(tmp_path))
    assert not task.judging.has_checker and task.info.tool_beneficial
    with pytest.raises(TaskError, match="only a judge can score"):
        task.judging.checker()
    assert with_judge(task).judging.checker()(None).claims == ()  # type: ignore[arg-type]  # it reads no guest


BAD_LIVE: list[tuple[object, str]] = [
    ({"a": 1}, "all_annotations.json: the file is no list"),
    ([1], r"all_annotations.json: \[0\]: should be a valid dictionary"),
    ([annotation(), annotation("a2", extra=1)], r"\[1\].extra: is unknown"),
    ([annotation(), annotation()], "the id 'shopping/a1' is there twice"),
    ([annotation(Question="")], r"\[0\].Question: should have at least 1 character"),
    ([annotation(category="../x")], r"\[0\].category: should match"),
    ([annotation("a/b")], r"\[0\].task_id: should match"),
    (
        [annotation(**{"Annotator Metadata": {"Tools": "1. x"}})],
        r"\[0\].Annotator Metadata.Steps: is missing",
    ),
    ([], "there is no task in"),
    ("[\n{,", "all_annotations.json:2: not JSON"),
    (b"\xff\xfe\xfa", "all_annotations.json: cannot be read"),
]


@pytest.mark.parametrize(("content", "message"), BAD_LIVE)
def test_bad_files_of_livemcpbench(tmp_path: Path, content: object, message: str) -> None:
    folder = checkouts.livemcpbench(tmp_path)
    write(folder / "annotated_data/all_annotations.json", content)
    with pytest.raises(UsageError, match=message):
        tasks("livemcpbench", folder)


@pytest.mark.parametrize("content", [[{"name": "x"}], [1], [{"tools": {"x": {"tools": [{}]}}}]])
def test_a_bad_list_of_servers_of_livemcpbench(tmp_path: Path, content: object) -> None:
    folder = checkouts.livemcpbench(tmp_path)
    write(folder / "tools/LiveMCPTool/tools.json", content)
    with pytest.raises(UsageError, match=r"tools.json: \[0\]: has no tools by server"):
        tasks("livemcpbench", folder)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([question(), question()], "the id 'calculator/Q1' is there twice"),
        ([question(extra="1")], "line 2.extra: is unknown"),
        ([question(complexity="L4")], "line 2.complexity: should be 'L1', 'L2' or 'L3'"),
        ([question(eval_method="guess")], "line 2.eval_method: should be"),
        ([question(MCP="calculator + moon")], "line 2.MCP: mcpverse/tool_full.json has no server 'moon'"),
        ([question("../q")], "line 2.question_id: should match"),
    ],
)
def test_bad_rows_of_mcpverse(tmp_path: Path, rows: list[dict[str, str]], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        tasks("mcpverse", checkouts.mcpverse(tmp_path, *rows))


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("data/invariant.csv", "a,b\n1\n", "line 2: has 1 fields, the header has 2"),
        ("data/invariant.csv", 'a,b\n"1,2\n', "line 2: not CSV: unexpected end of data"),
        ("data/invariant.csv", "", "there is no task in"),
        ("tool_full.json", "[]", "has no object mcpServers"),
        ("tool_full.json", "{", "tool_full.json:1: not JSON"),
    ],
)
def test_bad_files_of_mcpverse(tmp_path: Path, file: str, content: str, message: str) -> None:
    folder = checkouts.mcpverse(tmp_path)
    write(folder / "mcpverse" / file, content)
    with pytest.raises(UsageError, match=message):
        tasks("mcpverse", folder)


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        ([group(bench_task()), group(bench_task())], "the id '1-server/convert_000' is there twice"),
        ([group(bench_task(extra=1))], r"server_tasks\[0\].tasks\[0\].extra: is unknown"),
        ([group(bench_task(), extra=1)], r"server_tasks\[0\].extra: is unknown"),
        ([group(bench_task(), servers=())], r"server_tasks\[0\].servers: should have at least 1 item"),
        ([group(bench_task(), servers=("Moon",))], "has no server 'Moon'"),
        ([group(bench_task(fuzzy_description=""))], "fuzzy_description: should have at least 1"),
        ([7], r"server_tasks\[0\]: should be a valid dictionary"),
    ],
)
def test_bad_groups_of_mcp_bench(tmp_path: Path, groups: list[object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        tasks("mcp-bench", checkouts.mcp_bench(tmp_path, *groups))


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("tasks/single.json", "{", "single.json:1: not JSON"),
        ("tasks/single.json", "[]", "the file: should be a valid dictionary"),
        ("tasks/single.json", '{"server_tasks": [], "other": 1}', "the file.other: is unknown"),
        ("mcp_servers/commands.json", "[]", "is no object of servers by name"),
    ],
)
def test_bad_files_of_mcp_bench(tmp_path: Path, file: str, content: str, message: str) -> None:
    folder = checkouts.mcp_bench(tmp_path)
    write(folder / file, content)
    with pytest.raises(UsageError, match=message):
        tasks("mcp-bench", folder)


@pytest.mark.parametrize(
    ("suite", "missing"),
    [
        ("livemcpbench", "annotated_data/all_annotations.json"),
        ("mcpverse", "mcpverse/data"),
        ("mcp-bench", "tasks"),
    ],
)
def test_a_folder_that_is_no_checkout(tmp_path: Path, suite: str, missing: str) -> None:
    with pytest.raises(UsageError, match=f"this is no checkout of the release: it has no {missing}"):
        open_source(f"{suite}:{tmp_path}", {})
    with pytest.raises(UsageError, match="the place is missing"):
        open_source(f"{suite}:", {})
    with pytest.raises(UsageError, match="takes no --cache"):
        open_source(f"{suite}:{tmp_path}", {"cache": "x"})
