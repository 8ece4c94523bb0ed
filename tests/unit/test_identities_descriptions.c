/* Descriptions that differ in white space only have one hash; what says nothing or cannot be read has
 * none. */
#include "codenet/identities.h"
#include "tests/support/codenet.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

#include <sys/stat.h>

/* What came of a tree and its list of problems. */
struct stored {
    struct arena arena;
    struct input_errors errors;
    struct store *store;
    int status;
    struct err err;
};

/* `ids` are those of the list, with a space behind each. */
static void read_tree(struct stored *stored, const char *tree, const char *ids)
{
    struct folder root;
    struct problem_list list = {0};
    *stored = (struct stored){.store = store_with_run("descriptions.db")};
    stored->errors.arena = &stored->arena;
    for (size_t length; (length = strcspn(ids, " ")); ids += length + 1)
        array_push(&list.problems,
                   (struct unit){.id = arena_copy_text(&stored->arena, ids, length)});
    assert_int_equal(folder_open_root(&root, tree, NULL, &stored->err), BENEATH_OK);
    stored->status = problem_descriptions_store(&root, &list, NULL, stored->store, &stored->errors,
                                                &stored->err);
    folder_close(&root);
    problem_list_release(&list);
}

/* Compares the rows of a query and the errors, and releases them. */
static void check(struct stored *stored, const char *sql, const char *rows, const char *errors)
{
    assert_success(stored->status, stored->err);
    struct db *db = store_reopened(stored->store, "descriptions.db");
    assert_rows(db, sql, rows);
    assert_string_equal(codenet_errors(&stored->errors), errors);
    db_close(db);
    array_release(&stored->errors.list);
    arena_release(&stored->arena);
}

static const char ids_of_rows[] = "SELECT problem_id FROM problem_descriptions ORDER BY rowid";

TEST(problem_descriptions__fold_white_space)
{
#define TEXT(text) text, sizeof(text) - 1
    static const struct {
        const char *bytes;
        size_t length;
        const char *folded;
        size_t folded_length;
    } cases[] = {
        {TEXT("a"), TEXT("a")},
        {TEXT("a b"), TEXT("a b")},
        {TEXT(" \t\n\v\f\ra\r\nb\t\t c \n"), TEXT("a b c")},
        {TEXT("<p>a</p>\n\n<p>b</p>"), TEXT("<p>a</p> <p>b</p>")},
        {TEXT("a\xc2\xa0\xe3\x80\x80\x62"), TEXT("a\xc2\xa0\xe3\x80\x80\x62")}, /* not of ASCII */
        {TEXT("a\x1c\x85\x08 b"), TEXT("a\x1c\x85\x08 b")},
        {TEXT("\x83\x41 \xff\n"), TEXT("\x83\x41 \xff")},
        {TEXT("a\0 \0b "), TEXT("a\0 \0b")},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct stored stored;
        char sha256[SHA256_HEX_SIZE];
        const char *tree = codenet_make("fold");
        codenet_add_file(tree, "problem_descriptions/p1.html", cases[i].bytes, cases[i].length);
        read_tree(&stored, tree, "p1 ");
        sha256_hex(cases[i].folded, cases[i].folded_length, sha256);
        scoped(str) rows = str_of("p1|%s\n", sha256);
        check(&stored, "SELECT problem_id, sha256 FROM problem_descriptions", str_text(&rows), "");
    }
}

TEST(problem_descriptions__that_are_empty_say_nothing)
{
    static const char *const texts[] = {"", " ", "\n", "\r\n\t\v\f "};
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        struct stored stored;
        const char *tree = codenet_make("empty");
        codenet_add_text(tree, "problem_descriptions/p1.html", "one");
        codenet_add_text(tree, "problem_descriptions/p2.html", texts[i]);
        codenet_add_text(tree, "problem_descriptions/p3.html", "three");
        read_tree(&stored, tree, "p1 p2 p3 ");
        check(&stored, ids_of_rows, "p1\np3\n", "");
    }
}

