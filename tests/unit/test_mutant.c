/* The program that a mutation gives, its stored fix, and refused mutants. */
#include "augment/mutate.h"
#include "tests/support/listed_mutations.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/difference.h"
#include "tokenize/program.h"

struct workshop {
    struct mutant_maker maker;
    struct arena arena;
    struct dialect_finder *dialects;
};

static int workshop_open(void **state)
{
    static struct workshop workshop;
    workshop = (struct workshop){0};
    workshop.maker.parser = syntax_parser_new(&language_python);
    workshop.maker.dialects = workshop.dialects = dialect_finder_new(&language_python);
    *state = &workshop;
    return 0;
}

static int workshop_close(void **state)
{
    struct workshop *workshop = *state;
    syntax_parser_free(workshop->maker.parser);
    mutant_maker_release(&workshop->maker);
    dialect_finder_free(workshop->dialects);
    arena_release(&workshop->arena);
    return 0;
}

static bool make_in(struct mutant *out, struct workshop *workshop, const struct program *program,
                    const struct mutation *mutation, const char *original_language)
{
    struct mutant_original original = {
        .program = program,
        .digest = program_digest(program, &workshop->maker.scratch),
        .original_language = original_language,
        .dialect = dialect_find(workshop->dialects, workshop->maker.parser, program, NULL,
                                original_language),
    };
    return mutant_make(out, &workshop->maker, &original, mutation, &workshop->arena);
}

static bool make(struct mutant *out, struct workshop *workshop, const struct program *program,
                 const struct mutation *mutation)
{
    return make_in(out, workshop, program, mutation, "Python3");
}

/* The mutation that is printed so. */
static struct mutation mutation_of(struct mutated_program *mutated, const char *printed)
{
    scoped(str) line = {0};
    struct mutation found = {0};
    bool is_found = false;
    for (size_t i = 0; i < mutated->mutations.groups.n && !is_found; i++) {
        const struct mutation_group *group = &mutated->mutations.groups.items[i];
        for (uint64_t k = 0; k < group->n_members && !is_found; k++) {
            found = mutations_member(&mutated->mutations, group, k);
            str_clear(&line);
            mutation_print(&line, &mutated->program, &found);
            is_found = strcmp(str_text(&line), printed) == 0;
        }
    }
    if (!is_found)
        fail_msg("%s: no mutation of %s", printed, mutated->program.source);
    return found;
}

static void print_place(struct str *out, const struct place_row *place)
{
    str_print(out, " %d-%d %d:%d #%d<%d of %d", (int)place->start_byte, (int)place->end_byte,
              (int)place->line, (int)place->column, (int)place->token_index,
              (int)place->token_end_byte, (int)place->n_tokens);
}

/* The row's edit, category and pattern, its tokens, and the places: bytes, line:column, and the
 * token with its end and how many there are, first of the mutant and then of the original. */
static void print_row(struct str *out, const struct fix_row *row)
{
    str_print(out, "%s %s %s '%s' > '%s'", row->edit, row->category, row->pattern, row->before,
              row->after);
    print_place(out, &row->buggy_place);
    str_add_text(out, ",");
    print_place(out, &row->fixed_place);
}

/* The fix is stored, and gives the original when it is applied to the mutant. */
static void check_reversible(const struct mutant *mutant, const struct str *code,
                             const struct program *original)
{
    scoped(str) reversed = {0};
    edit_apply(&reversed, str_text(code), code->length, (size_t)mutant->row.buggy_place.start_byte,
               (size_t)mutant->row.buggy_place.end_byte, mutant->row.after,
               mutant->row.after_length);
    scoped(program) program = tokenized(str_text(&reversed));
    struct token_edit edit;
    assert_int_equal(program_difference(&program, original, &edit), DIFFERENCE_NONE);
}

struct made_case {
    const char *code, *mutation, *mutant, *row;
};

static void check_made(struct workshop *workshop, const struct made_case *cases, size_t n)
{
    scoped(str) row = {0};
    for (size_t i = 0; i < n; i++) {
        scoped(mutated_program) mutated = {0};
        struct mutant mutant;
        scoped(str) code = {0};
        char sha256[SHA256_HEX_SIZE];
        mutated_find(&mutated, cases[i].code, NULL);
        struct mutation mutation = mutation_of(&mutated, cases[i].mutation);
        assert_true(make(&mutant, workshop, &mutated.program, &mutation));
        mutant_write(&code, mutated.program.source, mutated.program.length, &mutant.mutation);
        assert_string_equal(str_text(&code), cases[i].mutant);
        str_clear(&row);
        print_row(&row, &mutant.row);
        assert_string_equal(str_text(&row), cases[i].row);
        assert_string_equal(mutant.row.origin, "mutant");
        assert_int_equal(mutant.n_bytes, code.length);
        sha256_hex(str_text(&code), code.length, sha256);
        assert_string_equal(mutant.sha256, sha256);
        check_reversible(&mutant, &code, &mutated.program);
    }
}

