/* An error on its way to the user. The lowest layer writes the message, and the command layer
 * prints it.
 *
 * A function that can fail takes a `struct err *` as its last argument and returns 0 or ERR. A
 * caller that needs no message passes NULL. The message is one line without a final full stop or
 * line end. It names the thing it is about (`cannot open 'x.csv': No such file or directory`) and,
 * if the user can do something, says what to do next. The layers in between pass the error on
 * unchanged. */
#ifndef BASE_ERR_H
#define BASE_ERR_H

enum { ERR = -1 };

struct err {
    char message[4096]; /* empty while nothing has failed */
};

/* Writes a printf-style message, truncated to the size of the buffer. Returns ERR, so that a caller
 * can write `return err_set(err, ...)`. */
int err_set(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, followed by ": " and the text of errno. */
int err_set_errno(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Passes on an error that was kept. Returns ERR. */
int err_pass(struct err *err, const struct err *kept);

#endif
