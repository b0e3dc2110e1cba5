"""The endpoint: who may use it, what is listed, how calls fail, that no action is done twice."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from mcp import Client
from mcp_types import CallToolResult
from mcp_types import Tool as ListedTool
from pydantic import Field
from typing_extensions import TypedDict

from mcp_tools.calls import LocalTool
from mcp_tools.registry import ToolError, ToolSpec
from tests.mcp_tools.serving import TOKEN, action, http, session, text_of
from tests.ports import reserved_port
from tests.waiting import eventually_async, limit

calls: list[int] = []
ended: list[int] = []
gate = threading.Event()


class Sum(TypedDict):
    total: int


def add(
    a: int, b: Annotated[int, Field(ge=0)], unit: Literal["px", "mm"] = "px", parts: tuple[int, ...] = ()
) -> Sum:
    """Add two numbers."""
    calls.append(a)
    return Sum(total=a + b + len(unit) + sum(parts))


def wait_for_gate() -> str:
    """Wait until the test lets go."""
    calls.append(1)
    gate.wait(60)
    ended.append(1)
    return "done"


def refuse() -> str:
    """Fail as planned."""
    raise ToolError("no document is open; open one first")


def crash() -> str:
    """Fail unplanned."""
    raise ZeroDivisionError("by zero")


def stop() -> str:
    """Fail as a generator does."""
    raise StopIteration


def broken_text() -> dict[str, list[str]]:
    "A text with bytes of another encoding, as file names may have."
    return {"names": ["caf\udce9.txt"]}


def spec(function: Callable[..., Any], **changes: Any) -> ToolSpec:
    made = ToolSpec(f"test.{function.__name__}", "os", function, False, False, False, 60.0)
    return replace(made, **changes)


SPECS = [
    spec(add, read_only=True, idempotent=True),
    spec(wait_for_gate),
    spec(refuse),
    spec(crash),
    spec(stop),
]


@pytest.fixture(autouse=True)
def fresh() -> None:
    calls.clear()
    ended.clear()
    gate.clear()


def run(journal: Path, what: Callable[[Client], Any], specs: list[ToolSpec] = SPECS) -> Any:
    async def go() -> Any:
        async with session(journal, specs) as client:
            return await what(client)

    return asyncio.run(go())


def call(journal: Path, name: str, arguments: dict[str, Any] | None = None) -> CallToolResult:
    result = run(journal, lambda client: client.call_tool(name, arguments or {}))
    assert isinstance(result, CallToolResult)
    return result


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "testbed" / "actions.jsonl"


@pytest.mark.parametrize(
    "headers",
    [{}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN}, {"Authorization": f"Basic {TOKEN}"}],
)
def test_without_the_token_nothing_is_served(journal: Path, headers: dict[str, str]) -> None:
    async def go() -> int:
        async with http(journal, SPECS) as client:
            return (await client.post("/mcp", headers=headers, json={})).status_code

    assert asyncio.run(go()) == 401


@pytest.mark.parametrize(
    ("header", "value", "status"),
    [("Host", "evil.example", 421), ("Origin", "https://evil.example", 403)],
)
def test_requests_from_elsewhere_are_refused(journal: Path, header: str, value: str, status: int) -> None:
    async def go() -> int:
        async with http(journal, SPECS) as client:
            headers = {
                "Authorization": f"Bearer {TOKEN}",
                "Accept": "application/json, text/event-stream",
                header: value,
            }
            message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
            return (await client.post("/mcp", headers=headers, json=message)).status_code

    assert asyncio.run(go()) == status


def test_a_tool_is_listed_with_all_that_is_known_about_it(journal: Path) -> None:
    tools = {tool.name: tool for tool in run(journal, lambda client: client.list_tools()).tools}
    listed = tools["test.add"]
    assert list(tools) == sorted(tools)
    assert listed.description == "Add two numbers."
    assert listed.input_schema["required"] == ["a", "b"]
    assert listed.output_schema["properties"]["total"]["type"] == "integer"
    assert listed.annotations.read_only_hint and listed.annotations.idempotent_hint
    assert listed.meta == {"testbed/app": "os", "testbed/seconds": 60.0}


def test_a_result_is_structured(journal: Path) -> None:
    result = call(journal, "test.add", {"a": 1, "b": 2})
    assert result.structured_content == {"total": 5}
    assert not result.is_error


def test_wrong_arguments_are_named_with_what_is_expected(journal: Path) -> None:
    result = call(journal, "test.add", {"a": "x", "unitt": "px", "parts": [1, "y"]})
    text = text_of(result)
    assert result.is_error and not calls
    assert "no argument 'unitt' (did you mean 'unit'?)" in text
    assert 'a: should be a valid integer, but got "x"' in text
    assert "parts.1:" in text and "b is missing" in text
    assert 'unit (one of "px", "mm"; optional)' in text and "b (integer, at least 0)" in text
    assert "http" not in text and "\n" not in text


def test_an_unknown_tool_is_answered_with_close_names(journal: Path) -> None:
    result = call(journal, "test.ad")
    assert result.is_error
    assert "no tool 'test.ad'; did you mean test.add" in text_of(result)


def test_a_call_does_not_list_all_tools(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library would, to look for headers in one tool's schema: hundreds of schemas a call."""
    listed = []

    class Counting(LocalTool):
        def to_listed(self) -> ListedTool:
            listed.append(self.spec.name)
            return super().to_listed()

    monkeypatch.setattr("mcp_tools.server.LocalTool", Counting)

    async def go(client: Client) -> CallToolResult:
        await client.list_tools()
        assert listed
        listed.clear()
        return await client.call_tool("test.add", {"a": 1, "b": 2})  # type: ignore[arg-type]

    assert not run(journal, go).is_error
    assert not listed


