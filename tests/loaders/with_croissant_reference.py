"""The Croissant file as its reference implementation reads it (mlcroissant).

with_croissant_reference.py TOOL LOADERS FOLDER...: TOOL is the folder of the implementation. The
exit status is 1 if it refuses a folder, warns about it, or reads records that differ from those in
the data files.

It reads Parquet with pyarrow, which Debian does not have. hyparquet, in LOADERS, replaces it.
"""
import gzip
import io
import json
import logging
import pathlib
import subprocess
import sys

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
log = io.StringIO()
logging.basicConfig(stream=log, level=logging.WARNING, force=True)
from absl import logging as absl_logging

absl_logging.use_absl_handler = lambda: None
import mlcroissant
import pandas


def parquet_lines(path):
    script = pathlib.Path(__file__).with_name("parquet_lines.cjs")
    command = ["node", str(script), sys.argv[2], str(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


pandas.read_parquet = lambda file: pandas.read_json(
    io.StringIO(parquet_lines(file.name)), lines=True
)


def rows_of(folder):
    """The rows of the data files, each with the split that its file is named after."""
    for path in sorted((folder / "data").iterdir()):
        if path.suffix == ".parquet":
            lines = io.StringIO(parquet_lines(path), newline="\n")
        else:
            lines = gzip.open(path, "rt", encoding="utf-8", newline="\n")
        with lines:
            for line in lines:
                yield json.loads(line) | {"split": path.name.split("-")[0]}


def plain(value):
    """A value of a record without the record set's name in its keys."""
    if isinstance(value, bytes):
        return value.decode("utf-8")
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key.rsplit("/", 1)[1]: plain(item) for key, item in value.items()}
    return value


def is_number(text):
    try:
        float(text)
    except (TypeError, ValueError):
        return False
    return True


def ordered(rows):
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def check(folder):
    dataset = mlcroissant.Dataset(jsonld=str(folder / "croissant.json"))
    expected = list(rows_of(folder))
    found = [plain(record) for record in dataset.records("rows")]
    # pandas, which it reads lines with, takes texts for numbers where all of a file are.
    texts = [key for key in expected[0] if any(is_number(row[key]) for row in expected)]
    for row in expected + found:
        for key in texts:
            row[key] = float(row[key]) if is_number(row[key]) else row[key]
    assert ordered(found) == ordered(expected), f"{folder}: other records"
    splits = {record["splits/name"]: record["splits/url"] for record in dataset.records("splits")}
    assert {plain(name) for name in splits} == {row["split"] for row in expected}, splits
    warnings = [*map(str, dataset.metadata.ctx.issues.warnings), *log.getvalue().splitlines()]
    assert not warnings, f"{folder}: {warnings[0]}"
    print(f"{folder.name}: {len(splits)} splits, {len(found)} rows")


for name in sys.argv[3:]:
    check(pathlib.Path(name))
