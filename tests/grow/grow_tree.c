/* grow_tree SEED_TREE[,SEED_TREE...] OUT N [RANDOM_SEED]: grows a CodeNet tree of N submissions in
 * the languages of the seeds.
 *
 * Problem by problem: histories are drawn until the problem has its submissions; every submission
 * gets a date; in the order of the dates they get their numbers and rows, so that the rows of a
 * history lie apart, as in CodeNet. Then the programs are grown history by history, and compared
 * for truth.tsv. Every problem has dice of its own. */
#include "base/mem.h"
#include "tests/grow/codenet_tree.h"
#include "tests/grow/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROBLEM_SIZE = 400, /* submissions */
    N_USERS = 100003,   /* a prime, so that any stride visits all */
    PROBLEM_SECONDS = 30 * 86400,
    CHECKED = 16 /* one program in so many is read again; all would take twice the time */
};

/* Of the users of a problem with several languages, those who submit in two of them. */
static const double share_other_language = 0.05;

struct planned_history {
    size_t user;
    size_t language; /* index */
    size_t n;        /* submissions */
};

/* A submission of the problem at hand. */
struct entry {
    int64_t date;
    size_t history; /* index of its history */
    size_t version; /* in the history */
    size_t number;  /* of the submission, in the tree */
    const char *status;
    const char *original_language;
    bool is_accepted;
    size_t code_size;
};

/* What a miner must find: truth.tsv, one line per single-token fix, and histories.tsv, one per
 * history. */
struct truth {
    struct truth_file fixes, histories;
    struct {
        size_t n_submissions, n_histories, n_pairs, n_single, n_identical; /* so far */
    } languages[N_GROWN_LANGUAGES];
};

/* What a history is in the tree. */
struct history_name {
    const char *problem_id;
    size_t user;                     /* number of the user */
    size_t language;                 /* index */
    size_t submissions[MAX_HISTORY]; /* numbers of the submissions */
};

struct generation {
    const struct seed_bank *bank;
    double weights[N_GROWN_LANGUAGES]; /* of the languages of the seeds */
    size_t n_languages;
    struct codenet_tree tree;
    struct truth truth;
    struct dice dice;
    size_t n_submissions; /* so far */
    ARRAY(struct planned_history) histories;
    ARRAY(struct entry) entries;
    char problem_id[16];
};

static void write_escaped(const struct word *word, FILE *file)
{
    for (uint32_t i = 0; i < word->text_length; i++) {
        char c = word->text[i];
        if (c == '\t' || c == '\n' || c == '\r' || c == '\\')
            fprintf(file, "\\%c", c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : '\\');
        else
            fputc(c, file);
    }
}

static void write_fix(FILE *file, const struct history_name *name, const struct history *history,
                      size_t before, size_t after, const struct change *change)
{
    static const char *const kinds[] = {
        [CHANGE_REPLACE] = "replace", [CHANGE_INSERT] = "insert", [CHANGE_DELETE] = "delete"};
    const struct script *buggy = &history->versions[before].script;
    const struct script *fixed = &history->versions[after].script;
    size_t line, column;
    script_place(buggy, change->before, &line, &column);
    fprintf(file, "%s\ts%09zu\ts%09zu\t%s\t", name->problem_id, name->submissions[before],
            name->submissions[after], kinds[change->kind]);
    if (change->kind != CHANGE_INSERT)
        write_escaped(&buggy->words.items[change->before], file);
    fputc('\t', file);
    if (change->kind != CHANGE_DELETE)
        write_escaped(&fixed->words.items[change->after], file);
    fprintf(file, "\t%zu\t%zu\t%s\n", line, column, grown_languages[name->language].name);
}

/* Compares all failing submissions with all later Accepted ones, and writes what it finds. */
static void truth_add(struct truth *truth, const struct history_name *name,
                      const struct history *history)
{
    size_t n_pairs = 0, n_single = 0, n_identical = 0;
    for (size_t before = 0; before < history->n; before++) {
        for (size_t after = before + 1; after < history->n; after++) {
            if (history->versions[before].verdict != VERDICT_FAILING ||
                history->versions[after].verdict != VERDICT_ACCEPTED)
                continue;
            n_pairs++;
            struct change change = history_change(history, before, after);
            if (change.kind == CHANGE_NONE) {
                n_identical++;
            } else if (change.kind != CHANGE_LARGER) {
                n_single++;
                write_fix(truth->fixes.file, name, history, before, after, &change);
            }
        }
    }
    fprintf(truth->histories.file, "%s\tu%09zu\t%zu\t%zu\t%zu\t%zu\t%s\n", name->problem_id,
            name->user, history->n, n_pairs, n_single, n_identical,
            grown_languages[name->language].name);
    truth->languages[name->language].n_submissions += history->n;
    truth->languages[name->language].n_histories++;
    truth->languages[name->language].n_pairs += n_pairs;
    truth->languages[name->language].n_single += n_single;
    truth->languages[name->language].n_identical += n_identical;
}

