/* Data files are written first, because the documents describe them. */
#include "export/publish/publish.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "db/fix_names.h"
#include "tokenize/languages/language.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* ---- Licences ---- */

#define COMMONS(id, spdx, name, path)                                                 \
    {                                                                                 \
        id, spdx, "Creative Commons " name, "https://creativecommons.org/" path, true \
    }

/* The Citation File Format took its list in May 2021, before there was CDLA 2.0. */
const struct license licenses[] = {
    {"cdla-permissive-2.0", "CDLA-Permissive-2.0",
     "Community Data License Agreement, Permissive, 2.0", "https://cdla.dev/permissive-2-0/",
     false},
    {"cdla-permissive-1.0", "CDLA-Permissive-1.0",
     "Community Data License Agreement, Permissive, 1.0", "https://cdla.dev/permissive-1-0/", true},
    {"cdla-sharing-1.0", "CDLA-Sharing-1.0", "Community Data License Agreement, Sharing, 1.0",
     "https://cdla.dev/sharing-1-0/", true},
    COMMONS("cc0-1.0", "CC0-1.0", "Zero 1.0", "publicdomain/zero/1.0/"),
    COMMONS("cc-by-4.0", "CC-BY-4.0", "Attribution 4.0", "licenses/by/4.0/"),
    COMMONS("cc-by-sa-4.0", "CC-BY-SA-4.0", "Attribution Share Alike 4.0", "licenses/by-sa/4.0/"),
    COMMONS("cc-by-nc-4.0", "CC-BY-NC-4.0", "Attribution Non Commercial 4.0",
            "licenses/by-nc/4.0/"),
    COMMONS("cc-by-nc-sa-4.0", "CC-BY-NC-SA-4.0", "Attribution Non Commercial Share Alike 4.0",
            "licenses/by-nc-sa/4.0/"),
    {"odc-by", "ODC-By-1.0", "Open Data Commons Attribution 1.0",
     "https://opendatacommons.org/licenses/by/1-0/", true},
    {"apache-2.0", "Apache-2.0", "Apache License 2.0",
     "https://www.apache.org/licenses/LICENSE-2.0", true},
    {"mit", "MIT", "MIT License", "https://opensource.org/license/mit/", true},
    {"other", NULL, "another licence", NULL, false},
    {0}};
const struct license *const license_of_codenet = &licenses[0];

const struct license *license_find(const char *id)
{
    for (const struct license *license = licenses; license->id; license++)
        if (strcasecmp(license->id, id) == 0 ||
            (license->spdx && strcasecmp(license->spdx, id) == 0))
            return license;
    return NULL;
}

/* ---- Folders that were published ---- */

/* In the order in which they are written. */
static const char *const document_names[] = {"README.md", "CITATION.cff", "croissant.json",
                                             "SHA256SUMS", NULL};

/* The length of a name without the ending `.partial` of a killed run. */
static size_t length_of(const char *name)
{
    return strlen(name) - (file_has_extension(name, "partial") ? strlen(".partial") : 0);
}

static bool is_file(const char *name)
{
    scoped_memory char *whole = mem_print("%.*s", (int)length_of(name), name);
    return text_is_one_of(whole, document_names);
}

static bool is_data_file(const char *name)
{
    for (int i = 0; i < N_SUBSETS; i++) {
        size_t length = strlen(split_names[i]);
        int lines = 0, parquet = 0;
        if (strncmp(name, split_names[i], length) != 0)
            continue;
        sscanf(name + length, "-%*5[0-9]-of-%*5[0-9].jsonl.gz%n", &lines);
        sscanf(name + length, "-%*5[0-9]-of-%*5[0-9].parquet%n", &parquet);
        size_t end = (size_t)(lines + parquet);
        if (end && length + end == length_of(name))
            return true;
    }
    return false;
}

static bool is_of_type(const char *folder, const char *name, mode_t type)
{
    struct stat info;
    scoped(str) path = {0};
    str_print(&path, "%s/%s", folder, name);
    return lstat(str_text(&path), &info) == 0 && (info.st_mode & S_IFMT) == type;
}

static void note_foreign(char **foreign, const char *folder, const char *name)
{
    if (!*foreign)
        *foreign = mem_print("%s%s", folder, name);
}

