/* The options that say what is written and how: of the commands export and publish. */
#ifndef MINER_EXPORTING_H
#define MINER_EXPORTING_H

#include "export/export.h"
#include "miner/command.h"
#include "miner/progress.h"

#include <getopt.h>

enum {
    EXPORTING_FORMAT = 768,
    EXPORTING_FIM_STYLE,
    EXPORTING_TASK,
    EXPORTING_GRANULARITY,
    EXPORTING_CONTEXT,
    EXPORTING_MARK_LOCATION,
    EXPORTING_TEMPLATE,
    EXPORTING_NEGATIVES,
    EXPORTING_CATEGORY,
    EXPORTING_PATTERN,
    EXPORTING_ROLE,
    EXPORTING_STATUS,
    EXPORTING_LANGUAGE,
    EXPORTING_ORIGINAL_LANGUAGE,
    EXPORTING_DIALECT,
    EXPORTING_MIN_TOKENS,
    EXPORTING_MAX_TOKENS,
    EXPORTING_SINCE,
    EXPORTING_BEFORE,
    EXPORTING_REPAIR_IN_PROGRAM,
    EXPORTING_KEEP,
    EXPORTING_ONE_PER_CLUSTER,
    EXPORTING_SAMPLE,
    EXPORTING_BALANCE,
    EXPORTING_SEED,
    EXPORTING_SHUFFLE,
};

/* For the table of long options. */
#define EXPORTING_OPTIONS                                                            \
    {"format", required_argument, NULL, EXPORTING_FORMAT},                           \
        {"fim-style", required_argument, NULL, EXPORTING_FIM_STYLE},                 \
        {"task", required_argument, NULL, EXPORTING_TASK},                           \
        {"granularity", required_argument, NULL, EXPORTING_GRANULARITY},             \
        {"context", required_argument, NULL, EXPORTING_CONTEXT},                     \
        {"mark-location", no_argument, NULL, EXPORTING_MARK_LOCATION},               \
        {"template", required_argument, NULL, EXPORTING_TEMPLATE},                   \
        {"negatives", required_argument, NULL, EXPORTING_NEGATIVES},                 \
        {"category", required_argument, NULL, EXPORTING_CATEGORY},                   \
        {"pattern", required_argument, NULL, EXPORTING_PATTERN},                     \
        {"role", required_argument, NULL, EXPORTING_ROLE},                           \
        {"status", required_argument, NULL, EXPORTING_STATUS},                       \
        {"language", required_argument, NULL, EXPORTING_LANGUAGE},                   \
        {"original-language", required_argument, NULL, EXPORTING_ORIGINAL_LANGUAGE}, \
        {"dialect", required_argument, NULL, EXPORTING_DIALECT},                     \
        {"min-tokens", required_argument, NULL, EXPORTING_MIN_TOKENS},               \
        {"max-tokens", required_argument, NULL, EXPORTING_MAX_TOKENS},               \
        {"since", required_argument, NULL, EXPORTING_SINCE},                         \
        {"before", required_argument, NULL, EXPORTING_BEFORE},                       \
        {"repair-in-program", required_argument, NULL, EXPORTING_REPAIR_IN_PROGRAM}, \
        {"keep", required_argument, NULL, EXPORTING_KEEP},                           \
        {"one-per-cluster", required_argument, NULL, EXPORTING_ONE_PER_CLUSTER},     \
        {"sample", required_argument, NULL, EXPORTING_SAMPLE},                       \
        {"balance", required_argument, NULL, EXPORTING_BALANCE},                     \
        {"seed", required_argument, NULL, EXPORTING_SEED},                           \
    {                                                                                \
        "shuffle", required_argument, NULL, EXPORTING_SHUFFLE                        \
    }

