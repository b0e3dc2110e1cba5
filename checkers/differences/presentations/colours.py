"""Colours of presentations: those of a theme, and their transformations.

The arithmetic, with its rounding, is LibreOffice's: it saves some colours as it has computed them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PIL import ImageColor

from checkers.differences.presentations.xml import children, get, local_name, thousandths

Components = tuple[int, int, int]

_FULL = 100_000
_FULL_CIRCLE = 21_600_000
_GAMMA = 2.3
_ABBREVIATIONS = {"dk": "dark", "lt": "light", "med": "medium"}
_HSL = ("hue", "sat", "lum")


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour; `opacity` in percent."""

    rgb: Components
    opacity: int = 100

    def __str__(self) -> str:
        digits = "#{:02X}{:02X}{:02X}".format(*self.rgb)
        return digits if self.opacity == 100 else f"{digits} {self.opacity}%"


def read_colour(element: Any, resolve_name: Callable[[str], Components]) -> Colour:
    """Read a colour, such as `a:srgbClr`; `resolve_name` gives the one of a name of the theme."""
    colour = _Transformed(_base(element, resolve_name))
    opacity = _FULL
    for transformation in children(element):
        name, value = local_name(transformation), thousandths(get(transformation, "val", "0"))
        if name == "alpha":
            opacity = value
        elif name == "alphaMod":
            opacity = opacity * value // _FULL
        else:
            colour.apply(name, value)
    return Colour(colour.rgb(), opacity * 100 // _FULL)


def parse_rgb(digits: str) -> Components:
    number = int(digits, 16)
    return (number >> 16 & 255, number >> 8 & 255, number & 255)


def read_scheme(scheme: Any) -> Mapping[str, Components]:
    """Read the colours of a theme's `a:clrScheme`, by name."""
    named = {local_name(entry): next(children(entry)) for entry in children(scheme)}
    return {name: _base(colour, lambda _: (0, 0, 0)) for name, colour in named.items()}


def _base(element: Any, resolve_name: Callable[[str], Components]) -> Components:
    match local_name(element):
        case "srgbClr":
            return parse_rgb(get(element, "val"))
        case "sysClr":
            return parse_rgb(get(element, "lastClr", "000000"))
        case "schemeClr":
            return resolve_name(get(element, "val"))
        case "prstClr":
            return _preset(get(element, "val"))
        case "scrgbClr":
            linear = [thousandths(get(element, channel, "0")) for channel in "rgb"]
            return _to_rgb((linear[0], linear[1], linear[2]))
        case "hslClr":
            hsl = [thousandths(get(element, channel, "0")) for channel in _HSL]
            return _hsl_to_rgb((hsl[0], hsl[1], hsl[2]))
    raise ValueError(f"{local_name(element)} is no colour")


def _preset(name: str) -> Components:
    for short, full in _ABBREVIATIONS.items():
        if name.startswith(short) and name[len(short) : len(short) + 1].isupper():
            name = full + name[len(short) :]
    red, green, blue = ImageColor.getrgb(name.lower())[:3]
    return (red, green, blue)


class _Transformed:
    """A colour that stays in the model of its last transformation, as LibreOffice keeps it."""

    def __init__(self, rgb: Components) -> None:
        self._model = "rgb"
        self._components = rgb

    def rgb(self) -> Components:
        if self._model == "linear":
            return _to_rgb(self._components)
        return _hsl_to_rgb(self._components) if self._model == "hsl" else self._components

    def apply(self, name: str, value: int) -> None:
        """Apply a transformation; an unknown one leaves the colour as it is."""
        if name in ("tint", "shade", "inv"):
            self._enter("linear", _to_linear)
            factor = value / _FULL
            change: dict[str, Callable[[int], int]] = {
                "tint": lambda part: int(_FULL - (_FULL - part) * factor),
                "shade": lambda part: int(part * factor),
                "inv": lambda part: _FULL - part,
            }
            first, second, third = map(change[name], self._components)
            self._components = (first, second, third)
        elif name[:3] in _HSL:
            self._enter("hsl", _rgb_to_hsl)
            self._change_hsl(_HSL.index(name[:3]), name[3:], value)

    def _enter(self, model: str, convert: Callable[[Components], Components]) -> None:
        if self._model != model:
            self._components = convert(self.rgb())
            self._model = model

    def _change_hsl(self, channel: int, how: str, value: int) -> None:
        parts = list(self._components)
        changed = {"": value, "Mod": int(parts[channel] * value / _FULL), "Off": parts[channel] + value}[how]
        parts[channel] = changed % _FULL_CIRCLE if _HSL[channel] == "hue" else min(max(changed, 0), _FULL)
        if parts[2] in (0, _FULL):
            parts[1] = 0
        self._components = (parts[0], parts[1], parts[2])


def _correct(part: int, gamma: float) -> int:
    return int((part / _FULL) ** gamma * _FULL + 0.5)


def _to_linear(rgb: Components) -> Components:
    red, green, blue = (_correct(part * _FULL // 255, _GAMMA) for part in rgb)
    return (red, green, blue)


def _to_rgb(linear: Components) -> Components:
    red, green, blue = (_correct(part, 1 / _GAMMA) * 255 // _FULL for part in linear)
    return (red, green, blue)


def _rgb_to_hsl(rgb: Components) -> Components:
    red, green, blue = (part / 255 for part in rgb)
    low, high = min(red, green, blue), max(red, green, blue)
    spread = high - low
    if spread == 0:
        sector = 0.0
    elif high == red:
        sector = (green - blue) / spread % 6
    elif high == green:
        sector = (blue - red) / spread + 2
    else:
        sector = (red - green) / spread + 4
    hue = int(sector / 6 * _FULL_CIRCLE + 0.5) % _FULL_CIRCLE
    luminance = int((low + high) / 2 * _FULL + 0.5)
    if luminance in (0, _FULL):
        return (hue, 0, luminance)
    divisor = low + high if luminance <= _FULL // 2 else 2 - low - high
    return (hue, int(spread / divisor * _FULL + 0.5), luminance)


def _hsl_to_rgb(hsl: Components) -> Components:
    hue, saturation, luminance = hsl[0] / _FULL_CIRCLE * 6, hsl[1] / _FULL, hsl[2] / _FULL
    pure = (abs(hue - 3) - 1, 2 - abs(hue - 2), 2 - abs(hue - 4))
    spread = (1 - abs(2 * luminance - 1)) * saturation
    red, green, blue = (
        int((luminance + spread * (min(max(part, 0.0), 1.0) - 0.5)) * 255 + 0.5) for part in pure
    )
    return (red, green, blue)
