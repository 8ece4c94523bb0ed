/* An address is SCHEME://[USER@]HOST[:PORT]/PATH or [USER@]HOST:PATH. Anything else is a path on
 * somebody's machine, which says nothing. */
#include "db/fixes/forge.h"

#include <string.h>
#include <strings.h>

/* Parts of an address; borrowed. */
struct address {
    const char *host, *path;
    size_t host_length, path_length;
};

/* Moves `start` after the user's name, which may contain a password. */
static const char *skip_user(const char *start, size_t length)
{
    for (size_t i = length; i > 0; i--)
        if (start[i - 1] == '@')
            return start + i;
    return start;
}

/* Cuts slashes around a path, what a server is asked, and `.git`. */
static void trim(struct address *address)
{
    static const char suffix[] = ".git";
    size_t n_suffix = sizeof suffix - 1;
    while (*address->path == '/')
        address->path++;
    size_t length = strcspn(address->path, "?#");
    while (length && address->path[length - 1] == '/')
        length--;
    if (length > n_suffix && memcmp(address->path + length - n_suffix, suffix, n_suffix) == 0)
        length -= n_suffix;
    address->path_length = length;
}

static bool read_address(struct address *address, const char *url)
{
    const char *scheme = strstr(url, "://");
    const char *start = scheme ? scheme + 3 : url;
    size_t length = strcspn(start, scheme ? "/" : ":/");
    if (!start[length] || (!scheme && start[length] != ':'))
        return false;
    address->host = skip_user(start, length);
    address->host_length = strcspn(address->host, ":/");
    address->path = start + length + 1;
    trim(address);
    return address->host_length && address->path_length;
}

void forge_add_project(struct str *out, const struct fix_provenance *provenance)
{
    struct address address;
    if (read_address(&address, provenance->url))
        str_add(out, address.path, address.path_length);
    else
        str_add_text(out, provenance->repository);
}

static bool is_plain(const struct address *address)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-._~/";
    return strspn(address->path, plain) >= address->path_length;
}

bool forge_add_commit(struct str *out, const struct fix_provenance *provenance)
{
    static const struct {
        const char *host, *between;
    } forges[] = {
        {"github.com", "/commit/"},         {"gitlab.com", "/-/commit/"},
        {"codeberg.org", "/commit/"},       {"bitbucket.org", "/commits/"},
        {"gitlab.gnome.org", "/-/commit/"}, {"gitlab.freedesktop.org", "/-/commit/"},
    };
    struct address address;
    if (!read_address(&address, provenance->url) || !is_plain(&address))
        return false;
    for (size_t i = 0; i < sizeof forges / sizeof *forges; i++)
        if (strlen(forges[i].host) == address.host_length &&
            strncasecmp(forges[i].host, address.host, address.host_length) == 0) {
            str_print(out, "https://%s/%.*s%s%s", forges[i].host, (int)address.path_length,
                      address.path, forges[i].between, provenance->commit);
            return true;
        }
    return false;
}
