-- The sentences of a card and of Croissant's fields of responsible use. Each is a row of a section,
-- there if its condition holds.
CREATE TEMP TABLE statements (section TEXT, text TEXT);

INSERT INTO statements
SELECT 'summary', 'Single-token bug fixes in ' || languages || ': '
    || iif(n_mined, n_mined || ' mined from ' || (
        SELECT group_concat(CASE kind WHEN 'git' THEN 'the histories of git repositories ('
            WHEN 'pairs' THEN 'published pairs of a buggy and a fixed program ('
            ELSE 'programming contest submissions (' END || datasets || ')', ' and ')
        FROM origins_of), '')
    || iif(n_mutants, iif(n_mined, ', ', '') || n_mutants
           || iif(n_mutants = 1, ' mutant', ' mutants'),
           '')
    || iif(n_rewrites, iif(n_mined + n_mutants, ', ', '') || n_rewrites
           || iif(n_rewrites = 1, ' rewrite', ' rewrites'), '')
    || iif(n_clean, ', and ' || n_clean || ' correct '
           || iif(n_clean = 1, 'program', 'programs'), '') || '.'
FROM about;

INSERT INTO statements
SELECT 'collection', 'The submissions, their verdicts and dates come from ' || datasets
    || iif(is_codenet, ', which collected them from AtCoder and the AIZU Online Judge', '')
    || '. A fix is a failing submission, an Accepted one of the same user, and the one token in '
    || 'which they differ.'
FROM about, origins_of WHERE kind = 'contests'
UNION ALL
SELECT 'collection', 'The pairs come from ' || datasets || ', which says what is buggy and what is '
    || 'fixed. A fix is such a pair that differs in one token.'
FROM origins_of WHERE kind = 'pairs'
UNION ALL
SELECT 'collection', 'The commits come from git repositories (' || datasets || '). A fix is a file '
    || 'before and after a commit that changes one token of it.'
FROM origins_of WHERE kind = 'git'
UNION ALL
SELECT 'collection', 'Programs were parsed with the grammars ' || group_concat(grammar || ' '
    || grammar_version, ', ') || ' and compared token by token. A pair was kept if it differs in '
    || 'one replaced token, or in one added or removed of these: ' || max(added) || '.'
FROM about, run_languages WHERE language IN (SELECT language FROM row_languages)
UNION ALL
SELECT 'collection', 'Mutants: a rule of BugLab (Allamanis and others, NeurIPS 2021) changed one '
    || 'token of an Accepted program, and the fix changes it back. None has the same tokens as an '
    || 'Accepted submission that was compared.'
FROM about WHERE n_mutants
UNION ALL
SELECT 'collection', 'Rewrites: both programs of a fix were changed at the same place without a '
    || 'change of meaning.'
FROM about WHERE n_rewrites
UNION ALL
SELECT 'collection', 'Both programs of ' || sum(verdict NOT IN ('no_tests', 'unsupported'))
    || ' of the ' || count(*) || ' fixes in the database were executed on tests of their problems. '
    || 'In ' || sum(verdict = 'reproduced') || ', the fixed program passes a test that the buggy '
    || 'one fails; for ' || sum(verdict = 'proven') || ', an input was found on which other '
    || 'Accepted programs agree with the fixed one alone. Such an input may be forbidden by its '
    || 'problem.'
FROM verdicts HAVING count(*)
UNION ALL
SELECT 'collection', 'Comments were removed from the programs. The tokens did not change.'
FROM about WHERE omits_comments
UNION ALL
SELECT 'collection', 'Programs that were not UTF-8: ' || n_encoded || '. Python programs were '
    || 'decoded from the encoding that they state; elsewhere each byte became the character with '
    || 'its number (ISO 8859-1).'
FROM about WHERE n_encoded;

INSERT INTO statements VALUES
    ('uses', 'Training and fine-tuning models that find or repair single-token bugs, and testing '
     || 'them on programs that are in no training split.'),
    ('uses', 'Studying which slips programmers make and how they fix them, with mined fixes.'),
    ('uses', 'Not meant for judging or identifying the people who wrote the programs.');

INSERT INTO statements
SELECT 'limitations', 'Every bug is a single token. Larger repairs are not included, so results do '
    || 'not show how a model does on them.'
UNION ALL
SELECT 'limitations', 'Not all programs are as people wrote them: see Origins. A mutant counts as '
    || 'buggy because no known Accepted submission has its tokens; some mean the same as their '
    || 'program. No judge has tested mutants and rewrites. Rules and random choices decide what '
    || 'they change, so results on them say little about bugs that people made.'
