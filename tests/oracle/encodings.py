"""What CPython reads in other encodings. usage: encodings.py FOLDER NAME...

For each encoding writes FOLDER/NAME.bytes, a line for each byte or pair of bytes that it reads as
one character and writes as the same bytes, and FOLDER/NAME.txt, these lines as UTF-8. Ends with 1
if Python does not know an encoding. FOLDER/names.txt has all names of encodings of texts that are
ASCII but for a few characters, each with these as hexadecimal numbers."""
import codecs
import encodings.aliases
import pkgutil
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


def is_itself(byte, name):
    text = b"x" * 99 + bytes([byte]) + b"u0041"  # longer than a label of idna
    try:
        return text.decode(name) == text.decode("ascii")
    except UnicodeError:
        return False


def all_names():
    for name in sorted({*encodings.aliases.aliases, *(m.name for m in modules())}):
        try:
            is_text = codecs.lookup(name)._is_text_encoding
        except LookupError:
            continue
        others = [byte for byte in range(1, 128) if is_text and not is_itself(byte, name)]
        if is_text and len(others) < 9:
            yield f"{name}:{' '.join(format(byte, '02x') for byte in others)}\n"


def modules():
    return pkgutil.iter_modules(encodings.__path__)


def main():
    with open(f"{sys.argv[1]}/names.txt", "w", encoding="ascii") as file:
        file.writelines(all_names())
    for name in sys.argv[2:]:
        codecs.lookup(name)
        special = b"\n\x0e\x0f\x1b"
        found = [line for line in lines(name) if line not in special and is_read(line, name)]
        for ending, encode in ("bytes", bytes), ("txt", lambda line: line.decode(name).encode()):
            with open(f"{sys.argv[1]}/{name}.{ending}", "wb") as file:
                file.write(b"".join(encode(line) + b"\n" for line in found))


main()
