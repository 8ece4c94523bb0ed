/* A line is prose if it has a place where no token begins, names beside each other as code never
 * has, or the end of a sentence. It may be taken for prose by mistake: its tokens stay, so a
 * program is found all the same, and only a part of one may then begin or end there.
 *
 * The time is linear: what is read twice after errors is at most a multiple of the text. */
#include "guard/loose_code.h"

#include <string.h>

/* ---- Marks in the text ---- */

static const char hole[] = "_tokfix_hole_";

/* What is not code. With `until`, the mark goes on to the end of that text, and is none if that is
 * not near. */
struct mark {
    const char *text;
    enum {
        MARK_HOLE,
        MARK_NOTHING,
        MARK_FIM,
        MARK_SPECIAL,
        MARK_QUOTES,
        MARK_HEADING,
        MARK_FENCE
    } kind;
    const char *until;
};

static const struct mark marks[] = {
    {"<BUG>", MARK_HOLE, NULL}, /* tokfix tag */
    {"<mask>", MARK_HOLE, NULL},
    {"<MASK>", MARK_HOLE, NULL},
    {"[MASK]", MARK_HOLE, NULL},
    {"<START>", MARK_NOTHING, NULL}, /* tokfix export --mark-location */
    {"<END>", MARK_NOTHING, NULL},
    {"```", MARK_FENCE, NULL},
    {"\"\"\"", MARK_QUOTES, NULL},
    {"'''", MARK_QUOTES, NULL},
    {"###", MARK_HEADING, NULL},
    {"<fim", MARK_FIM, ">"},     /* StarCoder */
    {"<|fim", MARK_FIM, "|>"},   /* Qwen */
    {"<｜fim", MARK_FIM, "｜>"}, /* DeepSeek */
    {"<|", MARK_SPECIAL, "|>"},  /* Llama 3, ChatML */
    {"<｜", MARK_SPECIAL, "｜>"},
    {"<extra_id_", MARK_SPECIAL, ">"}, /* T5 */
    {"<PRE> ", MARK_FIM, NULL},        /* Code Llama; a blank is before the next two */
    {"<SUF>", MARK_FIM, NULL},
    {"<MID>", MARK_FIM, NULL},
    {"<EOT>", MARK_SPECIAL, NULL},
    {"[INST]", MARK_SPECIAL, NULL},
    {"[/INST]", MARK_SPECIAL, NULL},
    {"[PREFIX]", MARK_FIM, NULL}, /* Codestral */
    {"[SUFFIX]", MARK_FIM, NULL},
    {"[MIDDLE]", MARK_FIM, NULL},
    {"<s>", MARK_SPECIAL, NULL},
    {"</s>", MARK_SPECIAL, NULL},
    {0},
};

static bool starts_line(const char *text, size_t at)
{
    while (at && (text[at - 1] == ' ' || text[at - 1] == '\t'))
        at--;
    return at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
}

static size_t word_length(const char *text, size_t length)
{
    size_t n = 0;
    while (n < length && (is_ascii_word(text[n]) || strchr("+#-.{}", text[n])) && text[n])
        n++;
    return n;
}

/* Returns the bytes of the mark at `at`; 0 if it is not there. */
static size_t mark_length(const struct mark *mark, const char *text, size_t length, size_t at)
{
    enum { MAX_MARK = 64 };
    size_t n = strlen(mark->text), left = length - at;
    if (left < n || memcmp(text + at, mark->text, n) != 0)
        return 0;
    if (mark->kind == MARK_HEADING)
        return starts_line(text, at) ? strcspn(text + at, "\r\n") : 0;
    if (mark->kind == MARK_FENCE) {
        while (n < left && text[at + n] == '`')
            n++;
        size_t word = word_length(text + at + n, left - n);          /* the language */
        return n + (strchr("\r\n", text[at + n + word]) ? word : 0); /* zero: the end */
    }
    if (!mark->until)
        return n;
    size_t most = left < MAX_MARK ? left : MAX_MARK;
    const char *end = memmem(text + at, most, mark->until, strlen(mark->until));
    return end ? (size_t)(end - (text + at)) + strlen(mark->until) : 0;
}

/* Returns the mark at `at`, or NULL. */
static const struct mark *find_mark(size_t *n, const char *text, size_t length, size_t at,
                                    enum loose_cuts cuts)
{
    static const int last_kinds[] = {MARK_NOTHING, MARK_SPECIAL, MARK_FENCE};
    for (const struct mark *mark = marks; mark->text; mark++)
        if (*mark->text == text[at] && (int)mark->kind <= last_kinds[cuts] &&
            (*n = mark_length(mark, text, length, at)))
            return mark;
    return NULL;
}

