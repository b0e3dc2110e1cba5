"""A person acts in the guest's live view and reports in the terminal how the task ended.

The person's input reaches the guest through VNC, not through the episode. The view records it, and it becomes steps
(`Decision.performed`).
"""

from __future__ import annotations

import queue
import select
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Protocol

from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.agents.person_input import Gestures, Input, KeyInput, PointerInput, read_input
from controller.agents.settings import refuse_settings, refuse_variant
from controller.core.actions import Terminate
from controller.core.agent import Agent, Decision, EpisodeContext
from controller.core.guest import Tool
from controller.core.observation import Observation
from controller.core.plain_text import PlainConsole
from controller.models.client import ModelClient
from testbed.errors import AgentError, CancelledError, UsageError

NAME = "human"
QUIET_SECONDS = 0.7
"""Pause in the input after which it becomes steps."""
MOST_ACTIONS = 20
"""Number of actions that become steps without a pause."""
POLL_SECONDS = 0.1
HELP = "Act in the view. Here, type  done [ANSWER]  when the task is done, or  infeasible [ANSWER]  when it cannot be."


class PersonPrompt(Protocol):
    """Terminal dialogue with the person."""

    def print(self, text: str) -> None:
        """Print a text."""
        ...

    def line(self) -> str | None:
        """The next line typed, None when there is none within `POLL_SECONDS`.

        Raises:
            AgentError: The terminal was closed.
        """
        ...


ShowScreen = Callable[[str, Callable[[bytes], None], Callable[[], bool]], None]
"""Shows the screen of the guest `name` and passes each input message to `on_input`, as long as `is_open()` is true."""


def describe(options: AgentOptions) -> AgentCard:
    """Check the options and describe the agent.

    Raises:
        UsageError: No terminal, a run without the GUI, a replay, or an option that applies only to models.
    """
    refuse_variant(NAME, options)
    refuse_settings(NAME, options)
    if options.model:
        raise UsageError("the agent human has no model", hint="omit --model")
    if options.model_client.replays:
        raise UsageError(
            "a run of the agent human cannot be replayed: it has no recorded model responses",
            hint="run it again",
        )
    if options.actions == "mcp":
        raise UsageError("the agent human only uses mouse and keyboard", hint="use --actions gui")
    if not sys.stdin.isatty():
        raise UsageError(
            "the agent human requires a terminal, where the person reports how the task ended",
            hint="run it in one, without a pipe",
        )
    return AgentCard(NAME, prompts={"help": HELP})


def create(context: EpisodeContext, options: AgentOptions) -> Agent:
    return HumanAgent(context, options.guest, options.model_client, TerminalPrompt(), watch)


AGENT = AgentSpec(describe=describe, create=create, summary=__doc__, needs_model=False, is_person=True)


