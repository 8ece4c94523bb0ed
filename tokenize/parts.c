/* One pass over the tokens. In a language with blocks, the keyword at the start of a statement says
 * whether it is a definition. A definition ends where the block of its body closes; without a
 * block, it ends with its line. In a language with braces, the statement before a brace says what
 * the brace opens. */
#include "tokenize/parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *const part_kind_names[] = {"program", "function", "code"};

bool part_holds(const struct program_part *part, size_t byte)
{
    return part->bytes.start <= byte && byte < part->bytes.end;
}

/* Returns whether these bytes of a line are only blanks and comments. */
static bool says_nothing(const struct language *language, const char *bytes, size_t length)
{
    for (size_t i = 0, n; i < length; i += n) {
        n = is_code_blank(bytes[i]) ? 1 : lexer_comment(language, bytes + i, length - i);
        if (n == 0 || n > length - i)
            return n != 0;
    }
    return true;
}

/* Extends bytes to whole lines at both ends, unless the rest of these lines contains other code. */
static struct byte_range whole_lines(const struct program *program, struct byte_range bytes)
{
    const char *source = program->source;
    size_t start = code_line_start(source, bytes.start),
           end = code_line_end(source, program->length, bytes.end);
    if (code_after_blanks(source, bytes.start, start) == bytes.start)
        bytes.start = start;
    if (says_nothing(program->language, source + bytes.end, end - bytes.end))
        bytes.end = code_next_line(source, program->length, end);
    return bytes;
}

/* Returns the end of the comments in the lines after byte `end` that are indented to a column or
 * more. Returns `end` if the next line is not a comment, or is indented less. */
static size_t with_comments(const struct program *program, size_t end, size_t column)
{
    const char *source = program->source;
    size_t length = program->length, line = code_line_end(source, length, end);
    for (;;) {
        line = code_next_line(source, length, line);
        if (line >= length)
            return end;
        size_t line_end = code_line_end(source, length, line);
        size_t at = code_after_blanks(source, line_end, line);
        if (at < line_end && (lexer_comment(program->language, source + at, length - at) == 0 ||
                              code_indentation(source, line, at) < column))
            return end;
        end = at < line_end ? line_end : end;
        line = line_end;
    }
}

/* Returns the number of the new part, from 1. */
static size_t add_part(struct program_parts *parts, const struct program *program,
                       size_t first_token, enum part_kind kind)
{
    size_t start = program->tokens.items[first_token].start_byte;
    array_push(&parts->list, (struct program_part){.bytes = {start, start}, .kind = kind});
    return parts->list.n;
}

/* ---- In blocks ---- */

/* A definition whose end is not found yet. */
struct definition {
    size_t part;     /* index in the list */
    size_t n_blocks; /* open blocks around it */
    size_t column;   /* of its body; 0 before the body opens */
    bool has_body;
};

struct finding {
    struct program_parts *parts;
    const struct program *program;
    ARRAY(struct definition) open;
    size_t n_blocks;
    size_t run; /* index + 1 of the current run of statements; 0: none */
};

static struct token_text text_of(const struct finding *finding, size_t index)
{
    return program_token_text(finding->program, index);
}

static bool is_decorator(const struct finding *finding, size_t index)
{
    const char *sign = finding->program->language->parts.decorator;
    return sign && finding->program->tokens.items[index].kind == TOKEN_SIGN &&
           token_text_is(text_of(finding, index), sign);
}

/* Returns the index of the first token of the next line in the same block. */
static size_t next_line(const struct finding *finding, size_t index)
{
    while (index < finding->program->tokens.n &&
           finding->program->tokens.items[index].kind != TOKEN_LINE_END)
        index++;
    return index + 1;
}

/* Looks at the statement that starts at a token. Returns the index of the keyword if it is a
 * definition, otherwise of the token. */
static size_t start_statement(struct finding *finding, size_t first)
{
    const struct part_rules *rules = &finding->program->language->parts;
    size_t keyword = first;
    while (keyword < finding->program->tokens.n && is_decorator(finding, keyword))
        keyword = next_line(finding, keyword);
    if (program_has_word(finding->program, keyword, rules->modifiers))
        keyword++;
    bool is_function = program_has_word(finding->program, keyword, rules->functions);
    bool is_top = finding->n_blocks == 0;
    if (!is_function && !program_has_word(finding->program, keyword, rules->classes)) {
        if (is_top && !finding->run)
            finding->run = add_part(finding->parts, finding->program, first, PART_CODE);
        return first;
    }
    finding->run = is_top ? 0 : finding->run;
    if (is_function || is_top) {
        size_t part = add_part(finding->parts, finding->program, first,
                               is_function ? PART_FUNCTION : PART_CODE) -
                      1;
        array_push(&finding->open,
                   (struct definition){.part = part, .n_blocks = finding->n_blocks});
    }
    return keyword;
}

