/* One query lists the fixes. The texts of a column get numbers, so that they are counted in arrays.
 * The fixes of a group stay in their order: of the edits that are most frequent, the first one is
 * found first. */
#include "report/groups.h"

#include "base/date.h"
#include "base/table.h"
#include "languages/language.h"
#include "report/report_text.h"
#include "report/source_report.h"

#include <string.h>
#include <time.h>

static const char query[] = {
#include "report/sql/groups.sql.inc"
};
static const char details_query[] =
    "SELECT (SELECT name FROM problems WHERE problem_id = ?2), category AS edit_category, edit, "
    "before, after, (SELECT fix_id FROM fix_details d WHERE d.fix_key = f.fix_key) "
    "FROM fixes f WHERE fix_key = ?1";
static const char groups_text[] = {
#include "report/text/groups.txt.inc"
};

static const struct {
    const char *name, *text;
} keys[N_GROUP_KEYS] = {
    [GROUP_USER] = {"user", "the submitter, or the author of a commit"},
    [GROUP_PROBLEM] = {"problem", "or the repository, with its name if it is known"},
    [GROUP_CONTEST] = {"contest", "as the dataset names it"},
    [GROUP_WEEK] = {"week", "the ISO week of the fixed program's date in UTC: 2010-W45"},
    [GROUP_LANGUAGE] = {"language", "as in --language"},
    [GROUP_SOURCE] = {"source", "codenet, rows, pairs or git"},
    [GROUP_REPOSITORY] = {"repository", "of git"},
};

const char *groups_key(int number)
{
    return number < N_GROUP_KEYS ? keys[number].name : NULL;
}

const char *groups_key_text(int number)
{
    return number < N_GROUP_KEYS ? keys[number].text : NULL;
}

/* The columns of the query after the keys. */
enum { EDIT = N_GROUP_KEYS, N_NUMBERED, FIX_KEY = N_NUMBERED, CATEGORY, SECONDS };

struct counted_fix {
    int64_t fix_key, seconds; /* seconds < 0: unknown */
    enum bug_category category;
};

/* How many fixes of a group have a text; of the last group that has it. */
struct text_count {
    size_t group, n;
};

struct numbered_column {
    struct table texts;        /* '': unknown */
    ARRAY(uint32_t) numbers;   /* the text of each fix */
    struct text_count *counts; /* of each text */
};

struct counted_fixes {
    ARRAY(struct counted_fix) rows;
    struct numbered_column columns[N_NUMBERED];
    size_t n_groups; /* that were counted; the last one is the current one */
};

static void counted_fixes_release(struct counted_fixes *fixes)
{
    array_release(&fixes->rows);
    for (size_t i = 0; i < N_NUMBERED; i++) {
        table_release(&fixes->columns[i].texts);
        array_release(&fixes->columns[i].numbers);
        free(fixes->columns[i].counts);
    }
}
SCOPED_VALUE(counted_fixes, counted_fixes_release)

enum { WEEK_SIZE = 32 };

/* Writes and returns the ISO week of a date; '' for an unknown one. A week belongs to the year of
 * its Thursday, and 1970 began on a Thursday. */
static const char *week_text(char text[WEEK_SIZE], int64_t date)
{
    struct tm tm;
    time_t thursday = (date / 86400 + 3) / 7 * 7 * 86400;
    if (date <= 0 || !date_is_sound(date))
        return "";
    gmtime_r(&thursday, &tm);
    snprintf(text, WEEK_SIZE, "%04d-W%02d", tm.tm_year + 1900, tm.tm_yday / 7 + 1);
    return text;
}

/* Reads the current row, and of the keys those that are wanted or counted. */
static void read_fix(struct counted_fixes *fixes, struct db_statement *s, const int64_t *limits)
{
    int category = bug_category_find(db_text(s, CATEGORY));
    if (category < 0)
        return;
    array_push(&fixes->rows,
               (struct counted_fix){db_int(s, FIX_KEY), db_int(s, SECONDS), category});
    for (int i = 0; i < N_NUMBERED; i++) {
        char week[WEEK_SIZE];
        struct numbered_column *column = &fixes->columns[i];
        if (i != GROUP_USER && i != GROUP_PROBLEM && i != EDIT && !limits[i])
            continue;
        const char *text = i == GROUP_WEEK ? week_text(week, db_int(s, i)) : db_text(s, i);
        array_push(&column->numbers, (uint32_t)table_number(&column->texts, text));
    }
}

