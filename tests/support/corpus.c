/* See corpus.h. */
#include "tests/support/corpus.h"

#include "base/mem.h"
#include "base/str.h"
#include "base/utf8.h"
#include "tests/support/test.h"

#include <sys/types.h>
#include <sys/stat.h>
#include <fts.h>
#include <unistd.h>

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* A buffer of the very size, so that a sanitizer sees a read behind its end. */
static char *read_whole(const char *path, size_t size)
{
    char *bytes = malloc(size ? size : 1);
    FILE *file = fopen(path, "rb");
    if (!bytes || !file || fread(bytes, 1, size, file) != size)
        fail_msg("cannot read '%s'", path);
    fclose(file);
    return bytes;
}

static void visit_file(const FTSENT *entry, bool is_sample, corpus_visitor *visit, void *context)
{
    size_t length = (size_t)entry->fts_statp->st_size;
    scoped_text char *bytes = read_whole(entry->fts_accpath, length);
    size_t mark = length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    if (utf8_is_valid(bytes, length))
        visit(&(struct corpus_source){entry->fts_path, bytes + mark, length - mark, is_sample},
              context);
}

/* Visits every `step`th program. */
static void visit_tree(const char *root, size_t step, bool is_sample, corpus_visitor *visit,
                       void *context)
{
    size_t n = 0;
    scoped_text char *copy = mem_copy_text(root, strlen(root));
    char *const roots[] = {copy, NULL};
    FTS *files = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    assert_non_null(files);
    for (FTSENT *entry; (entry = fts_read(files));) {
        bool is_python =
            entry->fts_namelen > 3 && strcmp(entry->fts_name + entry->fts_namelen - 3, ".py") == 0;
        if (entry->fts_info == FTS_F && is_python && n++ % step == 0)
            visit_file(entry, is_sample, visit, context);
    }
    fts_close(files);
}

static void add_below(struct str *path, const char *variable, const char *rest)
{
    const char *folder = getenv(variable);
    if (!folder)
        fail_msg("$%s is not set: run the tests with make unit-test", variable);
    str_print(path, "%s/%s", folder, rest);
}

void corpus_visit(corpus_visitor *visit, void *context)
{
    struct str sample = {0}, shared = {0};
    const char *extent = getenv("PROGRAMS");
    size_t step = extent && strcmp(extent, "whole") == 0 ? 1 : 8;
    add_below(&sample, "SAMPLE", "Project_CodeNet/data");
    add_below(&shared, "SHARED", "data/atcoder/data");
    visit_tree(str_text(&sample), 1, true, visit, context);
    if (access(str_text(&shared), R_OK) == 0)
        visit_tree(str_text(&shared), step, false, visit, context);
    else
        printf("skipped: programs of ../shared/data, which is not there\n");
    str_release(&sample);
    str_release(&shared);
}
