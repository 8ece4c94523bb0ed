/* Names that mean something in every program of Python. */
#ifndef AUGMENT_PYTHON_BUILTINS_H
#define AUGMENT_PYTHON_BUILTINS_H

/* Functions, types and exceptions of Python 2.7 and 3.13 (`dir(builtins)`), up to NULL; without
 * keywords and without names that begin with `_`. */
extern const char *const python_builtins[];

#endif
