/* The format of tokfix's own rows: a fix with both programs, and every key in every row.
 *
 * The checks begin with single values. Next they check that the bytes are inside the program, and
 * last the code at these bytes. So each rule may rely on the rules before it. */
#include "base/date.h"
#include "base/encoding.h"
#include "base/str.h"
#include "classify/classify.h"
#include "classify/region.h"
#include "db/store.h"
#include "db/fix_names.h"
#include "export/format.h"
#include "tokenize/difference.h"
#include "tokenize/parts.h"

#include <inttypes.h>
#include <string.h>

/* The values of a row that the rules need. Its texts are borrowed from the row. */
struct pair_row {
    const char *category, *pattern, *role;
    const char *region; /* NULL: more than the programs decide it */
    const char *edit, *before, *after, *buggy_code, *fixed_code;
    size_t buggy_length, fixed_length;
    int64_t start_byte, end_byte, token_index, n_tokens;
    bool repair_in_program, parses;
    bool has_label;                  /* category, pattern and role are known names */
    bool is_part;                    /* of a file, which other rules may need */
    const struct language *language; /* NULL: not one of tokfix's */
};

static const char *edit_at(int number)
{
    static const char *const others[] = {"swap", "none", NULL};
    return number <= EDIT_DELETE ? edit_kind_names[number] : others[number - EDIT_DELETE - 1];
}

static const char *origin_at(int number)
{
    return store_origins[number];
}

/* The first is the one of a fix that was not executed. */
static const char *verdict_at(int number)
{
    return number ? fix_verdict_names[number - 1] : "";
}

static const char *encoding_at(int number)
{
    const struct encoding *encoding = encoding_number((size_t)number);
    return encoding ? encoding->name : NULL;
}

static const char *role_at(int number)
{
    if (number == ROLE_NONE)
        return "";
    return number < N_ROLES ? identifier_role_name((enum identifier_role)number) : NULL;
}

static bool is_part(const struct json *row)
{
    const char *granularity = json_text_at(row, "granularity");
    return granularity && *granularity &&
           strcmp(granularity, granularity_name(GRANULARITY_PROGRAM)) != 0;
}

/* The first is the one of a correct program. */
static const char *region_at(int number)
{
    return number ? fix_region_name(number - 1) : "";
}

/* Returns the region if the programs of the row alone decide it, as those of a contest do. That of
 * a file also depends on its path, and a rewrite has that of its fix. NULL: it is not known. */
static const char *region_of(const struct json *row)
{
    const char *repository = json_text_at(row, "repository");
    bool is_alone = (!repository || !*repository) &&
                    strcmp(json_text_at(row, "origin"), store_origins[ORIGIN_REWRITE]) != 0;
    return is_alone ? json_text_at(row, "region") : NULL;
}

static struct pair_row read_pair(const struct json *row)
{
    struct pair_row pair = {
        .category = json_text_at(row, "category"),
        .pattern = json_text_at(row, "pattern"),
        .role = json_text_at(row, "role"),
        .region = region_of(row),
        .edit = json_text_at(row, "edit"),
        .before = json_text_at(row, "before"),
        .after = json_text_at(row, "after"),
        .buggy_code = json_text_at(row, "buggy_code"),
        .fixed_code = json_text_at(row, "fixed_code"),
        .start_byte = row_int(row, "start_byte"),
        .end_byte = row_int(row, "end_byte"),
        .token_index = row_int(row, "token_index"),
        .n_tokens = row_int(row, "n_tokens"),
        .repair_in_program = json_is_true(json_get(row, "repair_in_program")),
        .parses = json_is_true(json_get(row, "parses")),
        .language = language_find(json_text_at(row, "language")),
        .is_part = is_part(row),
    };
    pair.buggy_length = strlen(pair.buggy_code);
    pair.fixed_length = strlen(pair.fixed_code);
    return pair;
}

static void check_id(const struct json *row, struct rule_check *check)
{
    scoped(str) id = {0};
    fix_id_add(&id, json_text_at(row, "problem_id"), json_text_at(row, "buggy_submission"),
               json_text_at(row, "fixed_submission"));
    if (strcmp(json_text_at(row, "id"), str_text(&id)) != 0)
        rule_check_report(check, "id", "'%s' is not the row's problem and submissions, '%s'",
                          json_text_at(row, "id"), str_text(&id));
}

