#include "db/replacing.h"

#include "base/file_kind.h"
#include "db/schema.h"

#include <unistd.h>

/* Offset of the application ID in an SQLite header: four bytes, big-endian
 * (sqlite.org/fileformat.html). */
enum { APPLICATION_ID = 68 };

static bool is_store(const struct file_start *start)
{
    uint32_t id = 0;
    for (size_t i = APPLICATION_ID; i < APPLICATION_ID + 4; i++)
        id = id << 8 | (unsigned char)start->bytes[i];
    return start->kind == FILE_KIND_DATABASE && id == schema_application_id;
}

int replacing_is_safe(const char *path, bool by_database, struct err *err)
{
    struct file_start start;
    if (access(path, F_OK) != 0)
        return 0;
    if (file_start_read(&start, path, err) != 0)
        return ERR;
    if (!start.length || (by_database ? is_store(&start) : start.kind != FILE_KIND_DATABASE))
        return 0;
    return err_set(err, "'%s' is %s, so it is not replaced; name another file with -o", path,
                   by_database ? "not a tokfix database" : "a database");
}
