/* The verdicts of other tokenizers on real pairs in C, C++ and Java (clang's raw lexer, javac's
 * scanner), and of the authors of Codeflaws on the class of each bug. */
#include "db/store.h"
#include "tests/support/run.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

enum { PROBLEM, BUGGY, FIXED, OUTCOME, EDIT, BEFORE, AFTER, LINE, COLUMN, N_COLUMNS };

struct set {
    const char *name, *language;
    int min_single;
};

static const struct set sets[] = {
    {"java-condefects", "java", 383},
    {"c-codeflaws", "c", 617},
    {"c-cpack", "c", 66},
    {"cpp-atcoder", "cpp", 91},
};

/* Rows that differ from the oracle's verdict, and why. */
static const struct {
    const char *buggy, *reason;
} known[] = {
    {"s144326344", "javac was run without UTF-8: a full-width character was an error to it"},
};

struct counts {
    struct db_statement *find;
    int n_single, n_missing, n_extra, n_other, n_known;
};

static bool is_known(const char *buggy)
{
    for (size_t i = 0; i < N_ITEMS(known); i++)
        if (strcmp(known[i].buggy, buggy) == 0)
            return true;
    return false;
}

static bool is_text(const char *ours, const char *theirs)
{
    scoped(str) text = {0};
    tsv_escape(&text, ours);
    return strcmp(str_text(&text), theirs) == 0;
}

/* Returns how many bytes of its line are before a byte. */
static int column_of(const char *code, int64_t byte)
{
    int column = 0;
    while (column < byte && code[byte - 1 - column] != '\n')
        column++;
    return column;
}

/* The oracle counts columns in bytes, and places an insertion in the buggy program, too. */
static bool is_same(struct db_statement *find, char **columns)
{
    return strcmp(db_text(find, 0), columns[EDIT]) == 0 &&
           is_text(db_text(find, 1), columns[BEFORE]) &&
           is_text(db_text(find, 2), columns[AFTER]) && db_int(find, 3) == atoi(columns[LINE]) &&
           column_of(db_text(find, 4), db_int(find, 5)) == atoi(columns[COLUMN]);
}

static void check_pair(char **columns, void *context)
{
    struct counts *counts = context;
    bool is_single = strcmp(columns[OUTCOME], "single") == 0;
    struct err err;
    assert_true(db_bind(counts->find, &err, "tt", columns[BUGGY], columns[FIXED]) == 0);
    int is_fix = db_step(counts->find, &err);
    assert_true(is_fix >= 0);
    bool differs = is_fix != is_single || (is_fix && !is_same(counts->find, columns));
    counts->n_single += is_single;
    counts->n_missing += is_single && !is_fix;
    counts->n_extra += is_fix && !is_single;
    counts->n_other += is_fix && is_single && differs;
    if (differs && is_known(columns[BUGGY]))
        counts->n_known++;
    else if (differs)
        fail_msg("%s: the oracle says %s %s %s -> %s at %s:%s, which tokfix does not",
                 columns[BUGGY], columns[OUTCOME], columns[EDIT], columns[BEFORE], columns[AFTER],
                 columns[LINE], columns[COLUMN]);
    db_rewind(counts->find);
}

/* Mines a set into $SCRATCH/NAME.db. Returns false if the set is missing. */
static bool mine_set(const struct set *set)
{
    scoped(str) command = {0};
    str_print(&command,
              "test -d \"$SHARED/data/%s\" || exit 0; \"$TOKFIX\" mine --force --language %s "
              "\"$SHARED/data/%s\" -o \"$SCRATCH/%s.db\" && echo mined",
              set->name, set->language, set->name, set->name);
    scoped(str) output = {0};
    run_valid(&output, str_text(&command));
    return can_test(strstr(str_text(&output), "mined") != NULL, set->name,
                    "../shared/data lacks it");
}

