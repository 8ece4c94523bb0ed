/* The words of a runtime's table become command lines of the sandbox: placeholders are replaced.
 *
 * The class that starts a program is found in one pass over the tokens. Outside of all braces, a
 * keyword such as `class` begins a type; inside one pair, a method that fits makes it a type that
 * can start the program. */
#include "verify/command_words.h"

#include "languages/language.h"
#include "sandbox/sandbox.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void words_release(struct words *words)
{
    str_release(&words->text);
}

/* The folder above that of the executable: /usr/lib/jvm/NAME of /usr/lib/jvm/NAME/bin/javac. */
static const char *home_of(const struct runtime *runtime, char home[PATH_MAX])
{
    if (!realpath(runtime_executable(runtime), home))
        return "";
    for (int i = 0; i < 2; i++)
        if (strrchr(home, '/'))
            *strrchr(home, '/') = 0;
    return home;
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
        while (i < n && strncmp(word, rows[i].placeholder, strlen(rows[i].placeholder)) != 0)
            i++;
        str_add(out, i < n ? rows[i].text : word, i < n ? strlen(rows[i].text) : 1);
        word += i < n ? strlen(rows[i].placeholder) : 1;
    }
    str_add(out, "", 1);
}

void words_make(struct words *out, const char *const *table, const struct runtime *runtime,
                const struct placed_program *program)
{
    size_t starts[MAX_WORDS], n = 0;
    str_clear(&out->text);
    for (; table[n] && n < MAX_WORDS; n++) {
        starts[n] = out->text.length;
        words_add(&out->text, table[n], runtime, program);
    }
    for (size_t i = 0; i < n; i++)
        out->items[i] = out->text.text + starts[i];
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

struct finder {
    const struct main_rules *rules;
    const struct program *program;
    size_t next; /* token */
    int depth;
    bool is_public, is_static; /* the modifiers of what begins */
    struct type type;          /* the current one; without a name at first */
    struct token_text best, in_file;
    int best_rank;
    struct str package; /* with a dot at its end; "" */
};

static struct token_text text_at(const struct finder *finder, size_t index)
{
    return index < finder->program->tokens.n ? program_token_text(finder->program, index)
                                             : (struct token_text){"", 0};
}

static bool is_at(const struct finder *finder, size_t index, const char *text)
{
    return token_text_is(text_at(finder, index), text);
}

static bool has_name(const struct finder *finder, size_t index)
{
    return index < finder->program->tokens.n &&
           finder->program->tokens.items[index].kind == TOKEN_WORD &&
           text_at(finder, index).length < sizeof((struct main_class *)NULL)->file;
}

static void end_type(struct finder *finder)
{
    const struct type *type = &finder->type;
    int rank = FIRST + type->main + (type->is_public ? PUBLIC : 0) +
               (token_text_is(type->name, finder->rules->default_class) ? DEFAULT : 0);
    if (type->name.length && rank > finder->best_rank) {
        finder->best = type->name;
        finder->best_rank = rank;
    }
}

static void begin_type(struct finder *finder)
{
    end_type(finder);
    finder->type = (struct type){
        .name = text_at(finder, finder->next + 1),
        .is_public = finder->is_public,
        .has_public_methods = is_at(finder, finder->next, finder->rules->public_methods),
    };
    if (finder->is_public)
        finder->in_file = finder->type.name;
}

static void read_package(struct finder *finder)
{
    for (size_t i = finder->next + 1; has_name(finder, i); i += 2) {
        struct token_text part = text_at(finder, i);
        str_add(&finder->package, part.bytes, part.length);
        str_add_text(&finder->package, ".");
        if (!is_at(finder, i + 1, "."))
            return;
    }
}

/* Whether the parameters, from their bracket on, are one array of the type. */
static bool is_array(const struct finder *finder, size_t index)
{
    int n_arrays = 0;
    bool has_type = false;
    for (; index < finder->program->tokens.n && !is_at(finder, index, ")"); index++) {
        has_type |= is_at(finder, index, finder->rules->parameter);
        n_arrays += is_at(finder, index, "[") || is_at(finder, index, "...");
        if (is_at(finder, index, ","))
            return false;
    }
    return has_type && n_arrays == 1;
}

/* A method is its type, its name and a bracket: `void main (`. */
static void read_method(struct finder *finder)
{
    size_t i = finder->next;
    if (!is_at(finder, i, "void") || !is_at(finder, i + 1, finder->rules->method) ||
        !is_at(finder, i + 2, "("))
        return;
    bool is_public = finder->is_public || finder->type.has_public_methods;
    if (is_public && finder->is_static && is_array(finder, i + 3))
        finder->type.main = MAIN;
    else if (!finder->type.main && (is_at(finder, i + 3, ")") || is_array(finder, i + 3)))
        finder->type.main = NEWER_MAIN;
}

static void read_token(struct finder *finder)
{
    const struct main_rules *rules = finder->rules;
    struct token_text text = text_at(finder, finder->next);
    if (finder->depth == 0 && token_text_is(text, rules->package))
        read_package(finder);
    else if (finder->depth == 0 && has_name(finder, finder->next + 1) &&
             token_text_is_one_of(text, finder->program->language->parts.classes))
        begin_type(finder);
    else if (finder->depth == 1)
        read_method(finder);
    finder->is_public |= token_text_is(text, rules->modifier);
    finder->is_static |= token_text_is(text, rules->static_modifier);
    finder->depth += token_text_is(text, "{") - token_text_is(text, "}");
    if (token_text_is(text, "{") || token_text_is(text, "}") || token_text_is(text, ";"))
        finder->is_public = finder->is_static = false;
}

void main_class_find(struct main_class *out, const struct main_rules *rules,
                     const struct program *program)
{
    struct finder finder = {.rules = rules, .program = program};
    for (; finder.next < program->tokens.n; finder.next++)
        read_token(&finder);
    end_type(&finder);
    struct token_text none = {rules->default_class, strlen(rules->default_class)};
    struct token_text class = finder.best.length ? finder.best : none;
    struct token_text file = finder.in_file.length ? finder.in_file : class;
    snprintf(out->file, sizeof out->file, "%.*s", (int)file.length, file.bytes);
    snprintf(out->name, sizeof out->name, "%s%.*s", str_text(&finder.package), (int)class.length,
             class.bytes);
    str_release(&finder.package);
}
