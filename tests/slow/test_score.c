/* Scores agree with those of an independent program: Python's tokenizer judges, and Python
 * counts. */
#include "export/question.h"
#include "tests/support/test.h"

#define ORACLE "\"$SAMPLE/../oracle/"
#define PYTHON "PYTHONIOENCODING=utf-8 python3 " ORACLE

static void shell(const char *command)
{
    run_valid(NULL, "cd \"$SCRATCH\" && { %s; }", command);
}

/* Makes store.db, train.jsonl, gold.jsonl, and what the systems predict of it, of a dataset. */
static void prepare(const char *dataset, const char *ratio)
{
    run_valid(NULL,
              "cd \"$SCRATCH\" && rm -f store.db && \"$TOKFIX\" mine --language python -q %s -o "
              "store.db && "
              "\"$TOKFIX\" dedup store.db && \"$TOKFIX\" split store.db --seed 5 --ratio %s",
              dataset, ratio);
    shell("\"$TOKFIX\" export store.db --format pairs --split train -o train.jsonl --force");
    shell("\"$TOKFIX\" export store.db --format pairs --split test --negatives 1.0 --category all "
          "-o gold.jsonl --force");
    shell("for system in nothing frequent knowing patching sampling; do " PYTHON
          "score_systems.py\" $system train.jsonl gold.jsonl >$system.jsonl || exit; done");
}

/* Scores with these arguments of a shell, and compares with what the oracle says of the same files.
 * */
static void compare_at(int k, const char *arguments, const char *files)
{
    scoped(str) output =
        output_of("cd \"$SCRATCH\" && \"$TOKFIX\" score -q %s --k %d --json >score.json && " PYTHON
                  "score.py\" %d score.json %s",
                  arguments, k, k, files);
    /* one line alone: what is the same */
    if (!strstr(str_text(&output), " figures are the same; ") ||
        strchr(str_text(&output), '\n') != str_text(&output) + output.length - 1)
        fail_msg("tokfix score %s --k %d\n%s", arguments, k, str_text(&output));
    printf("note: %s --k %d: %s", arguments, k, str_text(&output));
}

static void compare(const char *arguments, const char *files)
{
    compare_at(1, arguments, files);
}

static void compare_all(void)
{
    compare("gold.jsonl --predictions nothing.jsonl --baseline frequent.jsonl",
            "gold.jsonl nothing.jsonl frequent.jsonl");
    compare("gold.jsonl --predictions frequent.jsonl --baseline nothing.jsonl -j 1",
            "gold.jsonl frequent.jsonl nothing.jsonl");
    compare("gold.jsonl --predictions frequent.jsonl --baseline knowing.jsonl -j 3",
            "gold.jsonl frequent.jsonl knowing.jsonl");
    compare("gold.jsonl --predictions frequent.jsonl --baseline knowing.jsonl "
            "--baseline nothing.jsonl --baseline frequent.jsonl",
            "gold.jsonl frequent.jsonl knowing.jsonl,nothing.jsonl,frequent.jsonl");
    compare("gold.jsonl --predictions patching.jsonl --baseline nothing.jsonl",
            "gold.jsonl patching.jsonl nothing.jsonl");
    compare_at(3, "gold.jsonl --predictions patching.jsonl", "gold.jsonl patching.jsonl");
    compare_at(2, "gold.jsonl --predictions knowing.jsonl --baseline frequent.jsonl",
               "gold.jsonl knowing.jsonl frequent.jsonl");
}

/* Pass@k. */
static void compare_samples(void)
{
    compare("gold.jsonl --predictions sampling.jsonl --pass-at 8,1,3", "gold.jsonl sampling.jsonl");
    compare_at(9, "gold.jsonl --predictions sampling.jsonl --pass-at 9",
               "gold.jsonl sampling.jsonl");
    compare_at(4, "gold.jsonl --predictions sampling.jsonl", "gold.jsonl sampling.jsonl");
}

