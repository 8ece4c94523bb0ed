#!/bin/sh
# check_groups.sh FOLDER DB [DIFFERENCES]: compares the exact and renamed clusters of a database on
# which tokfix dedup was run with the groups in FOLDER/groups.tsv, which grow.py wrote.
#
# Prints lines of a name and a value, and writes the first twenty pairs that do not stand where they
# belong to the file DIFFERENCES.
set -eu
folder=$1
db=$2
differences=${3:-/dev/null}

# A group is found when its pairs are one cluster, all of them and no others.
sql_compare()
{
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
INSERT INTO differences SELECT '$1', p.problem, p.buggy, p.fixed, p.kind
FROM $1 x JOIN groups_$1 g USING (wanted) JOIN clusters_$1 c ON c.cluster = x.cluster
JOIN placed p USING (fix_key) WHERE g.n_clusters > 1 OR c.n_groups > 1;
EOF
}

sqlite3 -readonly -bail "$db" <<EOF
CREATE TEMP TABLE truth (problem, buggy, fixed, kind, exact INT, renamed INT);
CREATE TEMP TABLE differences (what, problem, buggy, fixed, kind);
.mode ascii
.separator "\t" "\n"
.import --skip 1 "$folder/groups.tsv" truth
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
.once $differences
SELECT * FROM differences LIMIT 20;
EOF
