/* An object in the row is read only if one of its members may be a value: it is scanned again. */
#include "miner/rows/row_form.h"

#include <string.h>

void row_members_release(struct row_members *members)
{
    for (size_t i = 0; i < members->objects.n; i++)
        json_flat_release(&members->objects.items[i]);
    array_release(&members->objects);
    for (int i = 0; i < MAX_ROW_LEVELS; i++)
        str_release(&members->names[i]);
}

/* Returns the path of a member on a level. */
static const char *path_of(struct row_members *members, int level, const char *name)
{
    if (level == 0)
        return name;
    str_set(&members->names[level], "%s.%s", str_text(&members->names[level - 1]), name);
    return str_text(&members->names[level]);
}

/* Scans an object of the row, or an array, into memory of its own: all texts of a row stay. */
static struct json_flat *scan(struct row_members *members, const char *text, size_t length)
{
    if (members->n_used == members->objects.n)
        array_push(&members->objects, ((struct json_flat){0}));
    struct json_flat *object = &members->objects.items[members->n_used++];
    json_flat_read(object, text, length);
    return object;
}

/* Takes the members of an object, and of those in it. */
static void take_level(struct row_members *members, size_t object, int level, row_member_take *take,
                       void *context)
{
    const struct json_flat_member *list = members->objects.items[object].members.items;
    size_t n = members->objects.items[object].members.n;
    for (size_t i = 0; i < n; i++) {
        const struct json_flat_member *member = &list[i];
        const char *path = path_of(members, level, member->name);
        if (!take(context, path, member) || !member->raw || level + 1 == MAX_ROW_LEVELS)
            continue;
        if (level == 0)
            str_set(&members->names[0], "%s", path);
        if (!scan(members, member->raw, member->n_raw)->error)
            take_level(members, members->n_used - 1, level + 1, take, context);
    }
}

int row_members_each(struct row_members *members, const char *text, size_t length,
                     row_member_take *take, void *context, struct err *err)
{
    members->n_used = 0;
    const struct json_flat *row = scan(members, text, length);
    if (row->error)
        return err_set(err, "not JSON: %s at byte %zu", row->error, row->byte);
    if (text[strspn(text, " \t\r\n")] != '{')
        return err_set(err, "not a JSON object");
    take_level(members, 0, 0, take, context);
    return 0;
}
