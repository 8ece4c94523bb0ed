/* Prompts: placeholders, braces, paragraphs, errors with their lines. */
#include "export/task.h"
#include "tests/support/test.h"

/* Values that say which they are. */
static struct json *filled(void)
{
    struct json *values = json_object();
    for (int i = 0; i < N_PLACEHOLDERS; i++) {
        const char *name = placeholder_name((enum placeholder)i);
        json_set_text(values, name, printed("<%s>", name));
    }
    return values;
}

TEST(prompt__puts_values_in_their_places)
{
    static const struct text_case cases[] = {
        {"", ""},
        {"plain", "plain"},
        {"{code}", "<code>"},
        {"a{code}b{line}{column}c", "a<code>b<line><column>c"},
        {"{{code}}", "{code}"},
        {"{{{code}}}", "{<code>}"},
        {"{{{{}}}}", "{{}}"},
        {"a }} b {{ c", "a } b { c"},
        {"{code}\r\n\r\n{id}\r\n", "<code>\n\n<id>\n"},
        {"a\rb\r\n\rc\r", "a\rb\n\rc\r"},
        {"\xef\xbb\xbf{code}", "<code>"},
        {"é{code}🍎\xe2\x80\xa8", "é<code>🍎\xe2\x80\xa8"},
        {"{granularity}{language}{original_language}{dialect}{status}{problem_id}{before}"
         "{category}{pattern}",
         "<granularity><language><original_language><dialect><status><problem_id><before>"
         "<category><pattern>"},
        {"%s%n\\n", "%s%n\\n"},
    };
    scoped(json) *values = filled();
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(template) template = {0};
        scoped(str) out = {0};
        assert_done(prompt_read(&template, cases[i].given, strlen(cases[i].given), "t", &err));
        str_add_text(&out, "> ");
        prompt_add(&out, &template, PROMPT_WHOLE, values);
        assert_string_equal(str_text(&out) + 2, cases[i].expected);
    }
}

TEST(prompt__has_an_instruction_up_to_the_first_blank_line)
{
    static const struct {
        const char *template, *instruction, *input;
    } cases[] = {
        {"", "", ""},
        {"a", "a", ""},
        {"a\n", "a\n", ""},
        {"a\n\n", "a", ""},
        {"a\n\nb", "a", "b"},
        {"a\n\nb\n\nc\n", "a", "b\n\nc\n"},
        {"a\n\n\nb", "a", "\nb"},
        {"\n\nb", "", "b"},
        {"a\r\n\r\nb\r\n", "a", "b\n"},
        {"a\n \nb", "a\n \nb", ""},
        {"{code}\n\n{line}", "<code>", "<line>"},
        {"a {code} b\n{line}\n\nc {id} d", "a <code> b\n<line>", "c <id> d"},
    };
    scoped(json) *values = filled();
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(template) template = {0};
        scoped(str) instruction = {0}, input = {0};
        assert_done(
            prompt_read(&template, cases[i].template, strlen(cases[i].template), "t", &err));
        prompt_add(&instruction, &template, PROMPT_INSTRUCTION, values);
        prompt_add(&input, &template, PROMPT_INPUT, values);
        assert_string_equal(str_text(&instruction), cases[i].instruction);
        assert_string_equal(str_text(&input), cases[i].input);
    }
}

/* A blank line in a value does not end the instruction. */
TEST(prompt__takes_values_as_they_are)
{
    struct str out = {0};
    struct template template;
    scoped(json) *values = json_make(J_TEXT("code", "a\n\n{id}}\n\n"));
    assert_done(prompt_read(&template, "{code}\n\nb", 9, "t", &err));
    prompt_add(&out, &template, PROMPT_INSTRUCTION, values);
    assert_string_equal(str_text(&out), "a\n\n{id}}\n\n");
    str_clear(&out);
    prompt_add(&out, &template, PROMPT_INPUT, values);
    assert_string_equal(str_text(&out), "b");
    str_release(&out);
    template_release(&template);
}

