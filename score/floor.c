/* A simple bug detector, as a floor for tables of scores. It weighs changes of a program by how
 * often the fixes make them: a name becomes another name of the program; an operator or a literal
 * becomes another of its class that is in the program or in the fixes. No token is inserted or
 * deleted.
 *
 * Edits are learned as trigrams: the token before, the token where the programs differ, and what
 * becomes of it: most stay the SAME. Each split of the gold has a detector of its own, which learns
 * from the fixes of the other splits while they are read. */
#include "score/predictions.h"

#include "db/store.h"
#include "db/fixes/fix_reader.h"
#include "tokenize/program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The detector ---- */

enum { CLASS = 1, TEXT }; /* places in a word, which begins with a letter of the language */
enum {
    MAX_WORD = 40,  /* bytes; the rest is cut off */
    MAX_TEXTS = 64, /* of a class, that a token may become */
    ORDER = 3,      /* of the trigrams; and empty units before those of a program */
    FIRST = 'A',    /* letter of languages and of classes: categories, and kinds of literals */
    NAME = FIRST + CATEGORY_VARIABLE_MISUSE,
};
static const char SAME[] = "=";

struct unit {
    char word[MAX_WORD]; /* a token in the models */
    size_t start;        /* byte */
};

struct units {
    ARRAY(struct unit) list;
};

struct guess {
    const struct unit *place;
    const char *choice; /* the word that it becomes */
    double order;       /* the greatest first */
};

/* How often an n-gram occurred, and how many words, and different words, came after it. */
struct ngram_count {
    uint32_t n, n_after, n_different;
};

/* Has learned nothing while all is zero. Memory: some 100 bytes for each trigram. */
struct detector {
    int64_t n_learned;                /* fixes */
    struct table ngrams, words;       /* of the fixed programs; words without names */
    ARRAY(struct ngram_count) counts; /* by the number of the n-gram */
    struct units units, others;       /* of a program; of the buggy one, while learning */
    struct table choices;             /* words that tokens may become */
    size_t n_choices[256];            /* by class */
    ARRAY(struct guess) best;
};

static void detector_release(struct detector *detector)
{
    table_release(&detector->ngrams);
    table_release(&detector->words);
    array_release(&detector->counts);
    array_release(&detector->units.list);
    array_release(&detector->others.list);
    table_release(&detector->choices);
    array_release(&detector->best);
}
SCOPED_VALUE(detector, detector_release)

static struct ngram_count *count_of(struct detector *detector, const char *const *words, int n,
                                    bool adds)
{
    static struct ngram_count none;
    char key[1 + ORDER * (MAX_WORD + 1)] = "", *end = key;
    struct table *keys = &detector->ngrams;
    for (int i = 0; i < n; i++)
        end = stpcpy(stpcpy(end, words[i]), "\n");
    int64_t number = adds ? table_number(keys, key) : table_find(keys, key);
    if (number == (int64_t)detector->counts.n)
        array_push(&detector->counts, (struct ngram_count){0});
    return number == TABLE_NONE ? &none : &detector->counts.items[number];
}

static void count(struct detector *detector, const char *const words[ORDER])
{
    for (int i = 0; i < ORDER; i++) {
        bool is_new = count_of(detector, words + i, ORDER - i, true)->n++ == 0;
        struct ngram_count *past = count_of(detector, words + i, ORDER - 1 - i, true);
        past->n_after++;
        past->n_different += is_new;
    }
}

/* Returns the probability of the third word after the others: Witten and Bell's, interpolated (Chen
 * and Goodman, "An empirical study of smoothing techniques for language modeling", 1998, section
 * 2.6). After a history h that n words followed, t of them different, it is P(w | h) = (n(h w) +
 * t P(w | shorter h)) / (n + t); below the empty history, each word has 1 / (t + 1). */
static double probability(struct detector *detector, const char *const *words)
{
    double result = 1 / (count_of(detector, words, 0, false)->n_different + 1.0);
    for (int i = ORDER; i-- > 0;) {
        struct ngram_count past = *count_of(detector, words + i, ORDER - 1 - i, false);
        double n = count_of(detector, words + i, ORDER - i, false)->n, t = past.n_different;
        if (past.n_after)
            result = (n + t * result) / (past.n_after + t);
    }
    return result;
}

