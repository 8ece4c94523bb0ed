/* Each list is a table of sentences, which tell what they hold of: of everything, of what was
 * mined, or of what was made. Where both are published, a sentence on what was mined says so. */
#include "publish/statements.h"

#include <ctype.h>
#include <inttypes.h>

enum about {
    ABOUT_END,
    ABOUT_ALL,
    ABOUT_CODENET,   /* where the submissions are Project CodeNet's */
    ABOUT_ELSEWHERE, /* where that is not known */
    ABOUT_MINED,
    ABOUT_MADE,
    ABOUT_MUTANTS,
    ABOUT_REWRITES
};

struct statement {
    enum about about;
    const char *text;
};

static const struct statement limitations[] = {
    {ABOUT_ALL,
     "Every bug is a single token (or a missing or superfluous `not`). Bugs that take more to repair "
     "are not in it; nothing that is measured on it says how a model does on those."},
    {ABOUT_ALL,
     "The programs are solutions of contest problems: one file, one author, short, read from standard "
     "input. They are unlike the code of projects in size, style and libraries."},
    {ABOUT_MINED,
     "That a program is buggy or fixed is the judge's verdict, and so goes by its tests alone: an "
     "accepted program may hold bugs that these tests do not find."},
    {ABOUT_MINED,
     "The token that changed is the repair that its author found. There may be others, and a changed "
     "constant or limit may hide a cause rather than remove it."},
    {ABOUT_ALL,
     "Programs are read by a tree-sitter grammar, which is more lenient than the language's own "
     "parser: some programs that no interpreter would run may be in it."},
    {ABOUT_ALL,
     "Categories, patterns and roles are assigned by rules on tokens and syntax trees, and were not "
     "checked by people one by one."},
    {ABOUT_MUTANTS,
     "Nobody wrote the bug of a mutant, and no judge has seen it: that it is one is taken for granted, "
     "because it differs, token by token, from every accepted submission of its problem that is known. "
     "Some mutants mean the same as their program, or would be accepted."},
    {ABOUT_MUTANTS,
     "What is changed in mutants, and how often, goes by rules and chance and not by what people do. "
     "What is measured on mutants says little of how a model does on bugs that people made: measure "
     "that on mined fixes alone."},
    {ABOUT_REWRITES,
     "A rewrite is another fix whose two programs were written otherwise at the same place, by rules: a "
     "variable has another name, a comparison is turned round, branches are swapped, or comments are "
     "gone. It means what the other fix means, and no judge has seen its programs: the verdicts are "
     "those of the other fix."},
    {ABOUT_END, NULL}};

static const struct statement biases[] = {
    {ABOUT_ELSEWHERE,
     "The authors are users of the judges that the submissions were sent to, who are no sample of all "
     "programmers: many are learners or compete."},
    {ABOUT_CODENET,
     "The authors are users of AtCoder and the AIZU Online Judge, who are no sample of all "
     "programmers: many are learners or compete, and most of what is written in comments and names is "
     "Japanese or English."},
    {ABOUT_ALL,
     "Users who submit often, and problems that many try, mostly easy ones, weigh more."},
    {ABOUT_MINED,
     "Only bugs that were submitted are seen: those that are found before, by an editor, an "
     "interpreter or the samples of a problem, are rare."},
    {ABOUT_END, NULL}};

static const struct statement personal[] = {
    {ABOUT_ELSEWHERE,
     "User ids are those of the source. Whether they are pseudonyms is not known here. One id stands "
     "for one user throughout, so that the submissions of a user can be told together."},
    {ABOUT_CODENET,
     "User ids are pseudonyms: Project CodeNet replaced the sites' names by random numbers. One "
     "pseudonym stands for one user throughout, so that the submissions of a user can be told "
     "together."},
    {ABOUT_ALL,
     "Programs are as they were submitted. Their comments and texts may hold names or other things "
     "that their authors put there."},
    {ABOUT_MADE,
     "What was made of a submission bears the id of its user and its date; the user wrote neither the "
     "bug of a mutant nor a rewrite."},
    {ABOUT_END, NULL}};

