#!/bin/sh
# check_grown.sh fixes|groups FOLDER DB [DIFFERENCES]: compares a database with what grow.py wrote
# into FOLDER: its fixes, in the languages that were mined, with truth.tsv, or the exact and renamed
# clusters of `tokfix dedup` with groups.tsv. Prints lines of a name and a value, and writes the
# first twenty fixes that differ to the file DIFFERENCES.
set -eu

# Prints a column with a backslash, a tab and line ends as truth.tsv has them; char(92) is \.
escaped() {
    printf '%s' "replace(replace(replace(replace($1, char(92), char(92) || char(92)),
        char(9), char(92) || 't'), char(10), char(92) || 'n'), char(13), char(92) || 'r')"
}

fixes() { # FOLDER DB DIFFERENCES
    mined=,$(sqlite3 -readonly "$2" 'SELECT language FROM run_details' | tr -s ' \n' ',')
    sqlite3 -readonly "$2" <<END
.mode ascii
.separator "\t" "\n"
CREATE TEMP TABLE truth (problem, buggy, fixed, edit, before, after, line INT, column INT,
    language, PRIMARY KEY (problem, buggy, fixed, language));
CREATE TEMP TABLE histories (problem, user, submissions INT, pairs INT, single INT, identical INT,
    language);
.import --skip 1 "$1/truth.tsv" truth
.import --skip 1 "$1/histories.tsv" histories
DELETE FROM truth WHERE '$mined' <> ',all,' AND NOT instr('$mined', ',' || language || ',');
DELETE FROM histories WHERE '$mined' <> ',all,' AND NOT instr('$mined', ',' || language || ',');
CREATE TEMP TABLE found AS SELECT problem_id AS problem, buggy_submission_id AS buggy,
    fixed_submission_id AS fixed, edit, $(escaped before) AS before, $(escaped after) AS after,
    line, column, language FROM fix_details;
CREATE TEMP TABLE differences AS
SELECT 'missed' AS what, * FROM truth WHERE (problem, buggy, fixed, language) NOT IN
    (SELECT problem, buggy, fixed, language FROM found)
UNION ALL SELECT 'invented', * FROM found WHERE (problem, buggy, fixed, language) NOT IN
    (SELECT problem, buggy, fixed, language FROM truth)
UNION ALL SELECT 'wrong', f.* FROM found f JOIN truth t USING (problem, buggy, fixed, language)
WHERE (f.edit, f.before, f.after, f.line, f.column) IS NOT
    (t.edit, t.before, t.after, t.line, t.column);
.mode list
.separator " "
SELECT 'expected', count(*) FROM truth;
SELECT 'found', count(*) FROM found;
SELECT 'recall', printf('%.6f', 1 - count(*) * 1.0 / (SELECT count(*) FROM truth))
FROM differences WHERE what = 'missed';
SELECT 'precision', printf('%.6f', 1 - count(*) * 1.0 / (SELECT count(*) FROM found))
FROM differences WHERE what = 'invented';
SELECT 'wrong_edits', count(*) FROM differences WHERE what = 'wrong';
SELECT 'wrong_histories', sum(n_histories) <> (SELECT count(*) FROM histories)
FROM problem_languages;
SELECT 'wrong_pairs', sum(n_pairs) <> (SELECT sum(pairs) FROM histories) FROM problem_languages;
SELECT 'wrong_identical', total(n_pairs) <> (SELECT sum(identical) FROM histories)
FROM rejects WHERE reason = 'identical';
.separator "\t"
.once "$3"
SELECT * FROM differences LIMIT 20;
END
}

# A group is found when its pairs are one cluster, all of them and no others.
sql_compare() {
    cat <<EOF
CREATE TEMP TABLE $1 AS
SELECT t.fix_key, t.$1 AS wanted, coalesce(d.representative_fix_key, t.fix_key) AS cluster
FROM placed t LEFT JOIN main.duplicate_clusters d ON d.fix_key = t.fix_key AND d.kind = '$1';
CREATE TEMP TABLE groups_$1 AS
SELECT wanted, count(*) AS n, count(DISTINCT cluster) AS n_clusters, min(cluster) AS cluster
FROM $1 GROUP BY wanted;
CREATE TEMP TABLE clusters_$1 AS
SELECT cluster, count(DISTINCT wanted) AS n_groups FROM $1 GROUP BY cluster;
CREATE UNIQUE INDEX temp.clusters_$1_by_cluster ON clusters_$1 (cluster);
SELECT '$1_groups', count(*) FROM groups_$1 WHERE n > 1;
SELECT '$1_found', count(*) FROM groups_$1 g JOIN clusters_$1 c USING (cluster)
WHERE n > 1 AND n_clusters = 1 AND n_groups = 1;
SELECT 'wrong_$1_split', count(*) FROM groups_$1 WHERE n_clusters > 1;
SELECT 'wrong_$1_joined', count(*) FROM clusters_$1 WHERE n_groups > 1;
EOF
}

groups() { # FOLDER DB
    sqlite3 -readonly -bail "$2" <<EOF
CREATE TEMP TABLE truth (problem, buggy, fixed, kind, exact INT, renamed INT);
.mode ascii
.separator "\t" "\n"
.import --skip 1 "$1/groups.tsv" truth
.mode list
.separator " "
CREATE UNIQUE INDEX temp.truth_by_pair ON truth (buggy, fixed);
CREATE TEMP TABLE placed AS SELECT fix_key, t.*
FROM fixes f JOIN submissions b ON b.submission_key = f.buggy_submission_key
JOIN submissions a ON a.submission_key = f.fixed_submission_key
JOIN truth t ON t.buggy = b.submission_id AND t.fixed = a.submission_id
AND t.problem = b.problem_id;
SELECT 'pairs', count(*) FROM truth;
SELECT 'fixes', count(*) FROM fixes;
SELECT 'wrong_pairs', (SELECT count(*) FROM truth) + (SELECT count(*) FROM fixes)
    - 2 * (SELECT count(*) FROM placed);
$(sql_compare exact)
$(sql_compare renamed)
EOF
}

"$1" "$2" "$3" "${4:-/dev/null}"
