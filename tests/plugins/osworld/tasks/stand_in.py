"""Evaluators of ours, in the places where a checkout of OSWorld has its own."""

from __future__ import annotations

from pathlib import Path

DESKTOP_ENV = """
from desktop_env.evaluators import getters, metrics


def several(value):
    return value if isinstance(value, list) else [value]


class DesktopEnv:
    def _set_evaluator_info(self, task):
        self.evaluator = task["evaluator"]
        self.functions = [getattr(metrics, name) for name in several(self.evaluator["func"])]

    def evaluate(self):
        self.setup_controller.setup(self.evaluator.get("postconfig", []), self.enable_proxy)
        scores = []
        for function, result, expected in zip(
            self.functions, several(self.evaluator["result"]), several(self.evaluator.get("expected"))
        ):
            found = getattr(getters, "get_" + result["type"])(self, result)
            wanted = [getattr(getters, "get_" + expected["type"])(self, expected)] if expected else []
            scores.append(function(found, *wanted))
        return scores[0] if len(scores) == 1 else sum(scores) / len(scores)
"""
GETTERS = """
import datetime as clock
import json
import os
from datetime import datetime
import urllib.request
import easyocr
datetimes = [datetime]
from pydrive.auth import GoogleAuth


def get_rule(env, config):
    config["rules"]["seen"] = True
    return config["rules"]["expected"]


def get_vm_file(env, config):
    data = env.controller.get_file(config["path"])
    return None if data is None else data.decode()


def get_cloud_file(env, config):
    with open(os.path.join(env.cache_dir, config["dest"])) as file:
        return file.read()


def get_cache_file(env, config):
    with open(os.path.join(env.cache_dir, config["path"])) as file:
        return file.read()


def get_python(env, config):
    print("a line that is no message")
    return env.controller.execute_python_command(config["code"])["output"]


def get_picture_text(env, config):
    return easyocr.Reader(["en"])


def get_accessibility_tree(env, config):
    return env.controller.get_accessibility_tree()


def get_vm_terminal_output(env, config):
    return env.controller.get_terminal_output()


def get_dates(env, config):
    same = isinstance(datetimes[0](2020, 1, 1), datetime) and isinstance(datetime.now(), datetime)
    return [same, datetime.now().year, clock.datetime.now(clock.timezone.utc).year, datetime.today().year]


def get_pages(env, config):
    address = f"http://{env.vm_ip}:{env.chromium_port}/json/list"
    with urllib.request.urlopen(address, timeout=20) as response:
        return sorted(page["title"] for page in json.load(response) if page["type"] == "page")


def get_googledrive_file(env, config):
    return GoogleAuth()


def get_raw_message(env, config):
    # what code of the agent's in the evaluators' process could write to the process outside
    print(config.get("error", ""), flush=True)
    guest = env.controller._guest
    guest._questions.write(config["line"].encode() * config.get("times", 1) + b"\\n")
    guest._questions.flush()
    os._exit(0)
"""
METRICS = '''
import os
import socket
import time


def infeasible():
    pass


def exact_match(result, expected):
    return 1.0 if result == expected else 0.0


def half(result):
    return 0.5


def words(result):
    return "very good"


def too_much(result):
    return 7


def yes(result):
    return True


def endless(result):
    time.sleep(3600)


def end_process(result):
    os._exit(3)


def memory(result):
    return len(bytearray(20 * 2**30)) * 0


def refused(action):
    try:
        action()
    except OSError:
        return True
    return False


def breaks_out(result):
    """1 if nothing outside can be reached, else 0."""
    connect = lambda: socket.create_connection(("127.0.0.1", 22), timeout=2)
    tries = [
        lambda: open("/etc/passwd").read(),
        lambda: open(result).read(),
        lambda: open(result, "w"),
        lambda: open("/usr/testbed-was-here", "w"),
        lambda: os.mkdir("/testbed-was-here"),
        lambda: os.kill(os.getppid(), 9) if os.getppid() > 1 else os.setuid(0),
        connect,
    ]
    alone = len([name for name in os.listdir("/proc") if name.isdigit()]) < 5
    return 1.0 if all(map(refused, tries)) and alone and os.getuid() != 0 else 0.0
'''


def write_stand_in(checkout: Path) -> None:
    """Write the package `desktop_env` into a checkout."""
    package = checkout / "desktop_env"
    package.mkdir(parents=True, exist_ok=True)
    (package / "desktop_env.py").write_text(DESKTOP_ENV)
    for name, text in (("getters", GETTERS), ("metrics", METRICS)):
        (package / "evaluators" / name).mkdir(parents=True, exist_ok=True)
        (package / "evaluators" / name / "__init__.py").write_text(text)
