/* Prompts and answers agree with the rows of `pairs`, for every task and granularity, with and
 * without marks. */
#include "tests/support/jsonl.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/difference.h"

struct view {
    const char *task, *granularity;
    bool has_marks;
};

/* A row of the view beside that of `pairs`. */
struct seen {
    const char *id;
    size_t line;      /* that the prompt names; 0: none */
    struct str shown; /* without marks */
    size_t mark, mark_end;
    const char *answer;
    const char *buggy, *fixed, *edit, *before, *after, *category;
    size_t start, end; /* of the edit, in `buggy` */
};

/* Takes the marks out of what is shown. */
static void take_marks(struct seen *seen, const char *code, bool has_marks)
{
    static const char start[] = "<START>", end[] = "<END>";
    const char *from = has_marks ? strstr(code, start) : NULL;
    const char *to = from ? strstr(from, end) : NULL;
    assert_int_equal(has_marks, to != NULL);
    if (!to) {
        str_add_text(&seen->shown, code);
        return;
    }
    str_add(&seen->shown, code, (size_t)(from - code));
    seen->mark = seen->shown.length;
    str_add(&seen->shown, from + strlen(start), (size_t)(to - from) - strlen(start));
    seen->mark_end = seen->shown.length;
    str_add_text(&seen->shown, to + strlen(end));
}

static struct seen seen_of(const struct json *row, const struct jsonl *pairs, bool has_marks)
{
    struct seen seen = {.answer = jsonl_text(row, "completion")};
    const char *prompt = jsonl_text(row, "prompt"), *line = strstr(prompt, " in line ");
    const struct json *pair = jsonl_find(pairs, "id", jsonl_text(row, "id"));
    scoped(str) code = str_of("%s", strchr(strstr(prompt, "\n### ") + 1, '\n') + 1);
    char *end = strrchr(code.text, '#'); /* "\n\n### Correct program\n" */
    if (line)
        sscanf(line, " in line %zu", &seen.line);
    *(end - strlen("\n\n##")) = '\0';
    seen.id = jsonl_text(pair, "id");
    seen.buggy = jsonl_text(pair, "buggy_code");
    seen.fixed = jsonl_text(pair, "fixed_code");
    seen.edit = jsonl_text(pair, "edit");
    seen.before = jsonl_text(pair, "before");
    seen.after = jsonl_text(pair, "after");
    seen.category = jsonl_text(pair, "category");
    seen.start = jsonl_number(pair, "start_byte");
    seen.end = jsonl_number(pair, "end_byte");
    take_marks(&seen, str_text(&code), has_marks);
    return seen;
}

static bool is_at_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* The byte of a line from 0, and a column in code points; (size_t)-1 when there is none. */
static size_t byte_of(const char *code, size_t line, size_t column)
{
    size_t at = 0;
    for (; line && code[at]; at++)
        line -= code[at] == '\n' || (code[at] == '\r' && code[at + 1] != '\n');
    for (; column && code[at] && !is_at_line_end(code[at]); column--)
        for (at++; ((unsigned char)code[at] & 0xc0) == 0x80;)
            at++;
    return line || column ? (size_t)-1 : at;
}

static bool is_same(const char *a, const char *b)
{
    scoped(program) program_a = {0}, program_b = {0};
    struct token_edit edit;
    bool is_same = tokenize_text(&program_a, a) && tokenize_text(&program_b, b) &&
                   program_difference(&program_a, &program_b, &edit) == DIFFERENCE_NONE;
    return is_same;
}

/* Whether the program with bytes replaced has the tokens of the fixed one. */
static bool gives_fixed(const struct seen *seen, size_t start, size_t end, const char *bytes)
{
    scoped(str) made = {0};
    str_add(&made, seen->buggy, start);
    str_add_text(&made, bytes);
    str_add_text(&made, seen->buggy + end);
    bool is_fixed = is_same(str_text(&made), seen->fixed);
    return is_fixed;
}

