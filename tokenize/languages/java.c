/* Java (grammar: tree-sitter-java). */
#include "tokenize/languages/c_family.h"

const struct TSLanguage *tree_sitter_java(void);

static const char *const skipped_kinds[] = {"line_comment", "block_comment", NULL};
static const char *const form[] = {",", ";", ":", "::", ".", "->", "@", NULL};

static const struct string_form strings[] = {
    {.quote = "\"\"\"", .has_lines = true}, {.quote = "\""}, {.quote = "'"}, {0}};
static const struct string_prefix prefixes[] = {{0}};

static const char *const compounds[] = {">>>=", ">>>", "<<=", ">>=", "...", "->", "::", "++", "--",
                                        "<<",   ">>",  "<=",  ">=",  "==",  "!=", "&&", "||", "+=",
                                        "-=",   "*=",  "/=",  "%=",  "&=",  "|=", "^=", NULL};
static const char *const joined[] = {NULL};

/* Control characters that names may contain (Character.isIdentifierIgnorable), except zero. */
static const char ignored_letters[] = "\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x11\x12"
                                      "\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x7f";

static const char *const keywords[] = {
    "_",       "abstract",  "assert",       "boolean",  "break",      "byte",    "case",
    "catch",   "char",      "class",        "const",    "continue",   "default", "do",
    "double",  "else",      "enum",         "extends",  "false",      "final",   "finally",
    "float",   "for",       "goto",         "if",       "implements", "import",  "instanceof",
    "int",     "interface", "long",         "native",   "new",        "null",    "package",
    "private", "protected", "public",       "return",   "short",      "static",  "strictfp",
    "super",   "switch",    "synchronized", "this",     "throw",      "throws",  "transient",
    "true",    "try",       "void",         "volatile", "while",      NULL};

static const char *const constants[] = {"null", "true", "false", NULL};

static const char *const imports[] = {"import", "package", "requires", NULL};
static const char *const import_all[] = {"*", "package", NULL};
static const char *const classes[] = {"class", "interface", "enum", "record", NULL};
static const char *const classes_with_parameters[] = {"record", NULL};
static const char *const creators[] = {"new", NULL};
static const char *const after_bodies[] = {"else", "while", "catch", "finally", NULL};

static const struct literal_rule literals[] = {
    {"decimal_integer_literal", LITERAL_INTEGER},
    {"hex_integer_literal", LITERAL_INTEGER},
    {"octal_integer_literal", LITERAL_INTEGER},
    {"binary_integer_literal", LITERAL_INTEGER},
    {"decimal_floating_point_literal", LITERAL_FLOAT},
    {"hex_floating_point_literal", LITERAL_FLOAT},
    {"character_literal", LITERAL_CHARACTER},
    {"string_literal", LITERAL_STRING},
    {"true", LITERAL_BOOLEAN},
    {"false", LITERAL_BOOLEAN},
    {"null_literal", LITERAL_NULL},
    {0},
};

static const struct number_type number_types[] = {
    {"", false, NUMBER_INTEGER, 0, false}, {"l", false, NUMBER_INTEGER, 1, false},
    {"f", false, NUMBER_SINGLE, 0, false}, {"d", false, NUMBER_DOUBLE, 0, false},
    {"", true, NUMBER_DOUBLE, 0, false},   {"f", true, NUMBER_SINGLE, 0, false},
    {"d", true, NUMBER_DOUBLE, 0, false},  {0},
};
static const struct escape_code escape_codes[] = {{'u', 4, 4, true, BRACED_NONE}, {0}};

static const char *const unread[] = {"case ~final",
                                     "_ ~, ~$ ~_", /* case A _, B _ -> */
                                     "case ~$ ~. $ (",
                                     "instanceof ~$ ~. $ (", /* patterns of records */
                                     "case ~$ ~. ~$ ~. $ (",
                                     "instanceof ~$ ~. ~$ ~. $ (",
                                     "| ~@ ~$ $",
                                     "~@ ~$ ...", /* annotations in unions and before varargs */
                                     NULL};

