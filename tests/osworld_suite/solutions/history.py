import sqlite3
from pathlib import Path

PROFILE = Path("/home/user/.config/google-chrome/Default")
with sqlite3.connect(PROFILE / "History") as database:
    database.execute("DELETE FROM visits WHERE url IN (SELECT id FROM urls WHERE url LIKE '%shop.example%')")
    database.execute("DELETE FROM urls WHERE url LIKE '%shop.example%'")
with sqlite3.connect(PROFILE / "Cookies") as database:
    database.execute("DELETE FROM cookies WHERE host_key = '.shop.example'")