/* Whether a mark is before the suffix: <fim_suffix>, <SUF>. */
static bool is_suffix(const char *mark, size_t n)
{
    return memmem(mark, n, "suf", 3) || memmem(mark, n, "SUF", 3);
}

void loose_text_read(struct loose_text *out, const char *text, size_t length, enum loose_cuts cuts)
{
    size_t done = 0, n;
    str_clear(&out->text);
    array_clear(&out->cuts);
    out->fim = FIM_NONE;
    for (size_t at = 0; (at += strcspn(text + at, "<[`\"'#")) < length;) {
        const struct mark *mark = find_mark(&n, text, length, at, cuts);
        if (!mark) {
            at++;
            continue;
        }
        bool has_blank = strcmp(mark->text, "<SUF>") == 0 || strcmp(mark->text, "<MID>") == 0;
        str_add(&out->text, text + done,
                at - done - (has_blank && at > done && text[at - 1] == ' '));
        bool is_line = starts_line(text, at) && strchr("\r\n", text[at + n]); /* zero: the end */
        if (mark->kind == MARK_HOLE && !(is_line && cuts == CUT_AT_ANY))
            str_print(&out->text, " %s ", hole);
        else if (mark->kind != MARK_NOTHING)
            array_push(&out->cuts, (uint32_t)out->text.length);
        if (mark->kind == MARK_FIM && out->fim == FIM_NONE) {
            out->fim = is_suffix(text + at, n) ? FIM_SUFFIX_FIRST : FIM_PREFIX_FIRST;
            out->fim_cut = out->cuts.n - 1;
        }
        done = at += n;
    }
    str_add(&out->text, text + done, length - done);
}

bool loose_text_fill(struct str *out, const struct loose_text *text)
{
    static const uint8_t orders[][3] = {
        [FIM_PREFIX_FIRST] = {0, 2, 1}, [FIM_SUFFIX_FIRST] = {1, 2, 0}};
    str_clear(out);
    if (text->fim == FIM_NONE || text->cuts.n - text->fim_cut < 3)
        return false;
    for (size_t i = 0; i < 3; i++) {
        size_t cut = text->fim_cut + orders[text->fim][i];
        size_t start = text->cuts.items[cut];
        size_t end = cut + 1 < text->cuts.n ? text->cuts.items[cut + 1] : text->text.length;
        str_add(out, str_text(&text->text) + start, end - start);
    }
    return true;
}

void loose_text_release(struct loose_text *text)
{
    str_release(&text->text);
    array_release(&text->cuts);
}

/* ---- Tokens ---- */

struct loose_reader {
    struct lexical *lexicals[MAX_LANGUAGES]; /* of fragments; each made when it is first needed */
    struct sequence_reader *sequences;
    struct lexer lexer;
    struct lexer_comments comments;
    ARRAY(uint32_t) errors; /* bytes where no token begins, ascending */
    ARRAY(uint32_t) rows;   /* by token of the program: a number for its line, and ROW_IS_PROSE */
    size_t budget;          /* bytes that may be read again */
};

struct loose_reader *loose_reader_new(void)
{
    struct loose_reader *reader = mem_alloc(1, sizeof *reader);
    reader->sequences = sequence_reader_new(&(struct sequence_options){.has_layout = false});
    return reader;
}

void loose_reader_free(struct loose_reader *reader)
{
    if (!reader)
        return;
    for (int i = 0; i < MAX_LANGUAGES; i++)
        lexical_free(reader->lexicals[i]);
    sequence_reader_free(reader->sequences);
    array_release(&reader->comments.ranges);
    array_release(&reader->errors);
    array_release(&reader->rows);
    free(reader);
}

void loose_code_release(struct loose_code *code)
{
    program_release(&code->program);
    sequence_release(&code->sequence);
    array_release(&code->edges);
}

/* Sets the lexer to a byte, with nothing before it. */
static void start_at(struct loose_reader *reader, const struct program *program, uint32_t at,
                     uint32_t end)
{
    int number = language_number(program->language);
    if (!reader->lexicals[number])
        reader->lexicals[number] = lexical_new_for_fragments(program->language);
    lexer_start(&reader->lexer, reader->lexicals[number], program->source, end);
    reader->lexer.place.at = reader->lexer.place.previous = at;
    reader->lexer.comments = &reader->comments;
}

