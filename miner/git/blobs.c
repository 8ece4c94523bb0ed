/* git writes the blobs into a pipe in the order of the requests, so that it works ahead of the
 * reader. It ends at the first blob that is damaged; then another one starts after that blob. */
#include "miner/git/blobs.h"

#include "base/interrupt.h"

#include <nettle/base16.h>
#include <nettle/nettle-meta.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_BYTES = 32 };

/* Whether the id is that of an object with this type ("blob") and content: the SHA-1 or, if it has
 * 64 digits, the SHA-256 of "TYPE LENGTH", a zero byte and the content (gitformat-pack(5)). */
static bool is_id_of(const char *id, const char *type, const char *bytes, size_t length)
{
    bool is_sha256 = strlen(id) == 2 * SHA256_DIGEST_SIZE;
    const struct nettle_hash *hash = is_sha256 ? &nettle_sha256 : &nettle_sha1;
    union {
        struct sha1_ctx sha1;
        struct sha256_ctx sha256;
    } context;
    char header[HEADER_BYTES], hex[2 * SHA256_DIGEST_SIZE];
    uint8_t digest[SHA256_DIGEST_SIZE];
    size_t n_header = (size_t)snprintf(header, sizeof header, "%s %zu", type, length) + 1;
    hash->init(&context);
    hash->update(&context, n_header, (const uint8_t *)header);
    hash->update(&context, length, (const uint8_t *)bytes);
    hash->digest(&context, hash->digest_size, digest);
    base16_encode_update(hex, hash->digest_size, digest);
    return strlen(id) == 2 * hash->digest_size && memcmp(id, hex, strlen(id)) == 0;
}

enum {
    MAX_HEADER = 1 << 10,
    MAX_STARTS = 1000, /* of git, after damaged blobs */
};

void blobs_add(struct blobs *blobs, const char *id)
{
    uint32_t number = (uint32_t)table_number(&blobs->ids, id);
    if (blobs->order.n == 0 || blobs->order.items[blobs->order.n - 1] != number)
        array_push(&blobs->order, number);
}

/* ---- Sizes ---- */

static void ask_for(const struct blobs *blobs, size_t number, struct str *out)
{
    str_add_text(out, blobs->ids.keys.items[number]);
    str_add_text(out, "\n");
}

static bool ask_for_size(void *context, struct str *out)
{
    struct blobs *blobs = context;
    if (blobs->next_request == blobs->ids.keys.n)
        return false;
    ask_for(blobs, blobs->next_request++, out);
    return true;
}

static const char *type_of(const struct blobs *blobs)
{
    return blobs->type ? blobs->type : "blob";
}

/* Returns the size in a line "ID TYPE SIZE", or NULL if the line is not about the object. */
static const char *size_in(const struct blobs *blobs, const char *line, const char *id)
{
    size_t n_id = strlen(id), n_type = strlen(type_of(blobs));
    bool is_it = strncmp(line, id, n_id) == 0 && line[n_id] == ' ' &&
                 strncmp(line + n_id + 1, type_of(blobs), n_type) == 0 &&
                 line[n_id + 1 + n_type] == ' ';
    return is_it ? line + n_id + n_type + 2 : NULL;
}

/* Returns the state that a line "ID TYPE SIZE" or "ID missing" gives an id. */
static enum blob_state state_in(const struct blobs *blobs, const char *line, const char *id)
{
    const char *size = size_in(blobs, line, id);
    size_t length = strlen(id);
    if (strncmp(line, id, length) == 0 && strcmp(line + length, " missing") == 0)
        return BLOB_MISSING;
    if (!size)
        return BLOB_DAMAGED;
    return strtoull(size, NULL, 10) > blobs->max_bytes ? BLOB_TOO_LARGE : BLOB_OK;
}

