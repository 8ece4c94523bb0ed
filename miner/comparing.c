/* source_compare() decides. It stops at the first reason, and checks cheap reasons first. To say
 * more about a pair that is not a fix, the programs are then parsed and their tokens counted. */
#include "miner/comparing.h"

#include "base/terminal.h"
#include "classify/dialect.h"
#include "classify/classify.h"

#include <string.h>

enum { MAX_DISTANCE = 1000, MAX_TEXT = 40 };

static void add_part(struct str *out, const char *part)
{
    str_print(out, "%s%s", out->length ? "; " : "", part);
}

/* Appends why each program is unusable, as far as that was checked. Returns whether one is. */
static bool add_defects(struct comparing *comparing, const struct mine_options *options)
{
    bool has_any = false;
    for (int i = 0; i < 2; i++) {
        const struct source *source = &comparing->sources[i];
        scoped(str) part = {0};
        bool may_have_errors = source->has_tokens && source->program.language->may_have_errors;
        if (source->text_reason == REJECT_TOO_LARGE)
            str_print(&part, "%s has %zu bytes, more than %zu (--max-bytes of tokfix mine)",
                      comparing->names[i], source->content.length, options->max_bytes);
        else if ((may_have_errors || !source_explain(&part, source, comparing->names[i])) &&
                 source->is_tokenized && options->max_tokens &&
                 source->program.tokens.n > options->max_tokens)
            str_print(&part, "%s has %zu tokens, more than %zu (--max-tokens)", comparing->names[i],
                      source->program.tokens.n, options->max_tokens);
        if (part.length)
            add_part(&comparing->why, str_text(&part));
        has_any = has_any || part.length;
    }
    return has_any;
}

/* Appends where the programs of a fix do not parse. */
static void add_errors(struct comparing *comparing)
{
    for (int i = 0; i < 2; i++) {
        scoped(str) part = {0};
        if (source_explain(&part, &comparing->sources[i], comparing->names[i]))
            add_part(&comparing->why, str_text(&part));
    }
}

static const char *noun(size_t n)
{
    return plural((double)n, "token", "tokens");
}

/* Appends "3 tokens differ", or how many tokens are deleted and inserted. */
static void add_numbers(struct str *out, const struct token_distance *distance)
{
    size_t n_deleted = distance->n_deleted, n_inserted = distance->n_inserted;
    if (n_deleted == n_inserted && n_deleted > 1)
        str_print(out, "%zu tokens differ", n_deleted);
    else if (!n_inserted)
        str_print(out, "%zu %s deleted", n_deleted, noun(n_deleted));
    else if (!n_deleted)
        str_print(out, "%zu %s inserted", n_inserted, noun(n_inserted));
    else
        str_print(out, "%zu %s deleted and %zu inserted", n_deleted, noun(n_deleted), n_inserted);
}

static void add_token(struct str *out, const struct program *program, size_t index)
{
    static const char *const layout[] = {
        [TOKEN_LINE_END] = "a line end",
        [TOKEN_BLOCK_OPEN] = "the start of a block",
        [TOKEN_BLOCK_CLOSE] = "the end of a block",
    };
    const struct token *token = &program->tokens.items[index];
    struct token_text text = program_token_text(program, index);
    if (token_is_layout(token)) {
        str_add_text(out, layout[token->kind]);
        return;
    }
    str_add_text(out, "`");
    terminal_add_safe(out, text.bytes, text.length, MAX_TEXT);
    str_add_text(out, "`");
}

static void add_insertable(struct str *out, const char *const *kinds)
{
    if (!kinds || !*kinds) {
        str_add_text(out, "no single token may be inserted or deleted");
        return;
    }
    str_add_text(out, "only ");
    for (const char *const *kind = kinds; *kind; kind++)
        str_print(out, "%s`%s`", kind == kinds ? "" : ", ", *kind);
    str_add_text(out, " may be inserted or deleted");
}

/* For one differing token: appends why this is not a single-token fix. */
static void add_single(struct str *out, const struct comparing *comparing)
{
    const struct program *buggy = &comparing->sources[0].program,
                         *fixed = &comparing->sources[1].program;
    const struct token_distance *distance = &comparing->distance;
    if (distance->n_deleted)
        add_token(out, buggy, distance->first);
    if (distance->n_deleted && distance->n_inserted)
        str_add_text(out, " becomes ");
    if (distance->n_inserted)
        add_token(out, fixed, distance->first);
    if (!distance->n_deleted || !distance->n_inserted)
        str_add_text(out, distance->n_deleted ? " is deleted" : " is inserted");
    str_print(out, " at %u:%u: ", comparing->first.line, comparing->first.column);
    if (comparing->reason == REJECT_SAME_VALUE)
        str_add_text(out, "the same value and type");
    else if (distance->n_deleted && distance->n_inserted)
        str_add_text(out, "line ends and blocks are never the token of a fix");
    else
        add_insertable(out, buggy->language->tokens.insertable);
}

