/* The hunk of a commit that belongs to a hunk of a gold patch, in repositories made by git. */
#include "base/file.h"
#include "tasks/finding_hunks.h"
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

static bool is_ready;

static int set_up(void **state)
{
    (void)state;
    is_ready = has_program("git", "hunks") && has_sandbox("hunks");
    return 0;
}
SUITE_SETUP(set_up, NULL);

/* Makes a repository: `before` writes the files of its first commit, B, `gold` those of the gold
 * patch, and `commit` those of the commit C, both in place of the ones before. Two functions help:
 * `l A-B...` prints lines with these numbers, `w FILE WORD AT` puts a line after line AT. */
static const char script[] =
    "cd \"$SCRATCH\" && export HOME=/nowhere GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a "
    "GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b && rm -rf r gold\n"
    "w() { sed -i \"$3a $2\" $1; }\n"
    "git init -q -b main r && cd r && {\n"
    "%s\n git add -A && git commit -q -m b && git tag B\n"
    "%s\n git add -A && git diff -M --cached >../gold && git reset -q --hard && git clean -fdq\n"
    "%s\n git add -A && git commit -q -m c && git tag C\n"
    "} >../log 2>&1\n";

/* Appends the path of a hunk and its changes: "a@6: +x -y". */
static void add_hunk(struct str *out, const struct lone_hunk *hunk)
{
    if (!hunk->path) {
        str_add_text(out, "none");
        return;
    }
    str_print(out, "%s@%u:", hunk->path, hunk->range.line[PATCH_AFTER]);
    for (uint32_t i = 0; i < hunk->range.n_lines; i++)
        if (hunk->lines[i].kind != ' ')
            str_print(out, " %c%.*s", hunk->lines[i].kind, (int)hunk->lines[i].length,
                      hunk->lines[i].text);
}

static const char *id_of(struct arena *arena, const char *name)
{
    scoped(str) id = output_of("git -C \"$SCRATCH\"/r rev-parse %s", name);
    return arena_copy_text(arena, id.text, id.length - 1);
}

/* Returns the hunks of the commit C that belong to those of the gold. */
static const char *hunks_found(bool is_revert)
{
    static struct str out;
    scoped(arena) arena = {NULL};
    scoped(repository) repository = {.folder = NULL};
    scoped(patch) gold = {.arena = {NULL}};
    scoped(str) text = output_of("cat \"$SCRATCH\"/gold");
    struct finding_hunks hunks;
    const char *folder;
    assert_done(patch_read(&gold, text.text, text.length, &err));
    assert_true(repository_is(scratch_path("r"), &arena, &folder));
    assert_done(repository_open(&repository, folder, scratch_path("r"), &err));
    const struct hunk_request request = {&gold, id_of(&arena, "C"), id_of(&arena, "B"), is_revert,
                                         &hunks};
    assert_done(finding_hunks_read(&request, 1, &repository, &arena, NULL, &err));
    assert_int_equal(hunks.n, gold.hunks.n);
    str_clear(&out);
    for (size_t i = 0; i < hunks.n; i++) {
        assert_ptr_equal(hunks.pairs[i].gold.lines,
                         gold.lines.items + gold.hunks.items[i].first_line);
        str_add_text(&out, i ? "; " : "");
        add_hunk(&out, &hunks.pairs[i].commit);
    }
    if (hunks.problem)
        str_print(&out, "; %s", hunks.problem);
    return str_text(&out);
}

struct hunk_case {
    const char *before, *gold, *commit, *expected;
    bool is_revert;
};

static void expect_hunks(const struct hunk_case *cases, size_t n)
{
    if (!is_ready)
        skip();
    for (size_t i = 0; i < n; i++) {
        run_valid(NULL, script, cases[i].before, cases[i].gold, cases[i].commit);
        const char *found = hunks_found(cases[i].is_revert);
        if (strcmp(found, cases[i].expected) != 0)
            fail_msg("%s / %s: '%s' instead of '%s'", cases[i].gold, cases[i].commit, found,
                     cases[i].expected);
    }
}

