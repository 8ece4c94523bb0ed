"""What CPython reads in other encodings. usage: encodings.py FOLDER NAME...

For each encoding writes FOLDER/NAME.bytes, a line for each byte or pair of bytes that it reads as
one character and writes as the same bytes, and FOLDER/NAME.txt, these lines as UTF-8. Ends with 1
if Python does not know an encoding."""
import codecs
import sys


def lines(name):
    for first in range(1, 256):
        one = bytes([first])
        yield one
        yield from (one + bytes([second]) for second in range(0x30, 256) if first >= 0x80)


def is_read(sequence, name):
    try:
        text = sequence.decode(name)
        return len(text) == 1 and text.encode(name) == sequence
    except UnicodeError:
        return False


def main():
    for name in sys.argv[2:]:
        codecs.lookup(name)
        special = b"\n\x0e\x0f\x1b"
        found = [line for line in lines(name) if line not in special and is_read(line, name)]
        for ending, encode in ("bytes", bytes), ("txt", lambda line: line.decode(name).encode()):
            with open(f"{sys.argv[1]}/{name}.{ending}", "wb") as file:
                file.write(b"".join(encode(line) + b"\n" for line in found))


main()
