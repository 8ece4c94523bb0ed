#include "tests/fuzz/fake_git.h"

#include "miner/git/git_process.h"
#include "tests/fuzz/target.h"

#include <nettle/sha1.h>
#include <sys/mman.h>

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

/* ---- Outputs, written for a fuzzer ---- */

static const char zero_bsd[] =
    "Permission to use, copy, modify, and/or distribute this software for any purpose with or "
    "without fee is hereby granted.\n\nTHE SOFTWARE IS PROVIDED \"AS IS\" AND THE AUTHOR DISCLAIMS "
    "ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF "
    "MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, "
    "INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA "
    "OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING "
    "OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.\n";

/* Appends the id of an object, as bytes or as digits. */
static void add_id(struct str *out, const char *type, const struct str *content, bool is_binary)
{
    uint8_t digest[SHA1_DIGEST_SIZE];
    struct sha1_ctx context;
    scoped(str) object = {0};
    str_print(&object, "%s %zu", type, content->length);
    str_add(&object, "", 1);
    str_add(&object, str_text(content), content->length);
    sha1_init(&context);
    sha1_update(&context, object.length, (const uint8_t *)object.text);
    sha1_digest(&context, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest && !is_binary; i++)
        str_print(out, "%02x", digest[i]);
    if (is_binary)
        str_add(out, (const char *)digest, sizeof digest);
}

/* The closing of what begins with a character; zero if nothing does. */
static char close_of(char open)
{
    static const char pairs[] = "\'\'<>{}()[]\"\"";
    const char *at = open ? strchr(pairs, open) : NULL;
    size_t place = at ? (size_t)(at - pairs) : 1;
    return place % 2 ? '\0' : pairs[place + 1];
}

/* Appends what an abbreviation stands for. */
static void add_object(struct str *out, char open, const struct str *inner)
{
    if (open != '"') {
        const char *type = open == '{'   ? "tree"
                           : open == '(' ? "commit"
                           : open == '[' ? "tag"
                                         : "blob";
        add_id(out, type, inner, open == '<');
        return;
    }
    scoped(str) content = {0};
    bool is_tag = inner->length && inner->text[0] == 'T';
    if (inner->length)
        str_add(&content, inner->text + 1, inner->length - 1);
    add_id(out, is_tag ? "tag" : "commit", &content, false);
    str_print(out, " %s %zu\n", is_tag ? "tag" : "commit", content.length);
    str_add(out, str_text(&content), content.length);
    str_add(out, "\n", 1);
}

/* Appends the bytes up to `close`, and returns where they end. */
static const char *expand(struct str *out, const char *at, const char *end, char close)
{
    for (; at < end && *at != close; at++) {
        scoped(str) inner = {0};
        char open = *at, until = close_of(open);
        if (until) {
            at = expand(&inner, at + 1, end, until);
            add_object(out, open, &inner);
            if (at == end)
                break;
        } else if (*at == '#' && at + 1 < end) {
            at++;
            for (int i = 0; i < 2 * SHA1_DIGEST_SIZE; i++)
                str_add(out, at, 1);
        } else if (*at == '%')
            str_add_text(out, zero_bsd);
        else
            str_add(out, *at == '~' ? "" : at, 1);
    }
    return at;
}

void git_outputs_cut(struct git_outputs *out, const char *at, const char *end)
{
    static const char line[] = "====\n";
    size_t n = 0;
    memset(out, 0, sizeof *out);
    while (at < end && n < GIT_MAX_OUTPUTS) {
        const char *next = memmem(at, (size_t)(end - at), line, sizeof line - 1);
        const char *stop = next ? next : end;
        bool is_late = at < stop && *at == '?', is_bad = is_late || (at < stop && *at == '!');
        struct str *text = &out->texts[n];
        expand(text, at + is_bad, stop, '\0');
        out->list[n++] = (struct fake_output){str_text(text), text->length, !is_bad, is_late};
        at = next ? next + sizeof line - 1 : end;
    }
    out->n = n;
}

void git_outputs_release(struct git_outputs *out)
{
    for (size_t i = 0; i < GIT_MAX_OUTPUTS; i++)
        str_release(&out->texts[i]);
}
