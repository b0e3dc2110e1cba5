from testbed import Solution, Terminate


def mcp() -> Solution:
    yield Terminate(status="success", answer="It costs 99 euros.")
