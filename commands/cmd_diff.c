/* tokfix diff: compares two programs as mine compares a pair, or prints the tokens of one.
 *
 * program_text_compare() decides. It stops at the first reason, and checks cheap reasons first. To
 * say more about a pair that is not a fix, the programs are then parsed and their tokens counted.
 */
#include "base/json.h"
#include "base/terminal.h"
#include "classify/classify.h"
#include "classify/dialect.h"
#include "commands/command_list.h"
#include "commands/program_language.h"
#include "miner/mine_run.h"
#include "miner/program_text.h"
#include "report/diff.h"
#include "report/fix_text.h"

#include <inttypes.h>
#include <string.h>

enum { COLUMNS_OF_A_PIPE = 100, MAX_DISTANCE = 1000, MAX_TEXT = 40 };

struct arguments {
    const char *buggy;
    struct text_list fixed; /* one; none with --tokens */
    const struct language *language;
    int64_t n_context;
    bool has_tokens, is_json;
};

static const struct command_option own_options[] = {
    {0, "language", "NAME", "language of the programs", .otherwise = "that of their extension",
     TO_LANGUAGE(arguments, language)},
    OPTION_CONTEXT(arguments, n_context),
    {0, "tokens", NULL, "print the tokens of one program (see Tokens)",
     TO_FLAG(arguments, has_tokens)},
    {0, "json", NULL, "print the result as one JSON object, and tokens as JSON lines",
     TO_FLAG(arguments, is_json)},
    {0},
};

/* ---- The comparison ---- */

/* The two programs, and the result. The first program is taken for the buggy one. */
struct comparing {
    const char *names[2]; /* paths; "-" is standard input */
    struct program_text texts[2];
    enum reject_reason reason; /* REJECT_NONE if the pair is a fix */
    struct fix_row fix;        /* set for a fix; its dialect is that of the buggy program alone */

    /* Why the pair is not a fix, or does not parse, in words; and, if it is not a fix, the numbers
     * that are known */
    struct str why;
    bool has_distance;
    struct token_distance distance;
    struct position first; /* where the programs first differ, in the buggy program */
    struct arena arena;
};

static void add_part(struct str *out, const struct str *part)
{
    if (part->length)
        str_print(out, "%s%s", out->length ? "; " : "", part->text);
}

/* Appends why each program is unusable, as far as that was checked. */
static void add_defects(struct comparing *comparing)
{
    for (int i = 0; i < 2; i++) {
        const struct program_text *text = &comparing->texts[i];
        scoped(str) part = {0};
        bool may_have_errors = text->has_tokens && text->program.language->may_have_errors;
        if (text->reason == REJECT_TOO_LARGE)
            str_print(&part, "%s has %zu bytes, more than %zu (--max-bytes of tokfix mine)",
                      comparing->names[i], text->content.length, (size_t)RUN_MAX_BYTES);
        else if (!may_have_errors)
            program_text_explain(&part, text, comparing->names[i]);
        add_part(&comparing->why, &part);
    }
}

/* Appends where the programs of a fix do not parse. */
static void add_errors(struct comparing *comparing)
{
    for (int i = 0; i < 2; i++) {
        scoped(str) part = {0};
        program_text_explain(&part, &comparing->texts[i], comparing->names[i]);
        add_part(&comparing->why, &part);
    }
}

static struct counted tokens(size_t n)
{
    return counted((int64_t)n, "token", "tokens");
}

/* Appends "3 tokens differ", or how many tokens are deleted and inserted. */
static void add_numbers(struct str *out, const struct token_distance *distance)
{
    size_t n_deleted = distance->n_deleted, n_inserted = distance->n_inserted;
    if (n_deleted == n_inserted && n_deleted > 1)
        str_print(out, "%zu tokens differ", n_deleted);
    else if (!n_inserted)
        str_print(out, "%s deleted", tokens(n_deleted).text);
    else if (!n_deleted)
        str_print(out, "%s inserted", tokens(n_inserted).text);
    else
        str_print(out, "%s deleted and %zu inserted", tokens(n_deleted).text, n_inserted);
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
    const struct program *buggy = &comparing->texts[0].program,
                         *fixed = &comparing->texts[1].program;
    const struct token_distance *distance = &comparing->distance;
    if (distance->n_deleted)
        add_token(out, buggy, distance->first);
    if (distance->n_deleted && distance->n_inserted)
        str_add_text(out, " becomes ");
    if (distance->n_inserted)
        add_token(out, fixed, distance->first);
    if (!distance->n_deleted || !distance->n_inserted)
        str_add_text(out, distance->n_deleted ? " is deleted" : " is inserted");
    str_print(out, " at %u:%u", comparing->first.line, comparing->first.column);
    if (comparing->reason == REJECT_SAME_VALUE)
        str_add_text(out, ": the same value and type");
    if (comparing->reason != REJECT_MULTI_TOKEN)
        return;
    str_add_text(out, ": ");
    if (distance->n_deleted && distance->n_inserted)
        str_add_text(out, "line ends and blocks are never the token of a fix");
    else
        add_insertable(out, buggy->language->tokens.insertable);
}

