/* One share per line, so that tools can group and pivot them. */
#include "score/score.h"

#include "score/score_cells.h"

#include <math.h>

static void print_number(double number, FILE *out)
{
    if (!isnan(number))
        fprintf(out, ",%.17g", number);
    else
        fputc(',', out);
}

static void print_share(const char *system, const char *category, const char *score, double k,
                        double n, const struct json *share, FILE *out)
{
    if (json_kind(share) != JSON_OBJECT)
        return; /* the task does not ask for this */
    fprintf(out, "%s,%s,%s,%.0f,%.0f,%.0f", system, category, score, k, score_cells_whole(share, n),
            score_number(share, "right"));
    print_number(score_number(share, "share"), out);
    print_number(score_number(share, "low"), out);
    print_number(score_number(share, "high"), out);
    fputc('\n', out);
}

/* If the place was given, there is only one score, the repair. */
static void print_row(const char *system, const char *category, const struct json *row,
                      bool is_place_given, FILE *out)
{
    static const char *const keys[] = {"joint", "localisation", "repair"};
    json_each(rank, json_get(row, "ranks"))
        for (size_t i = is_place_given; i < sizeof keys / sizeof *keys; i++)
            print_share(system, category, keys[i], score_number(rank, "k"), score_number(row, "n"),
                        json_get(rank, keys[i]), out);
}

static void print_flagged(const char *system, const char *category, const struct json *flagged,
                          FILE *out)
{
    json_each(rank, json_get(flagged, "ranks"))
        print_share(system, category, "false_positive", score_number(rank, "k"),
                    score_number(flagged, "n"), json_get(rank, "flagged"), out);
}

static void print_plausible(const char *system, const struct json *plausible, FILE *out)
{
    static const char *const keys[] = {"exact", "plausible"};
    json_each(rank, json_get(plausible, "ranks"))
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            print_share(system, "executed", keys[i], score_number(rank, "k"),
                        score_number(plausible, "n"), json_get(rank, keys[i]), out);
}

static void print_system(const char *system, const struct json *score, FILE *out)
{
    bool is_place_given = json_is_true(json_get(json_get(score, "inputs"), "place_given"));
    json_each(row, json_get(score, "bugs"))
        print_row(system, json_text_at(row, "category"), row, is_place_given, out);
    print_flagged(system, "correct", json_get(score, "false_positives"), out);
    print_plausible(system, json_get(score, "plausible"), out);
    json_each(language, json_get(score, "languages")) {
        const struct json *bugs = json_get(language, "bugs");
        const char *name = json_text_at(language, "language");
        scoped(str) all = {0}, correct = {0};
        str_print(&all, "all (%s)", name);
        str_print(&correct, "correct (%s)", name);
        print_row(system, str_text(&all), json_item(bugs, json_count(bugs) - 1), is_place_given,
                  out);
        print_flagged(system, str_text(&correct), json_get(language, "false_positives"), out);
    }
}

/* Published shares, which have no counts. */
static void print_thesis(const struct json *rows, FILE *out)
{
    static const struct {
        const char *key, *category, *score;
    } measures[] = {{"joint", "all", "joint"},
                    {"localisation", "all", "localisation"},
                    {"repair", "all", "repair"},
                    {"false_positives", "correct", "false_positive"}};
    json_each(row, rows)
        for (size_t i = 0; i < sizeof measures / sizeof *measures; i++) {
            double percent = score_number(row, measures[i].key);
            if (!isnan(percent))
                fprintf(out, "\"thesis table %s, %s\",%s,%s,1,,,%.4f,,\n",
                        json_text_at(row, "table"), json_text_at(row, "training"),
                        measures[i].category, measures[i].score, percent / 100);
        }
}

void score_print_csv(const struct json *score, FILE *out)
{
    fputs("system,category,score,k,n,right,share,low,high\n", out);
    print_system("system", score, out);
    print_thesis(json_get(score, "thesis"), out);
    int number = 0;
    json_each(one, json_get(score, "baselines")) {
        scoped(str) system = {0};
        str_add_text(&system, "baseline");
        if (++number > 1)
            str_print(&system, "%d", number);
        print_system(str_text(&system), one, out);
    }
}
