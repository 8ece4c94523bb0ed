/* CSV has its columns in its first row, unless --header names them. JSON has them in each row, so
 * its first rows are looked at. */
#include "sources/rows/row_cutter.h"

#include "base/csv_row.h"
#include "base/date.h"
#include "base/mem.h"
#include "base/table.h"
#include "base/terminal.h"
#include "base/verdicts.h"
#include "languages/language.h"
#include "sources/rows/json_rows.h"
#include "sources/rows/row_members.h"

#include <limits.h>
#include <string.h>

enum {
    MAX_LOOKED_AT = 1000, /* rows of JSON */
    MAX_NAMES = 1000,     /* columns of them */
    MAX_SAMPLED = 50,     /* rows whose values are looked at */
    MAX_VALUES = 3,       /* that are shown */
    MAX_VALUE = 32,       /* columns of them */
    MAX_TEXT = 4096,      /* bytes of a value that may be a date, a status or a language */
    MAX_VIEWED = 3,       /* parts */
    MAX_UNUSED = 20,      /* columns that are named */
};

#define MIN_DATE 1e8 /* a smaller number may be anything */

/* What the values of a column look like. */
struct sampled {
    struct str values[MAX_VALUES]; /* the first different ones */
    size_t n, n_dates, n_statuses, n_languages, n_programs;
};

/* The columns of a part. */
struct sample {
    struct text_list names; /* borrowed */
    ARRAY(struct sampled) columns;
};

static void sample_release(struct sample *sample)
{
    for (size_t i = 0; i < sample->columns.n; i++)
        for (int k = 0; k < MAX_VALUES; k++)
            str_release(&sample->columns.items[i].values[k]);
    array_release(&sample->columns);
    array_release(&sample->names);
}
SCOPED_VALUE(sample, sample_release)

static void add_name(struct sample *sample, const char *name)
{
    array_push(&sample->names, name);
    array_push(&sample->columns, (struct sampled){0});
}

/* ---- Values ---- */

static void keep_value(struct sampled *column, const char *text)
{
    scoped(str) value = {0};
    scoped_memory char *line = mem_copy_text(text, strnlen(text, 4 * MAX_VALUE));
    for (char *at = line; *at; at++)
        if ((unsigned char)*at < ' ')
            *at = ' ';
    terminal_add_safe(&value, line, strlen(line), MAX_VALUE);
    for (int i = 0; i < MAX_VALUES; i++) {
        struct str *kept = &column->values[i];
        if (!kept->length)
            str_add_text(kept, str_text(&value));
        if (strcmp(str_text(kept), str_text(&value)) == 0)
            return;
    }
}

static void note_value(struct sampled *column, const char *text, size_t length)
{
    static const struct date_rules rules;
    struct date_time date;
    if (!text || !length || column->n == MAX_SAMPLED)
        return;
    scoped_memory char *copy = mem_copy_text(text, length < MAX_TEXT ? length : MAX_TEXT);
    bool is_number = verdict_number(copy) >= 0;
    column->n++;
    column->n_dates += date_read(&date, &rules, copy, NULL) == 0 &&
                       (!is_number || verdict_number(copy) > MIN_DATE);
    column->n_statuses += !is_number && verdict_class_of_judge(copy, 0) != VERDICT_NONE;
    column->n_languages += language_of_judge(UINT_MAX, copy) != NULL;
    column->n_programs += memchr(text, '\n', length) != NULL;
    keep_value(column, copy);
}

static bool is_used(const struct row_part *part, size_t column)
{
    for (int i = 0; i < N_ROW_SLOTS; i++)
        if (part->at[i] == (int)column)
            return true;
    return false;
}

/* Appends which columns may be the fields that are missing, by their values. */
static void add_guesses(struct str *out, const struct row_part *part,
                        const struct row_columns *columns, const struct sample *sample)
{
    static const struct {
        enum row_field field;
        size_t count; /* offset */
    } guesses[] = {{ROW_DATE, offsetof(struct sampled, n_dates)},
                   {ROW_STATUS, offsetof(struct sampled, n_statuses)},
                   {ROW_LANGUAGE, offsetof(struct sampled, n_languages)},
                   {ROW_CODE, offsetof(struct sampled, n_programs)}};
    const char *before = "; by their values, perhaps --columns ";
    for (size_t i = 0; i < sizeof guesses / sizeof *guesses && !columns->is_pairs; i++) {
        enum row_field field = guesses[i].field;
        bool is_there = part->at[field] >= 0 || columns->chosen[field];
        for (size_t k = 0; !is_there && k < sample->columns.n; k++) {
            const struct sampled *column = &sample->columns.items[k];
            size_t n = *(const size_t *)((const char *)column + guesses[i].count);
            if (!column->n || n < column->n || is_used(part, k))
                continue;
            str_print(out, "%s%s=%s", before, row_field_name(field), sample->names.items[k]);
            before = ",";
            is_there = true;
        }
    }
}

