"""The options that users give a task source, however they give them."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from pydantic import Field

from controller.core.options import SELECTION, Option, OptionGroup
from controller.tasks.source import TaskSourceSpec
from controller.tasks.sources import registry
from testbed.errors import UsageError
from testbed.extension_points import TASK_SOURCES


class Picking(OptionGroup):
    """Options of a source."""

    pick_every: Annotated[int, Option(SELECTION, "N")] = Field(1, ge=1)
    """Every how many of the tasks."""


@pytest.mark.parametrize("given", ["zero", "0", "2.5", ""])
def test_a_value_that_an_option_does_not_take_is_refused_before_the_source_is_opened(
    given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Any] = []
    spec = TaskSourceSpec(lambda *arguments: opened.append(arguments), "FILE", run_options=Picking)  # type: ignore[arg-type]
    monkeypatch.setattr(type(TASK_SOURCES), "load", lambda _self, _name: spec)
    with pytest.raises(UsageError, match=f"invalid value for --pick-every: '{given}'"):
        registry.open_source("picked:list.txt", {"pick-every": given})
    assert opened == []
    registry.open_source("picked:list.txt", {"pick-every": "2"})
    assert opened == [("list.txt", {"pick-every": "2"})]
