"""Attempts on files and evidence of others in the guest."""

from controller.guests.security_check.attempt import Attempt

_SIGNAL_SERVICE = """
import os, pathlib, pwd, socket
with socket.socket(socket.AF_UNIX) as service:
    service.connect("/run/testbed-personal.sock")
    service.sendall(b'{"app": "mail"}\\n')
    service.recv(1)
user = pwd.getpwnam("testbed-servers").pw_uid
pids = [int(path.name) for path in pathlib.Path("/proc").glob("[0-9]*") if path.stat().st_uid == user]
for pid in pids:
    os.kill(pid, 0)
assert pids
"""
"""Starts the service by a call, and fails unless its process can be signalled."""

ATTEMPTS = (
    Attempt("list root's home", "others", "ls /root", control=True),
    Attempt("read the ssh server's key", "others", "cat /etc/ssh/ssh_host_*_key"),
    Attempt("read or add keys that may log in as root", "others", "cat /root/.ssh/authorized_keys"),
    Attempt("change the ssh server's settings", "others", ": >>/etc/ssh/sshd_config"),
    Attempt(
        "change the MCP server's code",
        "judge",
        ": >>/opt/testbed/mcp_tools/server.py || : >>/opt/testbed/lib/mcp_tools/server.py",
    ),
    Attempt("change the token of the MCP server", "judge", ": >>/etc/testbed/token"),
    Attempt(
        "forge a file that root alone writes",
        "judge",
        "for folder in /run /var/lib /var/log /etc/testbed /run/testbed /var/lib/testbed; do "
        '[ -d "$folder" ] && touch "$folder/.probe" 2>/dev/null && rm "$folder/.probe" && exit 0; done; exit 1',
        control=True,
    ),
    Attempt(
        "read or change what the personal applications hold",
        "judge",
        "head -c 1 /var/lib/testbed-personal/state.db || : >>/var/lib/testbed-personal/state.db",
        control=True,
    ),
    Attempt(
        "put a row into the data of the project's servers",
        "judge",
        "mkdir -p /var/lib/testbed-fixtures/transit-desk && : >>/var/lib/testbed-fixtures/transit-desk/data.db",
        control=True,
    ),
    Attempt(
        "signal the service of the personal applications",
        "judge",
        _SIGNAL_SERVICE,
        python=True,
        control=True,
    ),
    Attempt(
        "change the programs that checkers run",
        "judge",
        "for name in gsettings git ffprobe xdotool python3 sh cat stat find systemctl; do "
        'path=$(command -v "$name") && [ -w "$(readlink -f "$path")" ] && exit 0; done; exit 1',
    ),
    Attempt(
        "change Python's packages that root imports",
        "judge",
        "import site, sys, os\n"
        "folders = [*sys.path[1:], '/usr/lib/python3/dist-packages', '/opt/testbed/venv/lib']\n"
        "sys.exit(not any(os.access(f, os.W_OK) for f in folders if f and not f.startswith(os.path.expanduser('~'))))",
        python=True,
    ),
    Attempt(
        "read the system's journal",
        "others",
        "journalctl --system --no-pager -n 1 2>/dev/null | grep -qv 'No journal files\\|entries'",
    ),
    Attempt(
        "write the system's journal as root",
        "others",
        "logger --id=1 --socket /run/systemd/journal/dev-log probe && exit 1",
    ),
    Attempt(
        "read other users' processes' files",
        "others",
        'for folder in /proc/[0-9]*; do [ "$(stat -c %u $folder 2>/dev/null)" = 0 ] && '
        'ls "$folder/fd" >/dev/null 2>&1 && exit 0; done; exit 1',
    ),
    Attempt(
        "write into shared folders of root",
        "others",
        "find / -xdev -type d -perm -0002 ! -perm -1000 2>/dev/null | grep -q .",
    ),
    Attempt(
        "write files of root",
        "others",
        "find /etc /usr /opt /var /boot -xdev -type f -writable 2>/dev/null | grep .",
    ),
)
