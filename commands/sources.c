/* A dataset belongs to the kind that --format names, or to the last that recognizes it. The first
 * takes what no other does. */
#include "commands/sources.h"

#include "base/str.h"
#include "miner/codenet/dataset.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const struct source_kind *kind;
    size_t own; /* offset of its own options */
} rows[] = {
    {&codenet_kind, 0},
    {&rows_kind, offsetof(struct source_options, rows)},
    {&pairs_kind, offsetof(struct source_options, rows)},
    {&git_kind, offsetof(struct source_options, git)},
};

enum { N_KINDS = sizeof rows / sizeof *rows };

const char *source_format_name(int number)
{
    for (int i = 0; i < N_KINDS; i++)
        for (const char *const *name = rows[i].kind->formats; *name; name++)
            if (number-- == 0)
                return *name;
    return NULL;
}

const struct source_kind *source_kind_find(const char *name)
{
    for (int i = 0; i < N_KINDS; i++)
        if (strcmp(rows[i].kind->name, name) == 0)
            return rows[i].kind;
    return NULL;
}

/* Returns the request as the kind with this number sees it. */
static struct source_request request_to(int number, const struct source_request *request,
                                        const struct source_options *options)
{
    struct source_request own = *request;
    own.own = (const char *)options + rows[number].own;
    return own;
}

/* Returns the number of the kind, and sets its format. */
static int choose(struct source_request *request, const struct source_options *options)
{
    for (int i = 0; options->format && i < N_KINDS; i++)
        for (request->format = 0; rows[i].kind->formats[request->format]; request->format++)
            if (strcmp(rows[i].kind->formats[request->format], options->format) == 0)
                return i;
    for (int i = N_KINDS; --i > 0;) {
        const struct source_request own = request_to(i, request, options);
        request->format = rows[i].kind->recognize ? rows[i].kind->recognize(&own) : -1;
        if (request->format >= 0)
            return i;
    }
    request->format = 0;
    return 0;
}

int source_choose(const struct source_kind **out, struct source_request *request,
                  const struct source_options *options, struct err *err)
{
    int chosen = choose(request, options);
    *out = rows[chosen].kind;
    if (request->others && request->others->n && (*out)->instead)
        return err_set(err, "'%s' is read as %s, and only rows can come in several: %s",
                       request->path, (*out)->words, (*out)->instead);
    for (int i = N_KINDS; i-- > 0;) {
        const struct source_request own = request_to(i, request, options);
        const char *given = i == chosen ? NULL : rows[i].kind->given(&own, *out);
        if (given)
            return err_set(err, "%s is for %s (%s), and '%s' is read as %s", given,
                           rows[i].kind->words, rows[i].kind->by, request->path, (*out)->words);
    }
    *request = request_to(chosen, request, options);
    return 0;
}

int source_open(struct pair_source *out, const struct source_kind *kind,
                const struct source_request *request, struct err *err)
{
    struct err why;
    int status = kind->open(out, request, &why);
    if (status == 0)
        source_prefix_units(out, request);
    return status == 0 ? 0
                       : err_set(err, "%s%s", why.message,
                                 status == SOURCE_IS_OTHER
                                     ? "; git repositories need --git, rows --format csv or jsonl, "
                                       "programs in folders --layout"
                                     : "");
}

void source_recall(struct source_options *options, const struct source_kind *kind,
                   const char *described, struct arena *arena)
{
    static const char format[] = SOURCE_FORMAT_OPTION;
    scoped(str) first = {0};
    const char *rest = described;
    if (word_list_next(&first, &rest) && text_begins(first.text, format))
        options->format = arena_text(arena, first.text + strlen(format));
    for (int i = 0; i < N_KINDS; i++)
        if (rows[i].kind == kind && kind->recall)
            kind->recall((char *)options + rows[i].own, described, arena);
}
