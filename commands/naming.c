#include "commands/naming.h"

#include "base/str.h"
#include "base/terminal.h"
#include "export/publish/codenet_origin.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MAX_NAME = 96 }; /* the limit of hubs */

/* A line of UTF-8 without control characters, which YAML does not take. */
static bool is_line(const char *text)
{
    scoped(str) safe = {0};
    terminal_add_safe(&safe, text, strlen(text), 0);
    return *text && utf8_is_valid(text, strlen(text)) && strcmp(str_text(&safe), text) == 0;
}

static int take_line(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    if (!is_line(text))
        return err_set(err, "--%s takes a non-empty line of UTF-8 text without control characters",
                       option->name);
    return option_take_text(option, text, variable, err);
}

static int take_creator(const struct command_option *option, const char *text, void *variable,
                        struct err *err)
{
    const char *creator;
    if (take_line(option, text, &creator, err) != 0)
        return ERR;
    return option_take_texts(option, text, variable, err);
}

static int take_version(const struct command_option *option, const char *text, void *variable,
                        struct err *err)
{
    int end = 0;
    if (sscanf(text, "%*6[0-9].%*6[0-9].%*6[0-9]%n", &end) != 0 || !end || text[end])
        return ERR;
    return option_take_text(option, text, variable, err);
}

static int take_license(const struct command_option *option, const char *text, void *variable,
                        struct err *err)
{
    const struct license **out = variable;
    scoped(str) known = {0};
    *out = license_find(text);
    if (*out)
        return 0;
    for (const struct license *const *license = licenses; *license; license++)
        str_print(&known, "%s%s", license == licenses ? "" : ", ", (*license)->id);
    return err_set(err, "--%s: unknown value '%s'; use one of: %s", option->name, text,
                   str_text(&known));
}

static int take_url(const struct command_option *option, const char *text, void *variable,
                    struct err *err)
{
    bool is_web = strncmp(text, "https://", 8) == 0 || strncmp(text, "http://", 7) == 0;
    if (!is_web || !is_line(text) || text[strcspn(text, " <>\"{}|\\^`")])
        return ERR;
    return option_take_text(option, text, variable, err);
}

const struct command_option naming_options[] = {
    {0, "version", "X.Y.Z", "version of the data set", "1.0.0", .takes = "a number such as 1.0.0",
     TO_VARIABLE(const char *, naming, names.version, take_version)},
    {0, "license", "ID", "licence: cdla-permissive-2.0, cc-by-4.0, ..., or other",
     .otherwise = "cdla-permissive-2.0 for Project CodeNet; required for other data",
     TO_VARIABLE(const struct license *, naming, names.license, take_license)},
    {0, "creator", "PERSON", "creator of the data set; may be repeated", .otherwise = "Anonymous",
     TO_VARIABLE(struct text_list, naming, names.creators, take_creator)},
    {0, "url", "URL", "web address of the data set",
     .otherwise = "that of Project CodeNet; none for other data",
     .takes = "a web address that begins with https:// or http://",
     TO_VARIABLE(const char *, naming, names.url, take_url)},
    {0},
};

void naming_complete(struct naming *naming, const char *folder, bool is_codenet)
{
    struct edition_names *names = &naming->names;
    scoped(str) name = {0};
    if (!names->license && is_codenet)
        names->license = license_of_codenet;
    if (!names->url && is_codenet)
        names->url = source_url;
    if (!names->creators.n)
        array_push(&names->creators, "Anonymous");
    for (; *folder && name.length < MAX_NAME; folder++) {
        bool is_good = isalnum((unsigned char)*folder) || strchr("-_.", *folder);
        str_add(&name, is_good ? folder : "-", 1);
    }
    names->name = option_copy(str_text(&name));
}
