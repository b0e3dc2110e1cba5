"""Damaged and odd trajectories: a clear line each, and everything else is imported."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.metrics.run_loader import load_records
from controller.results.imports.format import ImportedRun, ImportRequest
from plugins.tool_pools.imports.call_results import CallResult, read_call_result
from plugins.tool_pools.imports.conversation import DEEPEST, LONGEST
from plugins.tool_pools.imports.livemcpbench import import_results
from plugins.tool_pools.imports.trajectory_file import FILE_LIMIT
from plugins.tool_pools.sources.livemcpbench.source import open_checkout
from testbed.errors import UsageError
from tests.plugins.tool_pools.imports.trajectories import (
    FILE,
    asks,
    call,
    execute,
    messages,
    result,
    returns,
    trajectories,
    trajectory,
)
from tests.plugins.tool_pools.sources.checkouts import annotation, livemcpbench, write


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return livemcpbench(tmp_path / "live", annotation("good"), annotation("odd"))


def imported(checkout: Path) -> tuple[ImportedRun, list[str]]:
    """The import of a checkout's trajectories, in which the good one is whole, and its remarks without the path."""
    source = open_checkout(str(checkout))
    tasks = [source.load(task_id) for task_id in source.ids()]
    made = import_results(ImportRequest(checkout / FILE, checkout.parent / "run", tasks))
    loaded = load_records(made.records)
    assert loaded.damage == () and not loaded.edited
    assert loaded.results["shopping/good", 1].steps == 4
    return made, [str(item).removeprefix(f"{checkout / FILE}: ") for item in made.damage]


ODD_ENTRIES: list[tuple[Any, str]] = [
    (None, "[1]: left out: it is no object"),
    ([], "[1]: left out: it is no object"),
    ({}, "[1]: left out: task_id is no text"),
    (trajectory(task_id=7), "[1]: left out: task_id is no text"),
    (trajectory("unknown"), "[1] 'unknown': left out: the task is not selected"),
    (trajectory("../odd"), "[1] '../odd': left out: the task is not selected"),
    (trajectory("good"), "[1] shopping/good: left out: it is there already"),
    (trajectory("odd", messages=None), "[1] shopping/odd: left out: messages is no list"),
    (trajectory("odd", messages={"role": "user"}), "[1] shopping/odd: left out: messages is no list"),
]


@pytest.mark.parametrize(("entry", "problem"), ODD_ENTRIES)
def test_an_odd_entry_is_left_out_and_named(checkout: Path, entry: Any, problem: str) -> None:
    trajectories(checkout, trajectory("good"), entry)
    made, remarks = imported(checkout)
    assert remarks == [problem]
    assert list(made.labels) == ["shopping/good"]


ODD_PARTS: list[tuple[dict[str, Any], str]] = [
    ({"messages": messages(7)}, "messages[2] is left out: it is no object"),
    ({"messages": messages({"role": "developer"})}, "messages[2] is left out: its role is 'developer'"),
    ({"messages": messages({"content": "x"})}, "messages[2] is left out: its role is None"),
    ({"messages": messages(asks("", 7))}, "messages[2].tool_calls[0] is left out: it names no function"),
    (
        {"messages": messages(asks("", {"id": "c1", "function": {"name": ""}}))},
        "messages[2].tool_calls[0] is left out: it names no function",
    ),
    (
        {"messages": messages({"role": "assistant", "content": "x", "tool_calls": {}})},
        "messages[2].tool_calls is left out: it is no list",
    ),
    ({"messages": messages(asks("", call("route", {})))}, "1 calls have no result"),
    ({"messages": messages(returns("c9", "x"))}, "messages[2] is left out: it is the result of no call"),
    (
        {"messages": messages({"role": "tool", "tool_call_id": [], "content": "x"})},
        "messages[2] is left out: it is the result of no call",
    ),
    (
        {"messages": messages({"role": "assistant", "content": 7})},
        "messages[2].content is left out: it is no text",
    ),
    ({"response": "Another answer."}, "response is not the final message, which is taken"),
    ({"Question": None}, "Question is no text"),
    ({"task_success": "maybe"}, "task_success is left out: 'maybe' is neither success nor failure"),
    ({"task_success": True}, "task_success is left out: True is neither success nor failure"),
]