/* Returns where reading goes on after an error, and drops the tokens after that. */
static uint32_t after_error(struct loose_reader *reader, struct program *program, uint32_t end)
{
    const struct lexer *lexer = &reader->lexer;
    uint32_t at = lexer->error_byte, code;
    uint32_t reached = lexer->place.at > at ? lexer->place.at : at;
    array_push(&reader->errors, at);
    if (reached - at > reader->budget)
        at = reached;
    else
        reader->budget -= reached - at;
    while (program->tokens.n && program->tokens.items[program->tokens.n - 1].start_byte >= at)
        program->tokens.n--;
    size_t n = at < end ? utf8_decode(program->source + at, end - at, &code) : 1;
    return at + (n ? (uint32_t)n : 1);
}

/* Adds the tokens of the bytes from `at` to `end`. */
static void read_tokens(struct loose_reader *reader, struct program *program, uint32_t at,
                        uint32_t end)
{
    while (at < end) {
        enum lexer_result result;
        start_at(reader, program, at, end);
        do {
            array_reserve_one(&program->tokens);
            result = lexer_next(&reader->lexer, &program->tokens.items[program->tokens.n]);
            program->tokens.n += result == LEXER_TOKEN;
        } while (result == LEXER_TOKEN);
        at = result == LEXER_END ? end : after_error(reader, program, end);
    }
}

/* Whether a string is alone on its lines, and not in a list or an expression that begins before. */
static bool is_alone(const struct program *program, size_t index)
{
    const struct token *token = &program->tokens.items[index];
    const char *source = program->source;
    size_t at = token->end_byte;
    if (token->kind != TOKEN_STRING || !starts_line(source, token->start_byte))
        return false;
    while (at < program->length && (source[at] == ' ' || source[at] == '\t'))
        at++;
    if (at < program->length && source[at] != '\n' && source[at] != '\r')
        return false;
    const struct token *before = index ? token - 1 : NULL;
    return !before || (before->kind != TOKEN_STRING &&
                       !(before->end_byte && strchr("([{,=+%", source[before->end_byte - 1])));
}

/* Removes the strings that act as comments. */
static void drop_texts(struct program *program)
{
    size_t n = 0;
    for (size_t i = 0; i < program->tokens.n; i++)
        if (!is_alone(program, i)) /* the token before `i` is still in its place */
            program->tokens.items[n++] = program->tokens.items[i];
    program->tokens.n = n;
}

/* ---- Prose ---- */

/* A line, as far as its tokens go. */
struct code_row {
    size_t first, end; /* tokens */
    uint32_t end_byte; /* of the line of the last token */
};

static bool is_hole(const struct program *program, size_t token)
{
    struct token_text text = program_token_text(program, token);
    while (text.length && *text.bytes == ' ') { /* in a string with interpolations */
        text.bytes++;
        text.length--;
    }
    return text.length >= sizeof hole - 1 && memcmp(text.bytes, hole, sizeof hole - 1) == 0;
}

static bool is_name(const struct loose_reader *reader, const struct program *program, size_t i)
{
    return program->tokens.items[i].kind == TOKEN_WORD && !program->tokens.items[i].joined &&
           !is_hole(program, i) &&
           !lexical_is_keyword(reader->lexer.lexical, program_token_text(program, i));
}

/* Returns the greatest number of names that are beside each other. */
static size_t names_in_row(const struct loose_reader *reader, const struct program *program,
                           const struct code_row *row)
{
    size_t most = 0, n = 0;
    for (size_t i = row->first; i < row->end; i++) {
        n = is_name(reader, program, i) ? n + 1 : 0;
        most = n > most ? n : most;
    }
    return most;
}

static bool looks_like_prose(const struct loose_reader *reader, const struct program *program,
                             const struct code_row *row)
{
    const struct token *tokens = program->tokens.items;
    size_t last = row->end - 1;
    char first_sign = program->source[tokens[row->first].start_byte];
    char last_sign = program->source[tokens[last].end_byte - 1];
    bool has_types = !program->language->tokens.layout_has_meaning; /* before names */
    bool is_directive = program->language->tokens.directive == first_sign && first_sign;
    size_t most_names = is_directive ? SIZE_MAX : has_types ? 2 : 1;
    return names_in_row(reader, program, row) > most_names || last_sign == '.' ||
           last_sign == '?' || last_sign == '!' || (first_sign == '<' && last_sign == '>') ||
           (last_sign == ':' && is_name(reader, program, row->first));
}

static bool has_error(const struct loose_reader *reader, uint32_t start, uint32_t end)
{
    size_t at;
    bisect(at, reader->errors.n, reader->errors.items[at] < start);
    return at < reader->errors.n && reader->errors.items[at] < end;
}

