"""Trajectories of tests' own in the form of LiveMCPBench's runner."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.plugins.tool_pools.sources.checkouts import annotation, write

FILE = Path("baseline/annotation/some-model_some-embedding.json")


def result(text: str, *, failed: bool = False, inner: bool = False) -> str:
    """A tool's result as the runner has it; `inner`: of a server's tool, which returns it as JSON."""
    if inner:
        content = {"_meta": None, "content": [{"type": "text", "text": text}], "isError": failed}
        text, failed = json.dumps(content, indent=2), False
    return f"meta=None content=[TextContent(type='text', text={text!r}, annotations=None)] isError={failed}"


def call(name: str, arguments: Any, key: str = "c1") -> dict[str, Any]:
    given = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {"id": key, "type": "function", "function": {"name": name, "arguments": given}}


def execute(server: str, tool: str, key: str = "c2", **params: Any) -> dict[str, Any]:
    return call("execute-tool", {"server_name": server, "tool_name": tool, "params": params}, key)


def asks(text: str, *calls: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": text, "tool_calls": list(calls)}


def returns(key: str, content: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": key, "content": content}


def messages(*between: Any, answer: str | None = "The sum, 3, is in /root/txt/sum.txt.") -> list[Any]:
    given = annotation()["Question"]
    beginning = [{"role": "system", "content": "You are an agent."}, {"role": "user", "content": given}]
    end = [] if answer is None else [{"role": "assistant", "content": answer}]
    return [*beginning, *between, *end]


def usual() -> list[Any]:
    """A search, a call that returns a text, and one that fails."""
    return messages(
        asks("I look for a tool.", call("route", {"query": "read a file"})),
        returns("c1", result("success: true\nmatched_tools:\n- server_name: text-editor")),
        asks(
            "",
            execute("text-editor", "read", path="/root/txt/prices.txt"),
            execute("web", "fetch", "c3", url="x"),
        ),
        returns("c2", result("1\n2\n", inner=True)),
        returns("c3", result('there\'s no "x"', failed=True, inner=True)),
    )


def trajectory(task_id: str = "a1", **changes: Any) -> dict[str, Any]:
    said = changes.get("messages", usual())
    last = said[-1] if isinstance(said, list) and said else {}
    return {
        **annotation(task_id, category="shopping"),
        "response": last.get("content", "") if isinstance(last, dict) else "",
        "messages": said,
        "task_success": "success",
        **changes,
    }


def trajectories(checkout: Path, *entries: Any) -> Path:
    """Write the file of trajectories into a checkout."""
    return write(checkout / FILE, list(entries) or [trajectory()])
