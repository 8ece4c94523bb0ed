/* The first runtime of a language that has the dialect of a program, or that has none, runs it. The
 * words of its table become command lines of the sandbox: placeholders are replaced.
 *
 * The class that starts a program is found in one pass over the tokens. Outside of all braces, a
 * keyword such as `class` begins a type; inside one pair, a method that fits makes it a type that
 * can start the program. */
#include "verify/command_words.h"

#include "base/sandbox/sandbox.h"
#include "tokenize/languages/language.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const nowhere[] = {NULL};
static const struct runtime missing[] = {{.name = "no runtime", .files = nowhere}};

static const struct runtime *runtimes_of(const struct language *language)
{
    return language->runtimes ? language->runtimes : missing;
}

/* Returns the first runtime, from this one on, for the dialect and the judge. */
static const struct runtime *find(const struct runtime *runtime, const char *dialect,
                                  const char *judge_name)
{
    while ((runtime->dialect && (!dialect || strcmp(runtime->dialect, dialect) != 0)) ||
           (runtime->judge_word && (!judge_name || !strcasestr(judge_name, runtime->judge_word))))
        runtime++;
    return runtime;
}

const struct runtime *runtime_choose(const struct language *language, const char *dialect,
                                     const char *judge_name)
{
    const struct runtime *runtime = find(runtimes_of(language), dialect, judge_name);
    return runtime->judge_word && !runtime_executable(runtime)
               ? find(runtime + 1, dialect, judge_name)
               : runtime;
}

const char *runtime_replaced(const struct language *language, const char *dialect,
                             const char *judge_name)
{
    const struct runtime *runtime = find(runtimes_of(language), dialect, judge_name);
    return runtime->judge_word && !runtime_executable(runtime) ? runtime->name : NULL;
}

const struct runtime_standard *runtime_standard(const struct runtime *runtime, const char *dialect)
{
    static const struct runtime_standard none = {.option = ""};
    const struct runtime_standard *standard = runtime->standards;
    while (standard && standard->dialect && (!dialect || strcmp(standard->dialect, dialect) != 0))
        standard++;
    return standard ? standard : &none;
}

const struct runtime_zygote *runtime_zygote(const struct runtime *runtime, const char *code,
                                            size_t length)
{
    const struct runtime_zygote *zygote = runtime->zygotes;
    for (; zygote && zygote->words; zygote++)
        for (const char *const *word = zygote->words; *word; word++)
            if (memmem(code, length, *word, strlen(*word)))
                return zygote;
    return zygote;
}

const char *runtime_executable(const struct runtime *runtime)
{
    const char *const *file = runtime->files;
    while (*file && access(*file, X_OK) != 0)
        file++;
    return *file;
}

/* ---- Words ---- */

void words_release(struct words *words)
{
    str_release(&words->text);
}

/* The folder above that of the executable: /usr/lib/jvm/NAME of /usr/lib/jvm/NAME/bin/javac. */
static const char *home_of(const struct runtime *runtime, char home[PATH_MAX])
{
    return realpath(runtime_executable(runtime), home) ? dirname(dirname(home)) : "";
}

void words_add(struct str *out, const char *word, const struct runtime *runtime,
               const struct placed_program *program)
{
    char home[PATH_MAX];
    const struct {
        const char *placeholder, *text;
    } rows[] = {{RUNTIME_EXECUTABLE, runtime_executable(runtime)},
                {RUNTIME_HOME, home_of(runtime, home)},
                {RUNTIME_FOLDER, program->folder},
                {RUNTIME_FILE, program->main.file},
                {RUNTIME_CLASS, program->main.name},
                {RUNTIME_STANDARD, program->standard},
                {RUNTIME_SHARED, program->shared},
                {RUNTIME_ZYGOTE, SANDBOX_ZYGOTE_SCRIPT}};
    const size_t n = sizeof rows / sizeof *rows;
    while (*word) {
        size_t i = 0;
        while (i < n && !text_begins(word, rows[i].placeholder))
            i++;
        str_add(out, i < n ? rows[i].text : word, i < n ? strlen(rows[i].text) : 1);
        word += i < n ? strlen(rows[i].placeholder) : 1;
    }
    str_add(out, "", 1);
}

void words_make(struct words *out, const char *const *table, const struct runtime *runtime,
                const struct placed_program *program)
{
    size_t n = 0;
    str_clear(&out->text);
    for (; *table && n < MAX_WORDS; table++)
        if (!program->is_at_home || !strstr(*table, RUNTIME_JUDGE)) {
            words_add(&out->text, *table, runtime, program);
            n++;
        }
    const char *word = out->text.text;
    for (size_t i = 0; i < n; i++, word += strlen(word) + 1)
        out->items[i] = word;
    out->items[n] = NULL;
}

/* ---- The class that starts a program ---- */

/* How well a type fits. A main method that is not static, or has no parameter, starts a program in
 * newer versions only. */
