"""wheel.py VERSION FOLDER: writes the wheel of the package, the same bytes on every machine."""

import base64
import hashlib
import sys
import zipfile
from pathlib import Path

METADATA = """Metadata-Version: 2.1
Name: tokfix
Version: {}
Summary: Single-token bug fixes: runs the program tokfix, and yields its rows as dicts
License: MIT
Requires-Python: >=3.9
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: tokfix\nRoot-Is-Purelib: true\nTag: py3-none-any\n"

here, version, folder = Path(__file__).parent, sys.argv[1], Path(sys.argv[2])
about = f"tokfix-{version}.dist-info/"
files = {f"tokfix/{name}": (here / "tokfix" / name).read_bytes()
         for name in ("__init__.py", "py.typed")}
files[about + "LICENSE"] = (here / "../../LICENSE").read_bytes()
files[about + "METADATA"] = METADATA.format(version).encode()
files[about + "WHEEL"] = WHEEL.encode()
record = about + "RECORD"
files[record] = "".join(
    f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')},"
    f"{len(data)}\n" for name, data in files.items()).encode() + f"{record},,\n".encode()

path = folder / f"tokfix-{version}-py3-none-any.whl"
with zipfile.ZipFile(path, "w") as wheel:
    for name, data in files.items():
        entry = zipfile.ZipInfo(name)  # of 1980
        entry.create_system, entry.external_attr = 3, 0o100644 << 16
        wheel.writestr(entry, data)
print(f"{path}: {path.stat().st_size} bytes")
