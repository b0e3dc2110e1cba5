from testbed import Solution, Terminate


def mcp() -> Solution:
    yield Terminate(status="failure", answer="There is no printer.")
