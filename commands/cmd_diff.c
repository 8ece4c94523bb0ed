/* tokfix diff: compares two programs as mine compares a pair. */
#include "base/json.h"
#include "base/terminal.h"
#include "commands/commands.h"
#include "miner/comparing.h"
#include "miner/mine_plan.h"
#include "commands/one_language.h"
#include "commands/values.h"
#include "report/diff.h"
#include "report/fix_text.h"

#include <inttypes.h>
#include <string.h>

enum { COLUMNS_OF_A_PIPE = 100 };

struct arguments {
    const char *buggy;
    struct text_list fixed; /* one */
    const struct language *language;
    size_t n_context, max_tokens;
    bool is_json;
};

static const struct command_option own_options[] = {
    {0, "language", "NAME", "language of the programs", .otherwise = "that of their extension",
     TO_LANGUAGE(arguments, language)},
    {0, "context", "N|all", "number of lines above and below", "3",
     TO_SIZE_OR_ALL(arguments, n_context, 0)},
    {0, "max-tokens", "N", "maximum number of tokens of a program", .otherwise = "no limit",
     TO_SIZE(arguments, max_tokens, 1, INT32_MAX)},
    {0, "json", NULL, "print the result as one JSON object", TO_FLAG(arguments, is_json)},
    {0},
};

/* The fix as a row of export and show, without the fields that only a database has. */
static struct fix row_of(const struct comparing *comparing)
{
    const struct fix_row *fix = &comparing->fix;
    const struct source *buggy = &comparing->sources[0], *fixed = &comparing->sources[1];
    return (struct fix){
        .category = fix->category,
        .pattern = fix->pattern,
        .role = fix->role ? fix->role : "",
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

static void print(const struct comparing *comparing, size_t n_context)
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
             J_TEXT("before", fix->before), J_TEXT("after", fix->after), J_INT("line", buggy->line),
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

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    scoped(comparing) comparing = {.names = {arguments->buggy, arguments->fixed.items[0]}};
    struct mine_options options = {.max_bytes = RUN_MAX_BYTES, .max_tokens = arguments->max_tokens};
    if (strcmp(comparing.names[0], "-") == 0 && strcmp(comparing.names[1], "-") == 0)
        return command_usage(command, "only one of the programs can be standard input");
    if (one_language_of_files(&arguments->language, comparing.names, 2, err) != 0 ||
        comparing_run(&comparing, arguments->language, &options, err) != 0)
        return ERR;
    if (arguments->is_json)
        print_json(&comparing, arguments->language);
    else
        print(&comparing, arguments->n_context);
    return comparing.reason == REJECT_NONE ? EXIT_OK : EXIT_FAILED;
}

const struct command command_diff = {
    .name = "diff",
    .manual =
        (const char[]){
#include "commands/help/diff.txt.inc"
        },
    .groups = OPTION_GROUP(own_options),
    .operands = {"two programs; one may be -", 2, 2,
                 .first = OPTION_AT(const char *, arguments, buggy),
                 .others = OPTION_AT(struct text_list, arguments, fixed)},
    ARGUMENTS(arguments, 0),
    .run = run,
};
