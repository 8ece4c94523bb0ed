/* Edits are learned as trigrams: the token before, the token where the programs differ, and what
 * becomes of it: most stay the SAME. */
#include "score/detector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

struct detector {
    struct table ngrams, words;       /* of the fixed programs; words without names */
    ARRAY(struct ngram_count) counts; /* by the number of the n-gram */
    struct units units, others;       /* of a program; of the buggy one, while learning */
    struct table choices;             /* words that tokens may become */
    size_t n_choices[256];            /* by class */
    ARRAY(struct guess) best;
};

struct detector *detector_new(void)
{
    return mem_alloc(1, sizeof(struct detector));
}

void detector_free(struct detector *detector)
{
    if (!detector)
        return;
    table_release(&detector->ngrams);
    table_release(&detector->words);
    array_release(&detector->counts);
    array_release(&detector->units.list);
    array_release(&detector->others.list);
    table_release(&detector->choices);
    array_release(&detector->best);
    free(detector);
}

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
        struct ngram_count *history = count_of(detector, words + i, ORDER - 1 - i, true);
        history->n_after++;
        history->n_different += is_new;
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

void detector_learn(struct detector *detector, const struct language *language,
                    struct token_text buggy_code, struct token_text fixed_code)
{
    struct units *fixed = &detector->units, *old = &detector->others;
    read_units(fixed, language, fixed_code);
    read_units(old, language, buggy_code);
    for (size_t i = ORDER; i < fixed->list.n; i++) {
        const struct unit *at = &fixed->list.items[i];
        count(detector, (const char *[]){at[-1].word, at->word, SAME});
        if (fixed->list.n == old->list.n && strcmp(at->word, old->list.items[i].word) != 0)
            count(detector, (const char *[]){at[-1].word, old->list.items[i].word, at->word});
        if (at->word[CLASS] != NAME)
            table_number(&detector->words, at->word);
    }
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

void detector_predict(struct predictions *out, struct detector *detector,
                      const struct gold_item *item, uint32_t number, size_t k)
{
    find_best(detector, item, k);
    for (size_t i = 0; i < detector->best.n; i++) {
        const struct guess *guess = &detector->best.items[i];
        struct position place =
            source_position(item->program.bytes, item->program.length, guess->place->start);
        array_push(&out->list,
                   (struct prediction){.item = number,
                                       .rank = (int32_t)i + 1,
                                       .line = place.line,
                                       .column = place.column,
                                       .repair = arena_text(&out->arena, guess->choice + TEXT)});
    }
}
