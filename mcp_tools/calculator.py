"""The calculator tool: exact arithmetic on a parsed expression, nothing is ever executed."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from pydantic import BaseModel, Field

from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool

MAX_LENGTH = 1000
MAX_DEPTH = 500
MAX_BITS = 4096
MAX_FACTORIAL = 400
REMEDY = "write arithmetic such as (3 + 4) * 2 / 7, 2^10, sqrt(2) or round(10/3, 2)"

_REASONS = {
    "math domain error": "they are outside the function's domain",
    "expected a positive input": "they are outside the function's domain",
    "math range error": "it would be too large",
}
_CONSTANTS = {"pi": math.pi, "e": math.e}


class Calculation(BaseModel):
    """The value of an expression: as text (exact when it is whole), and as a number when one can hold it."""

    expression: str
    result: str
    value: float | None


@tool("osworld_mcp_os.calculator", app="os", read_only=True)
def calculator(
    expression: Annotated[
        str,
        Field(
            description="arithmetic: + - * / // % ^ (or **), parentheses, pi, e, sqrt, abs, round, min, "
            "max, sum, floor, ceil, factorial, exp, log, log2, log10, sin, cos, tan (radians)"
        ),
    ],
) -> Calculation:
    """Compute an arithmetic expression. Decimals are exact: 0.1 + 0.2 is 0.3; halves round away from zero."""
    if len(expression) > MAX_LENGTH:
        raise ToolError(f"the expression has {len(expression)} characters; at most {MAX_LENGTH} are allowed")
    text = _normalise(expression)
    value = _evaluate(_parse(text, expression), text, MAX_DEPTH)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if number == 0 != value:
        raise ToolError("the result is too close to 0 for a number; compute with larger numbers")
    finite = math.isfinite(number)
    return Calculation(
        expression=expression,
        result=repr(number) if finite and value.denominator != 1 else str(value),
        value=number if finite else None,
    )


def _normalise(expression: str) -> str:
    return expression.strip().replace("^", "**").replace("×", "*").replace("÷", "/").replace("−", "-")


def _parse(text: str, expression: str) -> ast.expr:
    try:
        if "#" in text:  # the rest would be a comment
            raise ValueError("#")
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ToolError(f"{shorten(expression)} is not an arithmetic expression; {REMEDY}") from error


def _evaluate(node: ast.expr, text: str, depth: int) -> Fraction:
    if depth == 0:
        raise ToolError(f"the expression is nested more than {MAX_DEPTH} levels deep; compute it in parts")
    match node:
        case ast.Constant(value=bool()):
            pass
        case ast.Constant(value=int() as literal):
            return _check_size(Fraction(literal))
        case ast.Constant(value=float()):
            return _apply(_decimal, [ast.get_source_segment(text, node) or ""], "a number")
        case ast.Name(id=name) if name in _CONSTANTS:
            return _exact(_CONSTANTS[name])
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _evaluate(operand, text, depth - 1)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_evaluate(operand, text, depth - 1)
        case ast.BinOp(left=left, op=operation, right=right) if type(operation) in _OPERATORS:
            function = _OPERATORS[type(operation)]
            return _apply(
                function,
                [_evaluate(left, text, depth - 1), _evaluate(right, text, depth - 1)],
                "the expression",
            )
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _FUNCTIONS:
            return _apply(
                _FUNCTIONS[name], [_evaluate(item, text, depth - 1) for item in arguments], f"{name}()"
            )
        case _:
            pass
    raise ToolError(f"{_construct(node)} is not arithmetic; {REMEDY}")


def _construct(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Call(func=ast.Name(id=name)):
            return shorten(name)
        case ast.Constant(value=value):
            return repr(value) if isinstance(value, bool) else shorten(str(value))
        case _:
            return f"a part of the expression ({type(node).__name__})"


def _apply(function: Callable[..., Fraction], values: Sequence[Fraction | str], where: str) -> Fraction:
    try:
        return _check_size(function(*values))
    except ZeroDivisionError as error:
        raise ToolError(f"{where} divides by zero") from error
    except TypeError as error:
        raise ToolError(
            f"{where} was given {len(values)} values, which is the wrong number; {REMEDY}"
        ) from error
    except (ValueError, OverflowError) as error:
        reason = _REASONS.get(str(error), str(error))
        raise ToolError(f"{where} has no result for these values: {reason}") from error


def _exact(number: float) -> Fraction:
    if not math.isfinite(number):
        raise OverflowError("the value is too large")
    return Fraction(repr(number)) if isinstance(number, float) else Fraction(number)


def _decimal(literal: str) -> Fraction:
    """The exact value of a literal with a point or an exponent."""
    _exact(float(literal))
    if float(literal) == 0 != Decimal(literal):
        raise OverflowError("the value is too close to 0")
    return Fraction(literal)


def _check_size(value: Fraction) -> Fraction:
    if value.numerator.bit_length() + value.denominator.bit_length() > MAX_BITS:
        raise ToolError(
            f"a number in the expression needs more than {MAX_BITS} bits; compute with smaller numbers"
        )
    return value


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator != 1:
        return _real(math.pow)(base, exponent)
    bits = base.numerator.bit_length() + base.denominator.bit_length()
    if abs(exponent) * (bits - 2) > MAX_BITS:
        raise ToolError(f"{float(base):g} to the power {exponent} is too large to compute")
    return base ** int(exponent)


def _round(value: Fraction, places: Fraction = Fraction(0)) -> Fraction:
    if places.denominator != 1 or abs(places) > 100:
        raise ValueError("the number of decimal places must be a whole number up to 100")
    unit = Fraction(10) ** -int(places)
    whole = math.floor(abs(value) / unit + Fraction(1, 2))
    return (whole if value >= 0 else -whole) * unit


def _factorial(value: Fraction) -> Fraction:
    if value.denominator != 1 or not 0 <= value <= MAX_FACTORIAL:
        raise ValueError(f"factorial takes a whole number from 0 to {MAX_FACTORIAL}")
    return Fraction(math.factorial(int(value)))


def _square_root(value: Fraction) -> Fraction:
    if value < 0:
        raise ValueError("a negative number has no real square root")
    exact = Fraction(math.isqrt(value.numerator), math.isqrt(value.denominator))
    return exact if exact * exact == value else _exact(math.sqrt(value))


def _real(function: Callable[..., float]) -> Callable[..., Fraction]:
    return lambda *values: _exact(function(*(float(value) for value in values)))


_OPERATORS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: lambda left, right: Fraction(left // right),
    ast.Mod: operator.mod,
    ast.Pow: _power,
}
_FUNCTIONS: dict[str, Callable[..., Fraction]] = {
    "abs": abs,
    "round": _round,
    "min": lambda first, *others: min(first, *others, first),
    "max": lambda first, *others: max(first, *others, first),
    "sum": lambda first, *others: sum(others, first),
    "floor": lambda value: Fraction(math.floor(value)),
    "ceil": lambda value: Fraction(math.ceil(value)),
    "sqrt": _square_root,
    "factorial": _factorial,
    "exp": _real(math.exp),
    "log": _real(math.log),
    "ln": _real(math.log),
    "log2": _real(math.log2),
    "log10": _real(math.log10),
    "sin": _real(math.sin),
    "cos": _real(math.cos),
    "tan": _real(math.tan),
}
