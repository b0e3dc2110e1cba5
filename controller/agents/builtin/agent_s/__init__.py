"""Agent S: a manager that plans subtasks, a worker with reflection that does them, and a grounding model.

The roles and their exchange are those of Agent S2 (https://arxiv.org/abs/2504.00906): plan, dependency graph, one
worker conversation a subtask, a new plan after each. The worker's form (one `agent.…` call a response, reflection
on the trajectory, 8 images) is that of Agent S2.5 and S3 (https://arxiv.org/abs/2510.02250), whose best-of-N
selection is `testbed best-of`. Prompts are testbed's own. Differences:

- MCP tools are called with `agent.call_tool`; they replace the published calls that run programs in the guest
  (`open`, `switch_applications`, `set_cell_values`, `call_code_agent`).
- `highlight_text_span`, which reads the screen by OCR, is left out.
- Knowledge from earlier tasks or the web is not retrieved.
- `--set manager=false` leaves out the manager, as S2.5 and S3 do.
"""

from controller.agents.builtin.agent_s.setup import check, create, describe
from controller.agents.completion_settings import API_KEYS
from controller.agents.contract import AgentSpec

AGENT = AgentSpec(
    describe=describe, create=create, summary=__doc__, keys=API_KEYS, check=check, callings=("prompt",)
)
