#include "fixes/choice.h"

#include "base/str.h"
#include "classify/classify.h"
#include "classify/region.h"
#include "db/fix_names.h"
#include "db/store.h"
#include "fixes/fix_filter.h"

#include <inttypes.h>
#include <string.h>

void fix_account_add(struct fix_account *account, const unsigned char values[N_FIX_DIMENSIONS],
                     enum fix_fate fate)
{
    for (int by = 0; by < N_FIX_DIMENSIONS; by++)
        account->n[by][values[by]][fate]++;
}

void fix_account_move(struct fix_account *account, const unsigned char values[N_FIX_DIMENSIONS],
                      enum fix_fate from, enum fix_fate to)
{
    for (int by = 0; by < N_FIX_DIMENSIONS; by++)
        account->n[by][values[by]][from]--;
    fix_account_add(account, values, to);
}

int64_t fix_account_count(const struct fix_account *account, enum fix_fate fate)
{
    int64_t n = 0;
    for (int split = 0; split < N_STRATA; split++)
        n += account->n[BY_SPLIT][split][fate];
    return n;
}

static const enum fix_fate fate_of_license = FATE_FILTER + FILTER_LICENSE;

int64_t fix_account_unlicensed(const struct fix_account *account)
{
    return fix_account_count(account, fate_of_license);
}

static int64_t sum(const int64_t of[N_STRATA])
{
    int64_t n = 0;
    for (int split = 0; split < N_STRATA; split++)
        n += of[split];
    return n;
}

/* Why a fix that passes the filters is left out, and the option that includes it (NULL: obvious).
 * '#' in the advice becomes "it" or "them". */
static const struct {
    const char *why, *advice;
} fates[N_FIX_FATES] = {
    [FATE_MADE] = {"artificial", "--origin real,mutant includes mutants"},
    [FATE_DUPLICATE] = {"marked as duplicate", "--marked none,duplicates includes #"},
    [FATE_CONFLICTING] = {"marked as conflicting", "--marked none,conflicts includes #"},
    [FATE_EXCLUDED] = {"marked as excluded", "--marked none,excluded includes #"},
    [FATE_LONG] = {"longer than the 1,024 tokens that readers of the format accept",
                   "a larger --max-tokens includes #"},
    [FATE_CLUSTER] = {"by --one-per-cluster", NULL},
    [FATE_NO_SPLIT] = {"in no split", "tokfix split puts # into one"},
    [FATE_SPLIT] = {"in other splits", "--split"},
    [FATE_SAMPLE] = {"by --sample", NULL},
    [FATE_FORMAT] = {"that cannot be written as rows", NULL},
};

static void add_why(struct str *out, enum fix_fate fate)
{
    const struct fix_filter *filter = fix_filter_of(fate);
    if (filter && !filter->why)
        str_print(out, "by --%s", filter->name);
    else
        str_add_text(out, filter ? filter->why : fates[fate].why);
}

/* Whether the advice names a filter that not all commands have. */
static bool names_other_filter(enum fix_fate fate)
{
    return fate < FATE_NO_SPLIT && fate != fate_of_license && fate != FATE_FILTER + FILTER_REGION &&
           fate != FATE_FILTER + FILTER_SWEEP;
}

/* Appends "marked as duplicate (--marked none,duplicates includes them)". */
static void add_fate(struct str *out, const struct fix_account *account, enum fix_fate fate,
                     int64_t n)
{
    const char *advice = fix_filter_of(fate) ? fix_filter_of(fate)->advice : fates[fate].advice;
    if (fate == fate_of_license && account->has_code_license)
        advice = "--code-license any includes #";
    if (fate == FATE_NO_SPLIT && account->has_split_left_out)
        advice = FIX_SPLIT_ALL " puts # into one";
    add_why(out, fate);
    if (!advice || (account->has_no_filters && names_other_filter(fate)))
        return;
    size_t length = strcspn(advice, "#");
    str_add_text(out, " (");
    str_add(out, advice, length);
    str_print(out, "%s%s)", advice[length] ? plural((double)n, "it", "them") : "",
              advice[length] ? advice + length + 1 : "");
}

static const char *value_name(enum fix_dimension by, int value)
{
    if (by == BY_ORIGIN)
        return store_origins[value];
    return by == BY_CATEGORY ? bug_category_name((enum bug_category)value) : split_names[value];
}

