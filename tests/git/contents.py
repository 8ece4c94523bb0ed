"""Repositories by what is in their files: encodings, sizes, other differences, licences."""

from repository import SHOP, case

LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 12345\n"
MIT = b"""\
MIT License

Copyright (c) 2020 Ada Lovelace

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
"""
BSD = b"""\
Copyright (c) 2020, Ada Lovelace
All rights reserved.

Redistribution and use in source and binary forms, with or without
modification, are permitted provided that the following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this
   list of conditions and the following disclaimer.

2. Redistributions in binary form must reproduce the above copyright notice,
   this list of conditions and the following disclaimer in the documentation
   and/or other materials provided with the distribution.

3. Neither the name of the copyright holder nor the names of its
   contributors may be used to endorse or promote products derived from
   this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS"
AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
"""


def of_debian(name):
    """The long licences are files of Debian; the commit ids of these repositories depend on
    them."""
    with open(f"/usr/share/common-licenses/{name}", "rb") as file:
        return file.read()


def padded(n_bytes, limit):
    """A program of this size."""
    head = b"LIMIT = %d\n" % limit
    line = b"x = '" + b"a" * 992 + b"'\n"
    n_lines, rest = divmod(n_bytes - len(head), len(line))
    return head + line * n_lines + b"\n" * rest


@case
def texts(make):
    """Pairs of files that are not single-token fixes, one for each reason of a file pair."""
    pairs = {
        "comment.py": (b"a = 1  # one\n", b"a = 1  # two\n", "identical"),
        "blank.py": (b"a = [1, 2]\n", b"a = [\n    1,\n    2]\n\n", "identical"),
        "two.py": (b"a = 1\nb = 2\n", b"a = 2\nb = 1\n", "multi_token"),
        "line.py": (b"a = 1\n", b"a = 1\nb = 2\n", "multi_token"),
        "moved.py": (b"if a:\n    b()\n    c()\n", b"if a:\n    b()\nc()\n", "multi_token"),
        "inserted.py": (b"f(a)\n", b"f(-a)\n", "multi_token"),
        "unclosed.py": (b"a = 1\nb = 'x\n", b"a = 2\nb = 'x\n", "unclosed_string"),
        "bracket.py": (b"a = 1\nb = (2\n", b"a = 2\nb = (2\n", "unmatched_bracket"),
        "indent.py": (
            b"a = 1\nif a:\n        b()\n    c()\n",
            b"a = 2\nif a:\n        b()\n    c()\n",
            "indentation",
        ),
        "stray.py": (b"a = 1\nb = 2 ? 3\n", b"a = 2\nb = 2 ? 3\n", "stray_character"),
        "number.py": (b"a = 1\nb = 0x\n", b"a = 2\nb = 0x\n", "malformed_number"),
        "parse.py": (b"if a = 1:\n    b()\n", b"if a == 1:\n    b()\n", "syntax_error"),
        "latin1.py": (b"a = 1  # \xe9\n", b"a = 2  # \xe9\n", "encoding"),
        "cookie.py": (
            b"# -*- coding: cp932 -*-\na = '\xe9'\nb = 1\n",
            b"# -*- coding: cp932 -*-\na = '\xe9'\nb = 2\n",
            "encoding",
        ),
    }
    r = make()
    r.start({path: old for path, (old, _, _) in pairs.items()})
    for path, (_, new, reason) in pairs.items():
        r.commit("Fix it", {path: new})
        r.rejects[reason] += 1


@case
def encodings(make):
    """Line ends of every kind, a byte order mark, Latin-1 in a C program, where a comment may have
    it, and a Python program that states its encoding. UTF-16 has NUL bytes."""
    crlf = SHOP.replace(b"\n", b"\r\n")
    r = make()
    r.start(
        {
            "crlf.py": crlf,
            "to_lf.py": crlf,
            "to_crlf.py": SHOP,
            "cr.py": SHOP.replace(b"\n", b"\r"),
            "mark.py": b"\xef\xbb\xbf" + SHOP,
            "to_mark.py": SHOP,
            "utf8.py": "größe = 'é'  # ü\nLIMIT = 5\n".encode(),
            "latin1.c": b"/* \xe9 */\nint limit(int n) {\n    return n < 5; // \xe9\n}\n",
            "cp932.py": "# coding: cp932\n答え = 'ソ'\nLIMIT = 5\n".encode("cp932"),
            "utf16.py": SHOP.decode().encode("utf-16"),
        }
    )
    for path in ("crlf.py", "cr.py", "mark.py", "utf8.py", "cp932.py"):
        r.bump(path=path)
    lf = SHOP.replace(b"LIMIT = 5", b"LIMIT = 6")
    r.expect(r.commit("Fix line ends", {"to_lf.py": lf}), "to_lf.py", "5", "6", "literal")
    r.fix("latin1.c", "n < 5", "n <= 5", "<", "<=", "comparison_operator")
    r.commit("Fix line ends", {"to_crlf.py": crlf})
    r.commit("Fix the mark", {"to_mark.py": b"\xef\xbb\xbf" + SHOP})
    r.rejects["identical"] += 2
    r.commit("Fix it", {"utf16.py": lf.decode().encode("utf-16")})
    r.rejects["binary"] += 1


