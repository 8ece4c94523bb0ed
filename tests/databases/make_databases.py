#!/usr/bin/env python3
"""make_databases.py WORDS FOLDER: puts rows into the tables of judges.

WORDS is a reference of tests/rows/make_forms.py. For each database, FOLDER gets NAME.sql, which
makes its tables and fills them, and NAME.jsonl, the same submissions as JSON lines. The tables have
the columns that the queries of setup/judges use, with the types that the judges give them.
"""
import json
import sys
from datetime import datetime, timezone

VERDICTS = {"Accepted": "AC", "OK": "AC", "Wrong Answer": "WA", "Time Limit Exceeded": "TLE",
            "Runtime Error": "RTE", "Compile Error": "CE", "Memory Limit Exceeded": "MLE",
            "Output Limit Exceeded": "OLE", "Internal Error": "IE"}
DOMJUDGE = {"AC": "correct", "WA": "wrong-answer", "TLE": "timelimit", "RTE": "run-error",
            "CE": "compiler-error", "OLE": "output-limit"}
HUSTOJ = {"AC": 4, "PE": 5, "WA": 6, "TLE": 7, "MLE": 8, "OLE": 9, "RTE": 10, "CE": 11}


def mariadb_text(value):
    """A text of MariaDB, whatever is in it."""
    return "NULL" if value is None else f"convert(X'{value.encode().hex()}' using utf8mb4)"


def pg_text(value):
    return "NULL" if value is None else f"convert_from('\\x{value.encode().hex()}'::bytea, 'UTF8')"


class Judge:
    """The tables of a judge, and the lines that are the same."""

    def __init__(self, schema, text=mariadb_text):
        self.text, self.sql, self.lines, self.keys = text, [schema], [], {}

    def insert(self, table, *values):
        self.sql.append(f"insert into {table} values ({', '.join(map(str, values))});\n")

    def key(self, table, value, *more):
        """The key of a row that has `value` and `more`, which is added when it comes first."""
        keys = self.keys.setdefault(table, {})
        if value not in keys:
            keys[value] = len(keys) + 1
            self.insert(table, keys[value], self.text(value), *more)
        return keys[value]

    def line(self, row, **others):
        named = {key: row[key] for key in ("id", "user", "problem", "code")}
        self.lines.append({**named, **others})


DMOJ = """
create table users (id int primary key, name varchar(100));
create table judge_problem (id int primary key, code varchar(40), name varchar(100));
create table judge_language (id int primary key, name varchar(60));
create table judge_submission (id int primary key, user_id int, problem_id int,
    date datetime(6), language_id int, status varchar(2), result varchar(3), case_points double,
    case_total double);
create table judge_submissionsource (id int primary key, submission_id int unique,
    source longtext);
"""


def dmoj(judge, row, verdict, date):
    partial = row["status"] == "WA: Presentation Error"
    result = "AC" if partial else verdict
    status = "D" if result else "QU"
    points = (3, 10) if partial else (10, 10) if result == "AC" else (0, 10)
    language, name = row["original_language"] or row["language"], row["problem"] + " \\ \t\""
    user = judge.key("users", row["user"])
    judge.insert("judge_submission", row["id"], user,
                 judge.key("judge_problem", row["problem"], judge.text(name)),
                 f"'{date:%Y-%m-%d %H:%M:%S}.25'", judge.key("judge_language", language),
                 f"'{status}'", f"'{result}'" if result else "NULL", *points)
    judge.insert("judge_submissionsource", row["id"], row["id"], judge.text(row["code"]))
    judge.line(row, user=user, problem_name=name, language=language,
               date=f"{date:%Y-%m-%dT%H:%M:%S}.250000Z",
               status="PARTIAL" if partial else result or status)


DOMJUDGE_TABLES = """
create table users (id int primary key, name varchar(100));
create table contest (cid int primary key, shortname varchar(255));
create table problem (probid int primary key, name varchar(255));
create table submission (submitid int unsigned primary key, teamid int, cid int, probid int,
    langid varchar(32), submittime decimal(32, 9) unsigned);
create table submission_file (submitfileid int unsigned primary key, submitid int unsigned,
    filename varchar(255), ranknumber int unsigned, sourcecode longblob);
create table judging (judgingid int unsigned primary key, submitid int unsigned, valid tinyint(1),
    result varchar(32));
insert into contest values (1, 'demo');
"""


def domjudge(judge, row, verdict, _):
    number, result, date = row["id"], DOMJUDGE.get(verdict), row["date"] + ".123456789"
    language = {"C++": "cpp", "GNU C11": "c", "C#": "csharp"}.get(row["language"], "python3")
    user, problem = judge.key("users", row["user"]), judge.key("problem", row["problem"])
    judge.insert("submission", number, user, 1, problem, f"'{language}'", date)
    judge.insert("submission_file", number * 2, number, "'Main.py'", 0,
                 f"X'{row['code'].encode().hex()}'")
    judge.insert("submission_file", number * 2 + 1, number, "'other.py'", 1, "X'78'")
    judge.insert("judging", number * 2, number, 0, "'correct'")
    if result or number % 2:
        judge.insert("judging", number * 2 + 1, number, 1, f"'{result}'" if result else "NULL")
    judge.line(row, user=user, problem=problem, problem_name=row["problem"], contest="demo",
               date=date, language=language, status=result or "pending")


