/* tokfix split: makes training, validation and test sets that do not leak. */
#include "base/date.h"
#include "commands/command_list.h"
#include "commands/database_access.h"
#include "commands/filter_options.h"
#include "commands/cli/command_line.h"
#include "guard/split.h"
#include "guard/ties.h"
#include "report/summaries.h"

#include <inttypes.h>
#include <string.h>

enum { LISTED_GROUPS = 10 };

struct arguments {
    const char *db, *set;
    struct split_options options;
    const char *imports[N_SPLITS]; /* files of the given splits */
    bool is_import;
    int64_t n_jobs;
    bool is_json;
    struct fix_choice choice; /* --region: what is placed */
};

/* SPLIT=FILE */
static int take_import(const struct command_option *option, const char *text, void *variable,
                       struct err *err)
{
    struct arguments *arguments = variable;
    size_t length = strcspn(text, "=");
    (void)option, (void)err;
    for (int i = 0; i < N_SPLITS; i++)
        if (strlen(split_names[i]) == length && memcmp(split_names[i], text, length) == 0 &&
            text[length] && text[length + 1] && !arguments->imports[i]) {
            arguments->imports[i] = text + length + 1;
            arguments->is_import = true;
            return 0;
        }
    return ERR;
}

/* Names of languages and splits would be ambiguous where the parts of a published set are named. */
static int take_set(const struct command_option *option, const char *text, void *variable,
                    struct err *err)
{
    (void)option, (void)err;
    *(const char **)variable = text;
    return split_set_is_name(text) && !language_find(text) ? 0 : ERR;
}

static int take_ratio(const struct command_option *option, const char *text, void *variable,
                      struct err *err)
{
    (void)option, (void)err;
    return split_ratio_read(variable, text);
}

/* Takes a day such as 2023-01-31 from the start of a text. */
static int take_day(int64_t *seconds, const char *text, size_t length)
{
    char day[DATE_TEXT_SIZE];
    if (length != DATE_TEXT_SIZE - 1)
        return ERR;
    memcpy(day, text, length);
    day[length] = '\0';
    return strchr(day, '-') ? date_parse(seconds, day) : ERR;
}

static int take_days(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    struct split_days *days = variable;
    size_t length = strcspn(text, ":");
    (void)option, (void)err;
    days->is_given = true;
    days->has_validation = text[length] != '\0';
    if (!days->has_validation)
        return take_day(&days->test_from, text, length);
    return take_day(&days->validation_from, text, length) == 0 &&
                   take_day(&days->test_from, text + length + 1, strlen(text + length + 1)) == 0 &&
                   days->validation_from < days->test_from
               ? 0
               : ERR;
}

