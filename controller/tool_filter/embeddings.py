"""Tools scored by meaning: sentence embeddings of a local model, with the extra `embeddings`.

Weights that are on this machine (a folder, or a model downloaded before) are used without asking the network.
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from controller.core.guest import Tool
from controller.core.texts import first_line, first_sentence
from controller.tool_filter.lexical import Scores, own_name
from testbed.command import install_command
from testbed.errors import UsageError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Vectors = npt.NDArray[np.float32]
"""One row of length 1 a text."""


class Encoder(Protocol):
    """Turns texts into vectors of length 1, one row a text."""

    def __call__(self, texts: Sequence[str]) -> Vectors: ...


class EmbeddingIndex:
    """Tools' vectors, to be compared with an instruction's."""

    def __init__(self, encoder: Encoder, catalogue: Sequence[Tool]) -> None:
        self._encoder = encoder
        self._tools = encoder([_text(tool) for tool in catalogue])
        self._last: tuple[str, Scores] | None = None

    def scores(self, text: str) -> Scores:
        """How near each tool's meaning is to the text's: 1 for the nearest, 0 for those no nearer than most."""
        if self._last is None or self._last[0] != text:
            self._last = text, self._scores(text)
        return self._last[1]

    def _scores(self, text: str) -> Scores:
        nearest: Scores = (self._encoder([text]) @ self._tools.T)[0]
        usual = float(np.median(nearest))
        spread = float(nearest.max(initial=usual)) - usual
        scaled: Scores = np.clip((nearest - usual) / (spread or 1.0), 0.0, 1.0).astype(np.float32)
        return scaled


@cache
def load_encoder(model: str) -> Encoder:
    """The encoder of a model's name or folder, loaded once a process.

    Raises UsageError when the extra is not installed or there is no such model.
    """
    if importlib.util.find_spec("sentence_transformers") is None:
        raise UsageError(
            "embeddings need sentence-transformers, which is not installed",
            hint=f"{install_command('embeddings')}; without --embeddings, rag ranks by words",
        )
    loaded, lock = _load(model), threading.Lock()

    import torch

    torch.set_num_threads(1)  # a sentence is too short to share; waiting for busy cores costs far more

    def encode(texts: Sequence[str]) -> Vectors:
        with lock:
            vectors = loaded.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(vectors, dtype=np.float32)

    return encode


def _load(model: str) -> SentenceTransformer:
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    logging.disable_progress_bar()
    problem: Exception | None = None
    for local in (True,) if Path(model).is_dir() else (True, False):
        try:
            return SentenceTransformer(model, device="cpu", local_files_only=local)
        except (OSError, ValueError, ImportError, RuntimeError) as error:
            problem = error
    raise UsageError(
        f"the model {model!r} for embeddings cannot be loaded: {first_line(str(problem))}",
        hint="give the folder of a sentence-transformers model, or the name of one that can be downloaded",
    ) from problem


def _text(tool: Tool) -> str:
    name = own_name(tool).replace("_", " ")
    return f"{tool.app.replace('_', ' ')}: {name}. {first_sentence(tool.description)}"
