"""A file for each episode, played through: GIF or MP4."""

from __future__ import annotations

from pathlib import Path

from controller.results.export.episodes import RunToExport
from controller.results.export.format import ExportFormat
from controller.results.viewer.episode import read_episode
from controller.results.viewer.video import VideoForm, video_of


def write_gif(run: RunToExport, out: Path) -> list[str]:
    """Write `<domain>/<task>/<epoch>.gif` for each episode with a record."""
    return _write(run, "gif", out)


def write_mp4(run: RunToExport, out: Path) -> list[str]:
    """Write `<domain>/<task>/<epoch>.mp4` for each episode with a record."""
    return _write(run, "mp4", out)


def _write(run: RunToExport, form: VideoForm, out: Path) -> list[str]:
    title = " ".join(filter(None, (run.agent, run.info.agent.model)))
    missing = 0
    for episode in run.episodes():
        view = read_episode(run.records, episode.task, episode.epoch)
        if view is None or not (view.trajectory.turns or view.trajectory.first_observation):
            missing += 1
            continue
        target = out / episode.task.id / f"{episode.epoch}.{form}"
        data = video_of(view, form, title)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    if not missing:
        return []
    which = "1 episode has" if missing == 1 else f"{missing} episodes have"
    return [f"{which} no record and therefore no video"]


GIF = ExportFormat(write_gif, selects=True)
MP4 = ExportFormat(write_mp4, selects=True)