TEST(finding_hunks__have_the_most_lines_in_common)
{
    static const struct hunk_case cases[] = {
        {"seq 99 >a", "w a x 10; w a y 50", "w a y 70; w a x 20", "a@18: +x; a@69: +y", false},
        {"seq 99 >a", "w a x 10", "w a y 70", "none", false},
        {"seq 99 >a", "w a x 11; w a y 10", "w a x 20; w a x 71; w a y 70", "a@68: +y +x", false},
        /* the first of those with the most context */
        {"seq 99 >a", "w a x 50", "w a x 10; w a x 49; w a x 80", "a@47: +x", false},
        {"seq 99 >a", "w a x 50", "w a x 10; w a x 80", "a@8: +x", false},
        /* a line that the gold adds once is met once */
        {"seq 99 >a", "w a x 50; w a y 50", "w a x 20; w a x 20; w a y 80; w a x 80", "a@78: +x +y",
         false},
        /* one hunk for two of the gold */
        {"seq 99 >a", "w a x 10; w a y 30", "w a x 10; w a y 10", "a@8: +y +x; a@8: +y +x", false},
    };
    expect_hunks(cases, N_ITEMS(cases));
}

TEST(finding_hunks__do_not_depend_on_white_space)
{
    static const struct hunk_case cases[] = {
        {"seq 99 >a", "w a 'x =  1' 10", "w a '\\   x=1' 20", "a@18: +   x=1", false},
        {"seq 99 >a", "sed -i 's/^7$/  7/' a", "sed -i 's/^7$/ 7/' a", "a@4: -7 + 7", false},
        {"seq 99 >a", "sed -i '7a \\\\' a; w a x 50", "sed -i '7a \\\\' a", "none; none", false},
    };
    expect_hunks(cases, N_ITEMS(cases));
}

TEST(finding_hunks__are_of_files_with_the_same_name)
{
    static const struct hunk_case cases[] = {
        {"mkdir d e; seq 99 >d/a; seq 99 >e/a; seq 99 >b", "w d/a x 10", "w b x 10; w e/a x 70",
         "e/a@68: +x", false},
        {"seq 99 >a; seq 99 >b", "w a x 10", "w b x 10", "none", false},
        {"seq 99 >a", "w a x 10", "mkdir d; git mv a d/b; w d/b x 10", "d/b@8: +x", false},
        {"seq 99 >a", "git mv a b; w b x 10", "w a x 10", "a@8: +x", false},
        {"seq 9 >a", "seq 3 >b", "mkdir d; seq 4 >d/b", "d/b@1: +1 +2 +3 +4", false},
        {"seq 3 >a; seq 9 >b", "rm a", "rm a; seq 8 >b", "a@0: -1 -2 -3", false},
    };
    expect_hunks(cases, N_ITEMS(cases));
}

TEST(finding_hunks__of_a_revert_are_the_other_way_round)
{
    static const struct hunk_case cases[] = {
        {"seq 99 >a", "sed -i 10d a; w a x 50", "w a 10 20; w a x 50", "a@18: +10; none", true},
        {"seq 99 >a; w a x 70", "w a x 50", "sed -i /x/d a", "a@68: -x", true},
        {"seq 99 >a; w a x 70", "w a x 50", "sed -i /x/d a", "none", false},
    };
    expect_hunks(cases, N_ITEMS(cases));
}

TEST(finding_hunks__of_commits_that_cannot_be_read_have_a_reason)
{
    static const struct hunk_case cases[] = {
        {"seq 9 >a", "w a x 4", "seq 3000000 >a",
         "none; the patch of the commit has more than 16 MiB", false},
        {"seq 9 >a", "w a x 4", "yes abcdefg | tr -d '\\n' | head -c 20000000 >a",
         "none; the patch of the commit has more than 16 MiB", false},
        {"seq 9 >a", "w a x 4", "w a x 4; cp a \"$(printf 'b\\tc')\"",
         "none; the patch of the commit cannot be used: line 13 of the patch: a control character "
         "in the name of a file",
         false},
        {"seq 9 >a", "w a x 4",
         "w a x 4; git add a; rm -f .git/objects/$(git rev-parse B:a | sed 's|..|&/|')",
         "none; git cannot write the patch of the commit", false},
    };
    expect_hunks(cases, N_ITEMS(cases));
}