static void close_definition(struct finding *finding, size_t end)
{
    const struct definition *definition = &finding->open.items[--finding->open.n];
    struct program_part *part = &finding->parts->list.items[definition->part];
    part->bytes.end =
        definition->has_body ? with_comments(finding->program, end, definition->column) : end;
}

static void open_block(struct finding *finding, size_t next)
{
    const struct program *program = finding->program;
    struct definition *last = finding->open.n ? &finding->open.items[finding->open.n - 1] : NULL;
    if (last && !last->has_body && last->n_blocks == finding->n_blocks) {
        size_t byte = program->tokens.items[next].start_byte;
        last->has_body = true;
        last->column =
            code_indentation(program->source, code_line_start(program->source, byte), byte);
    }
    finding->n_blocks++;
}

/* Closes the definitions that end with the line or block that ends at a layout token. */
static void close_definitions(struct finding *finding, size_t index)
{
    const struct token *tokens = finding->program->tokens.items;
    bool opens =
        index + 1 < finding->program->tokens.n && tokens[index + 1].kind == TOKEN_BLOCK_OPEN;
    while (finding->open.n) {
        const struct definition *last = &finding->open.items[finding->open.n - 1];
        bool is_over = last->n_blocks == finding->n_blocks &&
                       (tokens[index].kind == TOKEN_BLOCK_CLOSE || (!last->has_body && !opens));
        if (!is_over)
            return;
        close_definition(finding, tokens[index].start_byte);
    }
}

static void find_in_blocks(struct program_parts *parts, const struct program *program)
{
    struct finding finding = {.parts = parts, .program = program};
    bool is_start = true;
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        if (token_is_layout(token)) {
            is_start = true;
            if (token->kind == TOKEN_BLOCK_OPEN)
                open_block(&finding, i + 1);
            finding.n_blocks -= token->kind == TOKEN_BLOCK_CLOSE;
            if (token->kind != TOKEN_BLOCK_OPEN)
                close_definitions(&finding, i);
            continue;
        }
        if (is_start)
            i = start_statement(&finding, i);
        is_start = false;
        if (finding.run)
            parts->list.items[finding.run - 1].bytes.end = program->tokens.items[i].end_byte;
    }
    array_release(&finding.open);
}

/* ---- Passes over braces ----
 *
 * `#if`, `#else` and `#endif` make groups, and one branch of a group is compiled. If each branch
 * opens a brace, one brace closes them all. So each branch begins where the group began, and what
 * comes after the group continues the first branch that has code besides directives. All branches
 * are read.
 *
 * A place is a few numbers, because braces are never removed from the list of all: each knows the
 * one around it. So a place is kept and restored in constant time, whatever a branch opens and
 * closes. */

/* Where a pass is. */
struct brace_place {
    size_t brace;         /* the innermost open one: its number in a list of all, from 1; 0: none */
    size_t head;          /* the first token of the current statement */
    size_t n_parentheses; /* open ones of this statement */
};

/* A group whose `#endif` has not come. */
struct branch_group {
    struct brace_place before, after; /* it, and its first branch with code */
    bool has_code, has_after;         /* the current branch; one that is over */
};

/* All zero before the pass. Release with array_release(&branches->open). */
struct branches {
    ARRAY(struct branch_group) open;
    size_t next; /* the token after the last directive */
};

/* A kept head: the directive was between two statements, and so is the one that restores it. */
#define BETWEEN SIZE_MAX

static struct brace_place kept_place(const struct brace_place *at, size_t token)
{
    struct brace_place kept = *at;
    kept.head = at->head == token ? BETWEEN : at->head;
    return kept;
}

static void restore(struct brace_place *at, const struct brace_place *kept, size_t token)
{
    *at = *kept;
    at->head = kept->head == BETWEEN ? token : kept->head;
}

static void end_branch(struct branch_group *group, const struct brace_place *at, size_t token)
{
    if (group->has_code && !group->has_after) {
        group->after = kept_place(at, token);
        group->has_after = true;
    }
    group->has_code = false;
}

static void end_group(struct branches *branches, struct brace_place *at, size_t token)
{
    struct branch_group group = branches->open.items[--branches->open.n];
    restore(at, group.has_after ? &group.after : &group.before, token);
    if (branches->open.n)
        branches->open.items[branches->open.n - 1].has_code |= group.has_after;
}

