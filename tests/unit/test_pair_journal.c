/* A stopped run keeps the outcomes of a large unit that it has not finished: the next run does not
 * load those pairs again, and makes the same bytes. */
#include "base/interrupt.h"
#include "miner/mine_run.h"
#include "miner/pair_journal.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>

enum {
    N_PAIRS = 400,
    FIX = 10,     /* each so many pairs are a fix; */
    MISSING = 70, /* a version is missing; */
    TWO = 3,      /* the others differ in two tokens, or not at all */
};

static atomic_int n_loaded;
static int stop_at; /* the process is asked to stop when so many versions are loaded; 0: never */

static struct unit units[] = {{.id = "large", .n_bytes = N_PAIRS}};
static const struct source_kind large = {
    .name = "large", .unit = {"heap", "heaps"}, .listed = {"file", "files"}};

static void open_unit(void *context, const struct unit *unit, struct unit_content *content)
{
    (void)context;
    if (stop_at) /* until the outcomes of the unit are kept */
        usleep(1100000);
    sha256_hex(unit->id, strlen(unit->id), content->fingerprint);
    for (size_t i = 0; i < 2 * N_PAIRS; i++) {
        const char *id = arena_print(&content->arena, "%s%zu", i % 2 ? "" : "before-", i / 2);
        array_push(&content->versions, (struct version){.id = id,
                                                        .user = "ann",
                                                        .language = languages[0],
                                                        .original_language = "",
                                                        .date = (int64_t)i,
                                                        .line = i,
                                                        .history = i / 2,
                                                        .content_id = id});
    }
}

static void close_unit(void *context, struct unit_content *content)
{
    (void)context, (void)content;
}

static void load(void *context, const struct unit *unit, struct unit_content *content,
                 const struct version *version, struct program_text *source)
{
    size_t pair = version->line / 2, side = version->line % 2;
    (void)context, (void)unit, (void)content;
    if (++n_loaded == stop_at)
        for (kill(getpid(), SIGTERM); !interrupt_signal();)
            sched_yield(); /* the main thread handles it */
    source->reason = REJECT_NONE;
    str_set(&source->content, "x = %zu\ny = %zu\nz = %zu\n", pair, pair % FIX ? pair : pair + side,
            pair % FIX && pair % TWO ? side : 7);
    if (pair % FIX && pair % TWO)
        str_print(&source->content, "z = %zu\n", side);
    if (pair % MISSING == 1 || interrupt_signal())
        source->reason = REJECT_UNREADABLE;
    else
        program_text_take(source, version->language, false);
}

static int check(void *context, struct err *err)
{
    (void)context;
    return interrupt_signal() ? err_set(err, "stopped") : 0;
}

static int finish(void *context, const bool *is_chosen, struct db *store, struct source_end *end,
                  struct err *err)
{
    static struct input_errors none;
    (void)is_chosen, (void)store;
    *end = (struct source_end){.name = "large", .errors = &none};
    return check(context, err);
}

static int mine(const char *name, struct mine_result *result, struct err *err)
{
    const struct mine_request request = {
        .output = scratch_path(name),
        .options = {.languages = LANGUAGE_SET_DEFAULT,
                    .failing = FAILING_JUDGED,
                    .max_bytes = 1 << 20,
                    .max_pairs = 1000},
        .shard = {1, 1},
        .n_jobs = 2,
        .is_resuming = true,
    };
    const struct pair_source source = {
        .kind = &large,
        .units = units,
        .n_units = N_ITEMS(units),
        .listing_sha256 = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
        .open = open_unit,
        .close = close_unit,
        .load = load,
        .check = check,
        .finish = finish,
    };
    *result = (struct mine_result){0};
    n_loaded = 0;
    scoped(mine_run) *run = mine_run_new(&request, &large, result);
    return mine_run_begin(run, err) == 0 && mine_run_plan(run, &source, err) == 0 &&
                   mine_run_finish(run, err) == 0
               ? 0
               : ERR;
}

/* Mines in a process of its own, which is stopped. */
static void mine_a_part(const char *name, int n_loads)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        struct mine_result result;
        struct err err;
        interrupt_listen();
        stop_at = n_loads;
        _exit(mine(name, &result, &err) == 0 || !result.is_kept);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

TEST(pair_journal__spares_what_an_earlier_run_has_compared)
{
    struct mine_result result;
    struct err err;
    assert_success(mine("whole.db", &result, &err), err);
    assert_int_equal(n_loaded, 2 * N_PAIRS);
    assert_int_equal(result.progress.n_pairs, 0);
    int64_t n_kept = 0;
    static const int stops[] = {100, 300, 250};
    for (size_t i = 0; i < N_ITEMS(stops); i++) {
        mine_a_part("parts.db", stops[i]);
        scoped(str) count = output_of("sqlite3 \"$SCRATCH/parts.db.unfinished\" 'select count(*) "
                                      "from compared_pairs; select count(*) from problems'");
        int64_t n = strtoll(str_text(&count), NULL, 10);
        assert_true(n > n_kept && n < N_PAIRS);
        assert_contains(str_text(&count), "\n0\n");
        n_kept = n;
    }
    assert_success(mine("parts.db", &result, &err), err);
    assert_true(result.is_resumed);
    assert_int_equal(result.progress.n_pairs, n_kept);
    assert_int_equal(n_loaded, 2 * (N_PAIRS - n_kept));
    run_valid(NULL, "cd \"$SCRATCH\" && cmp whole.db parts.db");
}

/* What is missing may be there in the next run, and a fix is needed with its programs. */
TEST(pair_journal__keeps_rejections_for_what_is_read)
{
    struct pair_journal *journal = pair_journal_new();
    const struct version buggy = {.language = languages[0], .content_id = "a"};
    const struct version fixed = {.language = languages[0], .content_id = "b"}, unnamed = {0};
    struct db *db = store_made("kept.db");
    struct err err;
    for (int reason = 0; reason < N_REJECT_REASONS; reason++)
        pair_journal_add(journal, &buggy, &fixed, (enum reject_reason)reason);
    pair_journal_add(journal, &unnamed, &unnamed, REJECT_MULTI_TOKEN);
    assert_success(pair_journal_write(journal, db, &err), err);
    assert_int_equal(pair_journal_n_kept(journal), N_REJECT_REASONS - 1 - REJECT_TOO_LARGE);
    pair_journal_free(journal);
    db_close(db);
}
