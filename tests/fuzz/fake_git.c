#include "tests/fuzz/fake_git.h"

#include "miner/git/git_process.h"
#include "tests/fuzz/target.h"

#include <sys/mman.h>
#include <unistd.h>

int __wrap_git_start(struct git_process *process, const struct git_place *place,
                     const char *const *arguments, git_requests *more, void *context,
                     struct err *err);
int __wrap_git_end(struct git_process *process, struct str *reason);
int __real_git_start(struct git_process *process, const struct git_place *place,
                     const char *const *arguments, git_requests *more, void *context,
                     struct err *err);
int __real_git_end(struct git_process *process, struct str *reason);

static struct {
    const struct fake_output *list;
    size_t n, next;
} outputs;

void fake_git_set(const struct fake_output *list, size_t n)
{
    outputs.list = list;
    outputs.n = n;
    outputs.next = 0;
}

size_t fake_git_n_started(void)
{
    return outputs.next;
}

static bool is_good(uint32_t number)
{
    return number < outputs.n && outputs.list[number].is_good;
}

/* Takes all requests at once, as git does that reads ahead. */
static void take_requests(git_requests *more, void *context)
{
    scoped(str) requests = {0};
    while (more && more(context, &requests))
        REQUIRE(requests.length && requests.text[requests.length - 1] == '\n', "a half request");
    for (size_t i = 0; i < requests.length; i++)
        REQUIRE(strchr("0123456789abcdef \n", requests.text[i]), "a request: %s", requests.text);
}

int __wrap_git_start(struct git_process *process, const struct git_place *place,
                     const char *const *arguments, git_requests *more, void *context,
                     struct err *err)
{
    if (place->sandbox)
        return __real_git_start(process, place, arguments, more, context, err);
    *process = (struct git_process){.input = -1, .errors = -1};
    process->number = (uint32_t)outputs.next++;
    process->output = memfd_create("git", MFD_CLOEXEC);
    const struct fake_output none = {0};
    const struct fake_output *output =
        process->number < outputs.n ? &outputs.list[process->number] : &none;
    REQUIRE(write(process->output, output->bytes, output->length) == (ssize_t)output->length &&
                lseek(process->output, 0, SEEK_SET) == 0,
            "cannot write the output");
    take_requests(more, context);
    if (output->is_late) {
        close(process->output);
        process->output = -1;
        process->is_late = true;
    }
    return 0;
}

int __wrap_git_end(struct git_process *process, struct str *reason)
{
    if (process->sandbox)
        return __real_git_end(process, reason);
    bool is_fine = process->output < 0 && is_good(process->number);
    __real_git_end(process, NULL);
    if (reason && !is_fine)
        str_add_text(reason, "git ended with status 1");
    return is_fine ? 0 : ERR;
}