static void compare_rewrites(void)
{
    shell(PYTHON "score_systems.py\" rewrite - gold.jsonl >rewrites.jsonl");
    shell(PYTHON "score_systems.py\" knowing - rewrites.jsonl >rewritten.jsonl");
    for (int k = 1; k <= 200; k += 199)
        compare_at(k,
                   "gold.jsonl --predictions knowing.jsonl --rewrites rewrites.jsonl "
                   "--rewrite-predictions rewritten.jsonl",
                   "gold.jsonl knowing.jsonl - rewrites.jsonl rewritten.jsonl");
}

TEST(score__of_the_sample_is_that_of_an_independent_program)
{
    if (!has_python("scores beside Python's"))
        skip();
    prepare("\"$SAMPLE/Project_CodeNet\"", "1:1:2");
    compare_all();
    compare_samples();
    compare_rewrites();
}

TEST(score__of_real_programs_is_that_of_an_independent_program)
{
    if (!has_atcoder("scores of AtCoder programs") || !has_python("scores beside Python's"))
        skip();
    prepare("\"$SHARED/data/atcoder\"", "8:1:1");
    compare_all();
    compare_samples();
    compare_rewrites();
}

/* What a model is asked. */
struct asked {
    const char *format, *task, *granularity;
};

/* Exports rows with ids, has them answered, and scores the answers. */
static void score_answer(const struct asked *asked)
{
    scoped(str) output = {0};
    const char *negatives = strcmp(asked->format, "preference") == 0 ? "" : "--negatives 1.0";
    run_valid(
        &output,
        "cd \"$SCRATCH\" && \"$TOKFIX\" export -q store.db --split test --category all "
        "--format %s --task %s --granularity %s %s -o rows.jsonl --force && " PYTHON
        "score_systems.py\" answer rows.jsonl >answers.jsonl && "
        "\"$TOKFIX\" score -q rows.jsonl --predictions answers.jsonl --json >score.json && " PYTHON
        "score_systems.py\" expect rows.jsonl score.json",
        asked->format, asked->task, asked->granularity, negatives);
    if (!strstr(str_text(&output), " figures are the same; "))
        fail_msg("%s %s %s\n%s", asked->format, asked->task, asked->granularity, str_text(&output));
}

static void score_answers(const struct asked *asked, size_t n)
{
    for (size_t i = 0; i < n; i++)
        score_answer(&asked[i]);
}

/* The whole loop: rows are exported, a made-up model answers, and what it has right is counted from
 * how its answers were made. */
TEST(score__of_answers_in_words_is_what_they_were_made_for)
{
    static const struct asked asked[] = {
        {"messages", "repair", "program"},
        {"prompt-completion", "repair", "function"},
        {"messages", "repair", "line"},
        {"preference", "repair-with-verdict", "function"},
        {"prompt-completion", "locate", "line"},
        {"prompt-completion", "locate-repair", "function"},
        {"messages", "locate-repair", "line"},
        {"messages", "explain", "program"},
        {"prompt-completion", "classify", "function"},
    };
    if (!has_python("scores beside Python's"))
        skip();
    prepare("\"$SAMPLE/Project_CodeNet\"", "1:1:2");
    score_answers(asked, N_ITEMS(asked));
}

TEST(score__of_answers_about_real_programs_holds)
{
    static const struct asked asked[] = {
        {"messages", "repair", "program"},
        {"messages", "repair", "function"},
        {"messages", "locate-repair", "line"},
    };
    if (!has_atcoder("answers about AtCoder programs") || !has_python("scores beside Python's"))
        skip();
    prepare("\"$SHARED/data/atcoder\"", "8:1:2");
    score_answers(asked, N_ITEMS(asked));
}

