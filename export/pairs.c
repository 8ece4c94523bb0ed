/* First what single values say, then whether the bytes are inside the program, and only then what
 * stands there: each rule may rely on those before it.
 *
 * tokfix's own rows: a fix with both programs, every key in every row. */
#include "export/pairs.h"

#include "base/date.h"
#include "base/str.h"
#include "classify/classify.h"
#include "db/store.h"
#include "export/format.h"
#include "fixes/choice.h"
#include "export/row_check.h"

#include <inttypes.h>
#include <string.h>

static const char *edit_at(int number)
{
    static const char *const others[] = {"swap", "none", NULL};
    return number <= EDIT_DELETE ? edit_kind_name((enum edit_kind)number)
                                 : others[number - EDIT_DELETE - 1];
}

static const char *origin_at(int number)
{
    return store_origins[number];
}

static const char *pattern_at(int number)
{
    return number < N_PATTERNS ? sstub_pattern_name((enum sstub_pattern)number) : NULL;
}

static const char *role_at(int number)
{
    if (number == ROLE_NONE)
        return "";
    return number < N_ROLES ? identifier_role_name((enum identifier_role)number) : NULL;
}

static const char *text_of(const struct json *row, const char *key)
{
    return json_text(json_get(row, key));
}

static int64_t int_of(const struct json *row, const char *key)
{
    return (int64_t)json_number(json_get(row, key), 0);
}

static struct pair_row read_pair(const struct json *row)
{
    struct pair_row pair = {
        .category = text_of(row, "category"),
        .pattern = text_of(row, "pattern"),
        .role = text_of(row, "role"),
        .edit = text_of(row, "edit"),
        .before = text_of(row, "before"),
        .after = text_of(row, "after"),
        .buggy_code = text_of(row, "buggy_code"),
        .fixed_code = text_of(row, "fixed_code"),
        .start_byte = int_of(row, "start_byte"),
        .end_byte = int_of(row, "end_byte"),
        .token_index = int_of(row, "token_index"),
        .n_tokens = int_of(row, "n_tokens"),
        .repair_in_program = json_is_true(json_get(row, "repair_in_program")),
        .language = language_find(text_of(row, "language")),
    };
    pair.buggy_length = strlen(pair.buggy_code);
    pair.fixed_length = strlen(pair.fixed_code);
    return pair;
}

static void check_id(const struct json *row, struct row_check *check)
{
    struct str id = {0};
    str_print(&id, "%s-%s-%s", text_of(row, "problem_id"), text_of(row, "buggy_submission"),
              text_of(row, "fixed_submission"));
    if (strcmp(text_of(row, "id"), str_text(&id)) != 0)
        row_check_report(check, "id", "'%s' is not the row's problem and submissions, '%s'",
                         text_of(row, "id"), str_text(&id));
    str_release(&id);
}

static void check_dialect(const struct json *row, const struct pair_row *pair,
                          struct row_check *check)
{
    const char *dialect = text_of(row, "dialect");
    const char *const *names = pair->language ? pair->language->dialects.names : NULL;
    if (!names || !*dialect)
        return;
    while (*names && strcmp(*names, dialect) != 0)
        names++;
    if (!*names)
        row_check_report(check, "unknown_name", "there is no dialect '%s'", dialect);
}

/* A correct program: nothing is edited. */
static void check_none(const struct json *row, const struct pair_row *pair, struct row_check *check)
{
    static const char *const texts[] = {"pattern", "role", "before", "after"};
    static const char *const numbers[] = {"line", "column", "start_byte", "end_byte",
                                          "token_index"};
    if (strcmp(pair->buggy_code, pair->fixed_code) != 0)
        row_check_report(check, "correct_program", "edit is none, but the programs differ");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (*text_of(row, texts[i]))
            row_check_report(check, "correct_program", "edit is none, but %s is '%s'", texts[i],
                             text_of(row, texts[i]));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (int_of(row, numbers[i]) != 0)
            row_check_report(check, "correct_program", "edit is none, but %s is %" PRId64,
                             numbers[i], int_of(row, numbers[i]));
    if (pair->repair_in_program)
        row_check_report(check, "correct_program", "edit is none, but repair_in_program is true");
}

/* What `edit` says of the texts on both sides. */
static void check_edit(const struct pair_row *pair, struct row_check *check)
{
    bool has_before = *pair->before, has_after = *pair->after;
    bool is_insert = strcmp(pair->edit, "insert") == 0;
    bool is_delete = strcmp(pair->edit, "delete") == 0;
    if (has_before == is_insert)
        row_check_report(check, "edit", "edit is %s, but before is %s", pair->edit,
                         has_before ? "not empty" : "empty");
    if (has_after == is_delete)
        row_check_report(check, "edit", "edit is %s, but after is %s", pair->edit,
                         has_after ? "not empty" : "empty");
    if (is_insert && pair->start_byte != pair->end_byte)
        row_check_report(check, "edit", "edit is insert, but start_byte and end_byte differ");
    if (has_before && strcmp(pair->before, pair->after) == 0)
        row_check_report(check, "edit", "before and after are the same");
}

