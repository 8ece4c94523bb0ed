#!/bin/sh
# check_fixes.sh TRUTH_FOLDER DB [DIFFERENCES]: compares the fixes of a database with those in a
# grown tree. Only the languages that were mined are compared. Prints one name and value per line,
# with several languages also for each, and writes the first twenty differences to the file
# DIFFERENCES.
set -eu
truth=$1
found=$2
differences=${3:-/dev/null}

# The languages that were mined, as `,c,cpp,` or `,all,`.
languages=,$(sqlite3 -readonly "$found" 'SELECT language FROM run_details' | tr -s ' \n' ',')

# The texts as truth.tsv writes them; char(92) is the backslash.
escaped() {
    printf '%s' "replace(replace(replace(replace($1, char(92), char(92) || char(92)),
        char(9), char(92) || 't'), char(10), char(92) || 'n'), char(13), char(92) || 'r')"
}

sqlite3 -readonly "$found" <<EOF
CREATE TEMP TABLE truth (problem, buggy, fixed, edit, before, after, line INT, column INT,
    language);
CREATE TEMP TABLE histories (problem, user, submissions INT, pairs INT, single INT, identical INT,
    language);
CREATE TEMP TABLE found (problem, buggy, fixed, edit, before, after, line INT, column INT,
    language);
CREATE INDEX temp.truth_by_pair ON truth (buggy, fixed);
CREATE INDEX temp.found_by_pair ON found (buggy, fixed);
.mode ascii
.separator "\t" "\n"
.import --skip 1 "$truth/truth.tsv" truth
.import --skip 1 "$truth/histories.tsv" histories
CREATE TEMP VIEW mined AS SELECT DISTINCT language FROM histories
WHERE '$languages' = ',all,' OR instr('$languages', ',' || language || ',');
DELETE FROM truth WHERE language NOT IN mined;
DELETE FROM histories WHERE language NOT IN mined;
INSERT INTO found SELECT problem_id, buggy_submission_id, fixed_submission_id, edit,
    $(escaped before), $(escaped after), line, column, language FROM fix_details;
.mode list
.separator " "
CREATE TEMP TABLE differences AS
SELECT 'missed' AS what, * FROM truth t WHERE NOT EXISTS
    (SELECT 1 FROM found f
     WHERE (f.problem, f.buggy, f.fixed, f.language) = (t.problem, t.buggy, t.fixed, t.language))
UNION ALL
SELECT 'invented', * FROM found f WHERE NOT EXISTS
    (SELECT 1 FROM truth t
     WHERE (f.problem, f.buggy, f.fixed, f.language) = (t.problem, t.buggy, t.fixed, t.language));
CREATE TEMP TABLE numbers AS
WITH parts (suffix, language) AS
    (SELECT '', '%' UNION ALL SELECT '_' || language, language FROM
        (SELECT language FROM mined WHERE (SELECT count(*) FROM mined) > 1 ORDER BY language))
SELECT suffix, (SELECT count(*) FROM truth t WHERE t.language LIKE p.language) AS expected,
    (SELECT count(*) FROM found f WHERE f.language LIKE p.language) AS found,
    (SELECT count(*) FROM differences d WHERE what = 'missed' AND d.language LIKE p.language)
        AS missed,
    (SELECT count(*) FROM differences d WHERE what = 'invented' AND d.language LIKE p.language)
        AS invented
FROM parts p;
WITH facts (sort_order, name, value, suffix) AS
    (SELECT 1, 'expected', expected, suffix FROM numbers UNION ALL
     SELECT 2, 'found', found, suffix FROM numbers UNION ALL
     SELECT 3, 'recall', printf('%.6f', iif(expected, (expected - missed) * 1.0 / expected, 1)),
         suffix FROM numbers UNION ALL
     SELECT 4, 'precision', printf('%.6f', iif(found, (found - invented) * 1.0 / found, 1)),
         suffix FROM numbers)
SELECT name || suffix, value FROM facts ORDER BY suffix, sort_order;
CREATE TEMP TABLE wrong AS SELECT t.*, f.edit AS edit2, f.before AS before2, f.after AS after2,
    f.line AS line2, f.column AS column2
FROM truth t JOIN found f USING (problem, buggy, fixed)
WHERE (t.edit, t.before, t.after, t.line, t.column) IS NOT
    (f.edit, f.before, f.after, f.line, f.column);
SELECT 'wrong_edits', count(*) FROM wrong;
SELECT 'wrong_histories', abs((SELECT total(n_histories) FROM problem_languages) -
    (SELECT count(*) FROM histories)) > 0;
SELECT 'wrong_pairs', abs((SELECT total(n_pairs) FROM problem_languages) -
    (SELECT total(pairs) FROM histories)) > 0;
SELECT 'wrong_identical', abs((SELECT total(n_pairs) FROM rejects WHERE reason = 'identical') -
    (SELECT total(identical) FROM histories)) > 0;
INSERT INTO differences SELECT 'wrong', problem, buggy, fixed, edit || ' found ' || edit2,
    before || ' found ' || before2, after || ' found ' || after2, line || ' found ' || line2,
    column || ' found ' || column2, language FROM wrong;
.separator "\t"
.once "$differences"
SELECT * FROM differences LIMIT 20;
EOF
