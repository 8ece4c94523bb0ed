/* Finds the part of every token. Consecutive tokens are mostly in one part, so the latest part is
 * compared first. */
#include "augment/parts.h"

const char *part_kind_name(enum part_kind kind)
{
    static const char *const names[] = {"program", "function", "code"};
    return names[kind];
}

bool part_holds(const struct program_part *part, size_t byte)
{
    return part->bytes.start <= byte && byte < part->bytes.end;
}

static bool is_same(struct byte_range a, struct byte_range b)
{
    return a.start == b.start && a.end == b.end;
}

static bool holds(const struct program_parts *parts, struct byte_range bytes)
{
    for (size_t i = parts->list.n; i-- > 0;)
        if (is_same(parts->list.items[i].bytes, bytes))
            return true;
    return false;
}

static int by_start(const void *a, const void *b)
{
    const struct program_part *x = a, *y = b;
    int order = COMPARE(x->bytes.start, y->bytes.start);
    return order ? order : COMPARE(y->bytes.end, x->bytes.end);
}

void parts_find(struct program_parts *parts, const struct program *program)
{
    array_clear(&parts->list);
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        bool is_function;
        if (token_is_layout(token))
            continue;
        struct byte_range bytes = enclosing_part(&program->tree, program->source, program->length,
                                                 token->start_byte, &is_function);
        if (!holds(parts, bytes))
            array_push(&parts->list,
                       (struct program_part){bytes, is_function ? PART_FUNCTION : PART_CODE});
    }
    array_sort(&parts->list, by_start);
}

void parts_release(struct program_parts *parts)
{
    array_release(&parts->list);
}
