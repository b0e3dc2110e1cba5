"""What tokens cost. An unknown price makes a cost unknown, which is None, not zero."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.core.agent import Usage
from controller.models.exchange import base_name
from testbed.errors import UsageError

OWN = Path(__file__).with_name("prices.toml")
_MILLION = 1_000_000


class Price(BaseModel):
    """Dollars per million tokens. `input` is for what is not in the model's cache."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: float = Field(ge=0, allow_inf_nan=False)
    output: float = Field(ge=0, allow_inf_nan=False)
    cache_read: float | None = Field(None, ge=0, allow_inf_nan=False)
    cache_write: float | None = Field(None, ge=0, allow_inf_nan=False)

    def of(self, usage: Usage) -> float:
        """Dollars."""
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


class Prices(BaseModel):
    """A price list with its date. Models are named without the date of a snapshot, or with it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    date: date
    source: str = ""
    models: dict[str, Price]

    @classmethod
    def load(cls, path: Path | None = None) -> Self:
        """Testbed's own list, with the user's before it. Raises UsageError."""
        own = cls._read(OWN)
        if path is None:
            return own
        users = cls._read(path)
        source = f"{users.source or path.name}; else of {own.date}: {own.source}"
        return cls(date=users.date, source=source, models={**own.models, **users.models})

    def of(self, model: str) -> Price | None:
        return self.models.get(model) or self.models.get(base_name(model))

    def cost(self, usage: Mapping[str, Usage]) -> float | None:
        """Dollars for what several models took; None when the price of one is unknown."""
        costs = []
        for model, used in usage.items():
            price = self.of(model)
            if price is None:
                return None
            costs.append(price.of(used))
        return math.fsum(costs)

    @classmethod
    def _read(cls, path: Path) -> Self:
        try:
            return cls.model_validate(tomllib.loads(path.read_text("utf-8")))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise UsageError(f"cannot read the prices in {path}: {error}", hint=f"see {OWN}") from error
        except ValidationError as error:
            wrong = error.errors()[0]
            place = ".".join(str(part) for part in wrong["loc"])
            raise UsageError(f"{path}: {place}: {wrong['msg']}", hint=f"write it as in {OWN}") from error
