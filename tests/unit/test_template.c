/* The program's own templates: values, sections, lists, plurals. Values are never read as
 * templates. */
#include "base/template.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static const char values_text[] =
    "{\"title\": \"A {{b}} {n} <c>\", \"n\": 1, \"m\": 1234567, \"none\": 0, \"null\": null, "
    "\"yes\": true, "
    "\"empty\": [], \"pairing\": \"all\", \"run\": {\"seed\": \"7\", \"deep\": {\"x\": 5}}, "
    "\"rows\": [{\"name\": \"a\", \"n\": 2}, {\"name\": \"b<\"}], \"words\": [\"x\", \"y\"]}";

static void escape(struct str *out, const char *text)
{
    for (; *text; text++)
        str_print(out, *text == '<' ? "&lt;" : "%c", *text);
}

TEST(template__puts_values_in_their_places)
{
    static const struct text_case cases[] = {
        {"a {n} b {m}", "a 1 b 1234567"},
        {"{title}|{=title}", "A {{b}} {n} &lt;c>|A {{b}} {n} <c>"},
        {"{{n}} {{{n}}}", "{n} {1}"},
        {"{null}{run.seed}{run.deep.x}{run.nothing}{null.x}", "75"},
        {"{m%2} {n%0} {null%1}", "1234567.00 1 "},
        {"{?n>1}a{/}{?m>1}b{/}{!n>1}c{/}{?null>0}d{/}{?title>0}e{/}", "bc"},
        {"{n} {n:fix|fixes}, {m} {m:fix|fixes}, {none:is|are}", "1 fix, 1234567 fixes, are"},
        {"{?yes}a{/}{?none}b{/}{?null}c{/}{?empty}d{/}{?rows}e{/}{?run.seed}f{/}", "aef"},
        {"{!yes}a{/}{!none}b{/}{!null}c{/}", "bc"},
        {"{?pairing=all}a{/}{?pairing=next}b{/}{!pairing=next}c{/}{?null=x}d{/}", "ac"},
        {"{#rows}{name}{n}{#words|+}{name}{.}{/} {/}", "a2ax+ay b&lt;1b&lt;x+b&lt;y "},
        {"{#rows|, }{name}{/}", "a, b&lt;"},
        {"{#empty}{unknown}{/}", ""},
        {"{\"words} {\"n} {\"null} {\"title}", "[\"x\",\"y\"] 1 null \"A {{b}} {n} <c>\""},
        {"x\n{?yes}\ny\n{/}\n{#rows}\n- {=name}\n{/}\nz\n", "x\ny\n- a\n- b<\nz\n"},
        {"\n{n}\n", "\n1\n"},
        {"one \\\ntwo\\\n\n\nthree", "one two\n\nthree"},
        {"{?yes} \n{/}", " \n"},
    };
    scoped(json) *object = json_of(values_text);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) out = {0};
        str_add_text(&out, "> ");
        assert_done(template_fill(
            &out, cases[i].given,
            &(struct template_filling){.name = "t", .values = object, .escape = escape}, &err));
        assert_string_equal(str_text(&out) + 2, cases[i].expected);
    }
}

TEST(template__refuses_mistakes)
{
    static const struct text_case cases[] = {
        {"a\n{unknown}", "t:2: there is no 'unknown'"},
        {"{?unknown.x}{/}", "t:1: there is no 'unknown'"},
        {"{#rows}{bad}{/}", "t:1: there is no 'bad'"},
        {"{?none}\n{#rows}{fine}{/}\n{unknown}{/}", "t:3: there is no 'unknown'"},
        {"\\\n{rows}", "t:2: 'rows' is not a string or a number"},
    };
    static const char *const braces[] = {"{?yes}", "{/}",         "{n:one}", "{Title}",
                                         "{n>1}",  "{#rows,}{/}", "{}",      "}"};
    scoped(json) *object = json_of(values_text);
    const struct template_filling filling = {.name = "t", .values = object};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) out = {0};
        assert_error(template_fill(&out, cases[i].given, &filling, &err), cases[i].expected);
    }
    for (size_t i = 0; i < N_ITEMS(braces); i++) {
        scoped(str) out = {0};
        assert_error(template_fill(&out, braces[i], &filling, &err),
                     "t:1: a brace that is not part of a placeholder; write {{ or }} for a brace "
                     "itself");
    }
}

static void add_part(void *context, struct str *out, const char *name, const struct json *value,
                     const char *text)
{
    static const char *const names[] = {"rows", "words", "none", NULL};
    assert_true(text_is_one_of(name, names));
    str_print(out, "%s%zu(%s)", (const char *)context, json_count(value), text);
}

TEST(template__gives_parts_to_a_function_and_can_be_lenient)
{
    static const struct text_case cases[] = {
        {"a {+rows}x {m} {title}{/} b", "a !2(x 7 A {{b}} {n} &lt;c>) b"},
        {"{#rows}{+words}{name}{/}{/}", "!2(a)!2(b&lt;)"},
        {"{?yes}\n{+none}\n{?yes}y{/}\n{/}\n{/}\n", "!0(y\n)"},
        {"{unknown}{?unknown.x}a{/}{!unknown}b{/}{#unknown}c{/}{unknown:one|many}", "bmany"},
        {"{?nan}a{/}{!nan}b{/}", "b"},
    };
    scoped(json) *object = json_of(values_text);
    scoped(json) *more = json_make(J_INT("m", 7), J_DOUBLE("nan", NAN));
    json_free(json_take(object, "m"));
    const struct template_filling filling = {.name = "t",
                                             .values = object,
                                             .more = more,
                                             .escape = escape,
                                             .is_lenient = true,
                                             .add_part = add_part,
                                             .context = "!"};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) out = {0};
        assert_done(template_fill(&out, cases[i].given, &filling, &err));
        assert_string_equal(str_text(&out), cases[i].expected);
    }
}
