"""Small checkouts of tests' own in the formats of the three releases."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

HEADER = ("question_id", "question", "MCP", "tool", "complexity", "answer", "eval_method", "time-sensitive")


def write(path: Path, content: str | bytes | Any) -> Path:
    """Write a file, and the folders above it; what is neither text nor bytes as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not isinstance(content, str | bytes):
        content = json.dumps(content)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def annotation(task_id: str = "a1", **changes: Any) -> dict[str, Any]:
    return {
        "task_id": task_id,
        "Question": "Add the prices in /root/txt/prices.txt into /root/txt/sum.txt.",
        "answers": "file /root/txt/sum.txt",
        "category": "Shopping",
        "file_name": "",
        "Annotator Metadata": {
            "Steps": "1. Read /root/txt/prices.txt\n2. Add them.",
            "Number of steps": "2",
            "Tools": "1. calculate\n2. read",
            "Number of tools": "2",
        },
        **changes,
    }


def with_tools(*tools: str) -> dict[str, Any]:
    listed = "\n".join(f"{number}. {tool}" for number, tool in enumerate(tools, 1))
    return {"Annotator Metadata": {"Steps": "1. Do it.", "Tools": listed}}


LIVE_SERVERS = {
    "calculator": ["calculate"],
    "Reader 2": ["read"],
    "text-editor": ["read", "edit"],
    "filesystem": ["read"],
    "web": ["fetch"],
}


def livemcpbench(folder: Path, *annotations: Any) -> Path:
    write(folder / "annotated_data" / "all_annotations.json", list(annotations) or [annotation()])
    servers = [
        {"name": name, "tools": {name: {"tools": [{"name": tool} for tool in tools]}}}
        for name, tools in LIVE_SERVERS.items()
    ]
    write(folder / "tools" / "LiveMCPTool" / "tools.json", servers)
    write(folder / "annotated_data" / "txt" / "prices.txt", "1\n2\n")
    return folder


def question(question_id: str = "Q1", **changes: str) -> dict[str, str]:
    return {
        "question_id": question_id,
        "question": "What is 1+2?",
        "MCP": "calculator",
        "tool": "calculate",
        "complexity": "L1",
        "answer": "3",
        "eval_method": "llm_as_a_judge",
        "time-sensitive": "No",
        **changes,
    }


def mcpverse(folder: Path, *rows: dict[str, str]) -> Path:
    text = io.StringIO()
    table = csv.DictWriter(text, list(rows[0]) if rows else HEADER)
    table.writeheader()
    table.writerows(rows or [question()])
    write(folder / "mcpverse" / "data" / "invariant.csv", text.getvalue())
    names = ("calculator", "excel", "filesystem", "git", "sqlite", "Far Away")
    write(folder / "mcpverse" / "tool_full.json", {"mcpServers": {name: {} for name in names}})
    return folder


def bench_task(task_id: str = "convert_000", **changes: Any) -> dict[str, Any]:
    return {
        "task_id": task_id,
        "task_description": "Call Unit Converter:convert_length with 3 miles to km.",
        "fuzzy_description": "How far is three miles, for Europeans?",
        "dependency_analysis": "One call.",
        "distraction_servers": ["Math MCP"],
        **changes,
    }


def group(*tasks: Any, servers: tuple[str, ...] = ("Unit Converter",), **changes: Any) -> dict[str, Any]:
    return {"server_name": "+".join(servers), "servers": list(servers), "tasks": list(tasks), **changes}


def mcp_bench(folder: Path, *groups: Any) -> Path:
    write(
        folder / "tasks" / "single.json",
        {"generation_info": {}, "server_tasks": list(groups) or [group(bench_task())], "total_tasks": 1},
    )
    write(folder / "mcp_servers" / "commands.json", {"Unit Converter": {}, "Math MCP": {}})
    return folder
