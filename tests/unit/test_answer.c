/* Answers in words, and code inserted into a program. */
#include "classify/classify.h"
#include "score/answer.h"
#include "score/unwrap.h"
#include "tests/support/test.h"

/* What is read of an answer, in a static buffer. */
static const char *reading(const char *task, const char *text)
{
    static struct str out;
    static struct unwrapped said;
    unwrap(&said, text);
    struct answer answer = answer_read(said.words, question_find(task));
    str_clear(&out);
    switch (answer.kind) {
    case ANSWER_NO_BUG:
        return "no bug";
    case ANSWER_CODE:
        if (!said.blocks.n)
            return "?";
        str_add(&out, said.blocks.items[said.blocks.n - 1].bytes,
                said.blocks.items[said.blocks.n - 1].length);
        break;
    case ANSWER_PLACE:
        str_print(&out, "%d:%d", (int)answer.line, (int)answer.column);
        break;
    case ANSWER_CHANGE:
        str_print(&out, "%d:%d [%.*s] [%.*s]", (int)answer.line, (int)answer.column,
                  (int)answer.before.length, answer.before.bytes, (int)answer.after.length,
                  answer.after.bytes);
        break;
    case ANSWER_CATEGORY:
        return bug_category_name((enum bug_category)answer.category);
    default:
        return "?";
    }
    return str_text(&out);
}

/* Reads answers to a task: "ANSWER|what is read". The list ends with NULL. */
static void expect(const char *task, const char *const *answers)
{
    for (; *answers; answers++) {
        const char *bar = strrchr(*answers, '|');
        scoped_memory char *answer = mem_copy_text(*answers, (size_t)(bar - *answers));
        if (strcmp(reading(task, answer), bar + 1) != 0)
            fail_msg("%s: '%s' is '%s'", task, answer, reading(task, answer));
    }
}

#define EXPECT(task, ...) expect(task, (const char *const[]){__VA_ARGS__, NULL})

TEST(answer__is_read_by_its_task)
{
    EXPECT("repair", "x = 1\n|x = 1", "Here:\n```python\nx = 1\n```\nIt was 2.|x = 1",
           "The line `x`:\n```\nx\n```\nbecomes\n```py\nx = 1\ny = 2\n```|x = 1\ny = 2",
           "```\nx = 1\n|x = 1", "````\n```\nx\n````|x", "No bug.|no bug",
           "no_bug_count = 1|no_bug_count = 1", "|?", "```\n```|?", "a\n</think>\n|?",
           "print('</think>', \"<think>\")|print('</think>', \"<think>\")", "a\n<think>b|a",
           "print('</s>')\n</s>|print('</s>')", "list<answer> a;|list<answer> a;",
           "<answer>a</answer><answer>b</answer>c|b", "~~~\n```\na\n~~~\n|a",
           "{\"a\": [{\"b\": \"x\"}, \"y\"], \"c\": 1}|y", "{\"a\": x}|{\"a\": x}");
    EXPECT("repair-with-verdict", "y|y");
    EXPECT("locate", "line 8, column 4: `<`|8:4", "The bug is in **Line 8**, col 4.|8:4",
           "Line: 8\nand column: 4|8:4", "Line: 8, Column: 4|8:4", "line 8 and column 4|8:4",
           "line 8: `<`|?", "no bug|no bug", "\"No bugs\"|no bug",
           "I think there is no bug.|no bug", "no bug in line 1, but line 2, column 3|no bug",
           "There is no bug but that in line 2, column 3|2:3", "line 0, column 4|?",
           "line 99999999999, column 4|?", "nothing to see|?",
           "See line 1, column 2. No, line 8, column 4|8:4",
           "- line 8, column 4, as in line 1, column 2|8:4", "{\"line\": 8, \"column\": 4}|8:4");
    EXPECT("classify", "So: no_bug|no bug", "literal|literal",
           "It is a **Variable misuse** bug|variable_misuse", "literal or variable_misuse|?",
           "literal (no other)|literal", "other|other", "literals|?", "no_bug|no bug",
           "literal?\nNo: **variable misuse**.|variable_misuse", "literal\nnot a type|literal",
           "a literal\na type or other|type", "Kind: literal\rtype|type");
    EXPECT("locate-repair", "line 8, column 4: `<` should be `<=`|8:4 [<] [<=]",
           "line 8, column 4: `<` -> `<=`. So it ends|8:4 [<] [<=]",
           "line 8, column 4: `not` is missing before `x`|8:4 [] [not]",
           "line 8, column 4: `not` should not be there|8:4 [not] []",
           "line 8, column 4: ``a`b`` should be `c`|8:4 [a`b] [c]", "line 8, column 4: `<`|?",
           "line 8: `<` should be `<=`|?");
    EXPECT("explain", "line 8: `<` should be `<=`|8:-1 [<] [<=]",
           "In line 8, column 2, `<` should be `<=`.|8:2 [<] [<=]");
}

TEST(answer__takes_the_margins_of_what_was_shown)
{
    static const struct {
        const char *code, *part;
        bool moves_all;
        const char *expected;
    } cases[] = {
        {"x = 1", "y = 2\n", true, "x = 1\n"},
        {"\n\nx = 1\n\n", "\n  y = 2", true, "\n  x = 1"},
        {"if a:\n    b", "    if c:\n        d\n", true, "    if a:\n        b\n"},
        {"if a:\n        b", "    if c:\n        d\n", false, "    if a:\n        b\n"},
        {"      if a:\n        b", "  if c:\n    d", true, "  if a:\n    b"},
        {"  if a:\r\n\r\n    b", "  if c:\n    d\n", true, "  if a:\r\n\r\n    b\n"},
        {"\tx", "    y", true, "    x"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) out = {0};
        struct token_text code = {cases[i].code, strlen(cases[i].code)};
        struct token_text part = {cases[i].part, strlen(cases[i].part)};
        answer_add_fitted(&out, code, part, cases[i].moves_all);
        assert_string_equal(str_text(&out), cases[i].expected);
    }
}
