"""Write what is generated from a guest's live list of tools.

docs/tools.md, with the last sweep of their tests (docs/tools_sweep.json) and the tools' promises (tests/guest/fuzz);
the list that `testbed tools eval` reads. Run it as a module, so that it finds the tests' package.
"""

from __future__ import annotations

import json
from pathlib import Path

from controller.adapters.tool_docs import document
from controller.guests.nspawn import create
from controller.guests.provider import GuestOptions
from controller.tool_filter.catalogue import SHIPPED, dump_catalogue
from tests.guest.fuzz.subjects import promise_texts

DOCS = Path(__file__).parents[1] / "docs"

if __name__ == "__main__":
    provider = create(GuestOptions())
    try:
        tools = provider.start().list_tools()
    finally:
        provider.close()
    sweep = json.loads((DOCS / "tools_sweep.json").read_text())
    (DOCS / "tools.md").write_text(document(tools, sweep, promise_texts()))
    SHIPPED.write_text(dump_catalogue(tools))
