/* Files of rows: any bytes, packed or in a zip, give the same parts and texts in pieces of any
 * size, or fail for the same reason. Entries of a zip are below it. */
#include "base/archive_reader.h"
#include "miner/rows/row_files.h"
#include "tests/fuzz/target.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_TEXT = 1 << 20 };

static char path[64];

static void remove_file(void)
{
    unlink(path);
}

static void write_file(const uint8_t *bytes, size_t length)
{
    static int fd;
    if (!fd) {
        snprintf(path, sizeof path, "/dev/shm/tokfix-fuzz-files-%d", (int)getpid());
        fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        REQUIRE(fd > 0, "no file in memory");
        atexit(remove_file);
        target_keep_memory();
    }
    REQUIRE(pwrite(fd, bytes, length, 0) == (ssize_t)length && ftruncate(fd, (off_t)length) == 0,
            "cannot write the file");
}

static void check_name(const struct row_file *part)
{
    scoped(str) cut = {0};
    const char *slash = strchr(part->name, '/');
    if (part->is_in_archive)
        REQUIRE(slash && !entry_path_cut(&cut, slash + 1), "'%s' leads out", part->name);
}

/* Appends the names and texts of all parts, and why they end. */
static void read_parts(struct str *out, struct row_files *parts, size_t n_piece)
{
    struct row_file *part;
    struct err err = {{0}};
    int status;
    for (;;) {
        scoped(row_text) text = {0};
        ptrdiff_t n = 0;
        if ((status = row_files_next(parts, &part, &text, &err)) != 1)
            break;
        check_name(part);
        str_print(out, "%s: ", part->name);
        while (out->length < MAX_TEXT &&
               (n = text.read(text.context, str_reserve(out, n_piece), n_piece, &err)) > 0)
            str_extend(out, (size_t)n);
        if (n < 0)
            break;
    }
    str_add_text(out, err.message);
}

static const struct row_columns usual_columns;

static void read_all(struct str *out, size_t n_piece)
{
    scoped(arena) arena = {0};
    struct input_errors errors = {.arena = &arena};
    scoped(row_files) *parts = NULL;
    struct err err = {{0}};
    static const struct rows_options own;
    const struct source_request request = {.path = path, .format = ROWS_FOUND, .own = &own};
    if (row_files_open(&parts, &request, &usual_columns, &errors, &err) == 0)
        read_parts(out, parts, n_piece);
    else
        REQUIRE(err.message[0], "a failure without a reason");
    str_add_text(out, err.message);
    array_release(&errors.list);
}

FUZZ_TARGET(files)
{
    scoped(str) whole = {0}, pieces = {0};
    write_file(bytes, length);
    read_all(&whole, 1 << 16);
    if (whole.length >= MAX_TEXT)
        return 0;
    read_all(&pieces, 3);
    REQUIRE(whole.length == pieces.length &&
                memcmp(str_text(&whole), str_text(&pieces), whole.length) == 0,
            "'%s' is '%s' in pieces", str_text(&whole), str_text(&pieces));
    return 0;
}