static void check_dialect(const struct json *row, const struct pair_row *pair,
                          struct rule_check *check)
{
    const char *dialect = json_text_at(row, "dialect");
    const char *const *names = pair->language ? pair->language->dialects->names : NULL;
    if (!names || !*dialect)
        return;
    if (!text_is_one_of(dialect, names))
        rule_check_report(check, "unknown_name", "unknown dialect '%s'", dialect);
}

/* Checks a correct program, which has no edit. */
static void check_none(const struct json *row, const struct pair_row *pair,
                       struct rule_check *check)
{
    static const char *const texts[] = {"pattern", "role", "region", "before", "after"};
    static const char *const numbers[] = {"line", "column", "start_byte", "end_byte",
                                          "token_index"};
    if (strcmp(pair->buggy_code, pair->fixed_code) != 0)
        rule_check_report(check, "correct_program", "edit is none, but the programs differ");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (*json_text_at(row, texts[i]))
            rule_check_report(check, "correct_program", "edit is none, but %s is '%s'", texts[i],
                              json_text_at(row, texts[i]));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (row_int(row, numbers[i]) != 0)
            rule_check_report(check, "correct_program", "edit is none, but %s is %" PRId64,
                              numbers[i], row_int(row, numbers[i]));
    if (pair->repair_in_program)
        rule_check_report(check, "correct_program", "edit is none, but repair_in_program is true");
}

/* Checks that `before` and `after` agree with `edit`. */
static void check_edit(const struct pair_row *pair, struct rule_check *check)
{
    bool has_before = *pair->before, has_after = *pair->after;
    bool is_insert = strcmp(pair->edit, "insert") == 0;
    bool is_delete = strcmp(pair->edit, "delete") == 0;
    if (has_before == is_insert)
        rule_check_report(check, "edit", "edit is %s, but before is %s", pair->edit,
                          has_before ? "not empty" : "empty");
    if (has_after == is_delete)
        rule_check_report(check, "edit", "edit is %s, but after is %s", pair->edit,
                          has_after ? "not empty" : "empty");
    if (is_insert && pair->start_byte != pair->end_byte)
        rule_check_report(check, "edit", "edit is insert, but start_byte and end_byte differ");
    if (has_before && strcmp(pair->before, pair->after) == 0)
        rule_check_report(check, "edit", "before and after are the same");
}

/* Returns whether the bytes spell the token. The blanks inside a joined token may differ
 * (`not  in`). */
static bool is_spelled(const struct pair_row *pair, const char *bytes, size_t length)
{
    const char *token = pair->before;
    size_t size = strlen(token), tail = strlen(strrchr(token, ' ') ? strrchr(token, ' ') + 1 : "");
    const char *const *joined = pair->language ? pair->language->tokens.joined : NULL;
    if (!token_text_is_one_of((struct token_text){token, size}, joined))
        return length == size && memcmp(bytes, token, size) == 0;
    return length >= size && memcmp(bytes, token, size - tail - 1) == 0 &&
           memcmp(bytes + length - tail, token + size - tail, tail) == 0;
}

static void check_place(const struct json *row, const struct pair_row *pair,
                        struct rule_check *check)
{
    size_t start = (size_t)pair->start_byte, end = (size_t)pair->end_byte;
    int64_t line = row_int(row, "line"), column = row_int(row, "column");
    struct position position = source_position(pair->buggy_code, pair->buggy_length, start);
    if (!is_spelled(pair, pair->buggy_code + start, end - start))
        rule_check_report(check, "before", "the bytes are '%.*s', not '%s'",
                          (int)(end - start < 80 ? end - start : 80), pair->buggy_code + start,
                          pair->before);
    if (line != position.line || column != position.column)
        rule_check_report(check, "place",
                          "start_byte is at line %u, column %u, not at %" PRId64 ", %" PRId64,
                          position.line, position.column, line, column);
}

static void check_dates(const struct json *row, struct rule_check *check)
{
    static const char *const keys[] = {"buggy_date", "fixed_date"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!date_is_sound(row_int(row, keys[i])))
            rule_check_report(check, "dates",
                              "%s is not a Unix timestamp from 1970 to 9999: %" PRId64, keys[i],
                              row_int(row, keys[i]));
    if (row_int(row, "buggy_date") > row_int(row, "fixed_date"))
        rule_check_report(check, "dates", "the fix is older than the bug");
}

