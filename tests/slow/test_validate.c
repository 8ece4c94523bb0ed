/* Exports are valid in every format. A file with one changed value is not, and the finding has its
 * line and rule. */
#include "export/format.h"
#include "tests/support/mutation.h"
#include "tests/support/test.h"

static const char *const granularities[] = {"program", "function", "line"};

/* Exports, and validates if export takes the options; returns whether it did. */
static bool check_export(const struct export_format *format, const char *granularity,
                         const char *task)
{
    const char *name = format->parts[0] ? "e" : "e.jsonl";
    const char *written = format->parts[0] ? "e.buggy-fixed.buggy" : name;
    int status = run_shell(NULL,
                           "\"$TOKFIX\" export \"$SCRATCH/v.db\" --format %s --granularity %s "
                           "--task %s %s --category all --sample 120 -o \"$SCRATCH/%s\" --force",
                           format->name, granularity, task,
                           format->flags & FORMAT_NEGATIVES ? "--negatives 0.5" : "", name);
    assert_true(status == 0 || status == 2);
    if (status == 0)
        run_valid(NULL, "\"$TOKFIX\" validate \"$SCRATCH/%s\" --format %s", written, format->name);
    return status == 0;
}

/* One of `share` of all ways that there are, of each format, granularity and task. */
static void check_dataset(const char *name, const char *dataset, int share, int n_at_least)
{
    int n = 0;
    const struct export_format *const *format;
    const struct export_task *const *task;
    run_valid(NULL, "\"$TOKFIX\" mine %s -o \"$SCRATCH/v.db\" --force", dataset);
    for (format = export_formats; *format; format++)
        for (size_t g = 0; g < N_ITEMS(granularities); g++)
            for (task = export_tasks; *task; task++)
                if (*format != &export_format_tssb && /* has no rows of contests */
                    ((format - export_formats) + (task - export_tasks) + (ptrdiff_t)g) % share == 0)
                    n += check_export(*format, granularities[g], (*task)->name);
    printf("note: %s: %d ways to export it are valid\n", name, n);
    assert_true(n >= n_at_least);
}

TEST(validate__takes_all_exports_of_the_sample)
{
    check_dataset("sample", "\"$SAMPLE/Project_CodeNet\"", 1, 97);
}

TEST(validate__takes_all_exports_of_atcoder)
{
    if (!has_atcoder("exports of real programs that are validated"))
        skip();
    check_dataset("atcoder", "\"$SHARED/data/atcoder\"", 2, 40);
}

enum { MAX_LINES = 1000 };

/* A file by lines, each with its end. */
struct lines {
    struct str text;
    const char *starts[MAX_LINES + 1];
    size_t n;
};

static void read_lines(struct lines *lines, const char *path)
{
    read_test_file(&lines->text, path);
    lines->n = 0;
    const char *at = str_text(&lines->text), *end = at + lines->text.length;
    while (at < end && lines->n < MAX_LINES) {
        lines->starts[lines->n++] = at;
        at = strchr(at, '\n') + 1;
    }
    lines->starts[lines->n] = end;
}

/* In a line (from 1) the first `from` becomes `to`. */
struct change {
    const char *file;
    size_t line;
    const char *from, *to;
    const char *finding; /* LINE: rule */
};

static void add_changed(struct str *out, const struct lines *lines, const struct change *change)
{
    const char *start = lines->starts[change->line - 1], *found = strstr(start, change->from);
    if (!found || found >= lines->starts[change->line])
        fail_msg("no '%s' in line %zu of %s", change->from, change->line, change->file);
    str_add(out, str_text(&lines->text), (size_t)(found - lines->text.text));
    str_add_text(out, change->to);
    str_add_text(out, found + strlen(change->from));
}

static void expect_finding(const struct str *text, const char *name, const char *finding)
{
    scoped(str) output = {0};
    write_test_file(scratch_path(name), str_text(text), text->length);
    int status = run_shell(&output, "\"$TOKFIX\" validate \"$SCRATCH/%s\"", name);
    scoped(str) expected = str_of("%s:%s: ", scratch_path(name), finding);
    if (status != 1 || !strstr(str_text(&output), str_text(&expected)))
        fail_msg("exit status %d, without '%s':\n%s", status, str_text(&expected),
                 str_text(&output));
}

