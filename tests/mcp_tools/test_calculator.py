from __future__ import annotations

import time

import pytest

from mcp_tools.calculator import calculator
from mcp_tools.registry import ToolError


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("0.1 + 0.2", "0.3"),
        ("2^3 + 1", "9"),
        ("(3 + 4) * 2 / 7", "2"),
        ("1/3*3", "1"),
        ("-7 % 3", "2"),
        ("7 // 2", "3"),
        ("round(2.5)", "3"),
        ("round(-2.5)", "-3"),
        ("round(1234.565, 2)", "1234.57"),
        ("round(1234, -2)", "1200"),
        ("sqrt(2.25)", "1.5"),
        ("10 ÷ 4 × 2", "5"),
        ("sum(1, 2, 3) - max(4, 5)", "1"),
        ("factorial(20)", "2432902008176640000"),
        ("12345678901234567890 * 10", "123456789012345678900"),
        ("+".join(["1"] * 400), "400"),
    ],
)
def test_computes_exactly(expression: str, result: str) -> None:
    assert calculator(expression).result == result


def test_value_is_a_number() -> None:
    assert calculator("10 / 4").value == 2.5
    assert calculator("10^400").value is None


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("1 / 0", "divides by zero"),
        ("(1 + 2", "not an arithmetic expression"),
        ("", "not an arithmetic expression"),
        ("sqrt(-1)", "no real square root"),
        ("min()", "wrong number"),
        ("sum()", "wrong number"),
        ("round(1, 0.5)", "whole number"),
        ("1 # 2", "not an arithmetic expression"),
        ("nan", "'nan' is not arithmetic"),
        ("inf - inf", "'inf' is not arithmetic"),
        ("1j", "not arithmetic"),
        ("log(0)", "no result for these values"),
        ("(-8)^(1/3)", "no result for these values"),
        ("__import__('os')", "'__import__' is not arithmetic"),
        ("(1).real", "not arithmetic"),
        ("'a' * 9", "not arithmetic"),
        ("True + 1", "not arithmetic"),
        ("[1, 2]", "not arithmetic"),
        ("lambda: 1", "not arithmetic"),
        ("x = 1", "not an arithmetic expression"),
        ("-" * 600 + "1", "nested"),
        ("1 " * 600, "characters"),
    ],
)
def test_refuses_what_is_no_arithmetic(expression: str, reason: str) -> None:
    with pytest.raises(ToolError, match=reason):
        calculator(expression)


@pytest.mark.parametrize(
    "expression", ["9^9^9", "factorial(10^6)", "1e308^1000", "10^4000 * 10^4000", "2^(0-10^9)", "exp(10^6)"]
)
def test_bounds_size_and_time(expression: str) -> None:
    started = time.thread_time()
    with pytest.raises(ToolError):
        calculator(expression)
    assert time.thread_time() - started < 1.0


def test_a_literal_beyond_all_numbers() -> None:
    with pytest.raises(ToolError, match="a number has no result for these values: the value is too large"):
        calculator("1e999")


@pytest.mark.parametrize("expression", ["1e-999", "1/10^400", "10^-400"])
def test_values_below_all_numbers(expression: str) -> None:
    with pytest.raises(ToolError, match="too close to 0"):
        calculator(expression)


def test_decimals_are_exact_beyond_a_number() -> None:
    assert calculator("1234567890123456.789 * 1000").result == "1234567890123456789"
    assert calculator("1_000.5 * 2").result == "2001"


def test_a_function_without_values() -> None:
    for name in ("sum", "min", "max", "sqrt"):
        with pytest.raises(ToolError, match="was given 0 values"):
            calculator(f"{name}()")
