/* The library copies JSON lines to Parquet. It gets the files as descriptors, so that a file name
 * is never read as a pattern or an address. */
#include "export/parquet.h"

#include "base/duck.h"
#include "base/file.h"

#include <string.h>

enum { MIN_OBJECT_BYTES = 1 << 24 /* the library's default */ };

bool parquet_is_name(const char *path)
{
    return file_has_extension(path, "parquet");
}

/* Fails with what the library said, without the quoted name of a descriptor. */
static int fail(const char *path, char *reason, struct err *err)
{
    static const char name[] = "/proc/self/fd/";
    char *begin = strstr(reason, name);
    char *end = begin > reason + 1 ? strchr(begin, begin[-1]) : NULL;
    if (end && begin[-2] == ' ')
        memmove(begin - 2, end + 1, strlen(end + 1) + 1);
    return err_set(err, "cannot write '%s': %s", path, reason);
}

static void add_type(struct str *out, const struct export_feature *feature)
{
    static const char *const types[] = {[FEATURE_TEXT] = "VARCHAR",
                                        [FEATURE_INT] = "BIGINT",
                                        [FEATURE_BOOL] = "BOOLEAN",
                                        [FEATURE_INTS] = "BIGINT[]",
                                        [FEATURE_RECORDS] = "STRUCT("};
    str_add_text(out, types[feature->type]);
    if (feature->type != FEATURE_RECORDS)
        return;
    for (const struct export_feature *member = feature->members; member->name; member++) {
        str_print(out, "%s\"%s\" ", member == feature->members ? "" : ", ", member->name);
        add_type(out, member);
    }
    str_add_text(out, ")[]");
}

static void add_columns(struct str *out, const struct export_feature *features)
{
    for (const struct export_feature *feature = features; feature->name; feature++) {
        str_print(out, "%s'%s': '", feature == features ? "" : ", ", feature->name);
        add_type(out, feature);
        str_add_text(out, "'");
    }
}

int parquet_write(int out, int rows, size_t longest, const struct export_feature *features,
                  const char *path, struct err *err)
{
    scoped(str) sql = {0};
    struct err reason;
    if (duck_load(err) != 0)
        return ERR;
    str_print(&sql,
              "COPY (SELECT * FROM read_json('/proc/self/fd/%d', format = 'newline_delimited', "
              "compression = 'uncompressed', maximum_object_size = %zu, columns = {",
              rows, longest < MIN_OBJECT_BYTES ? (size_t)MIN_OBJECT_BYTES : longest + 1);
    add_columns(&sql, features);
    str_print(&sql,
              "})) TO '/proc/self/fd/%d' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240, "
              "USE_TMP_FILE false)",
              out);
    return duck_run(str_text(&sql), NULL, NULL, NULL, &reason) == 0
               ? 0
               : fail(path, reason.message, err);
}