static void export_sample(void)
{
    run_valid(NULL,
              "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o \"$SCRATCH/v.db\" "
              "--force\n"
              "\"$TOKFIX\" dedup \"$SCRATCH/v.db\"\n"
              "for f in pairs nbf messages segments preference text alpaca\n"
              "do \"$TOKFIX\" export \"$SCRATCH/v.db\" --format $f "
              "-o \"$SCRATCH/$f.jsonl\" --force; done\n"
              "\"$TOKFIX\" export \"$SCRATCH/v.db\" --format codexglue "
              "-o \"$SCRATCH/glue\" --force");
}

static const struct change changes[] = {
    {"pairs", 3, "{\"id\":", "{\"id\"", "3: json"},
    {"pairs", 3, "\"id\":\"p00001", "\"id\":\"p00002", "3: id"},
    {"pairs", 3, "\"edit\":\"replace\"", "\"edit\":\"insert\"", "3: edit"},
    {"pairs", 3, "\"edit\":\"replace\"", "\"edit\":\"\"", "3: unknown_name"},
    {"pairs", 3, "\"before\":\"/\"", "\"before\":\"//\"", "3: before"},
    {"pairs", 3, "\"after\":\"%\"", "\"after\":\"//\"", "3: edit_applied"},
    {"pairs", 3, "\"line\":9", "\"line\":8", "3: place"},
    {"pairs", 3, "\"column\":15", "\"column\":16", "3: place"},
    {"pairs", 3, "\"start_byte\":124", "\"start_byte\":123", "3: before"},
    {"pairs", 3, "\"end_byte\":125", "\"end_byte\":123", "3: bytes"},
    {"pairs", 3, "\"end_byte\":125", "\"end_byte\":125e99", "3: wrong_type"},
    {"pairs", 3, "\"token_index\":43", "\"token_index\":42", "3: token_index"},
    {"pairs", 3, "\"n_tokens\":57", "\"n_tokens\":58", "3: n_tokens"},
    {"pairs", 3, "\"repair_in_program\":false", "\"repair_in_program\":true",
     "3: repair_in_program"},
    {"pairs", 3, "\"repair_in_program\":false", "\"repair_in_program\":0", "3: wrong_type"},
    {"pairs", 3, "\"role\":", "\"rule\":", "3: unknown_key"},
    {"pairs", 3, "\"role\":", "\"rule\":", "3: missing_key"},
    {"pairs", 3, "\"role\":\"\"", "\"role\":null", "3: null_value"},
    {"pairs", 3, "\"buggy_code\":\"import", "\"buggy_code\":\"(import", "3: syntax"},
    {"pairs", 3, "\"buggy_code\":\"import", "\"buggy_code\":\"import import", "3: single_token"},
    {"pairs", 3, "\"buggy_code\":\"import", "\"buggy_code\":\"\tmport", "3: json"},
    {"pairs", 3, "\"buggy_code\":\"import", "\"buggy_code\":\"\xc0\x80", "3: encoding"},
    {"pairs", 3, "{", "", "3: json"},
    {"pairs", 3, "{", "\n{", "3: json"},
    {"nbf", 3, "[8,15,", "[8,14,", "3: marked_token"},
    {"nbf", 3, ",8,16]", ",8,15]", "3: error_marker"},
    {"nbf", 3, "\"bug_type\":\"binop\"", "\"bug_type\":\"numeric\"", "3: bug_type_repair"},
    {"nbf", 3, "\"repair\":\"%\"", "\"repair\":\"/\"", "3: repair"},
    {"nbf", 3, "\"comodified\":false", "\"comodified\":\"false\"", "3: wrong_type"},
    {"messages", 5, "\"role\":\"assistant\"", "\"role\":\"user\"",
     "5: example_missing_assistant_message"},
    {"messages", 5, "\"role\":\"user\"", "\"role\":\"human\"", "5: unrecognized_role"},
    {"messages", 5, "\"role\":\"user\",", "", "5: message_missing_key"},
    {"messages", 5, "\"content\":", "\"contents\":", "5: message_unrecognized_key"},
    {"messages", 5, "\"messages\":", "\"message\":", "5: missing_messages_list"},
    {"segments", 2, "\"label\":true", "\"label\":false", "2: nothing_to_learn"},
    {"text", 2, "</prompt>", "<prompt>", "2: tags"},
    {"alpaca", 2, "\"input\":", "\"inputs\":", "2: unknown_key"},
    {"alpaca", 2, "\"input\":", "\"output\":\"\",\"input\":", "2: duplicate_key"},
};

