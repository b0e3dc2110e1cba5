from __future__ import annotations

from tokenize import TokenError

import pytest

from controller.proofs.code_text import code_text

SOURCE = '''"""A module."""
# a remark
LIMIT = 3  # seconds
"""How long."""


def wait(text: str = "# no comment") -> str:
    """Wait.

    # for what
    """
    return f"""
    # a line of the text
    {text}""" + "ü"  # more
'''
CODE = '''LIMIT = 3


def wait(text: str = "# no comment") -> str:
    return f"""
    # a line of the text
    {text}""" + "ü"
'''


def test_docstrings_and_comments_are_left_out() -> None:
    assert code_text(SOURCE.encode()) == CODE
    assert code_text(CODE.encode()) == CODE


@pytest.mark.parametrize(
    "source",
    ['x = 1; "text"\n', '"text"; x = 1\n', 'class A: "text"\n', 'x = """\n\n"""\n', "x = '''#'''\n"],
)
def test_what_is_not_prose_alone_on_its_lines_stays(source: str) -> None:
    assert code_text(source.encode()) == source


def test_no_python() -> None:
    with pytest.raises(TokenError):
        code_text(b"x = (\n")