/* The grammar does not tell the class in `Math.max` from a variable. */
static const struct role_rule roles[] = {
    {.parent = "method_invocation", .field = "name", .previous = ".", .role = ROLE_ATTRIBUTE},
    {.parent = "method_invocation", .field = "name", .role = ROLE_FUNCTION},
    {.parent = "field_access", .field = "field", .role = ROLE_ATTRIBUTE},
    {.parent = "method_reference", .previous = "::", .role = ROLE_ATTRIBUTE},
    {.parent = "element_value_pair", .field = "key", .role = ROLE_KEYWORD_ARGUMENT},
    {.parent = "formal_parameter", .role = ROLE_PARAMETER},
    {.parent = "catch_formal_parameter", .role = ROLE_PARAMETER},
    {.parent = "variable_declarator",
     .field = "name",
     .grandparent = "spread_parameter",
     .role = ROLE_PARAMETER},
    {.parent = "variable_declarator", .field = "name", .role = ROLE_DEFINITION},
    {.parent = "enhanced_for_statement", .field = "name", .role = ROLE_DEFINITION},
    {.parent = "resource", .field = "name", .role = ROLE_DEFINITION},
    {.parent = "instanceof_expression", .field = "name", .role = ROLE_DEFINITION},
    {.parent = "type_pattern", .role = ROLE_DEFINITION},
    {.parent = "record_pattern_component", .role = ROLE_DEFINITION},
    {.parent = "inferred_parameters", .role = ROLE_PARAMETER},
    {.parent = "lambda_expression", .field = "parameters", .role = ROLE_PARAMETER},
    {.parent = "method_declaration", .role = ROLE_DEFINITION},
    {.parent = "constructor_declaration", .role = ROLE_DEFINITION},
    {.parent = "class_declaration", .role = ROLE_DEFINITION},
    {.parent = "interface_declaration", .role = ROLE_DEFINITION},
    {.parent = "enum_declaration", .role = ROLE_DEFINITION},
    {.parent = "record_declaration", .role = ROLE_DEFINITION},
    {.parent = "annotation_type_declaration", .role = ROLE_DEFINITION},
    {.parent = "enum_constant", .role = ROLE_DEFINITION},
    {.parent = "labeled_statement", .role = ROLE_DEFINITION},
    {.parent = "break_statement", .role = ROLE_DEFINITION},
    {.parent = "continue_statement", .role = ROLE_DEFINITION},
    {.parent = "scoped_identifier", .role = ROLE_IMPORT},
    {.parent = "import_declaration", .role = ROLE_IMPORT},
    {.parent = "package_declaration", .role = ROLE_IMPORT},
    {.parent = "marker_annotation", .role = ROLE_TYPE},
    {.parent = "annotation", .role = ROLE_TYPE},
    {.kind = "type_identifier", .parent = "type_parameter", .role = ROLE_DEFINITION},
    {.kind = "type_identifier", .role = ROLE_TYPE},
    {.kind = "integral_type", .role = ROLE_TYPE},
    {.kind = "floating_point_type", .role = ROLE_TYPE},
    {.kind = "boolean_type", .role = ROLE_TYPE},
    {.kind = "void_type", .role = ROLE_TYPE},
    {0},
};

static const char *const declarations[] = {"variable_declarator", "method_declaration",
                                           "class_declaration", "interface_declaration", NULL};
static const char *const array_sizes[] = {"dimensions_expr", NULL};
static const char *const format_functions[] = {"printf", "format", "formatted", NULL};

static const struct pattern_rules patterns = {
    .declarations = declarations,
    .modifiers = "modifiers",
    .array_sizes = array_sizes,
    .arguments = "argument_list",
    .format_functions = format_functions,
};

static const char *const statements[] = {"assert", "throw", NULL};
static const char *const printers[] = {"print", "write", NULL};
static const struct region_rules regions = {
    .statements = statements,
    .printers = printers,
    .asserting = usual_asserting,
    .checking = usual_checking,
    .expects_first = true,
};

static const char *const dialect_names[] = {"7", "8", "11", "17", "21", "24", "25", NULL};
enum { JAVA7 = 1, JAVA8, JAVA11, JAVA17, JAVA21, JAVA24, JAVA25, JAVA_UNKNOWN };

