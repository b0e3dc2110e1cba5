from testbed.actions import ToolCall
from testbed.tasks import Solution

from .variant import Facts


def mcp(facts: Facts) -> Solution:
    yield ToolCall(
        name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": facts.word}
    )
