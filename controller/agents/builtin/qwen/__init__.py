"""A Qwen-VL model (Qwen2.5-VL, Qwen3-VL, Qwen3.5), in its own `computer_use` protocol."""

from controller.agents.contract import AgentSpec, imported_late

AGENT = AgentSpec(
    describe=imported_late(f"{__name__}.agent", "describe"),
    create=imported_late(f"{__name__}.agent", "create"),
    summary=__doc__,
    keys=("OPENAI_API_KEY",),
    check=imported_late(f"{__name__}.agent", "check"),
    callings=("prompt",),
)
