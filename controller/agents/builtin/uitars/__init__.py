"""A UI-TARS model (1.5, 2, or Seed), in its own action strings or function calls."""

from controller.agents.contract import AgentSpec, imported_late

AGENT = AgentSpec(
    describe=imported_late(f"{__name__}.agent", "describe"),
    create=imported_late(f"{__name__}.agent", "create"),
    summary=__doc__,
    keys=("OPENAI_API_KEY",),
    check=imported_late(f"{__name__}.agent", "check"),
    callings=("prompt",),
)
