/* A kind makes a rewrite as text and as tokens. The text is then tokenized, and the rewrite is
 * refused if the two do not agree. In a fix, both programs are rewritten at corresponding places:
 * all tokens except the edit correspond. */
#include "augment/rewrite.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* If none of a program's thousands of sites can be rewritten, stops after this many. */
enum { MAX_REFUSALS = 64 };

static const struct rewrite_kind_methods *const kinds[N_REWRITE_KINDS] = {
    [REWRITE_RENAME] = &rename_methods,
    [REWRITE_CONDITION] = &condition_methods,
};

const char *rewrite_kind_name(int kind)
{
    return kind < N_REWRITE_KINDS ? kinds[kind]->name : NULL;
}

const char *rewrite_reason_name(enum rewrite_reason reason)
{
    static const char *const names[N_REWRITE_REASONS] = {
        [REWRITE_DONE] = "rewritten",
        [REWRITE_UNREADABLE] = "cannot be read as UTF-8",
        [REWRITE_UNPARSED] = "does not parse, or is too large",
        [REWRITE_ITSELF] = "may read its own text",
        [REWRITE_NOTHING] = "nothing to rewrite",
        [REWRITE_BY_TEXT] = "may look up names as text",
        [REWRITE_METHODS] = "redefines operators",
        [REWRITE_UNSAFE] = "no provably safe place",
        [REWRITE_TOKENS] = "not the expected tokens",
        [REWRITE_EDIT] = "the bug would not stay one token",
    };
    return names[reason];
}

/* ---- Tools ---- */

struct rewrite_tools {
    struct syntax_parser *parser;
    struct dialect_finder *dialects;
    struct rewrite_sites others; /* of the fixed program */
};

struct rewrite_tools *rewrite_tools_new(const struct language *language)
{
    struct rewrite_tools *tools = mem_alloc(1, sizeof *tools);
    tools->parser = syntax_parser_new(language);
    tools->dialects = dialect_finder_new(language);
    return tools;
}

void rewrite_tools_free(struct rewrite_tools *tools)
{
    if (!tools)
        return;
    syntax_parser_free(tools->parser);
    dialect_finder_free(tools->dialects);
    rewrite_sites_release(&tools->others);
    free(tools);
}

/* ---- One program ---- */

enum rewrite_reason rewrite_side_read(struct rewrite_side *side, struct rewrite_tools *tools,
                                      const char *code, size_t length,
                                      const char *original_language)
{
    if (!program_read(&side->program, tools->parser, code, length))
        return REWRITE_UNPARSED;
    side->dialect =
        dialect_find(tools->dialects, tools->parser, &side->program, NULL, original_language);
    subject_read(&side->subject, &side->program, side->dialect);
    return REWRITE_DONE;
}

void rewrite_side_release(struct rewrite_side *side)
{
    subject_release(&side->subject);
    rewriting_release(&side->rewriting);
    program_release(&side->program);
    program_release(&side->after);
    str_release(&side->text);
    *side = (struct rewrite_side){0};
}

enum rewrite_reason rewrite_side_find(struct rewrite_sites *out, const struct rewrite_side *side,
                                      enum rewrite_kind kind)
{
    array_clear(&out->tokens);
    const struct subject *subject = &side->subject;
    return subject_has_name(subject, subject->language->rewrites->self_reading)
               ? REWRITE_ITSELF
               : kinds[kind]->find(out, subject);
}

static bool is_fresh(const char *name, const struct subject *subject)
{
    struct token_text text = {name, strlen(name)};
    return table_find(&subject->names, name) == TABLE_NONE &&
           table_find(&subject->text_words, name) == TABLE_NONE &&
           !token_text_is_one_of(text, subject->language->rewrites->rename.builtins) &&
           !syntax_is_keyword(subject->language, name, text.length);
}

/* Chooses a name that neither program contains. Each number gives another name. After the ordinary
 * names come the same names with numbers. */
static void draw_name(char *out, size_t size, const struct rewrite_place *place,
                      const struct subject *subject, const struct subject *other)
{
    const char *const *names = subject->language->rewrites->rename.ordinary_names;
    size_t n = 0;
    uint32_t n_passed = 0;
    while (names[n])
        n++;
    for (size_t i = 0;; i++) {
        const char *name = names[(place->draw + i) % n];
        if (i < n)
            snprintf(out, size, "%s", name);
        else
            snprintf(out, size, "%s%zu", name, i / n + 1);
        if (is_fresh(out, subject) && (!other || is_fresh(out, other)) &&
            n_passed++ == place->number)
            return;
    }
}

bool rewrite_side_make(struct rewrite_side *side, struct rewrite_tools *tools,
                       const struct rewrite_place *place, const struct rewrite_side *other)
{
    char name[64];
    draw_name(name, sizeof name, place, &side->subject, other ? &other->subject : NULL);
    rewriting_begin(&side->rewriting, &side->program);
    kinds[place->kind]->make(&side->rewriting, &side->subject, place->site, name);
    str_clear(&side->text);
    rewriting_write(&side->rewriting, &side->text);
    return program_read(&side->after, tools->parser, str_text(&side->text), side->text.length) &&
           rewriting_holds(&side->rewriting, &side->after);
}

/* ---- Choosing ---- */

uint64_t rewrite_draw(const char *seed, const char *id, enum rewrite_kind kind)
{
    uint64_t by_seed = hash_bytes(seed, strlen(seed), 0);
    const char *name = kinds[kind]->name;
    return hash_bytes(id, strlen(id), hash_bytes(name, strlen(name), by_seed));
}

struct drawn_site {
    uint64_t draw;
    uint32_t token;
};

static int compare_drawn(const void *a, const void *b)
{
    const struct drawn_site *x = a, *y = b;
    int order = COMPARE(x->draw, y->draw);
    return order ? order : COMPARE(x->token, y->token);
}

