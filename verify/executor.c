/* A room is a sandbox with the programs of a runtime. What a program needs is prepared when it is
 * first loaded or run: a header, a compiler that stays, a server. */
#include "verify/executor.h"

#include "base/clock.h"
#include "base/encoding.h"
#include "base/interrupt.h"
#include "base/sandbox/sandbox.h"
#include "verify/command_words.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    OUTPUT_BYTES = 16 << 20, /* that a sandbox can keep */
    COMPILER_SECONDS = 60,
    COMPILER_PROCESSES = 32,
    COMPILER_OUTPUT = 1 << 16,
    ENOUGH_USES = 4, /* Something is prepared at this use: it takes as long as four uses save. */
    SERVED_COMPILER_SECONDS = 10, /* of a server's compiler, which is warm */
    OF_SERVER = 0,                /* what a runtime with a server prepares: the server, */
    OF_COMPILER, /* and the compiler that it runs; others prepare headers, by standard */
    MAX_SHARED = SANDBOX_MAX_PROGRAMS - SANDBOX_FIRST_SHARED,
    SERVER_SECONDS = 3600, /* of processor time, for all runs of a server */
    THREADS = 64,
    ROOM_PROCESSES = 1024, /* a virtual machine has some fifteen threads */
};
#define COMPILER_MEMORY ((uint64_t)2 << 30)
#define ROOM_MEMORY     ((uint64_t)4 << 30) /* more than a run and the files of all programs */
#define FILE_BYTES      ((uint64_t)64 << 20)
#define SHARED_BYTES    ((uint64_t)256 << 20)

/* Wall clock time for a second of processor time, on a busy machine: of a compiler, which may hang,
 * and of a program, which the sandbox ends sooner if it sleeps. */
static const double compiler_patience = 10, patience = 100;

/* ---- Servers ---- */

/* A server is a started program that makes many runs, one after the other, because a start takes
 * longer than a run: a virtual machine (tokenize/languages/runs/). The program is in the same
 * process as the server, so a hostile one can answer for it; what it answers counts no more than
 * its output.
 *
 * Requests and answers are numbers of 32 bits, highest byte first, and bytes. A socket is the
 * server's standard input and output. */

/* How a run ended, as the server says it. */
enum { PASSED, FAILED, TIMEOUT, FLOODING, N_ENDS };

static const enum sandbox_end ends[N_ENDS] = {SANDBOX_EXITED, SANDBOX_EXITED, SANDBOX_CPU_TIME,
                                              SANDBOX_FLOODING};

struct run_server {
    struct sandbox *sandbox; /* borrowed */
    struct sandbox_execute start;
    uint32_t number;
    int socket;
    bool is_over; /* a run has failed, did not end, or printed too much: it can make no more */
    struct str answer;
};

/* Starts a server: `start` is its command. Returns ERR if the sandbox has failed. */
static int run_server_open(struct run_server **out, struct sandbox *sandbox,
                           const struct sandbox_execute *start, struct err *err)
{
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        return err_set_errno(err, "cannot make a socket");
    scoped_fd int theirs = sockets[1];
    scoped_fd int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    const int fds[] = {theirs, theirs, null};
    struct run_server *server = mem_alloc(1, sizeof *server);
    *server = (struct run_server){.sandbox = sandbox, .start = *start, .socket = sockets[0]};
    server->start.wall_seconds = 0;
    if (null < 0 || sandbox_start(sandbox, start, fds, &server->number, err) != 0) {
        close(server->socket);
        free(server);
        return null < 0 ? err_set_errno(err, "cannot open '/dev/null'") : ERR;
    }
    *out = server;
    return 0;
}

/* Ends it. The sandbox must still be open, or `is_lost`. NULL is ignored. */
static void run_server_close(struct run_server *server, bool is_lost)
{
    struct sandbox_result result;
    if (!server)
        return;
    close(server->socket);
    if (!is_lost)
        sandbox_wait(server->sandbox, server->number, &server->start, &result, NULL);
    str_release(&server->answer);
    free(server);
}

