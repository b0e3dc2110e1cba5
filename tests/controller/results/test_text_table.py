"""Tables on consoles of different width, and in a pipe."""

from __future__ import annotations

import io

from rich.console import Console
from rich.table import Table

from controller.results.text_table import CUT, LEAST_TEXT, PIPED_WIDTH, UNLIMITED, make_table

NAME = "n" * 60


def render(table: Table, width: int = UNLIMITED) -> list[str]:
    output = io.StringIO()
    Console(file=output, width=width, highlight=False).print(table)
    return [line.rstrip() for line in output.getvalue().splitlines() if line.strip()]


def table_of(*texts: str) -> Table:
    table = make_table("name", "number", *(f"text {number}" for number in range(len(texts))), texts={*TEXTS})
    table.add_row(NAME, "1234567", *texts)
    table.add_row("other", "1", *("short" for _ in texts))
    return table


TEXTS = [f"text {number}" for number in range(9)]


def test_in_a_pipe_a_row_is_a_line_and_long_texts_are_cut() -> None:
    table = table_of("a" * 500, "b" * 20, "c" * 400)
    heading, rule, first, second, note = render(table)
    assert note == CUT and str(PIPED_WIDTH) in note
    assert max(map(len, (heading, rule, first, second))) <= PIPED_WIDTH < len(rule) + 4
    name, number, *texts = first.split()
    assert (name, number, texts[1]) == (NAME, "1234567", "b" * 20)
    assert texts[0].strip("a") == texts[2].strip("c") == "…"
    assert second.split() == ["other", "1", "short", "short", "short"]


def test_in_a_pipe_a_table_of_the_width_is_whole() -> None:
    lines = render(table_of("a" * 40, "b" * 30))
    assert len(lines) == 4 and "a" * 40 in lines[2] and "b" * 30 in lines[2]


def test_names_numbers_and_the_start_of_texts_are_kept_where_the_width_does_not_suffice() -> None:
    lines = render(table_of(*("x" * 100 for _ in range(9))))
    texts = lines[2].split()[2:]
    assert NAME in lines[2] and {len(text) for text in texts} == {LEAST_TEXT}


def test_a_first_column_of_texts_is_a_name_in_a_pipe() -> None:
    table = make_table("file", "problem")
    table.add_row("/long" * 40, "y" * 300)
    line = render(table)[2]
    assert line.startswith(" " + "/long" * 40 + " ") and line.endswith("…")


def test_on_a_console_of_a_given_width_texts_wrap_and_nothing_is_cut() -> None:
    table = table_of("a" * 500)
    for _ in range(2):  # also after it was printed for a pipe
        lines = render(table, 200)
        assert "".join(lines).count("a") == 500 + "name".count("a") and CUT not in lines
        render(table)
