#include "commands/values.h"

#include "db/store.h"
#include "export/export.h"
#include "guard/fingerprints.h"
#include "guard/ties.h"
#include "guard/needles.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char names_all[] = "all";

const char *names_language(int number)
{
    return languages[number] ? languages[number]->name : NULL;
}

const char *names_language_choice(int number)
{
    if (number > 0 && !languages[number - 1])
        return NULL;
    return languages[number] ? languages[number]->name : names_all;
}

const char *language_meant(const char *word)
{
    const char *at = word;
    while (isalnum((unsigned char)*at) || (*at && strchr(" +.()-", *at)))
        at++; /* judges have no other signs in names of our languages */
    const struct language *language = *at ? NULL : language_of_judge(~0u, word);
    return language ? language->name : NULL;
}

const char *names_category(int number)
{
    if (number + 1 < N_CATEGORIES) /* the first category is other, which is last here */
        return bug_category_name((enum bug_category)(number + 1));
    if (number + 1 == N_CATEGORIES)
        return bug_category_name(CATEGORY_OTHER);
    return number == N_CATEGORIES ? names_all : NULL;
}

const char *names_split(int number)
{
    return number < N_PARTS ? split_names[number] : NULL;
}

const char *names_split_choice(int number)
{
    if (number < N_STRATA)
        return split_names[number];
    return number == N_STRATA ? names_all : NULL;
}

const char *names_format(int number)
{
    return export_formats[number] ? export_formats[number]->name : NULL;
}

const char *names_task(int number)
{
    return questions[number] ? questions[number]->name : NULL;
}

OPTION_NAMES(names_table_format, "text", "csv", "latex", "json");

const char *names_preset(int number)
{
    return near_presets[number].name;
}

const char *tie_names(int number)
{
    return ties_name(number);
}

const char *names_match(int number)
{
    return match_presets[number].name;
}

/* Defines a command_take: the object that `find` finds. The second declaration lets the macro end
 * like one. */
#define TAKE_FOUND(function, type, find)                                                \
    int function(const struct command_option *option, const char *text, void *variable, \
                 struct err *err)                                                       \
    {                                                                                   \
        (void)option, (void)err;                                                        \
        *(const struct type **)variable = find(text);                                   \
        return 0;                                                                       \
    }                                                                                   \
    command_take function

TAKE_FOUND(take_language, language, language_find);
TAKE_FOUND(take_preset, near_preset, near_preset_find);
TAKE_FOUND(take_match, match_options, match_preset_find);
TAKE_FOUND(take_format, export_format, export_format_find);
TAKE_FOUND(take_task, question, question_find);

static int choose_table_format(struct table_choice *choice, enum table_format format,
                               struct err *err)
{
    if (choice->is_given && choice->format != format)
        return err_set(err, "choose one format: --format or --json");
    *choice = (struct table_choice){format, true};
    return 0;
}

int take_table_format(const struct command_option *option, const char *text, void *variable,
                      struct err *err)
{
    return choose_table_format(variable,
                               (enum table_format)command_name_number(option->names, text), err);
}

int take_table_json(const struct command_option *option, const char *text, void *variable,
                    struct err *err)
{
    (void)option, (void)text;
    return choose_table_format(variable, TABLE_JSON, err);
}

/* ---- Shards ---- */

#define TASK_VARIABLE "SLURM_ARRAY_TASK_ID"

static int read_pair(struct shard *shard, const char *number, const char *n_shards, struct err *err)
{
    if (option_number(n_shards, 1, MAX_SHARDS, &shard->n_shards) != 0)
        return err_set(err, "the number of shards must be from 1 to %d, not '%s'", MAX_SHARDS,
                       n_shards);
    if (option_number(number, 1, shard->n_shards, &shard->number) != 0)
        return err_set(err, "the number of a shard must be from 1 to %" PRId64 ", not '%s'",
                       shard->n_shards, number);
    return 0;
}

/* A message names the environment variable, because the user did not type its value. */
static int read_task(struct shard *shard, const char *n_shards, struct err *err)
{
    const char *task = getenv(TASK_VARIABLE);
    if (!task || !*task)
        return err_set(
            err,
            "the number of the shard is missing: give --shard I/%s; --shard %s alone takes it "
            "from the task of a Slurm job array, " TASK_VARIABLE ", which is not set",
            n_shards, n_shards);
    struct err reason;
    if (read_pair(shard, task, n_shards, &reason) != 0)
        return err_set(err, "%s (" TASK_VARIABLE "): sbatch --array=1-%s", reason.message,
                       n_shards);
    return 0;
}

/* Reads "I/N", or "N" alone. With "N", I is the task number that Slurm sets in the environment
 * of a job array. */
int take_shard(const struct command_option *option, const char *text, void *variable,
               struct err *err)
{
    struct shard *shard = variable;
    char number[32];
    const char *slash = strchr(text, '/');
    (void)option;
    if (!slash) {
        if (option_number(text, 1, MAX_SHARDS, &shard->n_shards) != 0)
            return err_set(err, "--shard takes I/N or N, whole numbers from 1 to %d, not '%s'",
                           MAX_SHARDS, text);
        return read_task(shard, text, err);
    }
    size_t length = (size_t)(slash - text);
    if (length >= sizeof number)
        return err_set(err, "--shard takes I/N, two whole numbers, not '%s'", text);
    memcpy(number, text, length);
    number[length] = '\0';
    return read_pair(shard, number, slash + 1, err);
}