HUSTOJ_TABLES = """
create table problem (problem_id int primary key, title varchar(200) not null);
create table solution (solution_id int unsigned primary key, problem_id int, user_id char(48),
    in_date datetime, result smallint(6), language int unsigned, contest_id int);
create table source_code (solution_id int primary key, source text not null);
"""


def hustoj(judge, row, verdict, _):
    result = HUSTOJ["PE"] if row["status"] == "WA: Presentation Error" else HUSTOJ.get(verdict, 0)
    language = {"C++": 1, "GNU C11": 0, "C#": 9}.get(row["language"], 6)
    problem = judge.key("problem", row["problem"])
    judge.insert("solution", row["id"], problem, judge.text(row["user"]),
                 f"from_unixtime({row['date']})", result, language, 0)
    judge.insert("source_code", row["id"], judge.text(row["code"]))
    if 4 <= result <= 11:
        judge.line(row, problem=problem, problem_name=row["problem"], contest=0,
                   date=int(row["date"]), language=str(language), status=str(result))


CMS = """
create table contests (id int primary key, name varchar);
create table users (id int primary key, username varchar);
create table participations (id int primary key, user_id int, contest_id int);
create table tasks (id int primary key, name varchar, title varchar, active_dataset_id int);
create table submissions (id int primary key, participation_id int, task_id int,
    timestamp timestamp, language varchar);
create table fsobjects (digest varchar primary key, loid oid);
create table files (id int primary key, submission_id int, filename varchar, digest varchar);
create type compilation_outcome as enum ('ok', 'fail');
create table submission_results (submission_id int, dataset_id int,
    compilation_outcome compilation_outcome, score double precision);
insert into contests values (1, 'c');
insert into participations select n, n, 1 from generate_series(1, 10000) as n;
"""


def cms(judge, row, verdict, date):
    number, is_compiled = row["id"], verdict != "CE"
    score = {"AC": 100, "WA": 37.5, "TLE": 10, "RTE": 0}.get(verdict)
    language = {"C++": "C++17 / g++", "GNU C11": "C11 / gcc",
                "C#": "C# / Mono"}.get(row["language"], "Python 3 / CPython")
    judge.insert("fsobjects", f"'{number:040}'",
                 f"lo_from_bytea(0, '\\x{row['code'].encode().hex()}')")
    judge.insert("files", number, number, "'sol.%l'", f"'{number:040}'")
    judge.insert("submissions", number, judge.key("users", row["user"]),
                 judge.key("tasks", row["problem"], "'T'", 1), f"'{date:%Y-%m-%d %H:%M:%S}.5'",
                 f"'{language}'")
    judge.insert("submission_results", number, 2, "null", 3)
    if score is not None or not is_compiled:
        judge.insert("submission_results", number, 1, "'ok'" if is_compiled else "'fail'",
                     "null" if score is None else score)
    judge.line(row, problem_name="T", contest="c", language=language,
               date=f"{date:%Y-%m-%dT%H:%M:%S}.500000Z", score=score if is_compiled else 0)


def own_table(rows, text, long_text, user):
    """A table of one's own, with all that is odd."""
    columns = ", ".join(f"{name} {long_text}" for name in rows[0]).replace("user", user)
    judge = Judge(f"create table submissions ({columns});\n", text)
    for row in rows:
        judge.insert("submissions", *(text(row[name]) for name in rows[0]))
    judge.lines = rows
    return judge


def main():
    words, folder = sys.argv[1:3]
    with open(words, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    judges = {"judge-postgresql": own_table(rows, pg_text, "text", '"user"'),
              "judge-mariadb": own_table(rows, mariadb_text, "longtext", "user")}
    # what the tables of a judge can have: submissions with all that is required, and numbers as ids
    sound = [dict(row, id=5000 + i) for i, row in enumerate(rows) if row["date"].isdigit() and
             row["user"] and row["problem"] and row["language"]]
    for name, judge, add in (("dmoj", Judge(DMOJ), dmoj), ("jol", Judge(HUSTOJ_TABLES), hustoj),
                             ("domjudge", Judge(DOMJUDGE_TABLES), domjudge),
                             ("cmsdb", Judge(CMS, pg_text), cms)):
        judges[name] = judge
        for row in sound:
            add(judge, row, VERDICTS.get(row["status"]),
                datetime.fromtimestamp(int(row["date"]), timezone.utc))
    for name, judge in judges.items():
        with open(f"{folder}/{name}.sql", "w", encoding="utf-8") as file:
            file.writelines(judge.sql)
        with open(f"{folder}/{name}.jsonl", "w", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in judge.lines)


main()