#define VERSION(number, dialect)                                  \
    {"Java" number, dialect}, {"Java (OpenJDK " number, dialect}, \
    {                                                             \
        "OpenJDK" number, dialect                                 \
    }

static const struct dialect_name_rule original_languages[] = {
    VERSION("1.7", JAVA7), VERSION("7", JAVA7),
    VERSION("1.8", JAVA8), VERSION("8", JAVA8),
    VERSION("11", JAVA11), VERSION("17", JAVA17),
    VERSION("21", JAVA21), VERSION("24", JAVA24),
    VERSION("25", JAVA25), {0},
};

/* ---- How programs are run ---- */

#define JAVA_ARCHIVE "main.jar"
/* The compiler; the virtual machine is beside it. */
static const char *const java_files[] = {"/usr/bin/javac", NULL};
/* Its settings are links into a folder of its version: 17 in Debian 12, 21 and 25 in Debian 13. */
static const char *const java_paths[] = {"/etc/alternatives", "/etc/java-17-openjdk",
                                         "/etc/java-21-openjdk", "/etc/java-25-openjdk", NULL};
static const char *const java_environment[] = {RUNTIME_ENVIRONMENT,
                                               "LD_LIBRARY_PATH=" RUNTIME_HOME "/lib", NULL};
#define JAVAC(memory)                                                                              \
    RUNTIME_HOME "/bin/javac", "-J-Xmx" memory, "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", \
        "-nowarn"
#define JAVA_OPTIONS "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"
#define JAVA         RUNTIME_HOME "/bin/java", "-Xmx1024m", "-D" RUNTIME_JUDGE "=true"
/* The memory is that of its server. */
static const char *const java_compile[] = {JAVAC("1024m"),
                                           "-encoding",
                                           "UTF-8",
                                           "-d",
                                           RUNTIME_FOLDER,
                                           RUNTIME_FOLDER "/" RUNTIME_FILE ".java",
                                           NULL};
static const char *const java_run[] = {JAVA,
                                       "-Xss256m",
                                       JAVA_OPTIONS,
                                       "-cp",
                                       RUNTIME_FOLDER "/" JAVA_ARCHIVE ":" RUNTIME_FOLDER,
                                       RUNTIME_CLASS,
                                       NULL};
static const char java_server_text[] = {
#include "tokenize/languages/runs/Runs.java.inc"
};
static const char java_compiler_text[] = {
#include "tokenize/languages/runs/Compile.java.inc"
};
#define JAVA_PREPARE JAVAC("512m"), "-d", RUNTIME_SHARED
static const char *const java_server_prepare[] = {JAVA_PREPARE, RUNTIME_SHARED "/Runs.java", NULL};
static const char *const java_compiler_prepare[] = {JAVA_PREPARE, RUNTIME_SHARED "/Compile.java",
                                                    NULL};
#define WORD_OF(NUMBER)     WORD_OF_IT(NUMBER)
#define WORD_OF_IT(NUMBER)  #NUMBER
#define JAVA_SERVER_OPTIONS JAVA_OPTIONS, "-XX:MinHeapFreeRatio=10", "-XX:MaxHeapFreeRatio=20"
static const char *const java_server_start[] = {
    JAVA,           JAVA_SERVER_OPTIONS, "-cp",         RUNTIME_SHARED,           "Runs",
    RUNTIME_FOLDER, JAVA_ARCHIVE,        RUNTIME_CLASS, WORD_OF(RUNTIME_FAST_MS), NULL};
static const char *const java_alone[] = {
    /* processes and threads */
    "exit", "halt", "Runtime", "ProcessHandle", "Thread", "Executors", "parallel", "parallelStream",
    "ForkJoinPool", "Timer", "CompletableFuture", "ThreadPoolExecutor",
    "ScheduledThreadPoolExecutor", "RecursiveTask", "RecursiveAction", "parallelSort",
    "parallelPrefix", "parallelSetAll",
    /* files and settings of the process */
    "File", "Files", "FileInputStream", "FileOutputStream", "FileReader", "FileWriter",
    "RandomAccessFile", "FileDescriptor", "FileChannel", "FileSystems", "Path", "Paths",
    "inheritedChannel", "Console", "console", "setDefault", "setProperty", "ManagementFactory",
    "\"/dev/stdin\"", "\"/dev/stdout\"", "\"/dev/stderr\"", "\"/dev/fd/0\"", "\"/dev/fd/1\"",
    "\"/dev/fd/2\"", "\"/proc/self/fd/0\"", "\"/proc/self/fd/1\"", "\"/proc/self/fd/2\"", NULL};
