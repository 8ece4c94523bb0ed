/* See recipe.h. */
#include "publish/recipe.h"

#include "base/shell.h"
#include "languages/language.h"

#include <string.h>

/* The store is called so, whatever its file is called. */
static const char commands_store[] = "bugs.db";

/* What `tokfix mine` does when no option says otherwise. */
static const struct {
    const char *key, *option, *otherwise;
} options[] = {
    {"language", "--language", LANGUAGE_DEFAULT},
    {"pairing", "--pairing", "all"},
    {"failing", "--failing", "judged"},
    {"metadata", "--metadata", ""},
};
enum { DEFAULT_MAX_BYTES = 1048576, DEFAULT_MAX_PAIRS = 1000000 };

static double number(const struct json *object, const char *key)
{
    return json_number(json_get(object, key), 0);
}

static void add_option(struct str *line, const char *option, const char *value)
{
    str_print(line, " %s ", option);
    shell_add_word(line, value);
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
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *value = json_text(json_get(run, options[i].key));
        if (value && strcmp(value, options[i].otherwise) != 0)
            add_option(line, options[i].option, value);
    }
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

static void push(struct json *commands, struct str *line)
{
    json_push_text(commands, str_text(line));
    str_clear(line);
}

/* A step changes the store that it names; rewriting makes another one, which is then meant. */
static void add_step(struct str *line, struct str *name, int *n_rewrites, const struct json *step)
{
    const char *command = json_text(json_get(step, "command"));
    const char *given = json_text(json_get(step, "options"));
    str_print(line, "tokfix %s %s%s%s", command, str_text(name), *given ? " " : "", given);
    if (strcmp(command, "rewrite") != 0)
        return;
    str_clear(name);
    str_add_text(name, "rewrites");
    if (++*n_rewrites > 1)
        str_print(name, "-%d", *n_rewrites);
    str_add_text(name, ".db");
    str_print(line, " -o %s", str_text(name));
}

struct json *recipe_make(const struct json *store, const char *publish)
{
    struct json *commands = json_array();
    struct str line = {0}, name = {0};
    int n_rewrites = 0;
    add_mine(&line, store);
    push(commands, &line);
    str_add_text(&name, commands_store);
    for (const struct json *step = json_first(json_get(store, "steps")); step;
         step = json_next(step)) {
        add_step(&line, &name, &n_rewrites, step);
        push(commands, &line);
    }
    str_print(&line, "tokfix publish %s%s", str_text(&name), publish);
    push(commands, &line);
    str_release(&line);
    str_release(&name);
    return commands;
}
