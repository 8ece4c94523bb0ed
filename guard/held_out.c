/* Programs are read as the rows are that are searched (guard/loose_code.h). What the programs of
 * other splits have in common with them is found by the same search, for the parts that were found.
 */
#include "guard/held_out.h"

#include "base/table.h"

#include <stdlib.h>
#include <string.h>

static const char held_out_sql[] = {
#include "guard/sql/held_out.sql.inc"
};
static const char others_sql[] = {
#include "guard/sql/other_programs.sql.inc"
};

void held_out_release(struct held_out *held_out)
{
    for (size_t i = 0; i < held_out->sequences.n; i++)
        sequence_release(&held_out->sequences.items[i]);
    array_release(&held_out->sequences);
    array_release(&held_out->programs);
    array_release(&held_out->uses);
    arena_release(&held_out->arena);
    search_index_free(held_out->index);
}

enum { KEY, LANGUAGE, CODE, ID, SPLIT, ORIGIN, IS_FIXED, BYTE };

/* What a program is read with. */
struct held_out_reading {
    struct loose_reader *reader;
    struct loose_code code; /* of the last program */
    int64_t source_key;     /* of it; -1: none */
};

static struct sequence copy_tokens(const struct sequence *from, size_t start, size_t n)
{
    struct sequence copy = {.tokens = {0}};
    for (size_t i = start; i < start + n; i++)
        array_push(&copy.tokens, from->tokens.items[i]);
    return copy;
}

static int add_program(struct held_out *out, struct held_out_reading *reading,
                       struct db_statement *row, struct err *err)
{
    const struct language *language = language_find(db_text(row, LANGUAGE));
    struct held_out_program program = {.language = language, .first_use = (uint32_t)out->uses.n};
    if (!language)
        return err_set(err, "a program is in a language that the database does not list, '%s'",
                       db_text(row, LANGUAGE));
    loose_code_read(&reading->code, reading->reader, language, db_text(row, CODE),
                    db_text_length(row, CODE));
    const struct sequence *sequence = &reading->code.sequence;
    array_push(&out->programs, program);
    array_push(&out->sequences, copy_tokens(sequence, 0, sequence->tokens.n));
    out->language_set |= 1u << language_number(language);
    reading->source_key = db_int(row, KEY);
    return 0;
}

/* Returns the place of a byte of the last program in its sequence. */
static uint32_t place_of(const struct loose_code *code, int64_t byte)
{
    const struct sequence *sequence = &code->sequence;
    const struct token *tokens = code->program.tokens.items;
    size_t at;
    bisect(at, sequence->tokens.n, tokens[sequence->tokens.items[at].token].end_byte <= byte);
    return (uint32_t)at;
}

static int add_use(struct held_out *out, struct held_out_reading *reading, struct db_statement *row,
                   struct err *err)
{
    if (db_int(row, KEY) != reading->source_key && add_program(out, reading, row, err) != 0)
        return ERR;
    struct held_out_use use = {
        .id = db_copy_text(row, ID, &out->arena),
        .split = db_copy_text(row, SPLIT, &out->arena),
        .origin = fix_origin_find(db_text(row, ORIGIN)),
        .is_fixed = db_int(row, IS_FIXED),
        .edit = place_of(&reading->code, db_int(row, BYTE)),
    };
    array_push(&out->uses, use);
    out->programs.items[out->programs.n - 1].n_uses++;
    return 0;
}

static int read_database(struct held_out *out, struct held_out_reading *reading, struct db *db,
                         unsigned splits, struct err *err)
{
    scoped(str) names = {0};
    split_add_names(&names, splits);
    scoped(db_statement) *row = db_query(db, err, held_out_sql, "t", str_text(&names));
    int status;
    reading->source_key = -1;
    while ((status = db_step(row, err)) == 1)
        if (add_use(out, reading, row, err) != 0)
            return ERR;
    return status;
}

int held_out_read(struct held_out *out, const struct held_out_source *source, bool is_renamed,
                  struct err *err)
{
    struct held_out_reading reading = {.reader = loose_reader_new()};
    struct search_options how = {.is_renamed = is_renamed, .has_parts = true};
    int status = 0;
    *out = (struct held_out){.language_set = 0};
    for (size_t i = 0; i < source->n_dbs && status == 0; i++)
        status = read_database(out, &reading, source->dbs[i], source->splits, err);
    loose_code_release(&reading.code);
    loose_reader_free(reading.reader);
    out->index = search_index_new(out->sequences.items, out->sequences.n, &how);
    return status;
}

/* ---- What counts ---- */

enum { NEAR = 2 }; /* tokens; where code was cut, one may be divided, and be two other ones */

static bool has_edit(const struct held_out *held_out, const struct search_match *match)
{
    const struct held_out_program *program = &held_out->programs.items[match->needle];
    for (uint32_t i = 0; i < program->n_uses; i++) {
        uint32_t edit = held_out->uses.items[program->first_use + i].edit;
        if (edit >= match->start && edit < match->start + match->n_tokens)
            return true;
    }
    return false;
}

/* Whether a match counts, in code of `n_code` tokens. */
static bool counts(const struct held_out *held_out, const struct search_match *match, size_t n_code)
{
    size_t n = held_out->sequences.items[match->needle].tokens.n;
    bool begins = match->start == 0 || match->at <= NEAR;
    bool ends = match->start + match->n_tokens == n || match->at + match->n_tokens + NEAR >= n_code;
    if (match->is_whole)
        return match->is_exact || n >= SEARCH_MIN_TOKENS;
    return (begins && ends) || (match->is_exact && has_edit(held_out, match));
}