class HumanAgent:
    """The agent of one episode, acting for a person."""

    def __init__(
        self,
        context: EpisodeContext,
        guest: str,
        model_client: ModelClient,
        prompt: PersonPrompt,
        show: ShowScreen,
    ) -> None:
        self._context = context
        self._guest = guest
        self._model_client = model_client
        self._prompt = prompt
        self._show = show
        self._gestures = Gestures()
        self._inputs: queue.SimpleQueue[Input] = queue.SimpleQueue()
        self._input_log: list[list[object]] = []
        self._last_input = 0.0
        self._over = threading.Event()
        self._view: threading.Thread | None = None
        self._failed: BaseException | None = None

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:  # noqa: ARG002
        """Wait for the person's next actions or report.

        Returns:
            The actions performed up to a pause, the report how the task ended, or both.

        Raises:
            AgentError: The terminal was closed.
            UsageError: The guest cannot be viewed.
            CancelledError: The episode was cancelled.
        """
        if self._view is None:
            self._begin(observation)
        while True:
            if self._model_client.closed:
                self._over.set()
                raise CancelledError("the episode is over")
            if self._failed is not None:
                raise self._failed
            typed = self._prompt.line()
            self._listen()
            ended = self._read_ending(typed) if typed is not None else None
            quiet = time.monotonic() - self._last_input >= QUIET_SECONDS and not self._gestures.busy
            if ended is None and not (quiet or self._gestures.waiting >= MOST_ACTIONS):
                continue
            actions = tuple(self._gestures.take())
            if ended is not None:
                self._over.set()
            if actions or ended:
                inputs, self._input_log = self._input_log, []
                details = {"by": "person", "pointer": self._gestures.pointer, "input": inputs}
                return Decision((ended,) if ended else (), performed=actions, details=details)

    def _begin(self, observation: Observation) -> None:
        self._prompt.print(f"Task: {self._context.instruction}")
        self._prompt.print(f"{HELP} Steps: {observation.steps_left or self._context.max_steps}.")
        self._view = threading.Thread(target=self._serve, name="view of a person", daemon=True)
        self._view.start()

    def _serve(self) -> None:
        try:
            self._show(
                self._guest, self._on_input, lambda: not (self._over.is_set() or self._model_client.closed)
            )
        except BaseException as error:  # noqa: BLE001  # raised again by `act`
            self._failed = error

    def _on_input(self, message: bytes) -> None:
        if not self._over.is_set() and (event := read_input(message, time.monotonic())) is not None:
            self._inputs.put(event)

    def _listen(self) -> None:
        while not self._inputs.empty():
            event = self._inputs.get()
            self._last_input = event.time
            if isinstance(event, KeyInput):
                self._input_log.append([round(event.time, 3), "key", event.down, event.keysym])
            elif self._changes(event):
                self._input_log.append([round(event.time, 3), "pointer", event.x, event.y, event.buttons])
            self._gestures.add(event)

    def _changes(self, event: PointerInput) -> bool:
        """Whether a button went down or up: moves alone are not logged."""
        return event.buttons != self._gestures.buttons

    def _read_ending(self, typed: str) -> Terminate | None:
        word, _, answer = typed.strip().partition(" ")
        if word.lower() in ("done", "infeasible"):
            status = "success" if word.lower() == "done" else "failure"
            return Terminate(status=status, answer=answer.strip())  # type: ignore[arg-type]
        if word:
            self._prompt.print(HELP)
        return None


class TerminalPrompt:
    """The terminal of this process. Implements `PersonPrompt`."""

    def __init__(self) -> None:
        self._console = PlainConsole(stderr=True)

    def print(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)

    def line(self) -> str | None:
        ready, _, _ = select.select([sys.stdin], [], [], POLL_SECONDS)
        if not ready:
            return None
        typed = sys.stdin.readline()
        if not typed:
            raise AgentError("the terminal was closed before the person reported how the task ended")
        return typed


def watch(name: str, on_input: Callable[[bytes], None], is_open: Callable[[], bool]) -> None:
    """Show a guest's live view, as `testbed guest view` does.

    Args:
        name: The guest's name.
        on_input: Called with each VNC message that has input.
        is_open: Whether the view stays open.

    Raises:
        UsageError: The guest has no screen that can be viewed.
        GuestError: The guest cannot be reached.
    """
    from controller.guests.link.access import connect_guest, find_access
    from controller.guests.watching.command import show_view

    try:
        access = find_access(name)
    except UsageError as error:
        raise UsageError(
            f"the screen of the guest {name} cannot be viewed",
            hint="use --provider nspawn, libvirt or ssh",
        ) from error
    with ExitStack() as stack:
        guest = connect_guest(access)
        stack.callback(guest.disconnect)
        guest.ssh.connect()
        page, clients = (stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(2))
        show_view(
            guest,
            page,
            clients,
            is_open,
            browser=True,
            view_only=False,
            console=PlainConsole(stderr=True, highlight=False),
            on_input=on_input,
            note="the view ends with the task",
            end_note="the view is closed",
        )
