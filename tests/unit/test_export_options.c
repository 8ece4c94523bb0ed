/* What does not go together is refused. */
#include "export/export.h"
#include "tests/support/test.h"

/* Why it is refused; "" when it is not; in a static buffer. */
static const char *refusal(const char *format, const struct export_view *view, const char *text,
                           double negatives)
{
    static struct err err;
    scoped(template) template = {0};
    struct export_options options = {.format = export_format_find(format), .view = *view};
    assert_non_null(options.format);
    assert_non_null(options.view.task);
    assert_success(prompt_read(&template, text, strlen(text), "t", &err), err);
    options.view.template = &template;
    err.message[0] = '\0';
    int status = export_options_check(&options, negatives, &err);
    assert_int_equal(status != 0, err.message[0] != '\0');
    return err.message;
}

TEST(options__that_contradict_each_other_are_refused)
{
    static const struct {
        const char *format, *task;
        enum granularity granularity;
        bool has_marks;
        double negatives;
        const char *template, *message;
    } cases[] = {
        {"messages", "repair", GRANULARITY_PROGRAM, false, 1, "{code}", ""},
        {"messages", "locate", GRANULARITY_LINE, false, 0.5, "{code}", ""},
        {"messages", "repair", GRANULARITY_LINE, true, 0, "{code}{line}{before}{category}", ""},
        {"pairs", "repair", GRANULARITY_PROGRAM, false, 1, "{code}", ""},
        {"nbf", "repair", GRANULARITY_FUNCTION, false, 1, "{code}", ""},
        {"fim", "repair", GRANULARITY_LINE, false, 0, "{code}", ""},
        {"codexglue", "repair", GRANULARITY_LINE, true, 0, "{code}", ""},
        /* tasks */
        {"fim", "locate", GRANULARITY_PROGRAM, false, 0, "{code}",
         "fim shows no prompt, and so no task but repair; leave --task away"},
        {"codexglue", "classify", GRANULARITY_PROGRAM, false, 0, "{code}",
         "codexglue shows no prompt, and so no task but repair; leave --task away"},
        {"codexglue", "repair-with-verdict", GRANULARITY_PROGRAM, false, 0, "{code}",
         "codexglue shows no prompt, and so no task but repair; leave --task away"},
        {"preference", "explain", GRANULARITY_PROGRAM, false, 0, "{code}",
         "preference has no way to say the task explain; choose --task repair or "
         "repair-with-verdict"},
        {"pairs", "locate", GRANULARITY_PROGRAM, false, 0, "{code}",
         "pairs shows no prompt, and so no task but repair; leave --task away"},
        {"nbf", "classify", GRANULARITY_PROGRAM, false, 0, "{code}",
         "nbf shows no prompt, and so no task but repair; leave --task away"},
        /* granularity */
        {"pairs", "repair", GRANULARITY_LINE, false, 0, "{code}",
         "pairs has whole programs only; leave --granularity away"},
        /* negatives */
        {"preference", "repair", GRANULARITY_PROGRAM, false, 0.1, "{code}",
         "preference has no way to say that a program is correct; leave --negatives away"},
        {"fim", "repair", GRANULARITY_PROGRAM, false, 0.1, "{code}",
         "fim has no way to say that a program is correct; leave --negatives away"},
        {"fim-qwen", "repair", GRANULARITY_PROGRAM, false, 1, "{code}",
         "fim-qwen has no way to say that a program is correct; leave --negatives away"},
        /* marks */
        {"pairs", "repair", GRANULARITY_PROGRAM, true, 0, "{code}",
         "pairs has no place for marks; leave --mark-location away"},
        {"nbf", "repair", GRANULARITY_PROGRAM, true, 0, "{code}",
         "nbf has no place for marks; leave --mark-location away"},
        {"fim", "repair", GRANULARITY_PROGRAM, true, 0, "{code}",
         "fim has no place for marks; leave --mark-location away"},
        {"messages", "locate", GRANULARITY_PROGRAM, true, 0, "{code}",
         "a mark gives away what the task locate asks for; leave --mark-location away"},
        {"text", "locate-repair", GRANULARITY_LINE, true, 0, "{code}",
         "a mark gives away what the task locate-repair asks for; leave --mark-location away"},
        {"alpaca", "repair", GRANULARITY_PROGRAM, true, 0.5, "{code}",
         "a correct program has no mark, which gives it away; leave --mark-location or "
         "--negatives away"},
        /* templates */
        {"messages", "locate", GRANULARITY_PROGRAM, false, 0, "{code}\n{before}",
         "line 2 of the template: {before} gives away what the task locate asks for"},
        {"messages", "locate-repair", GRANULARITY_LINE, false, 0, "{code}{line}",
         "line 1 of the template: {line} gives away what the task locate-repair asks for"},
        {"messages", "classify", GRANULARITY_PROGRAM, false, 0, "\n\n{pattern}",
         "line 3 of the template: {pattern} gives away what the task classify asks for"},
        {"messages", "repair", GRANULARITY_PROGRAM, false, 1, "{code}{line}",
         "line 1 of the template: {line} tells correct programs (--negatives) from buggy ones"},
        {"messages", "repair", GRANULARITY_LINE, false, 1, "{code}{line}", ""},
        {"messages", "repair", GRANULARITY_PROGRAM, false, 0, "{code}{status}{id}", ""},
        {"messages", "repair", GRANULARITY_PROGRAM, false, 1, "{code}{status}",
         "line 1 of the template: {status} tells correct programs (--negatives) from buggy ones"},
        {"messages", "repair", GRANULARITY_PROGRAM, false, 1, "{code}{id}",
         "line 1 of the template: {id} tells correct programs (--negatives) from buggy ones"},
        {"messages", "repair", GRANULARITY_PROGRAM, false, 0, "{{code}}",
         "the template shows no program: {code} stands nowhere in it"},
        {"messages", "repair", GRANULARITY_LINE, false, 1, "{code}{column}",
         "line 1 of the template: {column} tells correct programs (--negatives) from buggy ones"},
        {"messages", "repair", GRANULARITY_FUNCTION, false, 1, "{code}\n{category}",
         "line 2 of the template: {category} tells correct programs (--negatives) from buggy ones"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct export_view view = {.task = export_task_find(cases[i].task),
                                   .granularity = cases[i].granularity,
                                   .has_marks = cases[i].has_marks};
        assert_string_equal(refusal(cases[i].format, &view, cases[i].template, cases[i].negatives),
                            cases[i].message);
    }
}

TEST(options__refuse_ids_and_system_prompts_without_a_place)
{
    static const struct {
        const char *format;
        bool has_ids;
        const char *system, *message;
    } cases[] = {
        {"messages", true, "You mend", ""},
        {"alpaca", true, "You mend", ""},
        {"text", true, NULL, ""},
        {"fim-qwen", true, NULL, ""},
        {"pairs", true, NULL, "every row of pairs has an id; leave --with-ids away"},
        {"nbf", true, NULL, "every row of nbf has an id; leave --with-ids away"},
        {"codexglue", true, NULL,
         "codexglue is lines of code, which have no place for ids; leave --with-ids away, or "
         "choose another format"},
        {"prompt-completion", false, "You mend",
         "prompt-completion has no place for a system prompt; leave --system away, or choose "
         "messages or alpaca"},
        {"messages", false, "", "--system takes a text in UTF-8, not ''"},
        {"messages", false, "\xff", "--system takes a text in UTF-8, not '\xff'"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct export_view view = {.task = export_task_find("repair"),
                                   .has_ids = cases[i].has_ids,
                                   .system = cases[i].system};
        assert_string_equal(refusal(cases[i].format, &view, "{code}", 0), cases[i].message);
    }
}

/* What our own templates ask and show goes together. */
TEST(options__allow_our_prompts)
{
    for (const struct export_task *const *task = export_tasks; *task; task++)
        for (int granularity = GRANULARITY_PROGRAM; granularity <= GRANULARITY_LINE;
             granularity++) {
            struct export_view view = {.task = *task, .granularity = (enum granularity)granularity};
            const char *prompt = export_task_prompt(*task, view.granularity);
            assert_string_equal(refusal("messages", &view, prompt, 0), "");
            if (strcmp((*task)->name, "repair-with-verdict") != 0) /* the verdict tells */
                assert_string_equal(refusal("messages", &view, prompt, 1), "");
        }
}
