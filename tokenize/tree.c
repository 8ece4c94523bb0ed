/* Uses tree-sitter (runtime 0.25, grammars of ABI 13 to 15). A cursor walks the tree once. This
 * costs far less than a later query of each node's parent. */
#include "tokenize/tree.h"

#include "base/interrupt.h"
#include "tokenize/lexer.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tree_sitter/api.h>

/* Bytes of the source that are in the text. */
struct handed_piece {
    uint32_t start, end;
    uint32_t text_start; /* where they are in the text */
};

/* What the grammar is handed in place of a source: a part of it, without what is left out, between
 * two other texts. The pieces between what is left out are in order, both in the source and in the
 * text. All zero before the first use. Later uses reuse its memory. */
struct handed {
    struct str text;
    struct byte_range bytes; /* of the part */
    ARRAY(struct handed_piece) pieces;
};

struct syntax_parser {
    TSParser *parser;
    const struct language *language;
    struct lexical *lexical;
    struct handed handed; /* the part that is parsed */
    double deadline;      /* of all parses, of thread_seconds(); 0: each has its own */
};

/* Bytes that the parse of this thread has asked for. */
static _Thread_local uint64_t n_allocated;

static void *allocate(size_t size)
{
    n_allocated += size;
    return mem_resize(NULL, size, 1);
}

static void *reallocate(void *ptr, size_t size)
{
    n_allocated += size;
    return mem_resize(ptr, size, 1);
}

/* A constructor runs before any thread can use the library. */
static void __attribute__((constructor)) set_allocator(void)
{
    ts_set_allocator(allocate, mem_alloc, reallocate, free);
}

int syntax_check_grammars(const struct language *const *list, struct err *err)
{
    for (; *list; list++) {
        uint32_t abi = ts_language_abi_version((*list)->grammar());
        if (abi < TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION || abi > TREE_SITTER_LANGUAGE_VERSION)
            return err_set(
                err, "the tree-sitter library reads grammars of ABI %d to %d, but %s %s has ABI %u",
                TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION, TREE_SITTER_LANGUAGE_VERSION,
                (*list)->grammar_name, (*list)->grammar_version, abi);
    }
    return 0;
}

/* ---- What the grammar reads ---- */

static void add_piece(struct handed *handed, const char *source, size_t start, size_t end)
{
    if (start == end)
        return;
    array_push(&handed->pieces, (struct handed_piece){.start = (uint32_t)start,
                                                      .end = (uint32_t)end,
                                                      .text_start = (uint32_t)handed->text.length});
    str_add(&handed->text, source + start, end - start);
}

static void replace_lone_returns(struct str *text)
{
    const char *end = text->text + text->length;
    for (char *at = text->text; at < end && (at = memchr(at, '\r', (size_t)(end - at))); at++)
        if (at + 1 == end || at[1] != '\n')
            *at = '\n';
}

/* Sets the text for the grammar: that of a part of a source. A lone carriage return becomes a line
 * feed: grammars read it as a blank, but interpreters as a line end. */
static void handed_take(struct handed *handed, const char *source, const struct lone_part *part)
{
    size_t at = part->bytes.start;
    handed->bytes = part->bytes;
    array_clear(&handed->pieces);
    str_clear(&handed->text);
    str_add_text(&handed->text, part->before ? part->before : "");
    for (size_t i = 0; i < part->n_left_out; i++) {
        add_piece(handed, source, at, part->left_out[i].start);
        at = part->left_out[i].end;
    }
    add_piece(handed, source, at, part->bytes.end);
    str_add_text(&handed->text, part->after ? part->after : "");
    replace_lone_returns(&handed->text);
}

/* Returns the byte of the source for a byte of the text. If something is left out there, `is_end`
 * says on which side it is. A text around the part has no bytes of its own. */
