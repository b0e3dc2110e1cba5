"""Each function and method of each kind of extension, broken in three ways: the error names package and remedy."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, fields, is_dataclass
from importlib import import_module
from importlib.metadata import EntryPoint
from types import SimpleNamespace
from typing import Any, get_type_hints

import pytest

from controller.core.extension import Extension
from controller.core.extension_calls import Guarded, hint_of
from controller.core.extension_point import ExtensionPoint
from controller.core.result_types import NOTHING, conforms, result_of
from controller.models.json_answer import UnreadableError
from testbed.errors import (
    AgentError,
    CheckerError,
    GuestError,
    JudgeError,
    PluginError,
    SetupError,
    TestbedError,
    UsageError,
)
from testbed.extension_points import (
    AGENTS,
    EXPORT_FORMATS,
    JUDGES,
    PROVIDERS,
    TASK_SOURCES,
    TOOL_FILTERS,
    extension_points,
)
from tests.controller.results.solved_steps import SOLVED_STEPS

WRONG = object()
DECLARED: Any = None
"""What the entry point of the extension under test names."""
UNGUARDED = {"command"}
"""Typer calls it, with its own errors: tests/controller/cli has those of commands."""


def _raise() -> Any:
    raise ValueError("boom")


WAYS: dict[str, Callable[[], Any]] = {
    "raises": _raise,
    "wrong type": lambda: WRONG,
    "returns None": lambda: None,
}
OF_A_TASK = {"TaskJudging": "judging", "TaskVariants": "variants"}
"""The members of a task that are contracts of their own, by their classes."""


@dataclass(frozen=True)
class Case:
    """A function of a declaration, or a member of a contract, and the way in which it is broken."""

    point: ExtensionPoint[Any]
    contract: type[Any]
    name: str
    hint: Any
    way: str

    def __str__(self) -> str:
        return f"{self.point.kind}: {self.contract.__name__}.{self.name} {self.way}"


def _public(name: str) -> type[Any]:
    modules = [import_module(point.module) for point in extension_points()]
    kind: type[Any] = next(vars(module)[name] for module in modules if hasattr(module, name))
    return kind


def _members(contract: Any, *, is_contract: bool) -> Iterator[tuple[str, Any]]:
    if is_dataclass(contract):
        for name, hint in get_type_hints(contract).items():
            if result_of(hint) is not NOTHING and name not in UNGUARDED:
                yield name, result_of(hint)
    elif is_contract:
        for name in _public_members(contract):
            yield name, hint_of(contract, name)


def _public_members(contract: Any) -> list[str]:
    """The methods and properties of a contract; what it declares by values cannot fail."""
    names = (name for name in dir(contract) if not name.startswith("_"))
    return [
        name for name in names if callable(member := getattr(contract, name)) or isinstance(member, property)
    ]


def _cases() -> Iterator[Case]:
    for point in extension_points():
        for contract in map(_public, dict.fromkeys((point.declaration, *point.contracts))):
            for name, hint in _members(contract, is_contract=contract.__name__ in point.contracts):
                for way, result in WAYS.items():
                    promises_nothing = hint in (None, type(None))
                    if way == "raises" or not (promises_nothing or conforms(result(), hint)):
                        yield Case(point, contract, name, hint, way)


def _adopt(monkeypatch: pytest.MonkeyPatch, point: ExtensionPoint[Any], declared: Any) -> Any:
    monkeypatch.setitem(globals(), "DECLARED", declared)
    entry_point = EntryPoint("broken", f"{__name__}:DECLARED", point.group)
    return point.adopt(Extension(point.kind, "broken", "lab 1.0", entry_point))


def _spec(kind: type[Any], **functions: Any) -> Any:
    required = {one.name: "x" for one in fields(kind) if one.default is one.default_factory is MISSING}
    if kind is type(SOLVED_STEPS):
        required |= {"key": "broken", "better": "higher"}
    return kind(**(required | functions))


def _object(contract: type[Any], name: str, behave: Callable[[], Any]) -> Any:
    """An object of the contract in which one member is broken."""
    members: dict[str, Any] = {other: lambda _self, *_arguments: None for other in _public_members(contract)}
    is_property = isinstance(getattr(contract, name), property)
    members[name] = property(lambda _self: behave()) if is_property else lambda _self, *_arguments: behave()
    bases = () if getattr(contract, "_is_protocol", False) else (contract,)
    return type("Broken", bases, members)()


def _task(monkeypatch: pytest.MonkeyPatch, point: ExtensionPoint[Any], task: Any) -> Any:
    """A task as testbed has it from a source."""
    source = _object(_public("TaskSource"), "load", lambda: task)
    spec = _adopt(monkeypatch, point, _spec(_public("TaskSourceSpec"), open_source=lambda: source))
    return spec.open_source().load()


def _reach(monkeypatch: pytest.MonkeyPatch, case: Case) -> Callable[[], Any]:
    """The call of the broken member as testbed makes it, through the extension's declaration."""
    behave = WAYS[case.way]
    if is_dataclass(case.contract):
        spec = _adopt(monkeypatch, case.point, _spec(case.contract, **{case.name: lambda: behave()}))
        return getattr(spec, case.name)  # type: ignore[no-any-return]
    broken = _object(case.contract, case.name, behave)
    if case.contract.__name__ == case.point.declaration:
        guarded = _adopt(monkeypatch, case.point, broken)
    elif case.contract.__name__ == "Guest":
        provider = _object(_public("Provider"), "start", lambda: broken)
        guarded = _adopt(monkeypatch, case.point, _spec(_public("ProviderSpec"), create=lambda: provider))
        guarded = guarded.create().start()
    elif case.contract.__name__ == "Task":
        guarded = _task(monkeypatch, case.point, broken)
    elif case.point is TASK_SOURCES and case.contract.__name__ in OF_A_TASK:
        member = OF_A_TASK[case.contract.__name__]
        task = _object(_public("Task"), member, lambda: broken)
        guarded = getattr(_task(monkeypatch, case.point, task), member)
    else:
        declaration = _public(case.point.declaration)
        makers = {
            name for name, hint in get_type_hints(declaration).items() if result_of(hint) is case.contract
        }
        maker = min(makers)
        guarded = getattr(
            _adopt(monkeypatch, case.point, _spec(declaration, **{maker: lambda: broken})), maker
        )()
    if isinstance(getattr(case.contract, case.name), property):
        return lambda: getattr(guarded, case.name)
    return getattr(guarded, case.name)  # type: ignore[no-any-return]