@pytest.mark.parametrize(("changes", "problem"), ODD_PARTS)
def test_an_odd_part_is_named_with_its_task_and_the_rest_is_imported(
    checkout: Path, changes: dict[str, Any], problem: str
) -> None:
    trajectories(checkout, trajectory("good"), trajectory("odd", **changes))
    made, remarks = imported(checkout)
    assert remarks == [f"shopping/odd: {problem}"]
    assert ("shopping/odd", 1) in made.records.results()


ODD_ARGUMENTS: list[tuple[Any, dict[str, Any], str]] = [
    ("{", {"arguments": "{"}, "is kept as it stands: it is no JSON"),
    ("[1]", {"arguments": [1]}, "is kept as it stands: it is no object"),
    ("", {"arguments": ""}, "is kept as it stands: it is no JSON"),
    ("9" * 5000, {"arguments": "9" * 5000}, "is kept as it stands: it is no JSON"),
    ("[" * 200 + "]" * 200, {}, f"is left out: it is nested more than {DEEPEST} levels deep"),
    ('{"a": NaN, "b": "\\ud800", "\\ud800": 1}', {"a": "NaN", "b": "?", "?": 1}, ""),
    ("null", {}, ""),
]


@pytest.mark.parametrize(("given", "arguments", "problem"), ODD_ARGUMENTS)
def test_odd_arguments_are_kept_as_far_as_records_hold_them(
    checkout: Path, given: str, arguments: dict[str, Any], problem: str
) -> None:
    odd = trajectory("odd", messages=messages(asks("", call("route", given)), returns("c1", result("x"))))
    trajectories(checkout, trajectory("good"), odd)
    made, remarks = imported(checkout)
    place = "shopping/odd: messages[2].tool_calls[0].function.arguments"
    assert remarks == ([f"{place} {problem}"] if problem else [])
    lines = made.records.episode("shopping/odd", 1).events_file().read_text().splitlines()
    [step] = [
        event for line in lines if (event := json.loads(line))["event"] == "step" and event["step"] == 1
    ]
    assert step["action"]["arguments"] == arguments


def test_parameters_of_another_form_are_kept(checkout: Path) -> None:
    asked = call("execute-tool", {"server_name": "web", "tool_name": "fetch", "params": ["x"]})
    unnamed = call("execute-tool", {"server_name": 7}, "c4")
    odd = messages(asks("", asked, unnamed), returns("c1", result("x")), returns("c4", "Error: no server"))
    trajectories(checkout, trajectory("good"), trajectory("odd", messages=odd))
    made, _remarks = imported(checkout)
    text = made.records.episode("shopping/odd", 1).events_file().read_text()
    assert '"name": "web/fetch", "arguments": {"params": ["x"]}' in text
    assert '"name": "execute-tool", "arguments": {"server_name": 7}' in text


def test_a_long_text_is_cut_and_many_problems_are_counted(checkout: Path) -> None:
    long = messages(*[7] * 9, answer="x" * (LONGEST + 1))
    trajectories(checkout, trajectory("good"), trajectory("odd", messages=long))
    made, remarks = imported(checkout)
    assert remarks[0] == "shopping/odd: messages[2] is left out: it is no object" and len(remarks) == 6
    assert remarks[-1] == "shopping/odd: 6 more problems"
    assert len(made.records.results()["shopping/odd", 1].answer) == LONGEST


def test_lone_surrogates_become_question_marks(checkout: Path) -> None:
    odd = trajectory("odd", messages=messages(asks("\ud800", execute("web", "f\udc00")), answer="\udfff!"))
    trajectories(checkout, trajectory("good"), odd)
    made, _remarks = imported(checkout)
    assert made.records.results()["shopping/odd", 1].answer == "?!"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe", "is not UTF-8"),
        (b"", "is no JSON"),
        (b"[{]", "is no JSON"),
        (b"[" * 100_000, "is no JSON"),
        (b"{}", "is no list of tasks"),
        (b"[]", "has no trajectories of the selected tasks"),
        (b"[" + b"[]," * 4_000_001 + b"[]]", "has more than 4000000 values"),
    ],
)
def test_a_file_that_is_none_is_refused_in_a_line(checkout: Path, content: bytes, message: str) -> None:
    write(checkout / FILE, content)
    with pytest.raises(UsageError, match=message) as error:
        import_results(ImportRequest(checkout / FILE, checkout.parent / "run"))
    assert "\n" not in error.value.message and not (checkout.parent / "run").exists()


