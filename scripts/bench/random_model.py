"""Writes a sentence-transformers model of all-MiniLM-L6-v2's size with random weights, to measure times without a
download: what it finds is worth nothing, what it takes is the same.

    .venv/bin/python scripts/bench/random_model.py OUT

Its word pieces are learnt from the requests in tool_requests/ and the tasks' instructions. There are few of them, so
that texts have more pieces than with the real model, rather than fewer.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

import torch
from sentence_transformers import SentenceTransformer
from sentence_transformers.models import Pooling, Transformer
from tokenizers import BertWordPieceTokenizer
from transformers import BertConfig, BertModel, BertTokenizerFast

from controller.tasks.selection import Selection, select_tasks, tasks_root

REQUESTS = Path(__file__).with_name("tool_requests")
PIECES = 2000
LONGEST = 256
"""Pieces of a text that are read, as by all-MiniLM-L6-v2."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("out", type=Path, help="a new folder")
    out = parser.parse_args().out
    lines = [line for path in REQUESTS.glob("*.jsonl") for line in path.read_text("utf-8").splitlines()]
    texts = [json.loads(line)["instruction"] for line in lines]
    instructions = [task.instruction for task in select_tasks(Selection(suite="core"), tasks_root())]
    with tempfile.TemporaryDirectory() as folder:
        tokenizer = _write(Path(folder), [*texts, *instructions], out)
    for name, corpus in (("requests", texts), ("tasks", instructions)):
        counts = [len(tokenizer(text)["input_ids"]) for text in corpus]
        print(f"pieces a text, {name}: median {statistics.median(counts):.0f}, most {max(counts)}")


def _write(weights: Path, texts: Sequence[str], out: Path) -> BertTokenizerFast:
    """Write the model; `weights` is a folder for its parts."""
    pieces = BertWordPieceTokenizer()
    pieces.train_from_iterator(texts, vocab_size=PIECES, min_frequency=1, show_progress=False)
    pieces.save_model(str(weights))
    tokenizer = BertTokenizerFast(str(weights / "vocab.txt"), model_max_length=LONGEST)
    tokenizer.save_pretrained(weights)
    torch.manual_seed(1)
    config = BertConfig(hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536)
    BertModel(config).save_pretrained(weights)
    body = Transformer(str(weights), max_seq_length=LONGEST)
    SentenceTransformer(modules=[body, Pooling(384)]).save(str(out))
    return tokenizer


if __name__ == "__main__":
    main()
