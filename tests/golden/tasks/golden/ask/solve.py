from testbed.actions import ToolCall
from testbed.tasks import Solution


def mcp() -> Solution:
    yield ToolCall(name="ask_user", arguments={"question": "Which word?"})
    yield ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": "done"})
