from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

NEW = "chess_new_game"
MOVE = "chess_make_move"
TURN = "chess_get_turn"
LEGAL = "chess_get_valid_moves"
BOARD = "chess_get_board_visualization"
MOVES = ("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6")


def mcp() -> Solution:
    yield ToolCall(name=NEW)
    for move in MOVES:
        yield ToolCall(name=MOVE, arguments={"move_san": move})
    yield ToolCall(name=TURN)
    yield ToolCall(name=BOARD)
    seen = yield ToolCall(name=LEGAL)
    number = len(seen.results[0].text.split())
    yield ToolCall(name=MOVE, arguments={"move_san": "Qxf7#"})
    yield answer(f"{number}; Qxf7#")


def also_without_the_sign(_guest: Guest) -> Solution:
    yield answer("43; Qxf7")


def wrong_bishop_takes(_guest: Guest) -> Solution:
    yield answer("43; Bxf7+")


def wrong_moves_of_black(_guest: Guest) -> Solution:
    yield answer("29; Qxf7#")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)
