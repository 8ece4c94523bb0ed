/* Two models of trigrams are learned: of the tokens of fixed programs; and of edits, which are the
 * token before, the token at the place, and what becomes of it. Most tokens stay the SAME. The
 * first occurrence of a token counts as an unknown one, so that unknown tokens have a probability.
 * Programs are cut into tokens like fragments, because the code of an item may be one. */
#include "score/detector.h"

#include "base/dice.h"
#include "base/hash.h"
#include "export/format.h"

#include <math.h>

enum {
    N_CLASSES = N_CATEGORIES + TOKEN_LINE_END, /* categories, and kinds of literals */
    MAX_TEXTS = 64,                            /* of a class, that a token may become */
    MAX_WORD = 40,                             /* bytes; longer tokens are unknown */
    AROUND = 3,                                /* units before and after a program's */
    ORDER = 3,                                 /* of the models */
};
static const char SAME[] = "=";

/* ---- Trigrams ---- */

/* How often an n-gram occurred, and how many words, and different words, came after it. */
struct ngram_count {
    uint32_t n, n_after, n_different;
};

struct ngrams {
    struct table keys;
    ARRAY(struct ngram_count) counts; /* by the number of the key */
};

/* The key of a trigram is its words, each with a line end. So the keys of the shorter n-grams are
 * the ends of the key, and those of the histories are the same without the last word. */
struct key {
    char text[ORDER * (MAX_WORD + 2)], *starts[ORDER];
};

static void make_key(struct key *key, const char *const words[ORDER])
{
    char *at = key->text;
    for (int i = 0; i < ORDER; i++) {
        key->starts[i] = at;
        at = stpcpy(stpcpy(at, words[i]), "\n");
    }
}

static struct ngram_count *count_of(struct ngrams *ngrams, const char *key)
{
    size_t number = (size_t)table_number(&ngrams->keys, key);
    if (number == ngrams->counts.n)
        array_push(&ngrams->counts, (struct ngram_count){0});
    return &ngrams->counts.items[number];
}

static void count(struct ngrams *ngrams, const char *a, const char *b, const char *c)
{
    struct key key;
    bool is_new[ORDER];
    make_key(&key, (const char *const[]){a, b, c});
    for (int i = 0; i < ORDER; i++)
        is_new[i] = count_of(ngrams, key.starts[i])->n++ == 0;
    *key.starts[ORDER - 1] = '\0';
    for (int i = 0; i < ORDER; i++) {
        struct ngram_count *history = count_of(ngrams, key.starts[i]);
        history->n_after++;
        history->n_different += is_new[i];
    }
}

static struct ngram_count find_count(const struct ngrams *ngrams, const char *key)
{
    int64_t number = table_find(&ngrams->keys, key);
    return number == TABLE_NONE ? (struct ngram_count){0} : ngrams->counts.items[number];
}

/* Returns the probability of the third word after the others: Witten and Bell's, interpolated (Chen
 * and Goodman, "An empirical study of smoothing techniques for language modeling", 1998, section
 * 2.6). After a history h that n words followed, t of them different, it is P(w | h) = (n(h w) +
 * t P(w | shorter h)) / (n + t); below the empty history, each word has 1 / (t + 1). */
static double probability(const struct ngrams *ngrams, const char *a, const char *b, const char *c)
{
    struct key key;
    double n[ORDER], result = 1 / (find_count(ngrams, "").n_different + 1.0);
    make_key(&key, (const char *const[]){a, b, c});
    for (int i = 0; i < ORDER; i++)
        n[i] = find_count(ngrams, key.starts[i]).n;
    *key.starts[ORDER - 1] = '\0';
    for (int i = ORDER; i-- > 0;) {
        struct ngram_count history = find_count(ngrams, key.starts[i]);
        double t = history.n_different;
        if (history.n_after)
            result = (n[i] + t * result) / (history.n_after + t);
    }
    return result;
}

/* ---- Learning ---- */

/* A token, or what it may become. */
struct unit {
    struct token_text text; /* empty: it is deleted */
    const char *word;       /* in the models: language and text, or kind if it is unknown */
    int kind, class;
    size_t start; /* byte */
};

