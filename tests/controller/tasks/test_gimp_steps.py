"""The steps in GIMP that reference solutions share."""

from __future__ import annotations

import io

from PIL import Image

from controller.core.actions import Action, Key, TypeText, Wait
from controller.core.observation import Observation
from controller.core.windows import Window
from controller.tasks.gimp_steps import export_from_gimp, run_gimp_action, title_has
from controller.tasks.solutions import Solution

SEARCH = (1073, 325, 158, 395)
"""Place and size of the search's window."""


def screen(title: str, *, listed: bool = False) -> Observation:
    image = Image.new("RGB", (1280, 720), (60, 60, 60))
    if listed:
        image.paste((230, 230, 230), (1100, 396, 1180, 402))
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return Observation(stream.getvalue(), 1280, 720, (Window(title, "gimp", *SEARCH, True),))


def play(steps: Solution, *screens: Observation) -> list[Action]:
    """The actions, when each is followed by the next of these screens; the last of them ends the steps."""
    actions = [next(steps)]
    for seen in screens[:-1]:
        actions.append(steps.send(seen))
    try:
        actions.append(steps.send(screens[-1]))
    except StopIteration:
        return actions
    raise AssertionError(f"not at the end: {actions}")


def test_an_action_is_run_once_the_search_lists_it() -> None:
    search, listed = screen("Search Actions"), screen("Search Actions", listed=True)
    actions = play(
        run_gimp_action("scale image", title_has("Scale Image")),
        screen("a.png – GIMP"),
        search,
        search,
        listed,
        search,
        screen("Scale Image"),
    )
    assert [type(action) for action in actions] == [Key, Wait, TypeText, Wait, Key, Wait]
    assert actions[2] == TypeText(text="scale image")
    assert actions[4] == Key(keys=("Return",))


def test_a_list_of_another_window_is_not_that_of_the_search() -> None:
    steps = run_gimp_action("scale image", title_has("Scale Image"))
    next(steps)
    steps.send(screen("Search Actions"))
    assert isinstance(steps.send(screen("a.png – GIMP", listed=True)), Wait)


def test_exporting_ends_when_the_title_names_the_file() -> None:
    actions = play(
        export_from_gimp("/home/user/Pictures/b.jpg", "JPEG"),
        screen("Export Image"),
        screen("Export Image"),
        screen("Export Image"),
        screen("Export Image"),
        screen("Export Image as JPEG"),
        screen("[a] (exported)-1.0 – GIMP"),
        screen("[b] (exported)-1.0 – GIMP"),
    )
    assert TypeText(text="/home/user/Pictures/b.jpg") in actions
    assert [type(action) for action in actions].count(Wait) == 2


def test_a_title_has_words_in_its_middle() -> None:
    assert title_has("(Grayscale")(screen("*[a] (imported)-1.0 (Grayscale 8-bit) – GIMP"))
    assert not title_has("(Grayscale")(screen("*[a] (imported)-1.0 (RGB color) – GIMP"))
