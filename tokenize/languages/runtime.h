/* How programs of a language are compiled and run, as tables: commands of Debian's packages.
 * verify/executor.c runs them in a sandbox. Options are those of AtCoder's judge where Debian has
 * the same programs. */
#ifndef TOKENIZE_LANGUAGES_RUNTIME_H
#define TOKENIZE_LANGUAGES_RUNTIME_H

#include <stddef.h>

/* Runs that take less processor time than this, in milliseconds, cost the same
 * (verify/problem_runner.h), so that a server need not measure one that takes clearly less. */
#define RUNTIME_FAST_MS 40

/* In words, these stand for the executable, for the folder above that of the executable (links
 * resolved), for the folder of the program, for the name of its file and of the class that starts
 * it (verify/command_words.h), for the option of its dialect, for the folder of what programs
 * share, and for the script of the zygote (base/sandbox/sandbox.h). */
#define RUNTIME_EXECUTABLE "{executable}"
#define RUNTIME_HOME       "{home}"
#define RUNTIME_FOLDER     "{folder}"
#define RUNTIME_FILE       "{file}"
#define RUNTIME_CLASS      "{class}"
#define RUNTIME_STANDARD   "{standard}"
#define RUNTIME_SHARED     "{shared}"
#define RUNTIME_ZYGOTE     "{zygote}"

/* Judges define this name: a macro, a variable of the environment, a property of Java. Words with
 * it are left out where programs are to run as at home. */
#define RUNTIME_JUDGE "ONLINE_JUDGE"

/* Variables of all runs, and a number of bytes. */
#define RUNTIME_ENVIRONMENT \
    "PATH=/usr/bin:/bin", "HOME=/tmp", "TMPDIR=/tmp", "LANG=C.UTF-8", RUNTIME_JUDGE "=1"
#define RUNTIME_MIB ((size_t)1 << 20)

/* The words of a language whose programs are started by a method of a class. */
struct main_rules {
    const char *modifier; /* of the class that names the file, and of the method */
    const char *static_modifier;
    const char *method;
    const char *parameter;      /* the method has one: an array of this type */
    const char *package;        /* begins the name of a package */
    const char *public_methods; /* begins a type whose methods need no modifier */
    const char *default_class;
};

/* A compiler's option for a dialect. */
struct runtime_standard {
    const char *dialect; /* NULL: for all others; the last one */
    const char *option;
};

/* A file that is made once in a sandbox, for all programs there. */
struct runtime_shared {
    const char *file;           /* its name */
    const char *text;           /* what is in it */
    const char *const *prepare; /* words that make of it what programs use */
};

/* A header that the compiler reads for longer than the program, and can prepare once. What it makes
 * of a program that begins with the header stays the same, byte for byte. */
struct runtime_header {
    const char *name;             /* as in the program: <header> */
    struct runtime_shared shared; /* includes the header */
    const char *const *compile;   /* words that compile a program that begins with the header */
};

/* A program that makes many runs of another one in one process (tokenize/languages/runs/). */
struct runtime_server {
    struct runtime_shared shared;   /* the server */
    struct runtime_shared compiler; /* a program that it runs, which reads the seconds that it may
                                       take, the name of a program's file, a line end and the
                                       program, and writes the classes */
    const char *compiler_class;
    const char *compiled;     /* file of a program's folder that gets the classes */
    const char *const *start; /* words that start the server for a program */
    const char *const *alone; /* words of programs that need a process of their own: they end
                                 it, have other threads, or use files and descriptors */
};

/* An interpreter with its modules loaded, from which runs are forked (base/sandbox/zygote/). */
struct runtime_zygote {
    const char *const *words; /* only for programs with one of these; NULL: for all others; the last
                                 one */
    const char *const *start; /* words that start it */
};

struct runtime {
    const char *name;         /* for people: Python 3 */
    const char *package;      /* Debian package that has it */
    const char *dialect;      /* only for programs of this dialect; NULL: for all others */
    const char *judge_word;   /* only for programs of judges whose name for the language has this
                                 word, and only if it is installed; NULL: for all others */
    const char *const *files; /* the executable: the first of these that exists */
    const char *version_argument; /* prints the version in the first line */

    const char *file;              /* name of a program's file */
    const struct main_rules *main; /* how the class that starts a program is found; NULL: programs
                                      have no such class */
    const char *const *compile;    /* words; NULL: there is nothing to compile */
    const struct runtime_standard *standards; /* NULL: the words have no such option */
    const struct runtime_header *header;      /* NULL: there is none */
    const struct runtime_server *server;      /* NULL: there is none */
    const char *const *run;                   /* words */
    const struct runtime_zygote *zygotes;     /* NULL: there is none */
    const char *const *environments[2];       /* of runs with the first and with the other seed */
    const char *const *paths;                 /* that the runtime needs beside /usr; NULL: none */

    /* Bytes that the runtime needs beside the memory of a program, and the stack. */
    size_t own_memory, own_addresses;
    size_t stack; /* 0: as much as the address space has */

    const char *const *memory_errors; /* texts in standard error of a program without memory */
    const char *const *start_errors;  /* what the last line there begins with, if the program is not
                                         one of this version, or a module is missing; NULL: none */
};

#endif
