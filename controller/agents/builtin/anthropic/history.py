"""The conversation with the model, as plain Messages API content.

The API binds the thinking of its newest models to everything sent before it (system, tools, messages), so
the history is append-only except for one kind of edit: old pictures are dropped in batches. Such an edit,
and a change of the offered tools, goes together with dropping the thinking so far, which the API permits.
"""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterator
from typing import Any

from controller.agents.calls import shorten
from controller.agents.folding import cut_result, estimate_tokens, first_kept
from controller.models.picture_limits import DROPPED
from controller.models.scaling import to_jpeg

Block = dict[str, Any]

MAX_IMAGES = 15
"""More pictures than this in one request drop the old ones, unless set. Above 20 the API's limits get stricter."""
MAX_IMAGE_CHARACTERS = 16 * 2**20
"""The same for the pictures' base64 together, in characters; a request may have 32 MB."""
KEPT_IMAGES = 3
"""How many of the latest pictures stay, unless set."""
MAX_PNG_CHARACTERS = 4 * 2**20
"""A picture whose base64 is longer goes as JPEG; the API takes 5 MB each."""
CACHE_MARK = {"type": "ephemeral"}
_THINKING = ("thinking", "redacted_thinking")


def text_block(text: str) -> Block:
    """Text for the model; the middle of a very long one is cut out, which the text then says."""
    return {"type": "text", "text": shorten(text)}


def image_block(png: bytes) -> Block:
    """A picture for the model, PNG as given unless too large. Raises GuestError when it is no PNG."""
    media_type, data = "image/png", base64.b64encode(png).decode("ascii")
    if len(data) > MAX_PNG_CHARACTERS:
        media_type, data = "image/jpeg", base64.b64encode(to_jpeg(png)).decode("ascii")
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


class History:
    """Messages so far, roles alternating, the user's first.

    At most `images` pictures, of which `keep` stay when there are more. `bound`: whether the model's
    thinking must be dropped together with what stood before it.
    """

    def __init__(self, images: int = MAX_IMAGES, keep: int = KEPT_IMAGES, *, bound: bool = True) -> None:
        self._messages: list[dict[str, Any]] = []
        self._most_images = images
        self._keep = keep
        self._bound = bound
        self._opening: Block = {}

    @property
    def empty(self) -> bool:
        return not self._messages

    def add_user(self, blocks: list[Block]) -> None:
        """Append to the user's turn, beginning one when it is the user's."""
        if not self._opening:
            self._opening = blocks[0]
        if self._messages and self._messages[-1]["role"] == "user":
            self._messages[-1]["content"].extend(blocks)
        else:
            self._messages.append({"role": "user", "content": blocks})

    def add_assistant(self, blocks: list[Block]) -> None:
        """Append the model's turn, or what it adds to one that it had paused in."""
        if self._messages and self._messages[-1]["role"] == "assistant":
            self._messages[-1]["content"].extend(blocks)
        else:
            self._messages.append({"role": "assistant", "content": blocks})

    def drop_blocks(self, ids: Collection[str]) -> None:
        """Forget blocks of the model's turns by their ids, and with them the thinking so far."""
        for message in self._messages:
            if message["role"] == "assistant":
                message["content"] = [block for block in message["content"] if block.get("id") not in ids]
        self.drop_thinking()
        self._messages = [message for message in self._messages if message["content"]]

    def messages(self) -> list[dict[str, Any]]:
        """What to send."""
        return self._messages

    def trim(self) -> None:
        """Drop old pictures when there are too many, keeping the latest, fewer of them when they are too large."""
        places = list(self._images())
        sizes = [len(blocks[index]["source"]["data"]) for blocks, index in places]
        if len(places) <= self._most_images and sum(sizes) <= MAX_IMAGE_CHARACTERS:
            return
        keep = min(self._keep, len(places))
        while keep > 1 and sum(sizes[-keep:]) > MAX_IMAGE_CHARACTERS:
            keep -= 1
        self._drop_images(len(places) - keep)

    def size(self) -> int:
        """Estimate the conversation's tokens."""
        return estimate_tokens(self._messages)

    def fold_pictures(self) -> int:
        """Drop all pictures but the latest."""
        return self._drop_images(len(list(self._images())) - 1)

    def fold_results(self, keep: int) -> int:
        """Cut long texts of the user's turns in all but the last `keep` turns of the model."""
        texts = [
            block
            for message in self._messages[1 : self._first_kept(keep)]
            if message["role"] == "user"
            for part in message["content"]
            for block in [part, *(part["content"] if isinstance(part.get("content"), list) else ())]
            if block["type"] == "text" and cut_result(block["text"]) != block["text"]
        ]
        for block in texts:
            block["text"] = cut_result(block["text"])
        if texts:
            self.drop_thinking()
        return len(texts)

    def fold_turns(self, notes: str, keep: int) -> int:
        """Put notes in place of all but the opening and the last `keep` turns of the model."""
        start = self._first_kept(keep)
        dropped = len([message for message in self._messages[:start] if message["role"] == "assistant"])
        if dropped:
            self._messages[:start] = [{"role": "user", "content": [self._opening, text_block(notes)]}]
            self.drop_thinking()
        return dropped

    def messages_before(self, keep: int) -> list[dict[str, Any]]:
        """All messages but the last `keep` turns of the model and what follows them."""
        return self._messages[: self._first_kept(keep)]

    def compact(self, block: Block, keep: int) -> int:
        """Put a compaction block in place of all but the last `keep` turns of the model; return how many it dropped."""
        start = self._first_kept(keep)
        dropped = len([message for message in self._messages[:start] if message["role"] == "assistant"])
        first = self._messages[start]
        self._messages[: start + 1] = [{**first, "content": [block, *first["content"]]}]
        self.drop_thinking()
        return dropped

    def _first_kept(self, keep: int) -> int:
        turns = [index for index, message in enumerate(self._messages) if message["role"] == "assistant"]
        return first_kept(turns, keep, len(self._messages))

    def _drop_images(self, count: int) -> int:
        """Drop the oldest pictures, and return how many."""
        for blocks, index in list(self._images())[: max(0, count)]:
            blocks[index] = text_block(DROPPED)
        if count > 0:
            self.drop_thinking()
        return max(0, count)

    def drop_thinking(self) -> None:
        """Forget the model's thinking so far, because something before it is about to change."""
        if not self._bound:
            return
        for message in self._messages:
            if message["role"] == "assistant":
                message["content"] = [b for b in message["content"] if b["type"] not in _THINKING]

    def _images(self) -> Iterator[tuple[list[Block], int]]:
        for message in self._messages:
            for blocks in [message["content"], *(block.get("content") for block in message["content"])]:
                if isinstance(blocks, list):
                    yield from ((blocks, i) for i, block in enumerate(blocks) if block["type"] == "image")
