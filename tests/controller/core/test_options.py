"""Option models: their order in help, and values that users give."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from controller.core.options import (
    GUESTS,
    LIMITS,
    Option,
    OptionGroup,
    from_keywords,
    list_options,
    read_options,
)
from testbed.errors import UsageError


class Small(OptionGroup):
    """An option of each kind."""

    patience: Annotated[int, Option(LIMITS, flag="--wait")] = Field(5, ge=1)
    """Steps to wait."""
    colour: Annotated[Literal["red", "green", "blue"], Option(GUESTS, "C")] = "red"
    """Colour."""
    names: Annotated[tuple[str, ...], Option(LIMITS, keyword="people")] = ()
    """Names."""
    place: Annotated[Path | None, Option(LIMITS, cli=False)] = None
    """Folder."""
    shape: Annotated[Literal["round", "square"] | Literal[""], Option(GUESTS, "S")] = ""
    """Shape."""
    internal: str = ""


class Later(OptionGroup):
    """Options of another model."""

    pace: Annotated[float, Option(LIMITS, after="patience", default=None)] = 1.5
    """Pace."""
    own: Annotated[str, Option("Of the plugin", python=False)] = ""
    """In a group of its own."""


def read(**values: Any) -> Small:
    return read_options(Small, values, lambda item: item.flag)


def test_help_has_options_in_the_order_of_groups_and_after_those_that_they_name() -> None:
    assert [item.name for item in list_options(Small, Later)] == [
        "colour",
        "shape",
        "patience",
        "pace",
        "names",
        "place",
        "own",
    ]


def test_an_option_has_what_its_field_has() -> None:
    items = {item.name: item for item in list_options(Small, Later)}
    assert items["patience"].flag == "--wait" and items["colour"].flag == "--colour"
    assert items["names"].keyword == "people" and items["colour"].keyword == "colour"
    assert (items["patience"].minimum, items["names"].minimum) == (1, None)
    assert items["colour"].choices == ("red", "green", "blue")
    assert (items["pace"].default, items["pace"].field_default) == (None, 1.5)


def test_values_are_read_and_none_is_the_default() -> None:
    assert read(patience=3, colour=None, unknown=1) == Small(patience=3)


@pytest.mark.parametrize(
    ("values", "message", "hint"),
    [
        ({"colour": "pink"}, "invalid value for --colour: 'pink' (use red, green or blue)", ""),
        ({"shape": "oval"}, "invalid value for --shape: 'oval' (use round or square)", ""),
        ({"patience": 0}, "invalid value for --wait: 0", "should be greater than or equal to 1"),
        ({"names": ("a", 2)}, "invalid value for --names[1]: 2", "should be a valid string"),
    ],
)
def test_a_wrong_value_is_named_with_the_remedy(values: dict[str, Any], message: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(**values)
    assert (caught.value.message, caught.value.hint) == (message, hint)


def test_keywords_are_those_of_options_for_python() -> None:
    assert from_keywords((Small, Later), {"people": ("a",), "pace": 2.0}) == {"names": ("a",), "pace": 2.0}
    for keyword in ("own", "names", "internal", "patienc"):
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{keyword}'"):
            from_keywords((Small, Later), {keyword: 1})
    with pytest.raises(TypeError, match=r"'pac'; did you mean pace\?"):
        from_keywords((Small, Later), {"pac": 1})
