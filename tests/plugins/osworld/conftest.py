from __future__ import annotations

from tests.controller.results.export.conftest import run as run
