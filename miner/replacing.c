/* See replacing.h. */
#include "miner/replacing.h"

#include "db/store.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* How an SQLite database begins, its final zero included, and where it says whose it is, as four bytes
 * with the highest first (sqlite.org/fileformat.html). */
static const char MAGIC[16] = "SQLite format 3";
enum { APPLICATION_ID = 68, HEADER = 72 };

enum kind { KIND_OTHER, KIND_DATABASE, KIND_TOKFIX };

static enum kind kind_of(FILE *file)
{
    unsigned char header[HEADER] = {0};
    size_t n = fread(header, 1, sizeof header, file);
    if (n < sizeof MAGIC || memcmp(header, MAGIC, sizeof MAGIC) != 0)
        return KIND_OTHER;
    uint32_t id = 0;
    for (int i = 0; i < 4; i++)
        id = id << 8 | header[APPLICATION_ID + i];
    return id == STORE_APPLICATION_ID ? KIND_TOKFIX : KIND_DATABASE;
}

int replacing_is_safe(const char *path, bool by_database, struct err *err)
{
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0)
        return 0;
    FILE *file = fopen(path, "rbe");
    if (!file)
        return err_set_errno(err, "cannot read '%s', which is to be replaced", path);
    errno = 0;
    enum kind kind = kind_of(file);
    int status =
        ferror(file) ? err_set_errno(err, "cannot read '%s', which is to be replaced", path) : 0;
    fclose(file);
    if (status != 0)
        return ERR;
    if (kind == (by_database ? KIND_TOKFIX : KIND_OTHER))
        return 0;
    return err_set(err, "'%s' is %s, and is left alone; name another file with -o", path,
                   by_database ? "no tokfix database" : "a database");
}
