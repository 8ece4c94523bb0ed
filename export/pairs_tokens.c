/* The buggy program is parsed; the fixed one, and if need be the buggy one with the edit, are
 * mostly the same text, which makes them cheap (tokenize/substitute.h). */
#include "export/pairs.h"

#include "base/str.h"
#include "classify/classify.h"
#include "export/row_check.h"
#include "tokenize/apply.h"
#include "tokenize/difference.h"

#include <inttypes.h>
#include <string.h>

static const struct program *tokenize(const struct pair_row *pair, enum row_side side,
                                      struct row_check *check)
{
    bool is_buggy = side == ROW_BUGGY;
    const struct program *program = row_programs_tokenize(
        check->programs, pair->language, side, is_buggy ? pair->buggy_code : pair->fixed_code,
        is_buggy ? pair->buggy_length : pair->fixed_length);
    if (!program)
        row_check_report(check, "syntax", "%s does not parse",
                         is_buggy ? "buggy_code" : "fixed_code");
    return program;
}

static void check_count(const struct pair_row *pair, const struct program *buggy,
                        struct row_check *check)
{
    if (pair->n_tokens < 0 || (uint64_t)pair->n_tokens != buggy->tokens.n)
        row_check_report(check, "n_tokens", "buggy_code has %zu tokens, not %" PRId64,
                         buggy->tokens.n, pair->n_tokens);
}

/* Arguments of a call that are exchanged: more than one token, of mutants only. */
static bool is_swap(const struct pair_row *pair)
{
    return strcmp(pair->edit, "swap") == 0;
}

/* The bytes are those of the token, or for an insertion stand where it starts; a swap begins
 * with it. */
static void check_index(const struct pair_row *pair, const struct program *buggy,
                        struct row_check *check)
{
    int64_t index = pair->token_index;
    const struct token *token =
        index >= 0 && (uint64_t)index < buggy->tokens.n ? &buggy->tokens.items[index] : NULL;
    bool has_own_end = pair->start_byte == pair->end_byte || is_swap(pair);
    if (!token || token_is_layout(token) || token->start_byte != pair->start_byte ||
        (!has_own_end && token->end_byte != pair->end_byte))
        row_check_report(check, "token_index",
                         "token %" PRId64 " is not the one at bytes %" PRId64 " to %" PRId64, index,
                         pair->start_byte, pair->end_byte);
}

static void check_label(const char *key, const char *given, const char *expected,
                        struct row_check *check)
{
    if (strcmp(given, expected) != 0)
        row_check_report(check, "classification", "the edit's %s is '%s', not '%s'", key, expected,
                         given);
}

/* The names that the edit has where it stands, however it came about. */
static void check_classification(const struct pair_row *pair, const struct program *buggy,
                                 const struct program *fixed, const struct token_edit *edit,
                                 struct row_check *check)
{
    struct bug_label label = classify_edit(buggy, fixed, edit);
    const char *role = identifier_role_name(label.role);
    check_label("category", pair->category, bug_category_name(label.category), check);
    check_label("pattern", pair->pattern, sstub_pattern_name(label.pattern), check);
    check_label("role", pair->role, role ? role : "", check);
}

static void check_repair(const struct pair_row *pair, const struct program *buggy,
                         const struct program *fixed, struct row_check *check)
{
    struct token_edit edit;
    if (program_difference(buggy, fixed, &edit) != DIFFERENCE_SINGLE) {
        row_check_report(check, "single_token", "the programs do not differ in one token");
        return;
    }
    if (strcmp(edit_kind_name(edit.kind), pair->edit) != 0)
        row_check_report(check, "edit", "the token's edit is %s, not %s", edit_kind_name(edit.kind),
                         pair->edit);
    if (pair->has_label)
        check_classification(pair, buggy, fixed, &edit, check);
    if (edit_repair_is_in_program(buggy, fixed, &edit) != pair->repair_in_program)
        row_check_report(check, "repair_in_program", "the repair is %s elsewhere in buggy_code",
                         pair->repair_in_program ? "no token" : "a token");
}

/* The rule that the export's readers apply gives the fixed program: its text, or its tokens. */
static void check_applied(const struct pair_row *pair, const struct program *fixed,
                          struct row_check *check)
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
        row_check_report(check, "edit_applied", "the edit does not give the tokens of fixed_code");
}

void pairs_check_tokens(const struct pair_row *pair, struct row_check *check)
{
    if (!pair->language || !check->programs)
        return;
    const struct program *buggy = tokenize(pair, ROW_BUGGY, check);
    const struct program *fixed = tokenize(pair, ROW_FIXED, check);
    if (buggy)
        check_count(pair, buggy, check);
    if (strcmp(pair->edit, "none") == 0)
        return;
    if (buggy)
        check_index(pair, buggy, check);
    if (buggy && fixed && !is_swap(pair))
        check_repair(pair, buggy, fixed, check);
    if (fixed)
        check_applied(pair, fixed, check);
}
