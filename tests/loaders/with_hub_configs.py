"""A published folder as a hub loads it, by the configurations in the card's front matter.

with_hub_configs.py FOLDER...: follows docs/hub/datasets-manual-configuration.md (huggingface/
hub-docs at 242f4a1e) and, where that is silent, what the library `datasets` (b7cb10b0) refuses. A
configuration has the splits that it lists, and each of them the rows of its files.
"""
import gzip
import json
import pathlib
import re
import sys

import yaml

SPLIT = r"^\w+(\.\w+)*$"  # naming.py, line 29
INVALID = set('<>:/\\|?*')  # naming.py, line 31: names of configurations become folders
LANGUAGES = {"c", "cpp", "java", "python"}
TYPES = {"string": str, "int64": int, "bool": bool}


def rows_of(path):
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        return list(lines)


def check_row(row, features):
    """The row has the keys of the declared features, with their types."""
    assert list(row) == [feature["name"] for feature in features], list(row)
    for feature in features:
        value, inner = row[feature["name"]], feature.get("list")
        if inner:
            for item in value:
                check_row(item, inner)
        else:
            assert type(value) is TYPES.get(feature.get("dtype"), list), feature


def load(folder, config, info):
    """Loads a configuration: the lines of each split."""
    entries = config["data_files"]  # lines 24-48: a list of splits, each with a list of paths
    assert all(set(entry) == {"split", "path"} for entry in entries)
    names = [entry["split"] for entry in entries]
    assert len(set(names)) == len(names) and all(re.match(SPLIT, name) for name in names), names
    # the library compares what it loaded with dataset_info (utils/info_utils.py)
    assert [split["name"] for split in info["splits"]] == names, info["splits"]
    splits = {}
    for entry, split in zip(entries, info["splits"]):
        lines = [line for path in entry["path"] for line in rows_of(folder / path)]
        assert lines and split["num_examples"] == len(lines), split
        assert split["num_bytes"] == sum(len(line.encode()) for line in lines), split
        for line in lines:
            check_row(json.loads(line), info["features"])
        splits[entry["split"]] = lines
    return splits


def files_of(config):
    return [path for entry in config["data_files"] for path in entry["path"]]


def place_of(path):
    """The split set and the language of data/SET/LANGUAGE/FILE, where it has them."""
    folders = path.split("/")[1:-1]
    language = folders.pop() if folders and folders[-1] in LANGUAGES else None
    return folders[0] if folders else None, language


def check(folder):
    front = yaml.safe_load((folder / "README.md").read_text().split("\n---\n")[0])
    configs, infos = front["configs"], front["dataset_info"]
    names = [config["config_name"] for config in configs]  # line 77: required
    assert len(set(names)) == len(names), names
    assert not any(set(name) & INVALID for name in names), names
    # lines 105-114, and get_default_config_name() in utils/metadata.py: there is one default
    assert [name == "default" or "default" in c for name, c in zip(names, configs)].count(True) == 1
    assert [info["config_name"] for info in infos] == names, infos
    loaded = {name: load(folder, *pair) for name, *pair in zip(names, configs, infos)}
    everything = sorted(str(path.relative_to(folder)) for path in folder.glob("data/**/*.*"))
    assert sorted({path for config in configs for path in files_of(config)}) == everything
    expected = {}
    for path in everything:
        split_set, language = place_of(path)
        expected.setdefault(split_set or "default", []).append(path)
        if language:
            name = f"{split_set}-{language}" if split_set else language
            expected.setdefault(name, []).append(path)
            for line in rows_of(folder / path):
                assert json.loads(line).get("language", language) == language, path
    assert {name: sorted(files_of(c)) for name, c in zip(names, configs)} == {
        name: sorted(paths) for name, paths in expected.items()
    }
    sizes = {name: {split: len(lines) for split, lines in loaded[name].items()} for name in names}
    print(folder.name, json.dumps(sizes))


for argument in sys.argv[1:]:
    check(pathlib.Path(argument))