static int read_fixes(struct counted_fixes *fixes, struct db *db, const int64_t *limits,
                      struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, query, NULL);
    int status;
    while ((status = db_step(s, err)) == 1)
        read_fix(fixes, s, limits);
    for (int i = 0; i < N_NUMBERED; i++)
        fixes->columns[i].counts =
            mem_alloc(fixes->columns[i].texts.keys.n, sizeof *fixes->columns[i].counts);
    return status;
}

struct group {
    const char *key; /* '': unknown */
    size_t n, *fixes;
    int64_t rank; /* before the key in their order */
};

static int compare_groups(const void *left, const void *right)
{
    const struct group *a = left, *b = right;
    return !*a->key != !*b->key ? COMPARE(!*a->key, !*b->key)
           : a->rank != b->rank ? COMPARE(a->rank, b->rank)
                                : strcmp(a->key, b->key);
}

/* Returns the groups in their order. Their fixes are in `list`, which has room for all. */
static struct group *make_groups(const struct counted_fixes *fixes, int by, size_t *list)
{
    const struct table *texts = &fixes->columns[by].texts;
    const uint32_t *numbers = fixes->columns[by].numbers.items;
    struct group *groups = mem_alloc(texts->keys.n, sizeof *groups);
    for (size_t i = 0; i < fixes->rows.n; i++)
        groups[numbers[i]].n++;
    for (size_t i = 0; i < texts->keys.n; i++) {
        size_t n = groups[i].n;
        groups[i] =
            (struct group){texts->keys.items[i], 0, list, by == GROUP_WEEK ? 0 : -(int64_t)n};
        list += n;
    }
    for (size_t i = 0; i < fixes->rows.n; i++) {
        struct group *group = &groups[numbers[i]];
        group->fixes[group->n++] = i;
    }
    if (texts->keys.n)
        qsort(groups, texts->keys.n, sizeof *groups, compare_groups);
    return groups;
}

static int compare_times(const void *left, const void *right)
{
    return COMPARE(*(const int64_t *)left, *(const int64_t *)right);
}

static void add_times(struct json *row, const struct counted_fixes *fixes,
                      const struct group *group)
{
    static const char *const names[] = {"quartile_seconds", "median_seconds",
                                        "upper_quartile_seconds"};
    scoped_array ARRAY(int64_t) times = {0};
    for (size_t i = 0; i < group->n; i++)
        if (fixes->rows.items[group->fixes[i]].seconds >= 0)
            array_push(&times, fixes->rows.items[group->fixes[i]].seconds);
    array_sort(&times, compare_times);
    json_set_int(row, "n_timed", (int64_t)times.n);
    for (size_t i = 0; i < 3; i++)
        json_set(row, names[i],
                 times.n ? json_int_value(times.items[((i + 1) * times.n + 3) / 4 - 1])
                         : json_text_value(NULL));
}

/* How many fixes of the current group were counted with the text of this one. */
static size_t *count_of(struct counted_fixes *fixes, int column, size_t fix)
{
    struct numbered_column *texts = &fixes->columns[column];
    struct text_count *count = &texts->counts[texts->numbers.items[fix]];
    if (count->group != fixes->n_groups)
        *count = (struct text_count){fixes->n_groups, 0};
    return &count->n;
}

struct tally {
    size_t users, problems, by_category[N_CATEGORIES];
    size_t typical; /* the first fix of the most frequent edit */
};

static struct tally count_group(struct counted_fixes *fixes, const struct group *group)
{
    struct tally tally = {.typical = group->fixes[0]};
    const struct numbered_column *users = &fixes->columns[GROUP_USER];
    fixes->n_groups++;
    for (size_t i = 0; i < group->n; i++) {
        size_t fix = group->fixes[i];
        tally.by_category[fixes->rows.items[fix].category]++;
        tally.problems += ++*count_of(fixes, GROUP_PROBLEM, fix) == 1;
        tally.users += ++*count_of(fixes, GROUP_USER, fix) == 1 &&
                       *users->texts.keys.items[users->numbers.items[fix]];
        ++*count_of(fixes, EDIT, fix);
    }
    for (size_t i = 0; i < group->n; i++)
        if (*count_of(fixes, EDIT, group->fixes[i]) > *count_of(fixes, EDIT, tally.typical))
            tally.typical = group->fixes[i];
    return tally;
}

/* Adds the number of each category, in the order in which tables list them. Returns the most
 * frequent one. */
static enum bug_category add_categories(struct json *row, const struct tally *tally)
{
    enum bug_category most = CATEGORY_VARIABLE_MISUSE;
    for (size_t i = 1; i <= N_CATEGORIES; i++) {
        enum bug_category category = i % N_CATEGORIES;
        json_set_int(row, bug_category_name(category), (int64_t)tally->by_category[category]);
        if (tally->by_category[category] > tally->by_category[most])
            most = category;
    }
    return most;
}

