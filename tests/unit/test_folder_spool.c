/* The file that was added first under a path is found, whatever the order of threads. */
#include "base/mem.h"
#include "base/thread.h"
#include "miner/codenet/folder.h"
#include "tests/support/test.h"

#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>

enum { MIB = 1 << 20 };

static struct spool *spool_made(void)
{
    struct spool *spool;
    assert_done(spool_new(&spool, scratch_path(""), &err));
    return spool;
}

/* Writes content in pieces of up to `most` bytes. */
static void write_bytes(struct spool *spool, const char *bytes, size_t length, size_t most)
{
    struct err err;
    for (size_t done = 0; done < length;) {
        size_t capacity;
        char *room = spool_room(spool, &capacity, &err);
        if (!room)
            fail_msg("%s", err.message);
        assert_true(capacity > 0);
        size_t n = length - done < most ? length - done : most;
        if (n > capacity)
            n = capacity;
        memcpy(room, bytes + done, n);
        spool_write(spool, n);
        done += n;
    }
}

static bool add_text(struct spool *spool, const char *path, const char *text)
{
    write_bytes(spool, text, strlen(text), SIZE_MAX);
    return spool_add(spool, path, SPOOL_FILE);
}

static void end_well(struct spool *spool)
{
    struct err err = {""};
    spool_end(spool, 0, &err);
    assert_success(spool_wait(spool, NULL, NULL, &err), err);
}

/* What a reader gets: the content, or "RESULT: reason". In a static buffer. */
static const char *read_of(struct spool *spool, const char *path, size_t max_bytes)
{
    static const char *const names[] = {"ok", "missing", "outside", "too large", "unreadable"};
    static struct str out;
    scoped(str) content = {0};
    struct err err = {""};
    str_add_text(&content, "what was in it before");
    enum beneath_result result = spool_read(spool, &content, path, max_bytes, &err);
    str_clear(&out);
    str_add_text(&out, "");
    if (result == BENEATH_OK)
        str_add(&out, str_text(&content), content.length);
    else
        str_print(&out, "%s: %s", names[result], err.message);
    return str_text(&out);
}