/* The correct line in place of that line of what is shown, or of the lines that its token spans. */
static bool repairs_line(const struct seen *seen, size_t origin)
{
    size_t start = byte_of(str_text(&seen->shown), seen->line - 1, 0);
    for (size_t end = start; start != (size_t)-1; end++) {
        bool is_end = !seen->shown.text[end] || is_at_line_end(seen->shown.text[end]);
        if (is_end && origin + end >= seen->end &&
            gives_fixed(seen, origin + start, origin + end, seen->answer))
            return true;
        if (!seen->shown.text[end])
            break;
    }
    return false;
}

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* "line 2, column 5: `a`..." names the place and then the code at it. */
static bool locates(const struct seen *seen, size_t origin, const char *rest)
{
    size_t line = 0, column = 0;
    int length = 0;
    if (sscanf(seen->answer, "line %zu, column %zu: %n", &line, &column, &length) != 2 || !length)
        return false;
    return line > 0 && origin + byte_of(str_text(&seen->shown), line - 1, column) == seen->start &&
           starts_with(seen->answer + length, rest);
}

/* What becomes of the token, as answers say it; of an insertion up to the token after it. */
static void say_change(struct str *out, const struct seen *seen)
{
    if (strcmp(seen->edit, "insert") == 0)
        str_print(out, "`%s` is missing before `%.1s", seen->after, seen->buggy + seen->start);
    else if (strcmp(seen->edit, "delete") == 0)
        str_print(out, "`%s` should not be there", seen->before);
    else
        str_print(out, "`%s` should be `%s`", seen->before, seen->after);
}

static bool explains(const struct seen *seen, size_t origin, const char *change)
{
    size_t line = 0;
    int length = 0;
    if (sscanf(seen->answer, "line %zu: %n", &line, &length) != 1 || !length || !line)
        return false;
    size_t start = byte_of(str_text(&seen->shown), line - 1, 0);
    size_t next = byte_of(str_text(&seen->shown), line, 0);
    return origin + start <= seen->start && (next == (size_t)-1 || seen->start < origin + next) &&
           starts_with(seen->answer + length, change);
}

/* Whether all statements are right if the shown code is at `origin` in the program. */
static bool is_right_at(const struct seen *seen, const struct view *view, size_t origin)
{
    scoped(str) change = {0};
    bool is_right = seen->start >= origin && seen->start <= origin + seen->shown.length;
    say_change(&change, seen);
    const char *token = printed("`%s", seen->before);
    if (*seen->before && strcmp(seen->before, "not in") != 0 && strcmp(seen->before, "is not") != 0)
        is_right = is_right && starts_with(seen->buggy + seen->start, seen->before);
    if (view->has_marks)
        is_right = is_right && origin + seen->mark == seen->start && seen->mark < seen->mark_end &&
                   (seen->start == seen->end || origin + seen->mark_end == seen->end);
    if (strstr(view->task, "repair") == view->task)
        is_right = is_right &&
                   (strcmp(view->granularity, "line") == 0
                        ? repairs_line(seen, origin)
                        : gives_fixed(seen, origin, origin + seen->shown.length, seen->answer));
    else if (strcmp(view->task, "locate") == 0)
        is_right = is_right && locates(seen, origin, token);
    else if (strcmp(view->task, "locate-repair") == 0)
        is_right = is_right && locates(seen, origin, str_text(&change));
    else if (strcmp(view->task, "explain") == 0)
        is_right = is_right && explains(seen, origin, str_text(&change));
    else
        is_right = is_right && strcmp(seen->answer, seen->category) == 0;
    return is_right;
}

/* The answer is the shown program but for the bytes of the edit, and blanks after them. */
static void assert_shows_one_edit(const struct seen *seen)
{
    const char *after = str_text(&seen->shown) + seen->end;
    after += strspn(after, " \t");
    size_t length = strlen(seen->answer), n = strlen(after);
    assert_true(length >= seen->start + n);
    assert_memory_equal(seen->answer, seen->buggy, seen->start);
    assert_string_equal(seen->answer + length - n, after);
}

static void check_seen(const struct seen *seen, const struct view *view)
{
    bool is_right = false;
    const char *shown = str_text(&seen->shown), *at = strstr(seen->buggy, shown);
    if (strcmp(view->granularity, "program") == 0) {
        const char *rest = seen->buggy + strlen(shown);
        assert_ptr_equal(at, seen->buggy);
        assert_int_equal(strspn(rest, " \t\r\n\f"), strlen(rest));
        if (strstr(view->task, "repair") == view->task)
            assert_shows_one_edit(seen);
    }
    for (; at && !is_right; at = *at ? strstr(at + 1, shown) : NULL) {
        size_t origin = (size_t)(at - seen->buggy);
        bool is_line_start = origin == 0 || is_at_line_end(at[-1]);
        is_right = is_line_start && is_right_at(seen, view, origin);
    }
    if (!is_right)
        fail_msg("%s: %s, %s%s:\n%s\n--\n%s", seen->id, view->task, view->granularity,
                 view->has_marks ? ", marked" : "", shown, seen->answer);
}

