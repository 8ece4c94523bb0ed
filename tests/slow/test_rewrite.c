/* Rewritten programs behave like the originals when they run. */
#include "augment/rewrite.h"
#include "base/hash.h"
#include "tests/support/corpus.h"
#include "tests/support/test.h"

#include <glob.h>
#include <sys/stat.h>

struct rewritten {
    struct rewrite_tools *tools;
    struct rewrite_side side;
    struct rewrite_sites sites;
    FILE *list;
    int n_written, n_refused;
    uint32_t shares[N_REWRITE_KINDS]; /* one in this many rewrites is taken */
};

static void open_rewritten(struct rewritten *rewritten)
{
    *rewritten = (struct rewritten){.shares = {1, 1}};
    rewritten->tools = rewrite_tools_new(&language_python);
    rewritten->list = fopen(scratch_path("list"), "w");
    assert_non_null(rewritten->list);
}

static void close_rewritten(struct rewritten *rewritten)
{
    rewrite_tools_free(rewritten->tools);
    rewrite_side_release(&rewritten->side);
    rewrite_sites_release(&rewritten->sites);
}

static void write_rewritten(struct rewritten *rewritten, const char *path, enum rewrite_kind kind)
{
    char name[64];
    snprintf(name, sizeof name, "r%d.py", rewritten->n_written++);
    write_test_file(scratch_path(name), rewritten->side.text.text, rewritten->side.text.length);
    fprintf(rewritten->list, "%s\t%s\t%s\n", path, scratch_path(name), rewrite_kind_name(kind));
}

/* The last three parts of a path: where the programs lie changes nothing. */
static const char *name_of(const char *path)
{
    const char *name = path + strlen(path);
    for (int n_slashes = 0; name > path; name--)
        if (name[-1] == '/' && ++n_slashes == 3)
            break;
    return name;
}

/* Every rewrite of a program, or those that a hash takes. */
static void rewrite_all(struct rewritten *rewritten, const char *path, const char *text,
                        size_t length)
{
    if (rewrite_side_read(&rewritten->side, rewritten->tools, text, length, "Python (3.8.2)") !=
        REWRITE_DONE)
        return;
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++) {
        uint64_t draw = rewrite_draw("0", name_of(path), kind);
        if (rewrite_side_find(&rewritten->sites, &rewritten->side, kind) != REWRITE_DONE)
            continue;
        for (size_t i = 0; i < rewritten->sites.tokens.n; i++) {
            uint32_t site = rewritten->sites.tokens.items[i];
            uint64_t own_draw = hash_pair(draw, site);
            if (own_draw % rewritten->shares[kind] != 0)
                continue;
            const struct rewrite_place place = {kind, site, own_draw, 0};
            if (rewrite_side_make(&rewritten->side, rewritten->tools, &place, NULL))
                write_rewritten(rewritten, path, kind);
            else
                rewritten->n_refused++;
        }
    }
}

static void run_all(struct rewritten *rewritten, const char *what)
{
    assert_int_equal(fclose(rewritten->list), 0);
    scoped(str) output =
        output_of("python3 \"$SAMPLE/../oracle/rewrites_ast.py\" \"$SCRATCH/list\"");
    printf("note: %s: %s", what, str_text(&output));
    run_valid(&output, "python3 \"$SAMPLE/../oracle/rewrites.py\" \"$SCRATCH\" \"$SCRATCH/list\"");
    printf("note: %s: %s", what, str_text(&output));
}

TEST(rewrites__keep_what_tricky_programs_do)
{
    if (!has_python("running rewritten programs"))
        skip();
    struct rewritten rewritten;
    open_rewritten(&rewritten);
    struct str pattern = {0}, content = {0};
    str_print(&pattern, "%s/../rewrites/*.py", getenv("SAMPLE"));
    glob_t found;
    assert_int_equal(glob(str_text(&pattern), 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 30);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        read_test_file(&content, found.gl_pathv[i]);
        rewrite_all(&rewritten, found.gl_pathv[i], content.text, content.length);
    }
    assert_int_equal(rewritten.n_refused, 0);
    run_all(&rewritten, "tricky programs");
    globfree(&found);
    str_release(&pattern);
    str_release(&content);
    close_rewritten(&rewritten);
}

/* Of the sample, which is always there, larger shares. */
static void rewrite_source(const struct corpus_source *source, void *context)
{
    struct rewritten *rewritten = context;
    uint32_t shares[N_REWRITE_KINDS];
    memcpy(shares, rewritten->shares, sizeof shares);
    for (int kind = 0; kind < N_REWRITE_KINDS && source->is_sample; kind++)
        rewritten->shares[kind] = shares[kind] / 50 + 1;
    rewrite_all(rewritten, source->path, source->text, source->length);
    memcpy(rewritten->shares, shares, sizeof shares);
}

/* Many more than can be run. */
TEST(rewrites__are_the_same_to_pythons_parser)
{
    if (!has_python("running rewritten programs"))
        skip();
    struct str output = {0};
    struct rewritten rewritten;
    open_rewritten(&rewritten);
    memcpy(rewritten.shares, (uint32_t[]){1600, 400}, sizeof rewritten.shares);
    corpus_visit(rewrite_source, &rewritten);
    assert_int_equal(fclose(rewritten.list), 0);
    run_valid(&output, "python3 \"$SAMPLE/../oracle/rewrites_ast.py\" \"$SCRATCH/list\"");
    printf("note: real programs: %s", str_text(&output));
    str_release(&output);
    close_rewritten(&rewritten);
}

/* A share of all rewrites; most are new names. REWRITE_TIMES=10 takes ten times as
 * many. */
TEST(rewrites__keep_what_real_programs_do)
{
    if (!has_python("running rewritten programs"))
        skip();
    struct rewritten rewritten;
    open_rewritten(&rewritten);
    static const uint32_t shares[N_REWRITE_KINDS] = {4500, 1500};
    const char *times = getenv("REWRITE_TIMES");
    uint32_t divisor = times && atoi(times) > 0 ? (uint32_t)atoi(times) : 1;
    for (int kind = 0; kind < N_REWRITE_KINDS; kind++)
        rewritten.shares[kind] = shares[kind] / divisor + (shares[kind] < divisor);
    corpus_visit(rewrite_source, &rewritten);
    printf("note: %d of the rewrites of real programs, %d refused for their tokens\n",
           rewritten.n_written, rewritten.n_refused);
    assert_true(rewritten.n_written > 10);
    run_all(&rewritten, "real programs");
    close_rewritten(&rewritten);
}

/* A variable that has the name of a builtin is left alone, whichever it is. */
TEST(rename__knows_all_builtins)
{
    if (!has_python("running rewritten programs"))
        skip();
    struct rewritten rewritten;
    scoped(str) code = {0};
    int n_names = 0;
    open_rewritten(&rewritten);
    scoped(str) names = output_of("python3 -c 'import builtins, keyword; print(*[name for name in "
                                  "dir(builtins) if not keyword.iskeyword(name)])'");
    for (char *name = strtok(names.text, " \n"); name; name = strtok(NULL, " \n")) {
        str_clear(&code);
        str_print(&code, "%s = 1\n", name);
        assert_int_equal(rewrite_side_read(&rewritten.side, rewritten.tools, str_text(&code),
                                           code.length, "Python (3.8.2)"),
                         REWRITE_DONE);
        if (rewrite_side_find(&rewritten.sites, &rewritten.side, REWRITE_RENAME) == REWRITE_DONE)
            fail_msg("%s is renamed", name);
        n_names++;
    }
    assert_true(n_names > 100);
    fclose(rewritten.list);
    close_rewritten(&rewritten);
}
