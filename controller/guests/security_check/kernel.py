"""Attempts on the kernel, which a container shares with its host."""

from controller.guests.security_check.attempt import Attempt

_LIBC = "import ctypes, os, struct, sys\nlibc = ctypes.CDLL(None, use_errno=True)\n"

ATTEMPTS = (
    Attempt("mount a file system", "host", "mount -t tmpfs none /mnt"),
    Attempt(
        "mount in a user namespace of its own and read what root alone may",
        "host",
        "unshare --user --map-root-user --mount sh -c 'mount -t tmpfs none /mnt && head -c 1 /etc/shadow'",
    ),
    Attempt("set the pattern of core files", "host", "echo probe >/proc/sys/kernel/core_pattern"),
    Attempt("trigger a SysRq function", "host", "echo h >/proc/sysrq-trigger"),
    Attempt("change settings of the kernel", "host", "echo 1 >/proc/sys/vm/overcommit_memory"),
    Attempt(
        "write settings of devices", "host", "find /sys -writable -type f -user root 2>/dev/null | grep -q ."
    ),
    Attempt("read the kernel's log", "host", "dmesg >/dev/null"),
    Attempt("read physical memory", "host", "head -c 1 /dev/mem || head -c 1 /proc/kcore"),
    Attempt(
        "read a disk of the host",
        "host",
        "for disk in /dev/[hsv]d* /dev/nvme* /dev/loop[0-9]* /dev/dm-*; do "
        'head -c 1 "$disk" 2>/dev/null | grep -q . && exit 0; done; exit 1',
    ),
    Attempt("make a device file", "host", 'mknod "$HOME/.probe" b 8 0'),
    Attempt(
        "load a program into the kernel",
        "host",
        _LIBC + "attr = struct.pack('4I', 2, 4, 4, 1).ljust(72, b'\\0')\n"
        "sys.exit(libc.syscall(321, 0, attr, 72) < 0)",
        python=True,
    ),
    Attempt(
        "observe the whole machine's processors",
        "host",
        "import ctypes, struct, sys\nlibc = ctypes.CDLL(None)\n"
        "attr = struct.pack('IIQ', 0, 112, 0).ljust(112, b'\\0')\n"
        "sys.exit(libc.syscall(298, attr, -1, 0, -1, 0) < 0)",
        python=True,
    ),
    Attempt("set the clock", "host", "date --set '2001-02-03'"),
    Attempt(
        "set the clock through its service",
        "host",
        "timeout 5 timedatectl --no-ask-password set-time 2001-02-03",
    ),
    Attempt(
        "set the clock by its system call",
        "host",
        "import time\ntime.clock_settime(time.CLOCK_REALTIME, time.time() - 86400)",
        python=True,
    ),
    Attempt(
        "make the clock run slower",
        "host",
        _LIBC + "timex = struct.pack('Ixxxxqq', 2, 0, -32768000).ljust(208, b'\\0')\n"
        "sys.exit(libc.adjtimex(ctypes.create_string_buffer(timex)) < 0)",
        python=True,
    ),
    Attempt("set the time zone", "host", "timeout 5 timedatectl --no-ask-password set-timezone Etc/GMT+9"),
    Attempt("raise its own priority", "limits", "nice -n -5 true 2>&1 | grep -q . && exit 1; exit 0"),
    Attempt(
        "raise its own memory limit",
        "limits",
        "for file in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do "
        'echo max >"$file" 2>/dev/null && exit 0; done; exit 1',
    ),
    Attempt("leave its control group", "limits", "echo 0 >/sys/fs/cgroup/cgroup.procs"),
    Attempt(
        "a program that control groups start",
        "host",
        "for file in $(find /sys/fs/cgroup -name release_agent 2>/dev/null); do "
        'echo /bin/true >"$file" 2>/dev/null && exit 0; done; exit 1',
    ),
    Attempt("chroot", "host", "chroot / true"),
    Attempt(
        "reserve memory that cannot be swapped",
        "limits",
        "import resource, sys\nsys.exit(resource.getrlimit(resource.RLIMIT_MEMLOCK)[1] == -1 and 0 or 1)",
        python=True,
    ),
)
