#!/usr/bin/env python3
"""Fuzzes targets, and keeps their inputs (README.md has the form of tests/fuzz/corpus/TARGET.txt).

    corpus.py run PROGRAMS SECONDS TARGET...
        fuzzes the targets, one after the other. What is found goes to out/fuzz/: inputs that broke
        something as TARGET-crash-..., TARGET-timeout-...; the growing corpus to TARGET/, the log to
        TARGET.log. Fails if anything was found
    corpus.py unpack TARGET FOLDER
        writes each input to a file, and the words to the dictionary FOLDER.dict
    corpus.py add TARGET NAME FILE
        adds an input under a name that says what it shows; `-` for one that only reached something
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = "out/fuzz"
WORD = re.compile(r'"(?:\\.|[^"\\])*"')
ESCAPE = re.compile(rb"\\(x..|.)", re.S)
# Longer inputs find little more here, and take longer.
MAX_BYTES = {"archive": 256, "json": 256, "license": 256, "git": 512, "history": 512, "rows": 512,
             "tasks": 512}


def lines_of(target):
    with open(f"{HERE}/corpus/{target}.txt", encoding="utf-8") as file:
        return file.read().split("\n")[:-1]


def escape(character):
    code = ord(character)
    if 0xdc80 <= code <= 0xdcff:  # a byte that is not UTF-8
        return f"\\x{code - 0xdc00:02x}"
    if character in "\\\n\t":
        return {"\\": "\\\\", "\n": "\\n", "\t": "\\t"}[character]
    if character.isprintable():
        return character
    return "".join(f"\\x{byte:02x}" for byte in character.encode())


def written(data):
    text = "".join(map(escape, data.decode("utf-8", "surrogateescape")))
    return re.sub(r" $", r"\\x20", text)


def read(text):
    names = {b"n": b"\n", b"t": b"\t", b"\\": b"\\"}
    return ESCAPE.sub(lambda m: names.get(m[1]) or bytes([int(m[1][1:], 16)]), text.encode())


def unpack(target, folder):
    os.makedirs(folder, exist_ok=True)
    with open(folder + ".dict", "w", encoding="utf-8") as words:
        for number, line in enumerate(lines_of(target), 1):
            if line.startswith('"'):
                words.write("\n".join(WORD.findall(line)) + "\n")
            elif not line.startswith("#"):
                name, _, text = line.partition(" ")
                with open(f"{folder}/{number:03}{name}", "wb") as file:
                    file.write(read(text))


def add(target, name, path):
    if not re.fullmatch(r"[a-z0-9-]+", name):
        sys.exit(f"a name has small letters, digits and hyphens: '{name}'")
    with open(path, "rb") as file:
        line = f"{name} {written(file.read())}"
    lines = lines_of(target)
    with open(f"{HERE}/corpus/{target}.txt", "w", encoding="utf-8") as file:
        file.writelines(each + "\n" for each in lines + [line])


def number(log, words):
    """The last number in the log that these words are before, or after."""
    found = re.findall(rf"{words}\s*(\d+)", log)
    return found[-1] if found else "?"


def fuzz(programs, seconds, target):
    """Returns whether nothing was found."""
    seeds = f"{OUT}/seeds/{target}"
    os.makedirs(f"{OUT}/{target}", exist_ok=True)
    unpack(target, seeds)
    path = f"{OUT}/{target}.log"
    with open(path, "wb") as log:
        status = subprocess.run(
            [f"{programs}/{target}", f"-max_total_time={seconds}", "-timeout=20",
             f"-max_len={MAX_BYTES.get(target, 128)}", f"-dict={seeds}.dict",
             f"-artifact_prefix={OUT}/{target}-", "-print_final_stats=1", f"{OUT}/{target}", seeds],
            stdout=log, stderr=log, check=False).returncode
    with open(path, encoding="utf-8", errors="replace") as file:
        log = file.read()
    print(f"{target:9} {number(log, 'number_of_executed_units:'):>9} executions, "
          f"{number(log, 'average_exec_per_sec:'):>6}/s, coverage {number(log, 'cov:')} of "
          f"{number(log, r'Loaded 1 modules *[(]')} edges, {number(log, 'ft:')} features: "
          f"{'FOUND' if status else 'nothing found'}", flush=True)
    if status:
        why = re.findall(r"(?m)^(?:tests/fuzz/|.*ERROR: |.*runtime error: ).*", log)
        inputs = re.findall(r"Test unit written to (.*)", log)
        print("\n".join(why[:3] or log.splitlines()[-3:]), *inputs, sep="\ninput: ", flush=True)
    return not status


def main():
    command, arguments = sys.argv[1:2], sys.argv[2:]
    if command == ["run"] and len(arguments) > 2:
        sys.exit(not all([fuzz(*arguments[:2], target) for target in arguments[2:]]))
    if command == ["unpack"] and len(arguments) == 2:
        unpack(*arguments)
    elif command == ["add"] and len(arguments) == 3:
        add(*arguments)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
