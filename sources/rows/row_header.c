/* CSV has its columns in its first row, unless --header names them. JSON has them in each row, so
 * its first rows are looked at. */
#include "sources/rows/row_file.h"

#include "base/csv_row.h"
#include "base/mem.h"
#include "base/table.h"
#include "sources/rows/json_rows.h"
#include "sources/rows/row_members.h"

#include <string.h>

enum {
    MAX_LOOKED_AT = 1000, /* rows of JSON */
    MAX_NAMES = 1000,     /* columns of them */
};

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

static int find(struct row_part *part, const struct row_file_options *options,
                const struct text_list *names, struct err *err)
{
    struct err why;
    bool may_lack_header = part->form.format != ROWS_JSON_LINES && !options->own->header &&
                           !knows_any(options->columns, names);
    if (part->is_layout && check_layout(options->columns, names, err) != 0)
        return ERR;
    if (row_columns_find(options->columns, names->items, names->n, options->has_language, part->at,
                         &why) == 0)
        return 0;
    return err_set(err, "'%s': %s%s%s", part->name,
                   may_lack_header ? "no column of its first row has a known name: if that is not "
                                     "a header, name the columns with --header NAMES; if it is, "
                                   : "",
                   why.message,
                   part->has_others ? "; if this file does not have submissions, name only the "
                                      "files that do"
                                    : "");
}

/* ---- Delimited text ---- */

/* The names of --header. The list borrows the copy. */
static void read_given(struct text_list *names, char *copy)
{
    for (char *name = copy, *next; name; name = next) {
        next = strchr(name, ',');
        if (next)
            *next++ = '\0';
        array_push(names, text_cut(name, " "));
    }
}

static bool are_equal(const struct text_list *names, const struct csv_fields *row)
{
    bool is_equal = names->n == row->n && row->n == row->list.n;
    for (size_t i = 0; is_equal && i < names->n; i++)
        is_equal = row->list.items[i].text && !strcmp(names->items[i], row->list.items[i].text);
    return is_equal;
}

int row_header_take(struct row_part *part, const struct row_file_options *options, char *row,
                    size_t length, bool *is_header, struct err *err)
{
    struct csv_fields fields = {0};
    scoped_array struct text_list names = {0};
    const char *given = options->own->header;
    scoped_memory char *copy = given ? mem_copy_text(given, strlen(given)) : NULL;
    *is_header = csv_cut(&fields, &part->form.csv, row, length);
    if (copy)
        read_given(&names, copy);
    for (size_t i = 0; !copy && i < fields.list.n; i++) {
        const char *name = fields.list.items[i].text;
        array_push(&names, name ? text_cut((char *)name, " ") : "\\N");
    }
    part->n_columns = copy ? names.n : fields.n;
    bool is_sound = copy || *is_header;
    if (copy)
        *is_header = *is_header && are_equal(&names, &fields);
    array_release(&fields.list);
    if (!is_sound)
        return err_set(err, "'%s' is not CSV: a quote in its header is not closed", part->name);
    return find(part, options, &names, err);
}

/* ---- JSON ---- */

struct look {
    const struct row_columns *columns;
    struct table names;
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
    if (!has_members && (!is_later_item || is_known) && look->names.keys.n < MAX_NAMES &&
        table_find(&look->names, name) == TABLE_NONE)
        table_add(&look->names, name);
    return has_members && (column.has_more || !is_later_item);
}

int row_header_look(struct row_part *part, const struct row_file_options *options,
                    const char *bytes, size_t length, bool is_whole, struct err *err)
{
    struct look look = {.columns = options->columns};
    scoped(row_members) members = {0};
    scoped_array struct text_list names = {0};
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
    for (size_t i = 0; i < look.names.keys.n; i++)
        array_push(&names, look.names.keys.items[i]);
    int status = n_rows ? find(part, options, &names, err) : 0;
    table_release(&look.names);
    return status;
}
