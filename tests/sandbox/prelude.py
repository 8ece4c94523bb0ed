# What the programs of hostile.py share.
import ctypes
import errno
import fcntl
import mmap
import os
import resource
import signal
import socket
import struct
import sys
import threading
import time

libc = ctypes.CDLL(None, use_errno=True)
numbers = {
    "x86_64": dict(
        clone=56, fork=57, vfork=58, ptrace=101, prctl=157, mount=165, pivot_root=155, chroot=161,
        keyctl=250, unshare=272, shmget=29, perf_event_open=298, process_vm_readv=310, kcmp=312,
        seccomp=317, bpf=321, userfaultfd=323, io_uring_setup=425, clone3=435, setns=308,
        capset=126, vmsplice=278, mq_open=240, fanotify_init=300, pidfd_open=434, pidfd_getfd=438,
        open_by_handle_at=304, setxattr=188, personality=135, add_key=248, quotactl=179,
        swapon=167, reboot=169, init_module=175, syslog=103, sethostname=170, move_mount=429,
        open_tree=428, mlock=149, mbind=237, ioprio_set=251, landlock_create_ruleset=444,
        getrandom=318, rt_sigqueueinfo=129, rt_tgsigqueueinfo=297),
    "aarch64": dict(
        clone=220, ptrace=117, prctl=167, mount=40, pivot_root=41, chroot=51, keyctl=219,
        unshare=97, shmget=194, perf_event_open=241, process_vm_readv=270, kcmp=272, seccomp=277,
        bpf=280, userfaultfd=282, io_uring_setup=425, clone3=435, setns=268, capset=91,
        vmsplice=75, mq_open=180, fanotify_init=262, pidfd_open=434, pidfd_getfd=438,
        open_by_handle_at=265, setxattr=5, personality=92, add_key=217, quotactl=60, swapon=224,
        reboot=142, init_module=105, syslog=116, sethostname=161, move_mount=429, open_tree=428,
        mlock=228, mbind=235, ioprio_set=30, landlock_create_ruleset=444, getrandom=278,
        rt_sigqueueinfo=138, rt_tgsigqueueinfo=240),
}[os.uname().machine]


def kernel(name, *arguments):
    """Makes a system call, which fails as those of `os` do."""
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    if libc.syscall(ctypes.c_long(numbers[name]), *words) < 0:
        raise OSError(ctypes.get_errno(), name)


def outcome(call, *arguments, **names):
    """The name of the error that a call raises, or "works"."""
    try:
        call(*arguments, **names)
    except OSError as error:
        return errno.errorcode[error.errno]
    except Exception as error:
        return type(error).__name__
    return "works"


def all_fail(*calls, by=""):
    """Prints the calls that work, or fail with an error that is not one of these."""
    for call in calls:
        result = outcome(*call)
        if not (result in by.split() if by else result.startswith("E")):
            print(*call, result)


def write(path):
    with open(path, "w") as file:
        file.write("x")


def changes(path):
    """What would change a file or a folder, but for writing to it."""
    return [(os.mkdir, path), (os.symlink, "/tmp", path), (os.link, path, "/tmp/link"),
            (os.unlink, path), (os.rmdir, path), (os.rename, path, "/tmp/x"),
            (os.rename, path, path + "2"), *attribute_changes(path)]


def attribute_changes(file):
    """What would change a path or a descriptor, but for its bytes and its name."""
    return [(os.chmod, file, 0), (os.chown, file, 1, 1), (os.utime, file),
            (os.utime, file, (1, 2)), (os.truncate, file, 0),
            *((os.setxattr, file, f"{space}.x", b"x") for space in ("user", "security", "trusted"))]
