"""An OpenAI model, or any behind an OpenAI-compatible server: Responses or Chat Completions, with tool calls."""

from controller.agents.contract import AgentSpec, imported_late

AGENT = AgentSpec(
    describe=imported_late(f"{__name__}.agent", "describe"),
    create=imported_late(f"{__name__}.agent", "create"),
    summary=__doc__,
    keys=("OPENAI_API_KEY",),
    defers_tools=True,
    callings=("native", "prompt"),
    check=imported_late(f"{__name__}.check", "check"),
    platforms=("azure",),
)
