/* A table has the usual names of each field. A field whose column the user chose is looked for
 * under this name alone. */
#include "miner/rows/row_columns.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* In the order of enum row_field. */
static const char *const names_of_fields[N_ROW_FIELDS] = {
    "user",  "problem",           "date",       "status",       "language", "code",       "path",
    "id",    "original_language", "contest",    "problem_name", "score",    "full_score", "buggy",
    "fixed", "buggy_path",        "fixed_path", "diff"};

/* The usual names of the fields, as the help of `mine` lists them. The first of a field that a file
 * has is taken: names that say more come before those that may mean something else (`time` is also
 * the time that a program took). */
static const struct {
    enum row_field field;
    const char *name;
} usual_names[] = {
#include "miner/rows/columns.inc"
};

const char *row_field_name(enum row_field field)
{
    return names_of_fields[field];
}

bool row_field_is_code(int slot)
{
    return slot == ROW_CODE || slot == ROW_BUGGY || slot == ROW_FIXED || slot == ROW_DIFF;
}

/* Whether such rows have the field. */
static bool is_of(int field, bool is_pairs)
{
    bool is_judged = field == ROW_STATUS || field == ROW_SCORE || field == ROW_FULL_SCORE;
    return is_pairs ? !is_judged && field != ROW_CODE && field != ROW_PATH : field < ROW_BUGGY;
}

int row_field_find(const char *name, size_t length)
{
    for (int field = 0; field < N_ROW_FIELDS; field++)
        if (strlen(names_of_fields[field]) == length &&
            memcmp(names_of_fields[field], name, length) == 0)
            return field;
    return -1;
}

static int fail_for_field(const char *name, struct err *err)
{
    scoped(str) names = {0};
    for (int i = 0; i < N_ROW_FIELDS; i++)
        str_print(&names, "%s%s", i ? ", " : "", names_of_fields[i]);
    return err_set(err, "'%s' is not a field; the fields are %s", name, str_text(&names));
}

static int find_input(const struct row_columns *columns, const char *name)
{
    for (size_t i = 0; i < columns->inputs.n; i++)
        if (strcmp(columns->inputs.items[i], name) == 0)
            return (int)i;
    return -1;
}

/* Takes the column in braces at the start of the text. Returns what follows, or NULL. */
static const char *take_input(struct row_columns *out, int field, const char *text, struct err *err)
{
    size_t length = strcspn(text + 1, "{}");
    if (*text != '{' || text[1 + length] != '}' || length == 0) {
        err_set(err, "'%s' has a brace that is not part of {COLUMN}", out->chosen[field]);
        return NULL;
    }
    const char *name = arena_copy_text(&out->arena, text + 1, length);
    int input = find_input(out, name);
    if (input < 0 && out->inputs.n == MAX_ROW_INPUTS) {
        err_set(err, "there are more than %d columns in braces", MAX_ROW_INPUTS);
        return NULL;
    }
    if (input < 0) {
        input = (int)out->inputs.n;
        array_push(&out->inputs, name);
    }
    array_push(&out->made[field].pieces, ((struct row_piece){"", input}));
    return text + length + 2;
}

/* Reads a template; two braces are one. */
static int read_template(struct row_columns *out, int field, struct err *err)
{
    for (const char *at = out->chosen[field]; *at;) {
        size_t length = strcspn(at, "{}");
        bool is_double = at[length] && at[length] == at[length + 1];
        if (length || is_double) {
            const char *text = arena_copy_text(&out->arena, at, length + is_double);
            array_push(&out->made[field].pieces, ((struct row_piece){text, -1}));
            at += length + 2 * (size_t)is_double;
        } else if (!(at = take_input(out, field, at, err))) {
            return ERR;
        }
    }
    return 0;
}

