"""Prices of tokens. With an unknown price the cost is None, not 0."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.core.agent import Usage
from controller.core.invalid_data import describe_invalid
from controller.models.exchange import base_name
from testbed.errors import UsageError

OWN = Path(__file__).with_name("prices.toml")
_MILLION = 1_000_000


class Rates(BaseModel):
    """Dollars per million tokens. `input` is the price of uncached tokens."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: float = Field(ge=0, allow_inf_nan=False)
    output: float = Field(ge=0, allow_inf_nan=False)
    cache_read: float | None = Field(None, ge=0, allow_inf_nan=False)
    cache_write: float | None = Field(None, ge=0, allow_inf_nan=False)

    def cost(self, usage: Usage) -> float:
        """Return the cost in dollars."""
        cached = usage.cache_read_tokens + usage.cache_write_tokens
        read = self.input if self.cache_read is None else self.cache_read
        write = self.input if self.cache_write is None else self.cache_write
        parts = (
            max(0, usage.input_tokens - cached) * self.input,
            usage.cache_read_tokens * read,
            usage.cache_write_tokens * write,
            usage.output_tokens * self.output,
        )
        return math.fsum(parts) / _MILLION


class LongRates(Rates):
    """The rates of requests whose prompt has more than `above` tokens."""

    above: int = Field(gt=0)


class Price(Rates):
    """A model's rates, with other ones for long prompts if it has them."""

    long: LongRates | None = None

    def of(self, usage: Usage) -> float:
        """Return the cost in dollars of one request, or of several by the mean length of their prompts."""
        prompt = usage.input_tokens / max(1, usage.calls)
        rates = self.long if self.long is not None and prompt > self.long.above else self
        return rates.cost(usage)


class Prices(BaseModel):
    """A price list with its date, by a model's name with or without the date of a snapshot."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    date: date
    source: str = ""
    models: dict[str, Price]

    @classmethod
    def load(cls, path: Path | None = None) -> Self:
        """Load testbed's own list; prices of the user's list in `path` take precedence. Raises UsageError."""
        own = cls._read_once(OWN)
        if path is None:
            return own
        users = cls._read(path)
        source = f"{users.source or path.name}; else of {own.date}: {own.source}"
        return cls(date=users.date, source=source, models={**own.models, **users.models})

    def of(self, model: str) -> Price | None:
        """Return a model's price, None when it is unknown."""
        return self.models.get(model) or self.models.get(base_name(model))

    def cost(self, usage: Mapping[str, Usage]) -> float | None:
        """Return the cost in dollars of several models' usage; None when the price of one is unknown."""
        return self.cost_of_requests(usage.items())

    def cost_of_requests(self, requests: Iterable[tuple[str, Usage]]) -> float | None:
        """Return the cost in dollars of requests by model; None when the price of one is unknown."""
        costs = []
        for model, used in requests:
            price = self.of(model)
            if price is None:
                return None
            costs.append(price.of(used))
        return math.fsum(costs)

    @classmethod
    @cache  # every proof's usage tracker has testbed's own list
    def _read_once(cls, path: Path) -> Self:
        return cls._read(path)

    @classmethod
    def _read(cls, path: Path) -> Self:
        try:
            return cls.model_validate(tomllib.loads(path.read_text("utf-8")))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise UsageError(f"cannot read the prices in {path}: {error}", hint=f"see {OWN}") from error
        except ValidationError as error:
            raise UsageError(f"{path}: {describe_invalid(error)}", hint=f"write it as in {OWN}") from error
