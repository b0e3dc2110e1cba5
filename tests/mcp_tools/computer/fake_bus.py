"""The accessibility bus with an application that a table of answers plays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mcp_tools.computer.accessibility_bus import ROOT, AccessibilityBus, Question
from mcp_tools.computer.accessibility_names import ROLES
from mcp_tools.computer.accessibility_questions import state_mask

APP = ":1.2"
SHOWN = state_mask("visible", "showing")
NUMBERS = {name: number for number, name in ROLES.items()}
MANY = -1


class FakeBus(AccessibilityBus):
    """Answers from `elements`: by path, what to answer to methods and properties."""

    def __init__(self) -> None:
        self.silent = set()
        self.asked: list[tuple[str, str]] = []
        self.elements: dict[str, dict[Any, Any]] = {}
        self.elements["/registry"] = {"GetChildren": [(APP, ROOT)]}
        self.add(ROOT, "application", "Chromium")

    def add(self, path: str, role: str, name: str = "", *, parent: str = "", **answers: Any) -> None:
        interfaces = [f"org.a11y.atspi.{one}" for one in answers.pop("interfaces", ())]
        known = {"Name": name, "ChildCount": 0, "GetRole": NUMBERS.get(role, 70), "GetState": (SHOWN, 0)}
        self.elements[path] = {**known, "GetInterfaces": interfaces, "GetAttributes": {}, **answers}
        if parent:
            children = self.elements[parent].setdefault("GetChildren", [])
            children.append((APP, path))
            self.elements[parent]["ChildCount"] = len(children)

    def ask(self, questions: Iterable[Question]) -> list[Any]:
        return [self.answer(*question) for question in questions]

    def answer(self, name: str, call: Any) -> Any:
        path = "/registry" if name.endswith("Registry") else call.path
        key = call.arguments[1] if call.method == "Get" else call.method
        self.asked.append((path, key))
        answers = self.elements.get(path, {})
        return answers.get((key, *call.arguments), answers.get(key))
