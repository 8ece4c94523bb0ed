/* Folders are walked in the order of their names; links to folders are not followed, so that the
 * walk ends. */
#include "guard/benchmark.h"

#include "base/beneath.h"
#include "base/table.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

struct name {
    const char *text;
    bool is_folder;
};

struct listing {
    struct arena *arena;
    ARRAY(struct name) names;
};

static void take_name(void *context, const char *text, bool is_folder, uint64_t size)
{
    struct listing *listing = context;
    (void)size;
    if (text[0] != '.')
        array_push(&listing->names,
                   (struct name){arena_copy_text(listing->arena, text, strlen(text)), is_folder});
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct name *)a)->text, ((const struct name *)b)->text);
}

static int list(struct listing *listing, const struct beneath_folder *folder, struct err *err)
{
    if (beneath_each_name(folder, take_name, listing, err) != 0)
        return ERR;
    if (listing->names.n)
        qsort(listing->names.items, listing->names.n, sizeof *listing->names.items, compare_names);
    return 0;
}

struct walk {
    struct benchmark *out;
    struct table ids;   /* of the items, in their order */
    const char *ending; /* of the names of sources: ".py" */
};

static bool is_source(const struct walk *walk, const char *name)
{
    size_t length = strlen(name), n = strlen(walk->ending);
    return length > n && strcmp(name + length - n, walk->ending) == 0;
}

/* What cannot be used is told; what the machine fails to read ends the walk. */
static int reject(const struct walk *walk, const struct beneath_folder *folder, const char *name,
                  const char *place, enum beneath_result result, const struct err *reason,
                  struct err *err)
{
    if (result == BENEATH_BROKEN)
        return err_set(err, "cannot read '%s/%s': %s", folder->path, name, reason->message);
    benchmark_reject(walk->out, place, reason->message);
    return 0;
}

/* Reads a source; the code has no text when it cannot be used. */
static int read_code(struct item_code *out, const struct walk *walk,
                     const struct beneath_folder *folder, const char *name, const char *place,
                     struct err *err)
{
    struct str content = {0};
    struct err reason;
    struct item_code code = {0};
    int status = 0;
    enum beneath_result result = beneath_read(&content, folder, name, BENCHMARK_MAX_BYTES, &reason);
    if (result != BENEATH_OK) {
        status = reject(walk, folder, name, place, result, &reason, err);
    } else {
        size_t mark = utf8_byte_order_mark(str_text(&content), content.length);
        const char *text = str_text(&content) + mark;
        code.length = content.length - mark;
        if (utf8_is_valid(text, code.length))
            code.text = arena_copy_text(&walk->out->arena, text, code.length);
        else
            benchmark_reject(walk->out, place, "not UTF-8");
    }
    str_release(&content);
    *out = code;
    return status;
}

static int walk_tree(struct walk *walk, const struct beneath_folder *folder, const char *path,
                     int depth, struct err *err);

/* A folder in a folder, unless it is a link: what it leads to is walked where it stands. */
static int walk_inner(struct walk *walk, const struct beneath_folder *folder, const char *name,
                      const char *place, int depth, struct err *err)
{
    struct arena *arena = &walk->out->arena;
    bool is_top = strcmp(folder->path, "/") == 0;
    const char *expected = arena_print(arena, "%s/%s", is_top ? "" : folder->path, name);
    struct beneath_folder inner = {.fd = -1};
    struct err reason;
    enum beneath_result result = BENEATH_OK;
    int status = 0;
    if (depth == MAX_DEPTH)
        benchmark_reject(walk->out, place, "a folder in more than 64 others");
    else if ((result = beneath_open(&inner, folder, name, &reason)) != BENEATH_OK)
        status = reject(walk, folder, name, place, result, &reason, err);
    else if (strcmp(inner.path, expected) == 0)
        status = walk_tree(walk, &inner, arena_print(arena, "%s/", place), depth + 1, err);
    beneath_close(&inner);
    return status;
}

/* All sources in a folder and below it, as items of one program; `path` is "" or ends with a
 * slash. */