static size_t check_view(const char *db, const struct view *view, const struct jsonl *pairs)
{
    scoped(jsonl) rows = {0};
    jsonl_export(&rows,
                 "%s --format prompt-completion --category all --task %s --granularity %s %s", db,
                 view->task, view->granularity, view->has_marks ? "--mark-location" : "");
    assert_int_equal(rows.rows.n, pairs->rows.n);
    for (size_t i = 0; i < rows.rows.n; i++) {
        struct seen seen = seen_of(rows.rows.items[i], pairs, view->has_marks);
        check_seen(&seen, view);
        str_release(&seen.shown);
    }
    size_t n = rows.rows.n;
    return n;
}

static void check_store(const char *name, const char *db)
{
    static const char *const tasks[] = {"repair",   "locate",  "locate-repair",
                                        "classify", "explain", "repair-with-verdict"};
    static const char *const granularities[] = {"program", "function", "line"};
    scoped(jsonl) pairs = {0};
    size_t n = 0;
    jsonl_export(&pairs, "%s --format pairs --category all", db);
    for (size_t task = 0; task < N_ITEMS(tasks); task++)
        for (size_t granularity = 0; granularity < N_ITEMS(granularities); granularity++)
            for (int has_marks = 0; has_marks < 2; has_marks++) {
                struct view view = {tasks[task], granularities[granularity], has_marks};
                if (!has_marks || strncmp(tasks[task], "locate", 6) != 0)
                    n += check_view(db, &view, &pairs);
            }
    printf("note: %s: %zu prompts and answers compared with their programs\n", name, n);
}

TEST(views__show_the_program_and_answer_rightly)
{
    jsonl_each_store("prompts and answers of real programs", check_store);
}

/* Rows of formats, by any number of threads, say the same (agree.py). */
static void check_formats(const char *name, const char *db)
{
    scoped(str) output =
        output_of("cd \"$SCRATCH\"; formats=$(\"$TOKFIX\" export a --format '?' 2>&1 | "
                  "sed -n 's/.*use one of: //p' | tr -d ,); rm -rf 1 7; for j in 1 7; do "
                  "for part in program function line; do\n"
                  "mkdir -p $j/$part\n"
                  "for format in $formats; do\n"
                  "    set -- --granularity $part; [ $format != pairs ] || set --\n"
                  "    \"$TOKFIX\" export %s --format $format --category all -j $j -q \"$@\" "
                  "-o $j/$part/$format.jsonl || exit\n"
                  "done; done; done; diff -r 1 7 && cd 1 && "
                  "python3 \"$SAMPLE/../loaders/agree.py\" program function line",
                  db);
    printf("note: %s: %s", name, str_text(&output));
}

TEST(formats__say_the_same)
{
    jsonl_each_store("exports of real programs, format by format", check_formats);
}

/* Each is the fixed program of a row, and neither there twice nor a buggy program. */
static void check_negatives(const char *name, const char *db)
{
    scoped(str) output = output_of(
        "cd \"$SCRATCH\"; \"$TOKFIX\" export %s --format pairs --category all --negatives 1 -q >n; "
        "jq -c 'select(.edit == \"none\") | .buggy_code' n | sort >clean; "
        "jq -c 'select(.edit != \"none\") | .buggy_code' n | sort >buggy; "
        "jq -c 'select(.edit != \"none\") | .fixed_code' n | sort >fixed; "
        "jq -e 'select(.edit == \"none\" and (.buggy_status != \"Accepted\" or "
        ".buggy_code != .fixed_code))' n; uniq -d clean; comm -12 clean buggy; "
        "comm -23 clean fixed; echo \"$(wc -l <clean) correct beside $(wc -l <buggy)\"",
        db);
    if (strchr(str_text(&output), '\n') != str_text(&output) + output.length - 1)
        fail_msg("%s", str_text(&output));
    printf("note: %s: %s", name, str_text(&output));
}

TEST(negatives__are_correct_programs_once)
{
    jsonl_each_store("correct ones of real programs", check_negatives);
}
