/* An error on its way up: the lowest layer writes the message, the command layer prints it.
 *
 * A function that can fail returns 0, or ERR, and takes a `struct err *` as its last argument,
 * which may not be NULL. The message is one line without a final full stop or line end, names the
 * thing that it is about (`cannot open 'x.csv': No such file or directory`) and, where there is
 * something to do, what to do next. Layers in between pass the error on and add nothing. */
#ifndef BASE_ERR_H
#define BASE_ERR_H

enum { ERR = -1 };

struct err {
    char message[1024]; /* empty while nothing has failed */
};

/* Writes a printf-style message, cut at the buffer's size. Returns ERR, so that a caller can say
 * `return err_set(err, ...)`. */
int err_set(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same with ": " and the text of errno behind the message. */
int err_set_errno(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