TEST(compilers__agree_on_real_pairs)
{
    struct counts all = {0};
    for (size_t i = 0; i < N_ITEMS(sets); i++) {
        scoped(str) verdicts = {0};
        struct counts counts = {0};
        struct err err;
        if (!mine_set(&sets[i]))
            continue;
        read_test_file(&verdicts, printed("$SHARED/data/%s/expected.tsv", sets[i].name));
        scoped(db) *db = store_opened(printed("%s.db", sets[i].name));
        scoped(db_statement) *find =
            db_query(db, &err,
                     "SELECT edit, before, after, line, buggy_code, start_byte FROM fix_details "
                     "WHERE buggy_submission_id = ? AND fixed_submission_id = ?",
                     NULL);
        assert_non_null(find);
        counts.find = find;
        int n_rows = tsv_each_row(verdicts.text, N_COLUMNS, check_pair, &counts);
        printf("note: %s: %d rows, %d single, %d missing, %d extra, %d other; %d with a known "
               "reason\n",
               sets[i].name, n_rows, counts.n_single, counts.n_missing, counts.n_extra,
               counts.n_other, counts.n_known);
        assert_int_equal(counts.n_single, sets[i].min_single);
        all.n_known += counts.n_known;
        all.n_single += counts.n_single;
    }
    if (all.n_single)
        assert_int_equal(all.n_known, N_ITEMS(known));
}

/* Codeflaws' classes with one meaning, and what our label of such a fix is: one of two categories,
 * and a pattern. */
static const struct {
    const char *class, *category, *category2, *pattern;
} classes[] = {
    {"ORRN", "comparison_operator", "comparison_operator", NULL},
    {"OLLN", "logical_operator", "logical_operator", NULL},
    {"OAAN", "binary_operator", "assignment_operator", NULL}, /* a + b, a += b */
    {"OAID", "assignment_operator", "assignment_operator", "CHANGE_INCREMENT"},
    {"OEDE", "other", "other", "SWAP_ASSIGNMENT_EQUALITY"},
    {"OFPF", "literal", "literal", "CHANGE_FORMAT_STRING"},
    {"DRWV", "variable_misuse", "variable_misuse", NULL},
};

/* Those with several: of constants, of variables, of a declaration. */
static const char *const other_classes[] = {"DCCR", "DRVA", "DCCA", "STYP"};

static int count_of(struct db *db, const char *class, const char *condition)
{
    int64_t n;
    scoped(str) query = {0};
    str_print(&query,
              "SELECT count(*) FROM fix_details f JOIN classes c ON c.buggy = "
              "f.buggy_submission_id AND c.fixed = f.fixed_submission_id WHERE c.class = '%s' %s",
              class, condition);
    assert_done(db_get_int(db, &n, str_text(&query), &err));
    return (int)n;
}

static void add_class(char **columns, void *context)
{
    str_print(context, "INSERT INTO classes VALUES ('%s', '%s', '%s');", columns[1], columns[2],
              columns[3]);
}

static void print_confusion(struct db *db, const char *class)
{
    struct err err;
    scoped(db_statement) *s = db_query(
        db, &err,
        "SELECT category, pattern, count(*) FROM fix_details f JOIN classes c ON c.buggy = "
        "f.buggy_submission_id AND c.fixed = f.fixed_submission_id WHERE c.class = ? "
        "GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2",
        "t", class);
    printf("note: %s:", class);
    while (db_step(s, &err) == 1)
        printf(" %s %s %d;", db_text(s, 0), db_text(s, 1), (int)db_int(s, 2));
    putchar('\n');
}

TEST(compilers__codeflaws_classes_are_our_categories)
{
    if (!mine_set(&sets[1]))
        skip();
    scoped(str) table = {0}, sql = {0};
    read_test_file(&table, "$SHARED/data/c-codeflaws/defect_classes.tsv");
    str_add_text(&sql, "CREATE TABLE classes (buggy, fixed, class);");
    tsv_each_row(table.text, 4, add_class, &sql);
    scoped(db) *db = changed_store("c-codeflaws.db", str_text(&sql));
    for (size_t i = 0; i < N_ITEMS(classes); i++) {
        scoped(str) condition = {0};
        str_print(&condition, "AND f.category IN ('%s', '%s')", classes[i].category,
                  classes[i].category2);
        if (classes[i].pattern)
            str_print(&condition, " AND f.pattern = '%s'", classes[i].pattern);
        int n = count_of(db, classes[i].class, ""),
            n_same = count_of(db, classes[i].class, str_text(&condition));
        print_confusion(db, classes[i].class);
        if (n < 5 || n_same * 100 < n * 95)
            fail_msg("%s: %d of %d fixes are %s", classes[i].class, n_same, n, classes[i].category);
    }
    for (size_t i = 0; i < N_ITEMS(other_classes); i++)
        print_confusion(db, other_classes[i]);
}