static uint64_t bit_of(int fate)
{
    return UINT64_C(1) << fate;
}

/* Returns the fates of the fixes of a value that has no fix left. Returns 0 if fixes are left, or
 * if there is nothing to say. If a sample left out the last ones, returns only its fate. */
static uint64_t fates_of_lack(const struct fix_account *account, enum fix_dimension by, int value)
{
    const int64_t *n = account->n[by][value];
    uint64_t lack = 0;
    if (!(account->asked[by] & (1u << value)) || n[FATE_CHOSEN])
        return 0;
    for (int fate = 0; fate < N_FIX_FATES; fate++)
        lack |= n[fate] ? bit_of(fate) : 0;
    if (!lack && by != BY_CATEGORY)
        return bit_of(FATE_CHOSEN); /* there were no fixes */
    return lack & bit_of(FATE_SAMPLE) ? bit_of(FATE_SAMPLE) : lack;
}

/* Appends the values that have no fix left: one, or several with the same fates. */
static void add_lacking(struct str *out, const struct fix_account *account, enum fix_dimension by,
                        const int *values, int n_values)
{
    static const char *const one[] = {"with origin", "in category", "in split"};
    static const char *const many[] = {"with the origins", "in the categories", "in the splits"};
    str_add_text(out, n_values == 1 ? one[by] : many[by]);
    for (int i = 0; i < n_values; i++) {
        int64_t n = 0;
        for (int fate = 0; fate < N_FIX_FATES; fate++)
            n += account->n[by][values[i]][fate];
        str_print(out, "%s%s", i ? ", " : " ", value_name(by, values[i]));
        if (n)
            str_print(out, " (of %" PRId64 ")", n);
    }
}

static void add_lack(struct str *out, const struct fix_account *account, enum fix_dimension by,
                     const int *values, int n_values, uint64_t lack)
{
    bool has_none = lack == bit_of(FATE_CHOSEN);
    int n_listed = 0;
    str_add_text(out, has_none ? "the database has no fixes " : "no fixes are left ");
    add_lacking(out, account, by, values, n_values);
    for (int fate = 1; !has_none && fate < N_FIX_FATES; fate++) {
        int64_t n = 0;
        for (int i = 0; i < n_values; i++)
            n += account->n[by][values[i]][fate];
        if (!(lack & bit_of(fate)))
            continue;
        str_print(out, "%s%" PRId64 " ", n_listed++ ? ", " : "; left out: ", n);
        add_fate(out, account, (enum fix_fate)fate, n);
    }
}

static void tell_lacks(const struct fix_account *account,
                       void (*take)(void *context, const char *note), void *context)
{
    scoped(str) note = {0};
    for (int by = 0; by < N_FIX_DIMENSIONS; by++) {
        uint64_t lacks[FIX_MAX_VALUES];
        for (int value = 0; value < FIX_MAX_VALUES; value++)
            lacks[value] = fates_of_lack(account, (enum fix_dimension)by, value);
        for (int first = 0; first < FIX_MAX_VALUES; first++) {
            int values[FIX_MAX_VALUES], n_values = 0;
            uint64_t lack = lacks[first];
            for (int value = first; lack && value < FIX_MAX_VALUES; value++)
                if (lacks[value] == lack) {
                    values[n_values++] = value;
                    lacks[value] = 0;
                }
            if (!n_values)
                continue;
            str_clear(&note);
            add_lack(&note, account, (enum fix_dimension)by, values, n_values, lack);
            take(context, str_text(&note));
        }
    }
}

struct json *fix_account_kinds(const struct fix_account *account, enum fix_filter_number number)
{
    bool is_region = number == FILTER_REGION;
    const int64_t *n_of = is_region ? account->n_of_region : account->n_of_sweep;
    int n_kinds = is_region ? N_REGIONS + 1 : N_SWEEP_KINDS + 1;
    struct json *kinds = json_array();
    int64_t n = 0;
    for (int kind = 0; kind < n_kinds; kind++) {
        const char *name = is_region ? fix_region_name(kind) : sweep_kind_names[kind];
        if (n_of[kind])
            json_push(kinds,
                      json_make(J_TEXT("name", name ? name : "unknown"), J_INT("n", n_of[kind])));
        n += n_of[kind];
    }
    return json_make(J_INT("n", n), J_VALUE("kinds", kinds));
}

