/* See unpacked.h. */
#include "tests/support/unpacked.h"

#include "base/mem.h"
#include "codenet/codenet_source.h"
#include "tests/support/scratch.h"
#include "tests/support/tarball.h"
#include "tests/support/test.h"

struct unpack_options unpacked_options(enum unpack_content content)
{
    return (struct unpack_options){
        .content = content,
        .language = &language_python,
        .max_source_bytes = MAX_SOURCE_BYTES,
        .max_metadata_bytes = MAX_TABLE_BYTES,
        .max_clusters_bytes = MAX_CLUSTERS_BYTES,
        .max_description_bytes = MAX_TEXT_BYTES,
        .temporary_folder = scratch_path(""),
    };
}

struct listing {
    struct spool *spool;
    const char *folder;
    struct str *out;
};

static void take_name(void *context, const char *name, bool is_folder, uint64_t size)
{
    struct listing *listing = context;
    scoped(str) content = {0};
    struct err reason;
    scoped_text char *path = mem_print("%s%s", listing->folder, name);
    str_print(listing->out, "%s", path);
    if (is_folder)
        str_add_text(listing->out, "/; ");
    else if (spool_read(listing->spool, &content, path, 1 << 20, &reason) != BENEATH_OK)
        str_print(listing->out, "(%s); ", reason.message);
    else
        str_print(listing->out, "[%s]; ", str_text(&content));
    if (content.length)
        assert_int_equal(content.length, size);
}

void unpack_file(struct kept *kept, const char *path, enum unpack_content content)
{
    static const char *const folders[] = {
        "metadata/",
        "data/",
        "data/p1/Python/",
        "data/p2/Python/",
        "",
        "derived/duplicates/",
        "Top/derived/duplicates/",
        "Other/derived/duplicates/",
        "problem_descriptions/",
        "Top/problem_descriptions/",
        "Other/problem_descriptions/",
        "derived/problem_descriptions/",
        "problem_descriptions/problem_descriptions/",
    };
    scoped(unpack) *unpack = NULL;
    struct unpack_options options = unpacked_options(content);
    *kept = (struct kept){0};
    kept->status = unpack_start(&unpack, path, &options, &kept->err);
    if (kept->status != 0)
        return;
    kept->status = unpack_finish(unpack, NULL, &kept->err);
    for (size_t i = 0; i < N_ITEMS(folders); i++) {
        struct listing listing = {unpack_spool(unpack), folders[i], &kept->files};
        spool_each_name(unpack_spool(unpack), folders[i], take_name, &listing);
    }
    const struct input_errors *errors = unpack_errors(unpack);
    for (size_t i = 0; i < errors->list.n; i++) {
        assert_int_equal(errors->list.items[i].kind, INPUT_ENTRY_REFUSED);
        assert_int_equal(errors->list.items[i].line, 0);
        str_print(&kept->errors, "%s: %s; ", errors->list.items[i].file,
                  errors->list.items[i].detail);
    }
    str_add_text(&kept->top, unpack_top(unpack));
}

void kept_release(struct kept *kept)
{
    str_release(&kept->files);
    str_release(&kept->errors);
    str_release(&kept->top);
}

void unpack_tar(struct kept *kept, struct str *tar, enum unpack_content content)
{
    tarball_end(tar);
    unpack_file(kept, tarball_save(tar, "archive.tar"), content);
    str_release(tar);
}