FROM about WHERE n_mutants + n_rewrites
UNION ALL
SELECT 'limitations', 'Solutions of contest problems are short, one file, by one author. They '
    || 'differ from project code in size, style and libraries. The judge''s tests alone decide '
    || 'which program is buggy, and an Accepted program may have bugs that they do not find.'
FROM about WHERE has_contests
UNION ALL
SELECT 'limitations', 'Which program of a pair is buggy is taken from the source of the pairs. The '
    || 'programs were not judged again.'
FROM about WHERE has_pairs
UNION ALL
SELECT 'limitations', 'A commit with a word such as fix does not always fix a bug. Rules on tokens '
    || 'find changes of messages, documentation strings and versions, but not all of them. The '
    || 'programs of git repositories were not compiled or run.'
FROM about WHERE has_git
UNION ALL
SELECT 'limitations', 'The changed token is the repair that its author found. There may be others, '
    || 'and a changed constant or limit may hide the cause instead of removing it.'
UNION ALL
SELECT 'limitations', 'Programs are read by a tree-sitter grammar, which is more lenient than a '
    || 'compiler: some may not run or compile. Categories, patterns and roles are assigned by '
    || 'rules on tokens and syntax trees; people did not check each of them.'
UNION ALL
SELECT 'limitations', 'Fixes with a program that the grammar does not parse without errors, in '
    || 'most cases because macros are not expanded: ' || n_unparsed || '. Their categories are '
    || 'less certain.'
FROM about WHERE n_unparsed;

INSERT INTO statements
SELECT 'biases', iif(is_codenet, 'The authors are users of AtCoder and the AIZU Online Judge',
    'The authors of submissions are users of online judges') || ' and do not represent all '
    || 'programmers: many are learners or compete. Users who submit often, and problems that many '
    || 'users try, have more weight. Bugs that an editor, a compiler or the samples of a problem '
    || 'show earlier are rare.'
FROM about WHERE has_contests
UNION ALL
SELECT 'biases', 'The source of the pairs chose them. Bugs that it left out are not seen.'
FROM about WHERE has_pairs
UNION ALL
SELECT 'biases', 'Large projects with many commits have more weight, and only bugs that were '
    || 'committed are seen.'
FROM about WHERE has_git;

INSERT INTO statements
SELECT 'personal', CASE user_ids
    WHEN 'numbered' THEN 'Users are numbered in the order of their first submissions.'
    WHEN 'salted' THEN 'User ids are hashes with a secret salt.'
    ELSE iif(is_codenet, 'User ids are pseudonyms: Project CodeNet replaced the sites'' names by '
                         || 'random numbers.', 'User ids are those of the source.') END
    || ' A user has the same id everywhere, so the submissions of a user can be linked.'
FROM about, row_features WHERE name = 'user_id'
UNION ALL
SELECT 'personal', 'The ids of commits lead to their authors, and the first lines of their '
    || 'messages are published as they are. Ids of authors are hashes of e-mail addresses with a '
    || 'salt, which is public unless another one was given.'
FROM about WHERE has_git
UNION ALL
SELECT 'personal', iif(omits_comments, 'Strings', 'Comments and strings') || ' of the programs are '
    || 'as they were, and may contain names or other personal information.'
FROM about;

INSERT INTO statements VALUES
    ('social', 'Models that find small mistakes help learners and save time. They can also be used '
     || 'to pass courses and contests without understanding the code.'),
    ('maintenance', 'A version of this data set does not change; a new version has a new number. '
     || 'The commands in its card make it from the same source again, byte for byte.');

-- Names are not divided into family and given names.
INSERT INTO statements
SELECT 'citation', (SELECT group_concat(value, ', ') FROM json_each(facts, '$.creators'))
    || coalesce(' (' || substr(last_date, 1, 4) || ')', '') || '. Single-token bug fixes in '
    || languages || '. Version ' || (facts ->> 'version') || '.'
    || coalesce(' ' || (facts ->> 'url'), '')
FROM given, about
UNION ALL
SELECT 'sources', 'Puri and others: CodeNet: A Large-Scale AI for Code Dataset for Learning a '
    || 'Diversity of Coding Tasks. NeurIPS Track on Datasets and Benchmarks, 2021.'
FROM about WHERE is_codenet
UNION ALL
SELECT 'sources', '高田智生 (Takada): プログラミングコンテストのデータを用いたファインチューニングによる'
    || 'バグ検出器の性能改善 (Improving a bug detector by fine-tuning on programming-contest data). '
    || 'Bachelor''s report, Osaka University, 2024.'
UNION ALL
SELECT 'sources', 'Allamanis, Jackson-Flux and Brockschmidt: Self-Supervised Bug Detection and '
    || 'Repair. NeurIPS, 2021. The rules of the mutants.'
FROM about WHERE n_mutants;
