"""The steps that reference solutions share."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from controller.core.actions import Click, Key, Screenshot, TypeText, Wait
from controller.core.observation import Observation
from controller.core.windows import Window
from controller.tasks.gui_steps import (
    act_until,
    choose_vscode_command,
    in_front,
    is_blue,
    repeat_until,
    run_in_vscode_terminal,
    save_in_libreoffice,
    shows,
    text_in,
)


def screen(
    *,
    mark: bool = False,
    red_text: bool = False,
    front: str = "",
    behind: str = "",
    rows: int = 0,
    terminal: int = 0,
    hint: bool = False,
) -> Observation:
    """A screen; with `rows`, the list at the top of VS Code's window has that many, and the first is chosen.

    With `terminal` 1, VS Code's window has a terminal in which nothing stands yet, with 2 one with a prompt, with 3
    one with a command; with `hint` VS Code's hint stands after the prompt.
    """
    image = Image.new("RGB", (1280, 720), (246, 245, 244))
    for row in range(rows):
        top = 113 + 22 * row
        image.paste((0, 105, 204) if row == 0 else (255, 255, 255), (385, top, 973, top + 22))
        image.paste((30, 30, 30), (394, top + 8, 560, top + 14))
    if terminal:
        image.paste((30, 30, 30), (704, 492, 758, 500))
    if terminal >= 2:
        image.paste((30, 30, 30), (450, 540, 560, 548))
    if terminal == 3:
        image.paste((30, 30, 30), (570, 540, 620, 548))
    if hint:
        image.paste((0, 100, 190), (570, 540, 700, 548))
        image.paste((120, 120, 120), (700, 540, 900, 548))
    if mark:
        image.paste((214, 50, 36), (849, 704, 858, 714))
    if red_text:
        image.paste((255, 0, 0), (300, 300, 500, 340))
    stream = io.BytesIO()
    image.save(stream, "PNG")
    windows = ((front, True), (behind, False))
    found = tuple(Window(title, "writer", 0, 0, 9, 9, active) for title, active in windows if title)
    return Observation(stream.getvalue(), 1280, 720, found)


def test_saving_waits_for_the_mark_of_unsaved_changes_to_come_and_to_go() -> None:
    steps = save_in_libreoffice()
    assert isinstance(next(steps), Screenshot)
    assert isinstance(steps.send(screen(mark=False, red_text=True)), Wait)
    pressed = steps.send(screen(mark=True))
    assert isinstance(pressed, Key) and pressed.keys == ("ctrl", "s")
    assert isinstance(steps.send(screen(mark=True)), Wait)
    with pytest.raises(StopIteration):
        steps.send(screen(mark=False, red_text=True))


def test_act_until_acts_once_and_waits_for_the_window_to_be_in_front() -> None:
    steps = act_until(Key(keys=("ctrl", "h"), repeat=1), in_front("Find"))
    assert next(steps) == Key(keys=("ctrl", "h"), repeat=1)
    assert isinstance(steps.send(screen()), Wait)
    assert isinstance(steps.send(screen(front="letter.docx", behind="Find and Replace")), Wait)
    last = screen(front="Find and Replace", behind="letter.docx")
    with pytest.raises(StopIteration) as end:
        steps.send(last)
    assert end.value.value is last


def test_an_ignored_key_is_pressed_again() -> None:
    steps = repeat_until(Key(keys=("Return",)), in_front("Done"), waits=2)
    assert next(steps) == Key(keys=("Return",))
    assert [steps.send(screen()) for _ in range(3)] == [
        Wait(seconds=0.5),
        Wait(seconds=1),
        Key(keys=("Return",)),
    ]
    assert isinstance(steps.send(screen()), Wait)
    with pytest.raises(StopIteration) as end:
        steps.send(screen(front="Done"))
    assert end.value.value.active_window.title == "Done"


def test_a_pixel_shows_exactly_its_colour() -> None:
    seen = screen(mark=True)
    assert shows(849, 704, 0xD63224)(seen)
    assert not shows(849, 704, 0xD63225)(seen)
    assert not shows(704, 400, 0xD63224)(seen)


def test_text_is_what_differs_much_from_its_surroundings() -> None:
    seen = screen(mark=True)
    assert text_in(840, 700, 870, 716)(seen)
    assert not text_in(840, 600, 870, 690)(seen)
    assert not text_in(385, 136, 973, 157)(screen())
    assert text_in(385, 136, 973, 157)(screen(rows=2))


def test_blue_is_blue_enough() -> None:
    assert is_blue(680, 124)(screen(rows=1))
    assert not is_blue(680, 124)(screen()) and not is_blue(680, 140)(screen(rows=2))


def test_a_command_of_vs_code_is_chosen_once_few_rows_are_left() -> None:
    steps = choose_vscode_command("Open It", in_front("It"))
    assert next(steps) == Key(keys=("F1",), repeat=1)
    assert isinstance(steps.send(screen()), Wait)
    assert steps.send(screen(rows=10)) == TypeText(text="Open It")
    assert isinstance(steps.send(screen(rows=10)), Wait)
    assert steps.send(screen(rows=2)) == Key(keys=("Return",), repeat=1)
    with pytest.raises(StopIteration) as end:
        steps.send(screen(front="It"))
    assert end.value.value.active_window.title == "It"


def test_a_command_is_typed_into_vs_codes_terminal_once_it_has_a_prompt_and_ends_when_it_is_gone() -> None:
    steps = run_in_vscode_terminal("make")
    assert next(steps) == Key(keys=("ctrl", "`"), repeat=1)
    assert isinstance(steps.send(screen()), Wait)
    assert isinstance(steps.send(screen(terminal=1)), Wait)
    assert isinstance(steps.send(screen(terminal=2)), Click)
    assert steps.send(screen(terminal=2)) == TypeText(text="make && exit")
    assert steps.send(screen(terminal=3)) == Key(keys=("Return",), repeat=1)
    assert isinstance(steps.send(screen(terminal=3)), Wait)
    with pytest.raises(StopIteration):
        steps.send(screen())


def test_a_command_that_the_terminal_did_not_take_is_typed_again() -> None:
    steps = run_in_vscode_terminal("make")
    next(steps)
    steps.send(screen(terminal=2))
    typed = steps.send(screen(terminal=2))
    while isinstance(again := steps.send(screen(terminal=2)), Wait):
        pass
    assert again == typed == TypeText(text="make && exit")
    assert steps.send(screen(terminal=3)) == Key(keys=("Return",), repeat=1)


def test_the_hint_at_an_empty_prompt_is_no_command() -> None:
    """It goes when something is typed, and may come late."""
    steps = run_in_vscode_terminal("make")
    next(steps)
    steps.send(screen(terminal=2, hint=True))
    steps.send(screen(terminal=2, hint=True))
    assert steps.send(screen(terminal=3)) == Key(keys=("Return",), repeat=1)

    steps = run_in_vscode_terminal("make")
    next(steps)
    steps.send(screen(terminal=2))
    steps.send(screen(terminal=2))
    assert isinstance(steps.send(screen(terminal=2, hint=True)), Wait)


def test_waits_grow() -> None:
    steps = act_until(Screenshot(), lambda seen: False)
    next(steps)
    waits = [steps.send(screen()) for _ in range(6)]
    assert waits == [Wait(seconds=seconds) for seconds in (0.5, 1, 2, 4, 4, 4)]
