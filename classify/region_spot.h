/* What the rules of regions (region.h) ask about a token. */
#ifndef CLASSIFY_REGION_SPOT_H
#define CLASSIFY_REGION_SPOT_H

#include "classify/region_place.h"

/* A token with what is known about it. All texts are borrowed. */
struct spot {
    struct place place;
    const struct program *program;
    const struct region_rules *rules;
    const char *path;        /* NULL: of a contest */
    struct token_text text;  /* of the token */
    struct token_text other; /* of the token in the other program; empty: none */
    struct token_text words; /* of the whole text that it is part of */
    bool is_text, is_number, is_literal, is_test;
};

/* Returns the spot of a token of a program that has been tokenized. */
struct spot spot_of(const struct program *program, size_t token, const char *path);

/* ---- Other tokens; all but the first two may be asked about any index ---- */

const struct token *spot_token(const struct spot *spot, size_t index);
struct token_text spot_text(const struct spot *spot, size_t index);
bool spot_has(const struct spot *spot, size_t index, const char *text);

/* Whether it is layout, or after the last token. */
bool spot_is_layout(const struct spot *spot, size_t index);

/* Returns 1 if it is a bracket that opens, -1 if it closes, otherwise 0. */
int spot_bracket(const struct spot *spot, size_t index);

/* Whether a part of the name is one of the words, or its first part is. */
bool spot_has_word(const struct spot *spot, size_t index, const char *const *words);
bool spot_begins(const struct spot *spot, size_t index, const char *const *words);

/* Whether a bracket is that of an index, after a name or another one. */
bool spot_is_index(const struct spot *spot, const struct place_frame *frame);

/* Returns the outermost frame. */
const struct place_frame *spot_statement(const struct spot *spot);

/* Returns the first token of the body of the innermost lambda of Java that the token is in, or of
 * the statement. */
size_t spot_body(const struct spot *spot);

/* Whether a comparison is beside the text. */
bool spot_is_compared(const struct spot *spot);

/* Returns the index of the item of a call that the token is in, and sets the number of items. */
size_t spot_argument(const struct spot *spot, const struct place_frame *frame, size_t *n);

/* Whether a name is that of an assertion; `callee` may be NO_TOKEN. */
bool spot_names_assertion(const struct spot *spot, struct token_text name);
bool spot_is_assertion(const struct spot *spot, size_t callee);

/* Whether a name is used, after the text and in its function, in a place that `is` holds for. */
bool spot_goes_to(const struct spot *spot, size_t name, bool (*is)(const struct spot *later));

/* Whether the assertion compares two sides, as its name says. */
bool spot_has_sides(const struct spot *spot, size_t callee);

/* Whether the text, an argument of an assertion, is its message. */
bool spot_is_assertion_message(const struct spot *spot, const struct place_frame *frame,
                               size_t callee);

/* Whether the text is last in a row of a table, after a name or number; and whether it is one of
 * several for people that cases of a function return. */
bool spot_is_in_table(const struct spot *spot);
bool spot_is_among_choices(const struct spot *spot);

/* Whether it is the title of a case in a table of tests; and whether a call shows it in a window,
 * on a screen, or as the title of a test. */
bool spot_is_title_of_case(const struct spot *spot);
bool spot_is_shown(const struct spot *spot, const struct place_frame *frame, size_t callee);

/* Whether programs read it: a command of a shell, a template, JSON, a regular expression. */
bool spot_is_for_program(const struct spot *spot, struct token_text text);

/* Whether the token is directly in a call of one of these. */
bool spot_is_in_call_of(const struct spot *spot, const char *const *names);

/* ---- Texts ---- */

bool quoted_contains(struct token_text text, const char *part);
bool quoted_ends(struct token_text text, const char *const *ends);
bool quoted_has_digit(struct token_text text);

/* Returns the number of characters that are one of `signs`. */
size_t quoted_count(struct token_text text, const char *signs);