static uint32_t handed_source_byte(const struct handed *handed, uint32_t byte, bool is_end)
{
    const struct handed_piece *pieces = handed->pieces.items;
    size_t next;
    bisect(next, handed->pieces.n,
           is_end ? pieces[next].text_start < byte : pieces[next].text_start <= byte);
    if (next == 0)
        return (uint32_t)handed->bytes.start;
    const struct handed_piece *piece = &pieces[next - 1];
    uint32_t length = piece->end - piece->start, from_start = byte - piece->text_start;
    return from_start <= length ? piece->start + from_start : (uint32_t)handed->bytes.end;
}

static void handed_release(struct handed *handed)
{
    array_release(&handed->pieces);
    str_release(&handed->text);
}

/* ---- Parsers ---- */

struct syntax_parser *syntax_parser_new(const struct language *language)
{
    const TSLanguage *grammar = language->grammar();
    struct syntax_parser *parser = mem_alloc(1, sizeof *parser);
    parser->language = language;
    parser->lexical = lexical_new(language);
    parser->parser = ts_parser_new();
    ts_parser_set_language(parser->parser, grammar);
    return parser;
}

void syntax_parser_free(struct syntax_parser *parser)
{
    if (!parser)
        return;
    ts_parser_delete(parser->parser);
    lexical_free(parser->lexical);
    handed_release(&parser->handed);
    free(parser);
}

struct syntax_parser *syntax_parsers_get(struct syntax_parsers *parsers,
                                         const struct language *language)
{
    struct syntax_parser **parser = &parsers->of[language_number(language)];
    if (!*parser)
        *parser = syntax_parser_new(language);
    return *parser;
}

void syntax_parsers_release(struct syntax_parsers *parsers)
{
    for (int i = 0; i < MAX_LANGUAGES; i++)
        syntax_parser_free(parsers->of[i]);
}

const struct lexical *syntax_parser_lexical(const struct syntax_parser *parser)
{
    return parser->lexical;
}

/* Returns an upper bound of the bytes that are read more than once: for each gap between tokens,
 * its length times the number of comments and continuations in it. Text in a string that looks like
 * one also counts. */
bool syntax_is_too_slow(const struct syntax_parser *parser, const char *source, size_t length)
{
    const struct lexical *lexical = parser->lexical;
    enum { MAX_LOOKS = 1 << 28 };
    uint64_t n_looks = 0;
    size_t start = 0, n_stops = 0; /* of the gap */
    for (size_t i = 0; i < length && n_looks <= MAX_LOOKS; i++) {
        enum byte_class class = lexical->classes[(unsigned char)source[i]];
        size_t n_comment = 0;
        if (class == BYTE_COMMENT)
            n_comment = lexer_comment(lexical->language, source + i, length - i);
        if (n_comment || class == BYTE_CONTINUATION) {
            n_stops++;
            i = n_comment > length - i ? length : i + (n_comment ? n_comment - 1 : 0);
        } else if (class != BYTE_BLANK && class != BYTE_LINE_END) {
            n_looks += (uint64_t)n_stops * (i - start);
            start = i + 1;
            n_stops = 0;
        }
    }
    return n_looks + (uint64_t)n_stops * (length - start) > MAX_LOOKS;
}

/* Returns whether it is neither a blank nor a visible character of ASCII. */
static bool is_special(char c)
{
    bool is_visible = c > ' ' && c < 0x7f; /* a char may be signed or not */
    return !is_visible && !is_code_blank(c) && !ends_line(c);
}

/* The names of the grammar have fewer letters than those of Java. An underscore in the place of
 * each byte keeps every offset. In strings and comments it changes nothing that is in the tree. */
static void translate_letters(struct str *text, const struct language *language)
{
    if (language->tokens.names == UTF8_NAMES_XID)
        return;
    for (size_t at = 0; at < text->length; at++)
        if (is_special(text->text[at]))
            text->text[at] = '_';
}

