from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

LOOK = "image_extractor_extract_image_from_file"


def mcp() -> Solution:
    """The picture is for a model's eyes; this solution knows what it shows."""
    seen = yield ToolCall(name=LOOK, arguments={"file_path": "/home/user/Pictures/balance.png"})
    assert seen.results[0].images, "the picture is shown"
    yield answer("38.174")


def also_with_the_unit(_guest: Guest) -> Solution:
    yield answer("38.174 g")


def wrong_largest_load(_guest: Guest) -> Solution:
    yield answer("220")


def wrong_digits_in_another_order(_guest: Guest) -> Solution:
    yield answer("38.147")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)
