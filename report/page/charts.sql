-- The charts of the report page, in its order. Each is a row:
--
--     id         of its section
--     title, sentence
--     kind       figures, bars, stacks, line or table (figures.js)
--     columns    separated by commas; the last word of each is its kind
--     data       its rows, a JSON array of arrays; a chart without rows is left out
--
-- Kinds of columns: text, code, n (a number), fix (an id), edit ([its number, before, after]),
-- share ([part, whole]); bar and barshare are numbers and shares that are drawn. Another kind is
-- that of a filter (fixes.js): the word leads to the fixes that have it. No share is rounded here.
-- Charts count the real fixes, or all if none is real.

CREATE TEMP TABLE charts (
    id TEXT PRIMARY KEY, title TEXT, sentence TEXT, kind TEXT, columns TEXT, data TEXT
);

-- Edits are counted by their whole tokens, which the page cuts. A fix of the list has the number
-- of its edit.
CREATE TEMP TABLE top_edits AS
SELECT row_number() OVER (ORDER BY count(*) DESC, category, before, after) AS edit_number,
    category, before, after, count(*) AS n
FROM counted_fixes
GROUP BY category, before, after
ORDER BY n DESC, category, before, after
LIMIT 50;

INSERT INTO charts
WITH totals AS (
    SELECT count(*) AS n, sum(in_thesis) AS six,
        (SELECT n FROM run_totals WHERE name = 'pairs') AS pairs,
        (SELECT count(*) FROM taken_fixes JOIN counted_fixes USING (fix_key)) AS taken,
        (SELECT count(*) FROM fixes WHERE origin = 'real') AS real,
        (SELECT count(*) FROM fixes WHERE origin = 'mutant') AS mutants,
        (SELECT count(DISTINCT problem_id) FROM counted_fixes
            JOIN submissions ON submission_key = buggy_submission_key) AS with_fixes,
        (SELECT count(*) FROM problems) AS problems
    FROM counted_fixes
    JOIN categories USING (category)
),
figures (n, whole, one, many) AS (
    SELECT six, NULL, 'fix in the six categories', 'fixes in the six categories' FROM totals
    UNION ALL
    SELECT n - six, NULL, 'other single-token fix', 'other single-token fixes' FROM totals
    WHERE n > six
    UNION ALL
    SELECT real, pairs, 'pair is a fix', 'pairs are fixes' FROM totals WHERE pairs AND real
    UNION ALL
    SELECT taken, n, 'fix is taken by exports', 'fixes are taken by exports' FROM totals
    WHERE taken < n
    UNION ALL
    SELECT with_fixes, problems,
        iif(is_git, 'repository has fixes', 'problem has fixes'),
        iif(is_git, 'repositories have fixes', 'problems have fixes')
    FROM totals, (SELECT min(source) = 'git' AND max(source) = 'git' AS is_git FROM run)
    WHERE problems
    UNION ALL
    SELECT mutants, NULL, 'mutant, counted apart', 'mutants, counted apart' FROM totals
    WHERE mutants AND real
)
SELECT 'key', 'Key figures', '', 'figures', 'n n, of n, one text, many text',
    json_group_array(json_array(n, whole, one, many))
FROM figures;