TEST(spool__gives_back_what_was_added)
{
    scoped(spool) *spool = spool_made();
    add_text(spool, "data/p1/Python/s1.py", "one");
    spool_add(spool, "data/p1", SPOOL_FOLDER);
    spool_add(spool, "data/p1/Python/s2.py", SPOOL_FILE); /* empty */
    add_text(spool, "metadata/p1.csv", "rows");
    spool_add(spool, "data/p1/Python/s3.py", SPOOL_TOO_LARGE);
    end_well(spool);
    static const struct {
        const char *path;
        size_t max_bytes;
        const char *result;
    } cases[] = {
        {"data/p1/Python/s1.py", 100, "one"},
        {"data/p1/Python/s1.py", 3, "one"},
        {"data/p1/Python/s1.py", 2, "too large: larger than 2 bytes"},
        {"data/p1/Python/s1.py", 0, "too large: larger than 0 bytes"},
        {"data/p1/Python/s2.py", 0, ""},
        {"metadata/p1.csv", 100, "rows"},
        {"data/p1/Python/s3.py", 100, "too large: larger than 100 bytes"},
        {"data/p1", 100, "unreadable: it is a folder"},
        {"data/p2", 100, "missing: No such file or directory"},
        {"", 100, "missing: No such file or directory"},
        {"data/p1/Python/s1.py/", 100, "missing: No such file or directory"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_string_equal(read_of(spool, cases[i].path, cases[i].max_bytes), cases[i].result);
}

/* A thread that begins to wait later gets what is there, even if nothing more comes. */
TEST(spool__passes_on_before_somebody_waits)
{
    scoped(spool) *spool = spool_made();
    char text[20001] = "";
    memset(text, 'x', sizeof text - 1);
    add_text(spool, "a", text);
    assert_done(spool_pass_on(spool, &err));
    alarm(60); /* instead of waiting for ever */
    assert_string_equal(read_of(spool, "a", sizeof text), text);
    alarm(0);
    end_well(spool);
}

TEST(spool__keeps_the_first_of_a_path)
{
    scoped(spool) *spool = spool_made();
    assert_true(add_text(spool, "a", "first"));
    assert_false(add_text(spool, "a", "second"));
    assert_false(spool_add(spool, "a", SPOOL_FOLDER));
    assert_false(spool_add(spool, "a", SPOOL_TOO_LARGE));
    assert_true(spool_add(spool, "b", SPOOL_FOLDER));
    assert_false(spool_add(spool, "b", SPOOL_FOLDER));
    assert_false(add_text(spool, "b", "later"));
    assert_true(spool_add(spool, "c", SPOOL_TOO_LARGE));
    assert_false(add_text(spool, "c", "later"));
    assert_true(add_text(spool, "d", "last")); /* what was dropped is not part of it */
    end_well(spool);
    assert_string_equal(read_of(spool, "a", 9), "first");
    assert_string_equal(read_of(spool, "b", 9), "unreadable: it is a folder");
    assert_string_equal(read_of(spool, "c", 9), "too large: larger than 9 bytes");
    assert_string_equal(read_of(spool, "d", 9), "last");
}

TEST(spool__drops_what_was_written_of_a_file_that_is_too_large)
{
    scoped(spool) *spool = spool_made();
    scoped_memory char *bytes = mem_alloc(3 * MIB, 1);
    write_bytes(spool, "part", 4, 1);
    spool_add(spool, "a", SPOOL_TOO_LARGE);
    add_text(spool, "b", "next");
    write_bytes(spool, bytes, 3 * MIB, SIZE_MAX);
    spool_add(spool, "c", SPOOL_TOO_LARGE);
    add_text(spool, "d", "last");
    end_well(spool);
    assert_string_equal(read_of(spool, "b", 9), "next");
    assert_string_equal(read_of(spool, "d", 9), "last");
}

/* Sizes around that of the buffer, in all orders of three. */
TEST(spool__holds_files_of_any_size)
{
    static const size_t sizes[] = {0, 1, MIB - 1, MIB, MIB + 1, 3 * MIB + 3};
    static const char *const names[] = {"0", "1", "2"};
    enum { N = N_ITEMS(sizes) };
    scoped_memory char *bytes = mem_alloc(6 * MIB, 1);
    for (size_t i = 0; i < 6 * MIB; i++)
        bytes[i] = (char)(i * 2654435761u >> 13);
    for (size_t order = 0; order < N * N * N; order++) {
        scoped(spool) *spool = spool_made();
        size_t n[3] = {sizes[order % N], sizes[order / N % N], sizes[order / N / N]};
        for (size_t i = 0; i < 3; i++) {
            write_bytes(spool, bytes + i, n[i], order % 2 ? SIZE_MAX : 300007);
            spool_add(spool, names[i], SPOOL_FILE);
        }
        end_well(spool);
        for (size_t i = 0; i < 3; i++) {
            scoped(str) content = {0};
            struct err err;
            assert_int_equal(spool_read(spool, &content, names[i], SIZE_MAX, &err), BENEATH_OK);
            assert_int_equal(content.length, n[i]);
            assert_true(memcmp(str_text(&content), bytes + i, n[i]) == 0);
        }
    }
}

static void take_name(void *context, const char *name, bool is_folder, uint64_t size)
{
    str_print(context, "%s%s %llu; ", name, is_folder ? "/" : "", (unsigned long long)size);
}

TEST(spool__lists_the_names_of_a_folder)
{
    static const struct text_case cases[] = {
        {"data/", "p2/ 0; p1/ 0; file 4; "},
        {"metadata/", "p1.csv 4; p9.csv 0; "},
        {"data/p1/", ""},
        {"data/p1/Python/", "s1.py 3; s2.py 0; "},
        {"dat/", ""},
        {"", "data/ 0; "},
        {"nothing/", ""},
    };
    scoped(spool) *spool = spool_made();
    spool_add(spool, "data/p2", SPOOL_FOLDER);
    add_text(spool, "metadata/p1.csv", "rows");
    spool_add(spool, "data/p1", SPOOL_FOLDER);
    add_text(spool, "data/p1/Python/s1.py", "one");
    add_text(spool, "data/p1/Python/s2.py", "");
    add_text(spool, "data/file", "text");
    spool_add(spool, "data", SPOOL_FOLDER);
    spool_add(spool, "data/p2", SPOOL_FOLDER);
    spool_add(spool, "metadata/p9.csv", SPOOL_TOO_LARGE);
    add_text(spool, "metadata/p1.csv", "again");
    end_well(spool);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) list = {0};
        const struct folder folder = {.spool = spool, .prefix = (char *)cases[i].given};
        folder_each_name(&folder, take_name, &list, NULL);
        assert_string_equal(str_text(&list), cases[i].expected);
    }
}

