/* The text of a commit: its people and its message. */
#ifndef GIT_COMMIT_TEXT_H
#define GIT_COMMIT_TEXT_H

#include "base/mem.h"
#include "base/str.h"

#include <stddef.h>
#include <stdint.h>

/* In UTF-8 if the header `encoding` names another encoding that is known, and up to its first zero
 * byte. Other bytes are as they are. */
struct commit_text {
    const char *header;  /* lines such as "author NAME <ADDRESS> DATE ZONE" */
    const char *message; /* without line ends before it; "": none */
};

/* Returns the text, which a zero follows. `decoded` owns it if it is decoded. */
struct commit_text commit_text_decode(struct str *decoded, const char *text, size_t length);

/* A person that a header names. */
struct commit_person {
    const char *text; /* "NAME <ADDRESS>" */
    size_t length;    /* 0: there is no address in angle brackets */
    int64_t date;     /* Unix seconds; 0: not sound */
};

/* Returns the person of a line: "author", "committer". */
struct commit_person commit_text_person(const struct commit_text *text, const char *line);

/* Returns the first line of the message, as valid UTF-8 of at most 200 bytes. */
const char *commit_text_subject(struct arena *arena, const struct commit_text *text);

#endif