INSERT INTO charts
WITH counted AS (
    SELECT category, sort_order, in_thesis, count(f.fix_key) AS n,
        count(*) FILTER (WHERE f.fix_key IN (SELECT fix_key FROM taken_fixes)) AS taken,
        (SELECT count(*) FROM fixes m WHERE m.category = c.category AND m.origin = 'mutant'
            AND EXISTS (SELECT 1 FROM fixes WHERE origin = 'real')) AS mutants,
        (SELECT p.thesis FROM published p WHERE p.category = c.category) AS thesis,
        (SELECT p.github FROM published p WHERE p.category = c.category) AS github
    FROM categories c
    LEFT JOIN counted_fixes f USING (category)
    GROUP BY category
    ORDER BY sort_order
),
six AS (
    SELECT sum(n) AS n, sum(taken) AS taken, sum(mutants) AS mutants,
        sum(thesis) AS thesis, sum(github) AS github
    FROM counted
    WHERE in_thesis
),
others AS (SELECT coalesce(sum(n), 0) AS n FROM counted WHERE NOT in_thesis)
SELECT 'categories', 'Categories',
    'The kind of bug, by the syntactic roles of both tokens. Shares are of the six categories of '
        || 'the literature.'
        || CASE (SELECT n FROM others) WHEN 0 THEN '' WHEN 1 THEN ' 1 more fix is in none of them.'
            ELSE printf(' %,d more fixes are in none of them.', (SELECT n FROM others)) END
        || iif(s.thesis IS NULL, '', printf(' Takada 2024 is the thesis that found single-token '
            || 'fixes in the Python programs of Project CodeNet (高田智生, Osaka University). Its '
            || 'detector takes programs of at most 1,024 tokens (of the fixes here: %,d). GitHub '
            || 'are the fixes of Richter and Wehrheim, which it compares with its own.',
            (SELECT count(*) FROM counted_fixes JOIN categories USING (category)
                WHERE in_thesis AND coalesce(part_n_tokens, n_tokens) <= 1024))),
    'bars',
    'category category, fixes n, here barshare, taken by exports barshare, mutants barshare, '
        || 'Takada 2024 barshare, GitHub barshare',
    json_group_array(json_array(category, c.n, json_array(c.n, s.n),
        json(iif(s.taken < s.n, json_array(c.taken, s.taken), NULL)),
        json(iif(s.mutants, json_array(c.mutants, s.mutants), NULL)),
        json(iif(s.thesis, json_array(c.thesis, s.thesis), NULL)),
        json(iif(s.github, json_array(c.github, s.github), NULL))))
FROM counted c, six s
WHERE in_thesis AND (s.n OR s.mutants);

INSERT INTO charts
SELECT 'edits', 'Most frequent edits', 'The token of the buggy program, and the one in its place.',
    'bars', 'edit edit, category category, fixes bar, of all share',
    json_group_array(json_array(
        json_array(edit_number, iif(length(before) > 40, substr(before, 1, 39) || '…', before),
            iif(length(after) > 40, substr(after, 1, 39) || '…', after)),
        category, n, json_array(n, (SELECT count(*) FROM counted_fixes))))
FROM top_edits
WHERE n > 1 AND edit_number <= 20;

INSERT INTO charts
SELECT 'patterns', 'Patterns',
    'The SStuB pattern: those of TSSB-3M in Python, those of ManySStuBs4J in all others.',
    'bars', 'pattern pattern, fixes bar, of all share',
    json_group_array(json_array(pattern, n, json_array(n, whole)))
FROM (SELECT pattern, count(*) AS n, sum(count(*)) OVER () AS whole FROM counted_fixes
    GROUP BY pattern ORDER BY n DESC, pattern);

INSERT INTO charts
SELECT 'roles', 'Roles', 'What the changed identifiers are in their programs.', 'bars',
    'role role, fixes bar, of identifiers share',
    json_group_array(json_array(role, n, json_array(n, whole)))
FROM (SELECT role, count(*) AS n, sum(count(*)) OVER () AS whole FROM counted_fixes
    WHERE role IS NOT NULL GROUP BY role ORDER BY n DESC, role);

INSERT INTO charts
SELECT 'regions', 'Regions',
    'What kind of text the changed token belongs to. Exports leave out some regions by default.',
    'bars', 'region region, fixes bar, of all share, by exports text',
    json_group_array(json_array(region, n, json_array(n, whole), iif(is_taken, 'taken',
        'left out')))
FROM (SELECT region, is_taken, count(*) AS n, sum(count(*)) OVER () AS whole FROM counted_fixes
    JOIN regions USING (region) GROUP BY region ORDER BY n DESC, sort_order);

