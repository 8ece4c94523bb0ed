# What the programs of hostile.py share.
import ctypes
import errno
import fcntl
import mmap
import os
import resource
import signal
import struct
import sys
import threading
import time

libc = ctypes.CDLL(None, use_errno=True)
seccomp = ctypes.CDLL("libseccomp.so.2")  # knows the numbers of the calls on this architecture


def kernel(name, *arguments):
    """Makes a system call, which fails as those of `os` do. LookupError: there is no such call."""
    number = seccomp.seccomp_syscall_resolve_name(name.encode())
    if number < 0:
        raise LookupError(name)
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    if libc.syscall(ctypes.c_long(number), *words) < 0:
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