static const struct program *tokenize(const struct pair_row *pair, enum row_side side,
                                      struct rule_check *check)
{
    bool is_buggy = side == ROW_BUGGY;
    const struct program *program = row_programs_tokenize(
        check->programs, pair->language, side, is_buggy ? pair->buggy_code : pair->fixed_code,
        is_buggy ? pair->buggy_length : pair->fixed_length);
    if (!program)
        rule_check_report(check, "syntax", "%s cannot be cut into tokens",
                          is_buggy ? "buggy_code" : "fixed_code");
    return program;
}

/* Parses a part of a side, or all of it (NULL). A program in a language that may have errors has a
 * tree in any case. A part of a file need not parse without the rest: then nothing is claimed. */
static bool parse(const struct pair_row *pair, struct rule_check *check, enum row_side side,
                  const struct lone_part *part)
{
    if (part ? row_programs_parse_part(check->programs, side, part)
             : row_programs_parse(check->programs, side))
        return true;
    if (pair->language->may_have_errors && !pair->parses)
        return true;
    if (pair->is_part)
        return false;
    rule_check_report(check, "syntax", "%s does not parse",
                      side == ROW_BUGGY ? "buggy_code" : "fixed_code");
    return false;
}

static void check_count(const struct pair_row *pair, const struct program *buggy,
                        struct rule_check *check)
{
    if (pair->n_tokens < 0 || (uint64_t)pair->n_tokens != buggy->tokens.n)
        rule_check_report(check, "n_tokens", "n_tokens is %" PRId64 ", but buggy_code has %s",
                          pair->n_tokens,
                          counted((int64_t)buggy->tokens.n, "token", "tokens").text);
}

/* Returns whether the edit exchanges arguments of a call. It changes more than one token; only
 * mutants have it. */
static bool is_swap(const struct pair_row *pair)
{
    return strcmp(pair->edit, "swap") == 0;
}

/* Checks that the bytes are those of the token. An insertion is at the start of the token, and a
 * swap begins with the token. */
static void check_index(const struct pair_row *pair, const struct program *buggy,
                        struct rule_check *check)
{
    int64_t index = pair->token_index;
    const struct token *token =
        index >= 0 && (uint64_t)index < buggy->tokens.n ? &buggy->tokens.items[index] : NULL;
    bool has_own_end = pair->start_byte == pair->end_byte || is_swap(pair);
    if (!token || token_is_layout(token) || token->start_byte != pair->start_byte ||
        (!has_own_end && token->end_byte != pair->end_byte))
        rule_check_report(check, "token_index",
                          "token %" PRId64 " is not the one at bytes %" PRId64 " to %" PRId64,
                          index, pair->start_byte, pair->end_byte);
}

static void check_label(const char *key, const char *given, const char *expected,
                        struct rule_check *check)
{
    if (strcmp(given, expected) != 0)
        rule_check_report(check, "classification", "the edit's %s is '%s', not '%s'", key, expected,
                          given);
}

/* Checks the classification of the edit at its place, whatever its origin. Not for a part of a file
 * in C or C++, where the macros of the file decide what a name is. */
static void check_classification(const struct pair_row *pair, const struct program *buggy,
                                 const struct program *fixed, const struct token_edit *edit,
                                 struct rule_check *check)
{
    struct bug_label label = classify_edit(buggy, fixed, edit);
    const char *role = identifier_role_name(label.role);
    check_label("category", pair->category, bug_category_name(label.category), check);
    check_label("pattern", pair->pattern, sstub_pattern_name(label.pattern), check);
    check_label("role", pair->role, role ? role : "", check);
    if (pair->region)
        check_label("region", pair->region,
                    fix_region_name((int)fix_region_of(buggy, fixed, edit, NULL)), check);
}