INSERT INTO charts
SELECT 'languages', 'Languages', 'With --language, tokfix report makes a page of one language.',
    'stacks', 'language language, category category, fixes n',
    json_group_array(json_array(language, category, n))
FROM (SELECT language, category, count(*) AS n FROM counted_fixes
    JOIN submissions ON submission_key = buggy_submission_key
    JOIN run_languages l USING (language) JOIN categories c USING (category)
    GROUP BY language, category ORDER BY l.sort_order, c.sort_order)
HAVING count(DISTINCT language) > 1;

INSERT INTO charts
SELECT 'sources', 'Sources', 'Where the fixes come from.', 'bars',
    'data set text, kind text, problems n, pairs n, fixes bar',
    json_group_array(json_array(dataset, source, problems, pairs, fixes))
FROM (SELECT run_key, dataset, source, count(DISTINCT l.problem_id) AS problems,
        sum(n_pairs) AS pairs, sum(n_fixes) AS fixes
    FROM run JOIN problem_languages l USING (run_key) GROUP BY run_key ORDER BY run_key)
HAVING count(*) > 1;

INSERT INTO charts
SELECT 'sourcekinds', 'Categories by source', '', 'stacks',
    'source text, category category, fixes n', json_group_array(json_array(source, category, n))
FROM (SELECT source, category, count(*) AS n FROM counted_fixes
    JOIN submissions ON submission_key = buggy_submission_key
    JOIN problem_sources USING (problem_id) JOIN categories USING (category)
    GROUP BY source, category ORDER BY source, sort_order)
HAVING count(DISTINCT source) > 1;

INSERT INTO charts
WITH plain AS (
    SELECT problem_id, sum(CASE name WHEN 'commits' THEN n WHEN 'merge' THEN -n WHEN 'root' THEN -n
        WHEN 'shallow_boundary' THEN -n ELSE 0 END) AS n
    FROM commit_counts
    GROUP BY problem_id
),
found AS (
    SELECT problem_id, url, n, count(*) AS fixes
    FROM counted_fixes
    JOIN submissions ON submission_key = buggy_submission_key
    JOIN repositories USING (problem_id)
    JOIN plain USING (problem_id)
    GROUP BY problem_id
    ORDER BY fixes DESC, problem_id
)
SELECT 'repositories', 'Repositories',
    printf('%,d with fixes; the 20 with the most are shown at most. Shares are of their commits '
        || 'with one parent.', (SELECT count(*) FROM found)),
    'bars', 'repository problem, address text, fixes bar, of commits share',
    json_group_array(json_array(problem_id, url, fixes, json_array(fixes, n)))
FROM (SELECT * FROM found LIMIT 20);

INSERT INTO charts
WITH names (sort_order, name, words) AS (
    VALUES (1, 'commits', 'commits'), (2, 'merge', '− merges'), (3, 'root', '− without parents'),
        (4, 'shallow_boundary', '− parents not in the clone'), (5, 'revert', '− reverts'),
        (6, 'no_keyword', '− no keyword in the message'), (7, 'damaged', '− damaged'),
        (8, 'no_file', '− no file in the languages'), (9, 'too_many_files', '− too many files'),
        (10, 'used', 'used')
)
SELECT 'commits', 'Commits', 'Each commit counts once, under the first reason not to use it.',
    'bars', 'commits text, commits bar, of all share',
    json_group_array(json_array(words, n, json_array(n, whole)))
FROM (SELECT words, sum(n) AS n, max(sum(n)) OVER () AS whole FROM names
    JOIN commit_counts USING (name) GROUP BY name HAVING sum(n) ORDER BY sort_order);

INSERT INTO charts
SELECT 'keywords', 'Keywords', 'The first keyword in the message of a commit with a fix.', 'bars',
    'keyword text, fixes bar, of all share',
    json_group_array(json_array(keyword, n, json_array(n, whole)))