/* Passes the directive that begins at a token. Sets `at` to where the pass goes on: its head is the
 * token if the directive is between two statements. Returns the token after the directive. */
static size_t branches_pass(struct branches *branches, const struct program *program, size_t token,
                            struct brace_place *at)
{
    size_t n = branches->open.n;
    struct branch_group *group = n ? &branches->open.items[n - 1] : NULL;
    enum directive_kind kind = DIRECTIVE_OTHER;
    if (token + 1 < program->tokens.n)
        kind = directive_kind_of(program->language, program_token_text(program, token + 1));
    if (group && token > branches->next)
        group->has_code = true;
    branches->next = program_after_directive(program, token);
    if (kind == DIRECTIVE_IF) {
        array_push(&branches->open, (struct branch_group){.before = kept_place(at, token)});
    } else if (group && (kind == DIRECTIVE_ELIF || kind == DIRECTIVE_ELSE)) {
        end_branch(group, at, token);
        restore(at, &group->before, token);
    } else if (group && kind == DIRECTIVE_ENDIF) {
        end_branch(group, at, token);
        end_group(branches, at, token);
    }
    return branches->next;
}

/* What a token is to a pass over braces. */
enum brace_step { STEP_ON, STEP_OPENS, STEP_CLOSES, STEP_ENDS, STEP_DIRECTIVE };

/* Counts the parentheses of the statement. */
static enum brace_step step_at(const struct program *program, size_t index, struct brace_place *at)
{
    char sign = program_sign_at(program, index);
    if (program_after_directive(program, index) > index)
        return STEP_DIRECTIVE;
    at->n_parentheses += sign == '(';
    at->n_parentheses -= at->n_parentheses && sign == ')';
    bool ends = sign == ';' || program->tokens.items[index].kind == TOKEN_LINE_END;
    return sign == '{'                  ? STEP_OPENS
           : sign == '}'                ? STEP_CLOSES
           : ends && !at->n_parentheses ? STEP_ENDS
                                        : STEP_ON;
}

/* ---- In braces ----
 *
 * One pass over the tokens, in which each brace knows the one around it. The statement before a
 * brace says what the brace opens: parentheses after a name are those of a function, a keyword such
 * as `class` makes a container of functions, and so does `new A()`. Lines of the preprocessor are
 * left out, so a brace in a macro opens nothing.
 *
 * Each branch of a group of the preprocessor begins at the same place. If several end a part, the
 * last end counts. A part that begins in another branch than that which counts, and does not end in
 * it, is dropped: its rest is in the part of the branch that counts. */

enum brace_kind { BRACE_BLOCK, BRACE_FUNCTION, BRACE_CONTAINER };

struct brace {
    enum brace_kind kind;
    size_t part;               /* index + 1 of the part that it closes; 0: none */
    bool goes_on;              /* after it, the statement around it goes on */
    struct brace_place around; /* before it */
};

struct brace_finding {
    struct program_parts *parts;
    const struct program *program;
    const struct part_rules *rules;
    ARRAY(struct brace) braces; /* all that open */
    struct brace_place at;
    struct branches branches;
    size_t run;        /* index + 1 of the current run of statements at the top level; 0: none */
    size_t last_class; /* index + 1 of a class whose statement goes on after its brace; 0: none */
};

enum { MAX_LOOK = 1000 }; /* tokens of a statement that are looked at */

static bool is_word(const struct brace_finding *finding, size_t index)
{
    return finding->program->tokens.items[index].kind == TOKEN_WORD;
}

/* What a statement says about the brace after it. */
struct head {
    bool has_class;       /* a keyword such as `class`, and no function after it */
    bool has_parentheses; /* after a name, as of a function; or the keyword of one */
    bool has_value;       /* `=` */
    bool has_members;     /* `:` after the parentheses: A(int a) : b{a} */
    bool has_container;   /* a keyword such as `namespace` */
    struct token_text name;
};

/* Whether a word is spelled as macros are, without small letters, or as what compilers add. */
static bool is_macro(struct token_text word)
{
    bool is_reserved = word.length > 2 && memcmp(word.bytes, "__", 2) == 0;
    for (size_t i = 0; i < word.length && !is_reserved; i++)
        if (islower((unsigned char)word.bytes[i]))
            return false;
    return word.length > 1;
}

/* Takes a word before parentheses for the name of the function. There may be macros before and
 * after it; one that begins the statement is not a name. */