static int class_of(const struct language *language, const char *text, int kind)
{
    int category = language_operator_category(language, text, strlen(text));
    bool is_constant = text_is_one_of(text, language->tokens.constants);
    if (is_constant || kind == TOKEN_NUMBER || kind == TOKEN_STRING)
        return FIRST + N_CATEGORIES + kind;
    bool is_name = kind == TOKEN_WORD && !text_is_one_of(text, language->tokens.keywords);
    return is_name && category == CATEGORY_OTHER ? NAME : FIRST + category;
}

static void read_units(struct units *out, const struct language *language, struct token_text code)
{
    scoped(program) program = {0};
    scoped(lexical) *lexical = lexical_new_for_fragments(language); /* an item may be a fragment */
    program_tokenize(&program, lexical, code.bytes, code.length);
    array_clear(&out->list);
    for (size_t i = 0; i < program.tokens.n + ORDER; i++) {
        struct unit unit = {.word = ""};
        if (i >= ORDER) {
            struct token_text text = program_token_text(&program, i - ORDER);
            const struct token *token = &program.tokens.items[i - ORDER];
            snprintf(unit.word, sizeof unit.word, "%c?%.*s", FIRST + language_number(language),
                     (int)text.length, text.bytes);
            unit.word[CLASS] = (char)class_of(language, unit.word + TEXT, token->kind);
            unit.start = token->start_byte;
        }
        array_push(&out->list, unit);
    }
}

static int learn(void *context, const struct fix *fix, const struct fix_item *item, void *made,
                 struct err *err)
{
    struct detector *detector = context;
    const struct language *language = language_find(fix->language);
    struct units *fixed = &detector->units, *old = &detector->others;
    (void)item, (void)made, (void)err;
    if (!language)
        return 0;
    detector->n_learned++;
    read_units(fixed, language, (struct token_text){fix->fixed_code, fix->fixed_length});
    read_units(old, language, (struct token_text){fix->buggy_code, fix->buggy_length});
    for (size_t i = ORDER; i < fixed->list.n; i++) {
        const struct unit *at = &fixed->list.items[i];
        count(detector, (const char *[]){at[-1].word, at->word, SAME});
        if (fixed->list.n == old->list.n && strcmp(at->word, old->list.items[i].word) != 0)
            count(detector, (const char *[]){at[-1].word, old->list.items[i].word, at->word});
        if (at->word[CLASS] != NAME)
            table_number(&detector->words, at->word);
    }
    return 0;
}

/* How often such a token became the choice, and how often it stayed. */
static double order_of(struct detector *detector, const struct guess *guess)
{
    const char *words[ORDER] = {guess->place[-1].word, guess->place->word, SAME};
    double same = probability(detector, words);
    words[ORDER - 1] = guess->choice;
    return probability(detector, words) / same;
}

/* Adds a word that tokens may become, unless it is there or cut off, or there are enough. */
static void add_choice(struct detector *detector, const char *word)
{
    size_t *n = &detector->n_choices[(unsigned char)word[CLASS]];
    if (word[CLASS] > FIRST + CATEGORY_OTHER && *n < MAX_TEXTS && strlen(word) < MAX_WORD - 1)
        *n += table_add(&detector->choices, word) != TABLE_NONE;
}

/* Keeps a guess if it is among the first k. */
static void keep(struct detector *detector, struct guess guess, size_t k)
{
    size_t at, n = detector->best.n;
    bisect(at, n, detector->best.items[at].order >= guess.order);
    array_push(&detector->best, guess);
    memmove(&detector->best.items[at + 1], &detector->best.items[at], (n - at) * sizeof guess);
    detector->best.items[at] = guess;
    detector->best.n = n < k ? n + 1 : n;
}

/* Names only become names of the program: most others are not defined in it. */
static void find_best(struct detector *detector, const struct gold_item *item, size_t k)
{
    memset(detector->n_choices, 0, sizeof detector->n_choices);
    table_release(&detector->choices);
    read_units(&detector->units, item->language, item->program);
    for (size_t i = 0; i < detector->units.list.n; i++)
        add_choice(detector, detector->units.list.items[i].word);
    for (size_t i = 0; i < detector->words.keys.n; i++)
        if (*detector->words.keys.items[i] == FIRST + language_number(item->language))
            add_choice(detector, detector->words.keys.items[i]);
    array_clear(&detector->best);
    for (size_t i = 0, n = detector->choices.keys.n; i < detector->units.list.n * n; i++) {
        const struct unit *place = &detector->units.list.items[i / n];
        struct guess guess = {place, detector->choices.keys.items[i % n], 0};
        if (place->word[CLASS] != guess.choice[CLASS] || strcmp(place->word, guess.choice) == 0)
            continue;
        guess.order = order_of(detector, &guess);
        keep(detector, guess, k);
    }
}

