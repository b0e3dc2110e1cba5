"""Retrieval by meaning, with a made-up encoder: models are not installed for tests."""

from __future__ import annotations

import importlib.machinery
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from controller.core.guest import Tool
from controller.tool_filter.base import FilterRequest
from controller.tool_filter.budget import ToolBudget
from controller.tool_filter.builtin.rag import RagFilter
from controller.tool_filter.embeddings import EmbeddingIndex, Vectors, load_encoder
from testbed.errors import UsageError

TOOLS = [
    Tool("x.alpha", "Plays music.", {}, "x"),
    Tool("x.beta", "Draws.", {}, "x"),
    Tool("x.gamma", "Writes.", {}, "x"),
]
MEANINGS = ({"music", "symphony"}, {"draws", "sketch"}, {"writes", "poem"})


class Encoder:
    """Texts that hold words of one set of meanings point the same way."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def __call__(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        found = np.array(
            [[0.1 + any(word in text.lower() for word in words) for words in MEANINGS] for text in texts],
            dtype=np.float32,
        )
        return found / np.linalg.norm(found, axis=1, keepdims=True)


def test_the_nearest_tool_scores_one_and_the_usual_none() -> None:
    scores = EmbeddingIndex(Encoder(), TOOLS).scores("a symphony, please")
    assert scores.tolist() == pytest.approx([1.0, 0.0, 0.0], abs=1e-6)


def test_without_any_difference_nothing_scores() -> None:
    assert EmbeddingIndex(Encoder(), TOOLS).scores("hm").tolist() == pytest.approx([0, 0, 0], abs=1e-6)


def test_rag_finds_by_meaning_what_no_word_names() -> None:
    request = FilterRequest("I could do with a sketch")
    by_meaning = RagFilter(ToolBudget(1), Encoder())
    assert [tool.name for tool in by_meaning.choose(TOOLS, request)] == ["x.beta"]
    assert [tool.name for tool in RagFilter(ToolBudget(1)).choose(TOOLS, request)] == ["x.alpha"]


def test_an_instruction_is_encoded_once_an_episode() -> None:
    encoder = Encoder()
    rag = RagFilter(ToolBudget(1), encoder)
    for used in ((), ("x.beta",), ("x.beta", "x.alpha")):
        rag.choose(TOOLS, FilterRequest("a poem", used=used))
    assert encoder.asked[1:] == [["a poem"]]


def test_without_the_extra_the_user_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(UsageError, match="not installed") as caught:
        load_encoder("some-model")
    assert "-m pip install sentence-transformers==" in caught.value.hint


class Library:
    """Stands for sentence-transformers: knows models on this machine, and others elsewhere."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, here: set[str], elsewhere: set[str]) -> None:
        self.tries: list[tuple[str, bool]] = []

        def load(model: str, *, device: str, local_files_only: bool) -> Any:
            self.tries.append((model, local_files_only))
            if model in here or (model in elsewhere and not local_files_only):
                return self
            raise OSError(f"no {model}\nand more")

        self._module(monkeypatch, "sentence_transformers", SentenceTransformer=load)
        self._module(monkeypatch, "torch", set_num_threads=lambda number: None)
        self._module(monkeypatch, "transformers")
        logging = self._module(monkeypatch, "transformers.utils.logging", disable_progress_bar=lambda: None)
        self._module(monkeypatch, "transformers.utils", logging=logging)

    def encode(self, texts: list[str], **options: Any) -> list[list[float]]:
        assert options["normalize_embeddings"]
        return [[1.0, 0.0] for _ in texts]

    @staticmethod
    def _module(monkeypatch: pytest.MonkeyPatch, name: str, **content: Any) -> ModuleType:
        module = ModuleType(name)
        module.__spec__ = importlib.machinery.ModuleSpec(name, None)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, name, module)
        return module


def test_weights_on_this_machine_are_used_without_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library(monkeypatch, {"near"}, {"far"})
    assert load_encoder("near")(["a", "b"]).shape == (2, 2)
    assert library.tries == [("near", True)]
    load_encoder("near")
    assert library.tries == [("near", True)]
    load_encoder("far")
    assert library.tries[1:] == [("far", True), ("far", False)]
    load_encoder.cache_clear()


def test_a_model_that_is_nowhere_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    library = Library(monkeypatch, set(), set())
    folder = str(tmp_path_factory.mktemp("model"))
    with pytest.raises(UsageError, match="cannot be loaded: no nowhere") as caught:
        load_encoder("nowhere")
    assert "and more" not in caught.value.message
    assert "folder of a sentence-transformers model" in caught.value.hint
    with pytest.raises(UsageError, match="cannot be loaded"):
        load_encoder(folder)
    assert library.tries[2:] == [(folder, True)]
