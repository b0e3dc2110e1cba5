"""An MCP server, written by hand, that misbehaves in the way that its argument names; without one it does not."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

MODE = sys.argv[1] if len(sys.argv) > 1 else ""
SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


def send(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def names() -> list[str]:
    if MODE == "changes" and Path("changed").exists():
        return ["say", "another"]
    return {"empty": [], "twice": ["say", "say"], "many": [f"tool{number}" for number in range(600)]}.get(
        MODE, ["say", "secret", "misbehave"]
    )


def initialized() -> dict[str, Any]:
    if MODE == "exits":
        sys.exit("misbehaving: there is no configuration")
    if MODE == "hangs":
        time.sleep(3600)
    info = {"name": "misbehaving", "version": "1"}
    return {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}


def called(name: str, text: str) -> dict[str, Any]:
    if name == "misbehave" and text == "die":
        os._exit(3)
    if name == "misbehave" and text == "hang":
        time.sleep(3600)
    while name == "misbehave" and text == "chatter":
        sys.stdout.write("this is no message\n" * 1000)
    while name == "misbehave" and text == "long line":
        sys.stdout.write("x" * 65536)
    if name == "misbehave" and text == "flood":
        text = "x" * 20_000_000
    if name == "misbehave" and text == "nonsense":
        return {"content": "nothing that MCP knows"}
    if name == "misbehave" and text == "change":
        Path("changed").touch()
        os._exit(0)
    if name == "another" or name not in names():
        return {"content": [{"type": "text", "text": f"there is no {name} any more"}], "isError": True}
    if name == "secret":
        text = f"the key is {os.environ.get('SECRET', 'not set')}"
    return {"content": [{"type": "text", "text": text}]}


def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
    match method:
        case "initialize":
            return initialized()
        case "tools/list":
            return {"tools": [{"name": name, "description": name, "inputSchema": SCHEMA} for name in names()]}
        case "tools/call":
            return called(params["name"], params["arguments"]["text"])
    return {}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        send({"id": message["id"], "result": answer(message["method"], message.get("params", {}))})
