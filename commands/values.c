/* See values.h. */
#include "commands/values.h"

#include "augment/rewrite.h"
#include "classify/classify.h"
#include "db/store.h"
#include "export/export.h"
#include "export/tagged.h"
#include "guard/closure.h"
#include "guard/fingerprints.h"
#include "guard/leak.h"
#include "guard/fix_pairs.h"
#include "commands/commands.h"
#include "miner/histories.h"
#include "validate/row_formats.h"

#include <string.h>

const char names_all[] = "all";

const char *names_command(int number)
{
    return commands[number] ? commands[number]->name : NULL;
}

const char *names_language(int number)
{
    return languages[number] ? languages[number]->name : NULL;
}

const char *names_pairing(int number)
{
    return number < N_PAIRINGS ? pairing_name((enum pairing)number) : NULL;
}

const char *names_failing(int number)
{
    static const char *const names[] = {"judged", "all", NULL};
    return names[number];
}

const char *names_category(int number)
{
    if (number + 1 < N_CATEGORIES) /* the first of them is other, which comes last here */
        return bug_category_name((enum bug_category)(number + 1));
    if (number + 1 == N_CATEGORIES)
        return bug_category_name(CATEGORY_OTHER);
    return number == N_CATEGORIES ? names_all : NULL;
}

const char *names_pattern(int number)
{
    return number < N_PATTERNS ? sstub_pattern_name((enum sstub_pattern)number) : NULL;
}

const char *names_role(int number)
{
    if (number + 1 < N_ROLES)
        return identifier_role_name((enum identifier_role)(number + 1));
    return number + 1 == N_ROLES ? "none" : NULL;
}

const char *names_dialect(int number)
{
    static const char *const dialects[] = {"2", "3", "both", "none", NULL};
    return dialects[number];
}

const char *names_split(int number)
{
    return number < N_SPLITS ? split_names[number] : NULL;
}

const char *names_split_choice(int number)
{
    if (number < N_STRATA)
        return split_names[number];
    return number == N_STRATA ? names_all : NULL;
}

const char *names_origin(int number)
{
    return store_origins[number];
}

const char *names_mark(int number)
{
    static const char *const marks[] = {"duplicates", "conflicts", "excluded", "all", NULL};
    return marks[number];
}

const char *names_marked(int number)
{
    static const char *const marks[] = {"duplicates", "conflicts", "excluded", "none", NULL};
    return marks[number];
}

const char *names_cluster_kind(int number)
{
    static const char *const kinds[] = {"exact", "renamed", "near", "patch", NULL};
    return kinds[number];
}

const char *names_yes_no(int number)
{
    static const char *const answers[] = {"yes", "no", NULL};
    return answers[number];
}

const char *names_balance(int number)
{
    return number == 0 ? "category" : NULL;
}

const char *names_format(int number)
{
    return export_formats[number] ? export_formats[number]->name : NULL;
}

const char *names_row_format(int number)
{
    const struct export_format *format = row_format_at(number);
    return format ? format->name : NULL;
}

const char *names_task(int number)
{
    return export_tasks[number] ? export_tasks[number]->name : NULL;
}

const char *names_table_format(int number)
{
    static const char *const formats[] = {"text", "csv", "latex", "json", NULL};
    return formats[number];
}

const char *names_granularity(int number)
{
    return number <= GRANULARITY_LINE ? granularity_name((enum granularity)number) : NULL;
}

const char *names_tag_format(int number)
{
    static const struct export_format *const formats[] = {
        &export_format_tags, &export_format_prompt_completion, &export_format_messages};
    return number < 3 ? formats[number]->name : NULL;
}

const char *names_tag_granularity(int number)
{
    static const char *const names[] = {"piece", "function", "program", NULL};
    return names[number];
}

const char *names_fim_style(int number)
{
    static const char *const styles[] = {"neutral", "starcoder", "qwen", NULL};
    return styles[number];
}

const char *names_packing(int number)
{
    static const char *const packings[] = {"gz", "zst", NULL};
    return packings[number];
}

const char *names_preset(int number)
{
    return near_presets[number].name;
}

const char *names_tie(int number)
{
    return closure_name(number);
}

const char *names_match(int number)
{
    return number < N_LEAK_MATCHES ? leak_match_names[number] : NULL;
}

const char *names_similarity(int number)
{
    static const char *const similarities[] = {"token", "tree", NULL};
    return similarities[number];
}

const char *names_leak_kind(int number)
{
    return number < N_PAPER_LEAK_KINDS ? leak_kind_name((enum leak_kind)number) : NULL;
}

const char *names_rewrite(int number)
{
    return number < N_REWRITE_KINDS ? rewrite_kind_name((enum rewrite_kind)number) : NULL;
}

int take_language(const struct command_option *option, const char *text, void *variable,
                  struct err *err)
{
    (void)option, (void)err;
    *(const struct language **)variable = language_find(text);
    return 0;
}

int take_preset(const struct command_option *option, const char *text, void *variable,
                struct err *err)
{
    (void)option, (void)err;
    *(const struct near_preset **)variable = near_preset_find(text);
    return 0;
}

int take_format(const struct command_option *option, const char *text, void *variable,
                struct err *err)
{
    (void)option, (void)err;
    *(const struct export_format **)variable = export_format_find(text);
    return 0;
}

int take_task(const struct command_option *option, const char *text, void *variable,
              struct err *err)
{
    (void)err;
    *(const struct export_task **)variable = export_tasks[command_name_number(option->names, text)];
    return 0;
}
