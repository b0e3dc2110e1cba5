from testbed.actions import ToolCall
from testbed.tasks import Solution


def mcp() -> Solution:
    yield ToolCall(name="fake_arithmetic.add", arguments={"a": 1, "b": 2})
    yield ToolCall(name="filesystem_read_text_file", arguments={"path": "/home/user/mail.txt"})
    yield ToolCall(
        name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": "heron"}
    )
