/* One pass over the tokens, in which each brace knows the one around it. The statement before a
 * brace says what the brace opens: parentheses after a name are those of a function, a keyword such
 * as `class` makes a container of functions, and so does `new A()`. Lines of the preprocessor are
 * left out, so a brace in a macro opens nothing.
 *
 * Each branch of a group of the preprocessor begins at the same place. If several end a part, the
 * last end counts. A part that begins in another branch than that which counts, and does not end in
 * it, is dropped: its rest is in the part of the branch that counts. */
#include "tokenize/branches.h"
#include "tokenize/parts.h"

#include <string.h>

enum brace_kind { BRACE_BLOCK, BRACE_FUNCTION, BRACE_CONTAINER };

struct brace {
    enum brace_kind kind;
    size_t part;               /* index + 1 of the part that it closes; 0: none */
    bool goes_on;              /* after it, the statement around it goes on */
    struct brace_place around; /* before it */
};

struct finding {
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

static bool is_word(const struct finding *finding, size_t index)
{
    return finding->program->tokens.items[index].kind == TOKEN_WORD;
}

/* What a statement says about the brace after it. */
struct head {
    bool has_class;       /* a keyword such as `class`, and no function after it */
    bool has_parentheses; /* after a name, as of a function */
    bool has_value;       /* `=` */
    bool has_members;     /* `:` after the parentheses: A(int a) : b{a} */
    bool has_container;   /* a keyword such as `namespace` */
};

static struct head read_head(const struct finding *finding, size_t end)
{
    const struct program *program = finding->program;
    const struct part_rules *rules = finding->rules;
    struct head head = {0};
    size_t depth = 0, n_angles = 0, first = finding->at.head;
    bool is_after_name = false;
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
            i += program_sign_at(program, i + 1) == '(' ? 2 : 1; /* operator() or operator= */
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
        }
        head.has_container =
            head.has_container || (is_outside && program_has_word(program, i, rules->containers));
        head.has_value = head.has_value || (is_outside && sign == '=');
        head.has_members = head.has_members || (depth == 0 && head.has_parentheses && sign == ':');
        depth += sign == '(';
        depth -= depth && sign == ')';
        n_angles += sign == '<' &&
                    (n_angles || (i > first && program_has_word(program, i - 1, rules->templates)));
        n_angles -= n_angles && sign == '>';
        is_after_name = is_word(finding, i) || sign == '>';
    }
    return head;
}

/* Returns whether the brace at `index` comes after `new A<B>(...)`. */
static bool is_unnamed_class(const struct finding *finding, size_t index)
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

static size_t add_part(struct finding *finding, size_t first_token, enum part_kind kind)
{
    size_t start = finding->program->tokens.items[first_token].start_byte;
    array_push(&finding->parts->list, (struct program_part){{start, start}, kind});
    return finding->parts->list.n;
}

static void end_part(struct finding *finding, size_t part, size_t token)
{
    if (part)
        finding->parts->list.items[part - 1].bytes.end =
            finding->program->tokens.items[token].end_byte;
}

static bool is_in_container(const struct finding *finding)
{
    size_t innermost = finding->at.brace;
    return !innermost || finding->braces.items[innermost - 1].kind == BRACE_CONTAINER;
}

static void open_brace(struct finding *finding, size_t index)
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
        brace.part = add_part(finding, finding->at.head, part);
    }
    array_push(&finding->braces, brace);
    finding->at = (struct brace_place){.brace = finding->braces.n, .head = index + 1};
}

static void close_brace(struct finding *finding, size_t index)
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
static void end_statement(struct finding *finding, size_t last)
{
    if (!finding->at.brace) {
        if (!finding->last_class && !finding->run)
            finding->run = add_part(finding, finding->at.head, PART_CODE);
        end_part(finding, finding->last_class ? finding->last_class : finding->run, last);
    }
    finding->last_class = 0;
    finding->at.head = last + 1;
}

/* Leaves a directive out, or ends it like a statement if it is between statements. Returns the
 * index of its last token, which is the line end. */
static size_t pass_directive(struct finding *finding, size_t index)
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
static void end_parts(struct finding *finding)
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

void parts_find_in_braces(struct program_parts *parts, const struct program *program)
{
    struct finding finding = {
        .parts = parts, .program = program, .rules = &program->language->parts};
    for (size_t i = 0; i < program->tokens.n; i++) {
        char sign = program_sign_at(program, i);
        if (program_after_directive(program, i) > i)
            i = pass_directive(&finding, i);
        else if (sign == '(')
            finding.at.n_parentheses++;
        else if (sign == ')')
            finding.at.n_parentheses -= finding.at.n_parentheses > 0;
        else if (sign == '{')
            open_brace(&finding, i);
        else if (sign == '}')
            close_brace(&finding, i);
        else if (sign == ';' && !finding.at.n_parentheses)
            end_statement(&finding, i);
    }
    end_parts(&finding);
    array_release(&finding.braces);
    array_release(&finding.branches.open);
}