/* Returns the number of these texts that it has. */
size_t quoted_count_parts(struct token_text text, const char *const *parts);

/* Whether it has a small letter. */
bool quoted_has_lower(struct token_text text);

/* Returns the text without quotes and the letters before them. */
struct token_text quoted_inner(struct token_text text);

/* Returns the number of words of letters that blanks or the ends are around. */
size_t quoted_count_words(struct token_text text);

/* Whether it is one for people: at least so many words, and few signs of code. */
bool quoted_is_prose(struct token_text text, size_t least);

/* Whether it begins as a text in another language, or has lines of a program. */
bool quoted_is_query(struct token_text text);
bool quoted_is_code(struct token_text text);

/* Whether it is in three quotes: """a""". */
bool quoted_is_long(struct token_text text);

/* Whether it says how a command is used: "[-v] file ...". */
bool quoted_is_usage(struct token_text text);

/* Whether it has places for names as templates of a generator: "new $name$();". */
bool quoted_is_template(struct token_text text);

/* Returns how many different signs of regular expressions it has. */
size_t quoted_count_patterns(struct token_text text);

/* Whether it is a version, or a requirement as "numpy>=1.2" and ">=3.7, <4". */
bool quoted_is_version(struct token_text text);
bool quoted_is_requirement(struct token_text text);

/* Whether it is a range of versions as in Maven: "[2.0,3.0)", "(,2.1]". */
bool quoted_is_range(struct token_text text);

/* ---- Regions ---- */

bool spot_is_version(const struct spot *spot);
bool spot_is_message(const struct spot *spot);
bool spot_is_expected(const struct spot *spot);
bool spot_is_output(const struct spot *spot);
bool spot_is_regex(const struct spot *spot);
bool spot_is_format(const struct spot *spot);
bool spot_is_path(const struct spot *spot);
bool spot_is_identifier(const struct spot *spot);

/* ---- What a test expects of a condition, and of a call with two sides ---- */

enum expected { EXPECTED_NO, EXPECTED_YES, EXPECTED_OUTSIDE };

/* Returns whether the call of the i-th frame says that the token is expected. EXPECTED_OUTSIDE:
 * what is around it may. */
enum expected spot_expected_of_call(const struct spot *spot, size_t i, size_t callee, bool is_bare);

/* Whether the statement is a chain such as assertThat(x).isEqualTo(1), and the token in one of its
 * later calls. */
bool spot_is_in_chain(const struct spot *spot);

/* Whether the token is a text that is asked to equal what is tested, or the method that compares,
 * which another one replaces: assertTrue("a".equals(x)). */
bool spot_is_comparing(const struct spot *spot);

/* Names of relations, and of functions of how far values are apart; they end with NULL. */
extern const char *const side_relations[], *const side_distances[];

/* Returns whether a relation is between the tokens, in no other brackets. */
bool side_has_relation(const struct spot *spot, size_t first, size_t end);

/* Returns whether a token is a literal, or the name of a constant. */
bool side_is_literal(const struct spot *spot, size_t i);

/* Returns whether the tokens begin with one. */
bool side_begins_literal(const struct spot *spot, size_t i);

/* Returns whether the token of a condition, from `first` to `end`, is what is expected: its
 * relation, or the side that is constant. */
bool side_is_expected(const struct spot *spot, size_t first, size_t end);

/* The first items of a call. */
struct sides {
    size_t starts[3], ends[3];
    size_t n;
};

struct sides sides_of(const struct spot *spot, const struct place_frame *frame);

/* Returns the index of the expected one of two sides: the one that is called so, or is constant, or
 * where the language's assertions have it. */
size_t sides_expected(const struct spot *spot, const struct sides *sides);

/* Returns whether the first of three sides is the message, as JUnit 4 has it. */
bool sides_have_message(const struct spot *spot, const struct sides *sides);

/* Returns whether the second side is an operator between two others: tt_int_op(f(1), ==, 2). */
bool sides_have_operator(const struct spot *spot, const struct sides *sides);

#endif
