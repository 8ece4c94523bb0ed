"""The readers of Python: read.py READER FILE..., a name of the table at the end.

plain, pandas and croissant print published rows, each as an array of JSON (README.md). csv prints
all fields of CSV or of JSON lines, and apart compares rows with and without ids.
"""
import csv
import gzip
import hashlib
import json
import pathlib
import sys

KEYS = ("id", "line", "start_byte", "repair_in_program", "category", "buggy_code", "fixed_code")


def print_row(row):
    print(json.dumps([row[key] for key in KEYS]))


def lines_of(path):
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        yield from map(json.loads, lines)


def plain(*paths):
    """Python's own gzip and json."""
    for path in paths:
        for row in lines_of(path):
            print_row(row)


def pandas(*paths):
    from pandas import read_json
    for path in paths:
        for row in read_json(path, lines=True, dtype=False).to_dict("records"):
            print_row(row)


def croissant(folder):
    """The Croissant file as JSON-LD, by rdflib. Checks every file that it describes. Reads the
    records from its description alone: the files of the record set's source, and the column and
    type of each field."""
    from rdflib import Graph, Namespace
    from rdflib.namespace import RDF

    cr, sc = Namespace("http://mlcommons.org/croissant/"), Namespace("https://schema.org/")
    types = {sc.Text: str, sc.Integer: int, sc.Boolean: bool, cr.Int64: int}
    folder = pathlib.Path(folder)
    graph = Graph().parse(folder / "croissant.json", format="json-ld")

    def one(subject, predicate):
        values = list(graph.objects(subject, predicate))
        assert len(values) == 1, f"{subject} has {len(values)} values of {predicate}"
        return values[0]

    def files_of(source):
        """The paths of a file, or of a set of files by its pattern."""
        for file in graph.objects(source, cr.fileObject):
            yield folder / str(one(file, sc.contentUrl))
        for file_set in graph.objects(source, cr.fileSet):
            for pattern in graph.objects(file_set, cr.includes):
                yield from sorted(folder.glob(str(pattern)))

    datasets = list(graph.subjects(RDF.type, sc.Dataset))
    assert len(datasets) == 1, datasets
    for name in (sc.name, sc.description, sc.license, sc.url, sc.creator, sc.datePublished):
        assert list(graph.objects(datasets[0], name)), name
    for file in graph.subjects(RDF.type, cr.FileObject):
        content = (folder / str(one(file, sc.contentUrl))).read_bytes()
        assert hashlib.sha256(content).hexdigest() == str(one(file, sc.sha256)), file
        assert f"{len(content)} B" == str(one(file, sc.contentSize)), file

    columns, paths = {}, set()
    for field in graph.subjects(RDF.type, cr.Field):
        for source in graph.objects(field, cr.source):
            for extract in graph.objects(source, cr.extract):
                for column in graph.objects(extract, cr.column):
                    columns[str(column)] = types[one(field, cr.dataType)]
                    paths.update(files_of(source))
    order = ["train", "validation", "test"]
    for path in sorted(paths, key=lambda p: (order.index(p.name.split("-")[0]), p.name)):
        for row in lines_of(path):
            assert {key: type(value) for key, value in row.items()} == columns, row
            print_row(row)


def csv_fields(path):
    """A row is an array of texts; the titles come first."""
    with open(path, encoding="utf-8", newline="") as file:
        if path.endswith(".csv"):
            csv.field_size_limit(1 << 30)
            rows = list(csv.reader(file, strict=True))
        else:
            dicts = [json.loads(line) for line in file]
            rows = [list(dicts[0]), *(row.values() for row in dicts)]
    for row in rows:
        print(json.dumps([one if isinstance(one, str) else json.dumps(one) for one in row]))


def apart(with_ids, without):
    """Whether rows with ids, read by pandas and cut to the columns of the rows without ids, are
    those rows. A trainer that names its columns sees no difference."""
    from pandas import read_json
    with_ids, without = (read_json(path, lines=True) for path in (with_ids, without))
    added = [column for column in with_ids if column not in without]
    assert "id" in added and len(without), added
    assert with_ids[list(without)].equals(without)
    print(len(without), "rows,", ", ".join(without))


READERS = {"plain": plain, "pandas": pandas, "croissant": croissant, "csv": csv_fields,
           "apart": apart}
READERS[sys.argv[1]](*sys.argv[2:])
