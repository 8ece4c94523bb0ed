/* The command lines that compile and run a program in a sandbox: the runtime that runs it, of those
 * of its language, and the class that starts it. A file may have several classes, under any names,
 * in a package. */
#ifndef VERIFY_COMMAND_WORDS_H
#define VERIFY_COMMAND_WORDS_H

#include "base/mem.h"
#include "base/str.h"
#include "tokenize/program.h"
#include "tokenize/languages/runtime.h"

/* Returns the runtime that runs a program of this dialect. It may be missing on this machine, as
 * that of a language without runtimes is. `judge_name`: the judge's name for the language; NULL:
 * unknown. */
const struct runtime *runtime_choose(const struct language *language, const char *dialect,
                                     const char *judge_name);

/* Returns the name of the runtime that the judge ran the program with, if another one runs it here
 * because that one is missing; else NULL. */
const char *runtime_replaced(const struct language *language, const char *dialect,
                             const char *judge_name);

/* Returns the standard for a program of this dialect; without an option, if the runtime has no
 * standards. */
const struct runtime_standard *runtime_standard(const struct runtime *runtime, const char *dialect);

/* Returns the zygote for a program; NULL if the runtime has none. */
const struct runtime_zygote *runtime_zygote(const struct runtime *runtime, const char *code,
                                            size_t length);

/* Returns the executable of a runtime; NULL if it is not installed. */
const char *runtime_executable(const struct runtime *runtime);

struct main_class {
    char file[128]; /* name of the file of the program, without its extension */
    char name[256]; /* of the class, with its package */
};

/* A program that is in the sandbox. */
struct placed_program {
    char folder[32];
    struct main_class main; /* unless programs have no such class */
    const char *standard;
    const char *shared; /* folder of what is prepared for it; "": nothing */
    bool is_at_home;    /* words with RUNTIME_JUDGE are left out */
};

enum { MAX_WORDS = 32 };

struct words {
    const char *items[MAX_WORDS + 1]; /* ends with NULL */
    struct str text;                  /* of those with a part replaced; never grows */
};
void words_release(struct words *words);
SCOPED_VALUE(words, words_release)

/* Sets `out` to the words of a table, with their placeholders (tokenize/languages/runtime.h)
 * replaced. */
void words_make(struct words *out, const char *const *table, const struct runtime *runtime,
                const struct placed_program *program);

/* Appends a word with its placeholders replaced, and a zero byte. */
void words_add(struct str *out, const char *word, const struct runtime *runtime,
               const struct placed_program *program);

/* Finds the class in a program that has been tokenized, or could not be. Of several classes with a
 * main method, the public one starts the program, or else the one with the default name, or else
 * the first; without one, the public class, which may inherit the method, or else the first. If the
 * program has no class, the names are the default. */
void main_class_find(struct main_class *out, const struct main_rules *rules,
                     const struct program *program);

#endif