static const struct command_option own_options[] = {
    {0, "split-set", "NAME",
     "name of the split set; a database can have several, and other commands choose one by it",
     SPLIT_SET_DEFAULT, TO_VARIABLE(const char *, arguments, set, take_set),
     .takes = "a name of at most 32 characters a-z, 0-9, _ and -, which is not that of a language "
              "or a split"},
    {0, "ratio", "A:B:C",
     "sizes of train, validation and test, also as A/B/C; A:B means train and test; 0.8:0.1:0.1 "
     "means 8:1:1",
     "8:1:1", .takes = "numbers such as 8:1:1, 0.8:0.1:0.1 or 9:1",
     TO_VARIABLE(int64_t, arguments, options.ratio[0], take_ratio)},
    {0, "folds", "K", "make K folds of the same size for cross-validation: fold1, fold2, ...",
     TO_NUMBER(arguments, options.n_folds, 2, MAX_FOLDS)},
    {0, "by-date", "DAY",
     "put fixes before DAY (YYYY-MM-DD, UTC) into train and the others into test; DAY:DAY: those "
     "between the two into validation",
     .takes = "a day such as 2023-01-31, or two days such as 2023-01-31:2023-06-30",
     TO_VARIABLE(struct split_days, arguments, options.days, take_days)},
    OPTION_SEED(arguments, options.seed),
    {0, "group-by", "LIST",
     "keep fixes that share one of these in the same split; the last two come from `tokfix dedup`\n"
     "problem: fixes of one problem\n"
     "user: fixes of one user\n"
     "problem-cluster: fixes of identical problems\n"
     "duplicates: exact, renamed and near duplicates, conflicting fixes, and fixes with the same "
     "program",
     "problem-cluster,duplicates", TO_BITS(arguments, options.ties, ties_name)},
    {0, "previous", "DB",
     "keep the splits of an earlier database, of its set of the same name; fixes grouped with one "
     "of its test fixes go to test",
     TO_TEXT(arguments, options.previous)},
    {0, "import", "SPLIT=FILE",
     "use a given split instead: FILE has one problem id per line; may be used once for each of "
     "train, validation and test",
     .takes = "SPLIT=FILE, once for each of train, validation and test", .take = take_import},
    {0, "json", NULL, "print the report as one JSON object", TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

static int make(const struct arguments *arguments, int64_t *n_moved, struct fix_account *account,
                struct db *db, struct err *err)
{
    scoped(progress) progress = {0};
    progress_watch(&progress, "splitting", db);
    if (store_view_split_set(db, arguments->set, err) != 0 ||
        split_leave_out(account, db, &arguments->choice, err) != 0)
        return ERR;
    return arguments->is_import ? split_import(db, arguments->imports, err)
                                : split_make(n_moved, db, &arguments->options, err);
}

static int count(struct json **summary, int64_t n_moved, struct db *db, struct err *err)
{
    scoped(progress) progress = {0};
    progress_watch(&progress, "counting", db);
    return split_summary_collect(summary, n_moved, db, LISTED_GROUPS, err);
}

/* Returns an option that was given and excludes `*one`, another one that was given; or NULL. */
static const char *find_contradiction(const char **one)
{
    static const struct {
        const char *name, *others;
    } rules[] = {
        {"import", "ratio,seed,group-by,previous,folds,by-date"},
        {"by-date", "ratio,seed,previous,folds"},
        {"folds", "ratio"},
    };
    struct command_line_option given;
    for (size_t rule = 0; rule < sizeof rules / sizeof *rules; rule++)
        for (size_t i = 0; command_line_has(rules[rule].name) && command_line_at(i, &given); i++)
            if (option_list_holds(rules[rule].others, given.option->name)) {
                *one = rules[rule].name;
                return given.option->name;
            }
    return NULL;
}

static int prepare(const struct command *command, void *variables, struct err *err)
{
    const char *one, *other = find_contradiction(&one);
    (void)variables, (void)err;
    return other ? command_usage(command, "--%s cannot be combined with --%s", one, other)
                 : EXIT_OK;
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    scoped(db) *db = NULL;
    scoped(json) *summary = NULL;
    scoped(str) chosen = {0};
    int64_t n_moved = 0;
    struct fix_account account;
    if (database_change(&db, arguments->db, err) != 0 ||
        make(arguments, &n_moved, &account, db, err) != 0 ||
        database_extend_splits(db, arguments->n_jobs, err) != 0 ||
        count(&summary, n_moved, db, err) != 0 || database_commit(db, err) != 0)
        return ERR;
    (arguments->is_json ? json_write_pretty : split_summary_print)(summary, stdout);
    filter_options_tell(command, &account, ADVISE_FILTERS);
    database_add_set(&chosen, arguments->set);
    if (!arguments->is_json)
        tell_next("tokfix check", arguments->db, str_text(&chosen));
    return EXIT_OK;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    {"Which fixes", filters_of_split, offsetof(struct arguments, choice)},
    {0}};

const struct command command_split = {
#include "commands/help/split.inc"
    .groups = groups,
    .operands = {"one database", 1, 1, .first = OPTION_AT(const char *, arguments, db)},
    .if_stopped = "nothing was changed",
    ARGUMENTS(arguments, .choice = FIX_CHOICE_ALL),
    .prepare = prepare,
    .run = run,
};
