/* See listed_mutations.h. Uses only the members that a group offers to the draw. */
#include "tests/support/listed_mutations.h"

#include "tests/support/programs.h"
#include "tests/support/test.h"

void mutated_find(struct mutated_program *out, const char *code, const struct real_edits *real)
{
    struct mutation_options options = {.real = real};
    memset(options.is_wanted, true, sizeof options.is_wanted);
    *out = (struct mutated_program){0};
    tokenize_valid(&out->program, code);
    mutations_find(&out->mutations, &out->program, &options);
}

void mutated_release(struct mutated_program *mutated)
{
    mutations_release(&mutated->mutations);
    program_release(&mutated->program);
}

static void print_bytes(struct str *out, const struct program *program, struct byte_range range)
{
    assert_true(range.start <= range.end && range.end <= program->length);
    str_add(out, program->source + range.start, range.end - range.start);
}

static void print_place(struct str *out, const struct program *program, size_t byte)
{
    struct position position = text_position(program->source, program->length, byte);
    str_print(out, " %d:%d", (int)position.line, (int)position.column + 1);
}

static void print_text(struct str *out, struct token_text text)
{
    str_add(out, text.bytes, text.length);
}

/* What changes, and where. */
static void print_site(struct str *out, const struct program *program,
                       const struct mutation *mutation)
{
    if (mutation->kind == EDIT_INSERT) {
        assert_int_equal(mutation->range.start, mutation->range.end);
        str_add_text(out, "+");
        print_text(out, mutation->text);
    } else {
        str_add_text(out, mutation->kind == EDIT_DELETE ? "-" : "");
        print_bytes(out, program, mutation->range);
    }
    print_place(out, program, mutation->range.start);
}

void mutation_print(struct str *out, const struct program *program, const struct mutation *mutation)
{
    print_site(out, program, mutation);
    if (mutation->kind != EDIT_REPLACE)
        return;
    str_add_text(out, " > ");
    print_text(out, mutation->text);
}

static void print_group(struct str *out, struct mutations *mutations,
                        const struct mutation_group *group)
{
    const struct program *program = mutations->sites.program;
    for (uint64_t i = 0; i < group->n_members; i++) {
        struct mutation mutation = mutations_member(mutations, group, i);
        assert_int_equal(mutation.rule, group->rule);
        if (i)
            str_add_text(out, ",");
        if (i == 0) {
            mutation_print(out, program, &mutation);
        } else if (group->source == MUTATION_PLACES) {
            print_place(out, program, mutation.range.start);
        } else {
            str_add_text(out, " ");
            print_text(out, mutation.text);
        }
    }
    if (group->source == MUTATION_PLACES && group->weight != 1)
        str_print(out, " * %g", group->weight);
}

void mutations_print(struct str *out, struct mutations *mutations, enum mutation_rule rule)
{
    for (size_t i = mutations->first_group[rule]; i < mutations->first_group[rule + 1]; i++) {
        assert_int_equal(mutations->groups.items[i].rule, rule);
        if (i > mutations->first_group[rule])
            str_add_text(out, "; ");
        print_group(out, mutations, &mutations->groups.items[i]);
    }
}
