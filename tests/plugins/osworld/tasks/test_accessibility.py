"""Which getters read the accessibility tree, and that applications expose their elements to them."""

from __future__ import annotations

import ast
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from controller.core.guest import ToolResult
from controller.guests.fake.guest import FakeGuest
from plugins.osworld.tasks.accessibility import TREE_GETTERS
from testbed.errors import GuestError
from tests.plugins.osworld.tasks.conftest import GETTERS, MakeOSWorldTask

CHECKOUTS = [Path(place) for place in [os.environ.get("OSWORLD_DIR")] if place]
RULE = {"type": "rule", "rules": {}}


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tools that are called, in order."""
    names: list[str] = []
    call_tool = FakeGuest.call_tool

    def call(
        guest: FakeGuest, name: str, arguments: dict[str, Any], *more: Any, **options: Any
    ) -> ToolResult:
        names.append(name)
        return call_tool(guest, name, arguments, *more, **options)

    monkeypatch.setattr(FakeGuest, "call_tool", call)
    return names


@pytest.mark.parametrize("getter", sorted(TREE_GETTERS))
def test_applications_expose_their_elements_before_the_set_up(
    checkout: Path, osworld_task: MakeOSWorldTask, fake_guest: FakeGuest, called: list[str], getter: str
) -> None:
    path = checkout / "desktop_env" / "evaluators" / "getters" / "__init__.py"
    path.write_text(f"{GETTERS}from .chrome import get_{getter}\n")
    result = {"type": getter, "goto_prefix": "https://"}
    task = osworld_task(evaluator={"func": "exact_match", "result": result, "expected": RULE})
    task.set_up(fake_guest, threading.Event())
    assert called == ["computer.enable_accessibility"]


def test_they_do_not_if_nobody_reads_the_tree(
    osworld_task: MakeOSWorldTask, fake_guest: FakeGuest, called: list[str]
) -> None:
    osworld_task().set_up(fake_guest, threading.Event())
    assert called == []


def test_a_guest_that_cannot_expose_them_is_an_error(
    osworld_task: MakeOSWorldTask, fake_guest: FakeGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeGuest, "call_tool", lambda *_: ToolResult("no session", is_error=True))
    evaluator = {"func": "exact_match", "result": {"type": "accessibility_tree"}, "expected": RULE}
    task = osworld_task(evaluator=evaluator)
    with pytest.raises(GuestError, match="accessibility cannot be switched on: no session"):
        task.set_up(fake_guest, threading.Event())


def test_the_getters_of_osworld_that_read_the_tree_are_known() -> None:
    """Where OSWORLD_DIR names a checkout; elsewhere there is nothing to compare."""
    for folder in CHECKOUTS:
        assert getters_that_read_the_tree(folder) == TREE_GETTERS


def getters_that_read_the_tree(checkout: Path) -> set[str]:
    """Types of getters that call, directly or not, what reads the tree."""
    calls: dict[str, set[str]] = {}
    for path in (checkout / "desktop_env" / "evaluators" / "getters").glob("*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                names = (getattr(item, "attr", getattr(item, "id", "")) for item in ast.walk(node))
                calls[node.name] = set(names)
    reading = {"get_accessibility_tree"}
    while more := {name for name, used in calls.items() if used & reading} - reading:
        reading |= more
    return {name.removeprefix("get_") for name in reading}
