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
    while (table[n] && n < MAX_WORDS)
        words_add(&out->text, table[n++], runtime, program);
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

static bool is_at(const struct program *program, size_t index, const char *text)
{
    return index < program->tokens.n && token_text_is(program_token_text(program, index), text);
}

static bool has_name(const struct program *program, size_t index)
{
    return index < program->tokens.n && program->tokens.items[index].kind == TOKEN_WORD &&
           program_token_text(program, index).length < sizeof((struct main_class *)NULL)->file;
}

/* Takes a type for the best one if it fits better. */
static void end_type(struct type *best, int *best_rank, const struct type *type,
                     const struct main_rules *rules)
{
    int rank = FIRST + type->main + (type->is_public ? PUBLIC : 0) +
               (token_text_is(type->name, rules->default_class) ? DEFAULT : 0);
    if (!type->name.length || rank <= *best_rank)
        return;
    *best = *type;
    *best_rank = rank;
}

/* Whether the parameters, from their bracket on, are one array of the type. */
static bool is_array(const struct program *program, const struct main_rules *rules, size_t index)
{
    int n_arrays = 0;
    bool has_type = false;
    for (; index < program->tokens.n && !is_at(program, index, ")"); index++) {
        has_type |= is_at(program, index, rules->parameter);
        n_arrays += is_at(program, index, "[") || is_at(program, index, "...");
        if (is_at(program, index, ","))
            return false;
    }
    return has_type && n_arrays == 1;
}

void main_class_find(struct main_class *out, const struct main_rules *rules,
                     const struct program *program)
{
    struct type best = {.name = {rules->default_class, strlen(rules->default_class)}}, type = {0};
    struct token_text in_file = {0};
    scoped(str) package = {0};
    int depth = 0, best_rank = 0;
    bool is_public = false, is_static = false; /* the modifiers of what begins */
    for (size_t i = 0; i < program->tokens.n; i++) {
        struct token_text text = program_token_text(program, i);
        if (depth == 0 && token_text_is(text, rules->package)) {
            for (size_t k = i + 1; has_name(program, k); k += 2) {
                struct token_text part = program_token_text(program, k);
                str_print(&package, "%.*s.", (int)part.length, part.bytes);
                if (!is_at(program, k + 1, "."))
                    break;
            }
        } else if (depth == 0 && has_name(program, i + 1) &&
                   token_text_is_one_of(text, program->language->parts.classes)) {
            end_type(&best, &best_rank, &type, rules);
            type = (struct type){.name = program_token_text(program, i + 1),
                                 .is_public = is_public,
                                 .has_public_methods = token_text_is(text, rules->public_methods)};
            in_file = is_public ? type.name : in_file;
        } else if (depth == 1 && token_text_is(text, "void") &&
                   is_at(program, i + 1, rules->method) && is_at(program, i + 2, "(")) {
            bool has_array = is_array(program, rules, i + 3);
            if ((is_public || type.has_public_methods) && is_static && has_array)
                type.main = MAIN;
            else if (!type.main && (is_at(program, i + 3, ")") || has_array))
                type.main = NEWER_MAIN;
        }
        is_public |= token_text_is(text, rules->modifier);
        is_static |= token_text_is(text, rules->static_modifier);
        depth += token_text_is(text, "{") - token_text_is(text, "}");
        if (token_text_is(text, "{") || token_text_is(text, "}") || token_text_is(text, ";"))
            is_public = is_static = false;
    }
    end_type(&best, &best_rank, &type, rules);
    struct token_text file = in_file.length ? in_file : best.name;
    snprintf(out->file, sizeof out->file, "%.*s", (int)file.length, file.bytes);
    snprintf(out->name, sizeof out->name, "%s%.*s", str_text(&package), (int)best.name.length,
             best.name.bytes);
}
