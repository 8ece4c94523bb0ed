#include "commands/sources.h"

#include "base/file.h"
#include "base/file_kind.h"
#include "base/input.h"
#include "base/packed.h"
#include "base/utf8.h"
#include "sources/codenet/codenet_source.h"
#include "sources/codenet/dataset.h"
#include "sources/codenet/tar_reader.h"
#include "sources/git/git_source.h"
#include "sources/git/repository_list.h"
#include "sources/rows/rows_source.h"

#include <stdlib.h>
#include <string.h>

static void close_codenet(void *context)
{
    dataset_close(context);
    free(context);
}

/* Whether --git is missing: the dataset is a folder with repositories, or what is left of some. */
static bool has_repositories(const char *path)
{
    scoped(repository_list) list = {0};
    scoped(arena) arena = {0};
    struct input_errors errors = {.arena = &arena};
    struct err ignored;
    if (!file_is_folder(path))
        return false;
    bool has_any = repository_list_read(&list, path, &errors, &ignored) == 0 || errors.list.n;
    array_release(&errors.list);
    return has_any;
}

/* Returns what to do if the dataset is of another format, for the end of the error. */
static const char *other_format(const char *path, const struct err *why)
{
    scoped_memory char *no_archive = mem_print("'%s' " TAR_READER_NO_ARCHIVE, path);
    if (strncmp(why->message, no_archive, strlen(no_archive)) == 0)
        return "; rows, which may be packed with gzip or Zstandard, need tokfix mine --format "
               "jsonl or --format csv";
    return has_repositories(path) ? "; git repositories need tokfix mine --git" : "";
}

static int open_codenet(struct pair_source *out, const struct mine_arguments *arguments,
                        const char *folder, const struct meter *meter, struct err *err)
{
    struct dataset_options options = {
        .path = strcmp(arguments->dataset, "-") == 0 ? "/dev/stdin" : arguments->dataset,
        .metadata = arguments->metadata,
        .languages = arguments->options.languages,
        .max_source_bytes = arguments->options.max_bytes,
        .temporary_folder = folder,
        .is_wanted = shard_wants,
        .wanted_context = (void *)&arguments->shard,
        .meter = *meter,
    };
    struct dataset *dataset = mem_alloc(1, sizeof *dataset);
    struct err why;
    if (dataset_open(dataset, &options, &why) != 0) {
        close_codenet(dataset);
        return err_set(err, "%s%s", why.message, other_format(options.path, &why));
    }
    *out = codenet_source(dataset);
    out->free = close_codenet;
    return 0;
}

static int open_git(struct pair_source *out, const struct mine_arguments *arguments,
                    const char *folder, const struct meter *meter, struct err *err)
{
    const struct git_options options = {
        .path = arguments->dataset,
        .commits = {.languages = arguments->options.languages,
                    .keywords = arguments->keywords,
                    .max_files = arguments->max_files,
                    .salt = arguments->salt},
        .max_bytes = arguments->options.max_bytes,
        .any_owner = arguments->any_owner,
        .meter = *meter,
    };
    (void)folder;
    return git_source_open(out, &options, err);
}

static int open_rows(struct pair_source *out, const struct mine_arguments *arguments,
                     const char *folder, const struct meter *meter, enum row_format format,
                     struct err *err)
{
    const struct rows_options options = {
        .path = arguments->dataset,
        .format = format,
        .columns = arguments->columns,
        .accepted = arguments->accepted,
        .languages = arguments->options.languages,
        .may_have_none = arguments->may_have_none,
        .max_source_bytes = arguments->options.max_bytes,
        .temporary_folder = folder,
        .n_threads = (int)arguments->n_jobs,
        .is_wanted = shard_wants,
        .wanted_context = (void *)&arguments->shard,
        .meter = *meter,
    };
    return rows_source_open(out, &options, err);
}

static int open_json_lines(struct pair_source *out, const struct mine_arguments *arguments,
                           const char *folder, const struct meter *meter, struct err *err)
{
    return open_rows(out, arguments, folder, meter, ROWS_JSON_LINES, err);
}

static int open_csv(struct pair_source *out, const struct mine_arguments *arguments,
                    const char *folder, const struct meter *meter, struct err *err)
{
    return open_rows(out, arguments, folder, meter, ROWS_CSV, err);
}

enum { FORMAT_CODENET, FORMAT_JSON_LINES, FORMAT_CSV, FORMAT_GIT, N_FORMATS };