TEST(problem_descriptions__are_those_of_the_list_in_its_order)
{
    struct stored stored;
    const char *tree = codenet_make("list");
    static const char *const names[] = {"p3.html", "p1.html", "p10.html", "p2.html.html",
                                        "p4.htm",  "P5.html", "p6.HTML",  ".html"};
    for (size_t i = 0; i < N_ITEMS(names); i++) {
        scoped(str) path = str_of("problem_descriptions/%s", names[i]);
        codenet_add_text(tree, str_text(&path), "the same");
    }
    read_tree(&stored, tree, "p1 p10 p2 p3 p4 p5 p6 p7 ");
    check(&stored, ids_of_rows, "p1\np10\np3\n", "");
    read_tree(&stored, tree, "p1 p3 ");
    check(&stored, "SELECT count(*), count(DISTINCT sha256) FROM problem_descriptions", "2|1\n",
          "");
    read_tree(&stored, tree, "");
    check(&stored, ids_of_rows, "", "");
}

TEST(problem_descriptions__may_be_missing_all)
{
    struct stored stored;
    const char *tree = codenet_make("none");
    read_tree(&stored, tree, "p1 ");
    check(&stored, ids_of_rows, "", "");
    codenet_add_text(tree, "problem_descriptions", "a file");
    read_tree(&stored, tree, "p1 ");
    check(&stored, ids_of_rows, "", "");
}

/* Fills a file below $SCRATCH with white space. */
static void make_blank(const char *name, size_t length)
{
    scoped(str) text = {0};
    memset(str_reserve(&text, length), ' ', length);
    str_extend(&text, length);
    text.text[length - 1] = 'x';
    write_test_file(scratch_path(name), text.text, length);
}

TEST(problem_descriptions__that_cannot_be_read_are_told)
{
    struct stored stored;
    const char *tree = codenet_make("unusable");
    codenet_add_text(tree, "problem_descriptions/p1.html", "one");
    codenet_add_text(tree, "problem_descriptions/p2.html/inner", "a folder");
    assert_int_equal(mkfifo(scratch_path("unusable/problem_descriptions/p3.html"), 0666), 0);
    make_blank("unusable/problem_descriptions/p4.html", MAX_PROBLEM_DESCRIPTION_BYTES);
    make_blank("unusable/problem_descriptions/p5.html", MAX_PROBLEM_DESCRIPTION_BYTES + 1);
    static const struct {
        const char *name, *to;
    } links[] = {
        {"p6.html", "/etc/passwd"}, {"p7.html", "../../outside.html"},
        {"p8.html", "p8.html"},     {"p9.html", "nowhere"},
        {"pA.html", "p1.html"},
    };
    write_test_file(scratch_path("outside.html"), "secret", 6);
    for (size_t i = 0; i < N_ITEMS(links); i++) {
        scoped(str) path = str_of("%s/problem_descriptions/%s", tree, links[i].name);
        assert_int_equal(symlink(links[i].to, str_text(&path)), 0);
    }
    read_tree(&stored, tree, "p1 p2 p3 p4 p5 p6 p7 p8 p9 pA ");
    static const char *const details[] = {
        "it is a folder",
        "it is no regular file",
        "larger than 1048576 bytes",
        "a symbolic link leads out of the dataset",
        "a symbolic link leads out of the dataset",
        "Too many levels of symbolic links",
    };
    assert_int_equal(stored.errors.list.n, N_ITEMS(details));
    for (size_t i = 0; i < N_ITEMS(details); i++)
        assert_string_equal(stored.errors.list.items[i].detail, details[i]);
    check(&stored, ids_of_rows, "p1\np4\npA\n",
          "description_unusable problem_descriptions/p2.html; "
          "description_unusable problem_descriptions/p3.html; "
          "description_unusable problem_descriptions/p5.html; "
          "description_unusable problem_descriptions/p6.html; "
          "description_unusable problem_descriptions/p7.html; "
          "description_unusable problem_descriptions/p8.html");
}

TEST(problem_descriptions__behind_a_link_that_leads_out_are_one_error)
{
    struct stored stored;
    const char *tree = codenet_make("out");
    codenet_add_text(codenet_make("elsewhere"), "problem_descriptions/p1.html", "secret");
    assert_int_equal(
        symlink("../elsewhere/problem_descriptions", scratch_path("out/problem_descriptions")), 0);
    read_tree(&stored, tree, "p1 p2 ");
    check(&stored, ids_of_rows, "", "description_unusable problem_descriptions");
}

TEST(problem_descriptions__fail_only_with_the_store)
{
    struct stored stored;
    const char *tree = codenet_make("twice");
    codenet_add_text(tree, "problem_descriptions/p1.html", "one");
    read_tree(&stored, tree, "p1 p1 ");
    assert_int_equal(stored.status, ERR);
    assert_contains(stored.err.message, "UNIQUE");
    store_abandon(stored.store);
    arena_release(&stored.arena);
}