FROM (SELECT coalesce(keyword, 'none') AS keyword, count(*) AS n, sum(count(*)) OVER () AS whole
    FROM counted_fixes JOIN file_versions ON submission_key = fixed_submission_key
    JOIN commits USING (commit_key) GROUP BY 1 ORDER BY n DESC, 1 LIMIT 20);

INSERT INTO charts
SELECT 'licenses', 'Licences', 'Of the fixed files, as SPDX writes them.', 'bars',
    'licence text, fixes bar, of all share',
    json_group_array(json_array(license, n, json_array(n, whole)))
FROM (SELECT coalesce(license, 'unknown') AS license, count(*) AS n, sum(count(*)) OVER () AS whole
    FROM counted_fixes JOIN file_versions ON submission_key = fixed_submission_key
    GROUP BY 1 ORDER BY n DESC, 1 LIMIT 20);

INSERT INTO charts
SELECT 'verdicts', 'Verdicts', 'Of the failing submission. The fixed one is always Accepted.',
    'stacks', 'category category, verdict status, fixes n',
    json_group_array(json_array(category, status, n))
FROM (SELECT category, status, count(*) AS n FROM counted_fixes
    JOIN submissions ON submission_key = buggy_submission_key JOIN categories USING (category)
    WHERE status <> '' GROUP BY category, status ORDER BY sort_order, n DESC, status)
HAVING count(DISTINCT status) > 1;

INSERT INTO charts
WITH totals AS (
    SELECT count(*) AS n, sum(verdict = 'reproduced') AS reproduced,
        sum(verdict = 'proven') AS proven
    FROM verdicts
),
control AS (SELECT count(*) AS n, count(strictness) AS proofs FROM control_pairs)
SELECT 'execution', 'Execution',
    (SELECT printf('tokfix verify executed %,d %s and has shown %,d %s: %,d reproduced by a test '
        || 'of the problem, %,d proven by an input that it found.', n, iif(n = 1, 'fix', 'fixes'),
        reproduced + proven, iif(reproduced + proven = 1, 'bug', 'bugs'), reproduced, proven)
        FROM totals)
        || (SELECT iif(n, printf(' In its control, %,d of %,d pairs of Accepted programs were '
        || '“proven” different, where each proof is false.', proofs, n), '') FROM control),
    'stacks', 'category category, execution execution, fixes n',
    json_group_array(json_array(category, verdict, n))
FROM (SELECT category, verdict, count(*) AS n FROM verdicts JOIN fixes USING (fix_key)
    JOIN categories USING (category) GROUP BY category, verdict
    ORDER BY sort_order, n DESC, verdict);

INSERT INTO charts
WITH bins (low, high) AS (
    VALUES (0, 24), (25, 49), (50, 99), (100, 199), (200, 399), (400, 799), (800, 1599),
        (1600, 3199), (3200, 6399), (6400, 12799), (12800, NULL)
),
counted AS (
    SELECT low, high, count(fix_key) AS n
    FROM bins
    LEFT JOIN counted_fixes ON n_tokens >= low AND n_tokens <= coalesce(high, n_tokens)
    GROUP BY low
)
SELECT 'size', 'Size of the programs',
    (SELECT printf('Half of the buggy programs have at most %,d tokens.', n_tokens)
        FROM counted_fixes ORDER BY n_tokens
        LIMIT 1 OFFSET (SELECT (count(*) - 1) / 2 FROM counted_fixes)),
    'bars', 'tokens text, fixes bar, of all share',
    json_group_array(json_array(iif(high, printf('%,d to %,d', low, high), printf('%,d or more',
        low)), n, json_array(n, (SELECT count(*) FROM counted_fixes))))
FROM counted
WHERE low BETWEEN (SELECT min(low) FROM counted WHERE n) AND (SELECT max(low) FROM counted WHERE n);

