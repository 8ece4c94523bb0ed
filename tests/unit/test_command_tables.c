/* The manual of every command is complete, so --help, manual pages and completions are. */
#include "commands/commands.h"
#include "augment/rewrite.h"
#include "base/packed.h"
#include "cli/command_line.h"
#include "cli/help.h"
#include "cli/option.h"
#include "export/tagging.h"
#include "fixes/choice.h"
#include "guard/grouping.h"
#include "guard/leak.h"
#include "languages/language.h"
#include "miner/histories.h"
#include "tests/support/test.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

static size_t n_lines(const char *text)
{
    size_t n = 1;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

TEST(commands__have_complete_manuals)
{
    for (const struct command *const *at = commands; *at; at++) {
        const struct command *command = *at;
        const char *lacks = NULL;
        scoped(manual) manual;
        manual_read(&manual, command);
        if (!*manual.summary || strlen(manual.summary) > 68)
            lacks = "a summary of one line";
        if (!*manual.synopsis)
            lacks = "a synopsis";
        if (strlen(manual.text) < 60)
            lacks = "a description";
        if (strncmp(manual.exit_status, "0\t", 2) != 0 || !strstr(manual.exit_status, "\n1\t") ||
            !strstr(manual.exit_status, "\n2\t"))
            lacks = "exit statuses 0, 1 and 2";
        if (n_lines(manual.examples) < 2 || !strstr(manual.examples, command->name))
            lacks = "two examples";
        if (!command->operands.what || command->operands.min > command->operands.max)
            lacks = "operands";
        if (lacks)
            fail_msg("%s lacks %s", command->name, lacks);
    }
}

/* "tokfix-split(1), tokfix-check(1)\ndoc/guard.md\tabout"; the first line may be missing. The help
   indents both by two columns, on a terminal of 80. */
TEST(commands__name_commands_and_pages_that_exist)
{
    for (const struct command *const *at = commands; *at; at++) {
        scoped(manual) manual;
        manual_read(&manual, *at);
        const char *text = manual.see_also;
        while (strncmp(text, "tokfix-", strlen("tokfix-")) == 0) {
            size_t length = strcspn(text, "(") - strlen("tokfix-");
            const struct command *const *other = commands;
            while (*other && (strlen((*other)->name) != length ||
                              strncmp((*other)->name, text + strlen("tokfix-"), length) != 0))
                other++;
            if (!*other || *other == *at)
                fail_msg("%s names the command in %s", (*at)->name, text);
            text += strcspn(text, ")") + 1;
            text += strspn(text, ", \n");
        }
        assert_true(*text);
        for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
            int length = (int)strcspn(text, "\t");
            if (access(printed("%s/../../%.*s", getenv("SAMPLE"), length, text), R_OK) != 0)
                fail_msg("%s: the page '%.*s' does not exist", (*at)->name, length, text);
        }
    }
}

TEST(commands__have_examples_of_80_columns)
{
    for (const struct command *const *at = commands; *at; at++) {
        scoped(manual) manual;
        manual_read(&manual, *at);
        for (const char *line = manual.examples; *line; line += strspn(line, "\n")) {
            size_t length = strcspn(line, "\n");
            if (length > 78)
                fail_msg("an example of %s is too long: %.*s", (*at)->name, (int)length, line);
            line += length;
        }
    }
}

/* Examples name only commands, options and values that there are. */
TEST(commands__have_examples_that_can_be_typed)
{
    for (const struct command *const *at = commands; *at; at++) {
        scoped(manual) manual;
        manual_read(&manual, *at);
        for (const char *word = manual.examples; (word = strstr(word, " --")); word += 3) {
            char name[60] = "";
            size_t length = strcspn(word + 3, " =\n|");
            bool is_known = length >= sizeof name;
            memcpy(name, word + 3, is_known ? 0 : length);
            struct option_walk walk = {0};
            while (option_walk_next(&walk, *at)) {
                scoped(str) known = {0};
                option_walk_add_name(&known, &walk);
                is_known = is_known || strcmp(str_text(&known), name) == 0;
            }
            if (!is_known)
                fail_msg("an example of %s has --%s", (*at)->name, name);
        }
    }
}

/* Each option is told in the help of the command, or named there and told once in that of the
 * options. */
TEST(commands__have_a_help_with_all_options)
{
    scoped(str) shared = output_of("\"$TOKFIX\" help options");
    for (const struct command *const *at = commands; *at; at++) {
        scoped(str) help = output_of("\"$TOKFIX\" %s --help", (*at)->name);
        scoped(str) brief = output_of("\"$TOKFIX\" %s -h", (*at)->name);
        assert_string_equal(str_text(&help), str_text(&brief));
        struct option_walk walk = {0};
        while (option_walk_next(&walk, *at) && !walk.step) {
            scoped(str) option = {0};
            help_add_option(&option, walk.option);
            if (!strstr(str_text(&help), str_text(&option))) {
                assert_contains(str_text(&help), printed("--%s", walk.option->name));
                assert_contains(str_text(&shared), str_text(&option));
            }
        }
    }
}

