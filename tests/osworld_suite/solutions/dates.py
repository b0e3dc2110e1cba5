import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

tomorrow = datetime.now(timezone(timedelta(hours=8))) + timedelta(days=1)
text = f"{tomorrow.day}/{tomorrow.month}/{tomorrow.year}"
Path("/home/user/tomorrow.json").write_text(json.dumps({"time": text}))
