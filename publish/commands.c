/* See commands.h. */
#include "publish/commands.h"

#include "base/shell.h"

#include <string.h>

const char commands_store[] = "bugs.db";

/* What the commands of this version do when no option says otherwise. */
static const struct {
    const char *member, *key, *option, *otherwise;
} options[] = {
    {"run", "language", "--language", "python"},
    {"run", "pairing", "--pairing", "all"},
    {"mutate", "distribution", "--distribution", "uniform"},
    {"mutate", "seed", "--seed", "0"},
    {"dedup", "preset", "--preset", "allamanis"},
    {"split", "seed", "--seed", "0"},
    {"split", "closed_over", "--closed-over", "problem-cluster,duplicates"},
};
enum { DEFAULT_MAX_BYTES = 1048576, DEFAULT_MAX_PAIRS = 1000000, DEFAULT_PER_PROGRAM = 5 };

static double number(const struct json *object, const char *key)
{
    return json_number(json_get(object, key), 0);
}

static void add_option(struct str *line, const char *option, const char *value)
{
    str_print(line, " %s ", option);
    shell_add_word(line, value);
}

/* The options of a member (run, mutate, dedup, split) that are not the defaults. */
static void add_options(struct str *line, const struct json *store, const char *member)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *value = json_text(json_get(json_get(store, member), options[i].key));
        if (strcmp(options[i].member, member) == 0 && value &&
            strcmp(value, options[i].otherwise) != 0)
            add_option(line, options[i].option, value);
    }
}

static const char *dataset_of(const struct json *store)
{
    const char *dataset = json_text(json_get(json_get(store, "run"), "dataset"));
    return dataset ? dataset : "DATASET";
}

static void add_mine(struct str *line, const struct json *store)
{
    const struct json *run = json_get(store, "run");
    str_add_text(line, "tokfix mine ");
    shell_add_word(line, dataset_of(store));
    add_options(line, store, "run");
    if (number(run, "max_tokens") > 0)
        str_print(line, " --max-tokens %.0f", number(run, "max_tokens"));
    if ((int)number(run, "max_bytes") != DEFAULT_MAX_BYTES)
        str_print(line, " --max-bytes %.0f", number(run, "max_bytes"));
    if ((int)number(run, "max_pairs") != DEFAULT_MAX_PAIRS)
        str_print(line, " --max-pairs %.0f", number(run, "max_pairs"));
    if (number(run, "n_shards") > 1)
        str_print(line, " --shard %.0f/%.0f", number(run, "shard"), number(run, "n_shards"));
    str_print(line, " -o %s", commands_store);
}

static void add_mutate(struct str *line, const struct json *store)
{
    const struct json *mutate = json_get(store, "mutate");
    const char *programs = json_text(json_get(mutate, "programs"));
    str_print(line, "tokfix mutate %s", commands_store);
    add_options(line, store, "mutate");
    if ((int)number(mutate, "per_program") != DEFAULT_PER_PROGRAM)
        str_print(line, " --per-program %.0f", number(mutate, "per_program"));
    if (number(mutate, "max_tokens") > 0)
        str_print(line, " --max-tokens %.0f", number(mutate, "max_tokens"));
    if (number(mutate, "swaps_arguments") > 0)
        str_add_text(line, " --argument-swap");
    if (programs && strcmp(programs, "dataset") == 0)
        add_option(line, "--dataset", dataset_of(store));
}

static void add_dedup(struct str *line, const struct json *store)
{
    str_print(line, "tokfix dedup %s", commands_store);
    add_options(line, store, "dedup");
    if (number(json_get(store, "dedup"), "renames_literals") > 0)
        str_add_text(line, " --literals");
}

static void add_split(struct str *line, const struct json *store)
{
    const struct json *split = json_get(store, "split");
    const char *origin = json_text(json_get(split, "origin"));
    int train = (int)number(split, "train"), validation = (int)number(split, "validation"),
        test = (int)number(split, "test");
    str_print(line, "tokfix split %s", commands_store);
    if (origin && strcmp(origin, "import") == 0) {
        for (const struct json *group = json_first(json_get(store, "groups")); group;
             group = json_next(group))
            str_print(line, " --import %s=FILE", json_text(json_get(group, "split")));
        return;
    }
    add_options(line, store, "split");
    if (train != 8 || validation != 1 || test != 1)
        str_print(line, " --ratio %d:%d:%d", train, validation, test);
    if (number(split, "n_previous") > 0)
        str_add_text(line, " --previous EARLIER.db");
}

static void push(struct json *commands, struct str *line)
{
    json_push_text(commands, str_text(line));
    str_clear(line);
}

/* Marks that fixes had before the split took them out of it; later ones did not. */
static bool has_marks(const struct json *store, const char *reason, bool is_before_split)
{
    for (const struct json *row = json_first(json_get(store, "exclusions")); row;
         row = json_next(row))
        if (strcmp(json_text(json_get(row, "reason")), reason) == 0)
            return (number(row, "in_splits") > 0) != is_before_split;
    return false;
}

static void add_marks(struct json *commands, struct str *line, const struct json *store,
                      bool is_before_split)
{
    if (has_marks(store, "benchmark", is_before_split)) {
        str_print(line, "tokfix leak %s --against BENCHMARK --mark", commands_store);
        push(commands, line);
    }
    if (!is_before_split &&
        (has_marks(store, "ancestry", false) || has_marks(store, "ancestry", true))) {
        str_print(line, "tokfix leak %s --mark", commands_store);
        push(commands, line);
    }
}

/* Mutants that were there before the split are in it; later ones are not. */
static bool has_mutants(const struct json *store, bool is_before_split)
{
    if (!json_get(store, "mutate"))
        return false;
    for (const struct json *row = json_first(json_get(store, "origins")); row; row = json_next(row))
        if (strcmp(json_text(json_get(row, "origin")), "mutant") == 0)
            return (number(row, "in_splits") > 0) == is_before_split;
    return false;
}

static void add_mutants(struct json *commands, struct str *line, const struct json *store,
                        bool is_before_split)
{
    if (!has_mutants(store, is_before_split))
        return;
    add_mutate(line, store);
    push(commands, line);
}

static bool has_rewrites(const struct json *store)
{
    for (const struct json *row = json_first(json_get(store, "origins")); row; row = json_next(row))
        if (strcmp(json_text(json_get(row, "origin")), "rewrite") == 0)
            return true;
    return false;
}

static void add_duplicates(struct json *commands, struct str *line, const struct json *store)
{
    if (!json_count(json_get(store, "dedup")))
        return;
    add_dedup(line, store);
    push(commands, line);
}

/* A store of rewrites takes the splits of the one that it was made of, and does not know its options. */
static void add_rewriting(struct json *commands, struct str *line, const struct json *store)
{
    str_print(line, "tokfix rewrite %s -o REWRITES.db OPTIONS", commands_store);
    push(commands, line);
    str_print(line, "mv REWRITES.db %s", commands_store);
    push(commands, line);
    add_duplicates(commands, line, store);
}

struct json *commands_make(const struct json *store, const char *publish)
{
    struct json *commands = json_array();
    struct str line = {0};
    add_mine(&line, store);
    push(commands, &line);
    add_mutants(commands, &line, store, true);
    if (!has_rewrites(store))
        add_duplicates(commands, &line, store);
    add_marks(commands, &line, store, true);
    add_split(&line, store);
    push(commands, &line);
    if (has_rewrites(store))
        add_rewriting(commands, &line, store);
    add_marks(commands, &line, store, false);
    add_mutants(commands, &line, store, false);
    json_push_text(commands, publish);
    str_release(&line);
    return commands;
}