FREEZE = """
import asyncio, gc, os, sys, threading, time
from pathlib import Path
from mcp_tools.server import serve

def look():
    while not gc.get_freeze_count():
        time.sleep(0.01)
    print(gc.get_freeze_count(), flush=True)
    os._exit(0)

threading.Thread(target=look, daemon=True).start()
asyncio.run(serve(lambda: "token", int(sys.argv[1]), Path(sys.argv[2]), [], headless=True))
"""


def test_what_was_imported_is_left_out_of_collections(journal: Path) -> None:
    """Every tenth call would wait some 60 ms for a full one."""
    with reserved_port() as port:
        pass
    command = [sys.executable, "-c", FREEZE, str(port), str(journal)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=limit(60))
    assert int(done.stdout) > 10_000


def test_a_tools_own_error_reaches_the_agent_unchanged(journal: Path) -> None:
    result = call(journal, "test.refuse")
    assert result.is_error and text_of(result) == "no document is open; open one first"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("test.crash", "test.crash failed: ZeroDivisionError: by zero"),
        ("test.stop", "test.stop failed: RuntimeError: StopIteration"),
    ],
)
def test_an_unexpected_exception_is_answered_with_its_cause(journal: Path, name: str, text: str) -> None:
    result = call(journal, name)
    assert result.is_error and text_of(result).startswith(text)


def test_a_stuck_tool_is_answered_in_time_and_blocks_nobody(journal: Path) -> None:
    async def go(client: Client) -> tuple[CallToolResult, CallToolResult]:
        stuck = asyncio.create_task(client.call_tool("test.wait_for_gate", {}))
        await eventually_async(lambda: calls, what="the stuck call")
        other = await client.call_tool("test.add", {"a": 1, "b": 2})
        return await stuck, other

    specs = [spec(wait_for_gate, seconds=0.5), spec(add, app="code")]
    stuck, other = run(journal, go, specs)
    assert ended == []
    gate.set()
    assert stuck.is_error and "its limit of 0.5 s" in text_of(stuck)
    assert not other.is_error


def test_a_repeated_action_returns_the_first_result(journal: Path) -> None:
    async def go(client: Client) -> list[CallToolResult]:
        return [
            await client.call_tool("test.add", {"a": a, "b": 2}, meta=action("one"))  # type: ignore[arg-type]
            for a in (1, 5)
        ]

    first, second = run(journal, go)
    assert first.structured_content == second.structured_content == {"total": 5}
    assert calls == [1]


def test_an_action_repeated_while_it_runs_is_done_once(journal: Path) -> None:
    async def go(client: Client) -> list[CallToolResult]:
        twice = [
            asyncio.create_task(client.call_tool("test.wait_for_gate", {}, meta=action("one")))  # type: ignore[arg-type]
            for _ in range(2)
        ]
        await eventually_async(lambda: calls, what="the first call")
        gate.set()
        return list(await asyncio.gather(*twice))

    results = run(journal, go)
    assert [text_of(result) for result in results] == ["done", "done"]
    assert calls == [1]


def test_a_result_survives_a_restart(journal: Path) -> None:
    async def go(client: Client) -> CallToolResult:
        return await client.call_tool("test.add", {"a": 1, "b": 2}, meta=action("one"))  # type: ignore[arg-type]

    first = run(journal, go)
    second = run(journal, go)
    assert first.structured_content == second.structured_content
    assert calls == [1]


def test_an_action_cut_off_by_a_restart_is_never_done_again(journal: Path) -> None:
    journal.parent.mkdir()
    journal.write_text('{"started":"one","tool":"test.add"}\n{"broken')

    async def go(client: Client) -> CallToolResult:
        return await client.call_tool("test.add", {"a": 1, "b": 2}, meta=action("one"))  # type: ignore[arg-type]

    result = run(journal, go)
    assert result.is_error and "its effect is unknown" in text_of(result)
    assert not calls


def test_an_action_id_belongs_to_one_tool(journal: Path) -> None:
    async def go(client: Client) -> CallToolResult:
        await client.call_tool("test.add", {"a": 1, "b": 2}, meta=action("one"))  # type: ignore[arg-type]
        return await client.call_tool("test.refuse", {}, meta=action("one"))  # type: ignore[arg-type]

    result = run(journal, go)
    assert result.is_error and "already used for test.add" in text_of(result)


def test_half_characters_in_a_result_become_stand_ins(journal: Path) -> None:
    specs = [spec(broken_text), spec(add)]
    result = run(journal, lambda client: client.call_tool("test.broken_text", {}), specs)
    assert (result.is_error, result.structured_content) == (False, {"names": ["caf\ufffd.txt"]})
    assert "caf\ufffd.txt" in text_of(result)