int blobs_check(struct blobs *blobs, struct repository *repository, size_t max_bytes,
                struct err *err)
{
    static const char *const arguments[] = {"cat-file", "--batch-check", "--buffer", NULL};
    size_t n = blobs->ids.keys.n, length;
    char *line;
    blobs->repository = repository;
    blobs->max_bytes = max_bytes;
    while (blobs->states.n < n) {
        struct git_process git;
        blobs->next_request = blobs->states.n;
        int status = git_start(&git, &repository->place, arguments, ask_for_size, blobs, err);
        while (status == 0 && blobs->states.n < n &&
               git_read_to(&git, '\n', MAX_HEADER, &line, &length) == 1) {
            enum blob_state state = state_in(blobs, line, blobs->ids.keys.items[blobs->states.n]);
            array_push(&blobs->states, (char)state);
        }
        bool is_late = git.is_late;
        git_end(&git, NULL);
        if (status != 0)
            return ERR;
        if (blobs->states.n < n) /* git has ended at this one */
            array_push(&blobs->states, (char)BLOB_DAMAGED);
        bool must_end = is_late || ++blobs->n_starts > MAX_STARTS || interrupt_signal();
        while (must_end && blobs->states.n < n)
            array_push(&blobs->states, (char)BLOB_DAMAGED);
    }
    blobs->next_request = blobs->n_starts = 0;
    return 0;
}

void blobs_expect(struct blobs *blobs, struct repository *repository, size_t max_bytes)
{
    blobs->repository = repository;
    blobs->max_bytes = max_bytes;
    while (blobs->states.n < blobs->ids.keys.n)
        array_push(&blobs->states, (char)BLOB_OK);
}

/* ---- Contents ---- */

static enum blob_state state_at(const struct blobs *blobs, size_t place)
{
    return (enum blob_state)blobs->states.items[blobs->order.items[place]];
}

static bool ask_for_content(void *context, struct str *out)
{
    struct blobs *blobs = context;
    size_t n = blobs->order.n;
    while (blobs->next_request < n && state_at(blobs, blobs->next_request) != BLOB_OK)
        blobs->next_request++;
    if (blobs->next_request == n)
        return false;
    ask_for(blobs, blobs->order.items[blobs->next_request++], out);
    return true;
}

static bool start(struct blobs *blobs)
{
    static const char *const arguments[] = {"cat-file", "--batch", "--buffer", NULL};
    if (blobs->n_starts++ > MAX_STARTS || interrupt_signal())
        return false;
    blobs->next_request = blobs->next;
    blobs->is_running = true;
    return git_start(&blobs->git, &blobs->repository->place, arguments, ask_for_content, blobs,
                     NULL) == 0;
}

static void stop(struct blobs *blobs)
{
    if (blobs->is_running && blobs->git.is_late)
        blobs->n_starts = MAX_STARTS + 1; /* the next start would take the same time */
    if (blobs->is_running)
        git_end(&blobs->git, NULL);
    blobs->is_running = false;
}

/* Reads "ID TYPE SIZE\nCONTENT\n". The size may be another one than before, if the repository is
 * changed meanwhile. */
static enum blob_state read_content(struct blobs *blobs, const char *id)
{
    char *text;
    const char *number;
    size_t length;
    if (git_read_to(&blobs->git, '\n', MAX_HEADER, &text, &length) != 1 ||
        !(number = size_in(blobs, text, id)))
        return BLOB_DAMAGED;
    size_t size = strtoull(number, NULL, 10);
    if (size > blobs->max_bytes)
        return BLOB_TOO_LARGE;
    if (git_read(&blobs->git, size + 1, &text) != 1 || !is_id_of(id, type_of(blobs), text, size))
        return BLOB_DAMAGED;
    text[size] = '\0';
    blobs->content = text;
    blobs->length = size;
    return BLOB_OK;
}

enum blob_state blobs_next(struct blobs *blobs, const char *id, const char **bytes, size_t *length)
{
    size_t number = blobs->next ? blobs->order.items[blobs->next - 1] : 0;
    bool is_again = blobs->next && strcmp(blobs->ids.keys.items[number], id) == 0;
    if (!is_again) {
        number = blobs->order.items[blobs->next];
        enum blob_state state = state_at(blobs, blobs->next);
        if (state == BLOB_OK)
            state = blobs->is_running || start(blobs) ? read_content(blobs, id) : BLOB_DAMAGED;
        if (state != state_at(blobs, blobs->next++))
            stop(blobs);
        blobs->states.items[number] = (char)state;
    }
    enum blob_state state = (enum blob_state)blobs->states.items[number];
    *bytes = state == BLOB_OK ? blobs->content : "";
    *length = state == BLOB_OK ? blobs->length : 0;
    return state;
}

void blobs_release(struct blobs *blobs)
{
    stop(blobs);
    table_release(&blobs->ids);
    array_release(&blobs->states);
    array_release(&blobs->order);
    *blobs = (struct blobs){0};
}
