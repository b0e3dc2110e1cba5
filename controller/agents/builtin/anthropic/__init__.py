"""A Claude model through the Messages API, with its computer tool and the MCP tools."""

from controller.agents.contract import AgentSpec, imported_late

AGENT = AgentSpec(
    describe=imported_late(f"{__name__}.agent", "describe"),
    create=imported_late(f"{__name__}.agent", "create"),
    summary=__doc__,
    keys=("ANTHROPIC_API_KEY",),
    defers_tools=True,
    callings=("native", "prompt"),
    check=imported_late(f"{__name__}.check", "check"),
    platforms=("bedrock", "vertex", "foundry"),
)
