#include "score/row_programs.h"

#include <stdlib.h>

struct row_programs {
    struct syntax_parsers parsers;
    struct program sides[N_ROW_SIDES];
    bool is_there[N_ROW_SIDES];
};

struct row_programs *row_programs_new(void)
{
    return mem_alloc(1, sizeof(struct row_programs));
}

void row_programs_free(struct row_programs *programs)
{
    syntax_parsers_release(&programs->parsers);
    for (int side = 0; side < N_ROW_SIDES; side++)
        program_release(&programs->sides[side]);
    free(programs);
}

void row_programs_forget(struct row_programs *programs)
{
    for (int side = 0; side < N_ROW_SIDES; side++)
        programs->is_there[side] = false;
}

const struct program *row_programs_tokenize(struct row_programs *programs,
                                            const struct language *language, enum row_side side,
                                            const char *source, size_t length)
{
    programs->is_there[side] = program_tokenize(
        &programs->sides[side], row_programs_lexical(programs, language), source, length);
    return row_programs_get(programs, side);
}

bool row_programs_parse(struct row_programs *programs, enum row_side side)
{
    struct program *program = &programs->sides[side];
    return programs->is_there[side] &&
           (program->tree.nodes.n ||
            program_parse(program, syntax_parsers_get(&programs->parsers, program->language)));
}

const struct program *row_programs_get(const struct row_programs *programs, enum row_side side)
{
    return programs->is_there[side] ? &programs->sides[side] : NULL;
}

const struct lexical *row_programs_lexical(struct row_programs *programs,
                                           const struct language *language)
{
    return syntax_parser_lexical(syntax_parsers_get(&programs->parsers, language));
}
