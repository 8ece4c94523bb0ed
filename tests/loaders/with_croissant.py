"""The Croissant file as JSON-LD (rdflib). with_croissant.py FOLDER

Checks every file that it describes. Reads the records from its description alone: the files of
the record set's source, and the column and type of each field.
"""
import gzip
import hashlib
import json
import pathlib
import sys

from rdflib import Graph, Namespace
from rdflib.namespace import RDF

from printing import print_row

CR = Namespace("http://mlcommons.org/croissant/")
SC = Namespace("https://schema.org/")
TYPES = {SC.Text: str, SC.Integer: int, SC.Boolean: bool, CR.Int64: int}

folder = pathlib.Path(sys.argv[1])
graph = Graph().parse(folder / "croissant.json", format="json-ld")


def one(subject, predicate):
    values = list(graph.objects(subject, predicate))
    assert len(values) == 1, f"{subject} has {len(values)} values of {predicate}"
    return values[0]


def check_file(file):
    content = (folder / str(one(file, SC.contentUrl))).read_bytes()
    assert hashlib.sha256(content).hexdigest() == str(one(file, SC.sha256)), file
    assert f"{len(content)} B" == str(one(file, SC.contentSize)), file


def files_of(source):
    """The paths of a file, or of a set of files by its pattern."""
    for file in graph.objects(source, CR.fileObject):
        yield folder / str(one(file, SC.contentUrl))
    for file_set in graph.objects(source, CR.fileSet):
        for pattern in graph.objects(file_set, CR.includes):
            yield from sorted(folder.glob(str(pattern)))


datasets = list(graph.subjects(RDF.type, SC.Dataset))
assert len(datasets) == 1, datasets
for name in (SC.name, SC.description, SC.license, SC.url, SC.creator, SC.datePublished):
    assert list(graph.objects(datasets[0], name)), name
described = list(graph.subjects(RDF.type, CR.FileObject))
for file in described:
    check_file(file)
print(f"{len(described)} files", file=sys.stderr)

columns, paths = {}, set()
for field in graph.subjects(RDF.type, CR.Field):
    for source in graph.objects(field, CR.source):
        for extract in graph.objects(source, CR.extract):
            for column in graph.objects(extract, CR.column):
                columns[str(column)] = TYPES[one(field, CR.dataType)]
                paths.update(files_of(source))
order = ["train", "validation", "test"]
for path in sorted(paths, key=lambda p: (order.index(p.name.split("-")[0]), p.name)):
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            row = json.loads(line)
            assert set(row) == set(columns), set(row) ^ set(columns)
            for key, value in row.items():
                assert type(value) is columns[key], (key, value)
            print_row(row)
