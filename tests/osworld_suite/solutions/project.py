import json
import subprocess
from pathlib import Path

HOME = Path("/home/user")
PROJECT, USER = HOME / "project", HOME / ".config/Code/User"
(PROJECT / "average.py").write_text(
    "def mean(values):\n    return sum(values) / len(values)\n\n\n"
    "if __name__ == '__main__':\n    print(mean([1, 2, 3, 4]))\n"
)
settings = json.loads((USER / "settings.json").read_text()) if (USER / "settings.json").is_file() else {}
settings |= {"editor.rulers": [88], "files.autoSave": "afterDelay"}
(USER / "settings.json").write_text(json.dumps(settings))
key = {"key": "ctrl+alt+j", "command": "editor.action.joinLines"}
(USER / "keybindings.json").write_text(f"// our keys\n{json.dumps([key])}\n")
page = PROJECT / "index.html"
page.write_text(page.read_text().replace("black;", "black; background-image: url('hills.png');"))
mean = subprocess.run(["python3", PROJECT / "average.py"], capture_output=True, text=True, check=True).stdout
(PROJECT / "result.txt").write_text(f"mean {mean}")
(PROJECT / "keys.json").write_text(json.dumps({"mean": float(mean), "count": 4}))