/* Somebody who waits for a path. */
struct waiter {
    struct spool *spool;
    const char *path;
    struct thread thread;
    atomic_bool is_done;
    enum beneath_result result;
    struct str content;
};

static void *wait_for_file(void *argument)
{
    struct waiter *waiter = argument;
    struct err err;
    waiter->result = spool_read(waiter->spool, &waiter->content, waiter->path, SIZE_MAX, &err);
    waiter->is_done = true;
    return NULL;
}

static void start_waiting(struct waiter *waiter, struct spool *spool, const char *path)
{
    *waiter = (struct waiter){.spool = spool, .path = path};
    assert_done(thread_start(&waiter->thread, wait_for_file, waiter, &err));
}

static void pause_ms(long time_ms)
{
    nanosleep(&(struct timespec){.tv_nsec = time_ms * 1000000}, NULL);
}

static void assert_gets(struct waiter *waiter, enum beneath_result result, const char *content)
{
    thread_join(&waiter->thread);
    assert_int_equal(waiter->result, result);
    assert_string_equal(str_text(&waiter->content), content);
    str_release(&waiter->content);
}

TEST(spool__lets_a_reader_wait_for_a_file)
{
    scoped(spool) *spool = spool_made();
    struct waiter early, late, never;
    struct err err = {""};
    start_waiting(&early, spool, "a");
    start_waiting(&late, spool, "b");
    start_waiting(&never, spool, "c");
    pause_ms(20);
    add_text(spool, "a", "one");
    assert_false(early.is_done || late.is_done || never.is_done);
    assert_success(spool_pass_on(spool, &err), err);
    assert_gets(&early, BENEATH_OK, "one");
    pause_ms(20);
    assert_false(late.is_done || never.is_done);
    add_text(spool, "b", "two");
    spool_end(spool, 0, &err);
    assert_gets(&late, BENEATH_OK, "two");
    assert_gets(&never, BENEATH_MISSING, "");
}

TEST(spool__lets_no_thread_wait_after_a_stop)
{
    scoped(spool) *spool = spool_made();
    struct waiter waiters[3];
    add_text(spool, "not passed on", "one");
    start_waiting(&waiters[0], spool, "a");
    start_waiting(&waiters[1], spool, "not passed on");
    pause_ms(20);
    assert_false(spool_is_stopped(spool));
    spool_stop(spool);
    start_waiting(&waiters[2], spool, "b");
    for (int i = 0; i < 3; i++)
        assert_gets(&waiters[i], BENEATH_MISSING, "");
    assert_true(spool_is_stopped(spool));
}

TEST(spool__says_how_it_ended)
{
    scoped(spool) *spool = spool_made();
    struct waiter waiter;
    struct err err = {""}, reason = {"the archive is damaged"};
    add_text(spool, "a", "one");
    assert_int_equal(spool_check(spool, &err), 0);
    start_waiting(&waiter, spool, "b");
    spool_end(spool, ERR, &reason);
    assert_gets(&waiter, BENEATH_MISSING, "");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(spool_wait(spool, NULL, NULL, &err), ERR);
        assert_string_equal(err.message, reason.message);
        err = (struct err){""};
        assert_int_equal(spool_check(spool, &err), ERR);
        assert_string_equal(err.message, reason.message);
        err = (struct err){""};
    }
}