static bool is_boundary(const struct pair_row *pair, int64_t byte)
{
    return ((unsigned char)pair->buggy_code[byte] & 0xc0) != 0x80;
}

static bool check_range(const struct pair_row *pair, struct row_check *check)
{
    int64_t start = pair->start_byte, end = pair->end_byte;
    if (start < 0 || start > end || (uint64_t)end > pair->buggy_length) {
        row_check_report(check, "bytes",
                         "bytes %" PRId64 " to %" PRId64 " are no part of a buggy_code of %zu",
                         start, end, pair->buggy_length);
        return false;
    }
    if (is_boundary(pair, start) && is_boundary(pair, end))
        return true;
    row_check_report(check, "bytes",
                     "bytes %" PRId64 " to %" PRId64 " cut a character of buggy_code", start, end);
    return false;
}

/* Whether bytes are a token, of which blanks may be spaced otherwise when it is a joined one
 * (`not  in`). */
static bool is_spelled(const struct pair_row *pair, const char *bytes, size_t length)
{
    const char *token = pair->before;
    size_t size = strlen(token), tail = strlen(strrchr(token, ' ') ? strrchr(token, ' ') + 1 : "");
    const char *const *joined = pair->language ? pair->language->tokens.joined_kinds : NULL;
    if (!token_text_is_one_of((struct token_text){token, size}, joined))
        return length == size && memcmp(bytes, token, size) == 0;
    return length >= size && memcmp(bytes, token, size - tail - 1) == 0 &&
           memcmp(bytes + length - tail, token + size - tail, tail) == 0;
}

static void check_place(const struct json *row, const struct pair_row *pair,
                        struct row_check *check)
{
    size_t start = (size_t)pair->start_byte, end = (size_t)pair->end_byte;
    int64_t line = int_of(row, "line"), column = int_of(row, "column");
    struct position position = source_position(pair->buggy_code, pair->buggy_length, start);
    if (!is_spelled(pair, pair->buggy_code + start, end - start))
        row_check_report(check, "before", "the bytes are '%.*s', not '%s'",
                         (int)(end - start < 80 ? end - start : 80), pair->buggy_code + start,
                         pair->before);
    if (line != position.line || column != position.column)
        row_check_report(check, "place",
                         "start_byte is at line %u, column %u, not at %" PRId64 ", %" PRId64,
                         position.line, position.column, line, column);
}

static void check_dates(const struct json *row, struct row_check *check)
{
    static const char *const keys[] = {"buggy_date", "fixed_date"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!date_is_sound(int_of(row, keys[i])))
            row_check_report(check, "dates",
                             "%s is not a Unix time of the years 1970 to 9999: %" PRId64, keys[i],
                             int_of(row, keys[i]));
    if (int_of(row, "buggy_date") > int_of(row, "fixed_date"))
        row_check_report(check, "dates", "the fix is older than the bug");
}

void pairs_check(const struct json *row, struct row_check *check)
{
    struct pair_row pair = read_pair(row);
    check_id(row, check);
    row_check_name(row, "origin", origin_at, check);
    row_check_category(row, check);
    row_check_split(row, check);
    pair.has_label = row_check_name(row, "role", role_at, check);
    check_dialect(row, &pair, check);
    check_dates(row, check);
    if (!row_check_name(row, "edit", edit_at, check))
        return;
    bool is_none = strcmp(pair.edit, "none") == 0;
    if (is_none != (strcmp(text_of(row, "category"), "none") == 0))
        row_check_report(check, "correct_program", "edit is %s, but category is %s", pair.edit,
                         text_of(row, "category"));
    if (is_none) {
        check_none(row, &pair, check);
        pairs_check_tokens(&pair, check);
        return;
    }
    pair.has_label = row_check_name(row, "pattern", pattern_at, check) && pair.has_label &&
                     bug_category_find(pair.category) >= 0;
    check_edit(&pair, check);
    if (check_range(&pair, check)) {
        check_place(row, &pair, check);
        pairs_check_tokens(&pair, check);
    }
}

