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
     "Every bug is a single token (or a missing or superfluous `not`). Larger repairs are not "
     "included, so results do not show how a model does on them."},
    {ABOUT_ALL,
     "The programs are solutions of contest problems: short, one file, one author, input from "
     "standard input. They are unlike project code in size, style and libraries."},
    {ABOUT_MINED,
     "The judge's tests alone decide which program is buggy and which is fixed: an accepted "
     "program may have bugs that these tests do not find."},
    {ABOUT_MINED,
     "The changed token is the repair that its author found. There may be others, and a changed "
     "constant or limit may hide the cause instead of removing it."},
    {ABOUT_ALL,
     "Programs are read by a tree-sitter grammar, which is more lenient than the language's own "
     "parser: some programs may not run in any interpreter."},
    {ABOUT_ALL,
     "Categories, patterns and roles are assigned by rules on tokens and syntax trees. People did "
     "not check each of them."},
    {ABOUT_MUTANTS,
     "Nobody wrote the bug of a mutant, and no judge has tested it. A mutant counts as buggy "
     "because its tokens differ from those of every known accepted submission of its problem. Some "
     "mutants mean the same as their program, or would be accepted."},
    {ABOUT_MUTANTS,
     "Rules and chance, not people, decide what is changed in mutants and how often. Results on "
     "mutants say little about bugs that people made: measure those on mined fixes."},
    {ABOUT_REWRITES,
     "A rewrite is a fix in which rules changed both programs at the same place, without a change "
     "of meaning: a variable is renamed, a comparison reversed, branches are swapped, or comments "
     "deleted. No judge has tested its programs; the verdicts are those of the original fix."},
    {ABOUT_END, NULL}};

static const struct statement biases[] = {
    {ABOUT_ELSEWHERE,
     "The authors are users of online judges and do not represent all programmers: many are "
     "learners or compete."},
    {ABOUT_CODENET,
     "The authors are users of AtCoder and the AIZU Online Judge and do not represent all "
     "programmers: many are learners or compete, and most comments and names are in Japanese or "
     "English."},
    {ABOUT_ALL,
     "Users who submit often, and problems that many users try (mostly easy ones), have more "
     "weight."},
    {ABOUT_MINED,
     "Only submitted bugs are seen. Bugs that an editor, an interpreter or the samples of a "
     "problem show earlier are rare."},
    {ABOUT_END, NULL}};

static const struct statement personal[] = {
    {ABOUT_ELSEWHERE,
     "User ids are those of the source; whether they are pseudonyms is not known. A user has one "
     "id throughout, so the submissions of a user can be linked."},
    {ABOUT_CODENET,
     "User ids are pseudonyms: Project CodeNet replaced the sites' names by random numbers. A user "
     "has one pseudonym throughout, so the submissions of a user can be linked."},
    {ABOUT_ALL,
     "Programs are as they were submitted. Their comments and strings may contain names or other "
     "personal information."},
    {ABOUT_MADE,
     "Mutants and rewrites have the user id and the date of the original submission, but the user "
     "wrote neither the bug of a mutant nor a rewrite."},
    {ABOUT_END, NULL}};

static const struct statement uses[] = {
    {ABOUT_ALL, "Training and fine-tuning models that find or repair single-token bugs."},
    {ABOUT_ALL, "Testing them on problems and programs that are in no training split."},
    {ABOUT_MINED, "Studying which slips programmers make and how they fix them."},
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
    for (int split = 0; split < N_SPLITS; split++) {
        int64_t n = facts->rows.of[split] - facts->clean.of[split];
        if (!n)
            continue;
        str_print(out, "%s%" PRId64 " of %" PRId64 " in %s", separator, of_origin->of[split], n,
                  split_names[split]);
        separator = ", ";
    }
}

/* With numbers: how much is made, and how one sees that. */
static void push_made(struct json *list, const struct publication *publication)
{
    static const char *const made[] = {"mutant", "rewrite"};
    const struct facts *facts = &publication->facts;
    struct str text = {0};
    str_add_text(&text, "Not all programs are as people wrote them: ");
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        if (!facts_of_origin(facts, made[i]))
            continue;
        str_print(&text, "%" PRId64 " %s %s%s (", facts_of_origin(facts, made[i]),
                  plural((double)facts_of_origin(facts, made[i]), "fix is a", "fixes are"), made[i],
                  plural((double)facts_of_origin(facts, made[i]), "", "s"));
        add_shares(&text, facts, made[i]);
        str_add_text(&text, "). ");
    }
    str_add_text(&text, export_format_has_key(publication->options->format, "origin")
                            ? "The key `origin` distinguishes them."
                            : "The rows of this format do not distinguish them.");
    json_push_text(list, str_text(&text));
    str_release(&text);
    if (!facts->n_swaps)
        return;
    str_print(
        &text,
        "Mutants that exchange two arguments of a call, and so change more than one token: %" PRId64
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