static void note_files(void *context, uint64_t n_files)
{
    *(uint64_t *)context = n_files;
}

static void *add_slowly(void *argument)
{
    struct spool *spool = argument;
    struct err err = {""};
    scoped_memory char *bytes = mem_alloc(MIB, 1);
    for (int i = 0; i < 10; i++) {
        char path[16];
        snprintf(path, sizeof path, "%d", i);
        write_bytes(spool, bytes, MIB, SIZE_MAX);
        spool_add(spool, path, SPOOL_FILE);
        spool_add(spool, "folder", SPOOL_FOLDER); /* is not counted */
        pause_ms(2);
    }
    spool_end(spool, 0, &err);
    return NULL;
}

TEST(spool__reports_progress_to_threads_that_wait_for_the_end)
{
    scoped(spool) *spool = spool_made();
    struct thread thread;
    uint64_t n_files = 0;
    assert_done(thread_start(&thread, add_slowly, spool, &err));
    assert_done(spool_wait(spool, note_files, &n_files, &err));
    assert_int_equal(n_files, 10);
    thread_join(&thread);
}

/* A spool that ends after its waiting thread was called back several times. */
struct told {
    struct spool *spool;
    atomic_size_t n_calls;
};

static void count_call(void *context, uint64_t n_files)
{
    struct told *told = context;
    assert_int_equal(n_files, 1);
    told->n_calls++;
}

static void *end_when_told(void *argument)
{
    struct told *told = argument;
    struct err err = {""};
    while (told->n_calls < 3)
        pause_ms(1);
    spool_end(told->spool, 0, &err);
    return NULL;
}

TEST(spool__wakes_waiting_threads_when_nothing_more_comes)
{
    struct told told = {.spool = spool_made()};
    struct thread thread;
    uint64_t n_files = 0;
    add_text(told.spool, "a", "one");
    assert_false(spool_has_ended(told.spool, &n_files));
    assert_int_equal(n_files, 1);
    assert_done(thread_start(&thread, end_when_told, &told, &err));
    assert_done(spool_wait(told.spool, count_call, &told, &err));
    assert_true(spool_has_ended(told.spool, &n_files));
    assert_int_equal(n_files, 1);
    thread_join(&thread);
    spool_free(told.spool);
}

/* Files of random sizes, some of them twice, asked for in random orders by several at once. */
enum { N_FILES = 3000, N_READERS = 4 };

static size_t size_of(int number)
{
    return (size_t)number % 17 == 0 ? (size_t)number * 40 : (size_t)(number * 7919) % 900;
}

static char byte_of(int number, size_t place)
{
    return (char)(number * 31 + (int)place);
}

struct crowd {
    struct spool *spool;
    unsigned seed;
    atomic_size_t *n_wrong;
};

static void *read_in_any_order(void *argument)
{
    struct crowd *crowd = argument;
    scoped(str) content = {0};
    struct err err;
    int window = crowd->seed % 2 ? N_FILES : 50; /* far ahead, or near by */
    for (int i = 0; i < N_FILES; i++) {
        char path[16];
        int number = (i + rand_r(&crowd->seed) % window) % N_FILES;
        snprintf(path, sizeof path, "f%d", number);
        enum beneath_result result = spool_read(crowd->spool, &content, path, SIZE_MAX, &err);
        bool is_there = number % 10 != 3;
        bool is_right = result == (is_there ? BENEATH_OK : BENEATH_MISSING) &&
                        content.length == (is_there ? size_of(number) : 0);
        for (size_t at = 0; is_right && at < content.length; at++)
            is_right = content.text[at] == byte_of(number, at);
        *crowd->n_wrong += !is_right;
    }
    return NULL;
}

