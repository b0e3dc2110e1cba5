"""What the harness itself costs a step: everything but the model and the guest.

    .venv/bin/python scripts/bench/overhead.py [--agent openai] [--steps 60] [--profile]

A model API in a process of its own answers at once, and a guest that is none shows real pictures of a desktop
without delay. All that is left is what testbed does: observation, tools chosen of all 158, the request with the
tools and the last five screenshots, its way through the SDK and over loopback, the answer, the records.
"""

from __future__ import annotations

import argparse
import cProfile
import itertools
import json
import os
import pstats
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast

from PIL import Image, ImageDraw
from rich.console import Console
from rich.table import Table

from controller.agents import registry
from controller.agents.contract import AgentOptions
from controller.core.actions import Action, Click
from controller.core.agent import EpisodeContext
from controller.core.guest import Tool, ToolResult
from controller.episode.bounds import EpisodeLimits
from controller.episode.loop import Episode
from controller.episode.parts import EpisodeParts
from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions
from controller.models.client import ModelClient
from controller.models.exchange import Exchange
from controller.models.exchange_recorder import ExchangeRecorder
from controller.models.usage_tracker import UsageTracker
from controller.records.episode_recorder import EpisodeRecorder
from controller.records.run_folder import EpisodeFolder
from controller.tasks.selection import load_tasks
from controller.tool_filter.registry import make_filter
from mcp_tools.calls import LocalTool
from mcp_tools.computer.screen import png
from mcp_tools.discovery import import_tools
from mcp_tools.registry import all_tools
from mcp_tools.turns import Turns
from plugins.mock_models.anthropic_messages import AnthropicMessages
from plugins.mock_models.base import MockApi
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_responses import OpenAIResponses
from plugins.mock_models.text_protocols import write_answer
from plugins.mock_models.turns import Body, MockAnswer

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "desktop.png"
TASK = "os/write_note"
OWN_SECONDS = "x-own-seconds"
APIS = (AnthropicMessages(), OpenAIChat(), OpenAIResponses())
WARM_UP = 8
TARGET_MS = 40
TARGET_KB = 60
SETTINGS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "anthropic": ("claude-sonnet-5-5", {"images": 5, "images_kept": 5}),
    "openai": ("gpt-6.1-terra", {"images": 5, "images_kept": 5, "api": "responses"}),
    "openai chat": ("gpt-4.1", {"images": 5, "images_kept": 5, "api": "chat"}),
    "paper": ("qwen3-vl-32b-instruct", {"images": 5}),
}


@dataclass(frozen=True)
class Cost:
    """What the steps of one agent took."""

    agent: str
    milliseconds: list[float]
    cpu_milliseconds: list[float]
    request_kb: float
    record_kb: float
    screens_kb: float


class PictureGuest(FakeGuest):
    """Shows another real picture at each look, and has all of testbed's tools, which do nothing."""

    def __init__(self, pictures: list[bytes], tools: list[Tool]) -> None:
        super().__init__("bench", GuestOptions(), Faults())
        self._pictures = itertools.cycle(pictures)
        self._listed = tools

    def list_tools(self, *, timeout: float = 60.0) -> list[Tool]:  # noqa: ARG002
        return self._listed

    def call_tool(self, name: str, *_: object, **__: object) -> ToolResult:  # type: ignore[override]
        if name != "computer.screenshot":
            return ToolResult("Done.")
        window = {"title": "note.txt", "app": "text_editor", "x": 0, "y": 0, "width": 900, "height": 600}
        seen = {"width": 1280, "height": 720, "windows": [{**window, "active": True}]}
        return ToolResult("", structured=seen, images=(next(self._pictures),))


def pictures(number: int) -> list[bytes]:
    """Pictures of a desktop as the guest encodes them, each a little different."""
    with Image.open(PICTURE) as opened:
        desktop = opened.convert("RGB")
    made = []
    for place in range(number):
        image = desktop.copy()
        ImageDraw.Draw(image).rectangle(
            (300 + 4 * place, 300, 330 + 4 * place, 330), fill=(200, 30, place % 256)
        )
        made.append(png(image))
    return made


def tools() -> list[Tool]:
    import_tools()
    listed = ((spec, LocalTool(spec, Turns()).to_listed()) for spec in all_tools())
    return [Tool(spec.name, tool.description or "", tool.input_schema, spec.app) for spec, tool in listed]


def serve() -> None:
    """A model API that clicks, whatever it is asked; it says how long it took for that itself."""
    numbers = itertools.count(1)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # or its answer waits 40 ms for the client's delayed acknowledgement

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers["content-length"]))
            begun = time.perf_counter()
            api = next(item for item in APIS if self.path.endswith(item.path))
            number = next(numbers)
            body = api.check(raw, {name.lower(): value for name, value in self.headers.items()})
            click = MockAnswer(actions=(Click(x=200 + number, y=300),), text="On it.", mark=str(number))
            message = api.message(body, in_protocol(api, body, click), number)
            streamed = bool(body.get("stream"))
            sent = b"".join(api.events(message)) if streamed else json.dumps(message).encode()
            self.send_response(200)
            self.send_header("content-type", "text/event-stream" if streamed else "application/json")
            self.send_header("content-length", str(len(sent)))
            self.send_header(OWN_SECONDS, str(time.perf_counter() - begun))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()


