from __future__ import annotations

from tests.controller.agents.conftest import paper_environment as paper_environment
from tests.controller.conftest import retries_at_once as retries_at_once