/* Whether at most one token on each side remains when the common start and end of the programs are
 * removed. */
static bool is_one_place(const struct comparing *comparing)
{
    const struct token_distance *distance = &comparing->distance;
    const struct program *buggy = &comparing->sources[0].program,
                         *fixed = &comparing->sources[1].program;
    size_t n_buggy = buggy->tokens.n, n_fixed = fixed->tokens.n;
    if (distance->n_deleted > 1 || distance->n_inserted > 1)
        return false;
    for (size_t i = 1; distance->first + distance->n_deleted + i <= n_buggy; i++)
        if (!program_tokens_equal(buggy, n_buggy - i, fixed, n_fixed - i))
            return false;
    return true;
}

static void add_difference(struct comparing *comparing)
{
    const struct program *buggy = &comparing->sources[0].program;
    struct token_distance *distance = &comparing->distance;
    comparing->has_distance =
        program_distance(buggy, &comparing->sources[1].program, MAX_DISTANCE, distance);
    size_t byte = distance->first < buggy->tokens.n
                      ? buggy->tokens.items[distance->first].start_byte
                      : buggy->length;
    comparing->first = source_position(buggy->source, buggy->length, byte);
    if (comparing->has_distance && is_one_place(comparing)) {
        add_single(&comparing->why, comparing);
        return;
    }
    if (comparing->has_distance)
        add_numbers(&comparing->why, distance);
    else
        str_print(&comparing->why, "more than %d tokens differ", MAX_DISTANCE);
    str_print(&comparing->why, ", the first at %u:%u", comparing->first.line,
              comparing->first.column);
}

static void explain(struct comparing *comparing, struct syntax_parser *parser,
                    const struct mine_options *options)
{
    const struct source *a = &comparing->sources[0], *b = &comparing->sources[1];
    bool has_texts = a->text_reason == REJECT_NONE && b->text_reason == REJECT_NONE;
    if (comparing->reason == REJECT_IDENTICAL) {
        bool is_same = a->n_bytes == b->n_bytes && memcmp(a->code, b->code, a->n_bytes) == 0;
        str_add_text(&comparing->why,
                     is_same ? "the same text" : "the same tokens: only comments or layout differ");
        return;
    }
    for (int i = 0; i < 2 && has_texts; i++)
        source_parse(&comparing->sources[i], parser);
    if (comparing->reason != REJECT_MULTI_TOKEN && comparing->reason != REJECT_SAME_VALUE) {
        add_defects(comparing, options);
        return;
    }
    if (a->has_tokens && b->has_tokens) {
        add_difference(comparing);
        return;
    }
    str_add_text(&comparing->why, "more than one token differs");
    add_defects(comparing, options);
}

static void compare(struct comparing *comparing, const struct language *language,
                    const struct mine_options *options)
{
    scoped(syntax_parser) *parser = syntax_parser_new(language);
    scoped(dialect_finder) *dialects = dialect_finder_new(language);
    struct source_comparison comparison = {
        .parser = parser,
        .dialects = dialects,
        .max_tokens = options->max_tokens,
    };
    struct source *buggy = &comparing->sources[0], *fixed = &comparing->sources[1];
    struct token_edit edit;
    comparing->reason = source_compare(&comparison, buggy, fixed, &edit);
    if (comparing->reason != REJECT_NONE) {
        explain(comparing, parser, options);
        return;
    }
    comparing->fix = fix_row_of(&buggy->program, &fixed->program, &edit, &comparing->arena);
    comparing->fix.parses = buggy->parses && (fixed->parses || !fixed->is_parsed);
    comparing->fix.dialect = dialect_find(dialects, &buggy->program, NULL);
    add_errors(comparing);
}

int comparing_run(struct comparing *comparing, const struct language *language,
                  const struct mine_options *options, struct err *err)
{
    for (int i = 0; i < 2; i++) {
        struct source *source = &comparing->sources[i];
        if (source_read_file(source, language, comparing->names[i], err) != 0)
            return ERR;
        if (source->content.length > options->max_bytes)
            source->text_reason = REJECT_TOO_LARGE;
    }
    compare(comparing, language, options);
    return 0;
}

void comparing_release(struct comparing *comparing)
{
    for (int i = 0; i < 2; i++)
        source_release(&comparing->sources[i]);
    str_release(&comparing->why);
    arena_release(&comparing->arena);
}
