/* Results of tasks in the tables of a database. What the program stores of repositories is compared
 * with its report in the case tasks-stored. */
#include "report/task_findings.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

enum { N_TASKS = 3 };

static struct task rows[N_TASKS] = {
    {.id = "a-1", .line = 1},
    {.id = "a-2", .line = 5},
    {.id = "b", .line = 9},
};
static const char *names[] = {"refs/heads/a,b", "HEAD@{1}"};
static const struct text_list name_list = {.items = names, .n = N_ITEMS(names)};
static struct task_finding findings[] = {
    {.commit = "c1",
     .subject = "'; --",
     .date = -5,
     .evidence = EVIDENCE_EXACT,
     .is_solved = true,
     .similarity = 1,
     .relation = RELATION_BEFORE,
     .role = ROLE_EARLIER,
     .distance = 7,
     .places = 1 << PLACE_BRANCH | 1 << PLACE_PSEUDO_REF,
     .n_names = 9},
    {.commit = "c2",
     .subject = "",
     .date = 8,
     .evidence = EVIDENCE_SIMILAR,
     .similarity = 0.75,
     .relation = RELATION_UNREACHABLE},
};
static struct found_text texts[] = {{"b10b", "src/\xe9.py", true}, {"lib/\xff.py", "a.py", false}};
static const struct task_run all = {.tasks = "x/tasks.jsonl",
                                    .repositories = "/y/z",
                                    .tasks_sha256 = "5ha",
                                    .files = "site\xff",
                                    .base = "origin/main"};

/* A result with everything, one with as little as there may be, and a problem. */
static void make_results(struct task_result results[N_TASKS])
{
    findings[0].names = name_list;
    results[0] = (struct task_result){
        .task = &rows[0],
        .repository = "r",
        .base = "b1",
        .base_date = 3,
        .seal = {.n_relations = {[RELATION_AFTER] = 4, [RELATION_UNREACHABLE] = 5},
                 .n_places = {[PLACE_TAG] = 4, [N_PLACES] = 5},
                 .n_blobs = -1,
                 .names = name_list,
                 .n_names = 6},
        .is_applicable = true,
        .off = 1 << EVIDENCE_CONTAINED | 1 << EVIDENCE_SOLVED,
        .n_findings = {[EVIDENCE_EXACT] = {[RELATION_BEFORE] = 1}},
        .n_texts = N_ITEMS(texts),
    };
    results[0].findings.items = findings;
    results[0].findings.n = N_ITEMS(findings);
    results[0].texts.items = texts;
    results[0].texts.n = N_ITEMS(texts);
    results[1] = (struct task_result){.task = &rows[1],
                                      .repository = "r",
                                      .base = "b1",
                                      .seal = {.is_sealed = true},
                                      .twin = &rows[0]};
    results[2] = (struct task_result){.task = &rows[2], .fault = "no base_commit"};
}

/* Stores the first tasks in a database, in a transaction that is ended or not. */
static void store(const char *name, size_t n, const struct task_run *run, enum sight sight,
                  bool is_ended)
{
    struct task_result results[N_TASKS];
    struct task_scan scan = {.n_damaged = 1, .n_unread = 2};
    scoped(db) *db = made_store_open(name);
    make_results(results);
    scan.results.items = results;
    scan.results.n = n;
    scoped(json) *report = task_findings_make(&scan, sight, NULL);
    assert_done(task_findings_store(report, run, db, &err));
    if (is_ended)
        assert_done(db_execute(db, "COMMIT", &err));
}

static void assert_table(struct db *db, const char *table, const char *expected)
{
    scoped(db_statement) *columns =
        db_query(db, NULL,
                 "SELECT 'SELECT ' || group_concat(name, ',') || ' FROM ' || ?1 "
                 "FROM pragma_table_info(?1)",
                 "t", table);
    assert_int_equal(db_step(columns, NULL), 1);
    assert_rows(db, db_text(columns, 0), expected);
}

