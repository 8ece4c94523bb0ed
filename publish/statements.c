/* See statements.h. */
#include "publish/statements.h"

#include "tokenize/language.h"

#include <inttypes.h>
#include <string.h>

const char source_name[] = "Project CodeNet";
const char source_url[] = "https://github.com/IBM/Project_CodeNet";
const char source_sites[] = "AtCoder and the AIZU Online Judge";

const char *const statements_limitations[] = {
    "Every bug is a single token (or a missing or superfluous `not`). Bugs that take more to repair "
    "are not in it; nothing that is measured on it says how a model does on those.",
    "The programs are solutions of contest problems: one file, one author, short, read from standard "
    "input. They are unlike the code of projects in size, style and libraries.",
    "That a program is buggy or fixed is the judge's verdict, and so goes by its tests alone: an "
    "accepted program may hold bugs that these tests do not find.",
    "The token that changed is the repair that its author found. There may be others, and a changed "
    "constant or limit may hide a cause rather than remove it.",
    "Programs are read by a tree-sitter grammar, which is more lenient than the language's own "
    "parser: some programs that no interpreter would run may be in it.",
    "Categories, patterns and roles are assigned by rules on tokens and syntax trees, and were not "
    "checked by people one by one.",
    NULL};

const char *const statements_biases[] = {
    "The authors are users of AtCoder and the AIZU Online Judge, who are no sample of all "
    "programmers: many are learners or compete, and most of what is written in comments and names is "
    "Japanese or English.",
    "Users who submit often, and problems that many try, mostly easy ones, weigh more.",
    "Only bugs that were submitted are seen: those that are found before, by an editor, an "
    "interpreter or the samples of a problem, are rare.",
    NULL};

const char *const statements_personal[] = {
    "User ids are pseudonyms: Project CodeNet replaced the sites' names by random numbers. One "
    "pseudonym stands for one user throughout, so that the submissions of a user can be told "
    "together.",
    "Programs are as they were submitted. Their comments and texts may hold names or other things "
    "that their authors put there.",
    NULL};

const char *const statements_uses[] = {
    "Training and fine-tuning models that find or repair single-token bugs.",
    "Testing them on problems and programs that are in no training split.",
    "Studying which slips programmers make and how they mend them.",
    "Not meant for judging or identifying the people who wrote the programs.", NULL};

const char statements_social_impact[] =
    "Models that find small mistakes help learners and save time. The same models can be used to "
    "pass courses and contests with less understanding of one's own.";

const char statements_maintenance[] =
    "A version of this data set does not change. The commands in the manifest make it again from the "
    "same source, byte for byte; a new version has a new number.";

void statements_add_summary(struct str *out, const struct publication *publication)
{
    int64_t n_clean = split_counts_total(&publication->facts.clean);
    int64_t n_fixes = split_counts_total(&publication->facts.rows) - n_clean;
    const char *name = publication_run_text(publication, "language");
    const struct language *language = language_find(name);
    str_print(out, "%" PRId64 " single-token bug fixes in %s", n_fixes,
              language ? language->codenet_name : name);
    if (n_clean)
        str_print(out, ", and %" PRId64 " correct programs", n_clean);
    str_print(
        out,
        ", mined from programming contest submissions (%s, in the layout of %s): a submission "
        "that a judge refused, the same user's accepted one, and the one token between them.",
        publication_run_text(publication, "dataset"), source_name);
}

void statements_add_collection(struct str *out, const struct publication *publication)
{
    str_print(out,
              "Nothing was collected anew: the submissions, their verdicts and dates are those of "
              "%s, a data set in the layout of %s, which took them from %s.",
              publication_run_text(publication, "dataset"), source_name, source_sites);
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
              "Programs of more than %.0f tokens or %.0f bytes, and programs with syntax errors, "
              "were left out.",
              text(run, "grammar"), text(run, "grammar_version"), number(run, "max_tokens"),
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

bool statements_add_step(struct str *out, const struct publication *publication, int step)
{
    const struct json *run = json_get(publication->store, "run");
    switch (step) {
    case 0:
        add_pairing(out, run);
        return true;
    case 1:
        add_tokens(out, run);
        return true;
    case 2:
        add_duplicates(out, publication);
        return true;
    case 3:
        add_split(out, json_get(publication->store, "split"));
        return true;
    default:
        return false;
    }
}