static int compare_histories(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int order = COMPARE(x->history, y->history);
    return order ? order : COMPARE(x->version, y->version);
}

static int compare_dates(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int order = COMPARE(x->date, y->date);
    return order ? order : compare_histories(a, b);
}

/* Draws the language of a history, but not `other`, which may be N_GROWN_LANGUAGES. A tree with one
 * language rolls no dice for it. */
static size_t draw_language(struct generation *generation, size_t other)
{
    double weights[N_GROWN_LANGUAGES];
    size_t language = 0;
    for (size_t i = 0; i < N_GROWN_LANGUAGES; i++) {
        weights[i] = i == other ? 0 : generation->weights[i];
        language = weights[i] > 0 ? i : language;
    }
    return generation->n_languages == 1
               ? language
               : dice_weighted(&generation->dice, weights, N_GROWN_LANGUAGES);
}

/* Histories and dates. A user's submissions lie minutes to hours apart, in order. */
static void plan_problem(struct generation *generation, size_t n_submissions, int64_t start)
{
    struct dice *dice = &generation->dice;
    size_t user = dice_below(dice, N_USERS), stride = 1 + dice_below(dice, N_USERS - 1);
    size_t other = N_GROWN_LANGUAGES; /* of the same user's history before */
    array_clear(&generation->histories);
    array_clear(&generation->entries);
    while (generation->entries.n < n_submissions) {
        size_t left = n_submissions - generation->entries.n, n = history_size_draw(dice);
        struct planned_history history = {.user = user, .n = n < left ? n : left};
        history.language = draw_language(generation, other);
        int64_t date = start + dice_between(dice, 0, PROBLEM_SECONDS);
        for (size_t i = 0; i < history.n; i++) {
            array_push(
                &generation->entries,
                (struct entry){.date = date, .history = generation->histories.n, .version = i});
            date += dice_between(dice, 20, dice_chance(dice, 0.2) ? 86400 : 1800);
        }
        array_push(&generation->histories, history);
        bool has_other = generation->n_languages > 1 && other == N_GROWN_LANGUAGES &&
                         dice_chance(dice, share_other_language);
        other = has_other ? history.language : N_GROWN_LANGUAGES;
        user = has_other ? user : (user + stride) % N_USERS;
    }
    struct entry *entries = generation->entries.items;
    qsort(entries, n_submissions, sizeof *entries, compare_dates);
    for (size_t i = 0; i < n_submissions; i++)
        entries[i].number = ++generation->n_submissions;
    qsort(entries, n_submissions, sizeof *entries, compare_histories);
}

/* Reads a program again. Two tokens that became one, or one that became two, would make the truth
 * wrong. */
static void check_source(const struct script *script, const struct str *source)
{
    struct script again;
    if (!script_read(&again, script->language, str_text(source), source->length) ||
        script_compare(script, &again).kind != CHANGE_NONE) {
        fprintf(stderr, "grow_tree: a %s program is read differently from how it was written\n",
                script->language->name);
        exit(1);
    }
    script_release(&again);
}

static int write_history(struct generation *generation, const struct planned_history *planned,
                         struct entry *entries, struct err *err)
{
    struct history history;
    struct history_name name = {
        .problem_id = generation->problem_id, .user = planned->user, .language = planned->language};
    const struct grown_language *language = &grown_languages[planned->language];
    scoped(str) source = {0};
    int status = 0;
    history_grow(&history, planned->n, &generation->bank->seeds[planned->language],
                 &generation->dice);
    for (size_t i = 0; i < planned->n && status == 0; i++) {
        const struct version *version = &history.versions[i];
        str_clear(&source);
        script_write(&version->script, &source);
        if (entries[i].number % CHECKED == 0)
            check_source(&version->script, &source);
        status =
            codenet_tree_add_source(&generation->tree, language, entries[i].number, &source, err);
        entries[i].code_size = source.length;
        entries[i].status = verdict_draw_status(&generation->dice, version->verdict);
        entries[i].original_language = version->seed->original_language;
        entries[i].is_accepted = version->verdict == VERDICT_ACCEPTED;
        name.submissions[i] = entries[i].number;
    }
    truth_add(&generation->truth, &name, &history);
    history_release(&history);
    return status;
}

static void write_row(struct generation *generation, const struct entry *entry, bool has_accuracy)
{
    char accuracy[8] = "";
    if (has_accuracy)
        snprintf(accuracy, sizeof accuracy, "%d/4",
                 entry->is_accepted ? 4 : (int)dice_below(&generation->dice, 4));
    const struct planned_history *history = &generation->histories.items[entry->history];
    struct codenet_row row = {
        .submission = entry->number,
        .user = history->user,
        .language = &grown_languages[history->language],
        .problem_id = generation->problem_id,
        .date = entry->date,
        .original_language = entry->original_language,
        .status = entry->status,
        .cpu_time = (int)dice_between(&generation->dice, 10, 2000),
        .memory = (int)dice_between(&generation->dice, 3000, 120000),
        .code_size = entry->code_size,
        .accuracy = accuracy,
    };
    codenet_tree_add_row(&generation->tree, &row);
}

