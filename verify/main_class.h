/* The class that starts a program: a file may have several, under any names, in a package. */
#ifndef VERIFY_MAIN_CLASS_H
#define VERIFY_MAIN_CLASS_H

#include "languages/runtime.h"
#include "tokenize/program.h"

struct main_class {
    char file[128]; /* name of the file of the program, without its extension */
    char name[256]; /* of the class, with its package */
};

/* Finds it in a program that has been tokenized, or could not be. Of several classes with a main
 * method, the public one starts the program, or else the one with the default name, or else the
 * first; without one, the public class, which may inherit the method, or else the first. If the
 * program has no class, the names are the default. */
void main_class_find(struct main_class *out, const struct main_rules *rules,
                     const struct program *program);

#endif
