"""What the model is shown: the screen, and what came of its calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.agents.builtin.google.history import NOTE, Part, image_part
from controller.agents.calls import CallResult, result_text, shorten
from controller.core.actions import Screenshot
from controller.core.observation import Observation
from controller.core.observation_text import describe_observation
from controller.models.scaling import ScaledView, fit, resize

FRAME = (1000, 1000)
"""What coordinates in texts count, as in calls."""
ACKNOWLEDGED = {"safety_acknowledgement": "true"}
"""Says that the user has confirmed an action (guide to computer use)."""


@dataclass(frozen=True, slots=True)
class ShownScreen:
    """What the run lets the model observe: text, "" if none, and the image, as PNG."""

    text: str
    image: bytes | None

    def parts(self) -> list[Part]:
        """The parts of a turn without results. Text stands before the image."""
        texts: list[Part] = [{"text": self.text}] if self.text else []
        return [*texts, *([image_part(self.image)] if self.image else [])]


def screen_image(observation: Observation, view: ScaledView) -> ShownScreen:
    """What an observation shows, as an image of the view's size."""
    picture = observation.picture
    image = resize(picture, view.width, view.height) if picture else None
    return ShownScreen(describe_observation(observation, FRAME), image)


def result_parts(
    outcomes: Sequence[CallResult],
    note: str,
    screen: ShownScreen | None,
    *,
    confirmed: frozenset[str],
    nesting: frozenset[str] | None,
    view: ScaledView,
) -> list[Part]:
    """The user's turn that answers calls: a `functionResponse` for each, in order.

    Args:
        outcomes: The results of all calls of the model's turn.
        note: Said with the last call that was tried.
        screen: The new screen, shown there too; None if there is none.
        confirmed: The ids of the calls whose safety question is confirmed.
        nesting: The functions whose results may contain images; None for all. Other images follow the results.
        view: The size of images.
    """
    latest = max((index for index, outcome in enumerate(outcomes) if outcome.tried), default=-1)
    parts: list[Part] = []
    after: list[Part] = []
    for index, outcome in enumerate(outcomes):
        call = outcome.call
        images = [image_part(png) for png in fit_pictures(outcome, view)]
        remark = ""
        if index == latest:
            remark = "\n\n".join(filter(None, [note, screen.text if screen else ""]))
            images += [image_part(screen.image)] if screen and screen.image else []
        result: Part = {"name": call.name, "response": _response(outcome, remark)}
        if call.id in confirmed and outcome.tried:
            result["response"] |= ACKNOWLEDGED
        if call.kind:
            result = {"id": call.kind, **result}
        if images and (nesting is None or call.name in nesting):
            result["parts"] = images
        else:
            after += images
        parts.append({"functionResponse": result})
    return [*parts, *after]


def _response(outcome: CallResult, note: str) -> Part:
    """The `response`. Beside "error" the API reads nothing else, so that the note is part of it then."""
    done = zip(outcome.call.actions, outcome.results, strict=False)
    texts = [result_text(action, result) for action, result in done]
    texts += [outcome.problem] if outcome.problem else []
    text = shorten("\n".join(dict.fromkeys(texts)) or "Done.")
    if outcome.failed:
        return {"error": "\n\n".join(filter(None, [text, note]))}
    return {"result": text, **({NOTE: note} if note else {})}


def fit_pictures(outcome: CallResult, view: ScaledView) -> list[bytes]:
    """Images that tools returned, of the view's size; a screenshot's own is the new screen, which is shown anyway."""
    done = zip(outcome.call.actions, outcome.results, strict=False)
    return [
        fit(png, view.width, view.height)
        for action, result in done
        if not isinstance(action, Screenshot)
        for png in result.images
    ]
