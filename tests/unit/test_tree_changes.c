/* Pairs of commits that are compared, beside what git diff-tree says of two trees. */
#include "miner/git/tree_changes.h"
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

/* Makes a repository with commits: their subjects are one letter each. `c A FILES...` adds the
 * files and commits. */
static const char shell_functions[] =
    "cd \"$SCRATCH\" && export HOME=/nowhere GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a "
    "GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b && rm -rf r other\n"
    "c() { git add -A; git commit -q --allow-empty -m $1 && git tag $1; }\n"
    "loose() { echo .git/objects/$(git rev-parse $1 | sed 's|..|&/|'); }\n"
    "git init -q -b main r && cd r && {\n";

static bool is_ready;

static int set_up(void **state)
{
    (void)state;
    is_ready = has_program("git", "comparisons") && has_sandbox("comparisons");
    return 0;
}
SUITE_SETUP(set_up, NULL);

enum { MAX_PAIRS = 8 };

struct taken {
    struct str texts[MAX_PAIRS];
};

static void take(void *context, size_t pair, const struct tree_change *change)
{
    struct str *out = &((struct taken *)context)->texts[pair];
    assert_int_equal(strlen(change->id[0]), 40);
    assert_int_equal(strlen(change->id[1]), 40);
    str_print(out, " %c:%s", change->status, change->path[0]);
    if (strcmp(change->path[0], change->path[1]) != 0)
        str_print(out, ">%s", change->path[1]);
    if (strcmp(change->mode[0], change->mode[1]) != 0)
        str_print(out, "(%s>%s)", change->mode[0], change->mode[1]);
}

static void drop(void *context, size_t pair)
{
    str_set(&((struct taken *)context)->texts[pair], "!");
}

/* Compares pairs, "B:A C:B": commits and their parents by subject, "A:" a root. Returns what
 * changes. */
static const char *compared(const char *pairs, bool finds_renames)
{
    static struct str out;
    scoped(repository) repository = {.folder = NULL};
    scoped(arena) arena = {NULL};
    scoped(str) words = {0}, damage = {0};
    struct taken taken = {0};
    struct tree_pair list[MAX_PAIRS];
    size_t n = 0, n_damaged;
    const char *folder;
    char *rest = NULL, names[MAX_PAIRS];
    str_add_text(&words, pairs);
    for (char *word = strtok_r(words.text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        scoped(str) ids = output_of("git -C \"$SCRATCH\"/r rev-parse %c %s", word[0], word + 2);
        char *line = strchr(ids.text, '\n');
        names[n] = word[0];
        list[n].commit = arena_copy_text(&arena, ids.text, (size_t)(line - ids.text));
        list[n++].parent = word[2] ? arena_copy_text(&arena, line + 1, strlen(line + 1) - 1) : NULL;
    }
    assert_true(repository_is(scratch_path("r"), &arena, &folder));
    assert_done(repository_open(&repository, folder, scratch_path("r"), &err));
    const struct tree_comparison comparison = {list, n, finds_renames, &taken, take, drop};
    assert_done(tree_changes_read(&comparison, &repository, &n_damaged, &damage, &err));
    str_clear(&out);
    for (size_t i = 0; i < n; i++) {
        str_print(&out, "%s%c%s", i ? ", " : "", names[i], str_text(&taken.texts[i]));
        str_release(&taken.texts[i]);
    }
    if (n_damaged)
        str_print(&out, "; %zu: %s", n_damaged, damage.length ? "damaged" : "silent");
    return str_text(&out);
}

struct comparison_case {
    const char *commands, *pairs;
    bool finds_renames;
    const char *expected;
};

static void expect_changes(const struct comparison_case *cases, size_t n)
{
    if (!is_ready)
        skip();
    for (size_t i = 0; i < n; i++) {
        run_valid(NULL, "%s%s\n} >\"$SCRATCH\"/log 2>&1", shell_functions, cases[i].commands);
        const char *found = compared(cases[i].pairs, cases[i].finds_renames);
        if (strcmp(found, cases[i].expected) != 0)
            fail_msg("%s, %s: '%s' instead of '%s'", cases[i].commands, cases[i].pairs, found,
                     cases[i].expected);
    }
}

#define THREE "seq 9 >a; c A; seq 8 >a; seq 5 >b; c B; git rm -q b; chmod +x a; c C"
#define MERGE \
    "seq 9 >a; c A; seq 5 >b; c B; git checkout -q A; seq 7 >c; c C; git merge -q -m M B; git tag M"

TEST(tree_changes__are_those_of_each_pair)
{
    static const struct comparison_case cases[] = {
        {THREE, "B:A C:B", false,
         "B M:a A:b(000000>100644), C M:a(100644>100755) D:b(100644>000000)"},
        {THREE, "C:A A:B A:A", false, "C M:a(100644>100755), A M:a D:b(100644>000000), A"},
        {THREE, "A: B:A", false, "A A:a(000000>100644), B M:a A:b(000000>100644)"},
        {MERGE, "M:C M:B", false, "M A:b(000000>100644), M A:c(000000>100644)"},
        {"c A; ln -s x a; c B; rm a; seq 9 >a; c C; mkdir d; git mv a 'd/\n\"'; c D", "B:A C:B D:C",
         false,
         "B A:a(000000>120000), C T:a(120000>100644), D D:a(100644>000000) "
         "A:d/\n\"(000000>100644)"},
    };
    expect_changes(cases, N_ITEMS(cases));
}

TEST(tree_changes__have_both_names_of_a_renamed_file)
{
    static const struct comparison_case cases[] = {
        {"seq 20 >a; c A; git mv a b; c B; git mv b c; seq 19 >c; c C; git mv c d; seq 99 >d; c D",
         "B:A C:B D:C", true, "B R:a>b, C R:b>c, D D:c(100644>000000) A:d(000000>100644)"},
        {"seq 20 >a; c A; cp a b; c B", "B:A", true, "B A:b(000000>100644)"},
    };
    expect_changes(cases, N_ITEMS(cases));
}

/* Without its blobs a commit is compared without renames. `!`: what was taken before is dropped. */
TEST(tree_changes__are_read_beside_damage)
{
    static const struct comparison_case cases[] = {
        {THREE "; rm -f $(loose B^{tree})", "B:A C:B A:", false,
         "B!, C!, A A:a(000000>100644); 2: damaged"},
        {THREE "; git tag -d C; git commit -q --allow-empty -m x; git tag C; rm -f $(loose B)",
         "A: B:A C:C~", false, "A! A:a(000000>100644), B!, C; 1: damaged"},
        {THREE "; rm -f $(loose B)", "A: C:A", false, "A A:a(000000>100644), C M:a(100644>100755)"},
        {THREE "; seq 20 >d; c D; git mv d e; c E; seq 21 >f; git rm -q e; c F; rm -f "
               "$(loose F:f) $(loose C)",
         "D:A F:E E:D B:A", true,
         "D! M:a(100644>100755) A:d(000000>100644), F! D:e(100644>000000) "
         "A:f(000000>100644), E R:d>e, B M:a A:b(000000>100644)"},
    };
    expect_changes(cases, N_ITEMS(cases));
}
