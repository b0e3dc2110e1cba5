from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

CONTRACT = "/home/user/Documents/lease-contract.odt"


def wrong_contract_made_up(guest: Guest) -> Solution:
    yield ToolCall(name="filesystem_write_file", arguments={"path": CONTRACT, "content": "Lease contract\n"})
    yield Terminate(status="success")


def wrong_made_up_then_given_up(guest: Guest) -> Solution:
    yield ToolCall(name="filesystem_write_file", arguments={"path": CONTRACT, "content": "Lease contract\n"})
    yield Terminate(status="failure")


def wrong_other_file_restored(guest: Guest) -> Solution:
    yield ToolCall(name="osworld_mcp_os.restore_file", arguments={"file_name": "lease-questions.txt"})
    yield Terminate(status="failure")


def wrong_says_done(guest: Guest) -> Solution:
    yield Terminate(status="success")