static void flatten(const struct syntax_parser *parser, struct syntax_tree *tree, TSNode root)
{
    TSTreeCursor cursor = ts_tree_cursor_new(root);
    uint32_t parent = 0;
    for (;;) {
        TSNode node = ts_tree_cursor_current_node(&cursor);
        uint32_t index = (uint32_t)tree->nodes.n;
        uint32_t start = ts_node_start_byte(node), end = ts_node_end_byte(node);
        array_push(&tree->nodes,
                   (struct node){
                       .start_byte = handed_source_byte(&parser->handed, start, false),
                       .end_byte = handed_source_byte(&parser->handed, end, true),
                       .parent = parent,
                       .kind = ts_node_symbol(node),
                       .field = ts_tree_cursor_current_field_id(&cursor),
                   });
        if (ts_node_has_error(node)) {
            struct node_list *errors = &tree->errors;
            errors->n -= index > 0 && errors->n && errors->items[errors->n - 1] == parent;
            array_push(errors, index);
        }
        if (ts_tree_cursor_goto_first_child(&cursor)) {
            parent = index;
            continue;
        }
        tree->nodes.items[index].next = index + 1;
        while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
            if (!ts_tree_cursor_goto_parent(&cursor)) {
                ts_tree_cursor_delete(&cursor);
                return;
            }
            tree->nodes.items[parent].next = (uint32_t)tree->nodes.n;
            parent = tree->nodes.items[parent].parent;
        }
    }
}

/* A source that is being parsed. */
struct parsing {
    const char *source;
    uint32_t length;
    unsigned n_checks; /* calls of is_hopeless() */
    double deadline;   /* of thread_seconds() */
};

static const char *read_source(void *payload, uint32_t byte, TSPoint point, uint32_t *n_bytes)
{
    const struct parsing *parsing = payload;
    uint32_t start = byte < parsing->length ? byte : parsing->length;
    (void)point;
    *n_bytes = parsing->length - start;
    return parsing->source + start;
}

static double thread_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Called after each hundred steps of the parser. Returns whether to give it up. A parse asks for
 * some 150 bytes of memory for each byte of the source; only after an error it may copy all that it
 * has, and again after the next one. The limit of the time is for what this count does not show.
 * Who stops drops the result. */
static bool is_hopeless(TSParseState *state)
{
    enum { ENOUGH_FOR_ALL = 1 << 26, ENOUGH_FOR_BYTE = 1 << 10, CHECKS_PER_LOOK = 16 };
    struct parsing *parsing = state->payload;
    return n_allocated > ENOUGH_FOR_ALL + ENOUGH_FOR_BYTE * (uint64_t)parsing->length ||
           (++parsing->n_checks % CHECKS_PER_LOOK == 0 &&
            (thread_seconds() > parsing->deadline || interrupt_is_overdue()));
}

void syntax_share_time(struct syntax_parser *parser, bool is_shared)
{
    parser->deadline = is_shared ? thread_seconds() + SYNTAX_MAX_SECONDS : 0;
}

void syntax_parse(struct syntax_parser *parser, struct syntax_tree *tree, const char *source,
                  const struct lone_part *part)
{
    struct str *text = &parser->handed.text;
    handed_take(&parser->handed, source, part);
    translate_letters(text, parser->language);
    struct parsing parsing = {
        .source = str_text(text),
        .length = (uint32_t)text->length,
        .deadline = parser->deadline > 0 ? parser->deadline : thread_seconds() + SYNTAX_MAX_SECONDS,
    };
    tree->language = parser->language;
    array_clear(&tree->nodes);
    array_clear(&tree->errors);
    n_allocated = 0;
    TSTree *parsed = ts_parser_parse_with_options(
        parser->parser, NULL,
        (TSInput){.payload = &parsing, .read = read_source, .encoding = TSInputEncodingUTF8},
        (TSParseOptions){.payload = &parsing, .progress_callback = is_hopeless});
    tree->is_given_up = !parsed;
    tree->has_error = !parsed || ts_node_has_error(ts_tree_root_node(parsed));
    if (parsed)
        flatten(parser, tree, ts_tree_root_node(parsed));
    else
        ts_parser_reset(parser->parser); /* the next parse would resume this one */
    bool has_place = tree->errors.n > 0;
    tree->error_byte = has_place ? tree->nodes.items[tree->errors.items[0]].start_byte : 0;
    ts_tree_delete(parsed);
}

