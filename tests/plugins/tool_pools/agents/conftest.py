from __future__ import annotations

from tests.controller.agents.conftest import paper_environment as paper_environment
