/* A repository has few texts of licences, but many top folders. All folders are read first, then
 * each text once. */
#include "miner/git/commits.h"

#include "base/interrupt.h"
#include "base/mem.h"
#include "base/spdx.h"
#include "miner/git/objects.h"

#include <fnmatch.h>
#include <string.h>

enum {
    MAX_TREE_BYTES = 1 << 20,
    MAX_TEXT_BYTES = 1 << 18,
    MAX_NAME = 64,
    MAX_FILES = 8,   /* in a folder */
    MAX_TEXTS = 500, /* that are compared */
};

struct license_file {
    const char *name;
    uint32_t text; /* number of its blob in `texts` */
};

/* The files of a top folder. */
struct folder {
    size_t first, n;
    bool is_bad; /* unreadable, or with too many files */
};

struct finding {
    struct objects trees, texts;
    ARRAY(struct folder) folders;     /* by number of the tree */
    ARRAY(struct license_file) files; /* of all folders */
    ARRAY(const char *) expressions;  /* by number of the text; NULL: unknown */
    struct arena *arena;
};

static void release_finding(struct finding *finding)
{
    objects_release(&finding->trees);
    objects_release(&finding->texts);
    array_release(&finding->folders);
    array_release(&finding->files);
    array_release(&finding->expressions);
}
SCOPED_VALUE(finding, release_finding)

/* Asks for an object once. Returns its number. */
static uint32_t ask(struct objects *blobs, const char *id)
{
    int64_t number = table_find(&blobs->ids, id);
    if (number != TABLE_NONE)
        return (uint32_t)number;
    objects_add(blobs, id);
    return (uint32_t)blobs->ids.keys.n - 1;
}

/* ---- Names ---- */

/* license.py and license-check.js are not licences, but LICENSE.MIT and LICENSE-APACHE-2.0 are. */
#define BASIC     "@(LICEN[CS]E|COPYING|UNLICENSE)"
#define AFTER_DOT ".@([0-9]|MIT|APACHE|BSD|GPL|LGPL|AGPL|MPL|ISC|ZLIB|LESSER|PSF|PYTHON|BOOST)"
#define SUFFIX    "@([-_]|" AFTER_DOT ")*([-_a-z0-9]|" AFTER_DOT ")"

static bool is_license_name(const char *name)
{
    return strlen(name) <= MAX_NAME &&
           fnmatch(BASIC "?(" SUFFIX ")?(.txt|.md|.rst)", name, FNM_EXTMATCH | FNM_CASEFOLD) == 0;
}

/* ---- Folders ---- */

static void add_file(struct finding *finding, struct folder *folder, const char *name,
                     const unsigned char *id, size_t n_id)
{
    static const char digits[] = "0123456789abcdef";
    char hex[2 * 32 + 1] = {0};
    if (folder->n == MAX_FILES) {
        folder->is_bad = true;
        return;
    }
    for (size_t i = 0; i < n_id; i++) {
        hex[2 * i] = digits[id[i] >> 4];
        hex[2 * i + 1] = digits[id[i] & 15];
    }
    array_push(&finding->files, (struct license_file){.name = arena_text(finding->arena, name),
                                                      .text = ask(&finding->texts, hex)});
    folder->n++;
}

/* Reads the entries of a tree: "MODE NAME", a zero byte, and the bytes of the id. */
static void read_entries(struct finding *finding, struct folder *folder, const char *bytes,
                         size_t length, size_t n_id)
{
    const char *end = bytes + length;
    while (bytes < end) {
        const char *zero = memchr(bytes, 0, (size_t)(end - bytes));
        const char *name = zero ? memchr(bytes, ' ', (size_t)(zero - bytes)) : NULL;
        if (!name || (size_t)(end - zero) <= n_id) {
            folder->is_bad = true;
            return;
        }
        if (strncmp(bytes, "100", 3) == 0 && is_license_name(name + 1))
            add_file(finding, folder, name + 1, (const unsigned char *)zero + 1, n_id);
        bytes = zero + 1 + n_id;
    }
}

static void read_folders(struct finding *finding)
{
    for (size_t i = 0; i < finding->trees.ids.keys.n; i++) {
        const char *id = finding->trees.ids.keys.items[i], *bytes;
        size_t length, n_id = strlen(id) / 2;
        struct folder folder = {.first = finding->files.n};
        if (objects_next(&finding->trees, id, &bytes, &length) == OBJECT_OK && n_id <= 32)
            read_entries(finding, &folder, bytes, length, n_id);
        else
            folder.is_bad = true;
        array_push(&finding->folders, folder);
    }
}

