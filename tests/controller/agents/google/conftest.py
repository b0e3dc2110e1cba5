from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from plugins.mock_models.turns import ScriptItem
from tests.controller.agents.google.talk import Begin, Talk, begun


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    with ExitStack() as stack:

        def started(*script: ScriptItem, **more: Any) -> Talk:
            return begun(stack, monkeypatch, script, **more)

        yield started
