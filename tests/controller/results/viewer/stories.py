"""Episodes written event by event, with pictures of a real size, for tests of the viewer."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image

from controller.records.episode_recorder import EpisodeRecorder
from controller.records.run_folder import EpisodeFolder
from controller.records.run_info import EpisodeResult
from controller.records.run_records import RunRecords
from controller.results.viewer.episode import EpisodeView
from controller.results.viewer.episode_page import Nav, episode_page
from controller.results.viewer.links import EPISODE_DEPTH, Links
from tests.controller.parsed_html import Parsed

WIDTH, HEIGHT = 1280, 720
DONE: dict[str, Any] = {"type": "terminate", "status": "success", "answer": ""}


@cache
def screen(shade: int, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    """A screenshot of one colour."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), (shade % 256, 120, 160)).save(out, "PNG")
    return out.getvalue()


class Story:
    """Writes an episode's events as a run does. `shade` is that of the next picture."""

    def __init__(self, records: RunRecords, task: str, epoch: int = 1) -> None:
        self.recorder: EpisodeRecorder = records.recorder(task, epoch)
        self._key = (task, epoch)
        self.shade = 0
        self.steps = 0
        self.recorder.begin_attempt()
        self.recorder.event("start", task=task, epoch=epoch, seed=7, attempt=1)
        self.recorder.event("guest", name="tb-1", snapshot="desktop")

    @property
    def events(self) -> Path:
        return EpisodeFolder(self.recorder.folder).events_file()

    def look(self, *windows: str, **more: Any) -> Story:
        self.shade += 1
        listed = [
            {"title": title, "app": "os", "x": 0, "y": 0, "width": 9, "height": 9, "active": not place}
            for place, title in enumerate(windows)
        ]
        seen = {"width": WIDTH, "height": HEIGHT, "windows": listed, "steps_left": 9, "seconds": 0.25}
        self.recorder.event("observation", screen=self.recorder.screen(screen(self.shade)), **(seen | more))
        return self

    def offer(self, *names: str) -> Story:
        self.recorder.event("tools", hash="x", names=list(names))
        return self

    def decide(self, *actions: dict[str, Any], thought: str = "", **details: Any) -> Story:
        usage = {"input_tokens": 135, "output_tokens": 20, "cache_read_tokens": 100, "calls": 1}
        self.recorder.event(
            "decision", thought=thought, actions=list(actions), usage=usage, details=details, seconds=2.0
        )
        return self

    def step(
        self,
        action: dict[str, Any],
        text: str = "done",
        *,
        error: bool = False,
        refused: bool = False,
        **more: Any,
    ) -> Story:
        self.steps += 1
        result = {"text": text, "is_error": error or refused, "structured": None, "images": []} | more
        self.recorder.event(
            "step", step=self.steps, action=action, refused=refused, result=result, seconds=0.5
        )
        return self

    def do(self, *actions: dict[str, Any], thought: str = "") -> Story:
        """Decide on actions, execute them, look."""
        self.decide(*actions, thought=thought)
        for action in actions:
            self.step(action)
        return self.look()

    def end(self, score: float = 1.0, claims: Sequence[dict[str, Any]] = (), **more: Any) -> Story:
        """Judge, and write the result."""
        safety = list(more.get("safety", ()))
        self.recorder.event("verdict", score=score, claims=list(claims), safety=safety)
        status = more.get("status", "completed")
        self.recorder.event("end", status=status, score=score, steps=self.steps, error=None)
        task, epoch = self._key
        result = {
            "task": task,
            "epoch": epoch,
            "seed": 7,
            "status": status,
            "score": score,
            "steps": self.steps,
            "tool_calls": 0,
            "gui_actions": 0,
            "claims": list(claims),
            "guest": "tb-1",
            "seconds": 12.5,
        }
        self.recorder.result(EpisodeResult.model_validate(result | more))
        return self


def page_of(view: EpisodeView | None, *, running: bool = False) -> Parsed:
    assert view is not None
    return Parsed(episode_page(view, Nav("first", "a run", running), Links(EPISODE_DEPTH)))


def steps(page: Parsed) -> list[dict[str, str]]:
    return [item for item in page.all("article") if item["id"] != "end"]
