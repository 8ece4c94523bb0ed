/* The list of the metadata files stands for the dataset before their contents are read: names and
 * sizes. */
#include "miner/run_identity.h"

#include <inttypes.h>
#include <string.h>

/* Digits of a digest that people are shown. */
enum { N_SHOWN_DIGITS = 12 };

static void hash_listing(const struct problem_list *list, char hex[SHA256_HEX_SIZE])
{
    struct sha256 *sha256 = sha256_new();
    struct str line = {0};
    for (size_t i = 0; i < list->problems.n; i++) {
        const struct problem *problem = &list->problems.items[i];
        str_clear(&line);
        str_print(&line, "%" PRIu64 "  %s.csv\n", problem->metadata_bytes, problem->problem_id);
        sha256_add(sha256, str_text(&line), line.length);
    }
    sha256_finish(sha256, hex);
    str_release(&line);
}

void run_identity_make(struct run_identity *identity, const struct mine_options *options,
                       const struct shard *shard, const struct problem_list *list)
{
    const struct language *language = options->language;
    identity->row = (struct run_row){
        .tool_version = TOKFIX_VERSION,
        .language = language->name,
        .grammar = language->grammar_name,
        .grammar_version = language->grammar_version,
        .grammar_abi = syntax_grammar_abi(language),
        .pairing = pairing_name(options->pairing),
        .failing = failing_name(options->failing),
        .max_tokens = (int64_t)options->max_tokens,
        .max_bytes = (int64_t)options->max_bytes,
        .max_pairs = (int64_t)options->max_pairs,
        .shard = shard->number,
        .n_shards = shard->n_shards,
    };
    if (!list)
        return;
    hash_listing(list, identity->listing_sha256);
    identity->row.n_listed = (int64_t)list->problems.n;
    identity->row.listing_sha256 = identity->listing_sha256;
    identity->row.problem_list_sha256 = list->sha256[0] ? list->sha256 : NULL;
}

static void add_text(struct str *out, const char *what, const char *there, const char *here)
{
    if (strcmp(there, here) != 0)
        str_print(out, "%s%s is %s there and %s here", out->length ? ", " : "", what, there, here);
}

static void add_number(struct str *out, const char *what, int64_t there, int64_t here)
{
    if (there != here)
        str_print(out, "%s%s is %" PRId64 " there and %" PRId64 " here", out->length ? ", " : "",
                  what, there, here);
}

/* A limit of 0 is none. */
static void add_limit(struct str *out, const char *what, int64_t there, int64_t here)
{
    struct str texts[2] = {{0}};
    const int64_t limits[2] = {there, here};
    for (int i = 0; i < 2; i++)
        if (limits[i])
            str_print(&texts[i], "%" PRId64, limits[i]);
        else
            str_add_text(&texts[i], "unlimited");
    add_text(out, what, str_text(&texts[0]), str_text(&texts[1]));
    str_release(&texts[0]);
    str_release(&texts[1]);
}

void run_identity_add_differences(struct str *out, const struct run_row *there,
                                  const struct run_row *here)
{
    add_text(out, "the version of tokfix", there->tool_version, here->tool_version);
    add_text(out, "--language", there->language, here->language);
    add_text(out, "the grammar", there->grammar, here->grammar);
    add_text(out, "the grammar's version", there->grammar_version, here->grammar_version);
    add_number(out, "the grammar's ABI", there->grammar_abi, here->grammar_abi);
    add_text(out, "--pairing", there->pairing, here->pairing);
    add_text(out, "--failing", there->failing, here->failing);
    add_limit(out, "--max-tokens", there->max_tokens, here->max_tokens);
    add_number(out, "--max-bytes", there->max_bytes, here->max_bytes);
    add_number(out, "--max-pairs", there->max_pairs, here->max_pairs);
    if (there->n_shards != here->n_shards)
        add_number(out, "the number of shards", there->n_shards, here->n_shards);
    else
        add_number(out, "the shard", there->shard, here->shard);
}

void run_identity_add_listing_differences(struct str *out, const struct run_row *there,
                                          const struct run_row *here)
{
    const char *a = there->problem_list_sha256 ? there->problem_list_sha256 : "missing";
    const char *b = here->problem_list_sha256 ? here->problem_list_sha256 : "missing";
    if (strcmp(a, b) != 0)
        str_print(out, "%smetadata/problem_list.csv is %.*s there and %.*s here (SHA-256)",
                  out->length ? ", " : "", N_SHOWN_DIGITS, a, N_SHOWN_DIGITS, b);
    if (strcmp(there->listing_sha256, here->listing_sha256) != 0)
        str_print(out,
                  "%sthe names and sizes of the metadata files differ: %" PRId64
                  " files there (SHA-256 %.*s) and %" PRId64 " here (%.*s)",
                  out->length ? ", " : "", there->n_listed, N_SHOWN_DIGITS, there->listing_sha256,
                  here->n_listed, N_SHOWN_DIGITS, here->listing_sha256);
}
