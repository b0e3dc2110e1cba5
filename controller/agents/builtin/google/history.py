"""The conversation with the model, as contents of the Gemini API.

The model's parts are sent back exactly as they came, in order: a part may have a thought signature, which Gemini 3 and
later check on the calls of the current turn (https://ai.google.dev/gemini-api/docs/thought-signatures). A turn of the
user has either the results of all calls of the model's turn before it, or text and images: further text for the model
after calls is part of the last result, as the guide to Gemini 3.5 asks (…/docs/whats-new-gemini-3.5).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from controller.agents.calls import shorten
from controller.agents.folding import cut_result, estimate_tokens, first_kept
from controller.models.completion import encode_image
from controller.models.picture_limits import DROPPED

Part = dict[str, Any]

MAX_IMAGES = 3
"""More images than this in one request drop the old ones, unless set: Google's own agent keeps three
(github.com/google-gemini/computer-use-preview, MAX_RECENT_TURN_WITH_SCREENSHOTS)."""
KEPT_IMAGES = 3
"""How many of the latest images stay, unless set."""
MAX_IMAGE_CHARACTERS = 16 * 2**20
"""The same for the images' base64 together, in characters; a request may have 100 MB."""
NOTE = "note"
"""The field of a result with further text for the model."""


def text_part(text: str) -> Part:
    """Text for the model; the middle of a very long one is cut out, which the text then says."""
    return {"text": shorten(text)}


def image_part(png: bytes) -> Part:
    """An image for the model, as JPEG when it is too large. Raises GuestError when it is no PNG."""
    media_type, data = encode_image(png)
    return {"inlineData": {"mimeType": media_type, "data": data}}


class History:
    """Contents so far, roles alternating, the user's first.

    At most `images` images, of which `keep` stay when there are more.
    """

    def __init__(self, images: int = MAX_IMAGES, keep: int = KEPT_IMAGES) -> None:
        self._contents: list[dict[str, Any]] = []
        self._most_images = images
        self._keep = keep

    @property
    def empty(self) -> bool:
        return not self._contents

    def contents(self) -> list[dict[str, Any]]:
        """What to send."""
        return self._contents

    def add_user(self, parts: list[Part]) -> None:
        """Append the user's turn."""
        self._contents.append({"role": "user", "parts": parts})

    def add_model(self, parts: list[Part]) -> None:
        """Append the model's turn."""
        self._contents.append({"role": "model", "parts": parts})

    def add_text(self, text: str) -> None:
        """Add a text for the model, in the user's turn if it is the user's."""
        if not self._contents or self._contents[-1]["role"] == "model":
            self.add_user([text_part(text)])
            return
        last = self._contents[-1]["parts"][-1]
        if "functionResponse" in last:
            response = last["functionResponse"]["response"]
            field = "error" if "error" in response else NOTE
            response[field] = "\n\n".join(filter(None, [response.get(field), text]))
        else:
            self._contents[-1]["parts"].append(text_part(text))

    def trim(self) -> None:
        """Drop old images when there are too many, keeping the latest, fewer of them when they are too large."""
        images = list(self._images())
        sizes = [len(parts[index]["inlineData"]["data"]) for parts, index, _ in images]
        if len(images) <= self._most_images and sum(sizes) <= MAX_IMAGE_CHARACTERS:
            return
        keep = min(self._keep, len(images))
        while keep > 1 and sum(sizes[-keep:]) > MAX_IMAGE_CHARACTERS:
            keep -= 1
        self._drop_images(len(images) - keep)

    def size(self) -> int:
        """Estimate the conversation's tokens."""
        return estimate_tokens(self._contents)

    def fold_pictures(self) -> int:
        """Drop all images but the latest."""
        return self._drop_images(len(list(self._images())) - 1)

    def fold_results(self, keep: int) -> int:
        """Cut long texts of the user's turns in all but the last `keep` turns of the model."""
        count = 0
        for content in self._contents[1 : self._first_kept(keep)]:
            for part in content["parts"] if content["role"] == "user" else ():
                fields = part["functionResponse"]["response"] if "functionResponse" in part else part
                for name, text in fields.items():
                    if isinstance(text, str) and cut_result(text) != text:
                        fields[name] = cut_result(text)
                        count += 1
        return count

    def fold_turns(self, notes: str, keep: int) -> int:
        """Put notes in place of all but the opening and the last `keep` turns of the model."""
        start = self._first_kept(keep)
        dropped = len([content for content in self._contents[:start] if content["role"] == "model"])
        if dropped:
            opening = self._contents[0]["parts"][0]
            self._contents[:start] = [{"role": "user", "parts": [opening, text_part(notes)]}]
        return dropped

    def _first_kept(self, keep: int) -> int:
        turns = [index for index, content in enumerate(self._contents) if content["role"] == "model"]
        return first_kept(turns, keep, len(self._contents))

    def _drop_images(self, count: int) -> int:
        """Drop the oldest images, and return how many."""
        oldest = list(self._images())[: max(0, count)]
        # From the end, so that the places before stay what they are.
        for parts, index, result in reversed(oldest):
            if result is None:
                parts[index] = text_part(DROPPED)
                continue
            del parts[index]
            if not parts:
                del result["parts"]
            result["response"]["screenshot"] = DROPPED
        return len(oldest)

    def _images(self) -> Iterator[tuple[list[Part], int, Part | None]]:
        """The place of each image: its list, its index, and the result that the list belongs to."""
        for content in self._contents:
            for index, part in enumerate(content["parts"]):
                if "inlineData" in part:
                    yield content["parts"], index, None
                result = part.get("functionResponse", {})
                for place, _ in enumerate(result.get("parts", ())):
                    yield result["parts"], place, result