struct units {
    ARRAY(struct unit) list;
    size_t n_of[N_CLASSES];
};

struct lessons {
    struct table words;
    struct ngrams tokens, edits;
};

struct lessons *lessons_new(void)
{
    return mem_alloc(1, sizeof(struct lessons));
}

void lessons_free(struct lessons *lessons)
{
    table_release(&lessons->words);
    table_release(&lessons->tokens.keys);
    array_release(&lessons->tokens.counts);
    table_release(&lessons->edits.keys);
    array_release(&lessons->edits.counts);
    free(lessons);
}

/* Returns the category of a token by its text; for a literal, the class of its kind. */
static int class_of(const struct language *language, const char *text, int kind)
{
    int category = language_operator_category(language, text);
    if (kind == TOKEN_NUMBER || kind == TOKEN_STRING ||
        text_is_one_of(text, language->tokens.constants))
        return N_CATEGORIES + kind;
    bool is_name = kind == TOKEN_WORD && category == CATEGORY_OTHER &&
                   !text_is_one_of(text, language->tokens.keywords);
    return is_name ? CATEGORY_VARIABLE_MISUSE : category;
}

/* Makes a unit of a text. If `learns`, the text is known from then on. */
static struct unit unit_of(struct lessons *lessons, const struct language *language,
                           struct token_text text, int kind, bool learns)
{
    char key[MAX_WORD + 1] = {(char)('A' + language_number(language))};
    struct unit unit = {.text = text, .word = "", .kind = kind};
    if (!text.length)
        return unit;
    memcpy(key + 1, text.bytes, text.length < MAX_WORD ? text.length : 0);
    unit.class = class_of(language, key + 1, kind);
    int64_t number = key[1] ? table_find(&lessons->words, key) : TABLE_NONE;
    if (learns && key[1] && number == TABLE_NONE)
        table_add(&lessons->words, key);
    if (number == TABLE_NONE) {
        key[1] = (char)('\1' + kind), key[2] = '\0';
        number = table_number(&lessons->words, key);
    }
    unit.word = lessons->words.keys.items[number];
    return unit;
}

static struct unit unit_of_text(struct lessons *lessons, const struct language *language,
                                const char *text, int kind)
{
    return unit_of(lessons, language, (struct token_text){text, strlen(text)}, kind, false);
}

/* Adds a text that tokens may become, unless it is there or there are enough. */
static void add_choice(struct units *choices, struct unit unit)
{
    if (unit.class == CATEGORY_OTHER || choices->n_of[unit.class] == MAX_TEXTS)
        return;
    for (size_t i = 0; i < choices->list.n; i++)
        if (token_text_equal(choices->list.items[i].text, unit.text))
            return;
    choices->n_of[unit.class]++;
    array_push(&choices->list, unit);
}

/* Reads a text as units, with AROUND empty ones on each side. */
static void read_units(struct units *out, struct lessons *lessons, const struct language *language,
                       struct token_text text, bool learns)
{
    scoped(program) program = {0};
    scoped(lexical) *lexical = lexical_new_for_fragments(language);
    program_tokenize(&program, lexical, text.bytes, text.length);
    for (size_t i = 0; i < program.tokens.n + 2 * AROUND; i++) {
        size_t at = i - AROUND;
        struct unit unit = {.word = ""};
        if (at < program.tokens.n)
            unit = unit_of(lessons, language, program_token_text(&program, at),
                           program.tokens.items[at].kind, learns);
        if (at < program.tokens.n)
            unit.start = program.tokens.items[at].start_byte;
        out->n_of[unit.class]++;
        array_push(&out->list, unit);
    }
}

void lessons_add(struct lessons *lessons, const struct gold_item *item)
{
    const struct language *language = item->language;
    struct units units = {0};
    read_units(&units, lessons, language, item->fixed, true);
    for (struct unit *at = units.list.items + AROUND; at < units.list.items + units.list.n; at++) {
        count(&lessons->tokens, at[-2].word, at[-1].word, at->word);
        count(&lessons->edits, at[-1].word, at->word, SAME);
        count(&lessons->edits, at[-1].word, "", SAME);
        if (item->fix && at->start == (size_t)item->fix->fixed_start_byte && at->text.length)
            count(&lessons->edits, at[-1].word,
                  unit_of_text(lessons, language, item->fix->before, at->kind).word,
                  unit_of_text(lessons, language, item->fix->after, at->kind).word);
    }
    array_release(&units.list);
}

