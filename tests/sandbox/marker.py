# Leaves marks wherever it can.
import os

calls = []
for path in ("/", "/tmp", "/run", "/dev", "/dev/null", "/dev/zero", "/dev/full",
             "/dev/urandom", "/dev/other-seed", "/dev/fd", "/dev/fd/0", "/dev/fd/1", "/programs",
             "/programs/0", "/zygote", "/programs/0/main.py", "/usr", "/usr/bin",
             "/usr/bin/python3"):
    calls += [(os.utime, path), (os.utime, path, (5, 6)), (os.listdir, path),
              (os.chmod, path, 0o123), (os.mkdir, path + "/mark"), (open, path + "/file", "w"),
              (os.rmdir, path + "/mark"), (os.unlink, path + "/file"), (open, path, "w"),
              (os.setxattr, path, "user.mark", b"1"), (os.rename, path, path + "2")]
for call in calls:
    try:
        call[0](*call[1:])
    except OSError:
        pass
for number in (1, 2):
    os.write(number, b"left")
    os.write(os.open("/dev/fd/%d" % number, os.O_RDWR), b"left")
os.chmod("/tmp", 0o755)
os.utime("/tmp", (0, 0))
