/* Texts with places for values.
 *
 * `{name}` is a place for a value; `{{` and `}}` are a brace. Templates of the program's own, which
 * are read without a list of names, can do more:
 *
 *   {a.b}              a member of an object
 *   {=a}               the value as it is, where others are escaped
 *   {a:fix|fixes}      the first where the number is 1, else the second
 *   {?a}...{/}         only where the value is something: not null, false, 0, empty
 *   {!a}...{/}         only where it is nothing
 *   {?a=text}...{/}    only where it is this text; {!a=text} where it is not
 *   {#a}...{/}         for each item of the list; names are looked up in the item, then outside;
 *                      {.} is the item itself
 *   {#a|, }...{/}      the same with a text between the items
 *
 * A line of nothing but the start or the end of a section is left out, and a backslash at the end
 * of a line joins it with the next. What values hold is never read as a template. */
#ifndef BASE_TEMPLATE_H
#define BASE_TEMPLATE_H

#include "base/array.h"
#include "base/json.h"

enum template_kind {
    TEMPLATE_TEXT,
    TEMPLATE_VALUE,
    TEMPLATE_RAW,
    TEMPLATE_PLURAL,
    TEMPLATE_IF,
    TEMPLATE_UNLESS,
    TEMPLATE_EACH,
    TEMPLATE_END
};

struct template_piece {
    enum template_kind kind;
    size_t text;  /* offset of a zero-terminated text in `texts`: the text itself, or the name */
    size_t extra; /* the same of what follows the name, behind `:`, `=` or `|`; 0 for none */
    size_t end;   /* of a section: number of the piece that ends it */
    int number;   /* of the name in the list of names */
    int line;     /* from 1 */
};

struct template
{
    ARRAY(struct template_piece) pieces;
    size_t n_instruction; /* pieces of the first paragraph, up to the first blank line */
    struct str texts;     /* what the pieces point at */
    struct str source;    /* the template as it was read, with Unix line ends */
};

/* Reads a template's text; `name` is for messages. `names`, up to a NULL, are those that there are;
 * NULL for a template of the program's own. Fails, naming the line, for a name that is none of
 * them, a brace that is not part of a place, a section that does not end, and a text that is not
 * UTF-8. Release with template_release(), also after a failure. */
int template_read(struct template *template, const char *text, size_t length, const char *name,
                  const char *const *names, struct err *err);
void template_release(struct template *template);
SCOPED_VALUE(template, template_release)

/* Appends the pieces from `from` to before `to` of a template that was read with names: `values`
 * has one for each. */
void template_add_values(struct str *out, const struct template *template, size_t from, size_t to,
                         const struct str *values);

/* How a text is written so that it is only text where it is put. */
typedef void template_escape(struct str *out, const char *text);

/* Appends a template of the program's own with the members of an object in their places; `escape`
 * may be NULL. Fails, naming the template and the line, for a name that the object does not have,
 * also in a section that is left out. */
int template_add(struct str *out, const char *name, const char *text, const struct json *values,
                 template_escape *escape, struct err *err);

/* A copy of a JSON value whose texts are templates of the program's own. One that is a place and
 * nothing else becomes the value itself, whatever its kind. Left out of its list or object is a
 * text that would be null, or whose sections come out empty, and an object that begins with a key
 * like "{?a}" or "{!a}" that does not hold. Fails as template_add() does; release with
 * json_free(). */
int template_make(struct json **out, const char *name, const struct json *template,
                  const struct json *values, struct err *err);

#endif
