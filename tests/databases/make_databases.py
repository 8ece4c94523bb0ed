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


def text(value, encoding="utf8mb4"):
    """A text of MariaDB, whatever is in it."""
    return "NULL" if value is None else f"convert(X'{value.encode().hex()}' using {encoding})"


def pg(value):
    return "NULL" if value is None else f"convert_from('\\x{value.encode().hex()}'::bytea, 'UTF8')"


def inserts(table, rows):
    return "".join(f"insert into {table} values ({', '.join(map(str, row))});\n" for row in rows)


def when(row):
    return datetime.fromtimestamp(int(row["date"]), timezone.utc)


class Numbers:
    """Numbers for the values of a column, in the order in which they come."""

    def __init__(self):
        self.of = {}

    def __call__(self, value):
        return self.of.setdefault(value, len(self.of) + 1)


def dmoj(rows):
    users, problems, languages = Numbers(), Numbers(), Numbers()
    out, lines, sources = [], [], []
    for row in rows:
        result = VERDICTS.get(row["status"])
        partial = row["status"] == "WA: Presentation Error"
        result = "AC" if partial else result
        status = "D" if result else "QU"
        points = (3, 10) if partial else (10, 10) if result == "AC" else (0, 10)
        number, date = int(row["id"]), when(row)
        language = row["original_language"] or row["language"]
        out.append([number, users(row["user"]), problems(row["problem"]),
                    f"'{date:%Y-%m-%d %H:%M:%S}.25'", languages(language), f"'{status}'",
                    f"'{result}'" if result else "NULL", *points])
        sources.append([number, number, text(row["code"])])
        lines.append({"id": number, "user": users(row["user"]), "problem": row["problem"],
                      "problem_name": row["problem"] + " \\ \t\"", "language": language,
                      "date": f"{date:%Y-%m-%dT%H:%M:%S}.250000Z", "code": row["code"],
                      "status": "PARTIAL" if partial else result or status})
    return """
create table judge_problem (id int primary key, code varchar(40), name varchar(100));
create table judge_language (id int primary key, name varchar(60));
create table judge_submission (id int primary key, user_id int, problem_id int,
    date datetime(6), language_id int, status varchar(2), result varchar(3), case_points double,
    case_total double);
create table judge_submissionsource (id int primary key, submission_id int unique,
    source longtext);
""" + inserts("judge_problem", ([n, text(p), text(p + " \\ \t\"")] for p, n in problems.of.items())
              ) + inserts("judge_language", ([n, text(v)] for v, n in languages.of.items())
                          ) + inserts("judge_submission", out) + inserts(
        "judge_submissionsource", sources), lines


def domjudge(rows):
    users, problems = Numbers(), Numbers()
    out, lines, files, judgings = [], [], [], []
    for row in rows:
        result = DOMJUDGE.get(VERDICTS.get(row["status"]))
        number = int(row["id"])
        language = {"C++": "cpp", "GNU C11": "c", "C#": "csharp"}.get(row["language"], "python3")
        out.append([number, users(row["user"]), 1, problems(row["problem"]), f"'{language}'",
                    row["date"] + ".123456789"])
        files.append([number * 2, number, "'Main.py'", 0, f"X'{row['code'].encode().hex()}'"])
        files.append([number * 2 + 1, number, "'other.py'", 1, "X'78'"])
        judgings.append([number * 2, number, 0, "'correct'"])
        if result or number % 2:
            judgings.append([number * 2 + 1, number, 1, f"'{result}'" if result else "NULL"])
        lines.append({"id": number, "user": users(row["user"]), "problem": problems(row["problem"]),
                      "problem_name": row["problem"], "contest": "demo", "code": row["code"],
                      "date": row["date"] + ".123456789", "language": language,
                      "status": result or "pending"})
    return """
create table contest (cid int primary key, shortname varchar(255));
create table problem (probid int primary key, name varchar(255));
create table submission (submitid int unsigned primary key, teamid int, cid int, probid int,
    langid varchar(32), submittime decimal(32, 9) unsigned);
create table submission_file (submitfileid int unsigned primary key, submitid int unsigned,
    filename varchar(255), ranknumber int unsigned, sourcecode longblob);
create table judging (judgingid int unsigned primary key, submitid int unsigned, valid tinyint(1),
    result varchar(32));
insert into contest values (1, 'demo');
""" + inserts("problem", ([n, text(p)] for p, n in problems.of.items())) + inserts(
        "submission", out) + inserts("submission_file", files) + inserts(
        "judging", judgings), lines