static void view_field(struct source_view *view, const struct row_columns *columns,
                       enum row_field field, const struct sample *sample, int at)
{
    scoped(str) values = {0};
    const char *name = row_field_name(field);
    if (columns->made[field].pieces.n)
        source_view_add(view, "columns", NULL, "%s: '%s'", name, columns->chosen[field]);
    if (columns->made[field].pieces.n || at < 0)
        return;
    const struct sampled *column = &sample->columns.items[at];
    for (int i = 0; i < MAX_VALUES && column->values[i].length; i++)
        str_print(&values, "%s%s", i ? ", " : "", str_text(&column->values[i]));
    bool is_same = strcmp(name, sample->names.items[at]) == 0;
    source_view_add(view, "columns", str_text(&values), is_same ? "%s" : "%s: %s", name,
                    sample->names.items[at]);
}

/* Adds the form and the columns. */
static void view(struct source_view *view, const struct row_part *part,
                 const struct row_columns *columns, const struct sample *sample)
{
    scoped(str) form = {0}, unused = {0};
    size_t n_unused = 0;
    if (part->number >= MAX_VIEWED)
        return;
    row_form_describe(&form, &part->form);
    source_view_add(view, "form", NULL, "%s%s%s, %s", part->number ? part->name : "",
                    part->number ? ": " : "", str_text(&form),
                    part->encoding ? part->encoding : "UTF-8");
    if (part->number)
        return;
    for (int i = 0; i < N_ROW_FIELDS; i++)
        view_field(view, columns, (enum row_field)i, sample, part->at[i]);
    for (size_t i = 0; i < sample->names.n; i++)
        if (!is_used(part, i) && ++n_unused <= MAX_UNUSED)
            str_print(&unused, "%s%.60s", unused.length ? ", " : "", sample->names.items[i]);
    if (n_unused > MAX_UNUSED)
        str_print(&unused, ", and %zu more", n_unused - MAX_UNUSED);
    if (unused.length)
        source_view_add(view, "columns", NULL, "not used: %s", unused.text);
}

static bool knows_any(const struct row_columns *columns, const struct text_list *names)
{
    for (size_t i = 0; i < names->n; i++)
        if (row_columns_knows(columns, names->items[i]))
            return true;
    return false;
}

/* Fails if the paths of a layout do not say all that pairs follow from, and no option does. */
static int check_layout(const struct row_columns *columns, const struct text_list *names,
                        struct err *err)
{
    static const enum row_field needed[] = {ROW_PROBLEM, ROW_USER, ROW_DATE, ROW_STATUS};
    scoped(str) missing = {0};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        const char *name = row_field_name(needed[i]);
        size_t at = 0;
        while (at < names->n && strcmp(names->items[at], name) != 0)
            at++;
        if (at < names->n || columns->chosen[needed[i]] || columns->is_pairs)
            continue;
        str_print(&missing, "%s{%s}", missing.length ? ", " : "", name);
        first = first ? first : name;
    }
    return !first ? 0
                  : err_set(err,
                            "the layout does not have %s, and without it no pair can be found; add "
                            "it ({date} may be the number of the attempt), or say what all "
                            "programs have: --columns %s:=TEXT",
                            str_text(&missing), first);
}

static int find(struct row_part *part, const struct row_cutter_options *options,
                const struct sample *sample, struct err *err)
{
    struct err why;
    scoped(str) guesses = {0};
    const struct text_list *names = &sample->names;
    bool may_lack_header = part->form.format != ROWS_JSON_LINES && !options->own->header &&
                           !knows_any(options->columns, names);
    if (part->is_layout && check_layout(options->columns, names, err) != 0)
        return ERR;
    int status = row_columns_find(options->columns, names->items, names->n, options->has_language,
                                  part->at, &why);
    if (options->view && !part->is_layout)
        view(options->view, part, options->columns, sample);
    if (status == 0)
        return 0;
    if (!may_lack_header && !row_columns_are_pairs(options->columns, names->items, names->n))
        add_guesses(&guesses, part, options->columns, sample);
    return err_set(err, "'%s': %s%s%s%s", part->name,
                   may_lack_header ? "no column of its first row has a known name: if that is not "
                                     "a header, name the columns with --header NAMES; if it is, "
                                   : "",
                   why.message, str_text(&guesses),
                   part->has_others ? "; if this file does not have submissions, name only the "
                                      "files that do"
                                    : "");
}

/* ---- Delimited text ---- */

