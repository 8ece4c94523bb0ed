/* Each function takes the bounds and names from the row of the option. If the row has no `takes`,
 * the function writes the error message. */
#include "commands/cli/option.h"

#include "base/pipeline.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int option_take_flag(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    (void)option, (void)text, (void)err;
    *(bool *)variable = true;
    return 0;
}

int option_take_text(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    if (option->check && option->check(text, err) != 0)
        return ERR;
    *(const char **)variable = text;
    return 0;
}

int option_take_texts(const struct command_option *option, const char *text, void *variable,
                      struct err *err)
{
    (void)option, (void)err;
    array_push((struct text_list *)variable, text);
    return 0;
}

bool option_list_holds(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *one = list; one;) {
        size_t n = strcspn(one, ",");
        if (n == length && memcmp(one, name, n) == 0)
            return true;
        one = one[n] ? one + n + 1 : NULL;
    }
    return false;
}

char *option_copy(const char *text)
{
    static ARRAY(char *) copies; /* keeps them reachable: leak checkers do not report them */
    char *copy = mem_copy_text(text, strlen(text));
    array_push(&copies, copy);
    return copy;
}

void option_split(const char *list, struct text_list *names)
{
    for (char *rest = option_copy(list), *name; (name = strsep(&rest, ","));)
        array_push(names, text_cut(name, " "));
}

int option_take_list(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    (void)option, (void)err;
    option_split(text, variable);
    return 0;
}

int option_number(const char *text, int64_t min, int64_t max, int64_t *number)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    bool starts_well = (text[0] >= '0' && text[0] <= '9') || text[0] == '-';
    if (errno || !starts_well || end == text || *end || value < min || value > max)
        return ERR;
    *number = value;
    return 0;
}

int option_take_number(const struct command_option *option, const char *text, void *variable,
                       struct err *err)
{
    if (option_number(text, option->min, option->max, variable) == 0)
        return 0;
    if (option->max < INT64_MAX)
        return err_set(err, "--%s takes a whole number from %" PRId64 " to %" PRId64 ", not '%s'",
                       option->name, option->min, option->max, text);
    return err_set(err, "--%s takes a whole number of at least %" PRId64 ", not '%s'", option->name,
                   option->min, text);
}

int option_take_number_or_all(const struct command_option *option, const char *text, void *variable,
                              struct err *err)
{
    int64_t *number = variable;
    *number = INT64_MAX;
    if (text_is_like(text, "all") || option_number(text, option->min, INT64_MAX, number) == 0)
        return 0;
    return err_set(err, "--%s takes 'all' or a whole number of at least %" PRId64 ", not '%s'",
                   option->name, option->min, text);
}

int option_take_size(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    int64_t number = 0;
    int status = option_take_number(option, text, &number, err);
    *(size_t *)variable = (size_t)number;
    return status;
}

int option_take_enum(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    (void)err;
    *(int *)variable = (int)option->min + option_name_number(option->names, text);
    return 0;
}

int option_take_second(const struct command_option *option, const char *text, void *variable,
                       struct err *err)
{
    (void)err;
    *(bool *)variable = option_name_number(option->names, text) == 1;
    return 0;
}

int option_take_bits(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    struct text_list names = {0};
    unsigned *bits = variable;
    unsigned taken = 0, left_out = 0;
    option_split(text, &names);
    for (size_t i = 0; i < names.n; i++) {
        bool is_left_out = option->excludes && names.items[i][0] == '!';
        const char *name = names.items[i] + is_left_out;
        unsigned bit = 1u << option_name_number(option->names, name);
        *(is_left_out ? &left_out : &taken) |= strcmp(name, "all") == 0 ? bit - 1 : bit;
    }
    *bits = (taken ? taken : *bits) & ~left_out;
    array_release(&names);
    return *bits ? 0 : err_set(err, "--%s: '%s' leaves nothing", option->name, text);
}

