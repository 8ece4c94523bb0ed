/* Notes about a choice: what was left out, and the option that includes it. */
#include "db/fixes/choice.h"

#include <inttypes.h>
#include <string.h>

static int64_t sum(const int64_t of[N_STRATA])
{
    int64_t n = 0;
    for (int split = 0; split < N_STRATA; split++)
        n += of[split];
    return n;
}

/* Why fixes are left out, and the option that includes them: '#' becomes "it" or "them". */
static const struct {
    const char *why, *advice;
} fates[] = {
    [FATE_LICENSE] = {"under other or unknown licences", "--license any includes #"},
    [FATE_ARTIFICIAL] = {"artificial", "--origin real,mutant includes mutants"},
    [FATE_DUPLICATE] = {"marked as duplicate", "--marked none,duplicates includes #"},
    [FATE_CONFLICTING] = {"marked as conflicting", "--marked none,conflicts includes #"},
    [FATE_EXCLUDED] = {"marked as excluded", "--marked none,excluded includes #"},
    [FATE_LONG] = {"longer than the 1,024 tokens that readers of the format accept",
                   "a larger --max-tokens includes #"},
    [FATE_NO_SPLIT] = {"in no split", "tokfix split puts # into one"},
};

/* Appends "marked as duplicate (--marked none,duplicates includes them)". */
static void add_fate(struct str *out, const struct fix_account *account, enum fix_advice advice,
                     enum fix_fate fate, int64_t n)
{
    const char *option = fates[fate].advice;
    if (fate == FATE_LICENSE && advice == ADVISE_CODE_LICENSE)
        option = "--code-license any includes #";
    if (fate == FATE_NO_SPLIT && account->has_split_left_out)
        option = FIX_SPLIT_ALL " puts # into one";
    str_add_text(out, fates[fate].why);
    if (advice == ADVISE_LICENSE_AND_REGION && fate < FATE_NO_SPLIT && fate != FATE_LICENSE)
        return;
    size_t length = strcspn(option, "#");
    str_print(out, " (%.*s%s%s)", (int)length, option,
              option[length] ? plural((double)n, "it", "them") : "",
              option[length] ? option + length + 1 : "");
}

struct json *fix_account_regions(const struct fix_account *account)
{
    struct json *kinds = json_array();
    int64_t n = 0;
    for (int region = 0; region <= N_REGIONS; region++) {
        const char *name = fix_region_names[region];
        if (account->regions.n[region])
            json_push(kinds, json_make(J_TEXT("name", name ? name : "unknown"),
                                       J_INT("n", account->regions.n[region])));
        n += account->regions.n[region];
    }
    return json_make(J_INT("n", n), J_VALUE("kinds", kinds));
}

/* Tells "120 fixes left out: by region: docstring 80, message 40 (--region all includes them)". */
static void tell_regions(const struct fix_account *account,
                         void (*take)(void *context, const char *note), void *context)
{
    scoped(json) *counts = fix_account_regions(account);
    int64_t n = json_int(json_get(counts, "n"), 0);
    const char *separator = ": ";
    scoped(str) note = {0};
    if (!n)
        return;
    str_print(&note, "%s left out: by region", counted(n, "fix", "fixes").text);
    json_each(kind, json_get(counts, "kinds")) {
        str_print(&note, "%s%s %" PRId64, separator, json_text_at(kind, "name"),
                  json_int(json_get(kind, "n"), 0));
        separator = ", ";
    }
    str_print(&note, " (--region all includes %s)", plural((double)n, "it", "them"));
    take(context, str_text(&note));
}

static void tell_left_out(const struct fix_account *account, enum fix_advice advice,
                          void (*take)(void *context, const char *note), void *context)
{
    scoped(str) note = {0};
    int64_t n_other = account->n[FATE_CATEGORY];
    if (n_other) {
        str_print(&note, "%s left out: in category other", counted(n_other, "fix", "fixes").text);
        if (account->format_omits_other)
            str_add_text(&note, ", which the format cannot express");
        else if (advice != ADVISE_LICENSE_AND_REGION)
            str_print(&note, " (--category all includes %s)",
                      plural((double)n_other, "it", "them"));
        take(context, str_text(&note));
    }
    tell_regions(account, take, context);
    if (account->regions.n_in_no_split) {
        str_clear(&note);
        str_print(
            &note, "%" PRId64 " of these %s; " FIX_SPLIT_ALL " puts %s into one",
            account->regions.n_in_no_split,
            plural((double)account->regions.n_in_no_split, "is in no split", "are in no split"),
            plural((double)account->regions.n_in_no_split, "it", "them"));
        take(context, str_text(&note));
    }
    for (int fate = FATE_LICENSE; fate < N_FIX_FATES; fate++) {
        int64_t n = account->n[fate];
        if (!n || !fates[fate].why)
            continue;
        str_clear(&note);
        str_print(&note, "%s left out: ", counted(n, "fix", "fixes").text);
        add_fate(&note, account, advice, (enum fix_fate)fate, n);
        take(context, str_text(&note));
    }
}

static void tell_clean(const struct fix_account *account,
                       void (*take)(void *context, const char *note), void *context)
{
    int64_t n = sum(account->clean.n_drawn), n_wanted = sum(account->clean.n_wanted);
    scoped(str) note = {0};
    if (n == n_wanted)
        return;
    str_print(&note, "%s requested, but ",
              counted(n_wanted, "correct program was", "correct programs were").text);
    if (n)
        str_print(&note, "only %s", counted(n, "exists", "exist").text);
    else
        str_add_text(&note, "none exists");
    for (int split = 0, n_told = 0; account->subsets && split < N_STRATA; split++)
        if (account->clean.n_drawn[split] < account->clean.n_wanted[split])
            str_print(&note, "%s%" PRId64 " of %" PRId64 " in %s", n_told++ ? ", " : ": ",
                      account->clean.n_drawn[split], account->clean.n_wanted[split],
                      split == STRATUM_NONE ? "no split" : split_names[split]);
    take(context, str_text(&note));
}

void fix_account_tell(const struct fix_account *account, enum fix_advice advice,
                      void (*take)(void *context, const char *note), void *context)
{
    tell_left_out(account, advice, take, context);
    if (!account->has_dedup)
        take(context,
             "duplicates were not searched for, and may be included; tokfix dedup finds them");
    tell_clean(account, take, context);
}