@case
def binaries(make):
    """NUL bytes: the last that makes a file binary is at byte 7999. One at byte 8000 is a character
    that starts no token. One in the old file alone makes the pair binary, too. Those after the last
    text are not part of the program."""
    early, late = SHOP.ljust(7998, b"\n") + b"#\0#\n", SHOP.ljust(8000, b"\n") + b"\0#\n"
    r = make()
    padded = {"padded.py": SHOP + b"\0\0", "lines.py": SHOP + b"\0\r\n\0\n"}
    r.start({"early.py": early, "late.py": late, "old.py": b"\0#", "new.py": SHOP} | padded)
    assert early[7999] == 0 and late[8000] == 0
    r.bump(path="early.py", reject="binary")
    r.bump(path="late.py", reject="stray_character")
    r.commit("Fix it", {"old.py": SHOP})
    r.commit("Fix it", {"new.py": SHOP + b"\0#"})
    r.rejects["binary"] += 2
    r.bump(path="padded.py")
    r.bump(path="lines.py")
    r.commit("Fix it", {"padded.py": r.text("padded.py").rstrip(b"\0")})
    r.rejects["identical"] += 1


@case
def lfs(make):
    """Pointers of Git LFS on both sides, on one side, and a file that only mentions them."""
    mention = b'"""' + LFS % (b"0" * 64) + b'"""\nLIMIT = 5\n'
    r = make()
    r.start({"big.py": LFS % (b"0" * 64), "mention.py": mention})
    r.commit("Fix it", {"big.py": LFS % (b"1" * 64)})
    r.commit("Fix it", {"big.py": SHOP})
    r.commit("Fix it", {"big.py": LFS % (b"2" * 64)})
    r.rejects["lfs_pointer"] += 3
    r.bump(path="mention.py")


@case
def sizes(make):
    """Files of exactly 1 MiB, which are read, of one byte more, of 2 MiB, and of 30 MiB that
    compress to a thousandth. One is too large on one side only."""
    mib = 1 << 20
    r = make()
    sides = {"limit.py": mib, "over.py": mib + 1, "two.py": 2 * mib, "thirty.py": 30 * mib}
    r.start({path: padded(size, 5) for path, size in sides.items()} | {"grows.py": SHOP})
    r.bump(path="limit.py")
    for path in list(sides)[1:]:
        r.bump(path=path, reject="too_large")
    r.commit("Fix it", {"grows.py": padded(2 * mib, 1)})
    r.rejects["too_large"] += 1


@case
def licences(make):
    """Repositories with a licence each. The key `licence` of a pair is the SPDX id of the file's
    own tag, or of the LICENSE in the commit's parent; it is missing if there is neither."""
    texts = {
        "mit": ("LICENSE", MIT, "MIT"),
        "bsd": ("LICENSE.txt", BSD, "BSD-3-Clause"),
        "apache": ("LICENSE", of_debian("Apache-2.0"), "Apache-2.0"),
        "gpl": ("COPYING", of_debian("GPL-3"), "GPL-3.0"),
    }
    for name, (path, text, licence) in texts.items():
        r = make(f"licence-{name}")
        r.start({"shop.py": SHOP, path: text})
        r.bump(licence=licence)
    r = make("licence-none")
    r.start()
    r.bump()


@case
def licence_tags(make):
    """SPDX tags in files, in a repository under the GPL: MIT, a choice of two, and none. The C
    program has its tag in a comment of its kind."""
    tag = b"# SPDX-License-Identifier: %s\n"
    files = {
        "mit.py": tag % b"MIT" + SHOP,
        "choice.py": b"#!/usr/bin/env python3\n" + tag % b"Apache-2.0 OR MIT" + SHOP,
        "none.py": SHOP,
    }
    c = b"/* SPDX-License-Identifier: BSD-3-Clause */\nint LIMIT = 5;\n"
    r = make()
    r.start(files | {"shop.c": c, "LICENSE": of_debian("GPL-3")})
    for path, licence in {"mit.py": "MIT", "choice.py": "Apache-2.0 OR MIT"}.items():
        r.bump(path=path, licence=licence)
    r.bump(path="none.py", licence="GPL-3.0")
    r.bump(path="shop.c", licence="BSD-3-Clause")


@case
def licence_changes(make):
    """A repository without a licence that takes the GPL, then MIT, and drops it, with a fix at each
    stage."""
    r = make()
    r.start()
    r.bump()
    for text, licence in ((of_debian("GPL-3"), "GPL-3.0"), (MIT, "MIT"), (None, None)):
        r.commit("Change the licence", {"LICENSE": text})
        r.rejects["no_keyword"] += 1
        r.bump(licence=licence)
    # a branch from before MIT
    old = r.pairs[1]["commit"]
    r.bump("Fix the old version", parents=[old], ref="refs/heads/old", licence="GPL-3.0")