/* Whether at most one token on each side remains when the common start and end of the programs are
 * removed. */
static bool is_one_place(const struct comparing *comparing)
{
    const struct token_distance *distance = &comparing->distance;
    const struct program *buggy = &comparing->texts[0].program,
                         *fixed = &comparing->texts[1].program;
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
    const struct program *buggy = &comparing->texts[0].program;
    struct token_distance *distance = &comparing->distance;
    comparing->has_distance =
        program_distance(buggy, &comparing->texts[1].program, MAX_DISTANCE, distance);
    size_t byte = distance->first < buggy->tokens.n
                      ? buggy->tokens.items[distance->first].start_byte
                      : buggy->length;
    comparing->first = text_position(buggy->source, buggy->length, byte);
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

static void explain(struct comparing *comparing, struct syntax_parser *parser)
{
    const struct program_text *a = &comparing->texts[0], *b = &comparing->texts[1];
    bool has_texts = a->reason == REJECT_NONE && b->reason == REJECT_NONE;
    if (comparing->reason == REJECT_IDENTICAL) {
        bool is_same = a->n_bytes == b->n_bytes && memcmp(a->code, b->code, a->n_bytes) == 0;
        str_add_text(&comparing->why,
                     is_same ? "the same text" : "the same tokens: only comments or layout differ");
        return;
    }
    for (int i = 0; i < 2 && has_texts; i++)
        program_text_parse(&comparing->texts[i], parser);
    /* reasons that are found after the parse are of the edit */
    if (comparing->reason != REJECT_MULTI_TOKEN && comparing->reason <= REJECT_SYNTAX_ERROR) {
        add_defects(comparing);
        return;
    }
    if (a->has_tokens && b->has_tokens) {
        add_difference(comparing);
        return;
    }
    str_add_text(&comparing->why, "more than one token differs");
    add_defects(comparing);
}

static void compare(struct comparing *comparing, const struct language *language)
{
    scoped(syntax_parser) *parser = syntax_parser_new(language);
    scoped(dialect_finder) *dialects = dialect_finder_new(language);
    struct text_comparison comparison = {
        .parser = parser,
        .dialects = dialects,
    };
    struct program_text *buggy = &comparing->texts[0], *fixed = &comparing->texts[1];
    struct token_edit edit;
    comparing->reason = program_text_compare(&comparison, buggy, fixed, &edit);
    parts_release(&comparison.parts);
    if (comparing->reason != REJECT_NONE) {
        explain(comparing, parser);
        return;
    }
    comparing->fix = fix_row_of(&buggy->program, &fixed->program, &edit, NULL, &comparing->arena);
    comparing->fix.parses = buggy->parses && (fixed->parses || !fixed->is_parsed);
    comparing->fix.dialect = dialect_find(dialects, parser, &buggy->program, NULL, NULL);
    add_errors(comparing);
}

/* Reads and compares programs in one language. Returns ERR when a program cannot be read. */
static int comparing_run(struct comparing *comparing, const struct language *language,
                         struct err *err)
{
    for (int i = 0; i < 2; i++) {
        struct program_text *text = &comparing->texts[i];
        if (program_text_read_file(text, language, comparing->names[i], err) != 0)
            return ERR;
        if (text->content.length > RUN_MAX_BYTES)
            text->reason = REJECT_TOO_LARGE;
    }
    compare(comparing, language);
    return 0;
}

static void comparing_release(struct comparing *comparing)
{
    for (int i = 0; i < 2; i++)
        program_text_release(&comparing->texts[i]);
    str_release(&comparing->why);
    arena_release(&comparing->arena);
}
SCOPED_VALUE(comparing, comparing_release)

/* ---- What is said about it ---- */

/* The fix as a row of export and show, without the fields that only a database has. */
static struct fix row_of(const struct comparing *comparing)
{
    const struct fix_row *fix = &comparing->fix;
    const struct program_text *buggy = &comparing->texts[0], *fixed = &comparing->texts[1];
    return (struct fix){
        .category = fix->category,
        .pattern = fix->pattern,
        .role = fix->role ? fix->role : "",
        .region = fix->region,
        .before = fix->before,
        .after = fix->after,
        .start_byte = fix->buggy_place.start_byte,
        .end_byte = fix->buggy_place.end_byte,
        .fixed_start_byte = fix->fixed_place.start_byte,
        .fixed_end_byte = fix->fixed_place.end_byte,
        .buggy_code = buggy->code,
        .buggy_length = buggy->n_bytes,
        .fixed_code = fixed->code,
        .fixed_length = fixed->n_bytes,
    };
}

static void add_why(struct str *out, const struct comparing *comparing)
{
    if (!comparing->why.length)
        return;
    str_add_text(out, "  ");
    terminal_add_safe(out, str_text(&comparing->why), comparing->why.length, 0);
    str_add_text(out, "\n");
}

static void add_fix(struct str *out, const struct comparing *comparing,
                    const struct diff_style *style)
{
    const struct fix_row *fix = &comparing->fix;
    const struct place_row *buggy = &fix->buggy_place, *fixed = &fix->fixed_place;
    struct fix row = row_of(comparing);
    fix_text_add_kind(out, &row);
    str_print(out, "  %s at %" PRId64 ":%" PRId64, fix->edit, buggy->line, buggy->column);
    if (buggy->line != fixed->line || buggy->column != fixed->column)
        str_print(out, " -> %" PRId64 ":%" PRId64, fixed->line, fixed->column);
    str_print(out, "  token %" PRId64 " of %" PRId64, buggy->token_index, buggy->n_tokens);
    if (fix->dialect)
        str_print(out, "  dialect %s", fix->dialect);
    str_print(out, "  repair in program: %s\n", fix->repair_in_program ? "yes" : "no");
    add_why(out, comparing);
    fix_text_add_tokens(out, &row, style);
    diff_add_lines(out, &row, style);
}

static void print(const struct comparing *comparing, int64_t n_context)
{
    struct diff_style style = {
        .has_color = terminal_is_colored(stdout),
        .n_columns = terminal_columns(stdout, COLUMNS_OF_A_PIPE),
        .n_context = n_context,
    };
    const struct paint *paint = paint_of(style.has_color);
    scoped(str) out = {0};
    str_add_text(&out, paint->title);
    for (int i = 0; i < 2; i++) {
        terminal_add_safe(&out, comparing->names[i], strlen(comparing->names[i]), 0);
        str_add_text(&out, i ? paint->end : " -> ");
    }
    if (comparing->reason == REJECT_NONE) {
        str_add_text(&out, "  a single-token fix\n");
        add_fix(&out, comparing, &style);
    } else {
        str_print(&out, "  no single-token fix: %s\n", reject_reason_name(comparing->reason));
        add_why(&out, comparing);
    }
    fwrite(str_text(&out), 1, out.length, stdout);
}

static void set_fix(struct json *object, const struct fix_row *fix)
{
    const struct place_row *buggy = &fix->buggy_place, *fixed = &fix->fixed_place;
    json_add(object, J_TEXT("edit", fix->edit), J_TEXT("category", fix->category),
             J_TEXT("pattern", fix->pattern), J_TEXT("role", fix->role ? fix->role : ""),
             J_TEXT("region", fix->region), J_TEXT("before", fix->before),
             J_TEXT("after", fix->after), J_INT("line", buggy->line),
             J_INT("column", buggy->column), J_INT("start_byte", buggy->start_byte),
             J_INT("end_byte", buggy->end_byte), J_INT("token_index", buggy->token_index),
             J_INT("n_tokens", buggy->n_tokens), J_INT("fixed_line", fixed->line),
             J_INT("fixed_column", fixed->column), J_INT("fixed_start_byte", fixed->start_byte),
             J_INT("fixed_end_byte", fixed->end_byte), J_INT("fixed_n_tokens", fixed->n_tokens),
             J_BOOL("repair_in_program", fix->repair_in_program != 0),
             J_BOOL("parses", fix->parses != 0),
             J_TEXT("dialect", fix->dialect ? fix->dialect : ""));
}

static void print_json(const struct comparing *comparing, const struct language *language)
{
    scoped(json) *object = json_object();
    bool is_fix = comparing->reason == REJECT_NONE;
    json_add(object, J_TEXT("buggy", comparing->names[0]), J_TEXT("fixed", comparing->names[1]),
             J_TEXT("language", language->name),
             J_TEXT("outcome", is_fix ? "fix" : reject_reason_name(comparing->reason)));
    if (is_fix)
        set_fix(object, &comparing->fix);
    if (comparing->why.length)
        json_set_text(object, "why", str_text(&comparing->why));
    if (comparing->has_distance)
        json_add(object, J_INT("n_deleted", (int64_t)comparing->distance.n_deleted),
                 J_INT("n_inserted", (int64_t)comparing->distance.n_inserted),
                 J_INT("line", comparing->first.line), J_INT("column", comparing->first.column));
    json_write_pretty(object, stdout);
}

/* ---- The tokens of one program ---- */

static const char *node_of(const struct program *program, const struct token *token)
{
    if (token_is_layout(token))
        return "";
    return syntax_kind_name(program->language, program->tree.nodes.items[token->node].kind);
}

static struct json *token_line(const struct program *program, size_t index, struct position place)
{
    const struct token *token = &program->tokens.items[index];
    struct token_text text = program_token_text(program, index);
    scoped(str) copy = {0};
    str_add(&copy, text.bytes, text.length);
    return json_make(J_INT("index", (int64_t)index), J_INT("line", place.line),
                     J_INT("column", place.column), J_INT("start_byte", token->start_byte),
                     J_INT("end_byte", token->end_byte),
                     J_TEXT("kind", token_kind_names[token->kind]),
                     J_TEXT("node", node_of(program, token)), J_TEXT("text", str_text(&copy)));
}

/* Prints the values of a line, or their names, separated by tabs. */
static void print_fields(const struct json *line, bool are_names)
{
    scoped(str) out = {0};
    json_each(value, line) {
        const char *text = are_names ? json_name(value) : json_text(value);
        str_add_text(&out, out.length ? "\t" : "");
        if (text)
            terminal_add_safe(&out, text, strlen(text), 0);
        else
            str_print(&out, "%" PRId64, json_int(value, 0));
    }
    puts(str_text(&out));
}

static void print_tokens(const struct program *program, const char *dialect, bool is_json)
{
    struct position place = {.line = 1};
    size_t byte = 0;
    for (size_t i = 0; i < program->tokens.n; i++) {
        size_t next = program->tokens.items[i].start_byte;
        text_position_advance(&place, program->source, program->length, byte, next);
        byte = next;
        scoped(json) *line = token_line(program, i, place);
        if (!is_json && i == 0)
            print_fields(line, true);
        if (is_json)
            json_write_line(line, stdout);
        else
            print_fields(line, false);
    }
    if (dialect)
        printf(is_json ? "{\"dialect\":\"%s\"}\n" : "dialect\t%s\n", dialect);
}

static int run_tokens(struct arguments *arguments, struct err *err)
{
    scoped(program_text) text = {0};
    scoped(str) why = {0};
    const char *path = arguments->buggy;
    if (program_language_of_files(&arguments->language, &path, 1, err) != 0 ||
        program_text_read_file(&text, arguments->language, path, err) != 0)
        return ERR;
    scoped(syntax_parser) *parser = syntax_parser_new(arguments->language);
    scoped(dialect_finder) *dialects = dialect_finder_new(arguments->language);
    if (text.reason == REJECT_NONE)
        program_text_parse(&text, parser);
    bool is_refused = program_text_explain(&why, &text, path);
    if (text.program.tree.nodes.n)
        print_tokens(&text.program, dialect_find(dialects, parser, &text.program, NULL, NULL),
                     arguments->is_json);
    return is_refused ? err_set(err, "%s", str_text(&why)) : EXIT_OK;
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    if (arguments->has_tokens == (arguments->fixed.n > 0))
        return command_usage(command, arguments->has_tokens
                                          ? "--tokens prints the tokens of one program; name one"
                                          : "name two programs to compare; for the tokens of one, "
                                            "use --tokens");
    if (arguments->has_tokens)
        return run_tokens(arguments, err);
    scoped(comparing) comparing = {.names = {arguments->buggy, arguments->fixed.items[0]}};
    if (strcmp(comparing.names[0], "-") == 0 && strcmp(comparing.names[1], "-") == 0)
        return command_usage(command, "only one of the programs can be standard input");
    if (program_language_of_files(&arguments->language, comparing.names, 2, err) != 0 ||
        comparing_run(&comparing, arguments->language, err) != 0)
        return ERR;
    if (arguments->is_json)
        print_json(&comparing, arguments->language);
    else
        print(&comparing, arguments->n_context);
    return comparing.reason == REJECT_NONE ? EXIT_OK : EXIT_FAILED;
}

const struct command command_diff = {
#include "commands/help/diff.inc"
    .groups = OPTION_GROUP(own_options),
    .operands = {"two programs, of which one may be -, or with --tokens one", 1, 2,
                 .first = OPTION_AT(const char *, arguments, buggy),
                 .others = OPTION_AT(struct text_list, arguments, fixed)},
    ARGUMENTS(arguments, 0),
    .run = run,
};