def test_a_place_without_one_file_is_refused(checkout: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        import_results(ImportRequest(checkout / FILE, checkout.parent / "run"))
    folder = (checkout / FILE).parent
    folder.mkdir(parents=True)
    with pytest.raises(UsageError, match="has 0 files of trajectories"):
        import_results(ImportRequest(folder, checkout.parent / "run"))
    for name in ("a.json", "b.json"):
        write(folder / name, [])
    with pytest.raises(UsageError, match=r"has 2 files of trajectories: a\.json, b\.json"):
        import_results(ImportRequest(folder, checkout.parent / "run"))
    os.mkfifo(folder / "c_d.json")
    with pytest.raises(UsageError, match="not a plain file"):
        import_results(ImportRequest(folder / "c_d.json", checkout.parent / "run"))
    with (folder / "e.json").open("wb") as file:
        file.truncate(FILE_LIMIT + 1)
    with pytest.raises(UsageError, match="larger than"):
        import_results(ImportRequest(folder / "e.json", checkout.parent / "run"))


@pytest.mark.parametrize(
    "content", [b"{", b"\xff", b"7", b'[{"tools": [1]}, 7]', b'[{"tools": {"web": {"tools": 7}}}]']
)
def test_without_a_list_of_tools_judges_see_no_descriptions(checkout: Path, content: bytes) -> None:
    trajectories(checkout, trajectory("good"))
    source = open_checkout(str(checkout))
    tasks = [source.load(task_id) for task_id in source.ids()]
    listed = write(checkout / "tools/LiveMCPTool/tools.json", content)
    made = import_results(ImportRequest(checkout / FILE, checkout.parent / "run", tasks))
    broken = content in (b"{", b"\xff")
    assert [str(item).startswith(f"{listed}: cannot be read") for item in made.damage] == [True] * broken
    assert not made.records.info.tools_hash


@given(st.text(), st.booleans(), st.booleans())
def test_results_are_read_as_they_were_written(text: str, failed: bool, inner: bool) -> None:
    assert read_call_result(result(text, failed=failed, inner=inner)) == CallResult(text, failed)


@given(st.text(alphabet="\\'\"\n\x00é😀x", min_size=40), st.integers(0, 40))
def test_of_a_result_that_is_cut_the_beginning_is_read(text: str, cut: int) -> None:
    whole = result(text)
    beginning = whole[: whole.index("text=") + 6 + cut]
    assert text.startswith(read_call_result(beginning).text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=5), values, max_size=3),
    max_leaves=8,
)
CALL = st.fixed_dictionaries(
    {"id": JSON, "function": st.fixed_dictionaries({"name": JSON, "arguments": JSON})}
)
MESSAGE = st.fixed_dictionaries(
    {},
    optional={
        "role": st.sampled_from(["assistant", "tool", "user", "system"]) | JSON,
        "content": JSON,
        "tool_calls": st.lists(JSON | CALL, max_size=3) | JSON,
        "tool_call_id": JSON,
    },
)


@settings(max_examples=50, deadline=None)
@given(st.lists(MESSAGE | JSON, max_size=6), JSON, JSON, JSON)
def test_whatever_an_entry_has_the_others_are_imported(
    given_messages: list[Any], response: Any, question: Any, label: Any
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        checkout = livemcpbench(Path(folder) / "live", annotation("good"), annotation("odd"))
        others = {"response": response, "Question": question, "task_success": label}
        odd = trajectory("odd", messages=given_messages) | others
        trajectories(checkout, trajectory("good"), odd)
        made, _remarks = imported(checkout)
        assert made.labels["shopping/good"] is True
