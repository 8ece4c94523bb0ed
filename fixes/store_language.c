/* See store_language.h. */
#include "fixes/store_language.h"

#include "tokenize/tree.h"

#include <stdlib.h>

int store_language(const struct language **out, struct db *db, struct err *err)
{
    struct db_statement *s;
    struct syntax_parser *parser;
    if (db_prepare(&s, db, "SELECT language FROM run", err) != 0)
        return ERR;
    int status = db_step(s, err);
    const char *name = status == 1 ? db_text(s, 0) : "";
    *out = language_find(name);
    if (status >= 0 && !*out)
        status = err_set(err,
                         "the database holds programs in '%s', which this tokfix does not read; "
                         "use the tokfix that made it",
                         name);
    db_finish(s);
    if (status < 0 || syntax_parser_new(&parser, *out, err) != 0)
        return ERR;
    syntax_parser_free(parser);
    return 0;
}

struct syntax_parser *store_parser_new(const struct language *language)
{
    struct syntax_parser *parser;
    struct err ignored; /* the grammar was tried before */
    if (syntax_parser_new(&parser, language, &ignored) != 0)
        abort();
    return parser;
}
