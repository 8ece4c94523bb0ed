/* The time is linear: what is read twice after errors is at most a multiple of the text. */
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

/* ---- Other texts in a text ---- */

/* Reads \uXXXX, or two of them that are one character. Returns its length; 0 if it is none. */
static size_t read_unicode(uint32_t *code, const char *text, size_t length)
{
    uint32_t units[2] = {0, 0};
    size_t n = 0;
    for (; n < 2 && length >= 6 * (n + 1) && memcmp(text + 6 * n, "\\u", 2) == 0; n++)
        for (size_t i = 2; i < 6; i++) {
            if (hex_digit(text[6 * n + i]) == 16)
                return 0;
            units[n] = units[n] * 16 + hex_digit(text[6 * n + i]);
        }
    bool is_pair = units[0] >= 0xd800 && units[0] < 0xdc00 && units[1] >= 0xdc00;
    *code = is_pair ? 0x10000 + ((units[0] - 0xd800) << 10) + (units[1] & 0x3ff) : units[0];
    return n == 0 || !*code || (*code >= 0xd800 && *code < 0xe000) ? 0 : is_pair ? 12 : 6;
}

void loose_text_unescape(struct str *out, const char *text, size_t length)
{
    static const char letters[] = "nrtvf", meanings[] = "\n\r\t\v\f";
    for (size_t at = 0; at < length;) {
        const char *next = memchr(text + at, '\\', length - at);
        size_t plain = next ? (size_t)(next - text) - at : length - at;
        str_add(out, text + at, plain);
        at += plain;
        if (at + 1 >= length)
            return;
        uint32_t code;
        size_t n = read_unicode(&code, text + at, length - at);
        if (n) {
            char character[4];
            str_add(out, character, utf8_encode(character, code));
            at += n;
            continue;
        }
        const char *letter = text[at + 1] ? strchr(letters, text[at + 1]) : NULL;
        str_add(out, letter ? &meanings[letter - letters] : &text[at + 1], 1);
        at += 2;
    }
}

void loose_text_add_diff_side(struct str *out, const char *text, size_t length, char side)
{
    bool is_in_hunk = false;
    for (size_t at = 0, end; at < length; at = end) {
        const char *feed = memchr(text + at, '\n', length - at);
        end = feed ? (size_t)(feed - text) + 1 : length;
        bool begins_hunk = length - at > 3 && memcmp(text + at, "@@ ", 3) == 0;
        is_in_hunk = begins_hunk || (is_in_hunk && strchr(" +-\\\n", text[at]));
        if (begins_hunk || !is_in_hunk)
            str_add_text(out, "```\n");
        else if (text[at] == ' ' || text[at] == side)
            str_add(out, text + at + 1, end - at - 1);
    }
}

/* ---- Tokens ---- */

struct loose_reader {
    struct lexical *lexicals[MAX_LANGUAGES]; /* of fragments; each made when it is first needed */
    struct sequence_reader *sequences;
    struct lexer lexer;
    size_t budget; /* bytes that may be read again */
};

struct loose_reader *loose_reader_new(void)
{
    struct loose_reader *reader = mem_alloc(1, sizeof *reader);
    reader->sequences = sequence_reader_new(&(struct sequence_options){.skips_texts = true});
    return reader;
}

void loose_reader_free(struct loose_reader *reader)
{
    if (!reader)
        return;
    for (int i = 0; i < MAX_LANGUAGES; i++)
        lexical_free(reader->lexicals[i]);
    sequence_reader_free(reader->sequences);
    free(reader);
}

void loose_code_release(struct loose_code *code)
{
    program_release(&code->program);
    sequence_release(&code->sequence);
}

/* Sets the lexer to a byte, with nothing before it. */
static void start_at(struct loose_reader *reader, const struct program *program, uint32_t at)
{
    int number = language_number(program->language);
    if (!reader->lexicals[number])
        reader->lexicals[number] = lexical_new_for_fragments(program->language);
    lexer_start(&reader->lexer, reader->lexicals[number], program->source, program->length);
    reader->lexer.place.at = reader->lexer.place.previous = at;
}

/* Returns where reading goes on after an error, and drops the tokens after that. */
static uint32_t after_error(struct loose_reader *reader, struct program *program)
{
    const struct lexer *lexer = &reader->lexer;
    uint32_t at = lexer->error_byte, code;
    uint32_t reached = lexer->place.at > at ? lexer->place.at : at;
    if (reached - at > reader->budget)
        at = reached;
    else
        reader->budget -= reached - at;
    while (program->tokens.n && program->tokens.items[program->tokens.n - 1].start_byte >= at)
        program->tokens.n--;
    size_t n =
        at < program->length ? utf8_decode(program->source + at, program->length - at, &code) : 1;
    return at + (n ? (uint32_t)n : 1);
}

static void read_tokens(struct loose_reader *reader, struct program *program)
{
    for (uint32_t at = 0; at < program->length;) {
        enum lexer_result result;
        start_at(reader, program, at);
        do {
            array_reserve_one(&program->tokens);
            result = lexer_next(&reader->lexer, &program->tokens.items[program->tokens.n]);
            program->tokens.n += result == LEXER_TOKEN;
        } while (result == LEXER_TOKEN);
        at = result == LEXER_END ? program->length : after_error(reader, program);
    }
}

static bool is_hole(const struct program *program, size_t token)
{
    struct token_text text = program_token_text(program, token);
    while (text.length && *text.bytes == ' ') { /* in a string with interpolations */
        text.bytes++;
        text.length--;
    }
    return text.length >= sizeof hole - 1 && memcmp(text.bytes, hole, sizeof hole - 1) == 0;
}

void loose_code_read(struct loose_code *out, struct loose_reader *reader,
                     const struct language *language, const char *text, size_t length)
{
    struct program *program = &out->program;
    struct sequence *sequence = &out->sequence;
    program->language = language;
    program->source = text;
    program->length = length > LEXER_MAX_BYTES ? 0 : (uint32_t)length;
    array_clear(&program->tokens);
    reader->budget = 4 * (size_t)program->length;
    read_tokens(reader, program);
    sequence_read(sequence, reader->sequences, program);
    for (size_t i = 0; i < sequence->tokens.n; i++)
        if (is_hole(program, sequence->tokens.items[i].token))
            sequence->tokens.items[i].text = SEQUENCE_ANY;
}
