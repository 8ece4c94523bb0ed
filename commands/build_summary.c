/* What tokfix build says of a database and a folder. */
#include "base/file.h"
#include "base/json.h"
#include "base/terminal.h"
#include "commands/build.h"
#include "db/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

int64_t build_ask(struct build *build, const char *sql)
{
    int64_t number;
    scoped(db) *db = NULL;
    bool is_known = db_open_readonly(&db, build_path(build, BUILD_DATABASE), NULL) == 0 &&
                    db_get_int(db, &number, sql, NULL) == 0;
    return is_known ? number : 0;
}

bool build_is_clean(struct build *build)
{
    return build_ask(build, "SELECT sum(n_found) FROM checks") == 0;
}

/* Adds the number of the files at a path and their sizes. */
static void measure(struct build *build, const char *path, int64_t *n_files, int64_t *n_bytes)
{
    struct stat info;
    scoped_array struct text_list names = {0};
    if (lstat(path, &info) != 0)
        return;
    if (S_ISREG(info.st_mode)) {
        *n_files += 1;
        *n_bytes += info.st_size;
    } else if (S_ISDIR(info.st_mode) && file_list(&names, &build->arena, path, NULL) == 0) {
        for (size_t i = 0; i < names.n; i++)
            measure(build, arena_print(&build->arena, "%s/%s", path, names.items[i]), n_files,
                    n_bytes);
    }
}

static void print_file(struct build *build, const char *name, const char *what)
{
    int64_t n_files = 0, n_bytes = 0;
    const char *path = build_path(build, name);
    scoped(str) safe = {0}, size = {0};
    measure(build, path, &n_files, &n_bytes);
    if (!n_files)
        return;
    str_print(&size, n_bytes < 1000000 ? "%.0f kB" : "%.1f MB",
              (double)n_bytes / (n_bytes < 1000000 ? 1e3 : 1e6));
    size_t columns = terminal_add_safe(&safe, path, strlen(path), 0);
    size_t width = strlen(build->folder) + sizeof "/report.html";
    printf("%s%*s %9s  ", str_text(&safe), columns < width ? (int)(width - columns) : 0, "",
           str_text(&size));
    if (n_files > 1)
        printf("%" PRId64 " files: ", n_files);
    puts(what);
}

/* Prints each row as "N WORD", joined by commas, between two texts. */
static int print_counts(struct db *db, const char *before, const char *sql, const char *behind,
                        struct err *err)
{
    int status;
    scoped(db_statement) *s = db_query(db, err, sql, NULL);
    fputs(before, stdout);
    for (const char *comma = ""; (status = db_step(s, err)) == 1; comma = ", ")
        printf("%s%" PRId64 " %s", comma, db_int(s, 0), db_text(s, 1));
    puts(behind);
    return status;
}

/* The fixes of each split, also of an empty one, and those in none. */
static const char splits_query[] =
    "WITH wanted AS (SELECT DISTINCT split FROM splits "
    "UNION SELECT 'train' FROM split_run WHERE train_ratio > 0 "
    "UNION SELECT 'validation' FROM split_run WHERE validation_ratio > 0 "
    "UNION SELECT 'test' FROM split_run WHERE test_ratio > 0), "
    "counted AS (SELECT split FROM splits JOIN counted_fixes USING (fix_key)) "
    "SELECT * FROM (SELECT count(c.split), w.split FROM wanted w LEFT JOIN counted c USING (split) "
    "GROUP BY w.split ORDER BY w.split = 'test', w.split = 'validation', w.split) "
    "UNION ALL SELECT n, 'in none (" BUILD_LOG " says why)' FROM (SELECT count(*) AS n "
    "FROM counted_fixes WHERE fix_key NOT IN (SELECT fix_key FROM splits)) WHERE n";

/* What publish has made, with the number of its rows if its manifest can be read. */
static const char *describe_dataset(struct build *build)
{
    scoped(str) text = {0};
    scoped(json) *manifest = NULL;
    const char *what = "a folder for a dataset hub";
    const char *path = build_path(
        build, arena_print(&build->arena, "%s/manifest.json", build_made[BUILD_PUBLISH]));
    if (file_read(&text, path, NULL) != 0 ||
        json_parse(&manifest, str_text(&text), text.length, NULL) != 0)
        return what;
    return arena_print(
        &build->arena, "%s, %s", what,
        counted(json_int(json_get(json_get(json_get(manifest, "counts"), "rows"), "rows"), 0),
                "row", "rows")
            .text);
}

int build_print_summary(struct build *build, struct err *err)
{
    scoped(db) *db = NULL;
    scoped(str) typed = {0}, database = {0};
    int64_t n_fixes, n_errors, n_in_thesis;
    shell_add_path(&typed, build_path(build, BUILD_DATABASE));
    terminal_add_safe_lines(&database, str_text(&typed));
    if (store_open(&db, build_path(build, BUILD_DATABASE), err) != 0 ||
        db_get_int(db, &n_fixes, "SELECT count(*) FROM counted_fixes", err) != 0 ||
        db_get_int(db, &n_in_thesis,
                   "SELECT sum(n_fixes) FROM bug_types JOIN categories USING (category) "
                   "WHERE in_thesis",
                   err) != 0 ||
        db_get_int(db, &n_errors, "SELECT count(*) FROM input_errors", err) != 0)
        return ERR;
    const char *found = arena_print(&build->arena, "%s: ", counted(n_fixes, "fix", "fixes").text);
    const char *classed =
        arena_print(&build->arena, "; %" PRId64 " in the six categories", n_in_thesis);
    if (print_counts(db, found,
                     "SELECT count(*) AS n, language FROM counted_fixes JOIN submissions "
                     "ON submission_key = buggy_submission_key GROUP BY language "
                     "ORDER BY n DESC, language",
                     classed, err) != 0 ||
        print_counts(db, "marked: ",
                     "SELECT sum(is_duplicate), 'as duplicate' FROM fix_marks UNION ALL "
                     "SELECT sum(is_conflicting), 'as conflicting' FROM fix_marks",
                     "", err) != 0 ||
        print_counts(db, "splits: ", splits_query, "", err) != 0)
        return ERR;
    if (build_ask(build, "SELECT (SELECT sum((train_ratio > 0) + (validation_ratio > 0) + "
                         "(test_ratio > 0)) FROM split_run) > "
                         "(SELECT count(DISTINCT split) FROM splits)"))
        puts("a split is empty, because problems and repositories are not divided; "
             "to divide them: --split.within");
    printf("check: %s\n", build_is_clean(build) ? "clean" : "NOT CLEAN");
    if (n_errors)
        printf("%s of the dataset could not be used: tokfix stats %s input_errors\n",
               counted(n_errors, "row or file", "rows or files").text, str_text(&database));
    print_file(build, BUILD_DATABASE, "the fixes and their programs");
    print_file(build, build_made[BUILD_REPORT], "a page for a browser");
    print_file(build, build_made[BUILD_PUBLISH], describe_dataset(build));
    print_file(build, BUILD_LOG, "what the commands printed");
    return 0;
}
