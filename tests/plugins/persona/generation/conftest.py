"""Life 0 with its applications in memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from plugins.persona.generation.desk import Desk
from plugins.persona.generation.lived import Lived


@pytest.fixture(scope="session")
def lived() -> Lived:
    return Lived(0)


@pytest.fixture(scope="session")
def desk(lived: Lived, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(lived, Path(tmp_path_factory.mktemp("desk")))