static void check_repair(const struct pair_row *pair, const struct program *buggy,
                         const struct program *fixed, struct rule_check *check)
{
    struct token_edit edit;
    if (program_difference(buggy, fixed, &edit) != DIFFERENCE_SINGLE) {
        rule_check_report(check, "single_token", "the programs do not differ in one token");
        return;
    }
    if (strcmp(edit_kind_names[edit.kind], pair->edit) != 0)
        rule_check_report(check, "edit", "the token's edit is %s, not %s",
                          edit_kind_names[edit.kind], pair->edit);
    scoped(program_parts) memory = {0};
    struct lone_part parts[2];
    parts_deciding(&memory, buggy, fixed, &edit, parts);
    bool is_parsed =
        parse(pair, check, ROW_BUGGY, &parts[0]) &&
        (edit_keeps_tree(buggy, fixed, &edit) || parse(pair, check, ROW_FIXED, &parts[1]));
    if (is_parsed && pair->has_label && !(pair->is_part && pair->language->may_have_errors))
        check_classification(pair, buggy, fixed, &edit, check);
    bool is_in_program = edit_repair_is_in_program(buggy, fixed, &edit);
    if (is_in_program != pair->repair_in_program && (is_in_program || !pair->is_part))
        rule_check_report(check, "repair_in_program", "the repair is %s elsewhere in buggy_code",
                          pair->repair_in_program ? "no token" : "a token");
}

/* Checks that applying the edit, as readers of the export do, gives the text or the tokens of the
 * fixed program. */
static void check_applied(const struct pair_row *pair, const struct program *fixed,
                          struct rule_check *check)
{
    scoped(str) applied = {0};
    struct token_edit ignored;
    edit_apply(&applied, pair->buggy_code, pair->buggy_length, (size_t)pair->start_byte,
               (size_t)pair->end_byte, pair->after, strlen(pair->after));
    bool is_same = applied.length == pair->fixed_length &&
                   memcmp(str_text(&applied), pair->fixed_code, applied.length) == 0;
    if (!is_same) {
        const struct program *program = row_programs_tokenize(
            check->programs, pair->language, ROW_APPLIED, str_text(&applied), applied.length);
        is_same = program && program_difference(program, fixed, &ignored) == DIFFERENCE_NONE;
    }
    if (!is_same)
        rule_check_report(check, "edit_applied", "the edit does not give the tokens of fixed_code");
}

/* Checks the rules that need tokens or trees. The bytes of the row are inside its program. */
static void check_tokens(const struct pair_row *pair, struct rule_check *check)
{
    if (!pair->language || !check->programs)
        return;
    const struct program *buggy = tokenize(pair, ROW_BUGGY, check);
    const struct program *fixed = tokenize(pair, ROW_FIXED, check);
    if (buggy)
        check_count(pair, buggy, check);
    if (strcmp(pair->edit, "none") == 0) {
        if (buggy)
            parse(pair, check, ROW_BUGGY, NULL);
        return;
    }
    if (buggy)
        check_index(pair, buggy, check);
    if (buggy && fixed && !is_swap(pair))
        check_repair(pair, buggy, fixed, check);
    if (fixed)
        check_applied(pair, fixed, check);
}

/* Checks that the place is in the function of the file. */
static void check_function(const struct json *row, struct rule_check *check)
{
    int64_t line = row_int(row, "code_line") + row_int(row, "line") - 1;
    int64_t first = row_int(row, "function_line"), last = row_int(row, "function_end_line");
    if (first && (line < first || line > last))
        rule_check_report(check, "function",
                          "the place is on line %" PRId64 " of the file, and the function on lines "
                          "%" PRId64 " to %" PRId64,
                          line, first, last);
}

/* Reports every rule that a row breaks. The row has all keys of the format with their types; its
 * numbers may have any value. */
static void check_row(const struct json *row, struct rule_check *check)
{
    struct pair_row pair = read_pair(row);
    check_id(row, check);
    rule_check_name(row, "origin", origin_at, check);
    rule_check_category(row, check);
    rule_check_split(row, check);
    rule_check_name(row, "verdict", verdict_at, check);
    rule_check_name(row, "buggy_encoding", encoding_at, check);
    rule_check_name(row, "fixed_encoding", encoding_at, check);
    if (!rule_check_name(row, "region", region_at, check))
        pair.region = NULL;
    pair.has_label = rule_check_name(row, "role", role_at, check);
    check_dialect(row, &pair, check);
    check_dates(row, check);
    if (!rule_check_name(row, "edit", edit_at, check))
        return;
    bool is_none = strcmp(pair.edit, "none") == 0;
    if (is_none != (strcmp(json_text_at(row, "category"), "none") == 0))
        rule_check_report(check, "correct_program", "edit is %s, but category is %s", pair.edit,
                          json_text_at(row, "category"));
    if (is_none) {
        check_none(row, &pair, check);
        check_tokens(&pair, check);
        return;
    }
    pair.has_label = rule_check_name(row, "pattern", sstub_pattern_name, check) && pair.has_label &&
                     bug_category_find(pair.category) >= 0;
    check_edit(&pair, check);
    if (rule_check_bytes(check, "buggy_code", pair.buggy_code, pair.buggy_length, pair.start_byte,
                         pair.end_byte, true)) {
        check_place(row, &pair, check);
        if (pair.is_part)
            check_function(row, check);
        check_tokens(&pair, check);
    }
}