static uint32_t line_end(const struct program *program, uint32_t at)
{
    const char *feed = memchr(program->source + at, '\n', program->length - at);
    return feed ? (uint32_t)(feed - program->source) : program->length;
}

/* Returns the row that starts at a token: up to the first token that begins in a later line. */
static struct code_row row_at(const struct program *program, size_t first)
{
    const struct token *tokens = program->tokens.items;
    struct code_row row = {first, first, tokens[first].start_byte};
    for (; row.end < program->tokens.n && tokens[row.end].start_byte <= row.end_byte; row.end++)
        if (tokens[row.end].end_byte > row.end_byte || row.end == first)
            row.end_byte = line_end(program, tokens[row.end].end_byte);
    return row;
}

enum { ROW_IS_PROSE = 1 };

static void find_prose(struct loose_code *code, struct loose_reader *reader)
{
    const struct program *program = &code->program;
    array_clear(&reader->rows);
    code->n_code = 0;
    uint32_t start = 0;
    for (size_t i = 0; i < program->tokens.n;) {
        struct code_row row = row_at(program, i);
        bool is_prose = has_error(reader, start, row.end_byte) ||
                        (!token_is_layout(&program->tokens.items[row.first]) &&
                         looks_like_prose(reader, program, &row));
        for (; i < row.end; i++)
            array_push(&reader->rows, 2 * (uint32_t)row.first | (is_prose ? ROW_IS_PROSE : 0));
        code->n_code += is_prose ? 0 : row.end - row.first;
        start = row.end_byte;
    }
}

/* ---- Edges ---- */

static void add_cut(struct loose_code *code, size_t at)
{
    size_t n = code->sequence.tokens.n;
    code->edges.items[at] |= EDGE_CUT;
    for (size_t i = at < LOOSE_NEAR ? 0 : at - LOOSE_NEAR; i <= at; i++)
        code->edges.items[i] |= EDGE_ENDS;
    for (size_t i = at; i <= at + LOOSE_NEAR && i <= n; i++)
        code->edges.items[i] |= EDGE_BEGINS;
}

static void find_edges(struct loose_code *code, const struct loose_reader *reader,
                       const struct loose_text *text)
{
    const struct program *program = &code->program;
    size_t n = code->sequence.tokens.n, cut = 0, comment = 0;
    uint32_t last_row = 0;
    array_clear(&code->edges);
    for (size_t i = 0; i <= n; i++)
        array_push(&code->edges, 0);
    for (size_t i = 0; i < n; i++) {
        size_t token = code->sequence.tokens.items[i].token;
        uint32_t byte = program->tokens.items[token].start_byte;
        bool has_comment = false, has_cut = false;
        for (; cut < text->cuts.n && text->cuts.items[cut] <= byte; cut++)
            has_cut = true;
        for (; comment < reader->comments.ranges.n &&
               reader->comments.ranges.items[comment].start <= byte;
             comment++)
            has_comment = true;
        code->edges.items[i] |= has_comment ? EDGE_SOFT : 0;
        code->edges.items[i] |= is_hole(program, token) ? TOKEN_HOLE : 0;
        if (has_cut)
            add_cut(code, i);
        uint32_t row = reader->rows.items[token];
        if (row != last_row && (row | last_row) & ROW_IS_PROSE)
            code->edges.items[i] |= EDGE_BEGINS | EDGE_ENDS;
        last_row = row;
    }
    if (comment < reader->comments.ranges.n)
        code->edges.items[n] |= EDGE_SOFT;
    add_cut(code, 0);
    add_cut(code, n);
}

void loose_code_read(struct loose_code *out, struct loose_reader *reader,
                     const struct language *language, const struct loose_text *text)
{
    struct program *program = &out->program;
    uint32_t at = 0, length = text->text.length > LEXER_MAX_BYTES ? 0 : (uint32_t)text->text.length;
    program->language = language;
    program->source = str_text(&text->text);
    program->length = length;
    array_clear(&program->tokens);
    array_clear(&reader->comments.ranges);
    array_clear(&reader->errors);
    reader->budget = 4 * (size_t)length;
    for (size_t i = 0; i <= text->cuts.n; i++) {
        uint32_t end = i < text->cuts.n ? text->cuts.items[i] : length;
        read_tokens(reader, program, at, end);
        at = end;
    }
    if (!length)
        start_at(reader, program, 0, 0); /* sets the language */
    drop_texts(program);
    find_prose(out, reader);
    sequence_read(&out->sequence, reader->sequences, program);
    find_edges(out, reader, text);
}
