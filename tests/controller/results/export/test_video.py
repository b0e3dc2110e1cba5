"""Episodes as GIF and MP4."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path

import pytest
from PIL import Image

from controller.cli.main import call as command
from controller.records.run_records import RunRecords
from controller.results.viewer import video
from controller.results.viewer.episode import EpisodeView, read_episode
from controller.results.viewer.frames import MARK, frames
from tests.controller.made_runs import entry, made_run
from tests.controller.results.viewer.stories import DONE, Story

CLICKED = {"type": "click", "x": 640, "y": 300}


@pytest.fixture
def told(tmp_path: Path) -> RunRecords:
    """One task with three steps, one that was never played."""
    records = made_run(tmp_path / "run", [entry("os/a"), entry("vlc/b")], agent="anthropic", model="m")
    story = Story(records, "os/a").look().do(CLICKED, thought="I click the button in the middle.")
    story.do({"type": "drag", "path": [{"x": 10, "y": 20}, {"x": 300, "y": 200}]}).do(DONE).end()
    return records


def view_of(records: RunRecords) -> EpisodeView:
    view = read_episode(records, records.info.tasks[0], 1)
    assert view is not None
    return view


def test_each_step_is_a_frame_with_its_mark_and_then_comes_the_end(told: RunRecords) -> None:
    pictures = list(frames(view_of(told), "anthropic m", 1280))
    assert len(pictures) == 4
    assert {picture.size for picture in pictures} == {pictures[0].size}
    assert all(side % 2 == 0 for side in pictures[0].size) and pictures[0].width == 1280
    mark = tuple(bytes.fromhex(MARK.removeprefix("#")))
    assert pictures[0].getpixel((640 + 23, 300)) == mark
    assert pictures[0].getpixel((640, 300)) != mark, "the target itself is free"
    assert mark not in {colour for _, colour in pictures[3].getcolors(1 << 24) or ()}


def test_a_gif_plays_every_step(told: RunRecords) -> None:
    with Image.open(io.BytesIO(video.video_of(view_of(told), "gif", "anthropic m"))) as gif:
        assert gif.format == "GIF" and getattr(gif, "n_frames", 0) == 4
        assert gif.width == 960 and gif.info["duration"] == 1500


@pytest.mark.browser  # the packages of these tests have ffmpeg
def test_an_mp4_has_the_same_length(told: RunRecords, tmp_path: Path) -> None:
    file = tmp_path / "a.mp4"
    file.write_bytes(video.video_of(view_of(told), "mp4", "anthropic m"))
    asked = ["ffprobe", "-v", "error", "-show_entries", "stream=codec_name,width:format=duration"]
    told_of = subprocess.run(
        [*asked, "-of", "csv=p=0", str(file)], capture_output=True, text=True, check=True
    )
    codec, duration = told_of.stdout.split()
    assert codec == "h264,1280" and float(duration) == pytest.approx(3 * 1.5 + 3.0)


def test_without_ffmpeg_an_mp4_is_refused_with_the_remedy(
    told: RunRecords, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    out = str(tmp_path / "out")
    assert command(["export", str(told.folder), "--format", "mp4", "--out", out]) == 2
    said = capsys.readouterr().err
    assert "needs the program ffmpeg" in said and "apt-get install ffmpeg" in said


def test_the_command_writes_a_file_for_each_chosen_episode(
    told: RunRecords, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["export", str(told.folder), "--format", "gif", "--out"]
    assert command([*arguments, str(tmp_path / "all")]) == 0
    files = [path.relative_to(tmp_path / "all") for path in (tmp_path / "all").rglob("*.gif")]
    assert files == [Path("os/a/1.gif")]
    assert "1 episode has no record and therefore no video" in capsys.readouterr().out
    assert command([*arguments, str(tmp_path / "one"), "--task", "os/a", "--epoch", "1"]) == 0
    assert (tmp_path / "one/os/a/1.gif").is_file()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--format", "gif", "--task", "os/none"], "the run has no task 'os/none'"),
        (["--format", "gif", "--epoch", "2"], "the run has no epoch 2"),
        (["--format", "csv", "--task", "os/a"], "--task and --epoch do not go with --format csv"),
    ],
)
def test_a_wrong_choice_is_named(
    told: RunRecords, options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["export", str(told.folder), *options]) == 2
    assert words in capsys.readouterr().err
