/* A parser for each language that the rows name, made when the first of them does. */
#include "fixes/row_programs.h"

#include <stdlib.h>

struct row_programs {
    ARRAY(struct syntax_parser *) parsers; /* by the language's place in `languages`; may be NULL */
    struct program sides[N_ROW_SIDES];
    bool is_there[N_ROW_SIDES];
    const struct language *language; /* of the programs that are there */
};

struct row_programs *row_programs_new(void)
{
    return mem_alloc(1, sizeof(struct row_programs));
}

void row_programs_free(struct row_programs *programs)
{
    for (size_t i = 0; i < programs->parsers.n; i++)
        if (programs->parsers.items[i])
            syntax_parser_free(programs->parsers.items[i]);
    array_release(&programs->parsers);
    for (int side = 0; side < N_ROW_SIDES; side++)
        program_release(&programs->sides[side]);
    free(programs);
}

void row_programs_forget(struct row_programs *programs)
{
    for (int side = 0; side < N_ROW_SIDES; side++)
        programs->is_there[side] = false;
}

static struct syntax_parser *parser_of(struct row_programs *programs,
                                       const struct language *language)
{
    size_t number = 0;
    while (languages[number] != language)
        number++;
    while (programs->parsers.n <= number)
        array_push(&programs->parsers, NULL);
    struct syntax_parser **parser = &programs->parsers.items[number];
    if (!*parser)
        *parser = syntax_parser_new(language);
    return *parser;
}

const struct program *row_programs_tokenize(struct row_programs *programs,
                                            const struct language *language, enum row_side side,
                                            const char *source, size_t length)
{
    struct syntax_parser *parser = parser_of(programs, language);
    bool has_similar =
        side != ROW_BUGGY && programs->is_there[ROW_BUGGY] && programs->language == language;
    const struct program *similar = has_similar ? &programs->sides[ROW_BUGGY] : NULL;
    struct program *program = &programs->sides[side];
    programs->language = language;
    programs->is_there[side] =
        program_tokenize(program, parser, source, length, similar) == TOKENIZE_OK;
    return row_programs_get(programs, side);
}

const struct program *row_programs_get(const struct row_programs *programs, enum row_side side)
{
    return programs->is_there[side] ? &programs->sides[side] : NULL;
}

const struct lexical *row_programs_lexical(struct row_programs *programs,
                                           const struct language *language)
{
    return syntax_parser_lexical(parser_of(programs, language));
}
