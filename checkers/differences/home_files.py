"""How each file of the user's home folder is compared: what reads it, and which files are left out.

An application keeps far more in its hidden folders than what a user sets in it: of these folders, only the files that
`RULES` lists count. Of other hidden files, those that were there before are compared. New ones are left out, because
programs make such files when they are started.
"""

from __future__ import annotations

from dataclasses import dataclass

from checkers.differences.databases.database_tree import read_database_tree
from checkers.differences.databases.personal_state import read_personal_state_tree
from checkers.differences.databases.server_data import read_server_data_tree
from checkers.differences.file_tree import Reader, read_file_tree
from checkers.differences.json_tree import read_json_lines_tree, read_json_tree
from checkers.differences.mailbox_tree import read_mailbox_tree
from checkers.differences.name_patterns import matches_any
from checkers.differences.settings.browser import read_local_state_tree, read_preferences_tree
from checkers.differences.settings.browser_data import (
    read_bookmarks_tree,
    read_passwords_tree,
    read_search_engines_tree,
)
from checkers.differences.settings.code import read_extensions_tree
from checkers.differences.settings.dconf import read_desktop_settings_tree
from checkers.differences.settings.gimp import read_gimp_keys_tree, read_gimp_settings_tree
from checkers.differences.settings.git import read_git_settings_tree
from checkers.differences.settings.key_file import (
    read_key_file_tree,
    read_sound_settings_tree,
    read_trash_entry_tree,
)
from checkers.differences.settings.mail import read_filters_tree, read_mail_preferences_tree
from checkers.differences.settings.office import read_office_settings_tree
from checkers.differences.settings.vlc import read_player_settings_tree, read_window_settings_tree
from checkers.differences.text_tree import read_text_tree

HOME = "/home/user"
FIXTURE_DATA, PERSONAL_DATA = "/var/lib/testbed-fixtures", "/var/lib/testbed-personal"
SERVER_DATA = (FIXTURE_DATA, PERSONAL_DATA)
"""The folders of servers that run as a user of their own, which is a part of what is compared."""
_EXTENSIONS = (".local/share/code-server/extensions", ".vscode/extensions")


@dataclass(frozen=True, slots=True)
class FileRule:
    """How a file is compared.

    Attributes:
        reader: Reads its content.
        reads_settings: A file that is not there is one that sets nothing: `reader` reads it as b"". Of other files, the
            whole file is added or removed.
        counts_when_new: Whether it is compared if it was not there before.
    """

    reader: Reader
    reads_settings: bool = False
    counts_when_new: bool = True


def _settings(reader: Reader) -> FileRule:
    return FileRule(reader, reads_settings=True)


