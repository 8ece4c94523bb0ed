/* See publish_report.h. */
#include "miner/publish_report.h"

#include "base/terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static double number(const struct json *object, const char *key)
{
    return json_number(json_get(object, key), 0);
}

/* A line for what was found by a test; names of benchmarks are as their files are called. */
static void tell_one(const char *prefix, const char *name, double n, const char *what)
{
    struct str safe = {0};
    if (n > 0) {
        terminal_add_safe(&safe, name, strlen(name), 0);
        fprintf(stderr, "  %s%s: %.0f %s%s\n", prefix, str_text(&safe), n, what, n > 1 ? "s" : "");
    }
    str_release(&safe);
}

void publish_report_failures(const struct command *command, const char *db,
                             const struct json *report)
{
    const struct json *tests = json_get(json_get(report, "splits"), "tests");
    const struct json *benchmarks = json_get(report, "benchmarks");
    fprintf(stderr, "tokfix %s: '%s' is not clean, and was not published:\n", command->name, db);
    for (const struct json *row = json_first(tests); row; row = json_next(row))
        tell_one("", json_text(json_get(row, "test")), number(row, "violations"), "violation");
    for (const struct json *one = json_first(benchmarks); one; one = json_next(one))
        tell_one("benchmark ", json_text(json_get(one, "name")), number(one, "n_leaks"), "leak");
    fprintf(stderr,
            "To see them: tokfix check %s; to mark what leaks: tokfix leak %s --mark (with\n"
            "--against for a benchmark); to split anew: tokfix split %s; to publish it as it\n"
            "is: --despite-check\n",
            db, db, db);
}

void publish_report_tree(const struct command *command, const char *path,
                         const struct publication *publication)
{
    struct publication_size size = publication_size(publication, -1);
    fprintf(stderr, "%s\n", path);
    for (size_t i = 0; i < publication->files.n; i++) {
        const struct publication_file *file = &publication->files.items[i];
        fprintf(stderr, "  %-40s %10" PRId64 " rows %12" PRId64 " bytes\n", file->path,
                file->n_rows, file->n_bytes);
    }
    for (size_t i = 0; i < publication->n_others; i++)
        fprintf(stderr, "  %-40s %15s %12" PRId64 " bytes\n", publication->others[i].name, "",
                publication->others[i].n_bytes);
    fprintf(stderr, "tokfix %s: %" PRId64 " rows%s\nNext: tokfix validate %s\n", command->name,
            size.n_rows,
            publication->is_forced ? ", which did not pass tokfix check: the card says so" : "",
            path);
}
