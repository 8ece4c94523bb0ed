/* One pass over the tokens before the part. Each block that opens has a header: the statement
 * before it. At the part, the headers of the blocks around it stay, and the imports in none of the
 * other blocks. */
#include "tokenize/branches.h"
#include "tokenize/parts.h"

#include <stdlib.h>
#include <string.h>

struct piece {
    size_t first, last; /* tokens */
    size_t block;       /* number of the innermost block with it, or whose header it is; 0: none */
    bool is_header, is_kept;
};

struct block {
    struct brace_place around; /* before it */
    bool is_around_part;
};

struct gathering {
    const struct program *program;
    ARRAY(struct piece) pieces;
    ARRAY(struct block) blocks;     /* all that open */
    ARRAY(struct token_text) words; /* of the part, sorted */
    struct brace_place at;
    struct branches branches;
    size_t last_head; /* the first token of the statement that ended last */
};

static bool is_import(const struct gathering *gathering, size_t first, size_t last)
{
    char directive = gathering->program->language->tokens.directive;
    bool is_directive = directive && program_sign_at(gathering->program, first) == directive;
    const char *const *head = gathering->program->language->parts.imports;
    if (first + is_directive > last)
        return false;
    struct token_text word = program_token_text(gathering->program, first + is_directive);
    while (*head && ((**head == '#') != is_directive || !token_text_is(word, *head + is_directive)))
        head++;
    return *head != NULL;
}

static void end_statement(struct gathering *gathering, size_t end)
{
    size_t head = gathering->at.head;
    if (head < end && is_import(gathering, head, end - 1))
        array_push(&gathering->pieces,
                   (struct piece){.first = head, .last = end - 1, .block = gathering->at.brace});
    gathering->last_head = head;
    gathering->at.head = end + 1;
}

/* Opens a block whose header has these tokens; `end` is exclusive. */
static void open_block(struct gathering *gathering, size_t first, size_t end, size_t next)
{
    array_push(&gathering->blocks, (struct block){.around = gathering->at});
    gathering->at = (struct brace_place){.brace = gathering->blocks.n, .head = next};
    if (first < end)
        array_push(&gathering->pieces, (struct piece){.first = first,
                                                      .last = end - 1,
                                                      .block = gathering->at.brace,
                                                      .is_header = true});
}

static void close_block(struct gathering *gathering, size_t next)
{
    if (gathering->at.brace)
        gathering->at = gathering->blocks.items[gathering->at.brace - 1].around;
    gathering->at.head = next;
}

static void read_layout(struct gathering *gathering, size_t i)
{
    enum token_kind kind = gathering->program->tokens.items[i].kind;
    if (kind == TOKEN_BLOCK_OPEN)
        open_block(gathering, gathering->last_head, i - (i > 0), i + 1);
    else if (kind == TOKEN_BLOCK_CLOSE)
        close_block(gathering, i + 1);
    else
        end_statement(gathering, i);
}

/* Passes a directive, which may be inside a statement. Returns its last token. */
static size_t pass_directive(struct gathering *gathering, size_t i)
{
    size_t next = branches_pass(&gathering->branches, gathering->program, i, &gathering->at);
    size_t head = gathering->at.head;
    gathering->at.head = i;
    end_statement(gathering, next - 1);
    if (head != i)
        gathering->at.head = head;
    return next - 1;
}

static void read_in_braces(struct gathering *gathering, size_t i)
{
    char sign = program_sign_at(gathering->program, i);
    gathering->at.n_parentheses += sign == '(';
    gathering->at.n_parentheses -= gathering->at.n_parentheses && sign == ')';
    if (sign == '{')
        open_block(gathering, gathering->at.head, i + 1, i + 1);
    else if (sign == '}')
        close_block(gathering, i + 1);
    else if (sign == ';' && !gathering->at.n_parentheses)
        end_statement(gathering, i);
}

static void gather(struct gathering *gathering, size_t end)
{
    const struct token_rules *rules = &gathering->program->language->tokens;
    for (size_t i = 0; i < end; i++)
        if (rules->layout_has_meaning) {
            if (token_is_layout(&gathering->program->tokens.items[i]))
                read_layout(gathering, i);
        } else if (program_after_directive(gathering->program, i) > i) {
            i = pass_directive(gathering, i);
        } else {
            read_in_braces(gathering, i);
        }
}

