"""The package beside the program: rows, options, errors, and that no process is left."""

import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import unittest
import warnings
from fractions import Fraction
from importlib import metadata
from pathlib import Path

import tokfix

TREE = os.environ["SAMPLE"] + "/Project_CodeNet"
TOKFIX = os.environ["TOKFIX"]

# What stands for the program in some tests. The package asks for its version first.
FAKE = '#!/bin/sh\n[ "$1" != --version ] || { echo tokfix %s; exit; }\n%s\n'


class Case(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)
        os.environ["TOKFIX"] = TOKFIX

    def tearDown(self) -> None:
        os.chdir("/")
        self.folder.cleanup()
        with self.assertRaises(ChildProcessError):  # no process is left, not even a dead one
            os.waitpid(-1, os.WNOHANG)

    def fake(self, script: str, version: str = metadata.version("tokfix"),
             name: str = "fake") -> None:
        path = Path(self.folder.name, name)
        path.write_text(FAKE % (version, script))
        path.chmod(0o755)
        os.environ["TOKFIX"] = str(path)


class Real(Case):
    def setUp(self) -> None:
        super().setUp()
        self.summary = tokfix.mine(TREE, "-s.db", progress=None)

    def count(self, **options: tokfix.Option) -> int:
        return sum(1 for _ in tokfix.Rows("export", "-s.db", format="pairs", **options))

    def test_rows_are_those_of_export(self) -> None:
        rows = tokfix.fixes("-s.db", category="all")
        exported = subprocess.run([TOKFIX, "export", "--format=pairs", "--category=all", "--",
                                   "-s.db"], stdout=subprocess.PIPE, check=True).stdout
        self.assertEqual(len(list(rows)), self.summary["fixes"])
        self.assertIn("duplicates were not searched for", rows.notes)
        self.assertEqual([row["id"] for row in rows],
                         re.findall(r'"id":"([^"]*)"', exported.decode()))
        self.assertEqual(list(pickle.loads(pickle.dumps(rows))), list(rows))
        with self.assertRaisesRegex(tokfix.Error, "not JSON"):
            list(tokfix.Rows("stats", "-s.db"))
        self.assertEqual([row["id"] for row in tokfix.Rows("show", "-s.db", limit=2, json=True)],
                         [row["id"] for row in rows][:2])

    def test_options_are_those_of_the_program(self) -> None:
        self.assertEqual(self.count(category=["literal", "type"]), self.count(category="literal"))
        self.assertEqual(self.count(where="before in ('<', '<=') or after in ('<', '<=')"),
                         sum(1 for row in tokfix.fixes("-s.db")
                             if {"<", "<="} & {row["before"], row["after"]}))
        self.assertEqual(self.count(split=None, where="parses", json=False),
                         self.count())
        self.assertLess(self.count(where="fixed_day >= '2010-01-01'", max_tokens=40), self.count())
        self.assertEqual(tokfix.run("stats", "-s.db", json=True)["totals"],
                         tokfix.run("stats", Path("-s.db"), json=True)["totals"])
        with self.assertRaisesRegex(tokfix.Error, "--catgory") as caught:
            self.count(catgory="literal")
        self.assertEqual(caught.exception.status, 2)

    def test_names_of_repeated_options_are_those_of_the_help(self) -> None:
        found = set()
        listed = subprocess.run([TOKFIX, "--help"], stdout=subprocess.PIPE, check=True).stdout
        for command in set(re.findall(r"^  ([a-z]+)  ", listed.decode(), re.M)):
            text = tokfix.run(command, help=True)
            for name, words in re.findall(r"^ +(?:-., )?--([a-z-]+)(.*\n(?: {26}.*\n)*)", text,
                                          re.M):
                if re.search(r"(may\s+be|if)\s+repeated", words):
                    found.add(name)
        self.assertEqual(found, tokfix.REPEATED)

    def test_a_loop_may_end_early(self) -> None:
        for row in tokfix.fixes("-s.db"):
            break
        del row
        rows = iter(tokfix.fixes("-s.db"))
        next(rows)
        del rows

    def test_diff_says_why_not(self) -> None:
        Path("-a.py").write_text("x = 1\n")
        Path("b.py").write_text("x = 2\n")
        Path("\udcff.py").write_text("x = [\n")
        self.assertEqual(tokfix.diff("-a.py", Path("b.py"))["after"], "2")
        self.assertEqual(tokfix.diff("-a.py", "\udcff.py")["outcome"], "unmatched_bracket")
        with self.assertRaisesRegex(tokfix.Error, "cannot open 'c.py'"):
            tokfix.diff("-a.py", "c.py")

    def test_mine_raises_what_the_program_says(self) -> None:
        said = []
        with self.assertRaises(tokfix.Error) as caught:
            tokfix.mine(TREE, "-s.db", progress=lambda line, is_message: said.append(line))
        self.assertEqual(str(caught.exception), said[-1])
        self.assertIn("'-s.db' already exists", said[-1])
        tokfix.mine(TREE, "-s.db", progress=lambda line, is_message: said.append(line), force=True)
        self.assertEqual(said[-1][:5], "Next:")

    def test_nothing_to_write_is_an_error(self) -> None:
        with self.assertRaisesRegex(tokfix.Error, "^tokfix export: there is nothing to write"):
            list(tokfix.fixes("-s.db", max_tokens=1))

    def test_pandas_has_a_column_for_each_key(self) -> None:
        rows = tokfix.fixes("-s.db", language="python")
        try:
            import pandas  # type: ignore
        except ImportError:
            with self.assertRaises(ImportError):
                rows.to_pandas()
            print("without pandas")
            return
        table = rows.to_pandas()
        self.assertEqual(table.to_dict("records"), list(rows))
        print("with pandas", pandas.__version__)


