/* Texts in rows of tables and in cases of functions. */
#include "classify/region_spot.h"
#include "languages/region_rules.h"

#include <ctype.h>

/* Returns whether it is last in a row of a table, after a name or number: {A_LATE, "too late"}. */
bool spot_is_in_table(const struct spot *spot)
{
    const struct place_frame *frame = &spot->place.frames[0];
    static const char *const closes[] = {"}", ")", NULL};
    return !spot->rules->dictionary && spot->place.n_frames > 2 && frame->n_commas == 1 &&
           spot_has(spot, frame[1].open, "{") && spot_has(spot, frame->first + 1, ",") &&
           place_is_one_of(&spot->place, spot->place.text_last + 1, closes) &&
           !place_is_text(spot->program, frame->first);
}

/* Returns whether the text, last in a row, is a word as "Reserved" in a table of texts for people. */
bool spot_is_in_table_of_texts(const struct spot *spot)
{
    enum { MAX_STEPS = 150 };
    size_t token = spot->place.token, n = 0;
    if (!spot_is_in_table(spot) || !isupper((unsigned char)*quoted_inner(spot->text).bytes) ||
        quoted_count_words(quoted_inner(spot->text)) == 0)
        return false;
    for (size_t i = token > MAX_STEPS ? token - MAX_STEPS : 2;
         i < token + MAX_STEPS && i < spot->program->tokens.n; i++)
        n += place_is_text(spot->program, i) && spot_has(spot, i - 1, ",") &&
             spot_has(spot, i + 1, "}") && quoted_is_prose(quoted_inner(spot_text(spot, i)), 2);
    return n > 1;
}

/* Returns whether a token is a text for people that a case returns: `case A: return "too late";` */
static bool is_choice(const struct spot *spot, size_t token)
{
    if (!place_is_text(spot->program, token) || token < 3 ||
        !quoted_is_prose(quoted_inner(spot_text(spot, token)), 2))
        return false;
    size_t before = token - 1 - spot_has(spot, token - 1, "(");
    return spot_has(spot, before, "return") && spot_has(spot, before - 1, ":");
}

/* Returns whether the text is one of several for people that cases of a function return. */
bool spot_is_among_choices(const struct spot *spot)
{
    enum { MAX_STEPS = 200 };
    size_t token = spot->place.token, n = 0;
    if (!is_choice(spot, token))
        return false;
    for (size_t i = token > MAX_STEPS ? token - MAX_STEPS : 0;
         i < token + MAX_STEPS && i < spot->program->tokens.n; i++)
        n += is_choice(spot, i);
    return n > 1;
}