/* ---- The search ---- */

struct held_out_search {
    const struct held_out *held_out;
    struct search *search;
    struct loose_reader *reader;
    struct loose_code code;
};

struct held_out_search *held_out_search_new(const struct held_out *held_out)
{
    struct held_out_search *search = mem_alloc(1, sizeof *search);
    search->held_out = held_out;
    search->search = search_new(held_out->index);
    search->reader = loose_reader_new();
    return search;
}

void held_out_search_free(struct held_out_search *search)
{
    search_free(search->search);
    loose_reader_free(search->reader);
    loose_code_release(&search->code);
    free(search);
}

/* Adds all matches in a text of a language. */
static void search_in(struct search_matches *out, struct held_out_search *search,
                      const struct language *language, const char *text, size_t length)
{
    loose_code_read(&search->code, search->reader, language, text, length);
    search_code(out, search->search, &search->code.sequence);
}

void held_out_search_text(struct search_matches *out, struct held_out_search *search,
                          const char *text, size_t length)
{
    for (int i = 0; languages[i]; i++) {
        size_t n = out->list.n;
        if (!(search->held_out->language_set >> i & 1))
            continue;
        search_in(out, search, languages[i], text, length);
        for (size_t k = n; k < out->list.n; k++)
            if (counts(search->held_out, &out->list.items[k], search->code.sequence.tokens.n))
                out->list.items[n++] = out->list.items[k];
        out->list.n = n;
    }
}

/* ---- What other programs have in common ---- */

/* Makes programs of the parts, each once, without the tokens at both ends that may have been
 * divided where the text was cut. Sets the number of each match in them, from 1; 0: it is whole. */
static void make_parts(struct held_out *out, uint32_t *numbers, const struct search_match *matches,
                       size_t n, const struct held_out *held_out)
{
    const struct search_options how = {.is_renamed = true, .has_any_length = true};
    scoped(table) keys = {0};
    for (size_t i = 0; i < n; i++) {
        const struct search_match *match = &matches[i];
        char key[40];
        if (match->is_whole)
            continue;
        snprintf(key, sizeof key, "%u %u %u", match->needle, match->start, match->n_tokens);
        numbers[i] = 1 + (uint32_t)table_number(&keys, key);
        if (numbers[i] <= out->sequences.n)
            continue;
        array_push(&out->sequences, copy_tokens(&held_out->sequences.items[match->needle],
                                                match->start + NEAR, match->n_tokens - 2 * NEAR));
        out->language_set |=
            1u << language_number(held_out->programs.items[match->needle].language);
    }
    out->index = search_index_new(out->sequences.items, out->sequences.n, &how);
}

/* Puts blanks in place of the signs of comments, also in strings. A row of training data may be a
 * piece of a program that begins or ends in a comment or a string: so what those say is code, too.
 */
static void drop_signs(struct str *code, const struct language *language)
{
    for (const struct comment_form *form = language->tokens.comments; form->open; form++)
        for (int end = 0; end < 2; end++) {
            const char *sign = end ? form->close : form->open;
            for (char *at = code->text; at && sign && *sign && (at = strstr(at, sign));)
                memset(at, ' ', strlen(sign));
        }
}

/* By part: how it was found, 1 as it is, 2 renamed. */
static int search_others(uint8_t *found, const struct held_out *parts, struct db *db,
                         unsigned splits, const struct meter *meter, struct err *err)
{
    scoped(held_out_search) *search = held_out_search_new(parts);
    struct search_matches matches = {.list = {0}};
    scoped(str) names = {0}, code = {0};
    split_add_names(&names, splits);
    scoped(db_statement) *row = db_query(db, err, others_sql, "t", str_text(&names));
    int status;
    for (uint64_t n = 1; (status = db_step(row, err)) == 1; n++) {
        array_clear(&matches.list);
        for (int i = 0; languages[i]; i++) {
            if (!(parts->language_set >> i & 1))
                continue;
            str_clear(&code);
            str_add(&code, db_text(row, 0), db_text_length(row, 0));
            search_in(&matches, search, languages[i], str_text(&code), code.length);
            drop_signs(&code, languages[i]);
            search_in(&matches, search, languages[i], str_text(&code), code.length);
        }
        for (size_t i = 0; i < matches.list.n; i++)
            found[matches.list.items[i].needle] |= matches.list.items[i].is_exact ? 1 : 2;
        meter_show(meter, (struct meter_step){"comparing parts", "programs", n, 0, n});
    }
    array_release(&matches.list);
    return status;
}

int held_out_find_common(bool *is_common, const struct search_match *matches, size_t n,
                         const struct held_out *held_out, const struct held_out_source *source,
                         const struct meter *meter, struct err *err)
{
    scoped(held_out) parts = {.language_set = 0};
    scoped_memory uint32_t *numbers = mem_alloc(n, sizeof *numbers);
    make_parts(&parts, numbers, matches, n, held_out);
    scoped_memory uint8_t *found = mem_alloc(parts.sequences.n, sizeof *found);
    for (size_t i = 0; i < source->n_dbs && parts.sequences.n; i++)
        if (search_others(found, &parts, source->dbs[i], source->splits, meter, err) != 0)
            return ERR;
    for (size_t i = 0; i < n; i++)
        is_common[i] = numbers[i] && found[numbers[i] - 1] & (matches[i].is_exact ? 1 : 3);
    return 0;
}
