"""check_folder.py FOLDER...: whether all that published folders say of their files is true: sizes,
sums, numbers of rows and columns. Prints a line for each."""
import gzip
import hashlib
import json
import os
import sys

TYPES = {str: "sc:Text", int: "sc:Integer", bool: "sc:Boolean"}


def front_matter(card, key):
    """Returns the items of a list in the card's front matter, each a line of JSON."""
    lines = card.split("\n---\n")[0].split("\n")
    start = lines.index(key + ":") + 1
    end = next((i for i in range(start, len(lines)) if not lines[i].startswith("- ")), len(lines))
    items = [json.loads(line[2:]) for line in lines[start:end]]
    return {item["config_name"]: item for item in items}


def check(folder):
    def read(path):
        with open(os.path.join(folder, path), "rb") as file:
            return file.read()

    paths = sorted(os.path.relpath(os.path.join(place, name), folder)
                   for place, _, names in os.walk(os.path.join(folder, "data")) for name in names)
    rows = {path: gzip.decompress(read(path)) for path in paths}
    sums = {path: hashlib.sha256(read(path)).hexdigest() for path in paths + ["croissant.json"]}
    listed = dict(line.split("  ")[::-1] for line in read("SHA256SUMS").decode().splitlines())
    assert listed == sums, "SHA256SUMS"
    croissant, card = json.loads(read("croissant.json")), read("README.md").decode()
    described = {one["contentUrl"]: one for one in croissant["distribution"]
                 if one["@type"] == "cr:FileObject"}
    assert sorted(described) == paths, sorted(described)
    for path, one in described.items():
        assert one["contentSize"].split()[0] == str(len(read(path))), path
        assert one["sha256"] == sums[path], path
    infos = front_matter(card, "dataset_info")
    shown = set()
    for name, config in front_matter(card, "configs").items():
        info, n_bytes, n_lines = infos[name], 0, 0
        splits = {split["name"]: split for split in info["splits"]}
        for data in config["data_files"]:
            n = sum(rows[path].count(b"\n") for path in data["path"])
            size = sum(len(rows[path]) for path in data["path"])
            assert (splits[data["split"]]["num_examples"], splits[data["split"]]["num_bytes"]) == \
                (n, size), (name, data["split"])
            n_bytes, n_lines = n_bytes + size, n_lines + n
            shown.update(data["path"])
        assert info["dataset_size"] == n_bytes, name
        assert info["download_size"] == sum(len(read(path)) for data in config["data_files"]
                                            for path in data["path"]), name
    assert shown == set(paths), shown
    fields = croissant["recordSet"][-1]["field"]
    columns = {field["@id"].split("/", 1)[1]: field.get("dataType") for field in fields}
    for row in (json.loads(line) for path in paths for line in rows[path].splitlines()):
        assert set(columns) - set(row) <= {"split"} and set(row) <= set(columns), set(row)
        for key, value in row.items():
            assert columns[key] == TYPES.get(type(value), columns[key]), (key, value)
    n_rows = sum(text.count(b"\n") for text in rows.values())
    print(f"{os.path.basename(folder)}: {len(paths)} files, {n_rows} rows, {len(columns)} columns")


for argument in sys.argv[1:]:
    check(argument)
