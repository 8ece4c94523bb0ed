/* Patches of real programs, as git diff makes them, are applied as git apply does: at their lines,
 * elsewhere, in reverse, with CRLF, and without an end of the last line. */
#include "base/chance.h"
#include "base/patch.h"
#include "tests/support/corpus.h"
#include "tests/support/test.h"

#include <sys/stat.h>

enum { MAX_CASES = 6000, N_VARIANTS = 4, MIN_LINES = 8, SEED = 48 };

/* Case `i` is in the folder cases/i: a/f and b/f are compared, and the patch is applied to c/f. */
struct oracle {
    struct dice dice;
    size_t n;
    bool is_reverse[MAX_CASES];
    bool has_own_text[MAX_CASES];
    size_t n_applied, n_refused, n_known;
};

/* Appends a copy of lines `from` to `to` of a text. */
static void add_lines(struct str *out, const struct str *text, size_t from, size_t to)
{
    size_t line = 0, start = 0;
    for (size_t at = 0; at < text->length && line < to; at++) {
        if (text->text[at] != '\n' && at + 1 < text->length)
            continue;
        if (line++ >= from)
            str_add(out, text->text + start, at + 1 - start);
        start = at + 1;
    }
}

static size_t count_lines(const struct str *text)
{
    size_t n = 0;
    for (size_t at = 0; at < text->length; at++)
        n += text->text[at] == '\n' || at + 1 == text->length;
    return n;
}

/* Deletes, repeats, copies or changes a few lines, up to `n_edits` times. */
static void edit_lines(struct str *text, struct dice *dice, size_t n_edits)
{
    for (size_t i = 0; i <= dice_below(dice, n_edits); i++) {
        scoped(str) edited = {0};
        size_t n = count_lines(text), at = dice_below(dice, n + 1);
        size_t from = dice_below(dice, n + 1), n_moved = 1 + dice_below(dice, 12);
        int kind = (int)dice_below(dice, 4);
        add_lines(&edited, text, 0, at);
        if (kind == 1)
            add_lines(&edited, text, from, from + n_moved);
        else if (kind == 2)
            add_lines(&edited, text, at, at + n_moved);
        else if (kind == 3)
            str_print(&edited, "line %zu\n", from);
        add_lines(&edited, text, kind == 0 ? at + n_moved / 3 : at, n);
        str_clear(text);
        str_add(text, str_text(&edited), edited.length);
    }
}

static void use_crlf(struct str *text)
{
    scoped(str) changed = {0};
    for (size_t i = 0; i < text->length; i++)
        str_add(&changed, text->text[i] == '\n' ? "\r\n" : &text->text[i],
                text->text[i] == '\n' ? 2 : 1);
    str_clear(text);
    str_add(text, str_text(&changed), changed.length);
}

static void cut_end(struct str *text)
{
    if (text->length && text->text[text->length - 1] == '\n')
        text->text[--text->length] = '\0';
}

static void write_side(size_t number, const char *folder, const struct str *text)
{
    const char *outer = printed("%s/%zu", scratch_path("cases"), number);
    const char *inner = printed("%s/%s", outer, folder);
    mkdir(outer, 0777);
    assert_int_equal(mkdir(inner, 0777), 0);
    write_test_file(printed("%s/f", inner), str_text(text), text->length);
}

/* Makes a case from a program. */
static void make_case(const struct corpus_source *source, struct oracle *oracle)
{
    struct dice *dice = &oracle->dice;
    scoped(str) before = {0}, after = {0}, text = {0};
    str_add(&before, source->text, source->length);
    if (oracle->n == MAX_CASES || count_lines(&before) < MIN_LINES)
        return;
    str_add(&after, source->text, source->length);
    edit_lines(&after, dice, 5);
    if (dice_chance(dice, 0.1))
        cut_end(&before);
    if (dice_chance(dice, 0.1))
        cut_end(&after);
    if (dice_chance(dice, 0.1)) {
        use_crlf(&before);
        use_crlf(&after);
    }
    size_t number = oracle->n++;
    oracle->is_reverse[number] = dice_chance(dice, 0.4);
    oracle->has_own_text[number] = dice_chance(dice, 0.3);
    const struct str *own = oracle->is_reverse[number] ? &after : &before;
    str_add(&text, str_text(own), own->length);
    if (!oracle->has_own_text[number])
        edit_lines(&text, dice, 6);
    write_side(number, "a", &before);
    write_side(number, "b", &after);
    write_side(number, "c", &text);
    write_test_text(
        printed("cases/%zu/options", number),
        printed("%d %s", 1 + (int)dice_below(dice, 5), oracle->is_reverse[number] ? "-R" : ""));
}

