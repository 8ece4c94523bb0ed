"""The tokens of a program that `tokfix diff --tokens` prints, for oracles that have others."""
import subprocess


def tokens_of(tokfix, language, path, text=None):
    """(start byte, end byte, kind, text) of each; None for a program without tokens. And messages.
    The path - is for the text."""
    run = subprocess.run([tokfix, "diff", "--tokens", "--language", language, path], input=text,
                         capture_output=True, check=False)
    rows = [line.split("\t") for line in run.stdout.decode(errors="replace").split("\n")[1:]]
    found = [(int(row[3]), int(row[4]), row[5], row[7]) for row in rows if len(row) == 8]
    return found if run.stdout else None, run.stderr.decode()