static const struct export_feature features[] = {
    {"id", FEATURE_TEXT, "Problem, failing and accepted submission, joined by '-'", NULL},
    {"problem_id", FEATURE_TEXT, "The problem, by its id in the source", NULL},
    {"user_id", FEATURE_TEXT, "The user, by the id in the source", NULL},
    {"language", FEATURE_TEXT, "Programming language, as tokfix names it", NULL},
    {"original_language", FEATURE_TEXT, "Language and version that the user chose", NULL},
    {"buggy_submission", FEATURE_TEXT, "The failing submission", NULL},
    {"fixed_submission", FEATURE_TEXT, "The accepted submission", NULL},
    {"buggy_status", FEATURE_TEXT, "The judge's verdict on the failing submission", NULL},
    {"buggy_date", FEATURE_INT, "When it was submitted, in Unix seconds", NULL},
    {"fixed_date", FEATURE_INT, "When the accepted one was submitted, in Unix seconds", NULL},
    {"origin", FEATURE_TEXT, "real, or made by tokfix: mutant, rewrite", NULL},
    {"edit", FEATURE_TEXT, "replace, insert or delete; none for a correct program", NULL},
    {"category", FEATURE_TEXT, "Kind of bug; none for a correct program", NULL},
    {"pattern", FEATURE_TEXT, "SStuB pattern, as TSSB-3M orders them", NULL},
    {"role", FEATURE_TEXT, "What the changed identifier stands for; empty for none", NULL},
    {"before", FEATURE_TEXT, "The changed token in the buggy program; empty for insert", NULL},
    {"after", FEATURE_TEXT, "The changed token in the fixed program; empty for delete", NULL},
    {"line", FEATURE_INT, "Line of the change in the buggy program, from 1; 0 for none", NULL},
    {"column", FEATURE_INT, "Its column, from 0, in code points", NULL},
    {"start_byte", FEATURE_INT, "Where the change starts in buggy_code as UTF-8, from 0", NULL},
    {"end_byte", FEATURE_INT, "Where it ends, exclusive; insert: the same as start_byte", NULL},
    {"token_index", FEATURE_INT, "The token that changes, from 0", NULL},
    {"n_tokens", FEATURE_INT, "Tokens of the buggy program, line ends and blocks included", NULL},
    {"repair_in_program", FEATURE_BOOL, "Whether the repair is a token elsewhere in the program",
     NULL},
    {"dialect", FEATURE_TEXT, "Python 2, 3 or both; empty for languages without dialects", NULL},
    {"split", FEATURE_TEXT, "train, validation or test; empty for none", NULL},
    {"cluster", FEATURE_TEXT,
     "The id of the fix that represents the near-duplicates of this one; empty for none", NULL},
    {"buggy_code", FEATURE_TEXT, "The failing program", NULL},
    {"fixed_code", FEATURE_TEXT, "The accepted program", NULL},
    {0},
};

static const char *write_row(const struct example *example, struct str *out)
{
    const struct fix *row = example->row;
    struct json *line = json_object();
    json_set_text(line, "id", row->id);
    json_set_text(line, "problem_id", row->problem_id);
    json_set_text(line, "user_id", row->user_id);
    json_set_text(line, "language", row->language);
    json_set_text(line, "original_language", row->original_language);
    json_set_text(line, "buggy_submission", row->buggy_submission);
    json_set_text(line, "fixed_submission", row->fixed_submission);
    json_set_text(line, "buggy_status", row->buggy_status);
    json_set_int(line, "buggy_date", row->buggy_date);
    json_set_int(line, "fixed_date", row->fixed_date);
    json_set_text(line, "origin", row->origin);
    json_set_text(line, "edit", row->edit);
    json_set_text(line, "category", row->category);
    json_set_text(line, "pattern", row->pattern);
    json_set_text(line, "role", row->role);
    json_set_text(line, "before", row->before);
    json_set_text(line, "after", row->after);
    json_set_int(line, "line", row->line);
    json_set_int(line, "column", row->column);
    json_set_int(line, "start_byte", row->start_byte);
    json_set_int(line, "end_byte", row->end_byte);
    json_set_int(line, "token_index", row->token_index);
    json_set_int(line, "n_tokens", row->n_tokens);
    json_set_bool(line, "repair_in_program", row->repair_in_program != 0);
    json_set_text(line, "dialect", row->dialect);
    json_set_text(line, "split", row->split);
    json_set_text(line, "cluster", row->cluster);
    json_set_text(line, "buggy_code", row->buggy_code);
    json_set_text(line, "fixed_code", row->fixed_code);
    export_add_line(out, line);
    return NULL;
}

const struct export_format export_format_pairs = {
    .name = "pairs",
    .summary = "a fix with both programs and all that is known of it",
    .features = features,
    .reads = "buggy_code|fixed_code",
    .tasks = FORMAT_REPAIRS,
    .is_whole = true,
    .has_negatives = true,
    .write = write_row,
    .check = pairs_check,
};
