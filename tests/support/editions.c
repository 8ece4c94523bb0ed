#include "tests/support/editions.h"

#include "db/store.h"
#include "base/json_yaml.h"
#include "export/publish/documents.h"
#include "export/publish/edition.h"
#include "report/stats.h"
#include "tests/support/run.h"
#include "tests/support/stores.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static const struct made_fix fixes[] = {
    {"p1", "u1", "print(1)\n", "print(2)\n", false},
    {"p1", "u2", "x = 1\nprint(x)\n", "x = 2\nprint(x)\n", false},
    {"p1", "u1", "a = 3\n", "b = 3\n", false},
    {"p2", "u3", "y = 1 + 2\n", "y = 1 - 2\n", false},
    {"p2", "u1", "if x < 3:\n    pass\n", "if x > 3:\n    pass\n", false},
    {"p3", "u2", "while a and b:\n    pass\n", "while a or b:\n    pass\n", false},
};

struct db *made_edition_store(const char *name, const char *sql)
{
    struct db *db;
    made_store(name, fixes, N_ITEMS(fixes));
    db = made_store_open(name);
    split_views_write(db);
    assert_done(db_execute(
        db,
        MADE_RUN "'seed', '7', 8, 1, 1, 'problem', 0);"
                 "INSERT INTO splits SELECT fix_key, CASE problem_id WHEN 'p1' THEN 'train' "
                 "WHEN 'p2' THEN 'validation' ELSE 'test' END, CASE problem_id WHEN 'p1' THEN 1 "
                 "WHEN 'p2' THEN 4 ELSE 6 END FROM fix_details",
        &err));
    if (sql)
        assert_done(db_execute(db, sql, &err));
    assert_done(db_execute(db, "COMMIT", &err));
    db_close(db);
    db = store_opened(name);
    return db;
}

void made_edition_init(struct made_edition *made, struct db *db)
{
    static const char *const creators[] = {"A"};
    *made = (struct made_edition){
        .names = {"six-fixes", "Six fixes", "1.2.3", license_of_codenet, "https://example.org/six",
                  NULL, creators, 1},
        .choice = FIX_CHOICE_DEFAULT,
        .options = {.format = &export_format_pairs,
                    .n_threads = 2,
                    .view = {.task = export_tasks[0]}},
    };
    array_push(&made->choice.filters[FILTER_CATEGORY].list, "other");
    made->choice.takes_made = true;
    made->check = json_of("{\"splits\": {\"pairs\": 6, \"grouped_by\": \"problem\", \"preset\": "
                          "\"allamanis\", \"tests\": [{\"test\": \"no problem in two splits\", "
                          "\"violations\": 0}]}, \"benchmarks\": [], \"clean\": true}");
    assert_done(stats_collect(&made->stats, db, &(struct stats_choice){0}, &err));
    made->edition = (struct edition){.names = &made->names,
                                     .options = &made->options,
                                     .choice = &made->choice,
                                     .stats = made->stats,
                                     .check = made->check,
                                     .is_codenet = true};
}

static void fill(struct made_edition *made, struct db *db, const char *folder, size_t n_sets)
{
    made_edition_init(made, db);
    struct published_set sets[] = {{"default", made->check}, {"cv", made->check}};
    struct publish_request request = {scratch_path(folder), false, 0,
                                      " -o six-fixes",      sets,  n_sets};
    run_valid(NULL, "rm -rf \"$SCRATCH/%s\"", folder);
    assert_done(publish_write(&made->edition, db, &request, &err));
    made->edition.n_others = 0;
}

void made_edition_fill(struct made_edition *made, struct db *db, const char *folder)
{
    fill(made, db, folder, 0);
}

void made_edition_fill_sets(struct made_edition *made, struct db *db, const char *folder)
{
    fill(made, db, folder, 2);
}

void edition_add_card(struct str *out, const struct edition *edition)
{
    scoped(card) card = {0};
    assert_done(card_make(&card, edition, &err));
    str_print(out, "---\n%s---\n%s%s", str_text(&card.front), str_text(&card.text),
              str_text(&card.uses));
}

void edition_add_citation(struct str *out, const struct edition *edition)
{
    scoped(json) *citation = NULL;
    assert_done(citation_make(&citation, edition, &err));
    json_to_yaml(out, citation);
}

void made_edition_release(struct made_edition *made)
{
    edition_release(&made->edition);
    fix_choice_release(&made->choice);
    json_free(made->stats);
    json_free(made->check);
}

void assert_holds(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%s", part, text);
}
