/* Results of tasks in the tables of a database, whatever bytes the repositories have. What the
 * program stores of others is compared with its report in the case tasks-stored. */
#include "report/task_findings.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static struct task task = {.id = "a-1", .line = 1};
static const char *names[] = {"refs/heads/a,b", "HEAD@{1}"};
static struct task_finding finding = {.commit = "c1",
                                      .subject = "'; --",
                                      .date = -5,
                                      .evidence = EVIDENCE_EXACT,
                                      .is_solved = true,
                                      .similarity = 1,
                                      .relation = RELATION_BEFORE,
                                      .role = ROLE_EARLIER,
                                      .distance = 7,
                                      .places = 1 << PLACE_BRANCH | 1 << PLACE_PSEUDO_REF,
                                      .names = {.items = names, .n = N_ITEMS(names)},
                                      .n_names = 9};
static struct found_text texts[] = {{"b10b", "src/\xe9.py", true}, {"lib/\xff.py", "a.py", false}};

/* Stores a run of one task, or of none, in a transaction that is ended or not. */
static void store(size_t n_tasks, const struct task_run *run, bool is_ended)
{
    struct task_result result = {.task = &task,
                                 .repository = "r",
                                 .base = "b1",
                                 .seal.n_blobs = -1,
                                 .is_applicable = true,
                                 .off = 1 << EVIDENCE_CONTAINED | 1 << EVIDENCE_SOLVED,
                                 .findings = {&finding, 1, 1},
                                 .texts = {texts, N_ITEMS(texts), N_ITEMS(texts)},
                                 .n_texts = N_ITEMS(texts)};
    struct task_scan scan = {.results = {&result, n_tasks, n_tasks}, .n_damaged = 1, .n_unread = 2};
    scoped(db) *db = made_store_open("tasks");
    scoped(json) *report = task_findings_make(&scan, SIGHT_ALL, NULL);
    assert_done(task_findings_store(report, run, db, &err));
    if (is_ended)
        assert_done(db_execute(db, "COMMIT", &err));
}

static void assert_stored(const char *query, const char *rows)
{
    scoped(db) *db = store_opened("tasks"); /* which checks the rows */
    assert_rows(db, query, rows);
}

TEST(task_findings__are_stored_as_they_are_or_not_at_all)
{
    static const struct task_run all = {.tasks = "x/tasks.jsonl",
                                        .repositories = "/y/z",
                                        .tasks_sha256 = "5ha",
                                        .files = "site\xff",
                                        .base = "origin/main"};
    static const struct task_run other = {.tasks = "-", .repositories = "r", .tasks_sha256 = "5ha"};
    db_close(small_store_opened("tasks"));
    store(1, &all, true);
    store(0, &other, false);
    assert_stored("SELECT tasks, repositories, files, base FROM task_run",
                  "tasks.jsonl|z|site\xef\xbf\xbd|origin/main\n");
    assert_stored("SELECT evidence, role, distance, date, subject, places FROM task_findings",
                  "exact|earlier fix|7|-5|'; --|branch,pseudo-ref\n");
    assert_stored("SELECT name_number, name FROM task_finding_names",
                  "1|refs/heads/a,b\n2|HEAD@{1}\n");
    assert_stored("SELECT kind, name, path FROM task_texts",
                  "blob|b10b|src/\xef\xbf\xbd.py\nfile|lib/\xef\xbf\xbd.py|a.py\n");
    store(0, &other, true);
    assert_stored("SELECT tasks, base, (SELECT count(*) FROM tasks) FROM task_run", "-|-|0\n");
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
