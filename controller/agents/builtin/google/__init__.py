"""A Gemini model through the Gemini API, with its computer-use tool and the MCP tools."""

from controller.agents.contract import AgentSpec, imported_late

AGENT = AgentSpec(
    describe=imported_late(f"{__name__}.agent", "describe"),
    create=imported_late(f"{__name__}.agent", "create"),
    summary=__doc__,
    keys=("GEMINI_API_KEY",),
    check=imported_late(f"{__name__}.check", "check"),
    platforms=("vertex",),
    callings=("native", "prompt"),
)