def hustoj(rows):
    problems = Numbers()
    out, lines, sources = [], [], []
    for row in rows:
        result = 5 if row["status"] == "WA: Presentation Error" else HUSTOJ.get(
            VERDICTS.get(row["status"]), 0)
        number = int(row["id"])
        language = {"C++": 1, "GNU C11": 0, "C#": 9}.get(row["language"], 6)
        out.append([number, problems(row["problem"]), text(row["user"]),
                    f"from_unixtime({row['date']})", result, language, 0])
        sources.append([number, text(row["code"])])
        if 4 <= result <= 11:
            lines.append({"id": number, "user": row["user"], "problem": problems(row["problem"]),
                          "problem_name": row["problem"], "contest": 0, "code": row["code"],
                          "date": int(row["date"]), "language": str(language),
                          "status": str(result)})
    return """
create table problem (problem_id int primary key, title varchar(200) not null);
create table solution (solution_id int unsigned primary key, problem_id int, user_id char(48),
    in_date datetime, result smallint(6), language int unsigned, contest_id int);
create table source_code (solution_id int primary key, source text not null);
""" + inserts("problem", ([n, text(p)] for p, n in problems.of.items())) + inserts(
        "solution", out) + inserts("source_code", sources), lines


def cms(rows):
    users, tasks = Numbers(), Numbers()
    out, lines = [], []
    for row in rows:
        verdict, number = VERDICTS.get(row["status"]), int(row["id"])
        score = {"AC": 100, "WA": 37.5, "TLE": 10, "RTE": 0}.get(verdict)
        language = {"C++": "C++17 / g++", "GNU C11": "C11 / gcc",
                    "C#": "C# / Mono"}.get(row["language"], "Python 3 / CPython")
        digest = f"{number:040}"
        code = row["code"].encode()
        out.append(f"""insert into fsobjects values ('{digest}',
            lo_from_bytea(0, '\\x{code.hex()}'));
insert into files values ({number}, {number}, 'sol.%l', '{digest}');
insert into submissions values ({number}, {users(row['user'])}, {tasks(row['problem'])},
    '{when(row):%Y-%m-%d %H:%M:%S}.5', '{language}');
insert into submission_results values ({number}, 2, null, 3);
""")
        if score is not None or verdict == "CE":
            out.append(f"""insert into submission_results values ({number}, 1,
                '{'fail' if verdict == 'CE' else 'ok'}', {'null' if score is None else score});
""")
        lines.append({"id": number, "user": row["user"], "problem": row["problem"],
                      "problem_name": "T", "contest": "c", "language": language,
                      "code": row["code"], "date": f"{when(row):%Y-%m-%dT%H:%M:%S}.500000Z",
                      "score": 0 if verdict == "CE" else score})
    return """
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
""" + inserts("users", ([n, pg(u)] for u, n in users.of.items())) + inserts(
        "participations", ([n, n, 1] for n in users.of.values())) + inserts(
        "tasks", ([n, pg(t), "'T'", 1] for t, n in tasks.of.items())) + "".join(out), lines


def judge(rows, quoted, long_text, quoted_user):
    """A table of one's own, with all that is odd."""
    names = list(rows[0])
    columns = ", ".join(f"{name} {long_text}" for name in names).replace("user", quoted_user)
    return f"create table submissions ({columns});\n" + inserts(
        "submissions", ([quoted(row[name]) for name in names] for row in rows)), rows


def main():
    words, folder = sys.argv[1:3]
    with open(words, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    # what the tables of a judge can have: submissions with all that is required, and numbers as ids
    sound = [dict(row, id=5000 + i) for i, row in enumerate(rows) if row["date"].isdigit() and
             row["user"] and row["problem"] and row["language"]]
    for name, (sql, lines) in {
            "dmoj": dmoj(sound), "domjudge": domjudge(sound), "jol": hustoj(sound),
            "cmsdb": cms(sound),
            "judge-postgresql": judge(rows, pg, "text", '"user"'),
            "judge-mariadb": judge(rows, text, "longtext", "user")}.items():
        with open(f"{folder}/{name}.sql", "w", encoding="utf-8") as file:
            file.write(sql)
        with open(f"{folder}/{name}.jsonl", "w", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)


main()