TEST(prompt__says_on_which_line_it_is_wrong)
{
    static const struct text_case cases[] = {
        {"1\n2\n3\n4\n5\n6\n {kode}",
         "own.txt:7: unknown placeholder {kode}; the placeholders are: {code}, "},
        {"1\r\n2\r\n3 {Code}",
         "own.txt:3: a brace that is not part of a placeholder; write {{ or }} for a "},
        {"1\n\n3\n\n5 {x}", "own.txt:5: unknown placeholder {x}; "},
        {"{", "own.txt:1: a brace that is not part of a placeholder"},
        {"\n}", "own.txt:2: a brace that is not part of a placeholder"},
        {"{}", "own.txt:1: a brace that is not part of a placeholder"},
        {"{code", "own.txt:1: a brace that is not part of a placeholder"},
        {"{ code}", "own.txt:1: a brace that is not part of a placeholder"},
        {"{co\nde}", "own.txt:1: a brace that is not part of a placeholder"},
        {"{code}}", "own.txt:1: a brace that is not part of a placeholder"},
        {"{{code}", "own.txt:1: a brace that is not part of a placeholder"},
        {"{{{", "own.txt:1: a brace that is not part of a placeholder"},
        {"{code1}", "own.txt:1: a brace that is not part of a placeholder"},
        {"{codes}", "own.txt:1: unknown placeholder {codes}"},
        {"\xff", "'own.txt' is not UTF-8 text"},
        {"a \xc3", "'own.txt' is not UTF-8 text"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(template) template = {0};
        struct err err;
        assert_int_equal(
            prompt_read(&template, cases[i].given, strlen(cases[i].given), "own.txt", &err), ERR);
        if (strncmp(err.message, cases[i].expected, strlen(cases[i].expected)) != 0)
            fail_msg("%s: %s", cases[i].given, err.message);
    }
    scoped(template) template = {0};
    assert_error(prompt_read(&template, "a\0b", 3, "own.txt", &err), "'own.txt' is not UTF-8 text");
}

TEST(prompt__may_be_large)
{
    enum { N = 100000 };
    struct str text = {0}, out = {0};
    scoped(json) *values = filled();
    struct template template;
    for (int i = 0; i < N; i++)
        str_add_text(&text, "{code} {{\n\n");
    assert_done(prompt_read(&template, str_text(&text), text.length, "t", &err));
    prompt_add(&out, &template, PROMPT_WHOLE, values);
    assert_int_equal(out.length, (size_t)N * strlen("<code> {\n\n"));
    template_release(&template);
    str_clear(&text);
    str_add_text(&text, "{");
    for (int i = 0; i < N; i++)
        str_add_text(&text, "x");
    str_add_text(&text, "}");
    assert_any_error(prompt_read(&template, str_text(&text), text.length, "t", &err));
    template_release(&template);
    str_release(&text);
    str_release(&out);
}

TEST(prompt__gives_the_first_place_of_a_placeholder)
{
    scoped(template) template = {0};
    enum placeholder which = N_PLACEHOLDERS;
    static const char text[] = "{code}\n\n{{line}}\n{before} {line}\n{line}";
    assert_done(prompt_read(&template, text, strlen(text), "t", &err));
    assert_int_equal(prompt_line_of(&template, 1u << PLACEHOLDER_CODE, &which), 1);
    assert_int_equal(which, PLACEHOLDER_CODE);
    assert_int_equal(prompt_line_of(&template, 1u << PLACEHOLDER_LINE, &which), 4);
    assert_int_equal(which, PLACEHOLDER_LINE);
    assert_int_equal(
        prompt_line_of(&template, 1u << PLACEHOLDER_LINE | 1u << PLACEHOLDER_BEFORE, &which), 4);
    assert_int_equal(which, PLACEHOLDER_BEFORE);
    assert_int_equal(prompt_line_of(&template, 1u << PLACEHOLDER_ID, &which), 0);
    assert_int_equal(prompt_line_of(&template, 0, &which), 0);
}
