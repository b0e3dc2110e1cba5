"""Attempts to become root, or to make root do something."""

from controller.guests.security_check.attempt import Attempt

_LIBC = "import ctypes, os, sys\nlibc = ctypes.CDLL(None, use_errno=True)\n"

ATTEMPTS = (
    Attempt("sudo without a password", "root", "sudo -n true"),
    Attempt("su with an empty password", "root", "echo | timeout 5 su -c true"),
    Attempt("pkexec", "root", "timeout 5 pkexec --disable-internal-agent true"),
    Attempt(
        "programs that run as root",
        "root",
        "find / -xdev -perm /6000 -type f 2>/dev/null | grep .",
    ),
    Attempt("programs with capabilities", "root", "getcap -r / 2>/dev/null | grep ."),
    Attempt("read /etc/shadow", "root", "head -c 1 /etc/shadow", control=True),
    Attempt("write /etc/passwd", "root", ": >>/etc/passwd", control=True),
    Attempt("write /etc/sudoers.d", "root", "touch /etc/sudoers.d/probe && rm /etc/sudoers.d/probe"),
    Attempt("write /etc/ld.so.preload", "root", "touch -a /etc/ld.so.preload"),
    Attempt(
        "write where root finds programs",
        "root",
        "for folder in /usr/local/sbin /usr/local/bin /usr/sbin /usr/bin /opt/testbed; do "
        'touch "$folder/.probe" 2>/dev/null && rm "$folder/.probe" && exit 0; done; exit 1',
        control=True,
    ),
    Attempt(
        "write units of the system",
        "root",
        "for folder in /etc/systemd/system /run/systemd/system /usr/lib/systemd/system /etc/systemd/system.control; do "
        'touch "$folder/probe.service" 2>/dev/null && rm "$folder/probe.service" && exit 0; done; exit 1',
        control=True,
    ),
    Attempt(
        "write generators and session files of all users",
        "root",
        "for folder in /etc/systemd/user-generators /etc/systemd/user /etc/xdg/autostart /etc/X11/Xsession.d "
        "/etc/profile.d /etc/pam.d /etc/dconf/db; do "
        'touch "$folder/.probe" 2>/dev/null && rm "$folder/.probe" && exit 0; done; exit 1',
    ),
    Attempt("start a unit of the system", "root", "timeout 10 systemd-run --system --wait --quiet true"),
    Attempt("restart the ssh server", "root", "timeout 10 systemctl --no-ask-password restart ssh.service"),
    Attempt(
        "a D-Bus service that sets a password",
        "root",
        "timeout 5 gdbus call --system --dest org.freedesktop.Accounts --object-path "
        '/org/freedesktop/Accounts/User0 --method org.freedesktop.Accounts.User.SetPassword "" ""',
    ),
    Attempt("set the host name", "root", "timeout 5 hostnamectl --no-ask-password set-hostname probe"),
    Attempt("a job of cron", "root", "echo '* * * * * true' | timeout 5 crontab -"),
    Attempt("a job of at", "root", "echo true | timeout 5 at now"),
    Attempt("install a package", "root", "timeout 10 dpkg --force-depends --purge nano"),
    Attempt("hard link to a file of root", "root", 'ln /etc/shadow "$HOME/.probe" && rm "$HOME/.probe"'),
    Attempt("make a file of root", "root", 'touch "$HOME/.probe" && chown root "$HOME/.probe"'),
    Attempt(
        "a set-uid program of its own",
        "root",
        'cp /usr/bin/id "$HOME/.probe"; chmod u+s "$HOME/.probe"; "$HOME/.probe" -u | grep -qx 0',
    ),
    Attempt(
        "load a kernel module", "root", _LIBC + "sys.exit(libc.syscall(175, b'', 0, b'') != 0)", python=True
    ),
    Attempt(
        "ptrace a process of root",
        "root",
        _LIBC + "sys.exit(libc.ptrace(16, 1, 0, 0) != 0)",
        python=True,
    ),
    Attempt(
        "read the memory of a process of root",
        "root",
        "open('/proc/1/mem', 'rb')",
        python=True,
    ),
    Attempt("read the environment of a process of root", "root", "head -c 1 /proc/1/environ | grep -q ."),
    Attempt("enter the root directory of a process of root", "root", "ls /proc/1/root/"),
    Attempt(
        "write into what a process of root prints",
        "judge",
        "for file in /proc/[0-9]*/fd/1; do pid=${file#/proc/}; pid=${pid%%/*}; "
        '[ "$(stat -c %u /proc/$pid 2>/dev/null)" = 0 ] && printf "" >"$file" 2>/dev/null && exit 0; done; exit 1',
    ),
    Attempt("signal a process of root", "root", "kill -0 1"),
    Attempt(
        "put characters into the input of another's terminal",
        "root",
        "import fcntl, os\nfcntl.ioctl(os.open('/dev/console', os.O_RDWR), 0x5412, b'x')",
        python=True,
    ),
)
