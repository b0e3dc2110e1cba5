"""Checks what an endpoint takes: the smallest request of each form that an agent sends.

An agent declares its probes as `AgentSpec.check`; `testbed agents check` sends them, in order, without a guest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from controller.core.agent import Usage
from controller.core.guest import Tool
from controller.core.texts import one_line, shorten
from controller.models.client import ModelClient
from controller.models.prices import Prices
from testbed.errors import AgentError, ModelApiError, TestbedError, UsageError

Outcome = Literal["taken", "unusable", "refused", "failed", "not sent"]
PROBE_SECONDS = 120.0
"""Time limit of one probe, with all its requests and attempts."""
SYSTEM = "This is a check of the connection. Do exactly what the user asks, and nothing else."
TEXT = "Answer with the word ok."
CALL = "Call the function note once, with the text a."
CALL_TWICE = "Call the function note twice in this one answer: with the text a, and with the text b."
PICTURE = "Which colour is the picture? Answer with one word."
COMPUTER = "Take a screenshot with the computer tool."
RESULT = "Written."
"""What probes ask; the mock model knows how to answer it."""
PROBE_TOOL = Tool(
    "note",
    "Write a note.",
    {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
    "os",
)
"""The function that probes offer."""
UNKNOWN_MODEL = "testbed-no-such-model"
"""A name that no endpoint serves."""


class UnexpectedResponse(ValueError):
    """The endpoint took the request, but its response lacks what the agent needs; the message says what."""


@dataclass(frozen=True, slots=True)
class Probe:
    """One form of request, and how to send the smallest one.

    Attributes:
        form: A short name: "text", "tools", "picture", "computer", "batch", "refused", with the API in front when the
            agent has several ("chat: tools").
        send: Sends the request through `AgentOptions.model_client`, as the agent itself would, and returns one line
            about the response. Raises what the agent's own requests raise: UsageError or AgentError when the endpoint
            refuses, ModelApiError when it fails; and UnexpectedResponse.
        needed: Whether a run with these options sends this form.
        must_refuse: Whether the endpoint has to refuse the request: a client that goes by refusals relies on it.
        remedy: What the user can do when the endpoint does otherwise; "" uses the error's own hint.

    Example:
        The `check` of an agent that sends text alone:

            from testbed.agents import Probe

            def check(options):
                client = options.model_client.http_client()

                def send():
                    response = client.post(options.base_url, json={"prompt": "Reply with the word ok."})
                    return f"answered {response.text[:60]!r}"

                yield Probe("text", send, remedy="choose a model that writes text (--model)")
    """

    form: str
    send: Callable[[], str]
    needed: bool = True
    must_refuse: bool = False
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What the endpoint did with a probe.

    Attributes:
        form: The probe's form.
        outcome: Whether the endpoint took the request, refused it or failed; "unusable" when it took the request but
            the response lacks what the agent needs, "not sent" after a failure.
        ok: Whether that is what the agent relies on.
        needed: Whether a run with these options sends this form.
        message: What the model answered, or the endpoint's reason.
        remedy: What to do, "" when all is well.
        usage: Tokens by model as served.
        cost: Dollars, None when a price is unknown.
        seconds: Duration with all attempts and waits.
    """

    form: str
    outcome: Outcome
    ok: bool
    needed: bool
    message: str
    remedy: str
    usage: dict[str, Usage]
    cost: float | None
    seconds: float

    @property
    def tokens(self) -> int:
        """Input and output tokens of all models."""
        return sum(used.input_tokens + used.output_tokens for used in self.usage.values())


def run_probes(
    probes: Iterable[Probe], model_client: ModelClient, prices: Prices, seconds: float = PROBE_SECONDS
) -> Iterator[ProbeResult]:
    """Send probes in order and yield their results as they come.

    When the endpoint itself fails (no connection, overload), the rest is not sent.

    Args:
        probes: What to send.
        model_client: The client that the probes send through.
        prices: Prices of tokens.
        seconds: Time limit of one probe.
    """
    failed = False
    for probe in probes:
        if failed:
            yield ProbeResult(
                probe.form, "not sent", False, probe.needed, "the endpoint failed before", "", {}, 0.0, 0.0
            )
            continue
        result = _run(probe, model_client, prices, seconds)
        failed = result.outcome == "failed"
        yield result


def probe_picture(width: int = 320, height: int = 200) -> bytes:
    """Return a plain red PNG."""
    import io

    from PIL import Image  # imported late: most commands need no picture

    out = io.BytesIO()
    Image.new("RGB", (width, height), (200, 30, 30)).save(out, "PNG")
    return out.getvalue()


def quote(text: str, longest: int = 60) -> str:
    """Return a model's words as one short line in quotes. Raises UnexpectedResponse when there are none."""
    line = one_line(text)
    if not line:
        raise UnexpectedResponse("the response has no text")
    return repr(shorten(line, longest))


def _run(probe: Probe, model_client: ModelClient, prices: Prices, seconds: float) -> ProbeResult:
    outcome: Outcome = "taken"
    hint = "see --model and --set"
    with model_client.decision(seconds) as totals:
        try:
            message = probe.send()
        except UnexpectedResponse as error:
            outcome, message = "unusable", str(error)
        except (UsageError, AgentError, ModelApiError) as error:
            outcome = "failed" if isinstance(error, ModelApiError) else "refused"
            message, hint = error.message, _hint(error)
    fewer = totals.pictures_left_out
    if fewer:
        message += f"; the endpoint takes fewer pictures: {fewer} of the probe's were left out, as in a run"
    ok = outcome == ("refused" if probe.must_refuse else "taken")
    return ProbeResult(
        form=probe.form,
        outcome=outcome,
        ok=ok,
        needed=probe.needed,
        message=message,
        remedy="" if ok and not fewer else hint if outcome == "failed" else probe.remedy or hint,
        usage=dict(totals.usage),
        cost=None if totals.uncounted else prices.cost_of_requests(totals.requests),
        seconds=round(totals.seconds, 3),
    )


def _hint(error: TestbedError) -> str:
    return error.hint or ("try again later" if isinstance(error, ModelApiError) else "see --model and --set")