/* Adds at most k predictions for an item, the best first. `number` is that of the item. */
static void predict(struct predictions *out, struct detector *detector,
                    const struct gold_item *item, uint32_t number, size_t k)
{
    find_best(detector, item, k);
    for (size_t i = 0; i < detector->best.n; i++) {
        const struct guess *guess = &detector->best.items[i];
        struct position place =
            text_position(item->program.bytes, item->program.length, guess->place->start);
        array_push(&out->list,
                   (struct prediction){.item = number,
                                       .rank = (int32_t)i + 1,
                                       .line = place.line,
                                       .column = place.column,
                                       .repair = arena_text(&out->arena, guess->choice + TEXT)});
    }
}

/* ---- The floor ---- */

/* Learns from train, or for a fold from the folds that are not this one, and predicts for the bugs
 * of the subset. */
static int predict_subset(struct predictions *out, struct detector *detector,
                          const struct floor_request *request, bool has_folds, int subset,
                          struct err *err)
{
    const struct gold *gold = request->gold;
    struct fix_choice choice = FIX_CHOICE_DEFAULT;
    struct fix_visit visit = {.context = detector, .take = learn};
    scoped(fix_selection) selection = {0};
    scoped(str) others = {0};
    const char *split = "train";
    if (has_folds && subset == STRATUM_NONE)
        split = "all";
    else if (has_folds) {
        str_print(&others, "!%s", split_names[subset]);
        split = str_text(&others);
    }
    choice.splits = (struct text_list){&split, 1, 1};
    if (fix_select(&selection, request->db, &choice, err) != 0 ||
        fixes_visit(request->db, selection.items.items, selection.items.n, &visit, err) != 0)
        return ERR;
    for (size_t i = 0; i < gold->items.n && detector->n_learned; i++) {
        const struct gold_item *item = &gold->items.items[i];
        meter_count(request->meter, i, gold->items.n);
        if (item->split == subset && item->category != GOLD_CORRECT)
            predict(out, detector, item, (uint32_t)i, request->k);
    }
    return 0;
}

/* Returns how many bugs are in a split. */
static int64_t count_in(const struct gold *gold, int split)
{
    int64_t n = 0;
    for (size_t i = 0; i < gold->items.n; i++)
        n += gold->items.items[i].split == split && gold->items.items[i].category != GOLD_CORRECT;
    return n;
}

static void find_reason(struct str *out, const struct gold *gold, unsigned subsets)
{
    int64_t n_train = count_in(gold, SPLIT_TRAIN);
    if (!(subsets >> SPLIT_FOLDS) && !(subsets >> SPLIT_TRAIN & 1))
        str_add_text(out, "the database has no split train and no folds to learn from; see tokfix "
                          "split and --split-set");
    else if (n_train)
        str_print(out, "%s in train, which it would learn from",
                  counted(n_train, "row is", "rows are").text);
    else if (gold->is_place_given)
        str_add_text(out, "it finds places, but they are given");
    else if (!gold->question->is_repair && strcmp(gold->question->name, "locate-repair") != 0)
        str_print(out, "it does not answer the task %s", gold->question->name);
}

int floor_predict(struct predictions *out, int64_t *n_learned, struct str *why_not,
                  const struct floor_request *request, struct err *err)
{
    unsigned subsets;
    if (store_read_subsets(&subsets, request->db, err) != 0)
        return ERR;
    find_reason(why_not, request->gold, subsets);
    for (int subset = 0; subset < N_STRATA && !why_not->length; subset++) {
        scoped(detector) detector = {0};
        if (!count_in(request->gold, subset))
            continue;
        if (predict_subset(out, &detector, request, subsets >> SPLIT_FOLDS, subset, err) != 0)
            return ERR;
        if (!detector.n_learned)
            str_print(why_not, "there is nothing to learn from outside %s", split_names[subset]);
        *n_learned = detector.n_learned > *n_learned ? detector.n_learned : *n_learned;
    }
    predictions_index(out, request->gold);
    return 0;
}
