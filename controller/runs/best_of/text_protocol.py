"""The requests of the judge and the narrator, on the model's side."""

from __future__ import annotations

from controller.agents.text_protocols.spec import ModelAnswer, ModelTurn, TextProtocolSpec
from controller.runs.best_of import judge, narrator


def reply(turn: ModelTurn) -> ModelAnswer | None:
    if turn.system == narrator.SYSTEM:
        return ModelAnswer(text="<thoughts>Hm.</thoughts>\n<answer>\n- The screen changed.\n</answer>")
    if turn.system.startswith(judge.SYSTEM.partition("\n")[0]):
        return ModelAnswer(text="<thoughts>They are alike.</thoughts>\n<answer>1</answer>")
    return None


TEXT_PROTOCOL = TextProtocolSpec(reply=reply)
