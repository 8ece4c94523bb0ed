/* See statements.h. */
#include "publish/statements.h"

#include "publish/codenet_origin.h"
#include "languages/language.h"

#include <inttypes.h>
#include <string.h>

const char statements_social_impact[] =
    "Models that find small mistakes help learners and save time. They can also be used to pass "
    "courses and contests without understanding the code.";

const char statements_maintenance[] =
    "A version of this data set does not change; a new version has a new number. The commands in "
    "the manifest reproduce it from the same source, byte for byte.";

/* "5 bug fixes in Python, and 2 correct programs" */
static void add_numbers(struct str *out, const struct publication *publication, int64_t n,
                        const char *what)
{
    int64_t n_clean = split_counts_total(&publication->facts.clean);
    const char *name = publication_run_text(publication, "language");
    const struct language *language = language_find(name);
    str_print(out, "%" PRId64 " %s%s in %s", n, what, plural((double)n, "", "es"),
              language ? language->codenet_name : name);
    if (n_clean)
        str_print(out, ", and %" PRId64 " correct %s", n_clean,
                  plural((double)n_clean, "program", "programs"));
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
    str_print(out, "a rule changed one token%s of an accepted program, and the fix %s",
              has_swaps ? " or exchanged two arguments of a call" : "",
              has_swaps ? "undoes that." : "changes it back.");
}

/* Where nothing was mined. */
static void add_summary_of_made(struct str *out, const struct publication *publication)
{
    const struct facts *facts = &publication->facts;
    int64_t n_mutants = facts_of_origin(facts, "mutant");
    add_numbers(out, publication, facts_n_made(facts),
                n_mutants ? "artificial single-token bug fix" : "rewritten single-token bug fix");
    str_add_text(out, ", made from programming contest submissions ");
    add_source(out, publication);
    str_add_text(out, ": ");
    if (n_mutants)
        add_mutants(out, publication);
    else
        str_add_text(out, "the programs of fixes are written differently, with the same meaning.");
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
    add_numbers(out, publication, n_mined, "single-token bug fix");
    str_add_text(out, ", mined from programming contest submissions ");
    add_source(out, publication);
    str_add_text(out, ". Each is a failed submission, an accepted one of the same user, and the "
                      "one token in which they differ.");
    if (n_mutants) {
        str_print(out, " There %s also %" PRId64 " %s: ", plural((double)n_mutants, "is", "are"),
                  n_mutants, plural((double)n_mutants, "mutant", "mutants"));
        add_mutants(out, publication);
    }
    if (n_rewrites)
        str_print(out,
                  " There %s also %" PRId64
                  " %s: both programs of a fix are written differently, with "
                  "the same meaning.",
                  plural((double)n_rewrites, "is", "are"), n_rewrites,
                  plural((double)n_rewrites, "rewrite", "rewrites"));
}

void statements_add_collection(struct str *out, const struct publication *publication)
{
    str_print(out,
              "The submissions, their verdicts and dates come from %s, a data set in the layout of "
              "%s",
              publication_run_text(publication, "dataset"), source_name);
    if (publication->is_codenet)
        str_print(out, ", which collected them from %s.", source_sites);
    else
        str_add_text(out, ". Where that data set got them is not known.");
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
    str_print(out, "For each user and problem, each %s was paired with ",
              strcmp(text(run, "failing"), "all") == 0
                  ? "submission that was not accepted, whatever its status,"
                  : "failing submission");
    if (strcmp(pairing, "all") == 0)
        str_add_text(out, "every later accepted one.");
    else if (strcmp(pairing, "next") == 0)
        str_add_text(out, "the first accepted one after it.");
    else
        str_add_text(out, "the accepted one that directly follows it, if there is one.");
}

static void add_tokens(struct str *out, const struct json *run)
{
    str_print(out,
              "Both programs were parsed with the grammar %s %s and compared token by token. The "
              "pairs that differ in one replaced token, or in one added or removed \"not\", were "
              "kept. Programs of more than ",
              text(run, "grammar"), text(run, "grammar_version"));
    if (number(run, "max_tokens") > 0)
        str_print(out, "%.0f tokens or ", number(run, "max_tokens"));
    str_print(out, "%.0f bytes, and programs with syntax errors, were left out.",
              number(run, "max_bytes"));
}

static void add_duplicates(struct str *out, const struct publication *publication)
{
    const struct json *run = json_get(publication->store, "dedup");
    if (!publication->facts.duplicates) {
        str_add_text(out, "Duplicates were not searched for, and may be in the data.");
        return;
    }
    bool keeps = publication->choice->kept & (1u << 0);
    str_print(out,
              "Duplicates are pairs with the same tokens on both sides (exact), with the same "
              "tokens up to names (renamed), or of similar programs (near, preset %s). %s.",
              text(run, "preset"),
              keeps ? "Exact duplicates were kept"
                    : "Of exact duplicates, only the earliest was "
                      "kept");
}

static void add_split(struct str *out, const struct json *split)
{
    if (strcmp(text(split, "origin"), "import") == 0)
        str_add_text(out, "Train, validation and test were given as lists of problems.");
    else
        str_print(out,
                  "Train, validation and test were drawn by the seed %s (%.0f:%.0f:%.0f). Fixes "
                  "that share one of these are in one split: %s.",
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
        "Mutants were made by the rewrites of BugLab (Allamanis and others, NeurIPS 2021): one "
        "token of an accepted program was changed%s, and the fix changes it back. For each of %.0f "
        "programs (%s), at most %.0f were drawn by the seed %s, ",
        number(run, "swaps_arguments") > 0 ? ", or two arguments of a call were exchanged" : "",
        number(run, "n_programs"),
        is_all ? "all accepted ones of the source that could be read and parsed"
               : "the accepted ones of the mined fixes",
        number(run, "per_program"), text(run, "seed"));
    if (is_real)
        str_print(out, "distribution real: categories and edits are as frequent as in %s",
                  is_of_train ? "the mined fixes of the training split" : "all mined fixes");
    else
        str_add_text(out, "distribution uniform: each category, each token of it and each "
                          "replacement is equally likely");
    if (*text(run, "categories"))
        str_print(out, "; only in the categories %s", text(run, "categories"));
    if (*text(run, "splits"))
        str_print(out, "; only of programs in %s", text(run, "splits"));
    str_print(
        out,
        "; %.0f were made. None has the same tokens as one of the %.0f accepted submissions that "
        "were compared.",
        number(run, "n_mutants"), number(run, "n_accepted") - number(run, "n_unused"));
    if (number(run, "max_tokens") > 0)
        str_print(out, " Programs of more than %.0f tokens were not changed.",
                  number(run, "max_tokens"));
    if (!facts_of_origin(&publication->facts, "mutant"))
        str_add_text(out, " They are in the database, but not in this data set.");
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
