"""The wording of pydantic's errors."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from controller.core.invalid_data import LONGEST_VALUE, describe_invalid, first_invalid


def _even(value: int) -> int:
    if value % 2:
        raise ValueError("an odd number is no share")
    return value


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str = Field("a", min_length=1)
    env: dict[str, int] = Field(default_factory=dict)


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    steps: int
    mode: Literal["x", "y"] = "x"
    rows: list[_Row | str] = Field(default_factory=list, max_length=3)
    size: Annotated[int, Field(gt=0)] | Literal["auto"] = "auto"
    share: Annotated[int, AfterValidator(_even)] = 0


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({}, "steps: is missing"),
        (5, "should be a valid dictionary, not 5"),
        ({"steps": "x"}, "steps: should be a valid integer, not 'x'"),
        ({"steps": 1, "mode": "z"}, "mode: should be 'x' or 'y', not 'z'"),
        ({"steps": 1, "wait": 2}, "wait: is unknown"),
        ({"steps": 1, "share": 3}, "share: an odd number is no share"),
        ({"steps": 1, "rows": ["a"] * 4}, "rows: should have at most 3 items, not 4"),
        ({"steps": 1, "rows": ["a", 7]}, "rows[1]: should be a valid dictionary, or a valid string, not 7"),
        ({"steps": 1, "rows": [{"name": ""}]}, "rows[0].name: should have at least 1 character, not ''"),
        ({"steps": 1, "size": 0}, "size: should be greater than 0, or 'auto', not 0"),
        ({"steps": "x", "mode": 1, "wait": 2}, "steps: should be a valid integer, not 'x' (and 2 more)"),
    ],
)
def test_first_wrong_field_is_described_in_a_line(data: Any, expected: str) -> None:
    with pytest.raises(ValidationError) as caught:
        _File.model_validate(data)
    assert describe_invalid(caught.value, labels=["_Row"]) == expected


def test_keys_named_like_types_are_kept() -> None:
    with pytest.raises(ValidationError) as caught:
        _Row.model_validate({"env": {"str": "x"}})
    assert first_invalid(caught.value).location == ("env", "str")


def test_members_of_a_union_count_as_one_field() -> None:
    with pytest.raises(ValidationError) as caught:
        _File.model_validate({"steps": 1, "rows": [7], "size": "none"})
    first = first_invalid(caught.value, labels=["_Row"])
    assert (first.path, first.more) == ("rows[0]", 1)


def test_long_values_and_hostile_names_are_shown_shortly() -> None:
    with pytest.raises(ValidationError) as caught:
        _File.model_validate({"steps": "7" * 50 + "x" * 1000})
    assert len(describe_invalid(caught.value)) < LONGEST_VALUE + 50
    with pytest.raises(ValidationError) as caught:
        _File.model_validate({"steps": 1, "\x1b[2J" + "k" * 1000: 1})
    assert describe_invalid(caught.value).startswith(r"'\x1b[2Jkkk")
    assert "\x1b" not in describe_invalid(caught.value)


def test_malformed_json_is_described() -> None:
    with pytest.raises(ValidationError) as caught:
        _File.model_validate_json(b"{")
    assert describe_invalid(caught.value) == (
        "is not valid JSON: EOF while parsing an object at line 1 column 1"
    )


@pytest.mark.parametrize(
    ("data", "expected"),
    [(5, "[3]: should be a valid dictionary, not 5"), ({}, "[3].steps: is missing")],
)
def test_the_place_of_the_data_comes_first(data: Any, expected: str) -> None:
    with pytest.raises(ValidationError) as caught:
        _File.model_validate(data)
    assert describe_invalid(caught.value, within="[3]") == expected
