"""Prints the rate of CPython's tokenizer, in MB/s, on the programs that a file lists."""

import io
import sys
import time
import tokenize

programs = [open(path.rstrip("\n"), "rb").read() for path in open(sys.argv[1])]
start = time.monotonic()
for program in programs:
    try:
        for token in tokenize.tokenize(io.BytesIO(program).readline):
            pass
    except (SyntaxError, tokenize.TokenError):
        pass
print(sum(map(len, programs)) / (time.monotonic() - start) / 1e6)