static int add_group(struct json *rows, struct counted_fixes *fixes, const struct group *group,
                     const char *problem, struct db_statement *details, struct err *err)
{
    struct tally tally = count_group(fixes, group);
    if (db_bind(details, err, "it", fixes->rows.items[tally.typical].fix_key, problem) != 0 ||
        db_step(details, err) != 1)
        return ERR;
    const size_t *n = tally.by_category;
    struct json *row = json_push_object(rows);
    json_set_text(row, "key", *group->key ? group->key : NULL);
    json_set_text(row, "name", db_type(details, 0) == DB_NULL ? NULL : db_text(details, 0));
    json_set_int(row, "fixes", (int64_t)group->n);
    json_set_int(row, "six", (int64_t)(group->n - n[CATEGORY_TYPE] - n[CATEGORY_OTHER]));
    json_set_int(row, "users", (int64_t)tally.users);
    json_set_int(row, "problems", (int64_t)tally.problems);
    enum bug_category most = add_categories(row, &tally);
    add_times(row, fixes, group);
    json_set_text(row, "category", bug_category_name(most));
    json_set_int(row, "category_n", (int64_t)n[most]);
    for (int i = 1; i <= 4; i++)
        json_set_text(row, db_column_name(details, i), db_text(details, i));
    json_set_int(row, "edit_n", (int64_t)*count_of(fixes, EDIT, tally.typical));
    json_set_text(row, "example", db_text(details, 5));
    db_rewind(details);
    return 0;
}

/* Makes the report of one key. */
static int add_report(struct json *out, struct counted_fixes *fixes, int by, int64_t limit,
                      struct db *db, struct err *err)
{
    scoped_memory size_t *list = mem_alloc(fixes->rows.n, sizeof *list);
    scoped_memory struct group *groups = make_groups(fixes, by, list);
    scoped(db_statement) *details = db_query(db, err, details_query, NULL);
    size_t n = fixes->columns[by].texts.keys.n;
    struct json *report = json_make(J_TEXT("by", keys[by].name)), *rows = json_array();
    json_set(out, keys[by].name, report);
    json_set(report, "groups", rows);
    json_set_int(report, "n_groups", (int64_t)n);
    json_set_int(report, "n_known", (int64_t)(n - (n && !*groups[n - 1].key)));
    for (size_t i = 0; i < n && (int64_t)i < limit; i++)
        if (add_group(rows, fixes, &groups[i], by == GROUP_PROBLEM ? groups[i].key : NULL, details,
                      err) != 0)
            return ERR;
    return 0;
}

int groups_collect(struct json *out, struct db *db, const int64_t limits[N_GROUP_KEYS],
                   struct err *err)
{
    scoped(counted_fixes) fixes = {0};
    if (read_fixes(&fixes, db, limits, err) != 0)
        return ERR;
    for (int i = 0; i < N_GROUP_KEYS; i++)
        if (limits[i] && add_report(out, &fixes, i, limits[i], db, err) != 0)
            return ERR;
    return 0;
}

/* A copy of the rows, with a word for the unknown key. */
static struct json *named_groups(const struct json *groups)
{
    struct json *rows = json_array();
    json_each(row, groups) {
        struct json *copy = json_copy(row);
        if (!json_text_at(row, "key"))
            json_replace(copy, "key", json_text_value("unknown"));
        json_push(rows, copy);
    }
    return rows;
}

void groups_print(const struct json *report, const struct json *stats, FILE *out)
{
    const struct json *groups = json_get(report, "groups");
    const char *by = json_text_at(report, "by");
    bool is_problem = strcmp(by, "problem") == 0 || strcmp(by, "repository") == 0;
    scoped(json) *more = json_make(
        J_VALUE("named", named_groups(groups)), J_VALUE("words", source_words(stats)),
        J_INT("left_out", (int64_t)(json_number_at(report, "n_groups") - json_count(groups))),
        J_DOUBLE("n_fixes", json_number_at(json_first(groups), "fixes")),
        J_BOOL("is_user", strcmp(by, "user") == 0), J_BOOL("is_problems", !is_problem),
        J_BOOL("is_contest", strcmp(by, "contest") == 0),
        J_BOOL("is_week", strcmp(by, "week") == 0),
        J_BOOL("is_repository", strcmp(by, "repository") == 0));
    report_text_print_tables(groups_text, report, more, NULL, out);
}