/* ---- Texts ---- */

static void read_texts(struct finding *finding)
{
    for (size_t i = 0; i < finding->texts.ids.keys.n; i++) {
        const char *id = finding->texts.ids.keys.items[i], *bytes;
        size_t length;
        scoped(str) found = {0};
        bool is_read = objects_next(&finding->texts, id, &bytes, &length) == OBJECT_OK;
        bool is_known = is_read && i < MAX_TEXTS && !interrupt_signal() &&
                        license_text_find(bytes, length, &found);
        array_push(&finding->expressions,
                   is_known ? arena_text(finding->arena, str_text(&found)) : NULL);
    }
}

/* Adds the licences of "A AND B" that are not yet there. */
static void add_licenses(struct table *licenses, const char *expression)
{
    static const char and[] = " AND ";
    for (const char *at = expression, *end; at; at = end ? end + strlen(and) : NULL) {
        scoped(str) one = {0};
        end = strstr(at, and);
        str_add(&one, at, end ? (size_t)(end - at) : strlen(at));
        table_number(licenses, str_text(&one));
    }
}

/* Whether the folder offers a choice between MIT and Apache-2.0, as many projects do. */
static bool is_choice(const struct finding *finding, const struct folder *folder)
{
    const struct license_file *files = &finding->files.items[folder->first];
    return folder->n == 2 &&
           fnmatch(BASIC "?APACHE*", files[0].name, FNM_EXTMATCH | FNM_CASEFOLD) == 0 &&
           fnmatch(BASIC "?MIT*", files[1].name, FNM_EXTMATCH | FNM_CASEFOLD) == 0 &&
           strcmp(finding->expressions.items[files[0].text], "Apache-2.0") == 0 &&
           strcmp(finding->expressions.items[files[1].text], "MIT") == 0;
}

static struct commit_license judge(const struct finding *finding, const struct folder *folder)
{
    scoped(table) licenses = {0};
    scoped(str) joined = {0}, expression = {0}, evidence = {0};
    const struct commit_license unknown = {NULL, NULL};
    for (size_t i = 0; i < folder->n; i++) {
        const struct license_file *file = &finding->files.items[folder->first + i];
        if (!finding->expressions.items[file->text])
            return unknown;
        add_licenses(&licenses, finding->expressions.items[file->text]);
        str_print(&evidence, "%sfile:%s@%s", i ? " " : "", file->name,
                  finding->texts.ids.keys.items[file->text]);
    }
    bool has_choice = folder->n && !folder->is_bad && is_choice(finding, folder);
    for (size_t i = 0; i < licenses.keys.n; i++)
        str_print(&joined, "%s%s",
                  i == 0       ? ""
                  : has_choice ? " OR "
                               : " AND ",
                  licenses.keys.items[i]);
    if (folder->is_bad || !spdx_add_expression(&expression, str_text(&joined), joined.length))
        return unknown;
    return (struct commit_license){arena_text(finding->arena, str_text(&expression)),
                                   arena_text(finding->arena, str_text(&evidence))};
}

int commit_licenses_find(struct commit_license *licenses, const bool *is_wanted,
                         struct commits *commits, struct repository *repository, struct err *err)
{
    scoped(finding) finding = {.trees = {.type = "tree"}, .arena = &commits->arena};
    for (size_t i = 0; i < commits->list.n; i++)
        if (is_wanted[i])
            ask(&finding.trees, commits->list.items[i].tree);
    if (objects_check(&finding.trees, repository, MAX_TREE_BYTES, err) != 0)
        return ERR;
    read_folders(&finding);
    if (objects_check(&finding.texts, repository, MAX_TEXT_BYTES, err) != 0)
        return ERR;
    read_texts(&finding);
    scoped_memory struct commit_license *of_trees = mem_alloc(finding.folders.n, sizeof *of_trees);
    for (size_t i = 0; i < finding.folders.n; i++)
        of_trees[i] = judge(&finding, &finding.folders.items[i]);
    for (size_t i = 0; i < commits->list.n; i++)
        if (is_wanted[i])
            licenses[i] = of_trees[table_find(&finding.trees.ids, commits->list.items[i].tree)];
    return 0;
}
