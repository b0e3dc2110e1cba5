from __future__ import annotations

import json

import pytest

from checkers.evidence import Unusable
from checkers.vscode import EXTENSIONS
from checkers.vscode_extensions import extensions
from tests.checkers.guests import FileGuest


def guest(registry: object) -> FileGuest:
    return FileGuest({f"{EXTENSIONS}/extensions.json": json.dumps(registry).encode()})


def entry(name: str, version: str) -> dict[str, object]:
    return {"identifier": {"id": name, "uuid": "1"}, "version": version, "location": {}}


def test_the_extensions_are_those_registered_but_for_the_testbeds_own() -> None:
    view = guest([entry("Fern.Moss", "1.2.0"), entry("testbed.testbed-companion", "0.1.0")])
    assert extensions(view) == {"fern.moss": "1.2.0"}


@pytest.mark.parametrize("registry", [{}, [1], [{"identifier": "fern.moss"}], [{"version": 1}]])
def test_a_malformed_registry_is_unusable(registry: object) -> None:
    with pytest.raises(Unusable):
        extensions(guest(registry))
