/* See statements.h. */
#include "publish/statements.h"

#include "publish/source.h"
#include "tokenize/language.h"

#include <inttypes.h>
#include <string.h>

const char statements_social_impact[] =
    "Models that find small mistakes help learners and save time. The same models can be used to "
    "pass courses and contests with less understanding of one's own.";

const char statements_maintenance[] =
    "A version of this data set does not change. The commands in the manifest make it again from the "
    "same source, byte for byte; a new version has a new number.";

/* "5 bug fixes in Python, and 2 correct programs" */
static void add_numbers(struct str *out, const struct publication *publication, int64_t n,
                        const char *what)
{
    int64_t n_clean = split_counts_total(&publication->facts.clean);
    const char *name = publication_run_text(publication, "language");
    const struct language *language = language_find(name);
    str_print(out, "%" PRId64 " %s in %s", n, what, language ? language->codenet_name : name);
    if (n_clean)
        str_print(out, ", and %" PRId64 " correct programs", n_clean);
}

/* "(Project_CodeNet, in the layout of Project CodeNet)" */
static void add_source(struct str *out, const struct publication *publication)
{
    str_print(out, "(%s, in the layout of %s)", publication_run_text(publication, "dataset"),
              source_name);
}

static void add_mutants(struct str *out, const struct publication *publication)
{
    bool has_swaps = publication->facts.n_swaps > 0;
    str_print(out, "in an accepted program a rule changed one token%s, and the fix is to %s",
              has_swaps ? " or exchanged two arguments" : "",
              has_swaps ? "undo that." : "change it back.");
}

/* Where nothing was mined. */
static void add_summary_of_made(struct str *out, const struct publication *publication)
{
    const struct facts *facts = &publication->facts;
    int64_t n_mutants = facts_of_origin(facts, "mutant");
    add_numbers(out, publication, facts_n_made(facts),
                n_mutants ? "artificial single-token bug fixes"
                          : "rewritten single-token bug fixes");
    str_add_text(out, ", made of programming contest submissions ");
    add_source(out, publication);
    str_add_text(out, ": ");
    if (n_mutants)
        add_mutants(out, publication);
    else
        str_add_text(out, "the programs of fixes, written otherwise with the same meaning.");
}

void statements_add_summary(struct str *out, const struct publication *publication)
{
    const struct facts *facts = &publication->facts;
    int64_t n_mutants = facts_of_origin(facts, "mutant");
    int64_t n_rewrites = facts_of_origin(facts, "rewrite");
    int64_t n_fixes = split_counts_total(&facts->rows) - split_counts_total(&facts->clean);
    int64_t n_mined = n_fixes - n_mutants - n_rewrites;
    if (!n_mined) {
        add_summary_of_made(out, publication);
        return;
    }
    add_numbers(out, publication, n_mined, "single-token bug fixes");
    str_add_text(out, ", mined from programming contest submissions ");
    add_source(out, publication);
    str_add_text(out, ": a submission that a judge refused, the same user's accepted one, and the "
                      "one token between them.");
    if (n_mutants) {
        str_print(out, " Beside them %" PRId64 " mutants: ", n_mutants);
        add_mutants(out, publication);
    }
    if (n_rewrites)
        str_print(out,
                  " Beside them %" PRId64 " rewrites: fixes whose two programs were written "
                  "otherwise, with the same meaning.",
                  n_rewrites);
}

void statements_add_collection(struct str *out, const struct publication *publication)
{
    str_print(out,
              "Nothing was collected anew: the submissions, their verdicts and dates are those of "
              "%s, a data set in the layout of %s",
              publication_run_text(publication, "dataset"), source_name);
    if (publication->is_codenet)
        str_print(out, ", which took them from %s.", source_sites);
    else
        str_add_text(out, ". Where it took them from is not known here.");
}

static double number(const struct json *object, const char *key)
{
    return json_number(json_get(object, key), 0);
}

static const char *text(const struct json *object, const char *key)
{
    const char *found = json_text(json_get(object, key));
    return found ? found : "";
}

static void add_pairing(struct str *out, const struct json *run)
{
    const char *pairing = text(run, "pairing");
    str_add_text(out, "Of each user and problem, a failing submission was paired with ");
    if (strcmp(pairing, "all") == 0)
        str_add_text(out, "every later accepted one.");
    else if (strcmp(pairing, "next") == 0)
        str_add_text(out, "the first accepted one after it.");
    else
        str_add_text(out, "the accepted one that directly followed it, if one did.");
}