INSERT INTO charts
WITH RECURSIVE bins (bin) AS (SELECT 0 UNION ALL SELECT bin + 1 FROM bins WHERE bin < 19),
places AS (
    SELECT max(min(token_index * 20 / max(n_tokens, 1), 19), 0) AS bin, count(*) AS n
    FROM counted_fixes
    GROUP BY 1
)
SELECT 'place', 'Place of the bug',
    'How far the changed token is from the start of its program, in twentieths of its tokens. '
        || 'If all places were equally likely, each would have 5 %.',
    'line', '% of the program n, fixes share',
    json_group_array(json_array(bin * 5, json_array(coalesce(n, 0), (SELECT sum(n) FROM places))))
FROM bins
LEFT JOIN places USING (bin)
WHERE EXISTS (SELECT 1 FROM places);

INSERT INTO charts
WITH bins (low, high, name) AS (
    VALUES (1, 1, '1'), (2, 2, '2'), (3, 3, '3'), (4, 4, '4'), (5, 5, '5'), (6, 10, '6 to 10'),
        (11, 20, '11 to 20'), (21, 1e18, '21 or more')
),
counted AS (
    SELECT name, (SELECT coalesce(sum(n_histories), 0) FROM history_sizes
            WHERE n_submissions BETWEEN low AND high) AS n,
        (SELECT sum(n) FROM published_histories WHERE size BETWEEN low AND high) AS thesis
    FROM bins
)
SELECT 'histories', 'Histories',
    'The submissions of one user to one problem. Only two or more can contain a pair.',
    'bars', 'submissions text, here barshare, Takada 2024 barshare',
    json_group_array(json_array(name, json_array(n, (SELECT sum(n) FROM counted)),
        json(iif(thesis, json_array(thesis, (SELECT sum(thesis) FROM counted)), NULL))))
FROM counted
WHERE n OR thesis
HAVING sum(n > 0) > 1 AND EXISTS (SELECT 1 FROM run WHERE source NOT IN ('git', 'pairs'));

INSERT INTO charts
WITH RECURSIVE dated AS (
    SELECT strftime('%Y-%m', date, 'unixepoch') AS month, count(*) AS n
    FROM counted_fixes
    JOIN submissions ON submission_key = fixed_submission_key
    WHERE date BETWEEN 1 AND 4102444799 -- until the year 2099
    GROUP BY month
),
months (month) AS (
    SELECT min(month) FROM dated
    UNION ALL
    SELECT strftime('%Y-%m', month || '-01', '+1 month') FROM months
    WHERE month < (SELECT max(month) FROM dated)
)
SELECT 'time', 'Time', 'The months of the fixed programs (UTC).', 'line', 'month month, fixes n',
    json_group_array(json_array(month, coalesce(n, 0)))
FROM months
LEFT JOIN dated USING (month)
HAVING count(*) > 1;

INSERT INTO charts
WITH found AS (
    SELECT problem_id, count(*) AS n
    FROM counted_fixes
    JOIN submissions ON submission_key = buggy_submission_key
    GROUP BY problem_id
    ORDER BY n DESC, problem_id
),
ranked AS (
    SELECT row_number() OVER w AS place, sum(n) OVER w AS sum, sum(n) OVER () AS whole,
        count(*) OVER () AS problems
    FROM found
    WINDOW w AS (ORDER BY n DESC, problem_id ROWS UNBOUNDED PRECEDING)
)
SELECT 'problems', 'Problems',
    (SELECT iif(problems = 1, 'All fixes are of one problem.', printf('Half of the fixes are in '
        || '%,d of the %,d problems that have fixes. A split by fixes would test a model on '
        || 'problems that it was trained on.', min(place), problems))
        FROM ranked WHERE 2 * sum >= whole),
    'bars', 'problem problem, name text, contest text, fixes bar, of all share',
    json_group_array(json_array(problem_id, name, contest, n, json_array(n,
        (SELECT sum(n) FROM found))))
FROM (SELECT * FROM found LEFT JOIN problems USING (problem_id) ORDER BY n DESC, problem_id
    LIMIT 20)
WHERE EXISTS (SELECT 1 FROM run WHERE source <> 'git');