/* Tells "120 fixes left out: by region: docstring 80, message 40 (--region all includes them)". */
static void tell_kinds(const struct fix_account *account, enum fix_filter_number number,
                       void (*take)(void *context, const char *note), void *context)
{
    bool is_region = number == FILTER_REGION;
    scoped(json) *counts = fix_account_kinds(account, number);
    int64_t n = json_int(json_get(counts, "n"), 0);
    const char *separator = ": ";
    scoped(str) note = {0};
    if (!n)
        return;
    str_print(&note, "%s left out: %s", counted(n, "fix", "fixes").text, fix_filters[number].why);
    json_each(kind, json_get(counts, "kinds")) {
        str_print(&note, "%s%s %" PRId64, separator, json_text_at(kind, "name"),
                  json_int(json_get(kind, "n"), 0));
        separator = ", ";
    }
    str_print(&note, " (--%s all includes %s", fix_filters[number].name,
              plural((double)n, "it", "them"));
    if (is_region && account->n_of_both)
        str_print(&note, "; %" PRId64 " of them only with --sweep all", account->n_of_both);
    str_add_text(&note, ")");
    take(context, str_text(&note));
}

/* Marked and long fixes are counted in the chosen splits. */
static void tell_left_out(const struct fix_account *account,
                          void (*take)(void *context, const char *note), void *context)
{
    scoped(str) note = {0};
    int64_t n_other = account->n_other;
    if (n_other) {
        str_print(&note, "%s left out: in category other", counted(n_other, "fix", "fixes").text);
        if (account->format_omits_other)
            str_add_text(&note, ", which the format cannot express");
        else if (!account->has_no_filters)
            str_print(&note, " (--category all includes %s)",
                      plural((double)n_other, "it", "them"));
        take(context, str_text(&note));
    }
    tell_kinds(account, FILTER_REGION, take, context);
    tell_kinds(account, FILTER_SWEEP, take, context);
    if (account->n_of_no_split) {
        str_clear(&note);
        str_print(&note, "%" PRId64 " of these %s; " FIX_SPLIT_ALL " puts %s into one",
                  account->n_of_no_split,
                  plural((double)account->n_of_no_split, "is in no split", "are in no split"),
                  plural((double)account->n_of_no_split, "it", "them"));
        take(context, str_text(&note));
    }
    for (int at = FATE_MADE - 1; at <= FATE_NO_SPLIT; at++) {
        int fate = at < FATE_MADE ? (int)fate_of_license : at; /* it can be a default */
        bool is_mark = fate >= FATE_DUPLICATE && fate <= FATE_EXCLUDED;
        int64_t n = is_mark             ? account->n_marked[fate - FATE_DUPLICATE]
                    : fate == FATE_LONG ? account->n_long
                                        : fix_account_count(account, (enum fix_fate)fate);
        if (!n || fate == FATE_CLUSTER)
            continue;
        str_clear(&note);
        str_print(&note, "%s left out: ", counted(n, "fix", "fixes").text);
        add_fate(&note, account, (enum fix_fate)fate, n);
        take(context, str_text(&note));
    }
}

static void tell_clean(const struct fix_account *account,
                       void (*take)(void *context, const char *note), void *context)
{
    int64_t n = sum(account->n_clean), n_wanted = sum(account->n_clean_wanted);
    scoped(str) note = {0};
    if (n == n_wanted)
        return;
    str_print(&note, "%s requested, but ",
              counted(n_wanted, "correct program was", "correct programs were").text);
    if (n)
        str_print(&note, "only %s", counted(n, "exists", "exist").text);
    else
        str_add_text(&note, "none exists");
    for (int split = 0, n_told = 0; account->has_split && split < N_STRATA; split++)
        if (account->n_clean[split] < account->n_clean_wanted[split])
            str_print(&note, "%s%" PRId64 " of %" PRId64 " in %s", n_told++ ? ", " : ": ",
                      account->n_clean[split], account->n_clean_wanted[split],
                      split == STRATUM_NONE ? "no split" : split_names[split]);
    take(context, str_text(&note));
}

void fix_account_tell(const struct fix_account *account,
                      void (*take)(void *context, const char *note), void *context)
{
    tell_left_out(account, take, context);
    if (!account->has_dedup)
        take(context,
             "duplicates were not searched for, and may be included; tokfix dedup finds them");
    tell_lacks(account, take, context);
    tell_clean(account, take, context);
}
