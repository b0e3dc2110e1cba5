"""Starts the guest's MCP server: `python -m mcp_tools`.

The protocol's library defines 500 pydantic models, those of three protocol versions. A guest's server uses a few of
one version: the validator of each is built when it is first used. What is imported stays, and is not searched for
garbage meanwhile.
"""

from __future__ import annotations

import gc

from pydantic import BaseModel

if __name__ == "__main__":
    gc.disable()
    BaseModel.model_config["defer_build"] = True
    from mcp_tools.server import main

    main()