INSERT INTO charts
SELECT 'contests', 'Contests', 'As the data set names them; the 20 with the most fixes.', 'bars',
    'contest text, problems n, fixes bar, of all share',
    json_group_array(json_array(contest, problems, n, json_array(n, whole)))
FROM (SELECT contest, count(*) AS n, count(DISTINCT problem_id) AS problems,
        sum(count(*)) OVER () AS whole
    FROM counted_fixes JOIN submissions ON submission_key = buggy_submission_key
    JOIN problems USING (problem_id) WHERE contest IS NOT NULL
    GROUP BY contest ORDER BY n DESC, contest LIMIT 20)
HAVING count(*) > 1;

INSERT INTO charts
WITH kinds (kind, words) AS (
    VALUES ('exact', 'exact: the same tokens'), ('renamed', 'renamed: the same but for names'),
        ('near', 'near: similar programs'), ('patch', 'patch: the same edit in the same line')
),
redundant AS (
    SELECT kind, count(*) - count(DISTINCT representative_fix_key) AS n
    FROM duplicate_clusters
    JOIN counted_fixes USING (fix_key)
    GROUP BY kind
),
conflicting AS (
    SELECT count(DISTINCT fix_key) AS n
    FROM (SELECT fix_key FROM conflicts UNION ALL SELECT fix_key FROM accepted_bugs)
    JOIN counted_fixes USING (fix_key)
)
SELECT 'duplicates', 'Duplicates',
    'Two fixes are duplicates if both their buggy and their fixed programs match. All of a cluster '
        || 'but one are redundant; near includes renamed, and renamed exact. '
        || (SELECT CASE n WHEN 0 THEN 'No fix conflicts with another.'
            ELSE printf('%,d %s another repair of the same program, or with an Accepted program.',
                n, iif(n = 1, 'fix conflicts with', 'fixes conflict with')) END FROM conflicting),
    'bars', 'kind text, redundant bar, of all share',
    json_group_array(json_array(words, coalesce(n, 0), json_array(coalesce(n, 0),
        (SELECT count(*) FROM counted_fixes))))
FROM kinds
LEFT JOIN redundant USING (kind)
WHERE EXISTS (SELECT 1 FROM dedup_run);

INSERT INTO charts
SELECT 'clusters', 'Largest clusters', 'The 20 largest clusters of duplicates.', 'table',
    'kind text, earliest fix fix, fixes n, problems n, users n, before code, after code',
    json_group_array(json_array(kind, fix_id, n_fixes, n_problems, n_users, before, after))
FROM (SELECT kind, d.fix_id, n_fixes, n_problems, n_users, d.before, d.after
    FROM (SELECT kind, representative_fix_key, count(*) AS n_fixes,
            count(DISTINCT problem_id) AS n_problems,
            count(DISTINCT nullif(user_id, '')) AS n_users
        FROM duplicate_clusters JOIN counted_fixes USING (fix_key)
        JOIN submissions ON submission_key = buggy_submission_key
        GROUP BY kind, representative_fix_key HAVING n_fixes > 1
        ORDER BY n_fixes DESC, representative_fix_key, kind LIMIT 20)
    JOIN fix_details d ON d.fix_key = representative_fix_key
    ORDER BY n_fixes DESC, d.fix_key, kind);

INSERT INTO charts
SELECT 'splits', 'Splits',
    CASE origin WHEN 'import' THEN 'They were imported.' ELSE printf('%s%s. Fixes are grouped by '
        || '%s, and a group is never divided.', CASE WHEN origin = 'date' THEN 'By date'
            WHEN n_folds THEN printf('%d folds', n_folds)
            ELSE printf('Ratio %d:%d:%d', train_ratio, validation_ratio, test_ratio) END,
        iif(seed = '', '', ', seed ' || seed), replace(grouped_by, ',', ', ')) END,
    'stacks', 'category category, split split, fixes n', data
