from testbed.actions import Terminate
from testbed.tasks import Solution


def mcp() -> Solution:
    yield Terminate(status="success", answer="It costs 99 euros.")