/* Waits until the socket is ready. Returns false at the deadline, or if a signal asks to stop. */
static bool is_ready(const struct run_server *server, short events, int64_t deadline)
{
    struct pollfd polled[] = {{server->socket, events, 0}, {interrupt_descriptor(), POLLIN, 0}};
    int64_t left = deadline - clock_ms();
    return left > 0 && poll(polled, 2, (int)left) > 0 && polled[0].revents && !polled[1].revents;
}

/* Sends bytes, or receives them. */
static bool transfer(const struct run_server *server, char *bytes, size_t n, bool is_sending,
                     int64_t deadline)
{
    while (n) {
        if (!is_ready(server, is_sending ? POLLOUT : POLLIN, deadline))
            return false;
        ssize_t done = is_sending ? send(server->socket, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT)
                                  : recv(server->socket, bytes, n, MSG_DONTWAIT);
        if (done == 0 || (done < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        bytes += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

/* Makes a run. Of `run`, the input, the processor time, the wall clock time and the most output are
 * used. The result is valid until the next run or the end of the server. Its processor time is that
 * of the clock on the wall, which is more, if that is below 30 milliseconds. Returns false if the
 * server does not answer as it should, or if a signal asks to stop. */
static bool run_server_run(struct run_server *server, const struct sandbox_execute *run,
                           struct sandbox_result *result)
{
    enum { END, TIME, OUTPUT, ERRORS, N_NUMBERS, MAX_ERRORS = 1 << 16 };
    int64_t deadline = clock_ms() + (int64_t)(run->wall_seconds * 1000);
    uint32_t request[] = {htonl((uint32_t)run->limits.cpu_seconds),
                          htonl((uint32_t)run->max_output), htonl((uint32_t)run->n_input)};
    uint32_t numbers[N_NUMBERS];
    server->is_over = true;
    if (run->n_input > INT32_MAX ||
        !transfer(server, (char *)request, sizeof request, true, deadline) ||
        !transfer(server, (char *)run->input, run->n_input, true, deadline) ||
        !transfer(server, (char *)numbers, sizeof numbers, false, deadline))
        return false;
    for (int i = 0; i < N_NUMBERS; i++)
        numbers[i] = ntohl(numbers[i]);
    if (numbers[END] >= N_ENDS || numbers[OUTPUT] > run->max_output + 1 ||
        numbers[ERRORS] > MAX_ERRORS)
        return false;
    size_t n = (size_t)numbers[OUTPUT] + numbers[ERRORS];
    str_clear(&server->answer);
    if (!transfer(server, str_reserve(&server->answer, n), n, false, deadline))
        return false;
    str_extend(&server->answer, n);
    *result = (struct sandbox_result){
        .end = ends[numbers[END]],
        .code = numbers[END] == FAILED,
        .output = str_text(&server->answer),
        .errors = str_text(&server->answer) + numbers[OUTPUT],
        .n_output = numbers[OUTPUT],
        .n_errors = numbers[ERRORS],
        .cpu_seconds = numbers[TIME] / 1000.0,
    };
    server->is_over = result->end != SANDBOX_EXITED;
    return true;
}

/* ---- Rooms ---- */

struct room {
    const struct runtime *runtime;
    const struct runtime_zygote *zygote; /* NULL: the runtime has none */
    struct sandbox *sandbox;             /* NULL: not opened yet, or lost */
    struct words warm, environments[2];
    struct loaded {
        struct placed_program placed;
        struct run_server *server; /* NULL: not started */
        bool is_alone;             /* a server cannot run it */
    } programs[SANDBOX_MAX_PROGRAMS];
    struct shared {
        unsigned n_uses;
        bool is_prepared;
    } shared[MAX_SHARED]; /* by the number of the standard, or OF_SERVER and OF_COMPILER */
    bool is_at_home;
    struct sandbox_setup setup;
};

struct executor {
    ARRAY(struct room *) rooms;
    struct room *loaded[SANDBOX_FIRST_SHARED]; /* where each program is */
    struct program program;                    /* whose class is looked for */
    const char *const *links;
    bool is_at_home;
};

/* A sandbox that has failed is closed, so that the next program gets a new one. */
static int lose_room(struct room *room)
{
    for (size_t i = 0; i < SANDBOX_MAX_PROGRAMS; i++) {
        run_server_close(room->programs[i].server, true);
        room->programs[i].server = NULL;
    }
    sandbox_close(room->sandbox);
    room->sandbox = NULL;
    memset(room->shared, 0, sizeof room->shared);
    return ERR;
}

struct executor *executor_new(bool is_at_home)
{
    struct executor *executor = mem_alloc(1, sizeof *executor);
    executor->is_at_home = is_at_home;
    return executor;
}

void executor_set_links(struct executor *executor, const char *const *links)
{
    executor->links = links;
}

void executor_free(struct executor *executor)
{
    if (!executor)
        return;
    for (size_t i = 0; i < executor->rooms.n; i++) {
        lose_room(executor->rooms.items[i]);
        words_release(&executor->rooms.items[i]->warm);
        words_release(&executor->rooms.items[i]->environments[0]);
        words_release(&executor->rooms.items[i]->environments[1]);
        free(executor->rooms.items[i]);
    }
    array_release(&executor->rooms);
    program_release(&executor->program);
    free(executor);
}

static struct room *room_of(struct executor *executor, const struct runtime *runtime,
                            const struct runtime_zygote *zygote)
{
    for (size_t i = 0; i < executor->rooms.n; i++)
        if (executor->rooms.items[i]->runtime == runtime &&
            executor->rooms.items[i]->zygote == zygote)
            return executor->rooms.items[i];
    struct room *room = mem_alloc(1, sizeof *room);
    *room = (struct room){.runtime = runtime, .zygote = zygote, .is_at_home = executor->is_at_home};
    array_push(&executor->rooms, room);
    return room;
}

/* Opens the sandbox of the room, unless it is open. */
static int open_room(struct room *room, struct err *err)
{
    const struct runtime *runtime = room->runtime;
    const struct placed_program none = {
        .standard = "", .shared = "", .is_at_home = room->is_at_home};
    if (room->sandbox)
        return 0;
    for (int seed = 0; seed < 2; seed++)
        words_make(&room->environments[seed], runtime->environments[seed], runtime, &none);
    if (room->zygote)
        words_make(&room->warm, room->zygote->start, runtime, &none);
    room->setup = (struct sandbox_setup){
        .paths = runtime->paths,
        .zygote = room->zygote ? room->warm.items : NULL,
        .environment = room->environments[0].items,
        .output_bytes = OUTPUT_BYTES,
        .together = {ROOM_MEMORY, ROOM_PROCESSES},
    };
    return sandbox_open(&room->sandbox, &room->setup, err);
}

/* ---- Loading and running ---- */

static const struct process_limits compiler_limits = {
    .memory_bytes = COMPILER_MEMORY,
    .address_bytes = UINT64_MAX,
    .stack_bytes = FILE_BYTES,
    .file_bytes = FILE_BYTES,
    .cpu_seconds = COMPILER_SECONDS,
    .n_processes = COMPILER_PROCESSES,
};

static void set_folder(const struct room *room, struct loaded *loaded, unsigned number)
{
    loaded->placed.is_at_home = room->is_at_home;
    snprintf(loaded->placed.folder, sizeof loaded->placed.folder, "/programs/%u", number);
}

/* Places a file into the sandbox, and compiles it with these words. */
static int place(struct room *room, unsigned number, const char *name, const struct str *text,
                 const char *const *compile, uint64_t file_bytes, struct sandbox_result *result,
                 struct err *err)
{
    scoped(words) words = {0};
    struct sandbox_execute run = {.arguments = words.items,
                                  .environment = room->environments[0].items,
                                  .limits = compiler_limits,
                                  .wall_seconds = COMPILER_SECONDS * compiler_patience,
                                  .max_output = COMPILER_OUTPUT};
    run.limits.file_bytes = file_bytes;
    if (room->runtime->server) /* the threads of servers count, too */
        run.limits.n_processes = ROOM_PROCESSES;
    if (compile)
        words_make(&words, compile, room->runtime, &room->programs[number].placed);
    if (sandbox_place(room->sandbox, number, name, str_text(text), text->length,
                      compile ? &run : NULL, result, err) != 0)
        return lose_room(room);
    return 0;
}

/* Whether a program begins with the header that the compiler can prepare: nothing before it can
 * change what it means. */
static bool begins_with_header(const struct executable *program, const char *name)
{
    const char *const texts[] = {"#", "include", name};
    struct lexer lexer;
    struct token token;
    bool is_same = program->length <= LEXER_MAX_BYTES;
    scoped(lexical) *lexical = lexical_new(program->language);
    lexer_start(&lexer, lexical, program->code, (uint32_t)program->length);
    for (size_t i = 0; i < 3 && is_same; i++)
        is_same = lexer_next(&lexer, &token) == LEXER_TOKEN &&
                  token_text_is(token_text_of(program->language, program->code, &token), texts[i]);
    return is_same;
}

/* Places what a program and others share into the sandbox, and prepares it, when it is used for
 * the time `enough`. Sets `shared` of the program if it is there. */
static int prepare(struct room *room, struct loaded *loaded, size_t index, unsigned enough,
                   const struct runtime_shared *file, struct err *err)
{
    unsigned number = SANDBOX_FIRST_SHARED + (unsigned)index;
    struct shared *shared = &room->shared[index];
    struct loaded *own = &room->programs[number];
    scoped(str) text = {0};
    struct sandbox_result result;
    if (++shared->n_uses == enough) {
        *own = (struct loaded){.placed.standard = loaded->placed.standard};
        set_folder(room, own, number);
        own->placed.shared = own->placed.folder;
        str_add_text(&text, file->text);
        if (place(room, number, file->file, &text, file->prepare, SHARED_BYTES, &result, err) != 0)
            return ERR;
        shared->is_prepared = result.end == SANDBOX_EXITED && result.code == 0;
    }
    if (shared->is_prepared)
        loaded->placed.shared = own->placed.folder;
    return 0;
}

/* The limits of a run, in which its runtime needs something, too. */
static struct process_limits limits_of(const struct runtime *runtime,
                                       const struct execution_limits *limits)
{
    return (struct process_limits){
        .memory_bytes = limits->memory_bytes + runtime->own_memory,
        .address_bytes = limits->memory_bytes + runtime->own_addresses,
        .stack_bytes = runtime->stack ? runtime->stack : UINT64_MAX,
        .file_bytes = FILE_BYTES,
        .cpu_seconds = limits->cpu_seconds,
        .n_processes = runtime->server ? ROOM_PROCESSES : THREADS,
    };
}

/* Makes a run in the server of a program, which is started when it is first needed. Returns 1; 0:
 * the program must run in a process of its own; or ERR. */
static int run_in_server(struct room *room, struct loaded *loaded,
                         const struct sandbox_execute *run, struct sandbox_result *result,
                         struct err *err)
{
    const struct runtime_server *server = room->runtime->server;
    struct sandbox_execute start = *run;
    if (loaded->server && loaded->server->is_over) {
        run_server_close(loaded->server, false);
        loaded->server = NULL;
    }
    if (!loaded->server) {
        scoped(words) words = {0};
        if (prepare(room, loaded, OF_SERVER, 1, &server->shared, err) != 0)
            return ERR;
        loaded->is_alone |= !*loaded->placed.shared;
        if (loaded->is_alone)
            return 0;
        words_make(&words, server->start, room->runtime, &loaded->placed);
        start.arguments = words.items;
        start.limits.cpu_seconds = SERVER_SECONDS;
        start.limits.n_processes = ROOM_PROCESSES;
        if (run_server_open(&loaded->server, room->sandbox, &start, err) != 0)
            return lose_room(room);
    }
    loaded->is_alone = !run_server_run(loaded->server, run, result);
    return !loaded->is_alone;
}

/* Compiles a program in a server, and places what this makes. Returns 1; 0 if that fails: then the
 * compiler itself says why; or ERR. */
static int compile_in_server(struct room *room, unsigned number, const char *name,
                             const struct str *text, struct err *err)
{
    const struct runtime_server *server = room->runtime->server;
    struct loaded *compiler = &room->programs[SANDBOX_FIRST_SHARED + OF_COMPILER];
    scoped(str) input = {0}, classes = {0};
    struct sandbox_result result;
    const struct execution_limits limits = {SERVED_COMPILER_SECONDS, COMPILER_MEMORY, OUTPUT_BYTES};
    if (prepare(room, compiler, OF_COMPILER, ENOUGH_USES, &server->compiler, err) != 0)
        return ERR;
    if (!room->shared[OF_COMPILER].is_prepared)
        return 0;
    compiler->is_alone = false;
    compiler->placed.shared = "";
    snprintf(compiler->placed.main.name, sizeof compiler->placed.main.name, "%s",
             server->compiler_class);
    str_set(&input, "%d %s\n", SERVED_COMPILER_SECONDS, name);
    str_add(&input, str_text(text), text->length);
    const struct sandbox_execute run = {.environment = room->environments[0].items,
                                        .input = input.text,
                                        .n_input = input.length,
                                        .limits = limits_of(room->runtime, &limits),
                                        .wall_seconds = SERVED_COMPILER_SECONDS * compiler_patience,
                                        .max_output = limits.output_bytes};
    int status = run_in_server(room, compiler, &run, &result, err);
    if (status != 1 || result.end != SANDBOX_EXITED || result.code != 0)
        return status < 0 ? ERR : 0;
    str_add(&classes, result.output, result.n_output);
    return place(room, number, server->compiled, &classes, NULL, 0, &result, err) == 0 ? 1 : ERR;
}

static int load(struct room *room, unsigned number, const struct executable *program,
                struct execution *out, struct err *err)
{
    const struct runtime *runtime = room->runtime;
    struct loaded *loaded = &room->programs[number];
    scoped(str) name = {0}, bytes = {0};
    struct sandbox_result result;
    run_server_close(loaded->server, false);
    loaded->server = NULL;
    loaded->placed.shared = "";
    set_folder(room, loaded, number);
    const struct runtime_standard *standard = runtime_standard(runtime, program->dialect);
    size_t index = (size_t)(standard - runtime->standards);
    loaded->placed.standard = standard->option;
    if (runtime->header && index < MAX_SHARED &&
        begins_with_header(program, runtime->header->name) &&
        prepare(room, loaded, index, ENOUGH_USES, &runtime->header->shared, err) != 0)
        return ERR;
    words_add(&name, runtime->file, runtime, &loaded->placed);
    encoding_restore(&bytes, program->encoding, program->code, program->length);
    int status = runtime->server ? compile_in_server(room, number, name.text, &bytes, err) : 0;
    if (status != 0)
        return status < 0 ? ERR : 0;
    if (place(room, number, name.text, &bytes,
              *loaded->placed.shared ? runtime->header->compile : runtime->compile, FILE_BYTES,
              &result, err) != 0)
        return ERR;
    if (runtime->compile)
        execution_of_compiler(out, &result, COMPILER_SECONDS);
    return 0;
}

int executor_load(struct executor *executor, unsigned number, const struct executable *program,
                  struct execution *out, struct err *err)
{
    const struct runtime *runtime =
        runtime_choose(program->language, program->dialect, program->judge_name);
    struct room *room =
        room_of(executor, runtime, runtime_zygote(runtime, program->code, program->length));
    executor->loaded[number] = room;
    *out = (struct execution){.outcome = OUTCOME_PASS};
    if (!runtime_executable(runtime)) {
        out->outcome = OUTCOME_UNSUPPORTED;
        snprintf(out->detail, sizeof out->detail, "%s", runtime->name);
        return 0;
    }
    if (runtime->main) {
        scoped(lexical) *lexical = lexical_new(program->language);
        program_tokenize(&executor->program, lexical, program->code, program->length);
        main_class_find(&room->programs[number].placed.main, runtime->main, &executor->program);
    }
    room->programs[number].is_alone = false;
    for (size_t i = 0; runtime->server && i < executor->program.tokens.n; i++)
        room->programs[number].is_alone |=
            token_text_is_one_of(program_token_text(&executor->program, i), runtime->server->alone);
    return open_room(room, err) == 0 ? load(room, number, program, out, err) : ERR;
}

int executor_run(struct executor *executor, const struct executor_request *request,
                 struct execution *out, struct err *err)
{
    const struct execution_mode mode = request->mode;
    struct room *room = executor->loaded[request->number];
    const struct runtime *runtime = room->runtime;
    struct loaded *loaded = &room->programs[request->number];
    scoped(words) words = {0};
    char path[64];
    const char *const warm[] = {path, NULL};
    struct sandbox_result result;
    bool is_warm = mode.is_warm && room->zygote;
    int status = 0;
    snprintf(path, sizeof path, "%s/%s", loaded->placed.folder, runtime->file);
    if (!is_warm)
        words_make(&words, runtime->run, runtime, &loaded->placed);
    struct sandbox_execute run = {
        .arguments = is_warm ? warm : words.items,
        .environment = room->environments[mode.has_other_seed].items,
        .links = executor->links,
        .input = request->input,
        .n_input = request->n_input,
        .limits = limits_of(runtime, &request->limits),
        .wall_seconds = request->limits.cpu_seconds * patience,
        .max_output = request->limits.output_bytes,
        .is_warm = is_warm,
        .has_other_seed = mode.has_other_seed,
    };
    if (mode.is_warm && runtime->server && !loaded->is_alone)
        status = run_in_server(room, loaded, &run, &result, err);
    if (status < 0)
        return ERR;
    if (!status && sandbox_execute(room->sandbox, &run, &result, err) != 0)
        return lose_room(room);
    execution_of_run(out, runtime, &result, request->limits.cpu_seconds);
    out->is_warm = is_warm || status;
    return 0;
}

int executor_version(struct executor *executor, const struct runtime *runtime, char version[200],
                     struct err *err)
{
    struct room *room = room_of(executor, runtime, NULL);
    const char *const words[] = {runtime_executable(runtime), runtime->version_argument, NULL};
    struct sandbox_execute run = {.arguments = words,
                                  .limits = compiler_limits,
                                  .wall_seconds = COMPILER_SECONDS,
                                  .max_output = COMPILER_OUTPUT};
    struct sandbox_result result;
    struct execution line = {0};
    *version = 0;
    if (!words[0])
        return 0;
    if (open_room(room, err) != 0)
        return ERR;
    run.environment = room->environments[0].items;
    if (sandbox_execute(room->sandbox, &run, &result, err) != 0)
        return lose_room(room);
    const char *text = result.n_output ? result.output : result.errors; /* Python 2 */
    size_t n = result.n_output ? result.n_output : result.n_errors;
    const char *end = memchr(text, '\n', n);
    execution_set_detail(&line, text, end ? (size_t)(end - text) : n);
    snprintf(version, sizeof line.detail, "%.150s%s", line.detail,
             room->is_at_home ? EXECUTOR_AT_HOME : "");
    return 0;
}
