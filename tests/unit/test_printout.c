/* Reports are filled texts with tables, whatever their values are. */
#include "report/printout.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static const char report_json[] =
    "{\"name\": \"a\\u001b[31m\", \"n\": 1, \"rows\": [{\"k\": \"x\"}], \"empty\": []}";

static void assert_prints(const char *given, const char *expected)
{
    scoped(json) *report = json_of(report_json), *more = json_of("{\"n\": 2, \"m\": 3}");
    FILE *out = text_stream();
    printout_print(given, report, more, out);
    scoped_memory char *text = text_written(out);
    assert_string_equal(text, expected);
}

TEST(printout__fills_texts_and_tables_in_their_order)
{
    static const struct text_case cases[] = {
        {"{n} {m} {unknown}{unknown.x}|{?unknown}a{/}\n", "1 3 |\n"},
        {"{name}\n{+rows}\nOf {name}\nt k\n{/}\nend\n",
         "a\\x1b[31m\n\nOf a\\x1b[31m\n  k\n  x\nend\n"},
        {"{+empty}\nOne,\ntwo {n:line|lines}\nt k\n{/}\n", "\nOne,\ntwo line\n  none\n"},
        {"{#rows}\n{+rows}\n{k}{m}\nt k=\n{/}\n{/}\n", "\nx3\n  x\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_prints(cases[i].given, cases[i].expected);
}

TEST(printout__shows_a_mistake_in_a_text)
{
    assert_prints("a\n{?n}\n", "the report:3: a brace that is not part of a placeholder; write {{ "
                               "or }} for a brace itself");
    assert_prints("a {rows}\n", "a the report:1: 'rows' is not a string or a number");
}

TEST(printout__can_be_added_with_another_escape)
{
    scoped(json) *report = json_of(report_json);
    scoped(str) out = {0};
    printout_add(&out, "{name}{n}", report, NULL, NULL);
    assert_string_equal(str_text(&out), "a\033[31m1");
}
