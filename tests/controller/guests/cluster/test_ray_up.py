"""The configuration of Ray's cluster launcher in the documentation: Ray's own checks, and our commands' options."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import ValidationError

from controller.cli.main import call
from controller.guests.cluster.connection import load_ray
from controller.guests.cluster.node_process import NodeOptions, start_command
from controller.guests.cluster.offer import NodeOffer

FILE = Path(__file__).parents[4] / "docs" / "cluster-ray-up.yaml"


@pytest.fixture
def config() -> dict[str, Any]:
    load_ray()
    read: dict[str, Any] = yaml.safe_load(FILE.read_text())
    return read


def test_ray_accepts_the_configuration(config: dict[str, Any]) -> None:
    from ray.autoscaler._private.util import prepare_config, validate_config

    prepared = prepare_config(config)
    validate_config(prepared)
    [kind] = prepared["available_node_types"].values()
    assert (kind["min_workers"], kind["max_workers"]) == (2, 2)
    with pytest.raises(ValidationError, match="file_mountz"):
        validate_config({**prepared, "file_mountz": {}})


def test_its_commands_are_commands_of_testbed(
    config: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [*config["head_start_ray_commands"], *config["worker_start_ray_commands"]]
    ours = [part for line in lines for part in re.findall(r"testbed ((?:node|image) [^|]*)", line)]
    assert len(ours) == 4
    for line in ours:
        words = shlex.split(line.replace("~/ray_bootstrap_config.yaml", str(FILE)))
        assert call([*words[:2], "--help"]) == 0
        offered = capsys.readouterr().out
        for option in (word for word in words if word.startswith("--")):
            assert option in offered, f"{option} of {line}"


def test_the_head_is_started_with_the_launchers_file(tmp_path: Path) -> None:
    command = start_command(NodeOptions(autoscaling=tmp_path / "file"), NodeOffer("nspawn", "ab", 1))
    assert command[command.index("--autoscaling-config") + 1] == str(tmp_path / "file")
    assert "--autoscaling-config" not in start_command(NodeOptions(), NodeOffer("nspawn", "ab", 1))