/* ---- Guesses ---- */

/* A change: a token becomes a choice, or a choice is missing before it. */
struct guess {
    const struct unit *place, *choice; /* NULL: it says "no bug" */
    bool is_missing;
    double odds, order;
};

struct guesser {
    struct lessons *lessons;
    const struct guess_options *options;
    struct units units; /* of the program */
    struct units choices;
    size_t n_classes; /* of its tokens that have choices */
    ARRAY(struct guess) best;
    double sum; /* of all odds */
    struct dice dice;
};

/* All classes have the same odds, and so have all changes in one. */
static double odds_at_random(const struct guesser *guesser, const struct guess *guess)
{
    int class = guess->place->class;
    return 1.0 /
           (double)(guesser->n_classes * guesser->units.n_of[class] * guesser->choices.n_of[class]);
}

/* How often such a token became the choice, and how often it stayed. */
static double odds_of_edit(const struct guesser *guesser, const struct guess *guess)
{
    const struct ngrams *edits = &guesser->lessons->edits;
    const char *last = guess->place[-1].word;
    const char *before = guess->is_missing ? "" : guess->place->word;
    return probability(edits, last, before, guess->choice->word) /
           probability(edits, last, before, SAME);
}

/* How much more probable each token around the place becomes: by the mean of the logarithms, which
 * is the entropy of Ray and others, "On the naturalness of buggy code", 2016. */
static double odds_of_tokens(const struct guesser *guesser, const struct guess *guess)
{
    const struct ngrams *tokens = &guesser->lessons->tokens;
    const struct unit *old = guess->place, *rest = guess->is_missing ? old : old + 1;
    const char *made[ORDER + 3] = {old[-2].word, old[-1].word, guess->choice->word};
    double gain = 0;
    for (int i = guess->choice->text.length ? 3 : 2; i < ORDER + 2; i++)
        made[i] = rest++->word;
    for (int i = 0; i < ORDER; i++)
        gain += log(probability(tokens, made[i], made[i + 1], made[i + 2]) /
                    probability(tokens, old[i - 2].word, old[i - 1].word, old[i].word));
    return odds_at_random(guesser, guess) * exp(gain / ORDER);
}

static const struct detector {
    const char *name;
    double (*odds)(const struct guesser *guesser, const struct guess *guess);
    bool is_drawn; /* at random, by the odds; else the greatest odds come first */
} detectors[] = {
    {"frequent", odds_of_edit, false},
    {"ngram", odds_of_tokens, false},
    {"random", odds_at_random, true},
    {0},
};

const char *detector_name(int detector)
{
    return detectors[detector].name;
}

/* Keeps a guess if it is among the best. The random order draws one after another, each with a
 * probability in proportion to its odds (Efraimidis and Spirakis, "Weighted random sampling with a
 * reservoir", 2006). */
static void keep(struct guesser *guesser, struct guess guess)
{
    size_t at, n = guesser->best.n;
    if (detectors[guesser->options->detector].is_drawn)
        guess.order = log(1 - dice_unit(&guesser->dice)) / guess.odds;
    bisect(at, n, guesser->best.items[at].order >= guess.order);
    if (n < guesser->options->k)
        array_push(&guesser->best, guess);
    if (at == guesser->best.n)
        return;
    struct guess *best = guesser->best.items;
    memmove(&best[at + 1], &best[at], (guesser->best.n - 1 - at) * sizeof *best);
    best[at] = guess;
}

static void weigh(struct guesser *guesser, const struct unit *place, const struct unit *choice,
                  bool is_missing)
{
    struct guess guess = {place, choice, is_missing, 0, 0};
    guess.odds = guess.order = detectors[guesser->options->detector].odds(guesser, &guess);
    guesser->sum += guess.odds;
    keep(guesser, guess);
}