static void make_cases(const struct corpus_source *source, void *oracle)
{
    for (int i = 0; i < N_VARIANTS; i++)
        make_case(source, oracle);
}

/* Whether git says that a hunk has a place before that of an earlier one. */
static bool is_out_of_order(const char *log)
{
    long last = 0;
    while ((log = strstr(log, " succeeded at "))) {
        long line = strtol(log += strlen(" succeeded at "), NULL, 10);
        if (line < last)
            return true;
        last = line;
    }
    return false;
}

/* Whether the last line of a text has no end. git finds such a line of context also where it has
 * one. */
static bool has_no_end(const struct patch *patch)
{
    for (size_t i = 0; i < patch->lines.n; i++)
        if (patch->lines.items[i].has_no_end)
            return true;
    return false;
}

static void check_case(struct oracle *oracle, size_t number)
{
    scoped(str) text = {0}, diff = {0}, expected = {0}, log = {0}, out = {0};
    scoped(patch) patch = {0};
    bool is_reverse = oracle->is_reverse[number];
    bool is_applied = path_exists(printed("%s/%zu/applied", scratch_path("cases"), number));
    read_test_file(&diff, printed("$SCRATCH/cases/%zu/patch", number));
    read_test_file(&text, printed("$SCRATCH/cases/%zu/text", number));
    read_test_file(&expected, printed("$SCRATCH/cases/%zu/c/f", number));
    read_test_file(&log, printed("$SCRATCH/cases/%zu/log", number));
    if (!diff.length)
        return; /* no difference */
    assert_done(patch_read(&patch, diff.text, diff.length, &err));
    assert_int_equal(patch.files.n, 1);
    assert_string_equal(patch.files.items[0].path[PATCH_AFTER], "f");
    bool is_ours =
        patch_apply(&out, &patch, &patch.files.items[0], str_text(&text), text.length, is_reverse);
    bool is_same = is_ours == is_applied &&
                   (!is_ours || (out.length == expected.length &&
                                 memcmp(str_text(&out), str_text(&expected), out.length) == 0));
    if (!is_same && is_applied && (is_out_of_order(str_text(&log)) || has_no_end(&patch)))
        oracle->n_known++;
    else if (!is_same)
        fail_msg("case %zu: %s, but git: %s", number, is_ours ? "applied" : "not applied",
                 str_text(&log));
    oracle->n_applied += is_applied;
    oracle->n_refused += !is_applied;
    assert_true(is_applied || !oracle->has_own_text[number]);
}

TEST(patch__is_applied_as_by_git)
{
    static struct oracle oracle = {.dice = {SEED}};
    if (!has_program("git", "patches against git apply"))
        skip();
    assert_int_equal(mkdir(scratch_path("cases"), 0777), 0);
    corpus_visit(make_cases, &oracle);
    run_valid(NULL, "cd \"$SCRATCH/cases\" && export GIT_CEILING_DIRECTORIES=\"$SCRATCH\" && "
                    "for i in *; do cd $i; read n reverse <options; cp c/f text\n"
                    "git diff --no-index --no-prefix -U$n a/f b/f >patch\n"
                    "(cd c && git apply -v $reverse --whitespace=nowarn ../patch) >log 2>&1 && "
                    ": >applied\ncd ..; done");
    for (size_t i = 0; i < oracle.n; i++)
        check_case(&oracle, i);
    printf(
        "note: %zu patches applied as by git, %zu refused, %zu otherwise: hunks out of order, or "
        "no end of a last line\n",
        oracle.n_applied - oracle.n_known, oracle.n_refused, oracle.n_known);
    assert_true(oracle.n_known * 100 <= oracle.n_applied);
}
