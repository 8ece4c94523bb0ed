/* The members of a row, and of the objects in it, by their paths. */
#include "miner/rows/json_flat.h"
#include "tests/support/test.h"

struct kept {
    const char *texts[8];
    size_t n;
};

static bool keep(void *context, const char *name, const struct json_flat_member *member)
{
    struct kept *kept = context;
    (void)name;
    if (member->text && kept->n < N_ITEMS(kept->texts))
        kept->texts[kept->n++] = member->text;
    return true;
}

/* The texts are joined after all members of the row were taken. */
static const char *texts_of(const char *row)
{
    static struct str joined;
    scoped(row_members) members = {0};
    struct kept kept = {0};
    assert_done(row_members_each(&members, row, strlen(row), keep, &kept, &err));
    str_set(&joined, "%s", "");
    for (size_t i = 0; i < kept.n; i++)
        str_print(&joined, "%s%s", i ? " " : "", kept.texts[i]);
    return str_text(&joined);
}

TEST(json_flat__keeps_the_texts_of_all_objects_of_a_row)
{
    static const struct text_case cases[] = {
        {"{\"a\":{\"b\":\"one\"},\"c\":{\"d\":\"two\"},\"e\":\"three\"}", "one two three"},
        {"{\"a\":{\"b\":{\"c\":\"one\"},\"d\":\"two\"},\"e\":[\"three\",{\"f\":\"four\"}]}",
         "one two three four"},
        {"{\"a\":{\"b\":\"one\"},\"n\":NaN,\"c\":{\"d\":\"two\"}}", "one two"},
        {"{\"a\":{\"b\":\"o\tne\"},\"c\":{\"d\":\"two\"},\"e\":\"three\"}", "o\tne two three"}};
    expect_texts(cases, N_ITEMS(cases), texts_of);
}