/* For the help: what the rows look like, and which fixes there are. */
#define EXPORTING_ROWS_HELP                                                                        \
    "      --task TASK           what the model is asked (default: repair)\n"                      \
    "                              repair               buggy code -> fixed code\n"                \
    "                              locate               code -> place of the bug\n"                \
    "                              locate-repair        code -> place and repair\n"                \
    "                              classify             code -> category\n"                        \
    "                              explain              code -> a sentence: line 8: `<` should\n"  \
    "                                                   be `<=`\n"                                 \
    "                              repair-with-verdict  the verdict and the problem id in the\n"   \
    "                                                   prompt\n"                                  \
    "      --granularity HOW     how much it sees: program; function, the enclosing one, or the\n" \
    "                            run of statements at the top level; line, with context\n"         \
    "                            (default: program)\n"                                             \
    "      --context K           line: so many lines above and below (default: 3)\n"               \
    "      --mark-location       <START> and <END> around the buggy part\n"                        \
    "      --template FILE       prompts by this template (see below)\n"                           \
    "      --negatives X         correct programs, too, the fixed sides: X times as many as\n"     \
    "                            fixes, 0 to 1 (default: 0)\n"                                     \
    "      --fim-style STYLE     fim: neutral, starcoder or qwen (default: neutral)\n"

#define EXPORTING_FILTERS_HELP                                                                    \
    "      --category LIST       variable_misuse, binary_operator, comparison_operator,\n"        \
    "                            logical_operator, assignment_operator, literal, other, or\n"     \
    "                            all (default: the first six)\n"                                  \
    "      --pattern LIST        SStuB patterns: CHANGE_OPERAND, ...\n"                           \
    "      --role LIST           of the changed identifier: variable, function, ..., or none\n"   \
    "      --status LIST         verdicts of the failing submission: \"Wrong Answer\", ...\n"     \
    "      --language NAME       programming language\n"                                          \
    "      --original-language LIST   as the metadata has them: \"PyPy3 (7.3.0)\", ...\n"         \
    "      --dialect LIST        2, 3, both, or none\n"                                           \
    "      --min-tokens N, --max-tokens N   of the buggy program\n"                               \
    "      --since DATE, --before DATE      of the fixed submission, as YYYY-MM-DD (UTC) or\n"    \
    "                            Unix seconds; before: exclusive\n"                               \
    "      --repair-in-program yes|no       whether the repair is a token elsewhere in the\n"     \
    "                            program\n"                                                       \
    "      --keep LIST           what is left out by default: duplicates, conflicts, excluded,\n" \
    "                            or all\n"                                                        \
    "      --one-per-cluster KIND   of each exact, renamed, near or patch cluster the earliest\n" \
    "      --balance category    as many fixes of each category as of the rarest\n"               \
    "      --sample N            at most N fixes\n"                                               \
    "      --seed SEED           of sample, balance and negatives (default: 0)\n"

/* What the options say. */
struct exporting {
    struct export_choice choice;
    struct export_options options; /* template: `template`, once it is read */
    const char *template_path;     /* NULL: ours */
    bool has_context;              /* --context was given */
    struct template template;
    const char *categories, *fim_style;
    ARRAY(char *) lists; /* what names of the choice point into; owned */
    struct progress progress;
};

/* What the options are when none is given. Release with exporting_release(). */
void exporting_init(struct exporting *exporting);
void exporting_release(struct exporting *exporting);

/* Takes one of the options, whose value is `optarg`: EXIT_OK, or EXIT_USAGE with a message as
 * command_usage gives it; EXPORTING_NOT for any other code. */
enum { EXPORTING_NOT = -1 };
int exporting_set(const struct command *command, struct exporting *exporting, int code);

/* Completes what the command line left open: EXIT_OK, or EXIT_USAGE with a message. Reads the
 * template: EXIT_FAILED with a message. */
int exporting_complete(const struct command *command, struct exporting *exporting);

/* Takes the format that --format names. */
int exporting_set_format(const struct command *command, const struct export_format **format);

/* Takes the splits that --split names. */
int exporting_set_splits(const struct command *command, struct exporting *exporting);

/* Makes the options show progress on a terminal, and use so many threads. */
void exporting_show_progress(struct exporting *exporting, const char *label, int n_jobs);

/* Tells on standard error what was left out, and why. */
void exporting_tell(const struct command *command, const struct export_selection *selection,
                    const struct export_counts *counts);

#endif