def _below(folder: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{folder}/{name}" for name in names)


USERS = FileRule(read_file_tree)
"""How the user's own files are compared."""
KEPT = FileRule(read_file_tree, counts_when_new=False)
"""How hidden files are compared that no rule has."""
LEFT_OUT = None

RULES: tuple[tuple[FileRule | None, tuple[str, ...]], ...] = (
    # What programs leave beside the files that they open, and SQLite beside its databases (`merge_journals`)
    (LEFT_OUT, ("*/.~lock.*#", "*/.goutputstream-*", "*/.fuse_hidden*")),
    (
        LEFT_OUT,
        ("*.db-wal", "*.db-shm", "*.db-journal", "*.sqlite*-wal", "*.sqlite*-shm", "*.sqlite*-journal"),
    ),
    (LEFT_OUT, (".*-wal", ".*-shm", ".*-journal")),
    # LibreOffice
    (_settings(read_office_settings_tree), (".config/libreoffice/4/user/registrymodifications.xcu",)),
    (
        USERS,
        _below(
            ".config/libreoffice/4/user", "autocorr/*", "config/soffice.cfg/*", "template/*", "wordbook/*"
        ),
    ),
    (KEPT, _below(".config/libreoffice/4/user", "autotext/*", "basic/*", "gallery/*", "Scripts/*")),
    (LEFT_OUT, (".config/libreoffice/*",)),
    # The browser
    (
        _settings(read_preferences_tree),
        _below(".config/chromium-testbed/*", "Preferences", "Secure Preferences"),
    ),
    (_settings(read_local_state_tree), (".config/chromium-testbed/Local State",)),
    (_settings(read_bookmarks_tree), (".config/chromium-testbed/*/Bookmarks",)),
    (_settings(read_search_engines_tree), (".config/chromium-testbed/*/Web Data",)),
    (_settings(read_passwords_tree), (".config/chromium-testbed/*/Login Data",)),
    (LEFT_OUT, (".config/chromium*", ".config/google-chrome*", ".pki/*")),
    # VS Code
    (
        _settings(read_json_tree),
        tuple(
            f"{folder}/User/{name}.json"
            for folder in (".local/share/code-server", ".config/Code")
            for name in ("settings", "keybindings", "tasks", "mcp", "snippets/*", "profiles/*/*")
        ),
    ),
    (_settings(read_extensions_tree), tuple(f"{folder}/extensions.json" for folder in _EXTENSIONS)),
    (KEPT, tuple(f"{folder}/*" for folder in _EXTENSIONS)),
    (LEFT_OUT, (".local/share/code-server/*", ".config/Code/*", ".config/code-server/*", ".vscode/*")),
    # Thunderbird
    (_settings(read_mail_preferences_tree), _below(".thunderbird/*", "prefs.js", "user.js")),
    (_settings(read_filters_tree), _below(".thunderbird/*", "msgFilterRules.dat")),
    (_settings(read_text_tree), _below(".thunderbird/*", "virtualFolders.dat")),
    (_settings(read_database_tree), _below(".thunderbird/*", "abook*.sqlite", "calendar-data/local.sqlite")),
    (LEFT_OUT, _below(".thunderbird/*/Mail", "*.msf", "*.dat", "*.html", "*.json", "*.lock", "*/nstmp*")),
    (
        _settings(read_mailbox_tree),
        _below(
            ".thunderbird/*/Mail/*",
            *("Inbox", "Drafts", "Sent", "Trash", "Templates", "Junk", "Unsent Messages", "Archives"),
            "Archives.sbd/*",
        ),
    ),
    (FileRule(read_mailbox_tree), _below(".thunderbird/*/Mail", "*/*")),
    (LEFT_OUT, (".thunderbird/*", ".mozilla/*")),
    # VLC
    (_settings(read_player_settings_tree), (".config/vlc/vlcrc",)),
    (_settings(read_window_settings_tree), (".config/vlc/vlc-qt-interface.conf",)),
    (USERS, (".local/share/vlc/lua/*",)),
    (LEFT_OUT, (".config/vlc/*", ".local/share/vlc/*")),
    # GIMP
    (_settings(read_gimp_settings_tree), (".config/GIMP/*/gimprc",)),
    (_settings(read_gimp_keys_tree), (".config/GIMP/*/menurc",)),
    (
        USERS,
        tuple(
            f".config/GIMP/*/{folder}/*"
            for folder in ("brushes", "dynamics", "gradients", "palettes", "patterns", "plug-ins", "scripts")
        ),
    ),
    (LEFT_OUT, (".config/GIMP/*",)),
    # The desktop
    (_settings(read_desktop_settings_tree), (".config/dconf/user",)),
    (
        _settings(read_key_file_tree),
        (
            *(".config/mimeapps.list", ".local/share/applications/mimeapps.list", ".config/user-dirs.dirs"),
            *(".config/gtk-*/settings.ini", ".config/goa-1.0/accounts.conf"),
        ),
    ),
    (_settings(read_text_tree), (".config/gtk-*/bookmarks", ".config/monitors.xml")),
    (_settings(read_sound_settings_tree), (".local/state/wireplumber/restore-stream",)),
    (FileRule(read_trash_entry_tree, counts_when_new=False), (".local/share/Trash/info/*.trashinfo",)),
    (
        USERS,
        (
            *(".config/autostart/*", ".config/systemd/user/*", ".local/share/applications/*.desktop"),
            *(".local/share/gnome-shell/extensions/*", ".local/share/nautilus/scripts/*"),
        ),
    ),
    (
        LEFT_OUT,
        (
            *(".local/share/recently-used.xbel*", ".local/share/gvfs-metadata/*", ".local/share/keyrings/*"),
            *(".local/share/gnome-shell/*", ".local/share/evolution/*", ".local/share/tracker*", ".cache/*"),
            *(".local/share/applications/mimeinfo.cache", ".local/share/org.gnome.TextEditor/*"),
            *(".local/share/Trash/directorysizes", ".local/share/session_migration-*"),
            *(
                ".local/share/nautilus/*",
                ".local/share/ibus*",
                ".local/state/wireplumber/*",
                ".config/evolution/*",
                ".config/ibus/*",
            ),
            *(".config/pulse/*", ".config/nautilus/*", ".config/gnome-session/*", ".config/evince/*"),
            *(".config/dconf/*", ".dbus/*", ".gvfs/*", ".ICEauthority", ".Xauthority", ".xsession-errors*"),
        ),
    ),
    # The tools' servers
    (
        _settings(read_server_data_tree),
        tuple(f"{FIXTURE_DATA}/{name}/data.db" for name in ("city-guide", "corner-shop", "transit-desk")),
    ),
    (_settings(read_personal_state_tree), (f"{PERSONAL_DATA}/state.db",)),
    (LEFT_OUT, (f"{FIXTURE_DATA}/*", f"{PERSONAL_DATA}/*")),
    (_settings(read_database_tree), ("database.db",)),
    (_settings(read_json_lines_tree), (".local/state/mcp/memory/memory.jsonl",)),
    (_settings(read_json_tree), (".local/state/mcp/taskmanager/tasks.json",)),
    # Command lines
    (_settings(read_git_settings_tree), (".gitconfig", ".config/git/config")),
    (
        _settings(read_text_tree),
        (
            *(".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile"),
            *(
                ".inputrc",
                ".zshrc",
                ".vimrc",
                ".nanorc",
                ".xprofile",
                ".xsessionrc",
                ".pam_environment",
                ".netrc",
            ),
            *(".config/environment.d/*", ".config/git/ignore", ".ssh/config", ".ssh/authorized_keys"),
        ),
    ),
    (USERS, (".local/bin/*", ".ssh/id_*")),
    (KEPT, (".gnupg/*.kbx", ".gnupg/private-keys-v1.d/*")),
    (
        LEFT_OUT,
        (
            *(".*_history", ".lesshst", ".viminfo", ".wget-hsts", ".ssh/known_hosts*", ".gnupg/*", ".npm/*"),
            *(".local/share/nano/*", ".python_history*", ".node_repl_history*", ".sudo_as_admin_successful"),
        ),
    ),
)
"""How the files of the home folder are compared, by patterns of their paths in it; "*" stands for any characters, "/"
included. The first rule with a pattern that matches holds."""


def find_rule(path: str, *, existed: bool) -> FileRule | None:
    """Return how a file is compared; None if it is left out.

    The files of a repository's .git are not for this: `read_repository_tree` reads them together.

    Args:
        path: Its absolute path in the guest, or that in the home folder.
        existed: Whether it was there before.
    """
    relative = path.removeprefix(f"{HOME}/")
    hidden = KEPT if relative.startswith(".") else USERS
    rule = next((rule for rule, patterns in RULES if matches_any(relative, patterns)), hidden)
    return rule if rule is not None and (existed or rule.counts_when_new) else None
