#include "tests/support/publishing.h"

#include "db/store.h"
#include "export/publish/publish.h"
#include "export/publish/manifest.h"
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

struct db *publishing_store(const char *name, const char *sql)
{
    struct db *db;
    made_store(name, fixes, N_ITEMS(fixes));
    db = made_store_open(name);
    assert_done(
        db_execute(db,
                   "INSERT INTO split_run VALUES (1, 'seed', '7', 8, 1, 1, 'problem', 0);"
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

void publishing_init(struct publishing *publishing, struct db *db)
{
    static const char *const creators[] = {"A"};
    *publishing = (struct publishing){
        .names = {"six-fixes", "Six fixes", "1.2.3", license_of_codenet, "https://example.org/six",
                  NULL, creators, 1},
        .choice = FIX_CHOICE_DEFAULT,
        .options = {.format = &export_format_pairs,
                    .n_threads = 2,
                    .view = {.task = export_tasks[0], .template = &publishing->template}},
    };
    assert_done(prompt_read(&publishing->template, "{code}", 6, "prompt", &err));
    array_push(&publishing->choice.categories, "other");
    publishing->choice.takes_made = true;
    publishing->check =
        json_of("{\"splits\": {\"pairs\": 6, \"grouped_by\": \"problem\", \"preset\": "
                "\"allamanis\", \"tests\": [{\"test\": \"no problem in two splits\", "
                "\"violations\": 0}]}, \"benchmarks\": [], \"clean\": true}");
    assert_done(stats_collect(&publishing->stats, db, 0, &err));
    publishing->publication = (struct publication){.names = &publishing->names,
                                                   .options = &publishing->options,
                                                   .choice = &publishing->choice,
                                                   .stats = publishing->stats,
                                                   .check = publishing->check,
                                                   .is_codenet = true};
}

void publishing_fill(struct publishing *publishing, struct db *db, const char *folder)
{
    struct publication *publication = &publishing->publication;
    scoped(fix_selection) selection = {0};
    publishing_init(publishing, db);
    run_valid(NULL, "rm -rf \"$SCRATCH/%s\"; mkdir -p \"$SCRATCH/%s/data\"", folder, folder);
    assert_done(fix_select(&selection, db, &publishing->choice, &err));
    assert_done(publish_write_data(publication, db, &selection, scratch_path(folder), 0, &err));
    assert_done(provenance_collect(&publication->store, db, &err));
    publication->commands = recipe_make(publication->store, " -o six-fixes");
    date_text(publication->date, publication->facts.last_date);
}

void publishing_release(struct publishing *publishing)
{
    publication_release(&publishing->publication);
    fix_choice_release(&publishing->choice);
    template_release(&publishing->template);
    json_free(publishing->stats);
    json_free(publishing->check);
}

void assert_holds(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%s", part, text);
}