static void take_name(struct head *head, const struct brace_finding *finding, size_t word)
{
    struct token_text text = program_token_text(finding->program, word);
    bool is_better = !head->name.length || (is_macro(head->name) && !is_macro(text));
    if (is_better && !head->has_members && !(word == finding->at.head && is_macro(text)) &&
        !token_text_is_one_of(text, finding->program->language->tokens.keywords))
        head->name = text;
}

/* Returns how many lists in angle brackets are open after a token, of `n` before it. */
static size_t count_angles(const struct brace_finding *finding, size_t index, size_t n)
{
    const struct program *program = finding->program;
    char sign = program_sign_at(program, index);
    bool is_after_word = index > finding->at.head && is_word(finding, index - 1);
    if (!finding->rules->templates)
        return 0;
    n += sign == '<' && (n || is_after_word);
    return n -
           smaller(n, token_text_is(program_token_text(program, index), ">>") ? 2 : sign == '>');
}

static struct head read_head(const struct brace_finding *finding, size_t end)
{
    const struct program *program = finding->program;
    const struct part_rules *rules = finding->rules;
    struct head head = {0};
    size_t depth = 0, n_angles = 0, first = finding->at.head, word = first;
    bool is_after_name = false, has_function = false;
    if (end > first + MAX_LOOK)
        end = first + MAX_LOOK;
    for (size_t i = first; i < end; i++) {
        char sign = program_sign_at(program, i);
        bool is_outside = depth == 0 && n_angles == 0;
        size_t next = program_after_directive(program, i);
        if (next > i) {
            i = next - 1;
            continue;
        }
        if (is_outside && program_has_word(program, i, rules->operators) && i + 2 < end) {
            size_t start = program->tokens.items[i].start_byte;
            i += program_sign_at(program, i + 1) == '(' ? 2 : 1; /* operator() or operator= */
            head.name = (struct token_text){program->source + start,
                                            program->tokens.items[i].end_byte - start};
            is_after_name = true;
            continue;
        }
        if (is_outside && program_has_word(program, i, rules->classes)) {
            head.has_class = true;
        } else if (is_outside && sign == '(' && is_after_name) {
            bool is_of_class =
                i >= first + 2 && program_has_word(program, i - 2, rules->classes_with_parameters);
            head.has_parentheses = head.has_parentheses || !is_of_class;
            head.has_class = head.has_class && is_of_class;
            take_name(&head, finding, word);
        }
        head.has_container =
            head.has_container || (is_outside && program_has_word(program, i, rules->containers));
        has_function =
            has_function || (is_outside && program_has_word(program, i, rules->functions));
        head.has_value = head.has_value || (is_outside && sign == '=');
        head.has_members = head.has_members || (depth == 0 && head.has_parentheses && sign == ':');
        depth += sign == '(';
        depth -= depth && sign == ')';
        word = is_outside && is_word(finding, i) ? i : word;
        n_angles = depth ? n_angles : count_angles(finding, i, n_angles);
        is_after_name = is_word(finding, i) || sign == '>' ||
                        token_text_is(program_token_text(program, i), ">>");
    }
    if (rules->functions) {
        head.has_parentheses = has_function;
        head.has_class = head.has_class && !has_function;
    }
    return head;
}

/* Returns whether the brace at `index` comes after `new A<B>(...)`. */
static bool is_unnamed_class(const struct brace_finding *finding, size_t index)
{
    size_t at = index, depth = 0, first = finding->at.head;
    if (!finding->rules->creators || at <= first ||
        program_sign_at(finding->program, at - 1) != ')')
        return false;
    if (at > first + MAX_LOOK)
        first = at - MAX_LOOK;
    do {
        at--;
        depth += program_sign_at(finding->program, at) == ')';
        depth -= program_sign_at(finding->program, at) == '(';
    } while (depth && at > first);
    while (at-- > first) {
        if (program_has_word(finding->program, at, finding->rules->creators))
            return true;
        const struct token *token = &finding->program->tokens.items[at];
        if (!is_word(finding, at) &&
            !strchr(".,<>?[]", finding->program->source[token->start_byte]))
            return false;
    }
    return false;
}

static void end_part(struct brace_finding *finding, size_t part, size_t token)
{
    if (part)
        finding->parts->list.items[part - 1].bytes.end =
            finding->program->tokens.items[token].end_byte;
}

static bool is_in_container(const struct brace_finding *finding)
{
    size_t innermost = finding->at.brace;
    return !innermost || finding->braces.items[innermost - 1].kind == BRACE_CONTAINER;
}