@pytest.mark.parametrize("case", list(_cases()), ids=str)
def test_a_broken_member_names_package_cause_and_remedy(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TestbedError) as caught:
        _reach(monkeypatch, case)()
    assert type(caught.value) is (case.point.failures.get(case.name) or case.point.failure)
    assert caught.value.message.startswith(f"the {case.point.kind} 'broken' of lab 1.0: {case.name} ")
    assert "pip uninstall lab" in caught.value.hint
    cause = "ValueError: boom" if case.way == "raises" else repr(WAYS[case.way]())
    assert cause in caught.value.message


def test_every_kind_is_among_the_cases() -> None:
    kinds = [point.kind for point in extension_points()]
    assert len(kinds) == 15
    assert {case.point.kind for case in _cases()} == set(kinds) - {"command"}


@pytest.mark.parametrize(
    ("point", "name", "error"),
    [
        (AGENTS, "act", AgentError),
        (PROVIDERS, "start", GuestError),
        (PROVIDERS, "call_tool", GuestError),
        (TASK_SOURCES, "set_up", SetupError),
        (TASK_SOURCES, "instruction", PluginError),
        (TOOL_FILTERS, "choose", PluginError),
        (TASK_SOURCES, "checker", CheckerError),
        (JUDGES, "document", JudgeError),
    ],
)
def test_what_fails_in_an_episode_ends_that_episode_alone(
    point: ExtensionPoint[Any], name: str, error: type[TestbedError]
) -> None:
    assert point.failures.get(name, point.failure) is error


def test_errors_that_a_contract_names_pass_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable() -> Any:
        raise UnreadableError("empty", "no JSON")

    def full() -> Any:
        raise OSError(28, "No space left on device")

    with pytest.raises(UnreadableError):
        _adopt(monkeypatch, JUDGES, _object(_public("Judge"), "read", unreadable)).read()
    with pytest.raises(OSError, match="No space"):
        _adopt(monkeypatch, EXPORT_FORMATS, _spec(_public("ExportFormat"), write=full)).write()


def test_a_guarded_object_is_of_its_class_and_equal_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = _object(_public("Agent"), "act", _raise)
    spec = _adopt(monkeypatch, AGENTS, _spec(_public("AgentSpec"), create=lambda: agent))
    guarded = spec.create()
    assert (
        type(guarded) is Guarded
        and isinstance(guarded, type(agent))
        and isinstance(guarded, _public("Agent"))
    )
    assert guarded == agent == spec.create() and hash(guarded) == hash(agent)
    assert not hasattr(guarded, "search")


def test_a_declaration_of_the_wrong_type_is_not_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    module = SimpleNamespace(AGENT={}, describe=_raise, create=_raise)
    with pytest.raises(UsageError, match=re.escape("lab 1.0: AGENT is {}, not AgentSpec")):
        _adopt(monkeypatch, AGENTS, module)


def test_a_task_without_a_required_member_is_named_when_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    half: Any = type("Half", (_public("Task"),), {"id": "os/x"})
    source = _object(_public("TaskSource"), "load", half)
    spec = _adopt(monkeypatch, TASK_SOURCES, _spec(_public("TaskSourceSpec"), open_source=lambda: source))
    with pytest.raises(UsageError, match=r"lab 1\.0: load raised TypeError: .*abstract methods? .*set_up"):
        spec.open_source().load()


@pytest.mark.parametrize(("name", "value"), [("applications", None), ("level", "L9"), ("feasible", 1)])
def test_a_value_of_a_task_of_the_wrong_type_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: object
) -> None:
    info = _public("TaskInfo")(**{"applications": ("os",), name: value})
    task = _task(monkeypatch, TASK_SOURCES, _object(_public("Task"), "info", lambda: info))
    assert task.info.suites == ()
    with pytest.raises(PluginError, match=rf"lab 1\.0: {name} is {value!r}, not "):
        getattr(task.info, name)