static int choose(struct row_columns *out, char *file, struct err *err)
{
    char *equals = strchr(file, '=');
    if (!equals || equals == file || (!equals[1] && equals[-1] != ':'))
        return err_set(err, "'%s' is not FIELD=COLUMN, such as user=handle", file);
    bool is_constant = equals[-1] == ':';
    equals[is_constant ? -1 : 0] = '\0';
    const char *value = equals + 1;
    int field = row_field_find(file, strlen(file));
    if (field < 0)
        return fail_for_field(file, err);
    if (out->chosen[field])
        return err_set(err, "the column of '%s' is named twice", file);
    for (int other = 0; !is_constant && other < N_ROW_FIELDS; other++)
        if (out->chosen[other] && !out->made[other].pieces.n &&
            strcmp(out->chosen[other], value) == 0)
            return err_set(err, "the column '%s' cannot be both %s and %s", value,
                           names_of_fields[other], file);
    out->chosen[field] = arena_text(&out->arena, value);
    if (is_constant)
        array_push(&out->made[field].pieces, ((struct row_piece){out->chosen[field], -1}));
    else if (strpbrk(value, "{}"))
        return read_template(out, field, err);
    return 0;
}

int row_columns_read(struct row_columns *out, const char *list, struct err *err)
{
    scoped_memory char *copy = mem_copy_text(list, strlen(list));
    *out = (struct row_columns){0};
    for (char *rest = copy, *file; (file = strsep(&rest, ","));)
        if (choose(out, file, err) != 0)
            return ERR;
    return 0;
}

void row_columns_release(struct row_columns *columns)
{
    for (int i = 0; i < N_ROW_FIELDS; i++)
        array_release(&columns->made[i].pieces);
    array_release(&columns->inputs);
    arena_release(&columns->arena);
    *columns = (struct row_columns){0};
}

/* Returns what is left of a usual name after a name, which it begins with; NULL if it does not. */
static const char *rest_of_usual(const char *name, const char *usual)
{
    for (;; name++, usual++) {
        name += strspn(name, "_- ");
        usual += strspn(usual, "_");
        if (!*name)
            return usual;
        if (tolower((unsigned char)*name) != tolower((unsigned char)*usual))
            return NULL;
    }
}

static bool is_below(const char *name, const char *path)
{
    size_t length = strlen(name);
    return strncmp(name, path, length) == 0 && path[length] == '.';
}

/* Looks for a name among those that were chosen. */
static void look_at_chosen(const struct row_columns *columns, const char *name,
                           struct row_column *out)
{
    out->input = find_input(columns, name);
    for (size_t i = 0; i < columns->inputs.n; i++)
        out->has_chosen |= is_below(name, columns->inputs.items[i]);
    for (int i = 0; i < N_ROW_FIELDS; i++) {
        if (!columns->chosen[i] || columns->made[i].pieces.n)
            continue;
        out->has_chosen |= is_below(name, columns->chosen[i]);
        if (strcmp(columns->chosen[i], name) != 0)
            continue;
        out->field = (enum row_field)i;
        out->rank = 0;
    }
}

/* Looks for a name among the usual ones; one that was chosen is not that as well. */
static void look_at_usual(const struct row_columns *columns, const char *name,
                          struct row_column *out)
{
    for (size_t i = 0; i < sizeof usual_names / sizeof *usual_names; i++) {
        enum row_field field = usual_names[i].field;
        if (columns->chosen[field] || !is_of((int)field, columns->is_pairs))
            continue;
        const char *rest = rest_of_usual(name, usual_names[i].name);
        out->has_more |= rest && *rest == '.';
        if (rest && !*rest && out->rank < 0) {
            out->field = field;
            out->rank = (int)i;
        }
    }
}

struct row_column row_columns_look(const struct row_columns *columns, const char *name)
{
    struct row_column column = {.rank = -1, .field = N_ROW_FIELDS, .input = -1};
    look_at_chosen(columns, name, &column);
    column.has_more = column.has_chosen;
    if (*name)
        look_at_usual(columns, name, &column);
    return column;
}

static bool is_there(const struct row_columns *columns, const int *at, enum row_field field)
{
    return at[field] >= 0 || columns->made[field].pieces.n > 0;
}

