"""The smallest request of each form that the agent sends, for `testbed agents check`."""

from __future__ import annotations

from controller.agents import probes
from controller.agents.builtin.google.computer import to_actions
from controller.agents.builtin.google.declarations import declaration
from controller.agents.builtin.google.history import Part, image_part
from controller.agents.builtin.google.settings import GoogleSetup, make_setup
from controller.agents.calls import BadCall
from controller.agents.contract import AgentOptions
from controller.agents.probes import PROBE_TOOL, Probe, UnexpectedResponse, probe_picture, quote
from controller.models.google_api import GeminiResponse, generate, open_client
from controller.models.scaling import ScaledView

VIEW = ScaledView(640, 400, 640, 400)
NOTE: Part = declaration(PROBE_TOOL.name, PROBE_TOOL.description, PROBE_TOOL.input_schema)
TOOLS_REMEDY = "choose a model with function calling (--model)"


def check(options: AgentOptions) -> list[Probe]:
    """Return the probes. Raises UsageError: no key, or a wrong setting."""
    session = _Session(options)
    remedy = (
        "use --set computer=functions" if session.native else "choose a model with function calling (--model)"
    )
    return [
        Probe("text", session.text),
        Probe("tools", session.tools, remedy=TOOLS_REMEDY),
        Probe("picture", session.picture, remedy="choose a model that sees pictures (--model)"),
        Probe("computer", session.computer, needed=options.actions != "mcp", remedy=remedy),
        Probe("batch", session.batch, remedy="choose a model that takes pictures in results (--model)"),
        Probe(
            "refused",
            session.call_without_result,
            needed=False,
            must_refuse=True,
            remedy="the endpoint does not check that each call has its result: errors of an agent stay unseen there",
        ),
    ]


class _Session:
    """Sends single requests as the agent does."""

    def __init__(self, options: AgentOptions) -> None:
        self._setup: GoogleSetup = make_setup(options)
        self._client = open_client(options.model_client, options.base_url, via=options.via)
        self.native = self._setup.native

    def text(self) -> str:
        return f"answered {quote(_text(self._ask([_user({'text': probes.TEXT})])))}"

    def tools(self) -> str:
        uses = _uses(self._ask([_user({"text": probes.CALL})], [NOTE]))
        return f"called {', '.join(str(use['name']) for use in uses)}"

    def picture(self) -> str:
        asked = _user({"text": probes.PICTURE}, image_part(probe_picture()))
        return f"answered {quote(_text(self._ask([asked])))}"

    def computer(self) -> str:
        screen = image_part(probe_picture(VIEW.width, VIEW.height))
        response = self._ask([_user({"text": probes.COMPUTER}, screen)], [NOTE], gui=True)
        names = []
        for use in _uses(response):
            names.append(str(use["name"]))
            try:
                to_actions(names[-1], use.get("args") or {}, self._setup.computer, VIEW)
            except (BadCall, KeyError) as error:
                raise UnexpectedResponse(f"the model's call cannot be used: {error}") from error
        return f"called {', '.join(names)}"

    def batch(self) -> str:
        """Two calls in one answer, and their results, with a picture, in the next request."""
        asked = _user({"text": probes.CALL_TWICE})
        response = self._ask([asked], [NOTE])
        uses = _uses(response)
        results: list[Part] = [_result(use) for use in uses]
        picture = image_part(probe_picture())
        if self._setup.model.images_in_results:
            results[-1]["functionResponse"]["parts"] = [picture]
        else:
            results.append(picture)
        self._ask([asked, {"role": "model", "parts": response.parts}, _user(*results)], [NOTE])
        return f"{len(uses)} calls in one answer, their results taken"

    def call_without_result(self) -> str:
        call: Part = {"functionCall": {"id": "check", "name": NOTE["name"], "args": {"text": "a"}}}
        asked, again = _user({"text": probes.CALL}), _user({"text": probes.TEXT})
        self._ask([asked, {"role": "model", "parts": [call]}, again], [NOTE])
        return "took a conversation in which a call has no result"

    def _ask(
        self, contents: list[Part], declarations: list[Part] | None = None, *, gui: bool = False
    ) -> GeminiResponse:
        tools = self._setup.tools(declarations, gui=gui) if declarations else []
        request = self._setup.request(probes.SYSTEM, tools, contents)
        response = generate(
            self._client, request, first=True, needs=self._setup.needs, stream=self._setup.settings.stream
        )
        if response.finish == "MAX_TOKENS":
            raise UnexpectedResponse("the answer was cut off at max_tokens; set a higher one")
        return response


def _user(*parts: Part) -> Part:
    return {"role": "user", "parts": [*parts]}


def _result(use: Part) -> Part:
    result: Part = {"name": use["name"], "response": {"result": probes.RESULT}}
    return {"functionResponse": {"id": use["id"], **result} if use.get("id") else result}


def _text(response: GeminiResponse) -> str:
    return " ".join(part["text"] for part in response.parts if "text" in part and not part.get("thought"))


def _uses(response: GeminiResponse) -> list[Part]:
    uses = [part["functionCall"] for part in response.parts if "functionCall" in part]
    if not uses:
        raise UnexpectedResponse(
            f"the model called nothing (it stopped with {response.finish or response.blocked})"
        )
    return uses