/* Adds tokens in the form in which they are compared (tokenize/token_text.h): line ends inside
 * strings are line feeds. */
static void add_tokens(struct str *out, const struct program *program)
{
    size_t n = program->tokens.n;
    char *start = str_reserve(out, program->length + 2 * n), *at = start;
    for (size_t i = 0; i < n; i++) {
        const struct token *token = &program->tokens.items[i];
        *at++ = (char)(token->kind + 1);
        if (!token_is_layout(token))
            at += token_text_fold(at, program_token_text(program, i));
        *at++ = '\0';
    }
    str_extend(out, (size_t)(at - start));
}

static void add_side(const struct traits_source *source, enum row_side side, const char *key)
{
    const struct program *program = row_programs_get(source->programs, side);
    if (program)
        add_tokens(source->scratch, program);
    else
        row_traits_add_text(source, json_text_at(source->row, key));
}

/* C and C++ may have the same tokens, so the language is compared, too. */
static void take_traits(struct row_traits *traits, const struct traits_source *source)
{
    row_traits_add_text(source, json_text_at(source->row, "language"));
    add_side(source, ROW_BUGGY, "buggy_code");
    row_traits_set(traits, TRAIT_PROGRAM, source);
    add_side(source, ROW_FIXED, "fixed_code");
    row_traits_set(traits, TRAIT_PAIR, source);
}

#define OF(key) .member = offsetof(struct fix, key)

