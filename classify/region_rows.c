/* Texts in rows of tables and in cases of functions, in windows and on screens. */
#include "classify/region_spot.h"
#include "languages/region_rules.h"

#include <ctype.h>
#include <string.h>

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

/* Returns whether it is the title of a case in a table of tests: {.name = "a link"}. */
bool spot_is_title_of_case(const struct spot *spot)
{
    size_t name = spot->place.frames[0].keyword;
    return spot->is_test && name != NO_TOKEN && name > 0 && spot_has(spot, name - 1, ".") &&
           spot_has(spot, name, "name") && !spot->rules->dictionary &&
           quoted_is_prose(quoted_inner(spot->text), 2);
}

/* Returns whether a call puts the text into a window or a table: new JButton("Save"). */
static bool is_of_window(const struct spot *spot, size_t callee)
{
    return place_is_one_of(&spot->place, callee, region_words.widgets) &&
           quoted_is_prose(quoted_inner(spot->text),
                           isupper((unsigned char)*spot_text(spot, callee).bytes) ? 1 : 2);
}

/* Returns whether it is the sentence that a test is called by: MY_TEST("a is b") { }. */
static bool is_title_of_test(const struct spot *spot, const struct place_frame *frame,
                             size_t callee)
{
    static const char *const tests[] = {"TEST", NULL};
    return frame->n_commas == 0 && quoted_count(spot->text, " ") > 0 &&
           quoted_ends(spot_text(spot, callee), tests) &&
           spot_has(spot, spot->place.text_last + 1, ")");
}

/* Returns whether a call is one of a macro of C that shows a text, such as DISPLAY_LEVEL(2, "%d"),
 * or of curses. */
static bool is_on_screen(const struct spot *spot, struct token_text name)
{
    static const char *const parts[] = {"DISPLAY", "DEBUG", "PRINTF", "LOGF", "WARN",
                                        "ERROR",   "INFO",  "NOTICE", NULL};
    static const char *const ends[] = {"LOG", "addstr", "addnstr", "attrstr", "printw", NULL};
    bool is_macro = !quoted_has_lower(name) && !spot->rules->dictionary;
    return quoted_ends(name, ends) || (is_macro && quoted_count_parts(name, parts) > 0 &&
                                       quoted_count(spot->text, " %\\!") > 0);
}

bool spot_is_shown(const struct spot *spot, const struct place_frame *frame, size_t callee)
{
    return is_of_window(spot, callee) || is_title_of_test(spot, frame, callee) ||
           is_on_screen(spot, spot_text(spot, callee));
}
