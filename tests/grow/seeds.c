/* The metadata files in the order of their names; in each the columns by the header's names. */
#include "tests/grow/seeds.h"

#include "base/beneath.h"
#include "base/mem.h"
#include "base/str.h"

#include <csv.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* Tokens at most, so that a tree is grown in a short time. */
enum { LONG_TOKENS = 20000, MIN_TOKENS = 20, MAX_BYTES = 1 << 20, MIN_SEEDS = 10 };

enum column { SUBMISSION_ID, PROBLEM_ID, LANGUAGE, STATUS, ORIGINAL_LANGUAGE, N_COLUMNS };

static const char *const column_names[N_COLUMNS] = {"submission_id", "problem_id", "language",
                                                    "status", "original_language"};

struct seed_reading {
    struct seed_bank *out;
    struct beneath_folder root;
    struct str row; /* the fields, each with a final zero */
    ARRAY(size_t) fields;
    int columns[N_COLUMNS]; /* in the file's header; -1 when absent */
    size_t n_rows;
};

static void end_field(void *bytes, size_t length, void *context)
{
    struct seed_reading *reading = context;
    array_push(&reading->fields, reading->row.length);
    str_add(&reading->row, bytes, length);
    str_add(&reading->row, "", 1);
}

static const char *field(const struct seed_reading *reading, enum column column)
{
    int index = reading->columns[column];
    if (index < 0 || (size_t)index >= reading->fields.n)
        return "";
    return str_text(&reading->row) + reading->fields.items[index];
}

static void read_header(struct seed_reading *reading)
{
    for (int column = 0; column < N_COLUMNS; column++) {
        reading->columns[column] = -1;
        for (size_t i = 0; i < reading->fields.n; i++)
            if (strcmp(str_text(&reading->row) + reading->fields.items[i], column_names[column]) ==
                0)
                reading->columns[column] = (int)i;
    }
}

static void add_seed(struct seed_reading *reading, size_t language, const struct str *source)
{
    struct seed seed = {.source = mem_copy_text(str_text(source), source->length)};
    if (!script_read(&seed.script, &grown_languages[language], seed.source, source->length) ||
        seed.script.words.n < MIN_TOKENS) {
        script_release(&seed.script);
        free(seed.source);
        return;
    }
    const char *original = field(reading, ORIGINAL_LANGUAGE);
    seed.original_language = mem_copy_text(original, strlen(original));
    seed.is_long = script_most_tokens(&seed.script) > LONG_TOKENS;
    array_push(&reading->out->seeds[language].list, seed);
}

static void read_source(struct seed_reading *reading, size_t language)
{
    const char *problem = field(reading, PROBLEM_ID), *id = field(reading, SUBMISSION_ID);
    if (!beneath_is_safe_name(problem, strlen(problem)) || !beneath_is_safe_name(id, strlen(id)))
        return;
    scoped(beneath_folder) folder = {0};
    scoped(str) source = {0};
    struct err reason; /* broken files are part of the sample: passed over */
    scoped_memory char *path =
        mem_print("data/%s/%s", problem, grown_languages[language].codenet_name);
    scoped_memory char *name = mem_print("%s.%s", id, grown_languages[language].extension);
    if (beneath_open(&folder, &reading->root, path, &reason) == BENEATH_OK &&
        beneath_read(&source, &folder, name, MAX_BYTES, &reason) == BENEATH_OK &&
        utf8_is_valid(str_text(&source), source.length))
        add_seed(reading, language, &source);
}

static void end_row(int terminator, void *context)
{
    (void)terminator;
    struct seed_reading *reading = context;
    if (reading->n_rows++ == 0) {
        read_header(reading);
    } else if (strcmp(field(reading, STATUS), "Accepted") == 0) {
        for (size_t i = 0; i < N_GROWN_LANGUAGES; i++) {
            if (strcmp(field(reading, LANGUAGE), grown_languages[i].codenet_name) == 0) {
                reading->out->seeds[i].n_accepted++;
                read_source(reading, i);
            }
        }
    }
    array_clear(&reading->fields);
    str_clear(&reading->row);
}

static void read_metadata(struct seed_reading *reading, const struct beneath_folder *metadata,
                          const char *name)
{
    scoped(str) content = {0};
    struct csv_parser parser;
    struct err reason;
    if (beneath_read(&content, metadata, name, SIZE_MAX / 2, &reason) == BENEATH_OK) {
        if (csv_init(&parser, 0) != 0)
            mem_exhausted();
        reading->n_rows = 0;
        csv_parse(&parser, str_text(&content), content.length, end_field, end_row, reading);
        csv_fini(&parser, end_field, end_row, reading);
        csv_free(&parser);
    }
}

static int read_metadata_files(struct seed_reading *reading, const char *tree, struct err *err)
{
    scoped(beneath_folder) metadata = {0};
    struct dirent **names = NULL;
    struct err reason;
    scoped_memory char *path = mem_print("%s/metadata", tree);
    int n = scandir(path, &names, NULL, alphasort), status = 0;
    if (n < 0)
        status = err_set_errno(err, "cannot read '%s'", path);
    else if (beneath_open(&metadata, &reading->root, "metadata", &reason) != BENEATH_OK)
        status = err_set(err, "cannot open '%s': %s", path, reason.message);
    for (int i = 0; i < n; i++) {
        const char *name = names[i]->d_name;
        if (status == 0 && name[0] == 'p' && strcmp(name, "problem_list.csv") != 0)
            read_metadata(reading, &metadata, name);
        free(names[i]);
    }
    free(names);
    return status;
}

static int read_tree(struct seed_bank *out, const char *tree, struct err *err)
{
    struct seed_reading reading = {.out = out};
    struct err reason;
    if (beneath_open_root(&reading.root, tree, &reason) != BENEATH_OK)
        return err_set(err, "cannot open '%s': %s", tree, reason.message);
    int status = read_metadata_files(&reading, tree, err);
    beneath_close(&reading.root);
    array_release(&reading.fields);
    str_release(&reading.row);
    return status;
}

static void seeds_release(struct seeds *seeds)
{
    for (size_t i = 0; i < seeds->list.n; i++) {
        script_release(&seeds->list.items[i].script);
        free(seeds->list.items[i].source);
        free(seeds->list.items[i].original_language);
    }
    array_release(&seeds->list);
}

/* Returns the number of seeds that stay. */
static size_t leave_out(struct seeds *seeds)
{
    size_t n_short = 0;
    for (size_t i = 0; i < seeds->list.n; i++)
        n_short += !seeds->list.items[i].is_long;
    if (n_short >= MIN_SEEDS)
        return n_short;
    seeds_release(seeds);
    return 0;
}

int seed_bank_read(struct seed_bank *out, const char *trees, struct err *err)
{
    *out = (struct seed_bank){0};
    scoped_memory char *list = mem_copy_text(trees, strlen(trees));
    int status = 0;
    for (char *rest = list, *tree; status == 0 && (tree = strsep(&rest, ","));)
        status = read_tree(out, tree, err);
    size_t n = 0;
    for (size_t i = 0; i < N_GROWN_LANGUAGES; i++)
        n += leave_out(&out->seeds[i]);
    if (status == 0 && n == 0)
        status = err_set(err, "'%s' has no language with %d Accepted programs that can be read",
                         trees, MIN_SEEDS);
    if (status != 0)
        seed_bank_release(out);
    return status;
}

void seed_bank_release(struct seed_bank *bank)
{
    for (size_t i = 0; i < N_GROWN_LANGUAGES; i++)
        seeds_release(&bank->seeds[i]);
}