/* Sorts sites in the order in which they are tried. */
static void shuffle(struct rewrite_sites *sites, uint64_t draw)
{
    size_t n = sites->tokens.n;
    if (n < 2)
        return;
    scoped_memory struct drawn_site *drawn = mem_alloc(n, sizeof *drawn);
    for (size_t i = 0; i < n; i++) {
        uint32_t token = sites->tokens.items[i];
        drawn[i] = (struct drawn_site){hash_pair(draw, token), token};
    }
    qsort(drawn, n, sizeof *drawn, compare_drawn);
    for (size_t i = 0; i < n; i++)
        sites->tokens.items[i] = drawn[i].token;
}

void rewrite_sites_release(struct rewrite_sites *sites)
{
    array_release(&sites->tokens);
}

enum rewrite_reason rewrite_tries_begin(struct rewrite_tries *tries,
                                        const struct rewrite_side *side, enum rewrite_kind kind,
                                        uint64_t draw)
{
    tries->place = (struct rewrite_place){.kind = kind};
    tries->draw = draw;
    tries->n_begun = 0;
    tries->n_refused = 0;
    enum rewrite_reason reason = rewrite_side_find(&tries->sites, side, kind);
    if (reason == REWRITE_DONE)
        shuffle(&tries->sites, draw);
    return reason;
}

bool rewrite_tries_next(struct rewrite_tries *tries)
{
    struct rewrite_place *place = &tries->place;
    if (tries->n_begun == tries->sites.tokens.n && kinds[place->kind]->is_named) {
        tries->n_begun = 0;
        place->number++;
    }
    if (tries->n_begun == tries->sites.tokens.n || tries->n_refused == MAX_REFUSALS)
        return false;
    place->site = tries->sites.tokens.items[tries->n_begun++];
    place->draw = hash_pair(tries->draw, place->site);
    return true;
}

void rewrite_tries_refuse(struct rewrite_tries *tries)
{
    uint32_t *items = tries->sites.tokens.items;
    size_t n = --tries->sites.tokens.n, refused = --tries->n_begun;
    memmove(&items[refused], &items[refused + 1], (n - refused) * sizeof *items);
    tries->n_refused++;
}

void rewrite_tries_release(struct rewrite_tries *tries)
{
    rewrite_sites_release(&tries->sites);
}

/* ---- Two programs ---- */

/* Returns the token of the fixed program that corresponds to one of the buggy program, or
 * SCOPES_NONE for the deleted token. */
static uint32_t counterpart(const struct token_edit *edit, uint32_t token)
{
    if (edit->kind == EDIT_INSERT)
        return token < edit->fixed_token ? token : token + 1;
    if (edit->kind == EDIT_DELETE && token >= edit->buggy_token)
        return token == edit->buggy_token ? SCOPES_NONE : token - 1;
    return token;
}

/* Returns the site of the fixed program that corresponds to one of the buggy program, found by a
 * token that both programs have. */
static uint32_t other_site(const struct rewrite_kind_methods *kind, const struct subject *buggy,
                           const struct subject *fixed, const struct token_edit *edit,
                           uint32_t site)
{
    if (!kind->site_at)
        return counterpart(edit, site);
    uint32_t variable = scopes_variable_at(&buggy->scopes, site);
    for (size_t i = 0; i < buggy->scopes.uses.n; i++) {
        const struct name_use *use = &buggy->scopes.uses.items[i];
        bool is_changed = edit->kind != EDIT_INSERT && use->token == edit->buggy_token;
        if (use->variable == variable && !is_changed)
            return kind->site_at(fixed, counterpart(edit, use->token));
    }
    return SCOPES_NONE;
}

static bool has_site(const struct rewrite_sites *sites, uint32_t site)
{
    for (size_t i = 0; i < sites->tokens.n; i++)
        if (sites->tokens.items[i] == site)
            return true;
    return false;
}

/* Whether the rewritten programs differ by the same edit, of the same token, as the original ones.
 */
static bool is_same_edit(struct token_edit *after, const struct rewrite_side *buggy,
                         const struct rewrite_side *fixed, const struct token_edit *edit)
{
    if (program_difference(&buggy->after, &fixed->after, after) != DIFFERENCE_SINGLE ||
        after->kind != edit->kind)
        return false;
    bool is_in_buggy =
        edit->kind == EDIT_INSERT ||
        rewriting_token(&buggy->rewriting, (uint32_t)edit->buggy_token) == after->buggy_token;
    bool is_in_fixed =
        edit->kind == EDIT_DELETE ||
        rewriting_token(&fixed->rewriting, (uint32_t)edit->fixed_token) == after->fixed_token;
    return is_in_buggy && is_in_fixed;
}

enum rewrite_reason rewrite_pair(struct token_edit *after, struct rewrite_side *buggy,
                                 struct rewrite_side *fixed, struct rewrite_tools *tools,
                                 const struct rewrite_place *place, const struct token_edit *edit)
{
    enum rewrite_reason reason = rewrite_side_find(&tools->others, fixed, place->kind);
    if (reason != REWRITE_DONE)
        return reason;
    struct rewrite_place other = *place;
    other.site =
        other_site(kinds[place->kind], &buggy->subject, &fixed->subject, edit, place->site);
    if (other.site == SCOPES_NONE || !has_site(&tools->others, other.site))
        return REWRITE_UNSAFE;
    if (!rewrite_side_make(buggy, tools, place, fixed) ||
        !rewrite_side_make(fixed, tools, &other, buggy))
        return REWRITE_TOKENS;
    return is_same_edit(after, buggy, fixed, edit) ? REWRITE_DONE : REWRITE_EDIT;
}
