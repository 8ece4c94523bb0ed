/* Texts with placeholders.
 *
 * `{name}` is a placeholder, filled with a member of a JSON object; `{{` and `}}` are a brace.
 * tokfix's own templates, which are read without a list of names, can use more:
 *
 *   {a.b}              a member of an object
 *   {=a}               the value as it is, without escaping
 *   {a:fix|fixes}      the first word if the number is 1, else the second
 *   {a%2}              the number with two decimals
 *   {?a}...{/}         only if the value is something: not null, false, 0 or empty
 *   {!a}...{/}         only if it is nothing
 *   {?a=text}...{/}    only if it is this text; {!a=text} if it is not
 *   {?a>1}...{/}       only if it is a number above this one; {!a>1} if it is not
 *   {#a}...{/}         for each item of the list; names are looked up in the item, then outside;
 *                      {.} is the item itself
 *   {#a|, }...{/}      the same with a text between the items
 *   {+a}...{/}         the text is filled, and given to a function with the value
 *
 * A line that contains only the start or the end of a section is omitted. A backslash at the end of
 * a line joins it with the next line. Values are never read as templates. */
#ifndef BASE_TEMPLATE_H
#define BASE_TEMPLATE_H

#include "base/mem.h"
#include "base/json.h"

enum template_kind {
    TEMPLATE_TEXT,
    TEMPLATE_VALUE,
    TEMPLATE_RAW,
    TEMPLATE_END,
    TEMPLATE_IF, /* this and the following are sections */
    TEMPLATE_UNLESS,
    TEMPLATE_EACH,
    TEMPLATE_PART
};

struct template_piece {
    enum template_kind kind;
    char sign;    /* after the name: one of : % = > |, or 0 */
    size_t text;  /* offset of a zero-terminated text in `texts`: the text itself, or the name */
    size_t extra; /* the same for the text after the sign; the empty text if there is none */
    size_t end;   /* of a section: the number of the piece that ends it */
    int line;     /* from 1 */
};

struct template
{
    ARRAY(struct template_piece) pieces;
    size_t n_instruction; /* number of pieces in the first paragraph, up to the first blank line */
    struct str texts;     /* the texts of the pieces */
    struct str source;    /* the template with Unix line ends */
};

/* Reads a template. `name` is for messages. `names` lists the allowed names, up to a NULL; for one
 * of tokfix's own templates it is NULL. Fails, and names the line, for an unknown name, a brace
 * that is not part of a placeholder, a section without an end, and a text that is not UTF-8.
 * Release with template_release(), also after a failure. */
int template_read(struct template *template, const char *text, size_t length, const char *name,
                  const char *const *names, struct err *err);
void template_release(struct template *template);
SCOPED_VALUE(template, template_release)

/* Writes a text so that it is plain text in the format of the output. */
typedef void template_escape(struct str *out, const char *text);

/* What a template is filled with. */
struct template_filling {
    const char *name;          /* of the template, for messages */
    const struct json *values; /* an object */
    const struct json *more;   /* an object for names that `values` lacks; NULL: none */
    template_escape *escape;   /* NULL: none */
    bool is_lenient;           /* a name that neither object has is null */

    /* Appends what the text of a section {+a} stands for; `name` is `a`. */
    void (*add_part)(void *context, struct str *out, const char *name, const struct json *value,
                     const char *text);
    void *context;
};

/* Appends the pieces of a template from number `from` up to, but not including, `to`. Fails, and
 * names the template and the line, for a name that the objects do not have, also in a section that
 * is omitted. */
int template_fill(struct str *out, const struct template *template, size_t from, size_t to,
                  const struct template_filling *filling, struct err *err);

/* Does the same for the whole of one of tokfix's own templates. */
int template_add(struct str *out, const char *name, const char *text, const struct json *values,
                 template_escape *escape, struct err *err);

/* Returns a copy of a JSON value in which every text is one of tokfix's own templates. A text that
 * is only a placeholder becomes the value itself, of whatever kind; a list in a list becomes its
 * items. These are omitted from their
 * list or object: a text that would be null, a text with sections that produces nothing, and an
 * object that begins with a key like "{?a}" or "{!a}" with a false condition. Fails as
 * template_add() does. Release with json_free(). */
int template_make(struct json **out, const char *name, const struct json *template,
                  const struct json *values, struct err *err);

#endif
