/* A folder gives the same on disk and in a spool, and a spool what was added first under a path,
 * whatever the order of threads. */
#include "miner/codenet/folder.h"

#include "base/thread.h"
#include "tests/support/codenet.h"
#include "tests/support/test.h"

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>

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
    for (size_t done = 0, capacity; done < length;) {
        char *room = spool_room(spool, &capacity, &err);
        if (!room)
            fail_msg("%s", err.message);
        assert_true(capacity > 0);
        size_t n = length - done < most ? length - done : most;
        n = n < capacity ? n : capacity;
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

static void take_name(void *context, const char *name, bool is_folder, uint64_t size)
{
    char *at = context;
    if (name[0] != '.') /* "." and ".." are not in a spool */
        at[atoi(name + 1)] = is_folder ? '/' : (char)('0' + size);
}

/* The names of a folder, by their numbers: '/' or the number of bytes. */
static void list_names(char *names, const struct folder *root, const char *path)
{
    scoped(folder) folder = {0};
    struct err err = {""};
    assert_int_equal(folder_open(&folder, root, path, &err), BENEATH_OK);
    for (int again = 0; again < 2; again++) {
        memcpy(names, "-----", 6);
        assert_success(folder_each_name(&folder, take_name, names, &err), err);
    }
}

static const struct {
    const char *path, *content; /* NULL: a folder */
} files[] = {
    {"metadata/p1.csv", "rows"},
    {"metadata/p2.csv", ""},
    {"data/p1", NULL},
    {"data/p1/Python/s1.py", "print(1)"},
    {"data/p1/Python/s2.py", ""},
    {"data/p1/Python/s3.py", "a source that is long"},
    {"data/p2/Python/s4.py", "x"},
    {"data/p2", NULL},
    {"data/p1/Python/s9.py", NULL},
    {"data/p3", NULL},
};

static const struct {
    const char *folder, *name, *content;
    size_t max_bytes;
    enum beneath_result result;
    const char *reason;
} reads[] = {
    {"metadata", "p1.csv", "rows", 4, BENEATH_OK, ""},
    {"metadata", "p1.csv", "", 3, BENEATH_TOO_LARGE, "larger than 3 bytes"},
    {"metadata", "p2.csv", "", 0, BENEATH_OK, ""},
    {"metadata", "p9.csv", "", 9, BENEATH_MISSING, "No such file or directory"},
    {"data/p1/Python", "s1.py", "print(1)", 99, BENEATH_OK, ""},
    {"data/p1/Python", "s3.py", "", 10, BENEATH_TOO_LARGE, "larger than 10 bytes"},
    {"data/p1/Python", "s9.py", "", 99, BENEATH_UNREADABLE, "it is a folder"},
    {"data/p2/Python", "s4.py", "x", 99, BENEATH_OK, ""},
    {"data/p3/Python", "s4.py", "", 99, BENEATH_MISSING, "No such file or directory"},
    {"data/p4/Python", "s4.py", "", 99, BENEATH_MISSING, "No such file or directory"},
};

TEST(folder__is_the_same_on_disk_and_in_a_spool)
{
    scoped(spool) *spool = spool_made();
    struct folder roots[2];
    struct err err = {""};
    const char *tree = codenet_make("tree");
    for (size_t i = 0; i < N_ITEMS(files); i++) {
        if (files[i].content)
            codenet_add_text(tree, files[i].path, files[i].content);
        else
            codenet_add_text(tree, printed("%s/.in", files[i].path), "");
        if (files[i].content)
            assert_true(add_text(spool, files[i].path, files[i].content));
        else
            spool_add(spool, files[i].path, SPOOL_FOLDER);
    }
    end_well(spool);
    assert_int_equal(folder_open_root(&roots[0], tree, NULL, &err), BENEATH_OK);
    folder_open_spool(&roots[1], spool);
    for (int way = 0; way < 2; way++) {
        char names[6];
        for (size_t i = 0; i < N_ITEMS(reads); i++) {
            scoped(str) content = {0};
            struct folder folder, outer;
            err = (struct err){""};
            str_add_text(&content, "before");
            enum beneath_result result = folder_open(&folder, &roots[way], reads[i].folder, &err);
            if (result == BENEATH_OK)
                result = folder_read(&content, &folder, reads[i].name, reads[i].max_bytes, &err);
            else
                str_clear(&content);
            assert_int_equal(result, reads[i].result);
            assert_string_equal(str_text(&content), reads[i].content);
            assert_string_equal(err.message, reads[i].reason);
            folder_close(&folder);
            /* one in another, which it does not need any longer */
            assert_int_equal(folder_open(&outer, &roots[way], "data", &err), BENEATH_OK);
            assert_int_equal(folder_open(&folder, &outer, "p1", &err), BENEATH_OK);
            folder_close(&outer);
            assert_int_equal(folder_read(&content, &folder, "Python/s1.py", 99, &err), BENEATH_OK);
            folder_close(&folder);
            folder_close(&folder); /* may be closed again */
        }
        list_names(names, &roots[way], "metadata");
        assert_string_equal(names, "-40--");
        list_names(names, &roots[way], "data");
        assert_string_equal(names, "-///-");
        folder_close(&roots[way]);
    }
    assert_int_not_equal(folder_open_root(&roots[0], scratch_path("nowhere"), NULL, &err),
                         BENEATH_OK);
}

TEST(spool__keeps_the_first_of_a_path)
{
    static const struct text_case expected[] = {
        {"a", "first"}, {"b", "it is a folder"},           {"c", "larger than 9 bytes"},
        {"d", "last"},  {"", "No such file or directory"}, {"a/", "No such file or directory"},
    };
    scoped(spool) *spool = spool_made();
    assert_true(add_text(spool, "a", "first"));
    assert_false(add_text(spool, "a", "second"));
    assert_false(spool_add(spool, "a", SPOOL_FOLDER));
    assert_false(spool_add(spool, "a", SPOOL_TOO_LARGE));
    assert_true(spool_add(spool, "b", SPOOL_FOLDER));
    assert_false(add_text(spool, "b", "later"));
    write_bytes(spool, "part", 4, 1);
    assert_true(spool_add(spool, "c", SPOOL_TOO_LARGE));
    assert_false(add_text(spool, "c", "later"));
    assert_true(add_text(spool, "d", "last")); /* what was dropped is not part of it */
    end_well(spool);
    for (size_t i = 0; i < N_ITEMS(expected); i++) {
        scoped(str) content = {0};
        struct err err = {""};
        enum beneath_result result = spool_read(spool, &content, expected[i].given, 9, &err);
        assert_string_equal(result == BENEATH_OK ? str_text(&content) : err.message,
                            expected[i].expected);
    }
}

/* Sizes around that of the buffer, in all orders of two. */
TEST(spool__holds_files_of_any_size)
{
    static const size_t sizes[] = {0, 1, MIB - 1, MIB, MIB + 1, 3 * MIB + 3};
    enum { N = N_ITEMS(sizes) };
    scoped_memory char *bytes = mem_alloc(6 * MIB, 1);
    for (size_t i = 0; i < 6 * MIB; i++)
        bytes[i] = (char)(i * 2654435761u >> 13);
    for (size_t order = 0; order < N * N; order++) {
        scoped(spool) *spool = spool_made();
        const size_t n[] = {sizes[order % N], 3 * MIB, sizes[order / N]};
        for (size_t i = 0; i < N_ITEMS(n); i++) {
            write_bytes(spool, bytes + i, n[i], order % 2 ? SIZE_MAX : 300007);
            spool_add(spool, &"0\0001\0002"[2 * i], i == 1 ? SPOOL_TOO_LARGE : SPOOL_FILE);
        }
        end_well(spool);
        for (size_t i = 0; i < N_ITEMS(n); i += 2) {
            scoped(str) content = {0};
            struct err err;
            assert_int_equal(spool_read(spool, &content, i ? "2" : "0", SIZE_MAX, &err),
                             BENEATH_OK);
            assert_int_equal(content.length, n[i]);
            assert_true(memcmp(str_text(&content), bytes + i, n[i]) == 0);
        }
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
    for (int i = 0; i < 100; i++)
        sched_yield();
}

static void assert_gets(struct waiter *waiter, enum beneath_result result, const char *content)
{
    thread_join(&waiter->thread);
    assert_int_equal(waiter->result, result);
    assert_string_equal(str_text(&waiter->content), content);
    str_release(&waiter->content);
}

/* A file is passed on if somebody waits already. */
static void pass_on_to(struct waiter *waiter)
{
    while (!waiter->is_done) {
        assert_done(spool_pass_on(waiter->spool, &err));
        sched_yield();
    }
}

TEST(spool__lets_a_reader_wait_for_a_file)
{
    scoped(spool) *spool = spool_made();
    struct waiter early, late, never, later;
    struct err reason = {"the archive is damaged"};
    start_waiting(&early, spool, "a");
    start_waiting(&late, spool, "b");
    start_waiting(&never, spool, "c");
    add_text(spool, "a", "one");
    assert_false(early.is_done || late.is_done || never.is_done);
    pass_on_to(&early);
    assert_gets(&early, BENEATH_OK, "one");
    assert_false(late.is_done || never.is_done);
    scoped_memory char *text = mem_alloc(20001, 1);
    memset(text, 'x', 20000);
    add_text(spool, "d", text);
    assert_done(spool_pass_on(spool, &err)); /* before somebody waits for it */
    start_waiting(&later, spool, "d");
    assert_gets(&later, BENEATH_OK, text);
    add_text(spool, "b", "two");
    pass_on_to(&late);
    assert_done(spool_check(spool, &err));
    spool_end(spool, ERR, &reason);
    assert_gets(&late, BENEATH_OK, "two");
    assert_gets(&never, BENEATH_MISSING, "");
    assert_error(spool_wait(spool, NULL, NULL, &err), reason.message);
    assert_error(spool_check(spool, &err), reason.message);
}

TEST(spool__lets_no_thread_wait_after_a_stop)
{
    scoped(spool) *spool = spool_made();
    struct waiter waiters[3];
    add_text(spool, "not passed on", "one");
    start_waiting(&waiters[0], spool, "a");
    start_waiting(&waiters[1], spool, "not passed on");
    assert_false(spool_is_stopped(spool));
    spool_stop(spool);
    start_waiting(&waiters[2], spool, "b");
    for (int i = 0; i < 3; i++)
        assert_gets(&waiters[i], BENEATH_MISSING, "");
    assert_true(spool_is_stopped(spool));
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
        sched_yield();
    spool_end(told->spool, 0, &err);
    return NULL;
}

TEST(spool__wakes_waiting_threads_when_nothing_more_comes)
{
    struct told told = {.spool = spool_made()};
    struct thread thread;
    uint64_t n_files = 0;
    add_text(told.spool, "a", "one");
    spool_add(told.spool, "folder", SPOOL_FOLDER); /* is not counted */
    assert_false(spool_has_ended(told.spool, &n_files));
    assert_int_equal(n_files, 1);
    assert_done(thread_start(&thread, end_when_told, &told, &err));
    assert_done(spool_wait(told.spool, count_call, &told, &err));
    assert_true(spool_has_ended(told.spool, &n_files));
    assert_int_equal(n_files, 1);
    thread_join(&thread);
    spool_free(told.spool);
}

/* Files of many sizes, some of them twice, asked for in random orders by several at once. */
enum { N_FILES = 1000, N_READERS = 4 };

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
    for (unsigned round = 0; round < 2; round++) {
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
            for (size_t at = 0; at < size_of(i); at++)
                bytes[at] = byte_of(i, at);
            write_bytes(spool, bytes, size_of(i), 1000);
            spool_add(spool, i % 10 == 3 ? "dropped" : printed("f%d", i),
                      i % 10 == 3 ? SPOOL_TOO_LARGE : SPOOL_FILE);
            if (i % 10 == 7)
                add_text(spool, printed("f%d", i), "a second one");
            if (i % 50 == 0)
                assert_done(spool_pass_on(spool, &err));
        }
        end_well(spool);
        for (int i = 0; i < N_READERS; i++)
            thread_join(&threads[i]);
        assert_int_equal(n_wrong, 0);
    }
}

