import json
from collections.abc import Sequence
from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

FOLDER = "/home/user/Documents/party"
READ = "filesystem_read_text_file"
WRITE = "filesystem_write_file"
SAMPLE = "random_number_random_sample"
SHUFFLE = "random_number_random_shuffle"
CHOICES = "random_number_random_choices"
INT = "random_number_random_int"
TOKEN = "random_number_secure_token_hex"
FLOAT = "random_number_random_float"
SEATS = [
    "Tom Rusk",
    "Ada Wren",
    "Suse Brand",
    "Karl Benz",
    "Mira Olin",
    "Noor Halloran",
    "Piet Hess",
    "Ines Faro",
]
CODE = "81b5aa6d00ce06dc"


def mcp() -> Solution:
    seen = yield ToolCall(name=READ, arguments={"path": f"{FOLDER}/guests.txt"})
    guests = seen.results[0].text.strip().splitlines()
    seen = yield ToolCall(name=SAMPLE, arguments={"population": guests, "k": 3})
    winners = result(seen)
    seats = guests
    while seats == guests:
        seen = yield ToolCall(name=SHUFFLE, arguments={"items": guests})
        seats = result(seen)
    prizes = {"population": ["waffles", "tea", "honey"], "weights": [3, 1, 1], "k": 1}
    seen = yield ToolCall(name=CHOICES, arguments=prizes)
    [prize] = result(seen)
    seen = yield ToolCall(name=INT, arguments={"low": 1, "high": 8})
    start = seen.results[0].text
    seen = yield ToolCall(name=TOKEN, arguments={"nbytes": 8})
    code = seen.results[0].text
    seen = yield ToolCall(name=FLOAT, arguments={"low": 0.5, "high": 0.9})
    yield written(winners, seats, prize, start, code, float(seen.results[0].text))


def wrong_a_winner_twice(_guest: Guest) -> Solution:
    yield written(["Ada Wren", "Ada Wren", "Tom Rusk"], SEATS, "tea", "3", CODE, 0.61)


def wrong_two_winners(_guest: Guest) -> Solution:
    yield written(["Ada Wren", "Tom Rusk"], SEATS, "tea", "3", CODE, 0.61)


def wrong_a_guest_without_a_seat(_guest: Guest) -> Solution:
    yield written(["Ada Wren", "Mira Olin", "Tom Rusk"], SEATS[:-1], "tea", "3", CODE, 0.61)


def wrong_code_of_eight_digits(_guest: Guest) -> Solution:
    yield written(["Ada Wren", "Mira Olin", "Tom Rusk"], SEATS, "tea", "3", CODE[:8], 0.61)


def written(
    winners: Sequence[str], seats: Sequence[str], prize: str, start: str, code: str, music: float
) -> ToolCall:
    lines = [
        f"winners: {', '.join(winners)}",
        f"seats: {', '.join(seats)}",
        f"prize: {prize}",
        f"start: {start}",
        f"code: {code}",
        f"music: {music:.2f}\n",
    ]
    return ToolCall(name=WRITE, arguments={"path": f"{FOLDER}/draw.txt", "content": "\n".join(lines)})


def result(seen: Observation) -> list[Any]:
    return list(json.loads(seen.results[0].text))
