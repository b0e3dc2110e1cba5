"""The same answers in each protocol, for tests."""

from __future__ import annotations

import json
from dataclasses import dataclass

from controller.agents.builtin.uitars.prompt import SUFFIX

PATH = "/home/user/note.txt"


@dataclass(frozen=True, slots=True)
class Words:
    """What a model may answer in one protocol.

    Attributes:
        agent: The agent.
        model: A model of it that can call tools.
        write: Writes the note that os/write_note asks for.
        done: Ends the task as done.
        failure: Ends the task as infeasible.
        unknown: Calls a function that is not offered.
        wrong: Calls the tool with other arguments than its schema's.
        off_screen: Clicks off the screen.
        broken: Has a call that cannot be read.
        invalid: Has a call with a value that no action takes.
        sloppy: `write` with deviations from the protocol.
        eleven: Has more calls than one answer may have.
        ends_with_prose: Whether a text without a call ends the task.
    """

    agent: str
    model: str
    write: str
    done: str
    failure: str
    unknown: str
    wrong: str
    off_screen: str
    broken: str
    invalid: str
    sloppy: str
    eleven: str
    ends_with_prose: bool = False


def qwen_call(name: str = "computer_use", **arguments: object) -> str:
    call = json.dumps({"name": name, "arguments": arguments})
    return f"Action: Go on.\n<tool_call>\n{call}\n</tool_call>"


def seed_call(name: str, **arguments: str) -> str:
    parameters = "".join(
        f"<parameter{SUFFIX}={key}>{value}</parameter{SUFFIX}>" for key, value in arguments.items()
    )
    return f"<seed:tool_call{SUFFIX}><function{SUFFIX}={name}>{parameters}</function{SUFFIX}></seed:tool_call{SUFFIX}>"


def code_answer(code: str, action: str = "Go on.", kind: str = "python") -> str:
    return f"## Thought:\nHm.\n\n## Action:\n{action}\n\n## Code:\n```{kind}\n{code}\n```"


_WRITE = f"filesystem_write_file(path='{PATH}', content='done\\n')"
QWEN = Words(
    "qwen",
    "qwen3-vl-32b-instruct",
    write=qwen_call("filesystem_write_file", path=PATH, content="done\n"),
    done=qwen_call(action="terminate", status="success"),
    failure=qwen_call(action="terminate", status="failure"),
    unknown=qwen_call("rm_rf", path="/"),
    wrong=qwen_call("filesystem_write_file", file="x"),
    off_screen=qwen_call(action="left_click", coordinate=[5000, 1]),
    broken="Action: Go on.\n<tool_call>\nfilesystem_write_file\n</tool_call>",
    invalid=qwen_call(action="wait", time=-1),
    sloppy=f"""Sure!
```json
{{'tool': 'x', 'name': 'Filesystem-Write-File', 'parameters': {{"path": "{PATH}", "content": "done",}}}}
```""",
    eleven=qwen_call(action="wait", time=1) * 11,
)
UITARS = Words(
    "uitars",
    "ui-tars-2",
    write=seed_call("filesystem_write_file", path=PATH, content="done\n"),
    done=seed_call("finished"),
    failure=seed_call("infeasible", content="There is no such thing."),
    unknown=seed_call("rm_rf", path="/"),
    wrong=seed_call("filesystem_write_file", file="x"),
    off_screen=seed_call("click", point="<point>5000 1</point>"),
    broken="<seed:tool_call>filesystem_write_file</seed:tool_call>",
    invalid=seed_call("wait", time="-1"),
    sloppy=f'<function name="filesystem_write_file"><parameter name="path">{PATH}</parameter>'
    '<parameter name="content">done</function>',
    eleven=seed_call("wait", time="1") * 11,
    ends_with_prose=True,
)
OPENCUA = Words(
    "opencua",
    "opencua-32b",
    write=code_answer(_WRITE),
    done=code_answer("computer.terminate(status='success')", kind="code"),
    failure=code_answer("computer.terminate(status='failure')", kind="code"),
    unknown=code_answer("rm_rf('/')"),
    wrong=code_answer("filesystem_write_file(file='x')"),
    off_screen=code_answer("pyautogui.click(x=5000, y=1)"),
    broken=code_answer("filesystem_write_file(path='"),
    invalid=code_answer("computer.terminate(status='perhaps')", kind="code"),
    sloppy=f"Action: I write it.\n```\nfilesystem.write_file('{PATH}', 'done')\n",
    eleven=code_answer("computer.wait()\n" * 11),
)
ALL = {words.agent: words for words in (QWEN, UITARS, OPENCUA)}