enum depth { IN_DATA, IN_SET, IN_LANGUAGE };

/* How deep a folder with this name is; 0: none of tokfix has it. */
static enum depth depth_of(const char *name, enum depth outer)
{
    if (outer < IN_LANGUAGE && language_find(name))
        return IN_LANGUAGE;
    return outer < IN_SET && split_set_is_name(name) ? IN_SET : IN_DATA;
}

/* Looks into data/ or a folder in it. `inner` is its name in `path`: "data/". */
static int look_in_data(const char *path, const char *inner, enum depth depth, char **foreign,
                        struct err *err)
{
    scoped(arena) arena = {0};
    scoped_array struct text_list names = {0};
    scoped_memory char *folder = mem_print("%s/%s", path, inner);
    if (file_list(&names, &arena, folder, NULL) != 0)
        return err_set_errno(err, "cannot read the folder '%s'", path);
    for (size_t i = 0; i < names.n; i++) {
        const char *name = names.items[i];
        enum depth below = is_of_type(folder, name, S_IFDIR) ? depth_of(name, depth) : IN_DATA;
        scoped_memory char *next = mem_print("%s%s/", inner, name);
        if (below && look_in_data(path, next, below, foreign, err) != 0)
            return ERR;
        if (!below && (!is_data_file(name) || !is_of_type(folder, name, S_IFREG)))
            note_foreign(foreign, inner, name);
    }
    return 0;
}

static int look(const char *path, char **foreign, size_t *n, struct err *err)
{
    scoped(arena) arena = {0};
    scoped_array struct text_list names = {0};
    bool has_data = is_of_type(path, "data", S_IFDIR);
    *foreign = NULL;
    if (file_list(&names, &arena, path, err) != 0)
        return ERR;
    for (size_t i = 0; i < names.n; i++) {
        const char *name = names.items[i];
        bool is_data = has_data && strcmp(name, "data") == 0;
        if (is_data && look_in_data(path, "data/", IN_DATA, foreign, err) != 0)
            return ERR;
        if (!is_data && (!is_file(name) || !is_of_type(path, name, S_IFREG)))
            note_foreign(foreign, "", name);
    }
    *n = names.n;
    return 0;
}

static int check_sums(const char *path, struct err *err)
{
    if (is_of_type(path, "SHA256SUMS", S_IFREG))
        return 0;
    return err_set(err, "'%s' has no SHA256SUMS; --force replaces only published folders", path);
}

const struct folder_rules publish_folder_rules = {look, check_sums, NULL};

/* ---- Publishing ---- */

/* What `sha256sum -c` reads. People edit the card and the citation, so they are not in it. */
static void add_sums(struct str *out, const struct edition *edition, const struct str *croissant)
{
    char sha256[SHA256_HEX_SIZE];
    for (size_t i = 0; i < edition->files.n; i++)
        str_print(out, "%s  %s\n", edition->files.items[i].sha256, edition->files.items[i].path);
    sha256_hex(str_text(croissant), croissant->length, sha256);
    str_print(out, "%s  croissant.json\n", sha256);
}

static int write_documents(const struct target *target, const struct edition *edition,
                           struct db *db, struct err *err)
{
    struct str texts[EDITION_DOCUMENTS + 1] = {0};
    int status = edition_describe(texts, edition, db, err);
    add_sums(&texts[EDITION_DOCUMENTS], edition, &texts[EDITION_DOCUMENTS - 1]);
    for (size_t i = 0; i <= EDITION_DOCUMENTS; i++) {
        if (status == 0)
            status =
                target_write(target, document_names[i], str_text(&texts[i]), texts[i].length, err);
        str_release(&texts[i]);
    }
    return status;
}

int publish_write(struct edition *edition, struct db *db, struct err *err)
{
    scoped(target) target = {0};
    if (target_open_folder(&target, edition->folder, &publish_folder_rules, edition->is_replacing,
                           err) != 0 ||
        edition_write_data(edition, db, target.partial_path, err) != 0 ||
        write_documents(&target, edition, db, err) != 0)
        return ERR;
    return target_commit(&target, err);
}

void edition_release(struct edition *edition)
{
    array_release(&edition->files);
    arena_release(&edition->arena);
    export_counts_release(&edition->left_out);
}