/* Every bug must be solved by the right answers, and no correct program flagged. */
static void score_perfect(const struct asked *asked)
{
    bool has_negatives =
        strcmp(asked->format, "preference") != 0 && strcmp(asked->task, "repair-with-verdict") != 0;
    run_valid(NULL,
              "cd \"$SCRATCH\" && \"$TOKFIX\" export -q store.db --split test --category all "
              "--format %s --task %s --granularity %s %s -o rows.jsonl --force && " PYTHON
              "score_systems.py\" perfect rows.jsonl >answers.jsonl && "
              "\"$TOKFIX\" score -q rows.jsonl --predictions answers.jsonl --format csv "
              ">score.csv && test "
              "$(grep -cE '^answers.jsonl,all,,[jr][a-z]*,1,([0-9]+),\\1,' score.csv) -gt 0 && "
              "grep -qE '^answers.jsonl,correct,,false_positive,1,[0-9]+,0,' score.csv",
              asked->format, asked->task, asked->granularity,
              has_negatives ? "--negatives 1.0" : "");
}

TEST(score__of_right_answers_is_perfect)
{
    static const char *const formats[] = {"messages", "prompt-completion", "preference"};
    static const char *const granularities[] = {"program", "function", "line"};
    size_t n = 0;
    if (!has_python("right answers"))
        skip();
    prepare("\"$SAMPLE/Project_CodeNet\"", "1:1:2");
    for (const struct question *const *question = questions; *question; question++)
        for (size_t i = 0; i < N_ITEMS(granularities); i++, n++) {
            size_t n_formats = N_ITEMS(formats) - !(*question)->is_repair; /* not preference */
            score_perfect(
                &(struct asked){formats[n % n_formats], (*question)->name, granularities[i]});
        }
    run_valid(NULL, "cd \"$SCRATCH\" && \"$TOKFIX\" export -q store.db --split test --category all "
                    "--format messages --mark-location -o rows.jsonl --force && " PYTHON
                    "score_systems.py\" perfect rows.jsonl >answers.jsonl && \"$TOKFIX\" score -q "
                    "rows.jsonl --predictions answers.jsonl --format csv >score.csv && "
                    "grep -E '^answers.jsonl,all,,repair,1,([0-9]+),\\1,' score.csv");
}

/* Ids, repairs and places that are odd are wrong, and no more. */
TEST(score__bears_hostile_predictions)
{
    scoped(str) output = {0}, lines = {0};
    shell("\"$TOKFIX\" mine --language python -q \"$SAMPLE/Project_CodeNet\" -o hostile.db --force "
          "&& "
          "\"$TOKFIX\" export hostile.db --format pairs --category all -o hostile.jsonl --force");
    for (int rank = 1; rank < 10; rank++) {
        static const char *const repairs[] = {"'''",   "(", "\\n", "\\u001b[2J",
                                              "x\\ny", "#", "\\\\"};
        str_print(&lines,
                  "{\"id\":\"p00001-s000000001-s000000002\",\"rank\":%d,\"line\":%d,\"column\":%d,"
                  "\"repair\":\"%s\"}\n",
                  rank, rank, rank % 3 * 4, repairs[(size_t)rank % N_ITEMS(repairs)]);
    }
    str_add_text(&lines, "{\"id\":\"\\u001b[31m\\u202e\"}\n{\"id\":\"\"}\n"
                         "{\"id\":\"p00001-s000000001-s000000002\",\"rank\":10,\"line\":7,"
                         "\"column\":8,\"repair\":\"");
    for (int i = 0; i < 1000000; i++)
        str_add_text(&lines, i % 2 ? "(" : "a");
    str_add_text(&lines, "\"}\n");
    write_test_file(scratch_path("odd.jsonl"), str_text(&lines), lines.length);
    run_valid(&output,
              "cd \"$SCRATCH\" && \"$TOKFIX\" score hostile.jsonl --predictions odd.jsonl");
    assert_contains(str_text(&output), "2 ids that the rows do not have");
    assert_null(strchr(str_text(&output), '\x1b'));
}
