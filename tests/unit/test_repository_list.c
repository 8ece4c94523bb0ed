/* Folders of repositories and lists of them, in the scratch folder. A folder with HEAD and objects/
 * looks like a repository. */
#include "miner/git/git_source.h"
#include "miner/git/repository.h"
#include "tests/support/test.h"

static void make(const char *path)
{
    run_valid(NULL,
              "mkdir -p \"$SCRATCH/%s/objects\" && echo ref: refs/heads/main >\"$SCRATCH/%s/HEAD\"",
              path, path);
}

/* The ids, then the errors, each with a semicolon. */
static const char *listed(const char *path)
{
    static struct str out;
    scoped(repository_list) list = {0};
    scoped(arena) arena = {0};
    struct input_errors errors = {.arena = &arena};
    struct err err;
    str_clear(&out);
    if (repository_list_read(&list, scratch_path(path), &errors, NULL, &err) != 0)
        str_print(&out, "%s",
                  strrchr(err.message, ':') ? strrchr(err.message, ':') + 2 : err.message);
    for (size_t i = 0; i < list.list.n; i++)
        str_print(&out, "%s %s %s;", list.list.items[i].unit.id,
                  list.list.items[i].url ? list.list.items[i].url : "-",
                  list.list.items[i].license ? list.list.items[i].license : "-");
    for (size_t i = 0; i < errors.list.n; i++)
        str_print(&out, " %s:%zu", errors.list.items[i].file, errors.list.items[i].line);
    array_release(&errors.list);
    return str_text(&out);
}

TEST(list__finds_the_repositories_of_a_folder)
{
    make("f/b.git");
    make("f/owner/a/.git");
    make("f/one/two/three/deep");
    make("f/1/2/3/4/too-deep");
    make("elsewhere");
    run_valid(NULL,
              "cd $SCRATCH/f && ln -s ../elsewhere link && ln -s b.git/HEAD file && mkdir w && "
              "echo gitdir: x >w/.git");
    assert_string_equal(listed("f"), "b - -;one-two-three-deep - -;owner-a - -; link:0 w/.git:0");
    assert_string_equal(listed("f/b.git"), "b - -;");
    static const char *const same[] = {"f/owner/a", "f/owner/a/", "f/owner/a/.", "f/owner/a/./",
                                       "f/owner/a/.git/.."};
    for (size_t i = 0; i < N_ITEMS(same); i++)
        assert_string_equal(listed(same[i]), "a - -;");
}

TEST(list__reads_the_rows_of_a_file)
{
    make("l/x");
    make("l/y.git");
    make("l/z");
    static const char text[] =
        "path,license,url\nx,MIT,https://h.example/o/x\n,,\nmissing,,\n./y.git,,\nz,MITT,\n";
    write_test_file(scratch_path("l/list.csv"), text, sizeof text - 1);
    assert_string_equal(
        listed("l/list.csv"),
        "x https://h.example/o/x MIT;y - -;z - -; list.csv:3 list.csv:4 list.csv:6");
}

TEST(list__has_addresses_without_secrets)
{
    static const char *const cases[][2] = {
        {"https://h.example/o/x", "https://h.example/o/x"},
        {"https://user:t@ken@h.example:8443/o/x.git", "https://h.example:8443/o/x.git"},
        {"SSH://git@h.example/o/x", "SSH://h.example/o/x"},
        {"git@h.example:o/x.git", "h.example:o/x.git"},
        {"user:t@ken@h.example:o/x.git", ""},
        {"a@b@h.example:o/x.git", "h.example:o/x.git"},
        {"h.example:o/x.git?key=token#key=token", "h.example:o/x.git"},
        {"h.example:https://user:token@h.example/o/x", ""},
        {"https:user:token@h.example/o/x", ""},
        {"https://h.example/o/x?private_token=token", "https://h.example/o/x"},
        {"https://h.example/o/x#key=token", "https://h.example/o/x"},
        {"https://h.example?key=token", "https://h.example"},
        {"https://h.example?key=token@h.example", ""},
        {"https://user:tok#en@h.example/o/x", ""},
        {"https://user:tok?en@h.example/o/x", ""},
        {"https://user:tok/en@h.example/o/x", ""},
        {"https://user:token%40h.example/o/x", ""},
        {"https://proxy.example/https%3A%2F%2Fuser%3Atoken%40h.example/x", ""},
        {"https://proxy.example/https://user:token@h.example/o/x", ""},
        {"git://h.example/x@y", ""},
        {"/home/me/x", ""},
        {"../x", ""},
        {"file:///home/me/x", ""},
        {"ext::sh -c x", ""},
        {"a/b:c", ""},
        {"", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) out = {0};
        repository_add_address(&out, cases[i][0]);
        assert_string_equal(str_text(&out), cases[i][1]);
    }
}

TEST(list__refuses_what_has_no_repository_or_one_id_twice)
{
    make("t/a/b");
    make("t/a-b");
    run_valid(NULL, "mkdir -p $SCRATCH/empty && echo a,b >$SCRATCH/other.csv");
    assert_contains(listed("t"), "have the same id 'a-b'");
    assert_contains(listed("empty"), "name a repository");
    assert_contains(listed("other.csv"), "must name the columns");
}

/* What looks like a repository is named, also if nothing else is there. */
TEST(list__says_why_a_repository_is_none)
{
    make("n/bare");
    run_valid(NULL,
              "cd $SCRATCH/n && mkdir -p linked bare/refs inner/.git/refs inner/.git/objects && "
              "echo gitdir: x >linked/.git && mv bare/HEAD bare/head && mkdir \"new\nline\" && cp "
              "-r bare \"new\nline/.git\" && mv \"new\nline/.git/head\" \"new\nline/.git/HEAD\"");
    assert_contains(listed("n/linked"), "it names another folder");
    assert_contains(listed("n/bare"), "but has no file HEAD");
    assert_contains(listed("n/inner"), "but has no file HEAD");
    assert_contains(listed("n/new\nline"), "cannot be the id of a repository");
}

TEST(list__says_that_links_are_not_followed)
{
    make("links/to");
    run_valid(NULL, "mkdir $SCRATCH/links/from && ln -s ../to $SCRATCH/links/from/x");
    assert_contains(listed("links/from"), "a link to a folder, which is not followed");
}