static void open_brace(struct brace_finding *finding, size_t index)
{
    struct brace brace = {.around = finding->at};
    struct head head = read_head(finding, index);
    bool is_top = !finding->at.brace, is_in_list = finding->at.n_parentheses > 0;
    bool can_be_function = is_in_container(finding) && !is_in_list && !head.has_value;
    enum part_kind part = PART_PROGRAM; /* none */
    if (is_unnamed_class(finding, index)) {
        brace.kind = BRACE_CONTAINER;
        brace.goes_on = true;
    } else if (head.has_class && !head.has_value && !is_in_list) {
        brace.kind = BRACE_CONTAINER;
        part = is_top ? PART_CODE : PART_PROGRAM;
    } else if (can_be_function && head.has_members && is_word(finding, index - 1)) {
        brace.goes_on = true;
    } else if (can_be_function && head.has_parentheses && index &&
               program_has_word(finding->program, index - 1, finding->rules->classes)) {
        brace.goes_on = true; /* a type of a function: struct { */
    } else if (can_be_function && head.has_parentheses) {
        brace.kind = BRACE_FUNCTION;
        part = PART_FUNCTION;
    } else if (can_be_function && head.has_container) {
        brace.kind = BRACE_CONTAINER;
    } else {
        brace.goes_on = is_in_list || head.has_value ||
                        (is_in_container(finding) && index >= finding->at.head + 2);
    }
    if (part != PART_PROGRAM) {
        finding->run = is_top ? 0 : finding->run;
        brace.part = add_part(finding->parts, finding->program, finding->at.head, part);
        if (part == PART_FUNCTION)
            finding->parts->list.items[brace.part - 1].name = head.name;
    }
    array_push(&finding->braces, brace);
    finding->at = (struct brace_place){.brace = finding->braces.n, .head = index + 1};
}

static void close_brace(struct brace_finding *finding, size_t index)
{
    struct brace brace = {0};
    if (finding->at.brace)
        brace = finding->braces.items[finding->at.brace - 1];
    end_part(finding, brace.part, index);
    finding->at = brace.around;
    if (!brace.goes_on)
        finding->at.head = index + 1;
    bool ends_later = finding->rules->class_ends_later && brace.kind == BRACE_CONTAINER;
    finding->last_class = ends_later && !finding->at.brace ? brace.part : 0;
}

/* Ends a statement with a token. At the top level it is in a class, or in a run. */
static void end_statement(struct brace_finding *finding, size_t last)
{
    bool is_empty =
        finding->at.head == last && token_is_layout(&finding->program->tokens.items[last]);
    if (!finding->at.brace && !is_empty) {
        if (!finding->last_class && !finding->run)
            finding->run = add_part(finding->parts, finding->program, finding->at.head, PART_CODE);
        end_part(finding, finding->last_class ? finding->last_class : finding->run, last);
    }
    finding->last_class = 0;
    finding->at.head = last + 1;
}

/* Leaves a directive out, or ends it like a statement if it is between statements. Returns the
 * index of its last token, which is the line end. */
static size_t pass_directive(struct brace_finding *finding, size_t index)
{
    const struct program *program = finding->program;
    size_t next = branches_pass(&finding->branches, program, index, &finding->at);
    if (finding->at.head == index) {
        size_t last_class = finding->last_class;
        finding->last_class = 0;
        end_statement(finding, next - 1 - token_is_layout(&program->tokens.items[next - 1]));
        finding->last_class = last_class;
        finding->at.head = next;
    }
    return next - 1;
}

/* Ends the parts of braces that stay open at the end of the program, and drops the others without
 * an end. */
static void end_parts(struct brace_finding *finding)
{
    struct program_parts *parts = finding->parts;
    size_t n = 0;
    for (size_t brace = finding->at.brace; brace;) {
        const struct brace *open = &finding->braces.items[brace - 1];
        end_part(finding, open->part, finding->program->tokens.n - 1);
        brace = open->around.brace;
    }
    for (size_t i = 0; i < parts->list.n; i++)
        if (parts->list.items[i].bytes.end > parts->list.items[i].bytes.start)
            parts->list.items[n++] = parts->list.items[i];
    parts->list.n = n;
}

/* Adds the parts of a program, without the rest of their lines and in any order. */
static void find_in_braces(struct program_parts *parts, const struct program *program)
{
    struct brace_finding finding = {
        .parts = parts, .program = program, .rules = &program->language->parts};
    for (size_t i = 0; i < program->tokens.n; i++) {
        enum brace_step step = step_at(program, i, &finding.at);
        if (step == STEP_DIRECTIVE)
            i = pass_directive(&finding, i);
        else if (step == STEP_OPENS)
            open_brace(&finding, i);
        else if (step == STEP_CLOSES)
            close_brace(&finding, i);
        else if (step == STEP_ENDS)
            end_statement(&finding, i);
    }
    end_parts(&finding);
    array_release(&finding.braces);
    array_release(&finding.branches.open);
}