def in_protocol(api: MockApi, body: Body, answer: MockAnswer) -> MockAnswer:
    return write_answer(body, api.turn(body), answer)


class Watched:
    """A recorder that also measures the time that the server takes."""

    def __init__(self, exchange_recorder: ExchangeRecorder) -> None:
        self._exchange_recorder = exchange_recorder
        self.server_seconds = 0.0
        self.request_bytes: list[int] = []

    def record(self, exchange: Exchange) -> None:
        if exchange.answer is None or exchange.answer.status != 200:
            raise SystemExit(f"the server refused: {exchange.failure or exchange.answer}")
        self.server_seconds += float(exchange.answer.headers[OWN_SECONDS])
        self.request_bytes.append(exchange.request_bytes)
        self._exchange_recorder.record(exchange)


def measure(name: str, url: str, steps: int, profile: cProfile.Profile | None) -> Cost:
    """What an agent's steps took."""
    agent = name.split()[0]
    shown = pictures(steps + 2)
    [task] = load_tasks([TASK], ROOT / "tests/controller/data/tasks")
    with tempfile.TemporaryDirectory() as folder:
        recorder = EpisodeRecorder(Path(folder))
        recorder.begin_attempt()
        exchange_recorder = Watched(ExchangeRecorder(recorder.exchange, recorder.screen))
        model_client = ModelClient(recorder=cast(ExchangeRecorder, exchange_recorder))
        model, settings = SETTINGS[name]
        options = AgentOptions(model=model, base_url=url, settings=settings, model_client=model_client)
        context = EpisodeContext(task.id, task.instruction, steps, gui=True, seed=0)
        moments: list[tuple[float, float, float]] = []

        def on_step(_number: int, _action: Action) -> None:
            moments.append((time.perf_counter(), exchange_recorder.server_seconds, time.process_time()))

        episode = Episode(
            task,
            PictureGuest(shown, tools()),
            registry.load_agent(agent).create(context, options),
            make_filter("rag"),
            EpisodeLimits(steps=steps),
            recorder,
            threading.Event(),
            on_step,
            EpisodeParts(),
            UsageTracker(model_client),
        )
        if profile:
            profile.enable()
        episode.run()
        if profile:
            profile.disable()
        model_client.close()
        recorder.end_attempt()
        kept = [path.stat().st_size for path in Path(folder).iterdir() if path.is_file()]
        screens = [path.stat().st_size for path in EpisodeFolder(Path(folder)).screens.iterdir()]
    pairs = list(itertools.pairwise(moments))[WARM_UP:]
    milliseconds = [((later[0] - then[0]) - (later[1] - then[1])) * 1000 for then, later in pairs]
    return Cost(
        name,
        milliseconds,
        [(later[2] - then[2]) * 1000 for then, later in pairs],
        statistics.median(exchange_recorder.request_bytes[WARM_UP:]) / 1000,
        sum(kept) / steps / 1000,
        sum(screens) / steps / 1000,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--agent", choices=SETTINGS, action="append", help="by default all")
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--profile", action="store_true", help="print where the time goes")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        serve()
        return
    for variable in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY"):
        os.environ[variable] = "bench"
    command = [sys.executable, __file__, "--serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        url = f"http://127.0.0.1:{server.stdout.readline().strip()}"
        profile = cProfile.Profile() if chosen.profile else None
        costs = [
            measure(name, url if name == "anthropic" else f"{url}/v1", chosen.steps, profile)
            for name in chosen.agent or SETTINGS
        ]
        server.terminate()
    if profile:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(45)
    table = Table(
        title=f"a step with 25 tools and 5 screenshots (target: median {TARGET_MS} ms, record {TARGET_KB} KB)",
        title_justify="left",
    )
    for column in (
        "agent",
        "median ms",
        "p95 ms",
        "CPU ms",
        "request KB",
        "record KB",
        "picture KB",
    ):
        table.add_column(column, justify="left" if column == "agent" else "right")
    for cost in costs:
        table.add_row(
            cost.agent,
            f"{statistics.median(cost.milliseconds):.1f}",
            f"{statistics.quantiles(cost.milliseconds, n=20)[-1]:.1f}",
            f"{statistics.median(cost.cpu_milliseconds):.1f}",
            f"{cost.request_kb:.0f}",
            f"{cost.record_kb:.1f}",
            f"{cost.screens_kb:.0f}",
        )
    Console(width=max(90, Console().width)).print(table)


if __name__ == "__main__":
    main()
