from testbed.actions import Terminate
from testbed.tasks import Solution


def mcp() -> Solution:
    yield Terminate(status="failure", answer="There is no printer.")