/* ---- All parts ---- */

static int by_start(const void *a, const void *b)
{
    const struct program_part *x = a, *y = b;
    int order = COMPARE(x->bytes.start, y->bytes.start);
    return order ? order : COMPARE(y->bytes.end, x->bytes.end);
}

void parts_find(struct program_parts *parts, const struct program *program)
{
    array_clear(&parts->list);
    if (program->language->tokens.layout_has_meaning)
        find_in_blocks(parts, program);
    else
        find_in_braces(parts, program);
    for (size_t i = 0; i < parts->list.n; i++)
        parts->list.items[i].bytes = whole_lines(program, parts->list.items[i].bytes);
    array_sort(&parts->list, by_start);
}

static bool starts_directive(const struct program *program, size_t token)
{
    char sign = program->language->tokens.directive;
    return sign && program_sign_at(program, token) == sign;
}

/* ---- Declarations ---- */

enum { LINES_AROUND = 10 }; /* of a place in a declaration; the others are left out */

static bool ends_declaration(const struct program *program, size_t token)
{
    char sign = program_sign_at(program, token);
    return token_is_layout(&program->tokens.items[token]) || (sign && strchr(";{}", sign));
}

/* Returns the lines of the directive around a byte, such as a macro, or else those of the
 * declaration that are near to it. */
static struct byte_range declaration_around(const struct program *program, size_t byte)
{
    const struct token *tokens = program->tokens.items;
    size_t n = program->tokens.n, token = program_token_from(program, byte);
    token -= token == n;
    size_t first = token, last = token;
    for (size_t i = token + 1, next; i-- > 0 && tokens[i].kind != TOKEN_LINE_END;)
        if ((next = program_after_directive(program, i)) > token) {
            first = i;
            last = next - 1;
        }
    if (last > token)
        return code_lines(program->source, program->length, tokens[first].start_byte,
                          tokens[last].start_byte);
    struct byte_range near =
        code_lines_around(program->source, program->length, tokens[token].start_byte,
                          tokens[token].end_byte, LINES_AROUND);
    while (first > 0 && tokens[first - 1].start_byte >= near.start &&
           !ends_declaration(program, first - 1))
        first--;
    while (last + 1 < n && tokens[last + 1].start_byte < near.end &&
           !ends_declaration(program, last))
        last++;
    last -= last > token && program_sign_at(program, last) == '}';
    return code_lines(program->source, program->length, tokens[first].start_byte,
                      tokens[last].end_byte);
}

struct program_part parts_enclosing(const struct program_parts *parts,
                                    const struct program *program, size_t byte)
{
    struct program_part found = {.bytes = {0, program->length}};
    for (size_t i = 0; i < parts->list.n; i++) {
        const struct program_part *part = &parts->list.items[i];
        if (part_holds(part, byte) && (part->kind == PART_FUNCTION || found.kind == PART_PROGRAM))
            found = *part;
    }
    if (found.kind != PART_FUNCTION && program->language->parts.has_declarations &&
        program->tokens.n)
        found =
            (struct program_part){.bytes = declaration_around(program, byte), .kind = PART_CODE};
    return found;
}

struct program_part parts_around(struct program_parts *parts, const struct program *program,
                                 size_t token)
{
    size_t n = program->tokens.n;
    const struct token *tokens = program->tokens.items;
    parts_find(parts, program);
    if (!n)
        return parts_enclosing(parts, program, 0);
    struct program_part part =
        parts_enclosing(parts, program, tokens[token < n ? token : n - 1].start_byte);
    size_t first = program_token_from(program, part.bytes.start);
    while (first + 1 < n && token_is_layout(&tokens[first]))
        first++;
    part.bytes.start = tokens[first].start_byte;
    return part;
}

/* Returns the first word from a token on that is not in parentheses; `end` if there is none. */
static size_t word_outside(const struct program *program, size_t token, size_t end)
{
    size_t depth = 0;
    for (; token < end && (depth || program->tokens.items[token].kind != TOKEN_WORD); token++) {
        char sign = program_sign_at(program, token);
        depth += sign == '(';
        depth -= depth && sign == ')';
    }
    return token;
}

/* The name follows the keyword, or the parentheses after it. In a language without a keyword, it
 * comes before the first parenthesis, unless that belongs to an annotation or to a directive. Heads
 * with templates were read for it. */