FROM split_run, (SELECT json_group_array(json_array(category, split, n)) AS data
    FROM (SELECT category, split, count(*) AS n FROM counted_fixes JOIN splits USING (fix_key)
        JOIN categories USING (category) GROUP BY category, split
        ORDER BY sort_order, CASE split WHEN 'train' THEN 1 WHEN 'validation' THEN 2 ELSE 3 END,
            length(split), split));

INSERT INTO charts
SELECT 'checks', 'Leakage', 'What tokfix check has searched for.', 'table',
    'subject text, against text, options text, items n, found n, marked n, unread n',
    json_group_array(json_array(subject, name, options, n_items, n_found, n_marked, n_unread))
FROM (SELECT * FROM checks ORDER BY subject, name, options);

INSERT INTO charts
SELECT 'excluded', 'Excluded fixes',
    (SELECT printf('%,d %s marked. Exports leave them out. A fix may have several reasons.', n,
        iif(n = 1, 'fix is', 'fixes are')) FROM (SELECT count(DISTINCT fix_key) AS n
        FROM exclusions)),
    'bars', 'reason text, fixes bar', json_group_array(json_array(reason, n))
FROM (SELECT reason || ': ' || iif(instr(evidence, ':'), substr(evidence, 1, instr(evidence, ':')
        - 1), evidence) AS reason, count(*) AS n FROM exclusions GROUP BY 1
    ORDER BY n DESC, 1 LIMIT 30);

INSERT INTO charts
SELECT 'tasks', 'Tasks',
    printf('The tasks of %s, and where their solutions can be seen in the git repositories. A task '
        || 'is sealed if nothing can be seen there but its base commit and the past of that.',
        tasks),
    'bars', 'tasks text, tasks bar, of all share',
    json_group_array(json_array(words, n, json_array(n, n_tasks)))
FROM (SELECT r.tasks, n_tasks, column1 AS words,
        CASE column1 WHEN 'tasks' THEN n_tasks WHEN 'searched' THEN n_searched
            WHEN 'sealed' THEN n_sealed WHEN 'solution in sight' THEN n_found
            WHEN 'solution before the base' THEN n_before WHEN 'to keep' THEN n_keep
            WHEN 'to drop' THEN n_drop ELSE n_review END AS n
    FROM task_run r, task_totals, (VALUES ('tasks'), ('searched'), ('sealed'),
        ('solution in sight'), ('solution before the base'), ('to keep'), ('to drop'),
        ('to review')))
HAVING count(*);

CREATE TEMP TABLE listed_tasks AS
SELECT task_key, row_number() OVER (ORDER BY CASE decision WHEN 'drop' THEN 0 WHEN 'review' THEN 1
        ELSE 2 END, f.n_found IS NULL AND x.n IS NULL, is_sealed, task_key) AS place,
    coalesce(f.n_found, 0) AS n_found, coalesce(f.n_similar, 0) AS n_similar,
    coalesce(x.n, 0) AS n_texts
FROM tasks
LEFT JOIN (SELECT task_key, sum(evidence <> 'similar') AS n_found,
        sum(evidence = 'similar') AS n_similar FROM task_findings GROUP BY task_key) f
    USING (task_key)
LEFT JOIN (SELECT task_key, count(*) AS n FROM task_texts GROUP BY task_key) x USING (task_key)
ORDER BY place
LIMIT 500;

INSERT INTO charts
SELECT 'tasklist', 'The tasks',
    'The first 500 at most, those that need a decision before the others. Commits are those that '
        || 'can be seen beside the past of the base.',
    'table', 'task text, repository text, base code, decision text, state text, commits n, '
        || 'solutions n, similar n, texts n, same fix as text',
    json_group_array(json_array(task_id, repository, substr(base_id, 1, 12), decision,
        coalesce(problem, iif(is_sealed, 'sealed', '')), n_commits, n_found, n_similar, n_texts,
        same))
