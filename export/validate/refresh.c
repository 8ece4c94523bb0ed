/* The two values are replaced in the text of the description, so that nothing else changes. */
#include "export/validate/validate.h"

#include "base/file.h"
#include "base/sha256.h"
#include "base/target.h"

#include <inttypes.h>
#include <string.h>

static const char card_name[] = "\"README.md\"";

/* Finds the value of a key between two places of a text. Returns where its quotes begin, and sets
 * its length with them; NULL if there is no value. */
static const char *find_value(const char *start, const char *end, const char *key, size_t *length)
{
    const char *at = start;
    while ((at = strstr(at, key)) && at < end) {
        const char *value = at + strlen(key);
        value += strspn(value, ": \t\n");
        const char *close = *value == '"' ? strchr(value + 1, '"') : NULL;
        if (close && close < end) {
            *length = (size_t)(close + 1 - value);
            return value;
        }
        at = value;
    }
    return NULL;
}

/* Finds the object whose contentUrl is the card; it contains no braces. */
static bool find_object(const char *text, const char **start, const char **end)
{
    for (const char *at = text; (at = strstr(at, card_name)); at += strlen(card_name)) {
        size_t length;
        *start = at;
        while (*start > text && **start != '{')
            (*start)--;
        *end = strchr(at, '}');
        const char *url = *end ? find_value(*start, *end, "\"contentUrl\"", &length) : NULL;
        if (url && length == strlen(card_name) && memcmp(url, card_name, length) == 0)
            return true;
    }
    return false;
}

/* Replaces the value of a key of the card's object by `value`. */
static bool replace(struct str *text, const char *key, const char *value)
{
    const char *start, *end;
    size_t length;
    struct str changed = {0};
    if (!find_object(str_text(text), &start, &end))
        return false;
    const char *old = find_value(start, end, key, &length);
    if (!old)
        return false;
    str_add(&changed, text->text, (size_t)(old - text->text));
    str_print(&changed, "\"%s\"", value);
    str_add_text(&changed, old + length);
    str_release(text);
    *text = changed;
    return true;
}

static int write_whole(const char *path, const struct str *text, struct err *err)
{
    scoped(target) target = {0};
    if (target_open(&target, path, true, err) != 0 ||
        file_write(target.partial_path, str_text(text), text->length, err) != 0)
        return ERR;
    return target_commit(&target, err);
}

int validate_refresh_card(const char *folder, struct err *err)
{
    scoped(str) card = {0}, description = {0}, text = {0};
    char sha256[SHA256_HEX_SIZE], size[32];
    uint64_t n_bytes;
    str_print(&card, "%s/README.md", folder);
    str_print(&description, "%s/croissant.json", folder);
    if (sha256_file(str_text(&card), sha256, &n_bytes, err) != 0 ||
        file_read(&text, str_text(&description), err) != 0)
        return ERR;
    snprintf(size, sizeof size, "%" PRIu64 " B", n_bytes);
    if (!replace(&text, "\"contentSize\"", size) || !replace(&text, "\"sha256\"", sha256))
        return err_set(err, "'%s' does not describe README.md", str_text(&description));
    return write_whole(str_text(&description), &text, err);
}
