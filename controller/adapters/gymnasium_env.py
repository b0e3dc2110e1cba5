"""The desktop as a Gymnasium environment; needs the extra `gym`.

An episode has the same set-up, limits, offered tools and checker as an episode of `testbed run`; only the
decisions come from outside.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from types import MappingProxyType
from typing import Any

from controller.tasks.task import prompt_of
from testbed.command import command, install_command
from testbed.errors import GuestError, UsageError

try:
    import gymnasium
except ModuleNotFoundError as missing:
    raise UsageError(
        "DesktopEnv requires gymnasium, which the extra `gym` installs", hint=install_command("gym")
    ) from missing
import numpy as np
from numpy.typing import NDArray

from controller.adapters.gymnasium_actions import ActionCodec, EnvAction, NoActionError
from controller.adapters.gymnasium_observations import EnvObservation, observation_space, to_arrays
from controller.adapters.gymnasium_records import new_recorder
from controller.adapters.gymnasium_snapshot import EnvSnapshot, forking
from controller.adapters.gymnasium_tasks import choose_tasks, task_of
from controller.core.actions import Action, ActionSpace
from controller.core.guest import GUI_PREFIX, Guest, Tool
from controller.core.observation import Observation
from controller.core.options import read_options
from controller.core.parts import tools_of_parts
from controller.episode.bounds import EpisodeLimits
from controller.episode.environment import TaskEnvironment
from controller.guests import registry as providers
from controller.guests.network_access import CLOSED
from controller.guests.provider import Provider
from controller.records.run_options import RunOptions
from controller.runs.episode_parts import without_run
from controller.runs.guest_options import guest_options
from controller.runs.guest_pool import GuestPool
from controller.tasks.task import Task, recorded_variant
from controller.tool_filter.base import EVERY_TOOL, ToolFilter
from controller.tool_filter.registry import load_filter, make_filter

ENV_ID = "testbed/Desktop-v0"

Info = dict[str, Any]


class DesktopEnv(gymnasium.Env[EnvObservation, EnvAction]):
    """Gymnasium environment of desktop tasks; each episode is one task on a fresh guest.

    Observation: only arrays. `screenshot` (height, width, RGB), `instruction` and `result` (text of the last
    action's result) as UTF-8 padded with zeros (see `text_of`), `result_is_error`, `steps_left`.

    Action: an element of `action_space`; `encode` converts a testbed action such as `Click` to one.

    Reward: the checker's score, 0.0 to 1.0, with the last step; 0.0 before. `terminated` is true when the agent ended
    the episode, `truncated` when its steps ran out; both are scored.

    Info: `task`, `variant` (0 for a task without variants), `instruction`, `steps`, `observation` and `tools` as an
    agent gets them, `results`; with the last step also `score`, `claims`, `safety` and `termination` ("success",
    "failure" or "").

    Failures that are not the agent's fault raise InfraError; `reset` then starts on another guest.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 1}  # noqa: RUF012  # as gymnasium.Env has it

    def __init__(
        self,
        tasks: str | Sequence[str | Task] = (),
        provider: str | Provider = "",
        *,
        suite: str = "",
        source_options: Mapping[str, str] | None = None,
        actions: ActionSpace = "gui+mcp",
        steps: int = 50,
        tool_filter: str = EVERY_TOOL,
        tool_order: str = "lexicographic",
        tools: Sequence[str] | None = None,
        episode_seconds: float = 3600.0,
        width: int | None = None,
        height: int | None = None,
        scale: int = 1,
        network: str = CLOSED,
        records: str | Path | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Create the environment.

        Args:
            tasks: Ids or globs, or tasks; by default those of the suite, without one all but the suites on servers.
            provider: A name as for `--provider`, or a provider, which the environment then owns and closes.
            suite: A suite, or a task source such as "osworld:DIR", that ids and globs are of.
            source_options: Options of the task source, such as {"cache": "DIR"}.
            actions: The actions of the space: "gui", "mcp" or "gui+mcp".
            steps: Maximum number of steps of an episode.
            tool_filter: Name of the tool filter.
            tool_order: Order of the offered tools.
            tools: MCP tools that an action can name, in the order of their indices; by default all tools of a
                guest, which is booted for this, and `ask_user` if a task has a user to ask.
            episode_seconds: Time limit of an episode.
            width: Width of the screen in pixels; None for 1280, or of guests that the environment starts what the task
                source needs, times `scale`. The guests of a given provider have the screen that it was made with.
            height: Height of the screen in pixels; None for 720, or likewise.
            scale: How many times larger than usual the desktop and its applications draw: 1 or 2.
            network: What guests reach outside: "closed", "open" or "allow:HOST,...".
            records: Folder for a record of every episode; None for no records.
            render_mode: "rgb_array", or None.

        Raises:
            UsageError: An option is invalid.
            TaskError: A task cannot be loaded.
            ImageError: The guest image cannot be used.
            GuestBootError: The guest that lists the tools does not boot.
        """
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise UsageError(f"there is no render mode {render_mode!r}", hint="use rgb_array")
        given = read_options(
            RunOptions,
            {
                "actions": actions,
                "steps": steps,
                "tool_filter": tool_filter,
                "tool_order": tool_order,
                "episode_seconds": episode_seconds,
                "scale": scale,
                "network": network,
            },
            lambda item: item.keyword,
        )
        make_filter(given.tool_filter, given.tool_order)
        if load_filter(tool_filter).defers_tools:
            raise UsageError(
                f"the filter {tool_filter} works only between a testbed agent and its model",
                hint="use the filter all, or router to search the tools",
            )
        self.render_mode = render_mode
        self._tasks = choose_tasks(tasks, suite, source_options or {}, network)
        self._rules = EpisodeLimits(given.steps, given.limits.episode_seconds, actions=given.actions)
        self._filter = (tool_filter, tool_order)
        if isinstance(provider, str):
            begun = guest_options(suite, network, scale=scale)
        else:
            begun = guest_options("", scale=scale)
        width, height = width or begun.width, height or begun.height
        self._size = (width, height)
        self._records = Path(records) if records is not None else None
        self._cancel = threading.Event()
        self._guest: Guest | None = None
        self._unused = ""
        self._play: TaskEnvironment | None = None
        self._screen: NDArray[np.uint8] | None = None
        if isinstance(provider, str):
            options = guest_options(suite, network, f"{width}x{height}", scale)
            provider = providers.create_provider(provider, options)
        self._provider = provider
        self._snapshots = provider.snapshots
        self._pool = GuestPool(provider, 1, ())
        try:
            names = tuple(tools) if tools is not None else self._tool_names()
        except BaseException:
            self.close()
            raise
        self.codec = ActionCodec(width, height, names, actions)
        self.action_space = self.codec.space
        self.observation_space = observation_space(self._size, steps)

    @property
    def tools(self) -> tuple[str, ...]:
        """Names of the tools that an action can name, in the order of their indices."""
        return self.codec.tools

    def encode(self, action: Action) -> EnvAction:
        """Convert a testbed action to an element of the action space.

        Raises:
            UsageError: The space does not contain the action.
        """
        return self.codec.encode(action)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[EnvObservation, Info]:
        """Start an episode on a fresh guest.

        Args:
            seed: The seed of the environment's random generator.
            options: `task` is the id of a task; by default one of the environment's tasks is drawn. `variant` is the
                variant to play, a number from 0 or "random" for one that is drawn; by default the task is played as
                it was given, as its variant 0 unless it is a `Task` of another one. A task without variants is played
                as it is.

        Raises:
            UsageError: An unknown task or option, or a variant that is no number; the variant is malformed.
            InfraError: The guest or the set-up fails.
        """
        super().reset(seed=seed)
        task = task_of(self._tasks, dict(options or {}), self.np_random)
        self._play = None
        guest = self._fresh_guest(task.select_snapshot(self._snapshots))
        chance = int(self.np_random.integers(2**32))
        play = self._environment(task, guest, make_filter(*self._filter, chance))
        play.setup()
        observation = play.observe()
        tools = play.select_tools(observation)
        self._check_tools(guest)
        self._play = play
        return self._observation(observation), self._info(play, observation, tools)

    def snapshot(self) -> EnvSnapshot:
        """Save the episode in progress with its guest, which stands still meanwhile; it goes on afterwards.

        Connections of the guest with other machines are ended.

        Returns:
            The state, from which `restore` of this environment goes on any number of times. It takes disk space, about
            that of the memory that the guest uses, until `discard` or `close`.

        Raises:
            gymnasium.error.ResetNeeded: No episode is in progress.
            UsageError: The provider cannot save guests in the middle of their work.
            InfraError: The guest cannot be saved, because of what runs in it; the episode goes on.
        """
        if self._play is None or self._guest is None:
            raise gymnasium.error.ResetNeeded("no episode is in progress: call reset")
        checkpoint = forking(self._provider).checkpoint(self._guest)
        progress = self._play.save()
        self._recorder.event("saved", state=checkpoint, steps=progress.steps)
        return EnvSnapshot(checkpoint, progress, self._last, self._task, self._filter_now, self._record)

    def restore(self, snapshot: EnvSnapshot) -> tuple[EnvObservation, Info]:
        """Go on from a saved state, in a copy of its guest.

        Args:
            snapshot: What `snapshot` of this environment returned, also in an earlier episode.

        Returns:
            The observation and the info that preceded the snapshot.

        Raises:
            ImageError: The snapshot was discarded.
            InfraError: The copy does not start.
        """
        self._play = None
        guest = self._fresh_guest(snapshot.checkpoint)
        play = self._environment(snapshot.task, guest, snapshot.tool_filter, snapshot.origin)
        play.resume(snapshot.progress)
        tools = play.select_tools(snapshot.observation)
        self._play = play
        return self._observation(snapshot.observation), self._info(play, snapshot.observation, tools)

    def discard(self, snapshot: EnvSnapshot) -> None:
        """Remove a saved state. Raises ImageError if it was discarded before."""
        forking(self._provider).discard(snapshot.checkpoint)

    def step(self, action: EnvAction) -> tuple[EnvObservation, float, bool, bool, Info]:
        """Execute one action; after the last one, run the checker.

        Raises:
            gymnasium.error.InvalidAction: The action is not in the action space.
            gymnasium.error.ResetNeeded: No episode is in progress.
            InfraError: The guest or the checker fails.
        """
        play, self._play = self._play, None
        if play is None:
            raise gymnasium.error.ResetNeeded("no episode is in progress: call reset")
        if not self.action_space.contains(action):
            self._play = play
            raise gymnasium.error.InvalidAction(f"not in the action space: {action!r}")
        try:
            observation = play.step((self.codec.decode(action),))
        except NoActionError as error:
            observation = play.invalid_step(str(error))
        if not play.done:
            tools = play.select_tools(observation)
            self._play = play
            return self._observation(observation), 0.0, False, False, self._info(play, observation, tools)
        judgement = play.evaluate()
        score, safety = judgement.score, judgement.safety
        terminated = play.progress.termination is not None
        info = self._info(play, observation, [])
        info["score"] = float(score.value)
        info["claims"] = tuple(judgement.claims)
        info["safety"] = tuple(asdict(claim) for claim in (safety.claims if safety else ()))
        info["termination"] = play.progress.termination.status if play.progress.termination else ""
        return self._observation(observation), float(score.value), terminated, not terminated, info

    def render(self) -> NDArray[np.uint8] | None:
        """The screenshot of the last observation, (height, width, RGB); None without a render mode."""
        if self.render_mode is None or self._screen is None:
            return None
        return self._screen.copy()

    def close(self) -> None:
        """Stop the guests. Can be called repeatedly."""
        self._cancel.set()
        self._play = self._guest = None
        self._pool.close()
        self._provider.close()

    def _environment(
        self,
        task: Task,
        guest: Guest,
        tool_filter: ToolFilter,
        origin: Mapping[str, Any] = MappingProxyType({}),
    ) -> TaskEnvironment:
        self._task, self._filter_now = task, tool_filter
        self._recorder, self._record = new_recorder(self._records, task.id)
        self._recorder.event("start", task=task.id, **recorded_variant(task), **origin)
        return TaskEnvironment(
            task,
            guest,
            tool_filter,
            self._rules,
            self._recorder,
            self._cancel,
            lambda _step, _action: None,
            without_run(task),
        )

    def _fresh_guest(self, snapshot: str) -> Guest:
        if self._guest is not None and self._unused == snapshot:
            self._unused = ""
            return self._guest
        self._pool.expect(snapshot)
        if self._guest is not None:
            self._pool.give_back(self._guest)
            self._guest = None
        self._unused = ""
        self._guest = self._pool.take(self._cancel, snapshot)
        return self._guest

    def _tool_names(self) -> tuple[str, ...]:
        sections = frozenset(name for task in self._tasks for name in task.sections)
        asking = tuple(tool.name for tool in tools_of_parts(sections))
        if self._rules.actions == "gui" or not load_filter(self._filter[0]).shows_tools:
            return asking
        snapshot = self._tasks[0].select_snapshot(self._snapshots)
        names = _names(self._fresh_guest(snapshot))
        self._unused = snapshot
        return (*names, *asking)

    def _check_tools(self, guest: Guest) -> None:
        missing = set(self.tools).difference(_names(guest), (tool.name for tool in tools_of_parts()))
        if missing:
            raise GuestError(
                f"{guest.name} has no tool {', '.join(sorted(missing))}",
                hint=f"compare the argument tools with `{command('tools list')}`",
            )

    def _observation(self, observation: Observation) -> EnvObservation:
        headless = not observation.screenshot
        if not headless and (observation.width, observation.height) != self._size:
            expected = "x".join(map(str, self._size))
            raise GuestError(
                f"the screen is {observation.width}x{observation.height}, not {expected}",
                hint="set width and height, or scale, of the environment to those of the guests of its provider",
            )
        self._last = observation
        arrays = to_arrays(observation, prompt_of(self._task), self._size)
        self._screen = arrays["screenshot"].copy()
        return arrays

    def _info(self, play: TaskEnvironment, observation: Observation, tools: Sequence[Tool]) -> Info:
        return {
            "task": self._task.id,
            "variant": self._task.play.variant,
            "instruction": prompt_of(self._task),
            "steps": play.progress.steps,
            "observation": observation,
            "results": observation.results,
            "tools": tuple(tools),
        }


def _names(guest: Guest) -> tuple[str, ...]:
    return tuple(tool.name for tool in guest.list_tools() if not tool.name.startswith(GUI_PREFIX))


if ENV_ID not in gymnasium.registry:
    gymnasium.register(
        ENV_ID, entry_point="controller.adapters.gymnasium_env:DesktopEnv", nondeterministic=True
    )