TEST(mutant_make__gives_the_program_and_the_fix)
{
    static const struct made_case cases[] = {
        {"x = 1 + 2\n", "+ 1:7 > -", "x = 1 - 2\n",
         "replace binary_operator CHANGE_BINARY_OPERATOR '-' > '+' "
         "6-7 1:6 #3<7 of 6, 6-7 1:6 #3<7 of 6"},
        {"a = 1\nif a < 2: pass\n", "< 2:6 > ==", "a = 1\nif a == 2: pass\n",
         "replace comparison_operator CHANGE_BINARY_OPERATOR '==' > '<' "
         "11-13 2:5 #6<13 of 11, 11-12 2:5 #6<12 of 11"},
        {"if a in(b): pass\n", "in 1:6 > not in", "if a not in(b): pass\n",
         "replace comparison_operator CHANGE_BINARY_OPERATOR 'not in' > 'in' "
         "5-11 1:5 #2<11 of 9, 5-7 1:5 #2<7 of 9"},
        /* an insertion stands before the token that was negated; taken back it is a deletion */
        {"if a: pass\n", "+not 1:4", "if not a: pass\n",
         "delete logical_operator CHANGE_UNARY_OPERATOR 'not' > '' "
         "3-6 1:3 #1<6 of 6, 3-3 1:3 #1<4 of 5"},
        {"if(a)or b: pass\n", "+not 1:9", "if(a)or not b: pass\n",
         "delete logical_operator CHANGE_UNARY_OPERATOR 'not' > '' "
         "8-11 1:8 #5<11 of 10, 8-8 1:8 #5<9 of 9"},
        {"if not a: pass\n", "-not 1:4", "if a: pass\n",
         "insert logical_operator CHANGE_UNARY_OPERATOR '' > 'not' "
         "3-3 1:3 #1<4 of 5, 3-6 1:3 #1<6 of 6"},
        {"a = True\r\n", "True 1:5 > False", "a = False\r\n",
         "replace literal CHANGE_BOOLEAN_LITERAL 'False' > 'True' "
         "4-9 1:4 #2<9 of 4, 4-8 1:4 #2<8 of 4"},
        {"é = 1\nb = é\nb\n", "b 3:1 > é", "é = 1\nb = é\né\n",
         "replace variable_misuse CHANGE_IDENTIFIER_USED 'é' > 'b' "
         "14-16 3:0 #8<16 of 10, 14-15 3:0 #8<15 of 10"},
        /* blanks where words would meet */
        {"a = 1\na+=1\n", "+= 2:2 > =", "a = 1\na=1\n",
         "replace assignment_operator SINGLE_TOKEN '=' > '+=' "
         "7-8 2:1 #5<8 of 8, 7-9 2:1 #5<9 of 8"},
        {"if(a)is(b): pass\n", "is 1:6 > is not", "if(a)is not(b): pass\n",
         "replace comparison_operator CHANGE_BINARY_OPERATOR 'is not' > 'is' "
         "5-11 1:5 #4<11 of 11, 5-7 1:5 #4<7 of 11"},
    };
    check_made(*state, cases, N_ITEMS(cases));
}

/* Whatever a mutation says, a mutant differs in one token of the rule's category. */
TEST(mutant_make__holds_the_rule_against_what_is_made)
{
    static const struct {
        const char *code;
        size_t start, end;
        enum mutation_rule rule;
        const char *text;
        bool is_made;
    } cases[] = {
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "2", true},
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "1", false},     /* the same */
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "2 ", true},     /* a blank is none */
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "1 # 2", false}, /* a comment neither */
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "1 + 2", false}, /* more than one token */
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "(", false},     /* no program */
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "", false},
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "y", false}, /* of another category */
        {"x = 1\n", 4, 5, MUTATE_BINARY_OPERATOR, "2", false},
        {"x = 1\n", 4, 5, MUTATE_LITERAL, "1\ny = 2", false}, /* another layout */
        {"x = a\n", 4, 5, MUTATE_VARIABLE_MISUSE, "b", true},
        {"x.a = a\n", 2, 3, MUTATE_VARIABLE_MISUSE, "b", false}, /* an attribute */
        {"x = a + b\n", 6, 7, MUTATE_BINARY_OPERATOR, "<", false},
        {"x = a < b\n", 6, 7, MUTATE_COMPARISON_OPERATOR, "!=", true},
        {"x = a < b\n", 6, 7, MUTATE_COMPARISON_OPERATOR, "<>", false}, /* Python 2 */
        {"x = ''\n", 4, 6, MUTATE_LITERAL, "''''''", true},
    };
    struct workshop *workshop = *state;
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct mutant mutant;
        const struct mutation mutation = {
            .rule = cases[i].rule,
            .kind = EDIT_REPLACE,
            .range = {cases[i].start, cases[i].end},
            .text = {cases[i].text, strlen(cases[i].text)},
        };
        scoped(program) program = tokenized(cases[i].code);
        if (make(&mutant, workshop, &program, &mutation) != cases[i].is_made)
            fail_msg("case %zu: %s", i, cases[i].is_made ? "no mutant" : "a mutant");
    }
}

/* It names Python 2 if the mutant does, or else the metadata. */
TEST(mutant_make__gives_the_dialect)
{
    static const struct {
        const char *code, *original_language, *dialect;
    } cases[] = {
        {"print 1\n", "Python3", "2"},      {"f'{1}'\n", "Python (2.7.6)", "3"},
        {"x = 1\n", "Python (2.7.6)", "2"}, {"x = 1\n", "Python3", "3"},
        {"x = 1\n", "Python", "both"},
    };
    struct workshop *workshop = *state;
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(mutated_program) mutated = {0};
        struct mutant mutant;
        mutated_find(&mutated, cases[i].code, NULL);
        struct mutation mutation =
            mutations_member(&mutated.mutations, &mutated.mutations.groups.items[0], 0);
        assert_true(
            make_in(&mutant, workshop, &mutated.program, &mutation, cases[i].original_language));
        assert_string_equal(mutant.row.dialect, cases[i].dialect);
    }
}

SUITE_SETUP(workshop_open, workshop_close);
