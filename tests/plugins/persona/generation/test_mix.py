"""The shares of categories and lengths."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import fmean

from plugins.persona.generation.mix import CATEGORIES, Mix


def test_a_suite_has_the_shares_of_the_paper() -> None:
    mix, categories, lengths = Mix(Random(0)), Counter[str](), []
    for _ in range(173):
        category, length = mix.wanted()
        mix.made(category, length)
        categories[category] += 1
        lengths.append(length)
    assert all(abs(categories[name] - number) <= 2 for name, number in CATEGORIES.items())
    assert 5.3 <= fmean(lengths) <= 5.9


def test_what_cannot_be_made_does_not_stop_the_rest() -> None:
    mix, made = Mix(Random(0)), Counter[str]()
    for _ in range(400):
        category, length = mix.wanted()
        if category == "mail":
            mix.failed(category)
        else:
            mix.made(category, length)
            made[category] += 1
    assert sum(made.values()) > 250 and set(made) == CATEGORIES.keys() - {"mail"}


def test_one_category_alone_is_made_of_any_length() -> None:
    mix = Mix(Random(0), "social")
    assert {mix.wanted()[0] for _ in range(20)} == {"social"}