class Faked(Case):
    def test_rows_stream(self) -> None:
        self.fake("""yes '{"id": 1}'""")
        rows = iter(tokfix.fixes("x.db"))
        self.assertEqual(sum(next(rows)["id"] for _ in range(100000)), 100000)

    def test_failures_after_rows_are_errors(self) -> None:
        self.fake(r"""echo '{"id": 1}'; printf 'tokfix export: \377 broke\n' >&2; exit 3""")
        rows = iter(tokfix.fixes("x.db"))
        next(rows)
        with self.assertRaisesRegex(tokfix.Error, "^tokfix export: \ufffd broke$") as caught:
            next(rows)
        self.assertEqual(caught.exception.status, 3)
        self.fake("echo found; exit 1")
        with self.assertRaisesRegex(tokfix.Error, "^tokfix check failed with status 1$") as caught:
            tokfix.run("check", "x.db")
        self.assertEqual(caught.exception.output, "found\n")
        self.fake("kill -KILL $$")
        with self.assertRaisesRegex(tokfix.Error, "^tokfix check was ended by signal 9$"):
            tokfix.run("check", "x.db")

    def test_words_are_passed_as_they_are(self) -> None:
        self.fake("""printf '%s\\n' "$@" """)
        self.assertEqual(
            tokfix.run("a", "-b", Path("c d"), e_f=["g", Path("h")], i=True,
                       j=Fraction(1, 2), against=["k,l", "m"],  # type: ignore
                       n=map(str, range(2))),
            "a\n--e-f=g,h\n--i\n--j=1/2\n--against=k,l\n--against=m\n--n=0,1\n--\n-b\nc d\n")

    def test_progress_is_that_of_a_terminal(self) -> None:
        self.fake(r"""[ -t 2 ] && [ $TERM != dumb ] && exec 3>&2
                      printf '\r\033[Kmining 10%%\r\033[Kmining 20%%\r\033[K' >&3
                      printf 'tokfix mine: 1 pair\nNext: \342\202\254\n' >&2
                      echo '{"pairs": 1}'""")
        said = []
        self.assertEqual(tokfix.mine("x", progress=lambda *line: said.append(line)), {"pairs": 1})
        self.assertEqual(said, [("mining 10%", False), ("mining 20%", False),
                                ("tokfix mine: 1 pair", True), ("Next: \u20ac", True)])

    def test_ctrl_c_lets_the_program_end(self) -> None:
        self.fake("trap 'echo tokfix mine: stopped >&2; exit 75' TERM; echo began >&2\n"
                  "while :; do sleep 0.1; done")
        python = subprocess.Popen([sys.executable, "-u", "-c",
                                   "import tokfix; tokfix.mine('x')"], stderr=subprocess.PIPE)
        assert python.stderr
        self.assertEqual(python.stderr.readline(), b"began\n")
        python.send_signal(signal.SIGINT)
        said = python.communicate()[1]
        self.assertIn(b"tokfix mine: stopped\n", said)
        self.assertIn(b"KeyboardInterrupt", said)

    def test_the_program_is_found(self) -> None:
        self.fake("", name="tokfix")
        by_path = os.environ.pop("TOKFIX")
        path = os.environ["PATH"]
        try:
            os.environ["PATH"] = self.folder.name
            self.assertEqual(tokfix.program(), by_path)
            os.environ["PATH"] = "/nowhere"
            with self.assertRaisesRegex(tokfix.Error, "put it into PATH, or set .* TOKFIX"):
                tokfix.program()
            beside = Path(tokfix.__file__).parent / "bin" / "tokfix"
            beside.parent.mkdir()
            beside.symlink_to(by_path)
            self.assertEqual(tokfix.program(), str(beside))
            beside.unlink()
            beside.parent.rmdir()
        finally:
            os.environ["PATH"] = path

    def test_other_programs_are_refused(self) -> None:
        os.environ["TOKFIX"] = "/bin/true"
        with self.assertRaisesRegex(tokfix.Error, "/bin/true is not the program tokfix"):
            tokfix.program()
        os.environ["TOKFIX"] = self.folder.name
        with self.assertRaisesRegex(tokfix.Error, "cannot be run: Permission denied"):
            tokfix.program()

    def test_another_version_is_said(self) -> None:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            os.environ["TOKFIX"] = TOKFIX
            tokfix.program()
            self.assertEqual(caught, [])
            self.fake("", version="9.9.9")
            tokfix.run("stats")
        self.assertEqual(Path(caught[0].filename).name, Path(__file__).name)
        self.assertRegex(str(caught[0].message), "has version 9.9.9, and the Python package ")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    unittest.main()
