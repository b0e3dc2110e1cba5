import json
from pathlib import Path

BROWSER = Path("/home/user/.config/google-chrome")
preferences = {
    "default_search_provider_data": {"template_url_data": {"short_name": "DuckDuckGo"}},
    "profile": {"name": "Work", "default_content_setting_values": {"cookies": 4}},
    "webkit": {"webprefs": {"default_font_size": 20}},
    "enable_do_not_track": True,
    "safebrowsing": {"enabled": True, "enhanced": True},
    "session": {"restore_on_startup": 5},
    "extensions": {"settings": {"ruler": {"manifest": {"name": "Page ruler"}, "path": "/home/user/ruler"}}},
}
state = {"intl": {"app_locale": "de"}, "browser": {"enabled_labs_experiments": ["smooth-scrolling@1"]}}
handbook = {"type": "url", "name": "Handbook", "url": "https://handbook.example/"}
bookmarks = {"roots": {"bookmark_bar": {"type": "folder", "children": [handbook]}}, "version": 1}
for name, data in (
    ("Default/Preferences", preferences),
    ("Local State", state),
    ("Default/Bookmarks", bookmarks),
):
    (BROWSER / name).write_text(json.dumps(data))