TEST(task_findings__stores_a_row_for_all_that_was_found)
{
    db_close(small_store_opened("all"));
    store("all", N_TASKS, &all, SIGHT_ALL, true);
    scoped(db) *db = store_opened("all"); /* which checks the rows */
    assert_table(db, "task_run", "1|tasks.jsonl|5ha|origin/main|z|site\xef\xbf\xbd|all|1|2\n");
    assert_table(db, "tasks",
                 "1|a-1|1|r|b1|3|drop|-|0|4|0|5|6|-|1|contained,solved|-\n"
                 "2|a-2|5|r|b1|0|review|-|1|0|0|0|0|0|0||1\n"
                 "3|b|9|-|-|-|review|no base_commit|-|-|-|-|-|-|-|-|-\n");
    assert_table(db, "task_places", "1|none|5\n1|tag|4\n");
    assert_table(db, "task_names", "1|1|refs/heads/a,b\n1|2|HEAD@{1}\n");
    assert_table(db, "task_findings",
                 "1|1|c1|exact|1|1|before|earlier fix|7|-5|'; --|branch,pseudo-ref|9\n"
                 "2|1|c2|similar|0|0.75|unreachable|-|0|8|||0\n");
    assert_table(db, "task_finding_names", "1|1|refs/heads/a,b\n1|2|HEAD@{1}\n");
    assert_table(db, "task_texts",
                 "1|1|blob|b10b|src/\xef\xbf\xbd.py\n1|2|file|lib/\xef\xbf\xbd.py|a.py\n");
    assert_table(db, "task_totals", "3|2|1|1|1|0|1|2\n");
    assert_table(db, "task_evidence",
                 "exact|1|1|0|0|0\ncontained|0|0|0|0|0\nrevert|0|0|0|0|0\nsolved|0|0|0|0|0\n"
                 "similar|1|0|0|0|1\n");
}

TEST(task_findings__replaces_an_earlier_run_or_changes_nothing)
{
    static const struct task_run other = {.tasks = "-", .repositories = "r", .tasks_sha256 = "5ha"};
    static const char counts[] =
        "SELECT (SELECT count(*) FROM task_run), (SELECT count(*) FROM tasks), "
        "(SELECT count(*) FROM task_places) + (SELECT count(*) FROM task_names) + "
        "(SELECT count(*) FROM task_findings) + (SELECT count(*) FROM task_finding_names) + "
        "(SELECT count(*) FROM task_texts)";
    struct db *db = small_store_opened("again");
    assert_table(db, "task_totals", "0|0|0|0|0|0|0|0\n");
    db_close(db);
    store("again", N_TASKS, &all, SIGHT_ALL, true);
    store("again", 0, &other, SIGHT_CLONE, false);
    db = store_opened("again");
    assert_rows(db, counts, "1|3|10\n");
    db_close(db);
    store("again", 0, &other, SIGHT_CLONE, true);
    db = store_opened("again");
    assert_rows(db, counts, "1|0|0\n");
    assert_rows(db, "SELECT tasks, base, visible FROM task_run", "-|-|clone\n");
    db_close(db);
}

/* Appends the names from the first one on, as a CHECK constraint lists them, without blanks. */
static void add_names(struct str *out, const char *const *list, int first)
{
    for (int i = first; list[i]; i++) {
        str_add_text(out, i > first ? ",'" : "'");
        for (const char *c = list[i]; *c; c++)
            if (*c != ' ')
                str_add(out, c, 1);
        str_add_text(out, "'");
    }
}

TEST(task_findings__has_the_names_that_the_schema_allows)
{
    static const struct {
        const char *table, *column;
        const char *const *names;
        int first;
        const char *also;
    } cases[] = {
        {"task_run", "visible", sight_names, 0, ""},
        {"tasks", "decision", task_decision_names, 0, ""},
        {"task_places", "place", place_names, 0, ",'none'"},
        {"task_findings", "evidence", evidence_names, 0, ""},
        {"task_findings", "relation", relation_names, RELATION_BEFORE, ""},
        {"task_findings", "role", finding_role_names, ROLE_OTHER + 1, ""},
    };
    scoped(db) *db = small_store_opened("names");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) expected = {0};
        str_print(&expected, "CHECK(%sIN(", cases[i].column);
        add_names(&expected, cases[i].names, cases[i].first);
        str_print(&expected, "%s))", cases[i].also);
        scoped(db_statement) *sql = db_query(
            db, NULL,
            "SELECT replace(replace(sql, ' ', ''), char(10), '') FROM sqlite_master WHERE name = ?",
            "t", cases[i].table);
        assert_int_equal(db_step(sql, NULL), 1);
        assert_contains(db_text(sql, 0), str_text(&expected));
    }
    assert_int_equal(made_store_number(db, "SELECT count(*) FROM task_evidence"), N_EVIDENCES);
}