static const struct format {
    const char *name; /* for --format; NULL: another option chooses it */
    struct mined_source source;
    const char *const *extensions; /* of files that have it, apart from the packing */
} formats[N_FORMATS] = {
    [FORMAT_CODENET] = {"codenet", {&codenet_kind, open_codenet}, (const char *const[]){NULL}},
    [FORMAT_JSON_LINES] = {"jsonl",
                           {&rows_kind, open_json_lines},
                           (const char *const[]){"jsonl", "ndjson", "json", NULL}},
    [FORMAT_CSV] = {"csv", {&rows_kind, open_csv}, (const char *const[]){"csv", "tsv", NULL}},
    [FORMAT_GIT] = {NULL, {&git_kind, open_git}, (const char *const[]){NULL}},
};

const char *mined_format_name(int number)
{
    return number < N_FORMATS ? formats[number].name : NULL;
}

const char *mined_source_name(int number)
{
    for (int i = 0; i < N_FORMATS; i++) {
        bool is_next = i == 0 || formats[i].source.kind != formats[i - 1].source.kind;
        if (is_next && number-- == 0)
            return formats[i].source.kind->name;
    }
    return NULL;
}

/* Returns the format of what is on standard input. A packed file is an archive. */
static int format_of_input(void)
{
    char bytes[FILE_KIND_BYTES];
    size_t n = input_peek_standard(bytes, sizeof bytes), n_mark = utf8_byte_order_mark(bytes, n);
    enum file_kind kind = file_kind_of(bytes, n);
    if (kind == FILE_KIND_ARCHIVE || kind == FILE_KIND_DATABASE || n == 0 || memchr(bytes, 0, n))
        return FORMAT_CODENET;
    for (size_t i = n_mark; i < n; i++)
        if (!strchr(" \t\r\n", bytes[i]))
            return bytes[i] == '{' || bytes[i] == '[' ? FORMAT_JSON_LINES : FORMAT_CSV;
    return FORMAT_CSV;
}

static int format_of_name(const char *path)
{
    size_t n = strlen(path) - strlen(packing_suffix(packing_of(path)));
    scoped_memory char *name = mem_copy_text(path, n);
    for (int i = 0; i < N_FORMATS && !file_is_folder(path); i++)
        for (const char *const *extension = formats[i].extensions; *extension; extension++)
            if (file_has_extension(name, *extension))
                return i;
    return FORMAT_CODENET;
}

static int choose_format(const struct mine_arguments *arguments)
{
    if (arguments->is_git)
        return FORMAT_GIT;
    if (arguments->format)
        return arguments->format - 1;
    return strcmp(arguments->dataset, "-") == 0 ? format_of_input()
                                                : format_of_name(arguments->dataset);
}

/* Options that only some formats have. */
static int check_options(const struct mine_arguments *arguments, int format, struct err *err)
{
    bool is_rows = format == FORMAT_JSON_LINES || format == FORMAT_CSV;
    if (arguments->is_git && arguments->format)
        return err_set(err, "--git and --format %s cannot both be true of '%s'; leave one out",
                       formats[arguments->format - 1].name, arguments->dataset);
    if (!is_rows && (arguments->columns || arguments->accepted.n))
        return err_set(err,
                       "%s is for rows (.jsonl, .csv), and '%s' is not read as rows; if it is "
                       "rows, add --format jsonl or --format csv",
                       arguments->columns ? "--columns" : "--accepted", arguments->dataset);
    if (format != FORMAT_CODENET && arguments->metadata)
        return err_set(err, "--metadata is for a CodeNet tree or archive, and '%s' is read as %s",
                       arguments->dataset, is_rows ? "rows" : "git repositories");
    if (format != FORMAT_GIT && (arguments->keywords || arguments->any_owner))
        return err_set(err, "%s is for git repositories; add --git",
                       arguments->keywords ? "--keywords" : "--any-owner");
    return 0;
}

int mined_source_choose(const struct mined_source **out, const struct mine_arguments *arguments,
                        struct err *err)
{
    int format = choose_format(arguments);
    *out = &formats[format].source;
    return check_options(arguments, format, err);
}

void mined_source_recall(struct mine_arguments *arguments, const char *source_options,
                         struct arena *arena)
{
    char *columns = arena_text(arena, source_options), *rest = NULL;
    char *accepted = strstr(columns, ROWS_ACCEPTED);
    if (accepted)
        *accepted = '\0';
    if (strncmp(columns, ROWS_COLUMNS, strlen(ROWS_COLUMNS)) == 0)
        arguments->columns = columns + strlen(ROWS_COLUMNS);
    if (!accepted)
        return;
    accepted += strlen(ROWS_ACCEPTED);
    for (char *one = strtok_r(accepted, ",", &rest); one; one = strtok_r(NULL, ",", &rest))
        array_push(&arguments->accepted, one);
}

const struct source_kind *source_kind_find(const char *name)
{
    for (int i = 0; i < N_FORMATS; i++)
        if (strcmp(formats[i].source.kind->name, name) == 0)
            return formats[i].source.kind;
    return NULL;
}