/* Weighs all changes at a token. The first choices are the negation, and nothing. */
static void weigh_all(struct guesser *guesser, const struct unit *place)
{
    const struct unit *choices = guesser->choices.list.items;
    bool is_negation = token_text_equal(place->text, choices[0].text);
    if (is_negation)
        weigh(guesser, place, &choices[1], false);
    else if (place->class == CATEGORY_VARIABLE_MISUSE && place[-1].word != choices[0].word)
        weigh(guesser, place, &choices[0], true);
    for (size_t i = 2; i < guesser->choices.list.n && !is_negation; i++)
        if (choices[i].class == place->class && !token_text_equal(choices[i].text, place->text))
            weigh(guesser, place, &choices[i], false);
}

/* Names come from the program alone: most others are not defined in it. */
static void find_choices(struct guesser *guesser, const struct language *language)
{
    struct lessons *lessons = guesser->lessons;
    struct units *choices = &guesser->choices;
    const char *const *negations = language->tokens.insertable;
    add_choice(choices, unit_of_text(lessons, language, *negations, TOKEN_SIGN));
    array_push(&choices->list, (struct unit){.text = {"", 0}, .word = ""});
    for (size_t i = 0; i < guesser->units.list.n; i++)
        add_choice(choices, guesser->units.list.items[i]);
    for (const struct operator_text *at = language->categories.texts; at->text; at++)
        if (!text_is_one_of(at->text, negations))
            add_choice(choices, unit_of_text(lessons, language, at->text, TOKEN_SIGN));
    for (size_t i = 0; i < lessons->words.keys.n; i++) {
        const char *text = lessons->words.keys.items[i] + 1;
        int kind = *text == '"' || *text == '\'' ? TOKEN_STRING : TOKEN_NUMBER;
        if (text[-1] - 'A' == language_number(language) && strchr("\"'0123456789", *text))
            add_choice(choices, unit_of_text(lessons, language, text, kind));
    }
    for (int i = 1; i < N_CLASSES; i++)
        guesser->n_classes += guesser->units.n_of[i] && choices->n_of[i];
}

static void add_line(struct str *out, const struct guesser *guesser, size_t number,
                     const struct gold_item *item, struct position start)
{
    const struct guess *guess = &guesser->best.items[number];
    double share = guess->odds / (guesser->sum + guesser->options->correct_odds);
    struct json *line = json_make(J_TEXT("id", item->id), J_INT("rank", (int64_t)number + 1));
    if (guess->place) {
        struct position place =
            source_position(item->program.bytes, item->program.length, guess->place->start);
        scoped(str) repair = {0};
        str_add(&repair, guess->choice->text.bytes, guess->choice->text.length);
        json_add(line, J_INT("line", place.line - start.line + 1),
                 J_INT("column", place.column - (place.line == start.line ? start.column : 0)),
                 J_TEXT("repair", str_text(&repair)));
    }
    json_set_double(line, "probability", round(share * 1e6) / 1e6);
    export_add_line(out, line);
}

void lessons_guess(struct str *out, struct lessons *lessons, const struct gold_item *item,
                   const struct guess_options *options)
{
    struct gold_shown shown = {.part_end = item->program.length, .start = {1, 0}};
    struct guesser guesser = {.lessons = lessons, .options = options};
    uint64_t seed = hash_bytes(options->seed, strlen(options->seed), 0);
    guesser.dice.state = hash_bytes(item->id, strlen(item->id), seed);
    if (item->is_row_shown)
        shown = item->shown;
    read_units(&guesser.units, lessons, item->language, item->program, false);
    find_choices(&guesser, item->language);
    for (size_t i = AROUND; i + AROUND < guesser.units.list.n; i++)
        if (guesser.units.list.items[i].start >= shown.start_byte &&
            guesser.units.list.items[i].start < shown.part_end)
            weigh_all(&guesser, &guesser.units.list.items[i]);
    double order = guesser.sum > options->correct_odds ? -INFINITY : INFINITY;
    if (options->correct_odds > 0)
        keep(&guesser, (struct guess){.odds = options->correct_odds, .order = order});
    for (size_t i = 0; i < guesser.best.n; i++)
        add_line(out, &guesser, i, item, shown.start);
    array_release(&guesser.units.list);
    array_release(&guesser.choices.list);
    array_release(&guesser.best);
}