TEST(spool__has_no_name_in_its_folder)
{
    run_valid(NULL, "mkdir \"$SCRATCH/folder\"");
    struct spool *spool;
    assert_done(spool_new(&spool, scratch_path("folder"), &err));
    add_text(spool, "a", "one");
    end_well(spool);
    run_valid(NULL, "rmdir \"$SCRATCH/folder\"");
    spool_free(spool);
    assert_error_with(spool_new(&spool, scratch_path("folder"), &err),
                      "folder': No such file or directory");
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
        size_t n_added = 0, capacity;
        start_waiting(&waiter, spool, "a");
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        for (; (is_in_room || n_added < 200000) && spool_room(spool, &capacity, &err);
             n_added += capacity) {
            capacity = is_in_room ? capacity : 1000;
            spool_write(spool, capacity);
        }
        assert_true(n_added >= 100000 && n_added < 10 * MIB);
        spool_end(spool, is_in_room ? ERR : 0, &err);
        err = (struct err){""};
        assert_int_equal(spool_wait(spool, NULL, NULL, &err), ERR);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_contains(err.message, "cannot write a temporary file in '");
        assert_contains(err.message, "File too large");
        assert_gets(&waiter, BENEATH_MISSING, "");
    }
    signal(SIGXFSZ, SIG_DFL);
}
