/* See published.h. */
#include "tests/support/published.h"

#include "db/store.h"
#include "publish/commands.h"
#include "publish/data.h"
#include "publish/provenance.h"
#include "report/stats.h"
#include "tests/support/made_store.h"
#include "tests/support/run.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

#include <string.h>

static const struct made_fix fixes[] = {
    {"p1", "u1", "print(1)\n", "print(2)\n", false},
    {"p1", "u2", "x = 1\nprint(x)\n", "x = 2\nprint(x)\n", false},
    {"p1", "u1", "a = 3\n", "b = 3\n", false},
    {"p2", "u3", "y = 1 + 2\n", "y = 1 - 2\n", false},
    {"p2", "u1", "if x < 3:\n    pass\n", "if x > 3:\n    pass\n", false},
    {"p3", "u2", "while a and b:\n    pass\n", "while a or b:\n    pass\n", false},
};

struct db *published_store(const char *name, const char *sql)
{
    struct db *db;
    struct err err;
    made_store(name, fixes, N_ITEMS(fixes));
    db = made_store_open(name);
    assert_success(
        db_execute(db,
                   "INSERT INTO split_run VALUES (1, 'seed', '7', 8, 1, 1, 'problem', 0);"
                   "INSERT INTO splits SELECT fix_id, CASE problem_id WHEN 'p1' THEN 'train' "
                   "WHEN 'p2' THEN 'validation' ELSE 'test' END, CASE problem_id WHEN 'p1' THEN 1 "
                   "WHEN 'p2' THEN 4 ELSE 6 END FROM fix_details",
                   &err),
        err);
    if (sql)
        assert_success(db_execute(db, sql, &err), err);
    assert_success(db_execute(db, "COMMIT", &err), err);
    db_close(db);
    assert_success(store_open(&db, scratch_path(name), &err), err);
    return db;
}

struct json *published_json(const char *text)
{
    struct json *value;
    struct err err;
    assert_success(json_parse(&value, text, strlen(text), &err), err);
    return value;
}

void published_init(struct published *published, struct db *db)
{
    static const char *const creators[] = {"A"};
    struct err err;
    *published = (struct published){
        .names = {"six-fixes", "Six fixes", "1.2.3", license_of_codenet, "https://example.org/six",
                  NULL, creators, 1},
        .choice = export_choice_default(),
        .options = {.format = &export_format_pairs,
                    .n_threads = 2,
                    .view = {.task = export_tasks[0], .template = &published->template}},
    };
    assert_success(template_read(&published->template, "{code}", 6, "prompt", &err), err);
    array_push(&published->choice.categories.list, "other");
    published->check =
        published_json("{\"splits\": {\"pairs\": 6, \"closed_over\": \"problem\", \"preset\": "
                       "\"allamanis\", \"tests\": [{\"test\": \"no problem in two splits\", "
                       "\"violations\": 0}]}, \"benchmarks\": [], \"clean\": true}");
    assert_success(stats_collect(&published->stats, db, 0, &err), err);
    published->publication = (struct publication){.names = &published->names,
                                                  .options = &published->options,
                                                  .choice = &published->choice,
                                                  .stats = published->stats,
                                                  .check = published->check};
}

void published_fill(struct published *published, struct db *db, const char *folder)
{
    struct publication *publication = &published->publication;
    struct export_selection selection;
    struct str output = {0};
    struct err err;
    published_init(published, db);
    run_valid(&output, "rm -rf \"$SCRATCH/%s\"; mkdir -p \"$SCRATCH/%s/data\"", folder, folder);
    assert_success(export_select(&selection, db, &published->choice, &err), err);
    assert_success(data_write(publication, db, &selection, scratch_path(folder), 0, &err), err);
    assert_success(provenance_collect(&publication->store, db, &err), err);
    publication->commands =
        commands_make(publication->store, "tokfix publish bugs.db -o six-fixes");
    date_text(publication->date, publication->facts.last_date);
    export_selection_release(&selection);
    str_release(&output);
}

void published_release(struct published *published)
{
    publication_release(&published->publication);
    export_choice_release(&published->choice);
    template_release(&published->template);
    json_free(published->stats);
    json_free(published->check);
}

void assert_holds(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%s", part, text);
}