static const struct statement uses[] = {
    {ABOUT_ALL, "Training and fine-tuning models that find or repair single-token bugs."},
    {ABOUT_ALL, "Testing them on problems and programs that are in no training split."},
    {ABOUT_MINED, "Studying which slips programmers make and how they mend them."},
    {ABOUT_ALL, "Not meant for judging or identifying the people who wrote the programs."},
    {ABOUT_END, NULL}};

static const struct statement *const lists[N_STATEMENTS] = {
    [STATEMENTS_USES] = uses,
    [STATEMENTS_LIMITATIONS] = limitations,
    [STATEMENTS_BIASES] = biases,
    [STATEMENTS_PERSONAL] = personal,
};

/* How many of the published fixes are what. */
struct numbers {
    int64_t n_fixes, n_mutants, n_made;
    bool is_codenet;
};

static bool holds(const struct numbers *numbers, enum about about)
{
    switch (about) {
    case ABOUT_MINED:
        return numbers->n_fixes > numbers->n_made || !numbers->n_made;
    case ABOUT_CODENET:
        return numbers->is_codenet;
    case ABOUT_ELSEWHERE:
        return !numbers->is_codenet;
    case ABOUT_MADE:
        return numbers->n_made > 0;
    case ABOUT_MUTANTS:
        return numbers->n_mutants > 0;
    case ABOUT_REWRITES:
        return numbers->n_made > numbers->n_mutants;
    default:
        return true;
    }
}

static void push(struct json *list, const struct statement *statement,
                 const struct numbers *numbers)
{
    if (statement->about != ABOUT_MINED || !numbers->n_made) {
        json_push_text(list, statement->text);
        return;
    }
    struct str text = {0};
    str_print(&text, "Of the mined fixes: %c%s", tolower((unsigned char)*statement->text),
              statement->text + 1);
    json_push_text(list, str_text(&text));
    str_release(&text);
}

/* "mutants: 12 of 17 in train, 0 of 3 in test" */
static void add_shares(struct str *out, const struct facts *facts, const char *origin)
{
    const struct split_counts *of_origin =
        &facts->origins.counts.items[table_find(&facts->origins.names, origin)];
    const char *separator = "";
    for (int split = 0; split < N_EXPORT_SPLITS; split++) {
        int64_t n = facts->rows.of[split] - facts->clean.of[split];
        if (!n)
            continue;
        str_print(out, "%s%" PRId64 " of %" PRId64 " in %s", separator, of_origin->of[split], n,
                  export_splits[split]);
        separator = ", ";
    }
}

/* With numbers: how much is made, and how one sees that. */
static void push_made(struct json *list, const struct publication *publication)
{
    static const char *const made[] = {"mutant", "rewrite"};
    const struct facts *facts = &publication->facts;
    struct str text = {0};
    str_add_text(&text, "Not everything is as people wrote it: ");
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        if (!facts_of_origin(facts, made[i]))
            continue;
        str_print(&text, "%" PRId64 " fixes are %ss (", facts_of_origin(facts, made[i]), made[i]);
        add_shares(&text, facts, made[i]);
        str_add_text(&text, "). ");
    }
    str_add_text(&text, export_format_has_key(publication->options->format, "origin")
                            ? "The key `origin` tells of each row what it is."
                            : "A row in this format does not tell what it is.");
    json_push_text(list, str_text(&text));
    str_release(&text);
    if (!facts->n_swaps)
        return;
    str_print(
        &text,
        "Mutants that exchange two arguments of a call, and so change more than a token: %" PRId64
        ".",
        facts->n_swaps);
    json_push_text(list, str_text(&text));
    str_release(&text);
}

struct json *statements_list(enum statements_kind kind, const struct publication *publication)
{
    const struct facts *facts = &publication->facts;
    const struct numbers numbers = {.n_fixes = split_counts_total(&facts->rows) -
                                               split_counts_total(&facts->clean),
                                    .n_mutants = facts_of_origin(facts, "mutant"),
                                    .n_made = facts_n_made(facts),
                                    .is_codenet = publication->is_codenet};
    struct json *list = json_array();
    if (kind == STATEMENTS_LIMITATIONS && numbers.n_made)
        push_made(list, publication);
    for (const struct statement *one = lists[kind]; one->about != ABOUT_END; one++)
        if (holds(&numbers, one->about))
            push(list, one, &numbers);
    return list;
}