static int generate_problem(struct generation *generation, size_t problem, size_t n_submissions,
                            uint64_t random_seed, struct err *err)
{
    bool is_aizu = problem % 2 == 1;
    generation->dice.state = random_seed * 0x100000000u + problem;
    snprintf(generation->problem_id, sizeof generation->problem_id, "p%05zu", problem);
    plan_problem(generation, n_submissions, 1262304000 + (int64_t)problem * 3600);
    if (codenet_tree_start_problem(&generation->tree, generation->problem_id,
                                   is_aizu ? "AIZU" : "AtCoder", err) != 0)
        return ERR;
    struct entry *entries = generation->entries.items;
    for (size_t i = 0; i < generation->histories.n; i++) {
        if (write_history(generation, &generation->histories.items[i], entries, err) != 0)
            return ERR;
        entries += generation->histories.items[i].n;
    }
    qsort(generation->entries.items, n_submissions, sizeof *entries, compare_dates);
    for (size_t i = 0; i < n_submissions; i++)
        write_row(generation, &generation->entries.items[i], is_aizu);
    return codenet_tree_end_problem(&generation->tree, err);
}

static int generate(struct generation *generation, const char *folder, size_t n,
                    uint64_t random_seed, struct err *err)
{
    struct truth *truth = &generation->truth;
    int status = codenet_tree_open(&generation->tree, folder, NULL, err);
    if (status == 0)
        status = truth_file_open(&truth->fixes, folder, "truth.tsv",
                                 "problem\tbuggy\tfixed\tedit\tbefore\tafter\tline\tcolumn\t"
                                 "language\n",
                                 err);
    if (status == 0)
        status = truth_file_open(&truth->histories, folder, "histories.tsv",
                                 "problem\tuser\tsubmissions\tpairs\tsingle\tidentical\tlanguage\n",
                                 err);
    for (size_t problem = 0; status == 0 && generation->n_submissions < n; problem++) {
        size_t left = n - generation->n_submissions;
        status = generate_problem(generation, problem, left < PROBLEM_SIZE ? left : PROBLEM_SIZE,
                                  random_seed, err);
    }
    if (codenet_tree_close(&generation->tree, err) != 0)
        status = ERR;
    /* truth.tsv comes last: where it is, everything is. */
    status = truth_file_close(&truth->histories, status, err);
    return truth_file_close(&truth->fixes, status, err);
}

static double ratio(size_t part, size_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

static void report_language(const struct generation *generation, size_t language)
{
    const struct seeds *seeds = &generation->bank->seeds[language];
    size_t n = generation->truth.languages[language].n_submissions;
    size_t n_pairs = generation->truth.languages[language].n_pairs;
    size_t n_single = generation->truth.languages[language].n_single;
    size_t n_identical = generation->truth.languages[language].n_identical;
    printf("language           %s\n", grown_languages[language].name);
    printf("seeds              %zu of %zu accepted programs\n", seeds->list.n, seeds->n_accepted);
    printf("submissions        %zu\n", n);
    printf("histories          %zu\n", generation->truth.languages[language].n_histories);
    printf("pairs              %zu (%.3f a file)\n", n_pairs, ratio(n_pairs, n));
    printf("single-token pairs %zu (%.2f %% of the pairs)\n", n_single,
           100 * ratio(n_single, n_pairs));
    printf("identical pairs    %zu (%.2f %%)\n", n_identical, 100 * ratio(n_identical, n_pairs));
}

static void report(const struct generation *generation)
{
    for (size_t i = 0; i < N_GROWN_LANGUAGES; i++)
        if (generation->weights[i] > 0)
            report_language(generation, i);
    printf("bytes              %llu (%.0f a file)\n", (unsigned long long)generation->tree.n_bytes,
           ratio(generation->tree.n_bytes, generation->n_submissions));
}

static void weigh_languages(struct generation *generation)
{
    for (size_t i = 0; i < N_GROWN_LANGUAGES; i++) {
        bool has_seeds = generation->bank->seeds[i].list.n > 0;
        generation->weights[i] = has_seeds ? grown_languages[i].n_submissions : 0;
        generation->n_languages += has_seeds;
    }
}

int main(int argc, char **argv)
{
    uint64_t n, random_seed;
    struct err err = {""};
    struct seed_bank bank;
    if (!grow_arguments(argc, argv, 39000000, &n, &random_seed, NULL))
        return 2;
    int status = seed_bank_read(&bank, argv[1], &err);
    if (status == 0) {
        struct generation generation = {.bank = &bank};
        weigh_languages(&generation);
        status = generate(&generation, argv[2], n, random_seed, &err);
        if (status == 0)
            report(&generation);
        array_release(&generation.histories);
        array_release(&generation.entries);
        seed_bank_release(&bank);
    }
    if (status != 0)
        fprintf(stderr, "grow_tree: %s\n", err.message);
    return status != 0;
}