static const struct export_feature features[] = {
    {"id", FEATURE_TEXT, "Problem, or repository, and both submissions, or versions, joined by '-'",
     OF(id)},
    {"problem_id", FEATURE_TEXT, "The problem by its id in the source, or the git repository",
     OF(problem_id)},
    {"user_id", FEATURE_TEXT,
     "The user, or the author of the commit; often a number in place of the id in the source",
     OF(user_id)},
    {"language", FEATURE_TEXT, "Programming language, as tokfix names it", OF(language)},
    {"original_language", FEATURE_TEXT, "Language and version that the user chose; empty for git",
     OF(original_language)},
    {"buggy_submission", FEATURE_TEXT,
     "The failing submission or program, or the version before the commit", OF(buggy_submission)},
    {"fixed_submission", FEATURE_TEXT,
     "The accepted submission or the fixed program, or the version after the commit",
     OF(fixed_submission)},
    {"buggy_status", FEATURE_TEXT,
     "The judge's verdict on the failing submission; empty for git and pairs", OF(buggy_status)},
    {"buggy_date", FEATURE_INT,
     "When it was submitted, or committed, in Unix seconds; of pairs, 0 is unknown",
     OF(buggy_date)},
    {"fixed_date", FEATURE_INT, "The same for the fixed one", OF(fixed_date)},
    {"origin", FEATURE_TEXT, "real, or made by tokfix: mutant, rewrite", OF(origin)},
    {"edit", FEATURE_TEXT, "replace, insert or delete; none for a correct program", OF(edit)},
    {"category", FEATURE_TEXT, "Kind of bug; none for a correct program", OF(category)},
    {"pattern", FEATURE_TEXT, "SStuB pattern, as TSSB-3M orders them", OF(pattern)},
    {"role", FEATURE_TEXT, "What the changed identifier stands for; empty for none", OF(role)},
    {"region", FEATURE_TEXT,
     "Kind of text that the changed token belongs to: code, message, ...; empty for none",
     OF(region)},
    {"before", FEATURE_TEXT, "The changed token in the buggy program; empty for insert",
     OF(before)},
    {"after", FEATURE_TEXT, "The changed token in the fixed program; empty for delete", OF(after)},
    {"line", FEATURE_INT, "Line of the change in the buggy program, from 1; 0 for none", OF(line)},
    {"column", FEATURE_INT, "Its column, from 0, in code points", OF(column)},
    {"start_byte", FEATURE_INT, "Where the change starts in buggy_code as UTF-8, from 0",
     OF(start_byte)},
    {"end_byte", FEATURE_INT, "Where it ends, exclusive; insert: the same as start_byte",
     OF(end_byte)},
    {"token_index", FEATURE_INT, "The token that changes, from 0", OF(token_index)},
    {"n_tokens", FEATURE_INT, "Tokens of the buggy program, line ends and blocks included",
     OF(n_tokens)},
    {"repair_in_program", FEATURE_BOOL, "Whether the repair is a token elsewhere in the program",
     OF(repair_in_program)},
    {"parses", FEATURE_BOOL, "Whether both programs parse without a syntax error around the edit",
     OF(parses)},
    {"verdict_in_comment", FEATURE_BOOL,
     "Whether a comment of one of the programs contains the word of a verdict, such as TLE",
     OF(verdict_in_comment)},
    {"dialect", FEATURE_TEXT,
     "Python: 2, 3 or both; C++, C and Java: the standard or version; empty if unknown",
     OF(dialect)},
    {"split", FEATURE_TEXT, "train, validation or test, or fold1, fold2, ...; empty for none",
     OF(split)},
    {"cluster", FEATURE_TEXT,
     "The id of the fix that represents the near duplicates of this one; empty for none",
     OF(cluster)},
    {"verdict", FEATURE_TEXT,
     "What executing both programs showed; empty if they were not executed", OF(verdict)},
    {"evidence_input", FEATURE_TEXT, "An input that shows the bug; empty for none",
     OF(evidence_input)},
    {"evidence_expected", FEATURE_TEXT, "The output that is right for it", OF(evidence_expected)},
    {"evidence_actual", FEATURE_TEXT,
     "The output of the failing program, or its outcome and error as [outcome] error",
     OF(evidence_actual)},
    {"buggy_encoding", FEATURE_TEXT,
     "Python's name of the encoding in which buggy_code has the submitted bytes: utf-8 for most",
     OF(buggy_encoding)},
    {"fixed_encoding", FEATURE_TEXT, "The same for fixed_code", OF(fixed_encoding)},
    {"buggy_code", FEATURE_TEXT, "The failing program, or that before the commit", OF(buggy_code)},
    {"fixed_code", FEATURE_TEXT, "The accepted program, or that of the commit", OF(fixed_code)},
    {0},
};

/* Sets what says where the edit is to the part of the file that the example shows, as if it were
 * the program. */
static void show_part(struct fix *row, const struct excerpt *excerpt, const struct program *part)
{
    row->buggy_code = str_text(&excerpt->buggy);
    row->fixed_code = str_text(&excerpt->fixed);
    row->n_tokens = (int64_t)part->tokens.n;
    if (row->is_clean)
        return;
    row->start_byte = (int64_t)excerpt->start;
    row->end_byte = (int64_t)excerpt->end;
    row->line = excerpt->line;
    row->column = excerpt->column;
    row->token_index = (int64_t)program_token_from(part, excerpt->start);
}

static const char *write_row(const struct example *example, struct str *out)
{
    struct fix row = *example->row;
    struct example shown = *example;
    scoped(program) program = {0};
    bool is_part = example->excerpt.granularity != GRANULARITY_PROGRAM;
    bool has_tokens = example->view && example->view->has_tokens;
    const char *reason = is_part || has_tokens ? example_tokenize(example, &program) : NULL;
    if (reason)
        return reason;
    if (is_part)
        show_part(&row, &example->excerpt, &program);
    shown.row = &row;
    struct json *line = json_object();
    export_set_features(line, features, &shown);
    if (has_tokens)
        export_set_tokens(line, &program);
    export_add_row(out, line, &shown);
    return NULL;
}

const struct export_format export_format_pairs = {
    .name = "pairs",
    .summary = "a fix with both programs and all that is known about it",
    .help = "a fix with both programs; each row has all keys",
    .features = features,
    .reads = "buggy_code|fixed_code",
    .flags = FORMAT_OWN_PARTS | FORMAT_NEGATIVES | FORMAT_PROVENANCE | FORMAT_TOKENS,
    .write = write_row,
    .check = check_row,
    .take_traits = take_traits,
};