TEST(validate__finds_each_change_with_its_line)
{
    struct lines lines = {0};
    struct str changed = {0};
    export_sample();
    for (size_t i = 0; i < N_ITEMS(changes); i++) {
        char path[64];
        snprintf(path, sizeof path, "$SCRATCH/%s.jsonl", changes[i].file);
        read_lines(&lines, path);
        str_clear(&changed);
        add_changed(&changed, &lines, &changes[i]);
        expect_finding(&changed, "changed.jsonl", changes[i].finding);
    }
    str_release(&changed);
    str_release(&lines.text);
}

TEST(validate__finds_what_the_whole_file_shows)
{
    struct lines lines = {0};
    struct str text = {0}, output = {0};
    export_sample();
    read_lines(&lines, "$SCRATCH/pairs.jsonl");
    size_t length = lines.text.length;
    char finding[64];

    str_add(&text, str_text(&lines.text), length - 1);
    snprintf(finding, sizeof finding, "%zu: line_end", lines.n);
    expect_finding(&text, "cut.jsonl", finding);

    str_add(&text, "\n", 1);
    str_add(&text, lines.starts[2], (size_t)(lines.starts[3] - lines.starts[2]));
    snprintf(finding, sizeof finding, "%zu: duplicate_id", lines.n + 1);
    expect_finding(&text, "twice.jsonl", finding);

    str_clear(&text);
    str_add(&text, "\0", 1);
    str_add(&text, str_text(&lines.text), length);
    expect_finding(&text, "zero.jsonl", "1: zero_byte");

    str_clear(&text);
    expect_finding(&text, "empty.jsonl", "1: empty_file");

    /* a damaged or cut gzip file, after the lines that could be read */
    run_valid(&output, "gzip -c \"$SCRATCH/pairs.jsonl\" > \"$SCRATCH/whole.gz\"");
    read_test_file(&text, "$SCRATCH/whole.gz");
    text.length -= 9;
    snprintf(finding, sizeof finding, "%zu: unreadable", lines.n + 1);
    expect_finding(&text, "cut.jsonl.gz", finding);

    /* few chat messages */
    read_lines(&lines, "$SCRATCH/messages.jsonl");
    str_clear(&text);
    str_add(&text, str_text(&lines.text), (size_t)(lines.starts[9] - lines.starts[0]));
    expect_finding(&text, "few.jsonl", "9: insufficient_examples");

    str_release(&text);
    str_release(&output);
    str_release(&lines.text);
}

/* Bytes that were flipped: whatever becomes of it, no crash, and never more rows than lines. */
TEST(validate__survives_flipped_bytes)
{
    static const char *const files[] = {"pairs", "nbf", "messages", "segments"};
    scoped(str) text = {0}, output = {0};
    struct dice chance = {7};
    int n_found = 0;
    export_sample();
    for (int i = 0; i < 60; i++) {
        char path[64];
        snprintf(path, sizeof path, "$SCRATCH/%s.jsonl", files[i % 4]);
        read_test_file(&text, path);
        for (int flips = 0; flips < 3; flips++)
            text.text[dice_below(&chance, text.length)] ^= (char)(1 << dice_below(&chance, 8));
        write_test_file(scratch_path("flipped.jsonl"), text.text, text.length);
        int status = run_shell(&output, "\"$TOKFIX\" validate \"$SCRATCH/flipped.jsonl\"");
        assert_in_range(status, 0, 1);
        n_found += status;
    }
    printf("note: of 60 files with three flipped bits each %d are found\n", n_found);
}

TEST(validate__compares_parallel_files)
{
    struct lines lines = {0};
    struct str text = {0}, output = {0};
    export_sample();
    run_valid(&output, "\"$TOKFIX\" validate \"$SCRATCH/glue.buggy-fixed.fixed\"\n"
                       "cp \"$SCRATCH/glue.buggy-fixed.fixed\" \"$SCRATCH/bad.buggy-fixed.fixed\"");
    read_lines(&lines, "$SCRATCH/glue.buggy-fixed.buggy");
    static const struct change escapes = {"glue", 4, "\\n", "\\x", "4: escape"};
    add_changed(&text, &lines, &escapes);
    expect_finding(&text, "bad.buggy-fixed.buggy", "4: escape");
    str_clear(&text);
    str_add(&text, str_text(&lines.text), (size_t)(lines.starts[5] - lines.starts[0]));
    write_test_file(scratch_path("bad.buggy-fixed.buggy"), text.text, text.length);
    assert_int_equal(run_shell(&output, "\"$TOKFIX\" validate \"$SCRATCH/bad.buggy-fixed.buggy\""),
                     1);
    assert_contains(str_text(&output), "bad.buggy-fixed.fixed:6: parallel_lines: ");
    str_release(&text);
    str_release(&output);
    str_release(&lines.text);
}