TEST(options__are_distinct)
{
    for (const struct command *const *at = commands; *at; at++) {
        const struct command_group *group, *other;
        for (size_t i = 0; (group = command_group_at(*at, i)); i++)
            for (const struct command_option *o = group->options; o->name; o++)
                for (size_t k = 0; (other = command_group_at(*at, k)); k++)
                    for (const struct command_option *p = other->options; p->name; p++)
                        if (p != o && (strcmp(p->name, o->name) == 0 ||
                                       (o->letter && p->letter == o->letter)))
                            fail_msg("%s has --%s twice", (*at)->name, o->name);
    }
}

TEST(options__say_what_they_do)
{
    for (const struct command *const *at = commands; *at; at++) {
        const struct command_group *group;
        for (size_t i = 0; (group = command_group_at(*at, i)); i++)
            for (const struct command_option *o = group->options; o->name; o++) {
                size_t length = strlen(o->text);
                if (!length || o->text[length - 1] == ' ' || isupper((unsigned char)o->name[0]))
                    fail_msg("%s --%s: '%s'", (*at)->name, o->name, o->text);
                assert_true(o->value || !o->names);   /* what takes no value knows none */
                assert_true(o->value || !o->initial); /* and has no default */
                assert_true(o->value || !o->otherwise);
                assert_true(o->take || o->letter == 'h');  /* help has nothing to set */
                assert_false(strstr(o->text, "(default")); /* which has its own place */
            }
    }
}

/* What help says is the default is what the variable gets. */
TEST(options__take_their_defaults)
{
    static union {
        char bytes[1024]; /* more than any variable */
        max_align_t aligned;
    } variables[512]; /* which live as long as the process, as those of commands */
    size_t n = 0;
    for (const struct command *const *at = commands; *at; at++)
        for (const struct command_group *group = (*at)->groups; group && group->heading; group++)
            for (const struct command_option *o = group->options; o->name; o++) {
                struct err err;
                assert_true(n < N_ITEMS(variables));
                if (o->initial && o->take(o, o->initial, &variables[n++], &err) != 0)
                    fail_msg("%s --%s: not '%s'", (*at)->name, o->name, o->initial);
            }
}

static const struct command_option *option_of(const struct command *command, const char *name)
{
    const struct command_group *group;
    for (size_t i = 0; (group = command_group_at(command, i)); i++)
        for (const struct command_option *o = group->options; o->name; o++)
            if (strcmp(o->name, name) == 0)
                return o;
    fail_msg("%s has no --%s", command->name, name);
    return NULL;
}

/* Each name once. */
TEST(options__know_the_dialects_of_all_languages)
{
    name_at *names = option_of(&command_show, "dialect")->names;
    for (int i = 0; languages[i]; i++)
        for (const char *const *name = languages[i]->dialects->names; name && *name; name++)
            if (command_name_number(names, *name) < 0)
                fail_msg("show has no --dialect %s", *name);
    for (int i = 0; names(i); i++)
        assert_int_equal(command_name_number(names, names(i)), i);
    assert_true(command_name_number(names, "none") > 0);
}

/* The variable that an option of names sets. */
static unsigned value_of(const struct command *command, const char *name, const char *text)
{
    const struct command_option *option = option_of(command, name);
    unsigned bytes[1024] = {0}; /* more than any arguments */
    struct err err;
    if (option->take(option, text, bytes, &err) == 0)
        return bytes[0];
    fail_msg("%s takes no --%s %s", command->name, name, text);
    return 0;
}

TEST(options__set_what_they_name)
{
    static const struct {
        const struct command *command;
        const char *name, *text;
        unsigned value;
    } cases[] = {
        {&command_mine, "pairing", "adjacent", PAIRING_ADJACENT},
        {&command_mine, "failing", "judged", FAILING_JUDGED},
        {&command_mine, "failing", "all", FAILING_ALL},
        {&command_check, "match", "type2", MATCH_TYPE2},
        {&command_check, "match", "similar", MATCH_SIMILAR},
        {&command_leak, "leak-kind", "fixed", LEAK_FIXED},
        {&command_split, "group-by", "problem,user", GROUP_BY_PROBLEM | GROUP_BY_USER},
        {&command_split, "group-by", "duplicates", GROUP_BY_DUPLICATES},
        {&command_rewrite, "kind", "condition", 1 << REWRITE_CONDITION},
        {&command_rewrite, "kind", "rename,condition",
         1 << REWRITE_RENAME | 1 << REWRITE_CONDITION},
        {&command_export, "granularity", "line", GRANULARITY_LINE},
        {&command_export, "compress", "gz", PACKING_GZIP},
        {&command_export, "compress", "zst", PACKING_ZSTD},
        {&command_export, "marked", "all", MARK_ALL},
        {&command_rewrite, "marked", "conflicts", MARK_CONFLICTING},
        {&command_show, "marked", "excluded,none", MARK_EXCLUDED | MARK_NONE},
        {&command_tag, "granularity", "program", TAG_PROGRAMS},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (value_of(cases[i].command, cases[i].name, cases[i].text) != cases[i].value)
            fail_msg("%s --%s %s is not %u", cases[i].command->name, cases[i].name, cases[i].text,
                     cases[i].value);
}