FROM (SELECT t.*, t.n_after + t.n_side + t.n_unreachable AS n_commits, l.n_found, l.n_similar,
        l.n_texts, s.task_id AS same
    FROM listed_tasks l JOIN tasks t USING (task_key)
    LEFT JOIN tasks s ON s.task_key = t.same_task_key ORDER BY place);

INSERT INTO charts
SELECT 'taskcommits', 'Commits of the tasks',
    'The commits that have to do with the solutions of these tasks, by date; the first 20 of each.',
    'table', 'task text, date date, commit code, relation text, evidence text, names text',
    json_group_array(json_array(task_id, date, substr(commit_id, 1, 12), relation, evidence,
        names))
FROM (SELECT task_id, iif(date, date(date, 'unixepoch'), 'no date') AS date, commit_id,
        relation || coalesce(': ' || role, '') AS relation,
        evidence || iif(evidence = 'similar', printf(' %.2f', similarity), '') AS evidence,
        coalesce((SELECT group_concat(name, ' ') FROM (SELECT name FROM task_finding_names n
            WHERE n.finding_key = f.finding_key ORDER BY name_number LIMIT 3)), 'none')
            || iif(f.n_names > 3, printf(' and %,d more', f.n_names - 3), '') AS names
    FROM (SELECT *, row_number() OVER (PARTITION BY task_key ORDER BY finding_key) AS number
        FROM task_findings) f
    JOIN listed_tasks USING (task_key) JOIN tasks USING (task_key)
    WHERE number <= 20 ORDER BY place, f.date, finding_key);

INSERT INTO charts
WITH counted AS (
    SELECT row_number() OVER () AS number, name, n
    FROM funnel
    WHERE n AND (name IN ('pairs', 'single-token fixes', 'single-token fixes in the six categories')
        OR name LIKE 'rejected: %')
)
SELECT 'funnel', 'From pairs to fixes',
    'A pair is a fix if its two programs differ in one token. Each other pair counts once, under '
        || 'the first reason that applies.',
    'bars', 'pairs text, pairs bar, of all share',
    json_group_array(json_array(replace(replace(name, 'rejected: ', '− '), '_', ' '), n,
        json_array(n, (SELECT n FROM counted WHERE name = 'pairs'))))
FROM (SELECT * FROM counted ORDER BY number)
HAVING max(name = 'pairs');

INSERT INTO charts
SELECT 'counts', 'What was read', '', 'table', 'what text, number n',
    json_group_array(json_array(replace(name, '_', ' '), n))
FROM (SELECT name, n FROM run_totals WHERE n
    UNION ALL
    SELECT 'unusable: ' || kind, count(*) FROM input_errors GROUP BY kind);

INSERT INTO charts
WITH facts (run_key, place, name, value) AS (
    SELECT run_key, 0, 'data set', dataset FROM run
    UNION ALL
    SELECT run_key, 1, 'kind', source FROM run
    UNION ALL
    SELECT run_key, 2, 'languages', languages FROM run
    UNION ALL
    SELECT run_key, 3, 'pairs', pairing || ', failing: ' || failing FROM run
    WHERE source NOT IN ('git', 'pairs')
    UNION ALL
    SELECT run_key, 4, 'options', source_options FROM run WHERE source_options <> ''
    UNION ALL
    SELECT run_key, 5, 'limits', iif(max_tokens, printf('%,d tokens, ', max_tokens), '')
        || printf('%,d bytes a program', max_bytes) FROM run
    UNION ALL
    SELECT run_key, 6, 'SHA-256', metadata_sha256 FROM run
    UNION ALL
    SELECT run_key, 7, 'mined by', 'tokfix ' || tool_version FROM run
    UNION ALL
    SELECT 1e9, 0, 'grammar', grammar || ' ' || grammar_version FROM found_languages
    UNION ALL
    SELECT 1e9, step_key, 'made by', line FROM steps
)
SELECT 'provenance', 'Provenance', '', 'table', 'what text, value code',
    json_group_array(json_array(name, value))
FROM (SELECT name, value FROM facts WHERE value IS NOT NULL ORDER BY run_key, place);
