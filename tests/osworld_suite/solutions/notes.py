import shutil
import sqlite3
from pathlib import Path

NOTES = Path("/home/user/Notes")
with (NOTES / "shopping.txt").open("a") as file:
    file.write("Plums\n")
(NOTES / "old").rename(NOTES / "archive")
(NOTES / "people.csv").write_text("name,age\nAda,36\n")
(NOTES / "words.txt").write_text("alpha\ngamma\n")
(NOTES / "settings.yaml").write_text("window:\n  theme: dark\n  size: 12\n")
(NOTES / "draft.py").write_text("def double(x):\n    return 2 * x\n")
(NOTES / "log.txt").write_text("begun 10:00:01\nread 10:00:02\nended 10:00:03\nbye\n")
with sqlite3.connect(NOTES / "shelf.sqlite") as database:
    database.execute("UPDATE books SET lent = 0")
for name in ("red.png", "blue.png"):
    shutil.move(f"/home/user/Pictures/{name}", "/home/user/Pictures/sorted")
