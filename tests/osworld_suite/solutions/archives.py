import subprocess
import zipfile
from pathlib import Path

HOME = Path("/home/user")
with zipfile.ZipFile(HOME / "leaves.zip", "w") as archive:
    for name in ("elm", "oak"):
        archive.write(HOME / f"leaves/{name}.txt", f"leaves/{name}.txt")
subprocess.run(["tar", "czf", "leaves.tar.gz", "leaves"], cwd=HOME, check=True)
poem = HOME / "poem.txt"
poem.write_text(poem.read_text().replace("cold", "bold"))
