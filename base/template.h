/* Texts with placeholders, which are part of tokfix.
 *
 * `{name}` is a placeholder, filled with a member of a JSON object; `{{` and `}}` are a brace.
 *
 *   {a.b}              a member of an object
 *   {=a}               the value as it is, without escaping
 *   {"a}               the value as JSON, of whatever kind
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

#include "base/json.h"
#include "base/mem.h"

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

/* Appends a template, filled. Fails, and names the template and the line, for a name that the
 * objects do not have, also in a section that is omitted, for a brace that is not part of a
 * placeholder, and for a section without an end. */
int template_fill(struct str *out, const char *text, const struct template_filling *filling,
                  struct err *err);

#endif
