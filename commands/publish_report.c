#include "commands/publish_report.h"

#include "base/shell.h"
#include "base/terminal.h"
#include "commands/exporting.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Prints lines that contain file names, made safe for a terminal, and clears the text. */
static void print_safe(struct str *text)
{
    scoped(str) safe = {0};
    terminal_add_safe_lines(&safe, str_text(text));
    fputs(str_text(&safe), stderr);
    str_clear(text);
}

/* Prints the findings of one test. The name may come from the file name of a benchmark, so it is
 * made safe. */
static void tell_one(const char *prefix, const char *name, double n, const char *one,
                     const char *many)
{
    scoped(str) safe = {0};
    terminal_add_safe(&safe, name, strlen(name), 0);
    if (n > 0)
        fprintf(stderr, "  %s%s: %.0f %s\n", prefix, str_text(&safe), n, plural(n, one, many));
}

void publish_report_failures(const struct command *command, const char *db,
                             const struct json *report)
{
    const struct json *tests = json_get(json_get(report, "splits"), "tests");
    const struct json *benchmarks = json_get(report, "benchmarks");
    scoped(str) text = {0}, word = {0};
    str_print(&text, "tokfix %s: '%s' is not clean and was not published:\n", command->name, db);
    print_safe(&text);
    json_each(row, tests)
        tell_one("", json_text_at(row, "test"), json_number_at(row, "violations"), "violation",
                 "violations");
    json_each(one, benchmarks)
        tell_one("benchmark ", json_text_at(one, "name"), json_number_at(one, "n_leaks"), "leak",
                 "leaks");
    shell_add_path(&word, db);
    str_print(&text,
              "To list them:            tokfix check %s\n"
              "To mark leaking fixes:   tokfix leak %s --mark (with --against for a benchmark)\n"
              "To split again:          tokfix split %s\n"
              "To publish anyway:       --despite-check\n",
              str_text(&word), str_text(&word), str_text(&word));
    print_safe(&text);
}

void publish_report_tree(const struct command *command, const char *path,
                         const struct edition *edition)
{
    struct edition_size size = edition_size(edition, -1);
    scoped(str) text = {0}, rows = {0};
    if (tell_loudness() == LOUDNESS_QUIET)
        return;
    str_print(&text, "%s\n", path);
    print_safe(&text);
    for (size_t i = 0; i < edition->files.n; i++) {
        const struct edition_file *file = &edition->files.items[i];
        fprintf(stderr, "  %-40s %10" PRId64 " %-4s %12" PRId64 " bytes\n", file->path,
                file->n_rows, plural(file->n_rows, "row", "rows"), file->n_bytes);
    }
    for (size_t i = 0; i < edition->n_others; i++)
        fprintf(stderr, "  %-40s %15s %12" PRId64 " bytes\n", edition->others[i].name, "",
                edition->others[i].n_bytes);
    shell_add_path(&text, path);
    exporting_add_rows(&rows, size.n_rows, size.n_clean);
    tell(command, "%s%s\nNext: tokfix validate %s", str_text(&rows),
         edition->is_forced ? "; tokfix check failed, and the card says so" : "", str_text(&text));
}

static void add_file(struct json *files, const char *path, int64_t n_rows, int64_t n_clean,
                     int64_t n_bytes, const char *sha256)
{
    struct json *file = json_push_object(files);
    json_set_text(file, "path", path);
    if (n_rows >= 0)
        exporting_set_rows(file, n_rows, n_clean);
    json_add(file, J_INT("bytes", n_bytes), J_TEXT("sha256", sha256));
}

void publish_report_json(const char *path, const struct edition *edition)
{
    scoped(json) *published = json_object();
    struct json *files = json_array();
    json_set_text(published, "folder", path);
    struct edition_size size = edition_size(edition, -1);
    exporting_set_rows(published, size.n_rows, size.n_clean);
    json_set_bool(published, "passed_check", !edition->is_forced);
    for (size_t i = 0; i < edition->files.n; i++) {
        const struct edition_file *file = &edition->files.items[i];
        add_file(files, file->path, file->n_rows, file->n_clean, file->n_bytes, file->sha256);
    }
    for (size_t i = 0; i < edition->n_others; i++)
        add_file(files, edition->others[i].name, -1, 0, edition->others[i].n_bytes,
                 edition->others[i].sha256);
    json_set(published, "files", files);
    json_write_pretty(published, stdout);
}
