-- Published figures to compare with, which stats prints beside ours, as views. They are from 高田智生
-- (Takada), "Improving a bug detector by fine-tuning on programming-contest data" (in Japanese),
-- bachelor's report, School of Engineering Science, Osaka University, 7 February 2024, on Project
-- CodeNet's Python submissions. The thesis compares them with single-token fixes from GitHub
-- (Richter and Wehrheim, ASE 2023). Its tables 1 and 6, the results of detectors, are in score/.
--
-- The views have rows only if the database has the language of the thesis alone, and thesis_totals
-- only if it has submissions.

CREATE TEMP VIEW IF NOT EXISTS thesis_figures (category, n, github, test) AS
VALUES ('variable_misuse', 14874, 11228, 1098), ('binary_operator', 1961, 2236, 73),
    ('comparison_operator', 8640, 8555, 361), ('logical_operator', 556, 3137, 178),
    ('assignment_operator', 999, 1395, 35), ('literal', 10789, 8052, 54);

-- Table 4, of any database; of one in its language; and table 5.
CREATE TEMP VIEW IF NOT EXISTS thesis_shares AS
SELECT category, n AS thesis_n, round(100.0 * n / sum(n) OVER (), 2) AS thesis_percent,
    github AS github_n, round(100.0 * github / sum(github) OVER (), 2) AS github_percent
FROM thesis_figures;

CREATE TEMP VIEW IF NOT EXISTS thesis_categories AS
SELECT *
FROM thesis_shares
WHERE (SELECT language = 'python' FROM run_details);

CREATE TEMP VIEW IF NOT EXISTS thesis_test AS
WITH figures AS (
    SELECT category, test FROM thesis_figures UNION ALL SELECT 'six', sum(test) FROM thesis_figures
)
SELECT category, test AS thesis_n, round(100.0 * test / max(test) OVER (), 2) AS thesis_percent
FROM figures
WHERE (SELECT language = 'python' FROM run_details);

-- Of programs of at most 1,024 tokens, the limit of its detector.
CREATE TEMP VIEW IF NOT EXISTS thesis_totals (name, thesis_n) AS
SELECT *
FROM (VALUES ('problems', 4053), ('files', 3286314), ('histories', 1716162), ('pairs', 1269813),
    ('fixes within 1,024 tokens', 37819))
WHERE (SELECT language = 'python' FROM run_details)
    AND (SELECT min(source) <> max(source) OR max(source) NOT IN ('git', 'pairs') FROM run);

-- Table 3: histories of 1 to 20 submissions, and of 21 and more.
CREATE TEMP VIEW IF NOT EXISTS thesis_histories (submissions, thesis_n, thesis_percent) AS
SELECT column1, column2, round(100.0 * column2 / 1716162, 2)
FROM (VALUES (1, 1106809), (2, 288544), (3, 128527), (4, 68805), (5, 40515), (6, 25344),
    (7, 16605), (8, 10958), (9, 7709), (10, 5398), (11, 3895), (12, 2923), (13, 2134), (14, 1616),
    (15, 1280), (16, 983), (17, 691), (18, 574), (19, 481), (20, 374), (21, 1997))
WHERE (SELECT language = 'python' FROM run_details);