/* Whether pairs lack the field: two of the buggy program, the fixed one and the diff are needed. */
static bool lacks_side(const struct row_columns *columns, const int *at, enum row_field field)
{
    bool has_buggy = is_there(columns, at, ROW_BUGGY) || is_there(columns, at, ROW_BUGGY_PATH);
    bool has_fixed = is_there(columns, at, ROW_FIXED) || is_there(columns, at, ROW_FIXED_PATH);
    int n = has_buggy + has_fixed + is_there(columns, at, ROW_DIFF);
    if (field == ROW_BUGGY)
        return !has_buggy && n < 2;
    return field == ROW_FIXED && !has_fixed && n + !has_buggy < 2;
}

static bool is_missing(const struct row_columns *columns, enum row_field field, bool has_language,
                       const int *at)
{
    bool has_path = is_there(columns, at, columns->is_pairs ? ROW_BUGGY_PATH : ROW_PATH);
    if (is_there(columns, at, field))
        return false;
    if (columns->chosen[field])
        return true;
    if (field == ROW_LANGUAGE)
        return !has_language && !has_path;
    if (field == ROW_STATUS && (columns->may_lack_status || is_there(columns, at, ROW_SCORE)))
        return false;
    if (columns->is_pairs)
        return lacks_side(columns, at, field);
    return field < ROW_LANGUAGE || (field == ROW_CODE && !has_path);
}

/* Appends the fields that are missing, with the columns that were chosen for them. */
static void add_missing(struct str *out, const struct row_columns *columns, bool has_language,
                        const int *at)
{
    for (int i = 0; i < N_ROW_FIELDS; i++) {
        if (!is_missing(columns, (enum row_field)i, has_language, at))
            continue;
        str_print(out, "%s%s", out->length ? ", " : "",
                  i == ROW_CODE     ? "code or path"
                  : i == ROW_STATUS ? "status (none is needed with --pairing last)"
                                    : names_of_fields[i]);
        if (columns->chosen[i])
            str_print(out, " ('%s')", columns->chosen[i]);
    }
    for (size_t i = 0; i < columns->inputs.n; i++)
        if (at[N_ROW_FIELDS + i] < 0)
            str_print(out, "%s'{%s}'", out->length ? ", " : "", columns->inputs.items[i]);
}

static int fail_for(const char *missing, const char *const *names, size_t n, struct err *err)
{
    enum { MAX_NAMED = 40 };
    scoped(str) list = {0};
    for (size_t i = 0; i < n && i < MAX_NAMED; i++)
        str_print(&list, "%s%.60s", i ? ", " : "", names[i]);
    return err_set(err,
                   "no column is the %s: name the column with --columns FIELD=COLUMN, or a value "
                   "for all rows with FIELD:=TEXT; the columns are: %s%s",
                   missing, n ? list.text : "none", n > MAX_NAMED ? ", ..." : "");
}

int row_columns_find(const struct row_columns *columns, const char *const *names, size_t n,
                     bool has_language, int at[N_ROW_SLOTS], struct err *err)
{
    int best[N_ROW_FIELDS];
    bool has_memory = false;
    scoped(str) missing = {0};
    for (int i = 0; i < N_ROW_SLOTS; i++)
        at[i] = -1;
    for (size_t i = 0; i < n; i++) {
        struct row_column column = row_columns_look(columns, names[i]);
        has_memory |= text_begins_in_any_case(names[i], "memory");
        if (column.input >= 0 && at[N_ROW_FIELDS + column.input] < 0)
            at[N_ROW_FIELDS + column.input] = (int)i;
        if (column.rank >= 0 && (at[column.field] < 0 || column.rank < best[column.field])) {
            at[column.field] = (int)i;
            best[column.field] = column.rank;
        }
    }
    /* Beside the memory, `time` is what the program took, too. */
    if (has_memory && at[ROW_DATE] >= 0 && !columns->chosen[ROW_DATE] &&
        strcasecmp(names[at[ROW_DATE]], "time") == 0)
        at[ROW_DATE] = -1;
    add_missing(&missing, columns, has_language, at);
    return missing.length ? fail_for(missing.text, names, n, err) : 0;
}