/* The names of --header. The list borrows the copy. */
static void read_given(struct text_list *names, char *copy)
{
    for (char *name; (name = strsep(&copy, ","));)
        array_push(names, text_cut(name, " "));
}

static bool are_equal(const struct text_list *names, const struct csv_fields *row)
{
    bool is_equal = names->n == row->n && row->n == row->list.n;
    for (size_t i = 0; is_equal && i < names->n; i++)
        is_equal = row->list.items[i].text && !strcmp(names->items[i], row->list.items[i].text);
    return is_equal;
}

/* Notes the values of the first rows. */
static void sample_rows(struct sample *sample, const struct row_form *form, const char *bytes,
                        size_t length)
{
    struct csv_fields fields = {0};
    for (size_t at = 0, n, n_rows = 0; at < length && n_rows < MAX_SAMPLED; at += n, n_rows++) {
        n = row_form_length(form, bytes + at, length - at);
        scoped_memory char *row = mem_copy_text(bytes + at, n);
        bool is_sound = csv_cut(&fields, &form->csv, row, n) && fields.n == sample->names.n;
        for (size_t i = 0; is_sound && i < fields.list.n; i++)
            note_value(&sample->columns.items[i], fields.list.items[i].text,
                       fields.list.items[i].length);
    }
    array_release(&fields.list);
}

int row_header_take(struct row_part *part, const struct row_cutter_options *options,
                    const char *bytes, size_t length, size_t *n_header, struct err *err)
{
    struct csv_fields fields = {0};
    scoped(sample) sample = {0};
    scoped_array struct text_list names = {0};
    const char *given = options->own->header;
    scoped_memory char *copy = given ? mem_copy_text(given, strlen(given)) : NULL;
    scoped_memory char *row = mem_copy_text(bytes, *n_header);
    bool is_sound = csv_cut(&fields, &part->form.csv, row, *n_header);
    if (copy)
        read_given(&names, copy);
    for (size_t i = 0; !copy && i < fields.list.n; i++) {
        const char *name = fields.list.items[i].text;
        array_push(&names, name ? text_cut((char *)name, " ") : "\\N");
    }
    for (size_t i = 0; i < names.n; i++)
        add_name(&sample, names.items[i]);
    part->n_columns = copy ? names.n : fields.n;
    if (copy && !(is_sound && are_equal(&names, &fields)))
        *n_header = 0;
    array_release(&fields.list);
    if (!copy && !is_sound)
        return err_set(err, "'%s' is not CSV: a quote in its header is not closed", part->name);
    sample_rows(&sample, &part->form, bytes + *n_header, length - *n_header);
    return find(part, options, &sample, err);
}

/* ---- JSON ---- */

struct look {
    const struct row_columns *columns;
    struct sample sample;
    struct table names; /* of the sample */
};

/* Of the items of an array the first is listed, and those that are wanted. */
static bool note_member(void *context, const char *name, const struct json_member_value *member)
{
    struct look *look = context;
    struct row_column column = row_columns_look(look->columns, name);
    bool has_members = member->kind == JSON_OBJECT || member->kind == JSON_ARRAY;
    bool is_known = (column.rank >= 0 || column.input >= 0) && !has_members;
    const char *dot = strrchr(name, '.');
    bool is_later_item = dot && strspn(dot + 1, "123456789") == strlen(dot + 1);
    if (!has_members && (!is_later_item || is_known) && look->names.keys.n < MAX_NAMES) {
        int64_t number = table_find(&look->names, name);
        if (number == TABLE_NONE) {
            number = table_add(&look->names, name);
            add_name(&look->sample, look->names.keys.items[number]);
        }
        note_value(&look->sample.columns.items[number], member->text, member->length);
    }
    return has_members && (column.has_more || !is_later_item);
}

int row_header_look(struct row_part *part, const struct row_cutter_options *options,
                    const char *bytes, size_t length, bool is_whole, struct err *err)
{
    struct look look = {.columns = options->columns};
    scoped(row_members) members = {0};
    struct err why;
    size_t n_rows = 0;
    for (size_t at = 0, n; at < length && n_rows < MAX_LOOKED_AT; at += n) {
        n = row_form_length(&part->form, bytes + at, length - at);
        size_t gap = part->form.json == JSON_LINES ? 0 : json_rows_gap(bytes + at, n);
        bool may_be_cut = at + n == length && !is_whole;
        if (!may_be_cut &&
            row_members_each(&members, bytes + at + gap, n - gap, note_member, &look, &why) == 0)
            n_rows++;
    }
    int status = n_rows ? find(part, options, &look.sample, err) : 0;
    sample_release(&look.sample);
    table_release(&look.names);
    return status;
}