struct token_text part_function_name(const struct program_part *part, const struct program *program)
{
    const char *const *keywords = program->language->parts.functions;
    size_t first = program_token_from(program, part->bytes.start);
    size_t end = program_token_from(program, part->bytes.end);
    if (program->language->parts.templates)
        return part->name;
    for (size_t i = first; part->kind == PART_FUNCTION && i + 1 < end; i++) {
        size_t next = program_after_directive(program, i);
        if (next > i) {
            i = next - 1;
            continue;
        }
        bool is_name = program->tokens.items[i].kind == TOKEN_WORD;
        struct token_text text = program_token_text(program, i);
        if (keywords && is_name && token_text_is_one_of(text, keywords)) {
            size_t name = word_outside(program, i + 1, end);
            return name < end ? program_token_text(program, name) : (struct token_text){"", 0};
        }
        if (!keywords && is_name && token_text_is(program_token_text(program, i + 1), "(") &&
            !(i > first && token_text_is(program_token_text(program, i - 1), "@")))
            return text;
    }
    return (struct token_text){"", 0};
}

void parts_release(struct program_parts *parts)
{
    array_release(&parts->list);
    array_release(&parts->left_out[0]);
    array_release(&parts->left_out[1]);
}

/* ---- The context of a part ----
 *
 * One pass over the tokens before the part. Each block that opens has a header: the statement
 * before it. At the part, the headers of the blocks around it stay, and the imports in none of the
 * other blocks. */

struct context_piece {
    size_t first, last; /* tokens */
    size_t block;       /* number of the innermost block with it, or whose header it is; 0: none */
    bool is_header, is_kept;
};

struct context_block {
    struct brace_place around; /* before it */
    bool is_around_part;
};

struct context {
    const struct program *program;
    ARRAY(struct context_piece) pieces;
    ARRAY(struct context_block) blocks; /* all that open */
    ARRAY(struct token_text) words;     /* of the part, sorted */
    struct brace_place at;
    struct branches branches;
    size_t last_head; /* the first token of the statement that ended last */
};

static bool is_import(const struct context *context, size_t first, size_t last)
{
    bool is_directive = starts_directive(context->program, first);
    const char *const *head = context->program->language->parts.imports;
    if (first + is_directive > last)
        return false;
    struct token_text word = program_token_text(context->program, first + is_directive);
    while (*head && ((**head == '#') != is_directive || !token_text_is(word, *head + is_directive)))
        head++;
    return *head != NULL;
}

static void end_context_statement(struct context *context, size_t end)
{
    size_t head = context->at.head;
    if (head < end && is_import(context, head, end - 1))
        array_push(
            &context->pieces,
            (struct context_piece){.first = head, .last = end - 1, .block = context->at.brace});
    context->last_head = head;
    context->at.head = end + 1;
}

/* Opens a block whose header has these tokens; `end` is exclusive. */
static void open_context_block(struct context *context, size_t first, size_t end, size_t next)
{
    array_push(&context->blocks, (struct context_block){.around = context->at});
    context->at = (struct brace_place){.brace = context->blocks.n, .head = next};
    if (first < end)
        array_push(&context->pieces, (struct context_piece){.first = first,
                                                            .last = end - 1,
                                                            .block = context->at.brace,
                                                            .is_header = true});
}

static void close_context_block(struct context *context, size_t next)
{
    if (context->at.brace)
        context->at = context->blocks.items[context->at.brace - 1].around;
    context->at.head = next;
}

static void read_layout(struct context *context, size_t i)
{
    enum token_kind kind = context->program->tokens.items[i].kind;
    if (kind == TOKEN_BLOCK_OPEN)
        open_context_block(context, context->last_head, i - (i > 0), i + 1);
    else if (kind == TOKEN_BLOCK_CLOSE)
        close_context_block(context, i + 1);
    else
        end_context_statement(context, i);
}

/* Passes a directive, which may be inside a statement. Returns its last token. */
static size_t pass_context_directive(struct context *context, size_t i)
{
    size_t next = branches_pass(&context->branches, context->program, i, &context->at);
    size_t head = context->at.head;
    context->at.head = i;
    end_context_statement(context, next - 1);
    if (head != i)
        context->at.head = head;
    return next - 1;
}

static void gather(struct context *context, size_t end)
{
    const struct program *program = context->program;
    bool has_blocks = program->language->tokens.layout_has_meaning;
    for (size_t i = 0; i < end; i++) {
        enum brace_step step = has_blocks ? STEP_ON : step_at(program, i, &context->at);
        if (has_blocks && token_is_layout(&program->tokens.items[i]))
            read_layout(context, i);
        else if (step == STEP_DIRECTIVE)
            i = pass_context_directive(context, i);
        else if (step == STEP_OPENS)
            open_context_block(context, context->at.head, i + 1, i + 1);
        else if (step == STEP_CLOSES)
            close_context_block(context, i + 1);
        else if (step == STEP_ENDS)
            end_context_statement(context, i);
    }
}

