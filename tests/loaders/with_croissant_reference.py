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

LANGUAGES = {"c", "cpp", "java", "python"}


def parquet_lines(path):
    script = pathlib.Path(__file__).with_name("read.cjs")
    command = ["node", str(script), "parquet", sys.argv[2], str(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


pandas.read_parquet = lambda file: pandas.read_json(
    io.StringIO(parquet_lines(file.name)), lines=True
)


def rows_of(folder, file):
    """The rows of a data file, each with the split that the file is named after."""
    path = folder / file
    if path.suffix == ".parquet":
        lines = io.StringIO(parquet_lines(path), newline="\n")
    else:
        lines = gzip.open(path, "rt", encoding="utf-8", newline="\n")
    with lines:
        return [json.loads(line) | {"split": path.name.split("-")[0]} for line in lines]


def configs_of(folder):
    """The configurations: for each its record sets of rows and of splits, and its files."""
    configs = {}
    for path in sorted(folder.glob("data/**/*.*")):
        folders = list(path.relative_to(folder).parts[1:-1])
        language = folders.pop() if folders and folders[-1] in LANGUAGES else None
        split_set = folders[0] if folders else None
        names = [split_set or "default"]
        names += [f"{split_set}-{language}" if split_set else language] if language else []
        for name in names:
            configs.setdefault(name, []).append(path.relative_to(folder))
    if len(configs) == 1:
        return [("rows", "splits", configs["default"])]
    return [(name, f"{name}_splits", files) for name, files in configs.items()]


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


def check_config(dataset, folder, rows, splits, files):
    expected = [row for file in files for row in rows_of(folder, file)]
    found = [plain(record) for record in dataset.records(rows)]
    # pandas, which it reads lines with, takes texts for numbers where all of a file are.
    texts = [key for key in expected[0] if any(is_number(row[key]) for row in expected)]
    for row in expected + found:
        for key in texts:
            row[key] = float(row[key]) if is_number(row[key]) else row[key]
    assert ordered(found) == ordered(expected), f"{folder}: other records in {rows}"
    names = [plain(record[f"{splits}/name"]) for record in dataset.records(splits)]
    assert set(names) == {row["split"] for row in expected}, names
    print(f"{folder.name}: {rows}, {len(names)} splits, {len(found)} rows")


def check(folder):
    dataset = mlcroissant.Dataset(jsonld=str(folder / "croissant.json"))
    configs = configs_of(folder)
    sets = {record_set.id for record_set in dataset.metadata.record_sets}
    assert sets == {name for config in configs for name in config[:2]}, sets
    for config in configs:
        check_config(dataset, folder, *config)
    warnings = [*map(str, dataset.metadata.ctx.issues.warnings), *log.getvalue().splitlines()]
    assert not warnings, f"{folder}: {warnings[0]}"


for name in sys.argv[3:]:
    check(pathlib.Path(name))
