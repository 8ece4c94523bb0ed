/* The first runtime of a language that has the dialect of a program, or that has none, runs it. */
#include "tokenize/languages/runtime.h"

#include "tokenize/languages/language.h"

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
