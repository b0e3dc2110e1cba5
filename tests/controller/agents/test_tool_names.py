from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.agents.tool_names import ToolNames, wire_name

PATTERN = re.compile(r"[a-zA-Z0-9_-]{1,64}")
RESERVED = frozenset({"terminate", "computer"})
NAMES = st.one_of(st.text(alphabet="ab_.-", min_size=1, max_size=12), st.text(min_size=1, max_size=90))


@pytest.mark.parametrize(
    ("name", "wire"),
    [
        ("osworld_mcp_libreoffice_calc.sort_column", "osworld_mcp_libreoffice_calc__sort_column"),
        ("filesystem.read_text_file", "filesystem__read_text_file"),
        ("git_status", "git_status"),
        ("a.b.c", "a__b__c"),
    ],
)
def test_ordinary_names_stay_readable(name: str, wire: str) -> None:
    assert wire_name(name) == wire


@pytest.mark.parametrize(
    "name",
    [
        "a__b",
        "a_.b",
        "a._b",
        ".a",
        "a.",
        "_a",
        "a_",
        "a--b",
        "x" * 65,
        "a" * 40 + "." + "b" * 30,
        "größe",
        "a b",
    ],
)
def test_other_names_carry_a_digest(name: str) -> None:
    wire = wire_name(name)
    assert re.search(r"--[0-9a-f]{10}$", wire)
    assert PATTERN.fullmatch(wire)


def test_reserved_names_are_left_to_the_agent() -> None:
    assert wire_name("terminate", RESERVED) != "terminate"
    assert ToolNames(["terminate"], RESERVED).canonical("terminate") is None


@given(NAMES)
def test_every_name_is_legal_and_does_not_depend_on_the_others(name: str) -> None:
    wire = wire_name(name)
    assert PATTERN.fullmatch(wire)
    assert ToolNames([name, "zzz"]).wire(name) == ToolNames(["aaa", name]).wire(name) == wire


@given(st.sets(NAMES, max_size=30))
def test_names_come_back(names: set[str]) -> None:
    both = ToolNames(sorted(names))
    assert {both.canonical(both.wire(name)) for name in names} == names
    assert len(set(both.all_wire())) == len(names)


def test_unknown_names_are_none() -> None:
    assert ToolNames(["a.b"]).canonical("a.b") is None
    assert ToolNames(["a.b"]).canonical("a__c") is None