enum { FIRST = 1, DEFAULT = 2, PUBLIC = 4, NEWER_MAIN = 8, MAIN = 16 };

struct type {
    struct token_text name;
    bool is_public, has_public_methods; /* without the modifier */
    int main;                           /* 0, NEWER_MAIN or MAIN */
};

struct reading {
    const struct program *program;
    const struct main_rules *rules;
    bool is_public, is_static; /* the modifiers of what begins */
    struct type type, best;    /* the last one; the one that fits best, */
    int best_rank;             /* so well; 0: the default */
    struct token_text in_file; /* the public type, which names the file */
    struct str package;        /* with a dot at its end */
};

static bool is_at(const struct reading *reading, size_t index, const char *text)
{
    return index < reading->program->tokens.n &&
           token_text_is(program_token_text(reading->program, index), text);
}

static bool has_name(const struct reading *reading, size_t index)
{
    const struct program *program = reading->program;
    return index < program->tokens.n && program->tokens.items[index].kind == TOKEN_WORD &&
           program_token_text(program, index).length < sizeof((struct main_class *)NULL)->file;
}

static void read_package(struct reading *reading, size_t index)
{
    for (; has_name(reading, index); index += 2) {
        struct token_text part = program_token_text(reading->program, index);
        str_print(&reading->package, "%.*s.", (int)part.length, part.bytes);
        if (!is_at(reading, index + 1, "."))
            return;
    }
}

/* Takes the last type for the best one if it fits better. */
static void end_type(struct reading *reading)
{
    const struct type *type = &reading->type;
    bool is_default = token_text_is(type->name, reading->rules->default_class);
    int rank = FIRST + type->main + (type->is_public ? PUBLIC : 0) + (is_default ? DEFAULT : 0);
    if (!type->name.length || rank <= reading->best_rank)
        return;
    reading->best = *type;
    reading->best_rank = rank;
}

/* Begins the type of a keyword, whose name follows. */
static void begin_type(struct reading *reading, size_t keyword)
{
    struct token_text word = program_token_text(reading->program, keyword);
    end_type(reading);
    reading->type =
        (struct type){.name = program_token_text(reading->program, keyword + 1),
                      .is_public = reading->is_public,
                      .has_public_methods = token_text_is(word, reading->rules->public_methods)};
    if (reading->is_public)
        reading->in_file = reading->type.name;
}

/* Whether the parameters, from their bracket on, are one array of the type. */
static bool is_array(const struct reading *reading, size_t index)
{
    int n_arrays = 0;
    bool has_type = false;
    for (; index < reading->program->tokens.n && !is_at(reading, index, ")"); index++) {
        has_type |= is_at(reading, index, reading->rules->parameter);
        n_arrays += is_at(reading, index, "[") || is_at(reading, index, "...");
        if (is_at(reading, index, ","))
            return false;
    }
    return has_type && n_arrays == 1;
}

/* Notes the method with this name for the last type, if it is a main method. */
static void read_method(struct reading *reading, size_t name)
{
    struct type *type = &reading->type;
    if (!is_at(reading, name, reading->rules->method) || !is_at(reading, name + 1, "("))
        return;
    bool has_array = is_array(reading, name + 2);
    bool is_public = reading->is_public || type->has_public_methods;
    if (is_public && reading->is_static && has_array)
        type->main = MAIN;
    else if (!type->main && (is_at(reading, name + 2, ")") || has_array))
        type->main = NEWER_MAIN;
}

void main_class_find(struct main_class *out, const struct main_rules *rules,
                     const struct program *program)
{
    static const char *const ends[] = {"{", "}", ";", NULL}; /* of modifiers */
    struct reading reading = {
        .program = program,
        .rules = rules,
        .best.name = {rules->default_class, strlen(rules->default_class)},
    };
    int depth = 0;
    for (size_t i = 0; i < program->tokens.n; i++) {
        struct token_text text = program_token_text(program, i);
        if (depth == 0 && token_text_is(text, rules->package))
            read_package(&reading, i + 1);
        else if (depth == 0 && has_name(&reading, i + 1) &&
                 token_text_is_one_of(text, program->language->parts.classes))
            begin_type(&reading, i);
        else if (depth == 1 && token_text_is(text, "void"))
            read_method(&reading, i + 1);
        bool goes_on = !token_text_is_one_of(text, ends);
        reading.is_public = goes_on && (reading.is_public || token_text_is(text, rules->modifier));
        reading.is_static =
            goes_on && (reading.is_static || token_text_is(text, rules->static_modifier));
        depth += token_text_is(text, "{") - token_text_is(text, "}");
    }
    end_type(&reading);
    struct token_text name = reading.best.name;
    struct token_text file = reading.in_file.length ? reading.in_file : name;
    snprintf(out->file, sizeof out->file, "%.*s", (int)file.length, file.bytes);
    snprintf(out->name, sizeof out->name, "%s%.*s", str_text(&reading.package), (int)name.length,
             name.bytes);
    str_release(&reading.package);
}