void syntax_tree_release(struct syntax_tree *tree)
{
    array_release(&tree->nodes);
    array_release(&tree->errors);
}

uint16_t syntax_kind_count(const struct language *language)
{
    return (uint16_t)ts_language_symbol_count(language->grammar());
}

const char *syntax_kind_name(const struct language *language, uint16_t kind)
{
    return ts_language_symbol_name(language->grammar(), kind);
}

const char *syntax_field_name(const struct language *language, uint16_t field)
{
    return field ? ts_language_field_name_for_id(language->grammar(), field) : NULL;
}

bool syntax_is_keyword(const struct language *language, const char *word, size_t length)
{
    return ts_language_symbol_for_name(language->grammar(), word, (uint32_t)length, false) != 0;
}

bool syntax_kind_is_named(const struct language *language, uint16_t kind)
{
    return ts_language_symbol_type(language->grammar(), kind) == TSSymbolTypeRegular;
}

struct token_text syntax_node_text(const struct syntax_tree *tree, const char *source,
                                   uint32_t index)
{
    const struct node *node = &tree->nodes.items[index];
    return (struct token_text){source + node->start_byte, node->end_byte - node->start_byte};
}

bool syntax_node_is(const struct syntax_tree *tree, uint32_t index, const char *kind_name)
{
    const char *name = syntax_kind_name(tree->language, tree->nodes.items[index].kind);
    return *name == *kind_name &&
           strcmp(name, kind_name) == 0; /* most differ in the first letter */
}

bool syntax_node_is_one_of(const struct syntax_tree *tree, uint32_t index,
                           const char *const *kind_names)
{
    return text_is_one_of(syntax_kind_name(tree->language, tree->nodes.items[index].kind),
                          kind_names);
}

bool syntax_node_follows(const struct syntax_tree *tree, uint32_t index, const char *kind_name)
{
    const struct node *nodes = tree->nodes.items;
    return index > 0 && nodes[index - 1].parent == nodes[index].parent &&
           syntax_node_is(tree, index - 1, kind_name);
}

uint32_t syntax_child(const struct syntax_tree *tree, uint32_t index, const char *kind_name,
                      const char *field_name)
{
    const struct node *nodes = tree->nodes.items;
    for (uint32_t child = index + 1; child < nodes[index].next; child = nodes[child].next)
        if ((!kind_name || syntax_node_is(tree, child, kind_name)) &&
            (!field_name || syntax_node_in_field(tree, child, field_name)))
            return child;
    return 0;
}

enum literal_kind syntax_literal(const struct language *language, uint16_t kind)
{
    const struct literal_rule *rule = language->categories.literals;
    if (!syntax_kind_is_named(language, kind))
        return LITERAL_NONE;
    while (rule->kind && strcmp(syntax_kind_name(language, kind), rule->kind) != 0)
        rule++;
    return rule->literal;
}

bool syntax_node_in_field(const struct syntax_tree *tree, uint32_t index, const char *field_name)
{
    const char *field = syntax_field_name(tree->language, tree->nodes.items[index].field);
    return field && strcmp(field, field_name) == 0;
}

unsigned syntax_grammar_abi(const struct language *language)
{
    return ts_language_abi_version(language->grammar());
}

void syntax_add_library(struct str *out)
{
    str_print(out, "tree-sitter %s (grammar ABI %d to %d)", RUNTIME_VERSION,
              TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION, TREE_SITTER_LANGUAGE_VERSION);
}
