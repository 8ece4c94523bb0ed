/* Scopes of Python: the nodes that open one, and the nodes that bind a name (Language Reference,
 * 4.2). */
#include "tokenize/languages/scope_rules.h"

#include <stddef.h>

static const struct scope_rule scopes[] = {
    {"module", SCOPE_MODULE, {NULL}, false},
    {"function_definition", SCOPE_FUNCTION, {"parameters", "body"}, false},
    {"lambda", SCOPE_LAMBDA, {"parameters", "body"}, false},
    {"class_definition", SCOPE_CLASS, {"body"}, true},
    {"list_comprehension", SCOPE_LEAKING, {NULL}, false},
    {"set_comprehension", SCOPE_COMPREHENSION, {NULL}, false},
    {"dictionary_comprehension", SCOPE_COMPREHENSION, {NULL}, false},
    {"generator_expression", SCOPE_COMPREHENSION, {NULL}, false},
    {0},
};

/* The last columns of a rule, by the effect of the names. */
#define BINDS(binding) false, NAME_WRITTEN, binding, PLACE_HERE
#define READS          false, NAME_READ, 0, PLACE_HERE
#define READS_OUTSIDE  false, NAME_READ, 0, PLACE_OUTSIDE
#define IS_NONE        false, NAME_NONE, 0, PLACE_HERE

static const struct name_rule names[] = {
    {"assignment", "left", NULL, NULL, BINDS(BINDING_ASSIGNED)},
    {"augmented_assignment", "left", NULL, NULL, false, NAME_READ_AND_WRITTEN, BINDING_ASSIGNED,
     PLACE_HERE},
    {"named_expression", "name", NULL, NULL, false, NAME_WRITTEN, BINDING_ASSIGNED,
     PLACE_ASSIGNMENT},
    {"type_alias_statement", "left", NULL, NULL, BINDS(BINDING_ASSIGNED)},
    {"delete_statement", NULL, NULL, NULL, BINDS(BINDING_DELETED)},
    {"for_statement", "left", NULL, NULL, BINDS(BINDING_LOOP)},
    {"for_in_clause", "left", NULL, NULL, BINDS(BINDING_COMPREHENSION)},
    {"for_in_clause", "right", NULL, NULL, false, NAME_READ, 0, PLACE_OUTSIDE_OF_FIRST},

    {"as_pattern", "alias", "except_clause", NULL, BINDS(BINDING_EXCEPTION)},
    {"as_pattern", "alias", "except_group_clause", NULL, BINDS(BINDING_EXCEPTION)},
    {"as_pattern", "alias", NULL, NULL, BINDS(BINDING_WITH)},
    {"as_pattern", NULL, NULL, "as", BINDS(BINDING_MATCH)},
    {"except_clause", "alias", NULL, NULL, BINDS(BINDING_EXCEPTION)}, /* Python 2: except E, e */

    {"global_statement", NULL, NULL, NULL, false, NAME_GLOBAL, 0, PLACE_HERE},
    {"nonlocal_statement", NULL, NULL, NULL, false, NAME_OUTER, 0, PLACE_HERE},

    {"function_definition", "name", NULL, NULL, BINDS(BINDING_FUNCTION)},
    {"class_definition", "name", NULL, NULL, BINDS(BINDING_CLASS)},
    {"parameters", NULL, NULL, NULL, BINDS(BINDING_PARAMETER)},
    {"lambda_parameters", NULL, NULL, NULL, BINDS(BINDING_PARAMETER)},
    {"default_parameter", "name", NULL, NULL, BINDS(BINDING_PARAMETER)},
    {"default_parameter", "value", NULL, NULL, READS_OUTSIDE},
    {"typed_default_parameter", "name", NULL, NULL, BINDS(BINDING_PARAMETER)},
    {"typed_default_parameter", NULL, NULL, NULL, READS_OUTSIDE},
    {"typed_parameter", "type", NULL, NULL, READS_OUTSIDE},
    {"typed_parameter", NULL, NULL, NULL, BINDS(BINDING_PARAMETER)},

    {"import_statement", "name", NULL, NULL, BINDS(BINDING_IMPORT)},
    {"import_from_statement", "module_name", NULL, NULL, IS_NONE},
    {"import_from_statement", "name", NULL, NULL, BINDS(BINDING_IMPORT)},
    {"future_import_statement", "name", NULL, NULL, BINDS(BINDING_IMPORT)},
    {"relative_import", NULL, NULL, NULL, IS_NONE},
    {"aliased_import", "name", NULL, NULL, IS_NONE},
    {"aliased_import", "alias", NULL, NULL, BINDS(BINDING_IMPORT)},

    /* The patterns of `case`: a name alone is a capture, one with dots is a value. */
    {"dotted_name", NULL, NULL, ".", IS_NONE},
    {"dotted_name", NULL, "case_pattern", NULL, true, NAME_WRITTEN, BINDING_MATCH, PLACE_HERE},
    {"dotted_name", NULL, "union_pattern", NULL, true, NAME_WRITTEN, BINDING_MATCH, PLACE_HERE},
    {"dotted_name", NULL, "keyword_pattern", NULL, true, NAME_WRITTEN, BINDING_MATCH, PLACE_HERE},
    {"dotted_name", NULL, "keyword_pattern", NULL, READS},
    {"keyword_pattern", NULL, NULL, NULL, IS_NONE},
    {"splat_pattern", NULL, NULL, NULL, BINDS(BINDING_MATCH)},

    {"attribute", "attribute", NULL, NULL, IS_NONE},
    {"keyword_argument", "name", NULL, NULL, IS_NONE},
    {"member_type", NULL, NULL, ".", IS_NONE},
    {0},
};

static const char *const patterns[] = {"pattern_list",
                                       "tuple_pattern",
                                       "list_pattern",
                                       "list_splat_pattern",
                                       "dictionary_splat_pattern",
                                       "as_pattern_target",
                                       "expression_list",
                                       "parenthesized_expression",
                                       "tuple",
                                       "list",
                                       "list_splat",
                                       "dotted_name",
                                       "type",
                                       "generic_type",
                                       NULL};

static const char *const binders[] = {
    "=",   "+=",  "-=",     "*=",     "/=",     "//=",    "%=",       "@=",   "&=",   "|=",
    "^=",  ">>=", "<<=",    "**=",    ":=",     ":",      "for",      "as",   "case", "class",
    "def", "del", "except", "global", "import", "lambda", "nonlocal", "type", NULL};

const struct scope_rules scope_rules_python = {
    .scopes = scopes,
    .names = names,
    .patterns = patterns,
    .wildcard_import = "wildcard_import",
    .binders = binders,
};