static int walk_tree(struct walk *walk, const struct beneath_folder *folder, const char *path,
                     int depth, struct err *err)
{
    struct arena *arena = &walk->out->arena;
    struct listing listing = {.arena = arena};
    int status = list(&listing, folder, err);
    for (size_t i = 0; i < listing.names.n && status == 0; i++) {
        const char *name = listing.names.items[i].text;
        const char *place = arena_print(arena, "%s%s", path, name);
        if (is_source(walk, name)) {
            struct benchmark_item item = {.id = place, .place = place};
            status = read_code(&item.codes[ITEM_PROGRAM], walk, folder, name, place, err);
            if (item.codes[ITEM_PROGRAM].text)
                array_push(&walk->out->items, item);
        } else if (listing.names.items[i].is_folder) {
            status = walk_inner(walk, folder, name, place, depth, err);
        }
    }
    array_release(&listing.names);
    return status;
}

/* The sources of buggy/ or fixed/: items, or their other side. */
static int read_side(struct walk *walk, const struct beneath_folder *folder, enum item_side side,
                     const char *side_name, struct err *err)
{
    struct arena *arena = &walk->out->arena;
    struct listing listing = {.arena = arena};
    int status = list(&listing, folder, err);
    for (size_t i = 0; i < listing.names.n && status == 0; i++) {
        const char *name = listing.names.items[i].text;
        if (!is_source(walk, name))
            continue;
        const char *place = arena_print(arena, "%s/%s", side_name, name);
        struct item_code code;
        status = read_code(&code, walk, folder, name, place, err);
        const char *id = arena_copy_text(arena, name, strlen(name) - strlen(walk->ending));
        if (!code.text)
            continue;
        size_t number = (size_t)table_number(&walk->ids, id);
        if (number == walk->out->items.n)
            array_push(&walk->out->items, (struct benchmark_item){.id = id, .place = place});
        walk->out->items.items[number].codes[side] = code;
    }
    array_release(&listing.names);
    return status;
}

static int open_named(struct beneath_folder *out, const struct beneath_folder *root,
                      const char *path, const char *name, struct err *err)
{
    struct err reason;
    if (beneath_open(out, root, name, &reason) == BENEATH_OK)
        return 0;
    return err_set(err, "cannot read '%s/%s': %s; a benchmark of pairs has both buggy/ and fixed/",
                   path, name, reason.message);
}

static int read_sides(struct walk *walk, const struct beneath_folder *root, const char *path,
                      struct err *err)
{
    static const char *const names[] = {[ITEM_BUGGY] = "buggy", [ITEM_FIXED] = "fixed"};
    int status = 0;
    for (enum item_side side = ITEM_BUGGY; side <= ITEM_FIXED && status == 0; side++) {
        struct beneath_folder folder;
        if (open_named(&folder, root, path, names[side], err) != 0)
            return ERR;
        status = read_side(walk, &folder, side, names[side], err);
        beneath_close(&folder);
    }
    return status;
}

static bool has_folder(const struct beneath_folder *root, const char *name)
{
    struct beneath_folder folder;
    struct err ignored;
    enum beneath_result result = beneath_open(&folder, root, name, &ignored);
    bool is_there = result == BENEATH_OK || result == BENEATH_BROKEN; /* which shows again */
    beneath_close(&folder);
    return is_there;
}

int benchmark_read_folder(struct benchmark *out, const char *path, const struct language *language,
                          struct err *err)
{
    struct beneath_folder root;
    struct err reason;
    if (beneath_open_root(&root, path, &reason) != BENEATH_OK)
        return err_set(err, "cannot read '%s': %s", path, reason.message);
    struct walk walk = {.out = out, .ending = arena_print(&out->arena, ".%s", language->extension)};
    bool has_sides = has_folder(&root, "buggy") || has_folder(&root, "fixed");
    int status =
        has_sides ? read_sides(&walk, &root, path, err) : walk_tree(&walk, &root, "", 0, err);
    table_release(&walk.ids);
    beneath_close(&root);
    return status;
}