/* The default is a text in words. It is compared by its address, and means the number of CPUs. */
int option_take_jobs(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    (void)err;
    if (text != option->initial)
        return option_number(text, option->min, option->max, variable);
    *(int64_t *)variable = pipeline_cpu_count();
    return 0;
}

void option_add_accepted(struct str *out, const struct command_option *option)
{
    for (const char *at = option->takes; *at;) {
        bool is_min = strncmp(at, "{min}", 5) == 0, is_max = strncmp(at, "{max}", 5) == 0;
        if (is_min || is_max)
            str_print(out, "%" PRId64, is_min ? option->min : option->max);
        else
            str_add(out, at, 1);
        at += is_min || is_max ? 5 : 1;
    }
}

static bool accepts_path(const struct command_option *option)
{
    static const char *const paths[] = {"FILE", "DB", "PATH", "DATASET", "BENCH", "DIR"};
    for (size_t i = 0; option->value && i < sizeof paths / sizeof *paths; i++)
        if (strstr(option->value, paths[i]))
            return true;
    return false;
}

const char *option_path(const struct command_option *option, const char *value)
{
    if (!accepts_path(option))
        return NULL;
    const char *separator = strpbrk(option->value, "=:");
    const char *at = separator ? strchr(value, *separator) : value;
    return at && separator ? at + 1 : at;
}

/* ---- Tables ---- */

OPTION_NAMES(option_table_format, "text", "csv", "latex", "json");

static int choose_table_format(struct table_choice *choice, enum table_format format,
                               struct err *err)
{
    if (choice->is_given && choice->format != format)
        return err_set(err, "choose one format: --format or --json");
    *choice = (struct table_choice){format, true};
    return 0;
}

int option_take_table_format(const struct command_option *option, const char *text, void *variable,
                             struct err *err)
{
    return choose_table_format(variable, (enum table_format)option_name_number(option->names, text),
                               err);
}

int option_take_table_json(const struct command_option *option, const char *text, void *variable,
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
int option_take_shard(const struct command_option *option, const char *text, void *variable,
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

/* ---- Names ---- */

int option_name_number(name_at *names, const char *name)
{
    for (int number = 0; names(number); number++)
        if (strcmp(names(number), name) == 0)
            return number;
    for (int number = 0; names(number); number++)
        if (text_is_like(names(number), name))
            return number;
    return -1;
}

enum { MAX_LENGTH = 63 }; /* longer words are not compared */

struct nearest nearest_to(const char *word)
{
    return (struct nearest){.word = word};
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns the distance of two words. cost[i][j] is the distance between the first i letters of `a`
 * and the first j letters of `b`. */
static size_t distance(const char *a, size_t n_a, const char *b, size_t n_b)
{
    size_t cost[MAX_LENGTH + 1][MAX_LENGTH + 1];
    for (size_t i = 0; i <= n_a; i++)
        for (size_t j = 0; j <= n_b; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            size_t replaced = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost[i][j] = least(replaced, least(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = least(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    return cost[n_a][n_b];
}

/* Whether a text ends with `word` after a hyphen, as "max-tokens" with "tokens". */
static bool has_last_word(const char *text, size_t n_text, const char *word, size_t n_word)
{
    return n_word && n_text > n_word && text[n_text - n_word - 1] == '-' &&
           strcmp(text + n_text - n_word, word) == 0;
}

void nearest_try(struct nearest *nearest, const char *name)
{
    size_t n_word = strlen(nearest->word), n_name = strlen(name);
    if (n_word > MAX_LENGTH || n_name > MAX_LENGTH)
        return;
    size_t found = distance(nearest->word, n_word, name, n_name);
    size_t longer = n_word > n_name ? n_word : n_name;
    bool is_part = (n_word >= 3 && strncmp(name, nearest->word, n_word) == 0) ||
                   has_last_word(name, n_name, nearest->word, n_word) ||
                   has_last_word(nearest->word, n_word, name, n_name);
    if (!is_part && 3 * found > longer)
        return;
    if (!nearest->best || found < nearest->distance) {
        nearest->best = name;
        nearest->distance = found;
    }
}