/* Keeps only the pieces that are in no block but those around the part. */
static void keep_around_part(struct gathering *gathering)
{
    struct block *blocks = gathering->blocks.items;
    struct piece *pieces = gathering->pieces.items;
    size_t n = 0;
    for (size_t i = gathering->at.brace; i; i = blocks[i - 1].around.brace)
        blocks[i - 1].is_around_part = true;
    for (size_t i = 0; i < gathering->pieces.n; i++)
        if (!pieces[i].block || blocks[pieces[i].block - 1].is_around_part)
            pieces[n++] = pieces[i];
    gathering->pieces.n = n;
}

static int by_text(const void *a, const void *b)
{
    const struct token_text *x = a, *y = b;
    int order = COMPARE(x->length, y->length);
    return order ? order : memcmp(x->bytes, y->bytes, x->length);
}

static void take_words(struct gathering *gathering, size_t first, size_t part_end)
{
    const struct program *program = gathering->program;
    for (size_t i = first; i < program->tokens.n; i++) {
        if (program->tokens.items[i].start_byte >= part_end)
            break;
        if (program->tokens.items[i].kind == TOKEN_WORD)
            array_push(&gathering->words, program_token_text(program, i));
    }
    array_sort(&gathering->words, by_text);
}

/* Returns whether an import names something in the part, or does not say what it names. */
static bool is_of_part(const struct gathering *gathering, const struct piece *piece)
{
    const struct language *language = gathering->program->language;
    bool is_directive =
        language->tokens.directive &&
        program_sign_at(gathering->program, piece->first) == language->tokens.directive;
    for (size_t i = piece->first; i <= piece->last; i++) {
        struct token_text text = program_token_text(gathering->program, i);
        if (is_directive || token_text_is_one_of(text, language->parts.import_all))
            return true;
        if (gathering->words.n && gathering->program->tokens.items[i].kind == TOKEN_WORD &&
            !token_text_is_one_of(text, language->tokens.keywords) &&
            bsearch(&text, gathering->words.items, gathering->words.n, sizeof text, by_text))
            return true;
    }
    return false;
}

static struct byte_range lines_of(const struct program *program, const struct piece *piece,
                                  size_t part_start)
{
    struct byte_range lines =
        code_lines(program->source, program->length, program->tokens.items[piece->first].start_byte,
                   program->tokens.items[piece->last].end_byte);
    lines.end = lines.end > part_start ? part_start : lines.end;
    return lines;
}

/* Keeps a piece if its lines are fewer than those that are left, and takes them from these. */
static void keep(const struct gathering *gathering, struct piece *piece, size_t part_start,
                 size_t *n_left)
{
    const struct program *program = gathering->program;
    struct byte_range lines = lines_of(program, piece, part_start);
    struct position last = {.line = 1};
    source_position_advance(&last, program->source, program->length, lines.start, lines.end);
    if (last.line > *n_left || (!piece->is_header && !is_of_part(gathering, piece)))
        return;
    piece->is_kept = true;
    *n_left -= last.line;
}

static void add_kept(struct str *out, const struct gathering *gathering, size_t part_start)
{
    const struct program *program = gathering->program;
    size_t end = 0;
    for (size_t i = 0; i < gathering->pieces.n; i++) {
        const struct piece *piece = &gathering->pieces.items[i];
        struct byte_range lines = lines_of(program, piece, part_start);
        if (!piece->is_kept || (end && lines.start <= end))
            continue;
        str_add(out, program->source + lines.start, lines.end - lines.start);
        str_add_text(out, "\n");
        end = lines.end;
    }
}

void part_add_context(struct str *out, const struct program *program, struct byte_range part,
                      size_t n_lines)
{
    struct gathering gathering = {.program = program};
    size_t first = program_token_from(program, part.start);
    while (first < program->tokens.n && program->tokens.items[first].kind == TOKEN_BLOCK_OPEN)
        first++;
    gather(&gathering, first);
    keep_around_part(&gathering);
    take_words(&gathering, first, part.end);
    for (size_t i = gathering.pieces.n; i-- > 0;)
        if (gathering.pieces.items[i].is_header)
            keep(&gathering, &gathering.pieces.items[i], part.start, &n_lines);
    for (size_t i = 0; i < gathering.pieces.n; i++)
        if (!gathering.pieces.items[i].is_header)
            keep(&gathering, &gathering.pieces.items[i], part.start, &n_lines);
    add_kept(out, &gathering, part.start);
    array_release(&gathering.pieces);
    array_release(&gathering.blocks);
    array_release(&gathering.branches.open);
    array_release(&gathering.words);
}
