/* What tells the region of a token (classify/region.h): names and words, as tables.
 *
 * A word is a part of a name: `log` is one of `serverLog` and of `log_error`. Words are in lower
 * case, names are as in programs. Lists end with NULL. */
#ifndef LANGUAGES_REGION_RULES_H
#define LANGUAGES_REGION_RULES_H

#include <stdbool.h>

/* How annotations are written. */
enum annotation_form {
    ANNOTATION_TYPE,      /* after the `:` of a name, or after `->` */
    ANNOTATION_NAME,      /* `@`, a name, and what is in its parentheses */
    ANNOTATION_ATTRIBUTE, /* in [[ ]], or in the parentheses of one of `attributes` */
};

/* Of one language. */
struct region_rules {
    const char *const *imports;      /* words that begin an import */
    const char *const *import_all;   /* words and signs of those that do not say what they name;
                                      * NULL: none */
    const char *import_from;         /* begins one only if `import` follows; NULL: none */
    const char *const *attributes;   /* names before parentheses that are annotations */
    const char *const *pragmas;      /* words of a directive that is an annotation */
    const char *const *documents;    /* functions whose strings are documentation */
    const char *const *printers;     /* functions and streams that write to standard output */
    const char *const *regexes;      /* functions that take a regular expression first */
    const char *const *regex_owners; /* names before them; NULL: any */
    const char *const *formats;      /* functions with a format */
    const char *const *receivers;    /* names before an assertion with two sides */
    enum annotation_form annotations;
    char dictionary;            /* between a key and its value; 0: none */
    bool has_string_statements; /* they are documentation */
    bool expects_first;         /* the first argument of an assertion is the expected one */
};

/* Of all languages. */
struct region_words {
    const char *const *commonest; /* words of sentences, with the blanks around them */
    const char *const *generated; /* texts in comments at the head of a file */
    const char *const *generated_files;
    const char *const *document_ends; /* of names of documentation */
    const char *const *versions;      /* words of names with a version, */
    const char *const *version_parts; /* with a part of one, */
    const char *const *requirements;  /* and with requirements */
    const char *const *keywords;      /* of version control, in texts */
    const char *const *message_callees;
    const char *const *silent_callees; /* first words of those that are not */
    const char *const *message_owners; /* words of what writes messages */
    const char *const *buffers;        /* words of what collects other texts */
    const char *const *titles;   /* functions whose first text is for people, as of TEST_CASE */
    const char *const *widgets;  /* classes and functions that show a text in a window or table */
    const char *const *not_read; /* words of what has texts, but not for people */
    const char *const *message_names;
    const char *const *message_streams;
    const char *const *wrappers;   /* functions whose text goes on to where their result goes */
    const char *const *assertions; /* first words of assertions */
    const char *const *assertion_names;
    const char *const *conditions;  /* words of assertions with one condition, */
    const char *const *pairs;       /* and of those that compare two sides */
    const char *const *predicates;  /* of functions that compare, in an assertion */
    const char *const *stubs;       /* of mocks: names of functions with what they return */
    const char *const *raising;     /* names of assertions that all arguments are expected of */
    const char *const *expected;    /* words of variables, */
    const char *const *results;     /* and of a table of cases */
    const char *const *tolerances;  /* words of arguments that say how much sides may differ, */
    const char *const *differences; /* and of variables */
    const char *const *extensions;  /* of names of files */
    const char *const *files;       /* functions that take the name of a file first */
    const char *const *queries;     /* words that begin a text in another language */
};

extern const struct region_words region_words;
extern const struct region_rules region_rules_python, region_rules_c, region_rules_cpp,
    region_rules_java;

#endif
