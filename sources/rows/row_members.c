/* An object in the row is read only if one of its members may be a value: it is scanned again. */
#include "sources/rows/row_members.h"

#include "base/json.h"

#include <string.h>

void row_members_release(struct row_members *members)
{
    for (size_t i = 0; i < members->objects.n; i++)
        json_flat_release(&members->objects.items[i]);
    array_release(&members->objects);
    for (int i = 0; i < MAX_ROW_LEVELS; i++)
        str_release(&members->names[i]);
    str_release(&members->without_nan);
    json_free(members->tree);
}

/* Where members are on their way to a function. */
struct way {
    struct row_members *members;
    row_member_take *take;
    void *context;
};

/* Returns the path of a member on a level. */
static const char *path_of(struct row_members *members, int level, const char *name)
{
    if (level == 0)
        return name;
    str_set(&members->names[level], "%s.%s", str_text(&members->names[level - 1]), name);
    return str_text(&members->names[level]);
}

/* Scans an object of the row, or an array, into memory of its own: all texts of a row stay. Returns
 * its number, or -1. */
static int scan(struct row_members *members, const char *text, size_t length)
{
    if (members->n_used == members->objects.n)
        array_push(&members->objects, ((struct json_flat){0}));
    bool is_read = json_scan_flat(&members->objects.items[members->n_used], text, length);
    return is_read ? (int)members->n_used++ : -1;
}

/* Takes the members of an object, and of those in it. */
static void take_level(const struct way *way, int object, int level)
{
    struct row_members *members = way->members;
    const struct json_member_value *list = members->objects.items[object].members.items;
    size_t n = members->objects.items[object].members.n;
    for (size_t i = 0; i < n; i++) {
        const struct json_member_value *member = &list[i];
        const char *path = path_of(members, level, member->name);
        if (!way->take(way->context, path, member) || !member->raw || level + 1 == MAX_ROW_LEVELS)
            continue;
        if (level == 0)
            str_set(&members->names[0], "%s", path);
        int inner = scan(members, member->raw, member->n_raw);
        if (inner >= 0)
            take_level(way, inner, level + 1);
    }
}

/* Does the same for values that are not quite JSON. */
static void take_tree(const struct way *way, int level, const struct json *object)
{
    struct row_members *members = way->members;
    char number[24];
    size_t place = 0;
    json_each(member, object) {
        const char *value = json_text(member), *name = json_name(member);
        snprintf(number, sizeof number, "%zu", place++);
        const struct json_member_value flat = {
            .name = name ? name : number,
            .kind = json_kind(member),
            .text = value,
            .length = value ? strlen(value) : 0,
            .number = json_is_true(member) ? 1 : json_number(member, 0)};
        const char *path = path_of(members, level, flat.name);
        bool has_members = flat.kind == JSON_OBJECT || flat.kind == JSON_ARRAY;
        if (!way->take(way->context, path, &flat) || !has_members || level + 1 == MAX_ROW_LEVELS)
            continue;
        if (level == 0)
            str_set(&members->names[0], "%s", path);
        take_tree(way, level + 1, member);
    }
}

/* Reads an object that is not quite JSON, or says why the row is not an object. */
static int read_tree(const struct way *way, const char *text, size_t length, struct err *err)
{
    struct json **object = &way->members->tree;
    if (json_parse(object, text, length, err) != 0)
        return ERR;
    if (json_kind(*object) != JSON_OBJECT)
        return err_set(err, "not a JSON object");
    take_tree(way, 0, *object);
    return 0;
}

/* Appends the text with null in place of numbers that are none. Returns whether there is one. */
static bool add_without_nan(struct str *out, const char *text, size_t length)
{
    static const char *const words[] = {"NaN", "Infinity", "-Infinity"};
    bool is_in_text = false;
    size_t start = 0; /* of what is not yet copied */
    for (size_t at = 0, n; at < length; at += n) {
        const char *word = NULL;
        for (size_t i = 0; !is_in_text && i < sizeof words / sizeof *words; i++)
            if (length - at >= strlen(words[i]) &&
                memcmp(text + at, words[i], strlen(words[i])) == 0)
                word = words[i];
        n = word ? strlen(word) : is_in_text && text[at] == '\\' && at + 1 < length ? 2 : 1;
        is_in_text ^= text[at] == '"';
        if (!word)
            continue;
        str_add(out, text + start, at - start);
        str_add_text(out, "null");
        start = at + n;
    }
    str_add(out, text + start, length - start);
    return start;
}

static bool is_array(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && strchr(" \t\r\n", text[at]) && text[at])
        at++;
    return at < length && text[at] == '[';
}

int row_members_each(struct row_members *members, const char *text, size_t length,
                     row_member_take *take, void *context, struct err *err)
{
    const struct way way = {members, take, context};
    members->n_used = 0;
    json_free(members->tree);
    members->tree = NULL;
    bool is_read = !is_array(text, length) && scan(members, text, length) == 0;
    if (!is_read) {
        str_clear(&members->without_nan);
        if (add_without_nan(&members->without_nan, text, length)) {
            text = str_text(&members->without_nan);
            length = members->without_nan.length;
            is_read = !is_array(text, length) && scan(members, text, length) == 0;
        }
    }
    if (!is_read)
        return read_tree(&way, text, length, err);
    take_level(&way, 0, 0);
    return 0;
}