TEST(spool__gives_all_readers_the_same)
{
    for (unsigned round = 0; round < 4; round++) {
        scoped(spool) *spool = spool_made();
        struct crowd crowds[N_READERS];
        struct thread threads[N_READERS];
        atomic_size_t n_wrong = 0;
        scoped_memory char *bytes = mem_alloc(N_FILES * 40, 1);
        for (unsigned i = 0; i < N_READERS; i++) {
            crowds[i] = (struct crowd){spool, round * N_READERS + i, &n_wrong};
            assert_done(thread_start(&threads[i], read_in_any_order, &crowds[i], &err));
        }
        for (int i = 0; i < N_FILES; i++) {
            char path[16];
            snprintf(path, sizeof path, "f%d", i);
            for (size_t at = 0; at < size_of(i); at++)
                bytes[at] = byte_of(i, at);
            write_bytes(spool, bytes, size_of(i), 1000);
            if (i % 10 == 3)
                spool_add(spool, "dropped", SPOOL_TOO_LARGE);
            else
                spool_add(spool, path, SPOOL_FILE);
            if (i % 10 == 7)
                add_text(spool, path, "a second one");
            if (i % 50 == 0)
                assert_done(spool_pass_on(spool, &err));
        }
        end_well(spool);
        for (int i = 0; i < N_READERS; i++)
            thread_join(&threads[i]);
        assert_int_equal(n_wrong, 0);
    }
}

TEST(spool__leaves_nothing_in_its_folder)
{
    scoped(str) output = {0};
    run_valid(&output, "mkdir \"$SCRATCH/folder\"");
    struct spool *spool;
    assert_done(spool_new(&spool, scratch_path("folder"), &err));
    add_text(spool, "a", "one");
    run_valid(&output, "ls -A \"$SCRATCH/folder\"");
    assert_string_equal(str_text(&output), "");
    end_well(spool);
    run_valid(&output, "ls -A \"$SCRATCH/folder\"");
    assert_string_equal(str_text(&output), "");
    spool_free(spool);
    run_valid(&output, "rmdir \"$SCRATCH/folder\"");
}

TEST(spool__fails_where_no_file_can_be_made)
{
    struct spool *spool;
    struct err err = {""};
    assert_int_equal(spool_new(&spool, scratch_path("nowhere"), &err), ERR);
    assert_non_null(strstr(err.message, "cannot create a temporary file in '"));
    assert_non_null(strstr(err.message, "nowhere': No such file or directory"));
    spool_free(NULL);
}

/* A full disk, as a limit on the size of files shows it. */
TEST(spool__fails_when_it_cannot_write)
{
    struct rlimit before, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 100000;
    signal(SIGXFSZ, SIG_IGN);
    for (int is_in_room = 0; is_in_room < 2; is_in_room++) {
        scoped(spool) *spool = spool_made();
        struct waiter waiter;
        struct err err = {""};
        char *room = NULL;
        size_t n_added = 0;
        add_text(spool, "a", "one");
        start_waiting(&waiter, spool, "a");
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        if (is_in_room) {
            for (size_t capacity; (room = spool_room(spool, &capacity, &err)); n_added += capacity)
                spool_write(spool, capacity);
            assert_true(n_added >= 100000 && n_added < 10 * MIB);
            spool_end(spool, ERR, &err);
        } else {
            for (size_t capacity; n_added < 200000; n_added += 1000) {
                assert_non_null(spool_room(spool, &capacity, &err));
                assert_true(capacity >= 1000);
                spool_write(spool, 1000);
            }
            spool_end(spool, 0, &err);
        }
        err = (struct err){""};
        assert_int_equal(spool_wait(spool, NULL, NULL, &err), ERR);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_non_null(strstr(err.message, "cannot write a temporary file in '"));
        assert_non_null(strstr(err.message, "File too large"));
        thread_join(&waiter.thread);
        assert_int_equal(waiter.result, BENEATH_MISSING);
        str_release(&waiter.content);
    }
    signal(SIGXFSZ, SIG_DFL);
}
