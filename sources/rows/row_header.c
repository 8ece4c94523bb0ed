/* CSV has its columns in its first row, unless --header names them. JSON has them in each row, so
 * its first rows are looked at. */
#include "sources/rows/row_cutter.h"

#include "base/csv_row.h"
#include "base/mem.h"
#include "base/table.h"
#include "sources/rows/row_members.h"

#include <string.h>

enum {
    MAX_LOOKED_AT = 1000, /* rows of JSON */
    MAX_NAMES = 1000,     /* columns of them */
    MAX_VIEWED = 3,       /* parts */
    MAX_UNUSED = 20,      /* columns that are named */
};

static bool is_used(const struct row_part *part, size_t column)
{
    for (int i = 0; i < N_ROW_SLOTS; i++)
        if (part->at[i] == (int)column)
            return true;
    return false;
}

static bool uses_any(const struct row_part *part, size_t n_columns)
{
    for (size_t i = 0; i < n_columns; i++)
        if (is_used(part, i))
            return true;
    return false;
}

static void view_field(struct source_view *view, const struct row_columns *columns,
                       enum row_field field, const char *column)
{
    const char *name = row_field_name(field);
    if (columns->made[field].pieces.n)
        source_view_add(view, "columns", "%s: '%s'", name, columns->chosen[field]);
    else if (column)
        source_view_add(view, "columns", strcmp(name, column) == 0 ? "%s" : "%s: %s", name, column);
}

/* Adds the form and the columns. */
static void view(struct source_view *view, const struct row_part *part,
                 const struct row_columns *columns, const struct text_list *names)
{
    scoped(str) form = {0}, unused = {0};
    size_t n_unused = 0;
    if (part->number >= MAX_VIEWED)
        return;
    row_form_describe(&form, &part->form);
    source_view_add(view, "form", "%s%s%s, %s", part->number ? part->name : "",
                    part->number ? ": " : "", str_text(&form),
                    part->encoding ? part->encoding : "UTF-8");
    if (part->number)
        return;
    for (int i = 0; i < N_ROW_FIELDS; i++)
        view_field(view, columns, (enum row_field)i,
                   part->at[i] < 0 ? NULL : names->items[part->at[i]]);
    for (size_t i = 0; i < names->n; i++)
        if (!is_used(part, i) && ++n_unused <= MAX_UNUSED)
            str_print(&unused, "%s%.60s", unused.length ? ", " : "", names->items[i]);
    if (n_unused > MAX_UNUSED)
        str_print(&unused, ", and %zu more", n_unused - MAX_UNUSED);
    if (unused.length)
        source_view_add(view, "columns", "not used: %s", unused.text);
}

static int find(struct row_part *part, const struct row_cutter_options *options,
                const struct text_list *names, struct err *err)
{
    struct err why;
    int status = row_columns_find(options->columns, names->items, names->n, options->has_language,
                                  part->at, &why);
    bool may_lack_header =
        part->form.format != ROWS_JSON_LINES && !options->own->header && !uses_any(part, names->n);
    if (options->view && !part->is_layout)
        view(options->view, part, options->columns, names);
    if (status == 0)
        return 0;
    return err_set(
        err, "'%s': %s%s", part->name, why.message,
        may_lack_header ? "; if that is not a header, name the columns with --header NAMES" : "");
}

/* ---- Delimited text ---- */

static bool are_equal(const struct text_list *names, const struct csv_fields *row)
{
    bool is_equal = names->n == row->n && row->n == row->list.n;
    for (size_t i = 0; is_equal && i < names->n; i++)
        is_equal = row->list.items[i].text && !strcmp(names->items[i], row->list.items[i].text);
    return is_equal;
}

int row_header_take(struct row_part *part, const struct row_cutter_options *options,
                    const char *bytes, size_t *n_header, struct err *err)
{
    struct csv_fields fields = {0};
    scoped_array struct text_list names = {0};
    const char *given = options->own->header;
    scoped_memory char *copy = given ? mem_copy_text(given, strlen(given)) : NULL;
    scoped_memory char *row = mem_copy_text(bytes, *n_header);
    bool is_sound = csv_cut(&fields, &part->form.csv, row, *n_header);
    for (char *rest = copy, *name; (name = strsep(&rest, ","));)
        array_push(&names, text_cut(name, " "));
    for (size_t i = 0; !copy && i < fields.list.n; i++) {
        const char *name = fields.list.items[i].text;
        array_push(&names, name ? text_cut((char *)name, " ") : "\\N");
    }
    part->n_columns = copy ? names.n : fields.n;
    if (copy && !(is_sound && are_equal(&names, &fields)))
        *n_header = 0;
    array_release(&fields.list);
    if (!copy && !is_sound)
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
    if (!has_members && (!is_later_item || is_known) && look->names.keys.n < MAX_NAMES)
        table_number(&look->names, name);
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
        bool may_be_cut = at + n == length && !is_whole;
        if (!may_be_cut && row_members_each(&members, bytes + at, n, note_member, &look, &why) == 0)
            n_rows++;
    }
    const struct text_list names = {look.names.keys.items, look.names.keys.n, look.names.keys.n};
    int status = n_rows ? find(part, options, &names, err) : 0;
    table_release(&look.names);
    return status;
}
