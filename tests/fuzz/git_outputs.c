#include "tests/fuzz/git_outputs.h"

#include "base/mem.h"

#include <nettle/sha1.h>
#include <string.h>

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

void git_outputs_cut(struct git_outputs *outputs, const char *at, const char *end)
{
    static const char line[] = "====\n";
    size_t n = 0;
    memset(outputs, 0, sizeof *outputs);
    while (at < end && n < GIT_MAX_OUTPUTS) {
        const char *next = memmem(at, (size_t)(end - at), line, sizeof line - 1);
        const char *stop = next ? next : end;
        bool is_late = at < stop && *at == '?', is_bad = is_late || (at < stop && *at == '!');
        struct str *text = &outputs->texts[n];
        expand(text, at + is_bad, stop, '\0');
        outputs->list[n++] = (struct fake_output){str_text(text), text->length, !is_bad, is_late};
        at = next ? next + sizeof line - 1 : end;
    }
    outputs->n = n;
}

void git_outputs_release(struct git_outputs *outputs)
{
    for (size_t i = 0; i < GIT_MAX_OUTPUTS; i++)
        str_release(&outputs->texts[i]);
}