static const struct runtime_server java_server = {
    .shared = {"Runs.java", java_server_text, java_server_prepare},
    .compiler = {"Compile.java", java_compiler_text, java_compiler_prepare},
    .compiler_class = "Compile",
    .compiled = JAVA_ARCHIVE,
    .start = java_server_start,
    .alone = java_alone,
};
static const char *const java_memory[] = {"java.lang.OutOfMemoryError", NULL};

static const struct main_rules java_main = {
    .modifier = "public",
    .static_modifier = "static",
    .method = "main",
    .parameter = "String",
    .package = "package",
    .public_methods = "interface",
    .default_class = "Main",
};

static const struct runtime runtimes[] = {
    {
        .name = "Java",
        .package = "default-jdk-headless",
        .files = java_files,
        .version_argument = "--version",
        .file = RUNTIME_FILE ".java",
        .main = &java_main,
        .compile = java_compile,
        .run = java_run,
        .server = &java_server,
        .environments = {java_environment, java_environment},
        .paths = java_paths,
        .own_memory = 4096 * RUNTIME_MIB, /* each of its threads has the stack of the words */
        .own_addresses = 65536 * RUNTIME_MIB,
        .stack = 8 * RUNTIME_MIB,
        .memory_errors = java_memory,
    },
    {0},
};

static const char *const judge_words[] = {"java", "openjdk", "jdk", NULL};

static const struct dialect_rules dialects = {
    .names = dialect_names,
    .all = JAVA_UNKNOWN,
    .original_languages = original_languages,
};

const struct language language_java = {
    .name = "java",
    .codenet_name = "Java",
    .judge_words = judge_words,
    .extension = "java",
    .grammar_name = "tree-sitter-java",
    .grammar_version = GRAMMAR_VERSION_java,
    .grammar = tree_sitter_java,
    .skipped_kinds = skipped_kinds,
    .end_mark = '\x1a', /* Java Language Specification 3.5 */
    .has_any_encoding = true,
    .tokens =
        {
            .comments = c_comments,
            .strings = strings,
            .prefixes = prefixes,
            .escape = '\\',
            .numbers = {.is_preprocessing = true, .separator = '_'},
            .letters = "$",
            .later_letters = ignored_letters,
            .names = UTF8_NAMES_JAVA,
            .signs = "()[]{},:;.+-*/%&|^~<>=!?@",
            .compounds = compounds,
            .joined = joined,
            .unread = unread,
            .opening = "([{",
            .closing = ")]}",
            .methods_are_apart = true,
            .keywords = keywords,
            .constants = constants,
            .insertable = c_insertable,
            .form = form,
        },
    .parts =
        {
            .classes = classes,
            .imports = imports,
            .import_all = import_all,
            .classes_with_parameters = classes_with_parameters,
            .creators = creators,
            .after_bodies = after_bodies,
            .labels = c_labels,
        },
    .roles =
        {
            .identifier_kind = "identifier",
            .call_kind = "method_invocation",
            .call_function_field = "name",
            .call_object_field = "object",
            .rules = roles,
        },
    .categories =
        {
            .operators = c_operators,
            .literals = literals,
            .texts = C_OPERATOR_TEXTS,
            .number = c_read_number,
        },
    .values =
        {
            .numbers = number_types,
            .has_octal = true,
            .character = '\'',
            .escapes = "b\bs t\tn\nf\fr\r\\\\''\"\"",
            .codes = escape_codes,
            .max_octal = 0377,
            .strips_blocks = true,
            .units = UNITS_UTF16,
        },
    .dialects = &dialects,
    .patterns = &patterns,
    .regions = &regions,
    .runtimes = runtimes,
};