/* Keeps only the pieces that are in no block but those around the part. */
static void keep_around_part(struct context *context)
{
    struct context_block *blocks = context->blocks.items;
    struct context_piece *pieces = context->pieces.items;
    size_t n = 0;
    for (size_t i = context->at.brace; i; i = blocks[i - 1].around.brace)
        blocks[i - 1].is_around_part = true;
    for (size_t i = 0; i < context->pieces.n; i++)
        if (!pieces[i].block || blocks[pieces[i].block - 1].is_around_part)
            pieces[n++] = pieces[i];
    context->pieces.n = n;
}

static int by_text(const void *a, const void *b)
{
    const struct token_text *x = a, *y = b;
    int order = COMPARE(x->length, y->length);
    return order ? order : memcmp(x->bytes, y->bytes, x->length);
}

static void take_words(struct context *context, size_t first, size_t part_end)
{
    const struct program *program = context->program;
    for (size_t i = first; i < program->tokens.n; i++) {
        if (program->tokens.items[i].start_byte >= part_end)
            break;
        if (program->tokens.items[i].kind == TOKEN_WORD)
            array_push(&context->words, program_token_text(program, i));
    }
    array_sort(&context->words, by_text);
}

/* Returns whether an import names something in the part, or does not say what it names. */
static bool is_of_part(const struct context *context, const struct context_piece *piece)
{
    const struct language *language = context->program->language;
    bool is_directive = starts_directive(context->program, piece->first);
    for (size_t i = piece->first; i <= piece->last; i++) {
        struct token_text text = program_token_text(context->program, i);
        if (is_directive || token_text_is_one_of(text, language->parts.import_all))
            return true;
        if (context->words.n && context->program->tokens.items[i].kind == TOKEN_WORD &&
            !token_text_is_one_of(text, language->tokens.keywords) &&
            bsearch(&text, context->words.items, context->words.n, sizeof text, by_text))
            return true;
    }
    return false;
}

static struct byte_range context_lines(const struct program *program,
                                       const struct context_piece *piece, size_t part_start)
{
    struct byte_range lines =
        code_lines(program->source, program->length, program->tokens.items[piece->first].start_byte,
                   program->tokens.items[piece->last].end_byte);
    lines.end = lines.end > part_start ? part_start : lines.end;
    return lines;
}

/* Keeps a piece if its lines are fewer than those that are left, and takes them from these. */
static void keep_piece(const struct context *context, struct context_piece *piece,
                       size_t part_start, size_t *n_left)
{
    const struct program *program = context->program;
    struct byte_range lines = context_lines(program, piece, part_start);
    struct position last = {.line = 1};
    text_position_advance(&last, program->source, program->length, lines.start, lines.end);
    if (last.line > *n_left || (!piece->is_header && !is_of_part(context, piece)))
        return;
    piece->is_kept = true;
    *n_left -= last.line;
}

static void add_kept(struct str *out, const struct context *context, size_t part_start)
{
    const struct program *program = context->program;
    size_t end = 0;
    for (size_t i = 0; i < context->pieces.n; i++) {
        const struct context_piece *piece = &context->pieces.items[i];
        struct byte_range lines = context_lines(program, piece, part_start);
        if (!piece->is_kept || (end && lines.start <= end))
            continue;
        str_add(out, program->source + lines.start, lines.end - lines.start);
        str_add_text(out, "\n");
        end = lines.end;
    }
}

void part_add_context(struct str *out, const struct program *program, struct byte_range part,
                      size_t n_lines)
{
    struct context context = {.program = program};
    size_t first = program_token_from(program, part.start);
    while (first < program->tokens.n && program->tokens.items[first].kind == TOKEN_BLOCK_OPEN)
        first++;
    gather(&context, first);
    keep_around_part(&context);
    take_words(&context, first, part.end);
    for (size_t i = context.pieces.n; i-- > 0;)
        if (context.pieces.items[i].is_header)
            keep_piece(&context, &context.pieces.items[i], part.start, &n_lines);
    for (size_t i = 0; i < context.pieces.n; i++)
        if (!context.pieces.items[i].is_header)
            keep_piece(&context, &context.pieces.items[i], part.start, &n_lines);
    add_kept(out, &context, part.start);
    array_release(&context.pieces);
    array_release(&context.blocks);
    array_release(&context.branches.open);
    array_release(&context.words);
}