static void add_tokens(struct str *out, const struct json *run)
{
    str_print(out,
              "Both programs were read with the grammar %s %s and compared token by token; pairs "
              "were kept whose difference is one replaced token, or one added or removed \"not\". "
              "Programs of more than ",
              text(run, "grammar"), text(run, "grammar_version"));
    if (number(run, "max_tokens") > 0)
        str_print(out, "%.0f tokens or ", number(run, "max_tokens"));
    str_print(out, "%.0f bytes, and programs with syntax errors, were left out.",
              number(run, "max_bytes"));
}

static void add_duplicates(struct str *out, const struct publication *publication)
{
    const struct json *run = json_get(publication->dedup, "run");
    if (!run) {
        str_add_text(out, "Duplicates were not looked for, and are in it.");
        return;
    }
    bool keeps = publication->choice->kept & (1u << 0);
    str_print(out,
              "Duplicates were found: the same tokens on both sides (exact), the same up to names "
              "(renamed), and similar programs (near, preset %s). Exact duplicates were %s.",
              text(run, "preset"), keeps ? "kept" : "left out, but for the earliest of each");
}

static void add_split(struct str *out, const struct json *split)
{
    if (strcmp(text(split, "origin"), "import") == 0)
        str_add_text(out, "Train, validation and test were given as lists of problems.");
    else
        str_print(out,
                  "Train, validation and test were drawn by the seed %s (%.0f:%.0f:%.0f), so that "
                  "what is tied together landed together: %s.",
                  text(split, "seed"), number(split, "train"), number(split, "validation"),
                  number(split, "test"), text(split, "closed_over"));
}

static void add_mutation(struct str *out, const struct publication *publication)
{
    const struct json *run = json_get(publication->store, "mutate");
    bool is_real = strcmp(text(run, "distribution"), "real") == 0;
    bool is_of_train = strcmp(text(run, "distribution_of"), "train") == 0;
    bool is_all = strcmp(text(run, "programs"), "dataset") == 0;
    str_print(
        out,
        "Mutants were made by the rewrites of BugLab (Allamanis and others, NeurIPS 2021): in "
        "an accepted program one token was changed%s, so that the fix is to change it back. Of "
        "each of %.0f programs (%s) at most %.0f were drawn by the seed %s, ",
        number(run, "swaps_arguments") > 0 ? ", or two arguments of a call were exchanged" : "",
        number(run, "n_programs"),
        is_all ? "all accepted ones of the source that can be read and parsed"
               : "the accepted ones of the mined fixes",
        number(run, "per_program"), text(run, "seed"));
    if (is_real)
        str_print(out,
                  "distribution real: categories, and what becomes what, are as frequent as in %s",
                  is_of_train ? "the mined fixes of the training split" : "all mined fixes");
    else
        str_add_text(out, "distribution uniform: a category, a token of it, and what it becomes, "
                          "each as likely");
    if (*text(run, "categories"))
        str_print(out, "; only of the categories %s", text(run, "categories"));
    if (*text(run, "splits"))
        str_print(out, "; only of programs in %s", text(run, "splits"));
    str_print(
        out,
        "; %.0f were made. None is equal, token by token, to one of %.0f accepted submissions "
        "of its problem that are known.",
        number(run, "n_mutants"), number(run, "n_accepted") - number(run, "n_unused"));
    if (number(run, "max_tokens") > 0)
        str_print(out, " Programs of more than %.0f tokens were left alone.",
                  number(run, "max_tokens"));
    if (!facts_of_origin(&publication->facts, "mutant"))
        str_add_text(out, " They are in the database, and not in this data set.");
}

static void add_pairs(struct str *out, const struct publication *publication)
{
    add_pairing(out, json_get(publication->store, "run"));
}

static void add_kept(struct str *out, const struct publication *publication)
{
    add_tokens(out, json_get(publication->store, "run"));
}

static void add_splits(struct str *out, const struct publication *publication)
{
    add_split(out, json_get(publication->store, "split"));
}

bool statements_add_step(struct str *out, const struct publication *publication, int step)
{
    static void (*const steps[])(struct str *, const struct publication *) = {
        add_pairs, add_kept, add_mutation, add_duplicates, add_splits};
    bool has_mutants = json_get(publication->store, "mutate") != NULL;
    size_t number = (size_t)step + (!has_mutants && step >= 2);
    if (number >= sizeof steps / sizeof *steps)
        return false;
    steps[number](out, publication);
    return true;
}
