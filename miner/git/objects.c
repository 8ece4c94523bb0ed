/* git writes the objects into a pipe in the order of the requests, so that it works ahead of the
 * reader. It ends at the first object that is damaged; then another one starts after that object.
 */
#include "miner/git/objects.h"

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
    MAX_STARTS = 1000, /* of git, after damaged objects */
};

void objects_add(struct objects *objects, const char *id)
{
    uint32_t number = (uint32_t)table_number(&objects->ids, id);
    if (objects->order.n == 0 || objects->order.items[objects->order.n - 1] != number)
        array_push(&objects->order, number);
}

/* ---- Sizes ---- */

static void ask_for(const struct objects *objects, size_t number, struct str *out)
{
    str_add_text(out, objects->ids.keys.items[number]);
    str_add_text(out, "\n");
}

static bool ask_for_size(void *context, struct str *out)
{
    struct objects *objects = context;
    if (objects->next_request == objects->ids.keys.n)
        return false;
    ask_for(objects, objects->next_request++, out);
    return true;
}

static const char *type_of(const struct objects *objects)
{
    return objects->type ? objects->type : "blob";
}

/* Returns the size in a line "ID TYPE SIZE", or NULL if the line is not about the object. */
static const char *size_in(const struct objects *objects, const char *line, const char *id)
{
    size_t n_id = strlen(id), n_type = strlen(type_of(objects));
    bool is_it = strncmp(line, id, n_id) == 0 && line[n_id] == ' ' &&
                 strncmp(line + n_id + 1, type_of(objects), n_type) == 0 &&
                 line[n_id + 1 + n_type] == ' ';
    return is_it ? line + n_id + n_type + 2 : NULL;
}

/* Returns the state that a line "ID TYPE SIZE" or "ID missing" gives an id. */
static enum object_state state_in(const struct objects *objects, const char *line, const char *id)
{
    const char *size = size_in(objects, line, id);
    size_t length = strlen(id);
    if (strncmp(line, id, length) == 0 && strcmp(line + length, " missing") == 0)
        return OBJECT_MISSING;
    if (!size)
        return OBJECT_DAMAGED;
    return strtoull(size, NULL, 10) > objects->max_bytes ? OBJECT_TOO_LARGE : OBJECT_OK;
}

int objects_check(struct objects *objects, struct repository *repository, size_t max_bytes,
                  struct err *err)
{
    static const char *const arguments[] = {"cat-file", "--batch-check", "--buffer", NULL};
    size_t n = objects->ids.keys.n, length;
    char *line;
    objects->repository = repository;
    objects->max_bytes = max_bytes;
    while (objects->states.n < n) {
        struct git_process git;
        objects->next_request = objects->states.n;
        int status = git_start(&git, &repository->place, arguments, ask_for_size, objects, err);
        while (status == 0 && objects->states.n < n &&
               git_read_to(&git, '\n', MAX_HEADER, &line, &length) == 1) {
            enum object_state state =
                state_in(objects, line, objects->ids.keys.items[objects->states.n]);
            array_push(&objects->states, (char)state);
        }
        bool is_late = git.is_late;
        git_end(&git, NULL);
        if (status != 0)
            return ERR;
        if (objects->states.n < n) /* git has ended at this one */
            array_push(&objects->states, (char)OBJECT_DAMAGED);
        bool must_end = is_late || ++objects->n_starts > MAX_STARTS || interrupt_signal();
        while (must_end && objects->states.n < n)
            array_push(&objects->states, (char)OBJECT_DAMAGED);
    }
    objects->next_request = objects->n_starts = 0;
    return 0;
}

void objects_expect(struct objects *objects, struct repository *repository, size_t max_bytes)
{
    objects->repository = repository;
    objects->max_bytes = max_bytes;
    while (objects->states.n < objects->ids.keys.n)
        array_push(&objects->states, (char)OBJECT_OK);
}

/* ---- Contents ---- */

static enum object_state state_at(const struct objects *objects, size_t place)
{
    return (enum object_state)objects->states.items[objects->order.items[place]];
}

static bool ask_for_content(void *context, struct str *out)
{
    struct objects *objects = context;
    size_t n = objects->order.n;
    while (objects->next_request < n && state_at(objects, objects->next_request) != OBJECT_OK)
        objects->next_request++;
    if (objects->next_request == n)
        return false;
    ask_for(objects, objects->order.items[objects->next_request++], out);
    return true;
}

static bool start(struct objects *objects)
{
    static const char *const arguments[] = {"cat-file", "--batch", "--buffer", NULL};
    if (objects->n_starts++ > MAX_STARTS || interrupt_signal())
        return false;
    objects->next_request = objects->next;
    objects->is_running = true;
    return git_start(&objects->git, &objects->repository->place, arguments, ask_for_content,
                     objects, NULL) == 0;
}

static void stop(struct objects *objects)
{
    if (objects->is_running && objects->git.is_late)
        objects->n_starts = MAX_STARTS + 1; /* the next start would take the same time */
    if (objects->is_running)
        git_end(&objects->git, NULL);
    objects->is_running = false;
}

/* Reads "ID TYPE SIZE\nCONTENT\n". The size may be another one than before, if the repository is
 * changed meanwhile. */
static enum object_state read_content(struct objects *objects, const char *id)
{
    char *text;
    const char *number;
    size_t length;
    if (git_read_to(&objects->git, '\n', MAX_HEADER, &text, &length) != 1 ||
        !(number = size_in(objects, text, id)))
        return OBJECT_DAMAGED;
    size_t size = strtoull(number, NULL, 10);
    if (size > objects->max_bytes)
        return OBJECT_TOO_LARGE;
    if (git_read(&objects->git, size + 1, &text) != 1 ||
        !is_id_of(id, type_of(objects), text, size))
        return OBJECT_DAMAGED;
    text[size] = '\0';
    objects->content = text;
    objects->length = size;
    return OBJECT_OK;
}

enum object_state objects_next(struct objects *objects, const char *id, const char **bytes,
                               size_t *length)
{
    size_t number = objects->next ? objects->order.items[objects->next - 1] : 0;
    bool is_again = objects->next && strcmp(objects->ids.keys.items[number], id) == 0;
    if (!is_again) {
        number = objects->order.items[objects->next];
        enum object_state state = state_at(objects, objects->next);
        if (state == OBJECT_OK)
            state =
                objects->is_running || start(objects) ? read_content(objects, id) : OBJECT_DAMAGED;
        if (state != state_at(objects, objects->next++))
            stop(objects);
        objects->states.items[number] = (char)state;
    }
    enum object_state state = (enum object_state)objects->states.items[number];
    *bytes = state == OBJECT_OK ? objects->content : "";
    *length = state == OBJECT_OK ? objects->length : 0;
    return state;
}

void objects_release(struct objects *objects)
{
    stop(objects);
    table_release(&objects->ids);
    array_release(&objects->states);
    array_release(&objects->order);
    *objects = (struct objects){0};
}
